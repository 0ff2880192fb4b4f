/// A broken limit that somebody answers for, up to a day.
public struct Waiver: Sendable, Hashable {
  /// Who answers for it.
  public let owner: String
  public let reason: String
  /// The last day on which it holds.
  public let expires: CalendarDay

  public init(owner: String, reason: String, expires: CalendarDay) {
    self.owner = owner
    self.reason = reason
    self.expires = expires
  }

  /// Whether it still holds on a day.
  public func holds(on day: CalendarDay) -> Bool { day <= expires }
}
