import World
import Core

/// What helps satellite fixes on this phone: Wi-Fi among high buildings, roads for a car, venues indoors.
///
/// While nothing can help, `isActive` is false and a fix costs one look at it.
struct FixAiding {
  /// Positions of a surveyed venue are preferred to satellite fixes for this long.
  static let venueValidity = TimeSpan.seconds(20)

  /// Whether the system does such things at all.
  let isOffered: Bool
  /// Whether anything can help right now.
  var isActive = false
  /// Wi-Fi positions are used.
  var usesWiFi = false
  /// Roads are used where their data is there.
  var usesRoads = false
  var wifi = WiFiAiding()
  var map: MapAiding?
  var roads = MapCache()
  /// The newest position of a surveyed venue.
  private(set) var venueFix: Fix?

  init(isOffered: Bool, roads: RoadNetwork?) {
    self.isOffered = isOffered
    if let roads, !roads.isEmpty { map = MapAiding(roads: roads) }
  }

  /// A position from a Wi-Fi scan.
  mutating func note(_ fix: Fix) {
    wifi.note(fix)
    venueFix = fix.floor == nil ? nil : fix
  }

  /// The receiver tracks no more.
  mutating func reset() {
    wifi.reset()
    map?.reset()
  }

  /// A venue's own positions are better than what reaches a receiver through its roof.
  func prefersVenue(at now: Instant, isStill: Bool) -> Bool {
    guard let venueFix else { return false }
    return now - venueFix.timestamp <= (isStill ? ScanCadence.still : .zero) + Self.venueValidity
  }
}
