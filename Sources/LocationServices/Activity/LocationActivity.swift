public import Quantities

/// How long a real app used location in some days, by the accuracy it asked for: what MetricKit's
/// `MXLocationActivityMetric` reports (Apple's documentation, iOS 13 and later).
public struct LocationActivity: Sendable, Hashable {
  /// From the most accurate to the least; accuracies that were not used are left out.
  public var times: [Time]
  /// The days that the report covers.
  public var period: TimeSpan

  /// How long standard updates ran with one accuracy.
  public struct Time: Sendable, Hashable {
    public let accuracy: DesiredAccuracy
    public let duration: TimeSpan

    public init(accuracy: DesiredAccuracy, duration: TimeSpan) {
      self.accuracy = accuracy
      self.duration = duration
    }
  }

  public init(times: [Time], period: TimeSpan) {
    self.times = times
    self.period = period
  }

  /// Each accuracy with the member of `locationActivityMetrics` that holds its time.
  public static let members: [(name: String, accuracy: DesiredAccuracy)] = [
    ("cumulativeBestAccuracyForNavigationTime", .bestForNavigation), ("cumulativeBestAccuracyTime", .best),
    ("cumulativeNearestTenMetersAccuracyTime", .nearestTenMeters),
    ("cumulativeHundredMetersAccuracyTime", .hundredMeters), ("cumulativeKilometerAccuracyTime", .kilometer),
    ("cumulativeThreeKilometersAccuracyTime", .threeKilometers),
  ]
}
