package import Analysis

/// A budget file with every name in it resolved.
package struct BudgetFile: Sendable {
  /// The file as the user named it.
  package let file: String
  /// The baseline's path, taken from the budget file's folder; `nil` when the file names none.
  package let baselinePath: String?
  /// Whether a changed strategy is refused like any other changed input, instead of being compared.
  package let refusesChangedStrategies: Bool
  /// One for each budget, scenario, device and network, in the file's order.
  package let cases: [BudgetCase]

  package init(file: String, baselinePath: String?, refusesChangedStrategies: Bool, cases: [BudgetCase]) {
    (self.file, self.baselinePath) = (file, baselinePath)
    (self.refusesChangedStrategies, self.cases) = (refusesChangedStrategies, cases)
  }

  /// How many limits are switched off.
  package var limitsOff: Int {
    var places: Set<BudgetPlace> = []
    for item in cases { places.formUnion(item.limits.filter { $0.level == .off }.map(\.place)) }
    return places.count
  }

  /// The first limit that needs a baseline.
  package var firstRelativeLimit: BudgetLimit? { cases.lazy.flatMap(\.activeLimits).first { $0.bound.isRelative } }
}
