package import Core

/// What the system did to the sessions of a device's apps, for readers of a run: it decides what the figures are.
package struct SessionHistory: Sendable, Hashable {
  /// How an automatic pause ended.
  package enum PauseEnd: Sendable, Hashable, CaseIterable {
    /// The user opened the app.
    case opened
    /// The app started the session again.
    case restarted
    /// The app stopped the session, or its process ended.
    case stopped
    /// Not before the end of the run.
    case lasted
  }

  /// The system paused a session by itself.
  package struct Pause: Sendable, Hashable {
    package let app: Int
    let manager: Int
    package let start: Instant
    package fileprivate(set) var end: Instant
    package fileprivate(set) var how: PauseEnd

    package init(app: Int = 0, manager: Int = 0, _ span: ClosedRange<Instant>, _ how: PauseEnd) {
      (self.app, self.manager, start, end, self.how) = (app, manager, span.lowerBound, span.upperBound, how)
    }
  }

  /// In order of their starts.
  package private(set) var pauses: [Pause]
  /// How often deferral was refused or ended, by the reason; what the app cancelled itself does not count.
  package private(set) var failedDeferrals: [LocationError: Int]

  package init(pauses: [Pause] = [], failedDeferrals: [LocationError: Int] = [:]) {
    (self.pauses, self.failedDeferrals) = (pauses, failedDeferrals)
  }

  /// What happens to a session.
  enum Event {
    case paused
    /// A pause ends, if there is one.
    case pauseEnded(PauseEnd)
    /// Deferral was refused or has ended; `nil` where its limit was reached.
    case deferralEnded(LocationError?)
  }

  mutating func note(_ event: Event, app: Int, manager: Int, at now: Instant) {
    switch event {
    case .paused: pauses.append(Pause(app: app, manager: manager, now...now, .lasted))
    case .pauseEnded(let how):
      guard
        let index = pauses.lastIndex(where: { $0.app == app && $0.manager == manager && $0.how == .lasted })
      else { return }
      (pauses[index].end, pauses[index].how) = (now, how)
    case .deferralEnded(let error):
      guard let error, error != .deferredCanceled else { return }
      failedDeferrals[error, default: 0] += 1
    }
  }

  /// - Parameter horizon: where the run ends; what lasts, lasts until then.
  package func closed(at horizon: Instant) -> SessionHistory {
    var closed = self
    for index in closed.pauses.indices where closed.pauses[index].how == .lasted { closed.pauses[index].end = horizon }
    return closed
  }
}

/// A stretch in which an app was looking for a good position, such as a check-in: from `AppHost.beginSearch()` to
/// `endSearch`, or to the process's end.
package struct PositionSearch: Sendable, Hashable {
  /// From 0.
  package let app: Int
  package let start: Instant
  package let end: Instant
  /// Whether the app got what it wanted.
  package let found: Bool

  package init(app: Int, start: Instant, end: Instant, found: Bool) {
    self.app = app
    self.start = start
    self.end = end
    self.found = found
  }
}

/// The searches for a good position that apps say they make.
struct PositionSearches {
  private var since: [Int: Instant] = [:]
  /// In the order in which they ended.
  private(set) var ended: [PositionSearch] = []

  /// A search that is under way goes on.
  mutating func begin(_ app: Int, at now: Instant) { since[app] = since[app] ?? now }

  mutating func end(_ app: Int, found: Bool, at now: Instant) {
    guard let start = since.removeValue(forKey: app) else { return }
    ended.append(PositionSearch(app: app, start: start, end: now, found: found))
  }
}
