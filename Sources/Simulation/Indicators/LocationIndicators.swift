import LocationServices
import Core

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
