import LocationServices
import Quantities

/// What the user sees of location use: the arrow in the status bar, the marks in the settings.
///
/// From: 2011 session (the arrow is there as long as any app has access, a registered service included; the settings list
/// says who used it in the last 24 hours); 2012 session (it stays for ten seconds, the settings mark the app for a minute).
struct LocationIndicators: Sendable {
  private var arrow: ShownSpan
  private var marks: [ShownSpan]
  private var lists: [ShownSpan]

  /// - Parameter apps: in the order of the run.
  init(apps: [AppDefinition]) {
    arrow = ShownSpan(linger: apps.map(\.platform.arrowLinger).max() ?? .zero)
    marks = apps.map { ShownSpan(linger: $0.platform.settingsMarkLinger) }
    lists = apps.map { _ in ShownSpan(linger: .hours(24)) }
  }

  /// - Parameter access: a bit for each app that has access from now on, the first app's lowest.
  mutating func access(_ access: UInt8, at now: Instant) {
    arrow.use(access != 0, at: now)
    for app in marks.indices {
      let has = access & (1 << UInt8(app)) != 0
      marks[app].use(has, at: now)
      lists[app].use(has, at: now)
    }
  }

  /// How long each was shown until `now`.
  func times(at now: Instant) -> IndicatorTimes {
    IndicatorTimes(
      arrow: arrow.total(at: now), marks: marks.map { $0.total(at: now) }, lists: lists.map { $0.total(at: now) })
  }
}
