import Analysis

extension SampleStatistics {
  /// The interval of the mean of a figure that cannot be negative, as a total or a drain: it is not said to be, however few the
  /// seeds. Differences keep `meanInterval`.
  var flooredInterval: ClosedRange<Double>? { Self.floored(meanInterval, mean: mean) }

  static func floored(_ range: ClosedRange<Double>?, mean: Double) -> ClosedRange<Double>? {
    range.map { max($0.lowerBound, min(0, mean))...$0.upperBound }
  }
}
