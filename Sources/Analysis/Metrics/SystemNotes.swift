package import Core
import LocationServices

/// Low Power Mode or Battery Saver in a run.
package struct PowerSaving: Sendable, Hashable {
  package let name: String
  /// What it takes from apps.
  package let effect: String
  package let time: TimeSpan

  package init(name: String, effect: String, time: TimeSpan) {
    self.name = name
    self.effect = effect
    self.time = time
  }
}

/// What systems did to a strategy over its runs, in the mean of those concerned: notes that say why its figures are as they are.
struct SystemNotes {
  private let runs: [RunMetrics]

  init(_ runs: [RunMetrics]) { self.runs = runs }

  /// Each with how many runs it holds for.
  var notes: [(text: String, count: Int)] { [powerSaving, pauses, sleep, wakeLocks].compactMap(\.self) + deferrals }

  /// `the day switched Battery Saver on, for 5 h 12 min: no satellites while the screen is off`.
  private var powerSaving: (String, Int)? {
    let savings = runs.compactMap(\.powerSaving)
    guard let first = savings.first else { return nil }
    return ("the day switched \(first.name) on, for \(mean(savings.map(\.time))): \(first.effect)", savings.count)
  }

  /// `paused by the system 3 times, together 8 h 10 min: 2 until the user opened the app, 1 to the end`.
  private var pauses: (String, Int)? {
    let paused = runs.map(\.sessions.pauses).filter { !$0.isEmpty }
    guard !paused.isEmpty else { return nil }
    let spans = paused.map { $0.map { $0.end - $0.start }.reduce(.zero, +) }
    let ends = SessionHistory.PauseEnd.allCases.compactMap { how -> String? in
      let count = paused.joined().count { $0.how == how }
      guard count > 0 else { return nil }
      let words =
        switch how {
        case .opened: "until the user opened the app"
        case .restarted: "until the app started again"
        case .stopped: "until the app stopped"
        case .lasted: "to the end"
        }
      return "\(number(count, of: paused.count)) \(words)"
    }
    let total = paused.joined().count
    let times = times(total, of: paused.count)
    return ("paused by the system \(times), together \(mean(spans)): \(ends.joined(separator: ", "))", paused.count)
  }

  private var sleep: (String, Int)? {
    let spans = runs.map(\.coarseTime).filter { $0 >= .minutes(1) }
    guard !spans.isEmpty else { return nil }
    return ("suspended between positions for \(mean(spans)), since its accuracy is coarser than 100 m", spans.count)
  }

  /// Android vitals counts a session with at least 2 h of partial wake locks in 24 h, those of location APIs left out, with a
  /// foreground service or without (Android Developers Blog, 2 October 2025).
  private var wakeLocks: (String, Int)? {
    let spans = runs.compactMap { $0[.wakeLocks] }.filter { $0 >= 2 }.map { TimeSpan.hours($0) }
    guard !spans.isEmpty else { return nil }
    return (
      "the app holds wake locks for \(mean(spans)): such a day counts as excessive in Android vitals (from 2 h in 24 h on, "
        + "as of 2 October 2025)", spans.count
    )
  }

  private var deferrals: [(text: String, count: Int)] {
    LocationError.allCases.compactMap { error in
      let counts = runs.compactMap { $0.sessions.failedDeferrals[error] }
      guard !counts.isEmpty else { return nil }
      let reason =
        switch error {
        case .deferredNotUpdatingLocation: "updates did not run"
        case .deferredAccuracyTooLow: "the accuracy is not best"
        case .deferredDistanceFiltered: "a distance filter is set"
        default: "no position from satellites"
        }
      return ("requests to defer failed \(times(counts.reduce(0, +), of: counts.count)): \(reason)", counts.count)
    }
  }

  /// `once`, `3 times`.
  private func times(_ count: Int, of runs: Int) -> String {
    let text = number(count, of: runs)
    return text == "1" ? "once" : "\(text) times"
  }

  private func number(_ count: Int, of runs: Int) -> String {
    let mean = Double(count) / Double(runs)
    return DecimalText.significant(mean, digits: mean < 10 ? 2 : 3)
  }

  private func mean(_ spans: [TimeSpan]) -> String {
    let mean = TimeSpan.seconds(spans.map(\.seconds).reduce(0, +) / Double(spans.count))
    return mean.clockText + (runs.count > 1 ? " in the mean" : "")
  }
}
