package import Core
import LocationServices

/// What the user sees of location use: the arrow in the status bar, the marks in the settings.
///
/// From: 2011 session (the arrow is there as long as any app has access, a registered service included; the settings list
/// says who used it in the last 24 hours); 2012 session (it stays for ten seconds, the settings mark the app for a minute).
/// On Android an icon shows requests for satellites (AOSP, `LocationControllerImpl`), and the Privacy Dashboard lists uses.
struct LocationIndicators: Sendable {
  private var arrow: ShownSpan
  private var marks: [ShownSpan]
  private var lists: [ShownSpan]
  /// Whose access they show.
  private var shown = LocationAccess()

  /// - Parameter apps: in the order of the run, all of one system.
  init(apps: [AppDefinition]) {
    arrow = ShownSpan(linger: apps.map(\.platform.arrowLinger).max() ?? .zero)
    marks = apps.filter { !$0.platform.isAndroid }.map { ShownSpan(linger: $0.platform.settingsMarkLinger) }
    lists = apps.filter(\.platform.listsUsesOfADay).map { _ in ShownSpan(linger: .hours(24)) }
  }

  /// - Parameters:
  ///   - access: who has access from now on.
  ///   - begun: apps whose access began and ended within this instant.
  mutating func follow(_ access: LocationAccess, begun: UInt8, at now: Instant) {
    guard begun != 0 || access != shown else { return }
    if begun != 0 { show(LocationAccess(apps: access.apps | begun, statusBar: access.statusBar | begun), at: now) }
    shown = access
    show(access, at: now)
  }

  private mutating func show(_ access: LocationAccess, at now: Instant) {
    arrow.use(access.statusBar != 0, at: now)
    for app in marks.indices { marks[app].use(access.apps & (1 << UInt8(app)) != 0, at: now) }
    for app in lists.indices { lists[app].use(access.apps & (1 << UInt8(app)) != 0, at: now) }
  }

  /// How long each was shown until `now`.
  func times(at now: Instant) -> IndicatorTimes {
    IndicatorTimes(
      arrow: arrow.total(at: now), marks: marks.map { $0.total(at: now) }, lists: lists.map { $0.total(at: now) })
  }
}

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
