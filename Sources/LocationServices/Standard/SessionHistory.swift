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

  mutating func pause(app: Int, manager: Int, at now: Instant) {
    pauses.append(Pause(app: app, manager: manager, now...now, .lasted))
  }

  /// Ends the pause of a manager that is paused.
  mutating func endPause(app: Int, manager: Int, _ how: PauseEnd, at now: Instant) {
    guard
      let index = pauses.lastIndex(where: { $0.app == app && $0.manager == manager && $0.how == .lasted })
    else { return }
    (pauses[index].end, pauses[index].how) = (now, how)
  }

  mutating func deferralFailed(_ error: LocationError?) {
    guard let error, error != .deferredCanceled else { return }
    failedDeferrals[error, default: 0] += 1
  }

  /// - Parameter horizon: where the run ends; what lasts, lasts until then.
  package func closed(at horizon: Instant) -> SessionHistory {
    var closed = self
    for index in closed.pauses.indices where closed.pauses[index].how == .lasted { closed.pauses[index].end = horizon }
    return closed
  }
}
