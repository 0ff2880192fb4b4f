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
