package import Core

/// How long a real app used location in some days, by the accuracy it asked for: what MetricKit's
/// `MXLocationActivityMetric` reports (Apple's documentation, iOS 13 and later).
package struct LocationActivity: Sendable, Hashable {
  /// From the most accurate to the least; accuracies that were not used are left out.
  package var times: [Time]
  /// The days that the report covers.
  package var period: TimeSpan

  /// How long standard updates ran with one accuracy.
  package struct Time: Sendable, Hashable {
    package let accuracy: DesiredAccuracy
    package let duration: TimeSpan

    package init(accuracy: DesiredAccuracy, duration: TimeSpan) {
      self.accuracy = accuracy
      self.duration = duration
    }
  }

  package init(times: [Time], period: TimeSpan) {
    self.times = times
    self.period = period
  }

  /// Seconds by accuracy, added up; accuracies that were not used are left out.
  package static func times(_ all: [[DesiredAccuracy: Double]]) -> [Time] {
    let order = members.map(\.accuracy) + [.reduced]
    return order.compactMap { accuracy in
      let sum = all.reduce(0) { $0 + ($1[accuracy] ?? 0) }
      return sum > 0 ? Time(accuracy: accuracy, duration: .seconds(sum)) : nil
    }
  }

  /// Each accuracy with the member of `locationActivityMetrics` that holds its time.
  package static let members: [(name: String, accuracy: DesiredAccuracy)] = [
    ("cumulativeBestAccuracyForNavigationTime", .bestForNavigation), ("cumulativeBestAccuracyTime", .best),
    ("cumulativeNearestTenMetersAccuracyTime", .nearestTenMeters),
    ("cumulativeHundredMetersAccuracyTime", .hundredMeters), ("cumulativeKilometerAccuracyTime", .kilometer),
    ("cumulativeThreeKilometersAccuracyTime", .threeKilometers),
  ]
}
