public import Quantities

/// A stretch in which an app was looking for a good position, such as a check-in: from `AppHost.beginSearch()` to
/// `endSearch`, or to the process's end.
public struct PositionSearch: Sendable, Hashable {
  /// From 0.
  public let app: Int
  public let start: Instant
  public let end: Instant
  /// Whether the app got what it wanted.
  public let found: Bool

  public init(app: Int, start: Instant, end: Instant, found: Bool) {
    self.app = app
    self.start = start
    self.end = end
    self.found = found
  }
}
