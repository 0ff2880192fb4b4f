import DeviceModel
import LocationServices
import Core
import Simulation
import Synchronization
import World

/// What both halves of an app were told, in order.
final class PairJournal: Sendable {
  private let storage = Mutex<[String]>([])
  private let positions = Mutex<[Location]>([])

  func note(_ text: String) { storage.withLock { $0.append(text) } }
  func note(_ locations: [Location]) { positions.withLock { $0 += locations } }
  /// Positions that the test's code kept.
  var locations: [Location] { positions.withLock { $0 } }
  var lines: [String] { storage.withLock { $0 } }
}

/// Half of an app whose code is the test's; it writes down what it is told.
final class HalfApp: SimulatedApp, LocationManagerDelegate, WatchSessionDelegate {
  typealias Code = @Sendable (HalfApp, AppHost) -> Void

  let name: String
  let journal: PairJournal
  private let launched: Code
  var onMessage: ((WatchMessage) -> Void)?
  var onUpdate: (([Location]) -> Void)?
  var onForeground: (() -> Void)?
  var managers: [LocationManager] = []
  private(set) weak var host: AppHost?

  init(_ name: String, _ journal: PairJournal, _ launched: @escaping Code) {
    self.name = name
    self.journal = journal
    self.launched = launched
  }

  func note(_ text: String) { journal.note("\(name) \(host?.now ?? -1): \(text)") }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    host.watchSession?.delegate = self
    note("launched by \(reason)")
    launched(self, host)
  }
  func willEnterForeground(_ host: AppHost) { onForeground?() }

  func send(_ message: WatchMessage) {
    host?.watchSession?.sendMessage(message) { [weak self] error in self?.note("\(message.subject) failed: \(error)") }
  }

  @discardableResult
  func track(_ accuracy: DesiredAccuracy = .best) -> LocationManager? {
    guard let host else { return nil }
    let manager = host.makeLocationManager()
    manager.delegate = self
    manager.desiredAccuracy = accuracy
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    managers.append(manager)
    return manager
  }

  func session(_ session: WatchSession, didReceiveMessage message: WatchMessage) {
    note("message \(message.subject)")
    onMessage?(message)
  }
  func session(_ session: WatchSession, didReceiveApplicationContext context: WatchMessage) {
    note("context \(context.subject)")
  }
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) { onUpdate?(locations) }
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) { note("failed \(error)") }
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) { note("told") }
  func locationManager(_ manager: LocationManager, didVisit visit: Visit) { note("told") }
}

/// A phone and a watch with chosen numbers for a minute or so, on a field or along a way.
struct PairBench {
  var phone: PhoneConfiguration
  var watch: PhoneConfiguration
  var scenario: Scenario
  let journal = PairJournal()
  var seed: UInt64 = 3

  static let field = Surroundings(sky: .openSky, accessPoints: .none, cells: .rural)

  /// - Parameters:
  ///   - script: events by second and kind.
  ///   - legs: a rest on a field when left out.
  init(
    seconds: Double = 60, script: [(Double, ScriptEvent.Kind)] = [], legs: [Leg]? = nil,
    authorization: Authorization = .always, accuracy: AccuracyAuthorization = .full, platform: Platform = .ios18,
    user: UserDecisions = .standard,
    phoneCode: @escaping HalfApp.Code = { _, _ in }, watchCode: @escaping HalfApp.Code = { _, _ in }
  ) throws {
    let journal = journal
    func half(_ name: String, _ code: @escaping HalfApp.Code) -> AppDefinition {
      AppDefinition(name: name, authorization: authorization, accuracy: accuracy, platform: platform) {
        HalfApp(name, journal, code)
      }
    }
    var (phoneDevice, phoneNetwork) = try Trials.phone("modern-phone", .fixed)
    var (watchDevice, watchNetwork) = try Trials.phone("watch", .fixed)
    (phoneDevice.bluetooth, watchDevice.bluetooth) = (
      phoneDevice.bluetooth.map { Self.radio($0, idle: 0.0019, link: 0.0013, message: 0.0031, time: 0.031) },
      watchDevice.bluetooth.map { Self.radio($0, idle: 0.0011, link: 0.0007, message: 0.0053, time: 0.037) }
    )
    phone = try PhoneConfiguration(device: phoneDevice, network: phoneNetwork, apps: [half("phone", phoneCode)])
    watch = try PhoneConfiguration(device: watchDevice, network: watchNetwork, apps: [half("watch", watchCode)])
    scenario = Scenario(
      name: "pair", summary: "", notes: [], horizon: .seconds(seconds),
      legs: legs ?? [Leg(dwell: "field", at: Trials.berlin, stay: .toTheEnd, surroundings: Self.field)],
      script: script.map { ScriptEvent(instant: .seconds($0.0), kind: $0.1) }, user: user)
  }

  private static func radio(
    _ radio: BluetoothParameters, idle: Double, link: Double, message: Double, time: Double
  ) -> BluetoothParameters {
    var radio = radio
    (radio.idle, radio.link) = (.watts(idle), .watts(link))
    (radio.message, radio.messageTime) = (.joules(message), .seconds(time))
    return radio
  }

  /// A leg on which the phone stays behind.
  static func without(_ leg: Leg) -> Leg {
    var leg = leg
    leg.phoneAtHand = false
    return leg
  }

  func world(_ carriedDevice: CarriedDevice) -> WorldRealization {
    WorldRealization(scenario: scenario, seed: seed, environment: RadioEnvironment(), carriedDevice: carriedDevice)
  }

  @discardableResult
  func run() -> (record: RunRecord, phone: TimelineKeeper, watch: TimelineKeeper) {
    PairSimulation(
      phone: phone, watch: watch, world: world(.phone), watchWorld: world(.watch), phoneObserver: TimelineKeeper(),
      watchObserver: TimelineKeeper()
    ).run()
  }
}

extension RunRecord {
  func energy(of component: Component) -> Double {
    EnergyBreakdown(ledger: ledger, prices: prices).energy(of: component).joules
  }
}

extension WatchRecord {
  var energy: Energy { EnergyBreakdown(ledger: ledger, prices: prices).total }
  func energy(of component: Component) -> Double {
    EnergyBreakdown(ledger: ledger, prices: prices).energy(of: component).joules
  }
}
