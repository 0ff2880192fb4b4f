package import Core

/// For how long the user could see that location was used.
package struct IndicatorTimes: Sendable, Hashable {
  /// The status bar's sign: iOS's arrow, Android's location icon.
  package var arrow: TimeSpan
  /// The mark of a use within the last minute in iOS's settings, for each app; none on Android.
  package var marks: [TimeSpan]
  /// The place in the list of uses within the last 24 hours, for each app: in iOS's settings, in the Privacy Dashboard of
  /// Android since 12; none before.
  package var lists: [TimeSpan]

  package init(arrow: TimeSpan = .zero, marks: [TimeSpan] = [], lists: [TimeSpan] = []) {
    self.arrow = arrow
    self.marks = marks
    self.lists = lists
  }
}

/// For how long something is shown that comes with a use and goes some time after it.
struct ShownSpan: Sendable {
  /// How long it stays after the use.
  let linger: TimeSpan
  private var begin: Instant?
  private var inUse = false
  private var end = Instant.start
  private var past = TimeSpan.zero

  init(linger: TimeSpan) { self.linger = linger }

  /// Call with growing instants.
  mutating func use(_ isUsed: Bool, at now: Instant) {
    guard isUsed != inUse else { return }
    if !isUsed {
      end = now + linger
    } else if begin == nil || now > end {
      past = total(at: now)
      begin = now
    }
    inUse = isUsed
  }

  /// How long it has been shown from the start until `now`.
  func total(at now: Instant) -> TimeSpan {
    guard let begin else { return past }
    return past + (max(inUse ? now : min(end, now), begin) - begin)
  }
}
