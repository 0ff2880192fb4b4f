/// Which errors are left out as mistakes of the truth (a detour, a wrong label) rather than of the receiver. Always
/// stated with the result.
package enum ErrorTrim: Sendable, Hashable {
  case none
  /// Errors of more than this many metres.
  case beyond(metres: Double)
  /// This share of the errors, the largest ones; 0 to below 1.
  case largest(share: Double)

  /// The rule in words, for reports; `nil` for none.
  package var text: String? {
    switch self {
    case .none: nil
    case .beyond(let metres): "errors above \(ShortNumber.short(metres)) m were left out"
    case .largest(let share): "the largest \(ShortNumber.short(share * 100)) % of the errors were left out"
    }
  }

  /// What stays, in the same order.
  func apply(_ errors: [PairedError]) -> [PairedError] {
    switch self {
    case .none: return errors
    case .beyond(let metres): return errors.filter { $0.magnitude <= metres }
    case .largest(let share):
      let kept = errors.count - Int((share * Double(errors.count)).rounded())
      let order = errors.indices.sorted { (errors[$0].magnitude, $0) < (errors[$1].magnitude, $1) }
      return order.prefix(max(0, kept)).sorted().map { errors[$0] }
    }
  }
}
