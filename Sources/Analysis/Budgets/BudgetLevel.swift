/// What a broken limit does.
package enum BudgetLevel: String, CaseIterable, Sendable {
  /// The limit is not looked at.
  case off
  /// It is reported, and the check still passes.
  case warn
  /// The check fails.
  case error
}
