package import Core
package import World

/// What the system did to the sessions of a device's apps, for readers of a run: it decides what the figures are.
package struct SessionHistory: Sendable, Hashable {
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

/// A stretch in which an app was looking for one good position, such as a check-in: from `AppHost.beginSearch()` to
/// `endSearch`, or to the process's end; or a request for one position that an app on the screen made.
package struct PositionSearch: Sendable, Hashable {
  /// A position that the app got, and when.
  package struct Answer: Sendable, Hashable {
    package let position: EarthVector
    package let delivered: Instant
  }

  /// From 0.
  package let app: Int
  package let start: Instant
  package let end: Instant
  /// Whether the app says that it got what it wanted.
  package let found: Bool
  /// What the app got meanwhile, oldest first; of a long search the first 5 min.
  package let answers: [Answer]
}

/// The searches for one good position that apps make.
struct PositionSearches {
  private struct Running {
    let start: Instant
    /// A request for one position, and no search that the app's code begins and ends.
    var isForOne: Bool
    var answers: [PositionSearch.Answer] = []
  }

  private var running: [Int: Running] = [:]
  /// Nobody waits longer for a position.
  private static let longest = TimeSpan.minutes(5)

  /// The newest delivery, which code that begins a search may just be handling.
  private var newest: (app: Int, answer: PositionSearch.Answer)?
  /// In the order in which they ended.
  private(set) var ended: [PositionSearch] = []

  enum Change {
    case begins
    case ends(found: Bool)
    /// A request for one position, and its end without any.
    case requestBegins, requestEnds
  }

  /// Somebody waits for the position that an app asks for when it is on the screen.
  mutating func take(_ change: Change, of app: Int, isOnScreen: Bool, at now: Instant) {
    switch change {
    case .begins: begin(app, forOne: false, at: now)
    case .ends(let found): end(app, found: found, at: now)
    case .requestBegins: if isOnScreen { begin(app, forOne: true, at: now) }
    case .requestEnds: if running[app]?.isForOne == true { end(app, found: false, at: now) }
    }
  }

  /// A search that is under way goes on.
  private mutating func begin(_ app: Int, forOne: Bool, at now: Instant) {
    if running[app] != nil {
      if !forOne { running[app]?.isForOne = false }
      return
    }
    var search = Running(start: now, isForOne: forOne)
    if !forOne, let newest, newest.app == app, newest.answer.delivered == now {
      search.answers = [newest.answer]
    }
    running[app] = search
  }

  /// The app got positions, the newest of them here.
  mutating func note(_ position: EarthVector, app: Int, at now: Instant) {
    let answer = PositionSearch.Answer(position: position, delivered: now)
    newest = (app, answer)
    guard !running.isEmpty, let search = running[app], now - search.start <= Self.longest else { return }
    running[app]?.answers.append(answer)
    if search.isForOne { end(app, found: true, at: now) }
  }

  private mutating func end(_ app: Int, found: Bool, at now: Instant) {
    guard let search = running.removeValue(forKey: app) else { return }
    ended.append(
      PositionSearch(app: app, start: search.start, end: now, found: found, answers: search.answers))
  }
}
