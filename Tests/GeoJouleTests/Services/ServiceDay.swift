import FileFormats
import GeoJoule
import Synchronization

/// Days, apps and runs for experiments with services, through the library's front door alone.
enum ServiceDay {
  static let home = GeodeticPosition(latitude: 52.47, longitude: 13.33).earthVector()

  static let suburb = Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban)
  static let openSky = Surroundings(sky: .openSky, accessPoints: .some, cells: .suburban)
  static let flat = Surroundings(sky: .indoor, accessPoints: .many, cells: .suburban, onWiFi: true)

  static func east(_ metres: Double, north: Double = 0) -> EarthVector { home.moved(east: metres, north: north) }

  /// The app is on the screen for the first minute.
  static func opened(for seconds: Double = 60, and more: [ScriptEvent] = []) -> [ScriptEvent] {
    [
      ScriptEvent(instant: .start, kind: .screenOn), ScriptEvent(instant: .start, kind: .foreground),
      ScriptEvent(instant: .seconds(seconds), kind: .background),
      ScriptEvent(instant: .seconds(seconds), kind: .screenOff),
    ] + more
  }

  static func rest(
    minutes: Double, _ surroundings: Surroundings = suburb, places: [Place] = [], beacons: [Beacon] = [],
    script: [ScriptEvent] = opened(), user: UserDecisions = .standard
  ) -> Scenario {
    Scenario(
      name: "rest", summary: "", notes: [], horizon: .seconds(minutes * 60), places: places, beacons: beacons,
      legs: [Leg(dwell: "here", at: home, stay: .toTheEnd, surroundings: surroundings)], script: script, user: user)
  }

  /// `before` minutes at home, then straight east, then there to the end.
  static func way(
    _ kind: LegKind = .walk, metres: Double, speed: Double = 1.4, before: Double = 0, after: Double = 0,
    _ surroundings: Surroundings = suburb, atHome: Surroundings? = nil, places: [Place] = [], beacons: [Beacon] = [],
    script: [ScriptEvent] = opened()
  ) -> Scenario {
    var legs: [Leg] = []
    if before > 0 {
      legs.append(
        Leg(dwell: "home", at: home, stay: .lasting(.minutes(before)), surroundings: atHome ?? surroundings))
    }
    legs.append(
      Leg(
        kind, name: "way", route: RoutePath([home, east(metres)]), speed: .metresPerSecond(speed), speedVariation: 0,
        surroundings: surroundings))
    legs.append(Leg(dwell: "there", at: east(metres), stay: .toTheEnd, surroundings: surroundings))
    return Scenario(
      name: "way", summary: "", notes: [],
      horizon: .seconds((before + after) * 60 + metres / speed + 10), places: places, beacons: beacons, legs: legs,
      script: script)
  }

  static func place(_ name: String, _ position: EarthVector = home) -> Place {
    Place(name: name, position: GeodeticPosition(position))
  }

  /// One run of an app.
  static func run(
    _ scenario: Scenario, on platform: Platform = .ios18, device: String = "modern-phone", network: String? = nil,
    authorization: Authorization = .always, accuracy: AccuracyAuthorization = .full, seed: UInt64 = 1,
    journal: Journal = Journal(), _ code: @escaping @Sendable (JournalApp, AppHost) -> Void
  ) throws -> AppRun {
    let profile = try Requests.catalog.device(device)
    let definition = AppDefinition(
      name: "app", authorization: authorization, accuracy: accuracy, platform: platform
    ) { JournalApp(journal, code) }
    return try AppRun(
      of: definition, device: profile, network: try Requests.catalog.network(network ?? profile.defaultNetwork),
      scenario: scenario, seed: seed)
  }

  static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
}

/// What happened to an app, in order.
final class Journal: Sendable {
  struct Entry: Sendable {
    let time: Double
    let what: String
    var locations: [Location] = []
  }

  private let list = Mutex<[Entry]>([])

  func add(_ time: Double, _ what: String, _ locations: [Location] = []) {
    list.withLock { $0.append(Entry(time: time, what: what, locations: locations)) }
  }
  var entries: [Entry] { list.withLock { $0 } }
  func all(_ what: String) -> [Entry] { entries.filter { $0.what == what } }
}

/// An app whose code is the test's, and which writes down what it is told.
final class JournalApp: SimulatedApp, LocationManagerDelegate {
  let journal: Journal
  private let code: (JournalApp, AppHost) -> Void
  private(set) var host: AppHost?
  var manager: LocationManager?
  var kept: [AnyObject] = []
  var onUpdate: ((LocationManager, [Location]) -> Void)?
  var onBackground: ((AppHost) -> Void)?

  init(_ journal: Journal, _ code: @escaping (JournalApp, AppHost) -> Void) {
    (self.journal, self.code) = (journal, code)
  }

  func note(_ what: String, _ locations: [Location] = []) { journal.add(host?.now ?? 0, what, locations) }

  @discardableResult
  func makeManager(_ accuracy: DesiredAccuracy = .best, filter: Double = -1) -> LocationManager {
    guard let host else { fatalError("an app has a host once it is launched") }
    let manager = host.makeLocationManager()
    manager.delegate = self
    manager.desiredAccuracy = accuracy
    manager.distanceFilter = filter
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    self.manager = manager
    return manager
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    note("launch \(reason)")
    code(self, host)
  }
  func didEnterBackground(_ host: AppHost) { onBackground?(host) }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    note("locations", locations)
    onUpdate?(manager, locations)
  }
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) { note("failed \(error)") }
  func locationManager(_ manager: LocationManager, didFinishDeferredUpdatesWithError error: LocationError?) {
    note("finished \(error.map { "\($0)" } ?? "well")")
  }
  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) { note("paused") }
  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) { note("resumed") }
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) { note("enter \(region.identifier)") }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) { note("exit \(region.identifier)") }
  func locationManager(_ manager: LocationManager, didDetermineState state: RegionState, for region: Region) {
    note("state \(region.identifier) \(state)")
  }
  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region, withError error: LocationError
  ) { note("refused \(region.identifier)") }
  func locationManager(_ manager: LocationManager, didVisit visit: Visit) {
    note(visit.departureDate == Visit.distantFuture ? "arrival" : "departure")
  }
}

extension Instant {
  static func minutes(_ value: Double) -> Instant { .seconds(value * 60) }
  static func hours(_ value: Double) -> Instant { .seconds(value * 3600) }
}
