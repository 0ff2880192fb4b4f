package import Core

/// A broken limit that somebody answers for, up to a day.
package struct Waiver: Sendable, Hashable {
  /// Who answers for it.
  package let owner: String
  package let reason: String
  /// The last day on which it holds.
  package let expires: CalendarDay

  package init(owner: String, reason: String, expires: CalendarDay) {
    self.owner = owner
    self.reason = reason
    self.expires = expires
  }

  /// Whether it still holds on a day.
  package func holds(on day: CalendarDay) -> Bool { day <= expires }
}
