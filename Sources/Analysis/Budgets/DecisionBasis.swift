/// Which number of the limited figure's mean over the seeds is compared with the limit.
///
/// With a `max`, a `max_increase` or a `max_decrease`, `ci_lower` breaks only when the breach is certain and `ci_upper`
/// as soon as it is possible. With a `min` it is the other way round: the number is always the one that is named.
package enum DecisionBasis: String, CaseIterable, Sendable {
  case mean
  /// The lower end of the interval of the mean.
  case ciLower = "ci_lower"
  /// The upper end of the interval of the mean.
  case ciUpper = "ci_upper"

  func number(of interval: MeanInterval) -> Double {
    switch self {
    case .mean: interval.mean
    case .ciLower: interval.low
    case .ciUpper: interval.high
    }
  }
}
