/// What the services that tell events share over all apps: regions, beacons, visits, condition monitors.
struct EventServices {
  let knownPlaces: [KnownPlace]
  let knownBeacons: [String]
  /// For whom events have to be monitored.
  var interest = EventInterest.none
  /// A service takes other access points as a hint of movement.
  var heedsAccessPoints = false
  /// Some app has a circle that is served.
  var monitorsRegions = false
  var sight = RegionSight()
  var watchChanges: [WatchChange] = []
  var delivered: [EventDelivery] = []
  private var serials = 0

  init(knownPlaces: [KnownPlace], knownBeacons: [String]) {
    self.knownPlaces = knownPlaces
    self.knownBeacons = knownBeacons
  }

  mutating func makeSerial() -> Int {
    serials += 1
    return serials
  }
}
