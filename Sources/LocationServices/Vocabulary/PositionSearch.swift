package import Core

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
