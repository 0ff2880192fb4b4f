/// What a limit asks of a figure.
package enum BudgetBound: Sendable, Hashable {
  /// At most so much, in the column's unit.
  case max(Double)
  /// At least so much, in the column's unit.
  case min(Double)
  /// At most so much more than the baseline.
  case maxIncrease(Tolerance)
  /// At most so much less than the baseline.
  case maxDecrease(Tolerance)

  /// Every key of a budget file.
  package static let keys = ["max", "min", "max_increase", "max_decrease"]

  /// The key in budget files.
  package var key: String {
    switch self {
    case .max: "max"
    case .min: "min"
    case .maxIncrease: "max_increase"
    case .maxDecrease: "max_decrease"
    }
  }

  /// Whether the limit is against a baseline.
  package var isRelative: Bool { tolerance != nil }

  /// `absolute` or `relative`: whether the limit is on a figure itself or on its change since the baseline.
  package var kind: String { isRelative ? "relative" : "absolute" }

  /// The tolerance of a limit against a baseline.
  package var tolerance: Tolerance? {
    switch self {
    case .max, .min: nil
    case .maxIncrease(let tolerance), .maxDecrease(let tolerance): tolerance
    }
  }
}
