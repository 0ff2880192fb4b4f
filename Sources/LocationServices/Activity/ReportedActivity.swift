package import Core

/// Reports of an app's location use, one a phone and day, as MetricKit hands them over.
package struct ReportedActivity: Sendable {
  /// What one report says.
  package struct Day: Sendable {
    package var period: TimeSpan
    /// Seconds by accuracy over the whole day.
    package var times: [DesiredAccuracy: Double] = [:]
    /// Seconds of location in the background; `nil` where the report does not say it.
    package var background: Double?
    /// By state that the app declares. States of different domains may overlap and are never added.
    package var states: [State] = []
    /// How a time was read that could be read in two ways.
    package var assumed: String?

    package init(period: TimeSpan) { self.period = period }
  }

  /// Location use while the app was in one state of a domain.
  package struct State: Sendable {
    package let domain: String
    package let label: String
    /// Seconds by accuracy.
    package var times: [DesiredAccuracy: Double]
    /// Seconds in the background; `nil` where the report does not say it.
    package var background: Double?

    package init(domain: String, label: String, times: [DesiredAccuracy: Double], background: Double?) {
      self.domain = domain
      self.label = label
      self.times = times
      self.background = background
    }
  }

  package let file: String
  package var days: [Day] = []
  /// Reports that could not be read.
  package var unread = 0
  package var notes: [String] = []

  package init(file: String) { self.file = file }

  /// The times of all days, from the most accurate to the least.
  package var activity: LocationActivity {
    LocationActivity(
      times: LocationActivity.times(days.map(\.times)), period: days.reduce(TimeSpan.zero) { $0 + $1.period })
  }

  /// The states of all days, by domain and label.
  package var states: [State] {
    var order: [String] = []
    var all: [String: State] = [:]
    for state in days.flatMap(\.states) {
      let key = "\(state.domain)\n\(state.label)"
      guard var known = all[key] else {
        order.append(key)
        all[key] = state
        continue
      }
      known.times.merge(state.times, uniquingKeysWith: +)
      if let background = state.background { known.background = (known.background ?? 0) + background }
      all[key] = known
    }
    return order.sorted().compactMap { all[$0] }
  }
}

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
