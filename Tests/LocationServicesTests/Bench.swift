import DeviceModel
import Core
import Synchronization
import World

@testable import LocationServices

/// What an app was told, when; outlives its processes.
final class Journal: Sendable {
  struct Entry: Sendable, Equatable {
    var time: Double
    var text: String
    var locations: [Location] = []
  }

  private let storage = Mutex<[Entry]>([])

  func note(_ text: String, at time: Double, _ locations: [Location] = []) {
    storage.withLock { $0.append(Entry(time: time, text: text, locations: locations)) }
  }
  var entries: [Entry] { storage.withLock { $0 } }
  /// Every entry as `time text`, such as `5.0 background`.
  var lines: [String] { entries.map { "\($0.time) \($0.text)" } }
  func times(_ text: String) -> [Double] { entries.filter { $0.text == text }.map(\.time) }
  var deliveries: [Entry] { entries.filter { !$0.locations.isEmpty } }
}

/// An app that writes down what it is told and does what the test says at launch.
final class RecordingApp: SimulatedApp, LocationManagerDelegate {
  let journal: Journal
  let setUp: @Sendable (RecordingApp, AppHost) -> Void
  var managers: [LocationManager] = []
  /// Sessions and streams that the test's app holds.
  var keep: [AnyObject] = []
  var onUpdate: (() -> Void)?
  var onExpiry: (() -> Void)?
  private weak var host: AppHost?

  init(_ journal: Journal, setUp: @escaping @Sendable (RecordingApp, AppHost) -> Void) {
    self.journal = journal
    self.setUp = setUp
  }

  var now: Double { host?.now ?? -1 }

  /// A manager that reports here, without auto-pause and with background updates: what most tests want.
  @discardableResult
  func makeManager(_ host: AppHost) -> LocationManager {
    let manager = host.makeLocationManager()
    manager.delegate = self
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    managers.append(manager)
    return manager
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    journal.note("launched by \(reason)", at: host.now)
    setUp(self, host)
  }
  func didEnterBackground(_ host: AppHost) { journal.note("background", at: host.now) }
  func willEnterForeground(_ host: AppHost) { journal.note("foreground", at: host.now) }
  func performBackgroundRefresh(_ host: AppHost) { journal.note("refresh", at: host.now) }
  func backgroundTaskWillExpire(_ host: AppHost) {
    journal.note("task expires", at: host.now)
    onExpiry?()
  }
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    journal.note("\(locations.count) locations", at: now, locations)
    onUpdate?()
  }
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    journal.note("failed \(error)", at: now)
  }
  func locationManager(_ manager: LocationManager, didFinishDeferredUpdatesWithError error: LocationError?) {
    journal.note("deferral finished \(error.map { "\($0.rawValue)" } ?? "without error")", at: now)
  }
  func locationManagerDidChangeAuthorization(_ manager: LocationManager) {
    journal.note("authorization \(manager.authorizationStatus)", at: now)
  }
  func locationManager(_ manager: LocationManager, didChangeAuthorization status: AuthorizationStatus) {
    journal.note("authorization \(status)", at: now)
  }
  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) { journal.note("paused", at: now) }
  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) { journal.note("resumed", at: now) }
}

/// Drives the location services by hand, with a processor that is always ready unless told otherwise.
struct Bench: ~Copyable {
  var system: LocationSystem
  private let definition: AppDefinition
  private let makeSystem: (AppDefinition) -> LocationSystem
  /// What the app has asked of the phone so far.
  private(set) var appRequests = AppRequests()
  let journal = Journal()
  var now = Instant.start
  /// Whether apps' code runs as soon as it has something to do.
  var processorRuns = true

  static let berlin = GeodeticPosition(latitude: 52.4723, longitude: 13.3278).earthVector()

  init(
    authorization: Authorization = .always, accuracy: AccuracyAuthorization = .full, platform: Platform = .ios12,
    role: AppRole = .app, asksFor: AuthorizationRequest? = nil, chipCapacity: Int = 300, motion: MotionClass = .still,
    deferral: Bool = true, significantChange: Bool = true, satellites: Bool = true, pauseVariation: Double = 0,
    setUp: @escaping @Sendable (RecordingApp, AppHost) -> Void
  ) {
    let journal = journal
    definition = AppDefinition(
      name: "test", authorization: authorization, accuracy: accuracy, platform: platform, role: role, asksFor: asksFor
    ) { RecordingApp(journal, setUp: setUp) }
    makeSystem = { app in
      LocationSystem(
        apps: [app],
        availability: AppHost.Availability(
          deferredLocationUpdates: deferral, significantLocationChangeMonitoring: significantChange,
          satellites: satellites),
        chipCapacity: chipCapacity, motion: motion, outcomes: Patience { _ in pauseVariation })
    }
    system = makeSystem(definition)
  }

  /// A phone whose app the user opened at the start.
  static func opened(
    authorization: Authorization = .always, accuracy: AccuracyAuthorization = .full, platform: Platform = .ios12,
    asksFor: AuthorizationRequest? = nil, chipCapacity: Int = 300, motion: MotionClass = .still,
    deferral: Bool = true, significantChange: Bool = true, satellites: Bool = true, pauseVariation: Double = 0,
    setUp: @escaping @Sendable (RecordingApp, AppHost) -> Void
  ) -> Bench {
    var bench = Bench(
      authorization: authorization, accuracy: accuracy, platform: platform, asksFor: asksFor,
      chipCapacity: chipCapacity, motion: motion, deferral: deferral, significantChange: significantChange,
      satellites: satellites, pauseVariation: pauseVariation, setUp: setUp)
    bench.open()
    return bench
  }

  /// Changes the app before its first launch.
  mutating func redefine(_ change: (inout AppDefinition) -> Void) {
    var definition = definition
    change(&definition)
    system = makeSystem(definition)
  }

  mutating func settle() {
    if processorRuns, system.wantsProcessor(0) { appRequests.add(system.dispatch(0, at: now)) }
    _ = system.updateDemand()
  }

  mutating func takeAppRequests() -> AppRequests {
    defer { appRequests = AppRequests() }
    return appRequests
  }

  /// Lets time pass; services and timers act when they are due.
  ///
  /// - Parameter isForFix: a position follows, which comes before what services do at that instant, as on a phone.
  mutating func advance(to seconds: Double, forFix isForFix: Bool = false) {
    let end = Instant.seconds(seconds)
    while true {
      let due = min(system.serviceDeadline(at: now), system.appTimerDeadline)
      guard due < end || (due == end && !isForFix) else { break }
      now = max(now, due)
      if system.serviceDeadline(at: now) <= now { system.serviceTimerFired(at: now) }
      if system.appTimerDeadline <= now { system.appTimerFired(at: now) }
      settle()
    }
    now = end
  }

  mutating func open() {
    system.enterForeground(0, at: now)
    settle()
  }
  mutating func leave() {
    system.leaveForeground(0, at: now)
    settle()
  }
  mutating func kill() {
    system.terminate(0, at: now)
    settle()
  }
  mutating func move(_ motion: MotionClass) {
    system.motionChanged(to: motion, at: now)
    settle()
  }

  /// Runs code of the app's own.
  mutating func act(_ body: @escaping (RecordingApp) -> Void) {
    guard let host = system.apps[0].host, let app = system.apps[0].app as? RecordingApp else { return }
    host.timerActions[-1] = { body(app) }
    system.context.processes[0].mailbox.post(.timer(-1))
    settle()
  }

  static func location(
    east: Double = 0, accuracy: Double = 10, speed: Double = 0, at time: Double = 0
  ) -> Location {
    Location(
      position: berlin.moved(east: east, north: 0), horizontalAccuracy: accuracy, instant: .seconds(time), speed: speed)
  }

  /// A fix `east` metres east of Berlin, now.
  mutating func fix(east: Double = 0, accuracy: Double = 10, speed: Double = 0, fromGNSS: Bool = true) {
    system.ingest(
      Self.location(east: east, accuracy: accuracy, speed: speed, at: now.seconds), fromGNSS: fromGNSS, at: now)
    settle()
  }

  /// What the driver does when a measurement for significant change is due.
  mutating func measureSignificantChange(east: Double, accuracy: Double = 65) {
    system.significantChangeMeasurementBegins(at: now)
    system.significantChangeMeasured(Self.location(east: east, accuracy: accuracy, at: now.seconds), at: now)
    settle()
  }

  var process: ProcessState { system.process(of: 0) }
}

extension Bench {
  /// Runs code of the app's own that needs its host.
  mutating func actOnHost(_ body: @escaping (AppHost) -> Void) {
    guard let host = system.apps[0].host else { return }
    host.timerActions[-1] = { [unowned host] in body(host) }
    system.context.processes[0].mailbox.post(.timer(-1))
    settle()
  }
}

extension AppRequests {
  fileprivate mutating func add(_ more: AppRequests?) {
    guard let more else { return }
    geocodes += more.geocodes
    scans += more.scans
    lookups += more.lookups
    events += more.events
    work += more.work
  }
}
