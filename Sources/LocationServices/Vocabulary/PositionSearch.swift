package import Core
package import World

/// A stretch in which an app was looking for one good position, such as a check-in: from `AppHost.beginSearch()` to
/// `endSearch`, or to the process's end; or a request for one position that an app on the screen made.
package struct PositionSearch: Sendable, Hashable {
  /// A position that the app got, and when.
  package struct Answer: Sendable, Hashable {
    package let position: EarthVector
    package let delivered: Instant

    package init(_ position: EarthVector, delivered: Instant) {
      self.position = position
      self.delivered = delivered
    }
  }

  /// From 0.
  package let app: Int
  package let start: Instant
  package let end: Instant
  /// Whether the app says that it got what it wanted.
  package let found: Bool
  /// What the app got meanwhile, oldest first; of a long search the first 5 min.
  package let answers: [Answer]

  package init(app: Int, start: Instant, end: Instant, found: Bool, answers: [Answer]) {
    self.app = app
    self.start = start
    self.end = end
    self.found = found
    self.answers = answers
  }
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

  /// A search that is under way goes on.
  mutating func begin(_ app: Int, forOne: Bool = false, at now: Instant) {
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
    let answer = PositionSearch.Answer(position, delivered: now)
    newest = (app, answer)
    guard !running.isEmpty, let search = running[app], now - search.start <= Self.longest else { return }
    running[app]?.answers.append(answer)
    if search.isForOne { end(app, found: true, at: now) }
  }

  mutating func end(_ app: Int, found: Bool, at now: Instant) {
    guard let search = running.removeValue(forKey: app) else { return }
    ended.append(
      PositionSearch(
        app: app, start: search.start, end: now, found: found, answers: search.answers))
  }

  /// A request for one position ends without any.
  mutating func endForOne(_ app: Int, at now: Instant) {
    if running[app]?.isForOne == true { end(app, found: false, at: now) }
  }
}
