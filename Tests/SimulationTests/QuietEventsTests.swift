import DeviceModel
import Documents
import FileFormats
import LocationServices
import Core
import Strategies
import Testing
import World

@testable import Simulation

/// After a quiet event services are not asked for what they would say again. Asking them after every event gives the same.
@Suite struct QuietEventsTests {
  private static func run(_ trial: Trial, asksAlways: Bool) -> (record: RunRecord, timeline: [StateSegment]) {
    var simulation = PhoneSimulation(trial.configuration, world: trial.world, observer: TimelineKeeper())
    if asksAlways { simulation.quiet.isAllowed = false }
    let (record, observer) = simulation.run()
    return (record, observer.timeline)
  }

  private static func faults(of trial: Trial) -> [String] {
    let (quick, quickTimeline) = run(trial, asksAlways: false)
    let (slow, slowTimeline) = run(trial, asksAlways: true)
    var faults: [String] = []
    func check(_ what: String, _ isSame: Bool) { if !isSame { faults.append("\(trial.label): \(what)") } }
    check("ledger", quick.ledger == slow.ledger)
    check("timeline", quickTimeline == slowTimeline)
    check("positions", quick.fixes == slow.fixes)
    check("events", quick.events == slow.events)
    check("indicators", quick.indicators == slow.indicators)
    check(
      "counts",
      (quick.deliveries, quick.wakeups, quick.uploads, quick.cellularTransfers)
        == (slow.deliveries, slow.wakeups, slow.uploads, slow.cellularTransfers))
    return faults
  }

  @Test func everyStrategyOnManyShortDays() throws {
    var faults: [String] = []
    try Trials.forEach(seeds: 1...15) { faults += Self.faults(of: $0) }
    #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(3))")
  }

  /// Days of the catalogue, where stretches of positions alone are long, under sessions with random settings.
  @Test(arguments: ["commute", "hike", "freeway-jam"])
  func randomSessionsOnWholeDays(_ day: String) throws {
    var generator = SeededGenerator(state: 0x5eed_0015)
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    var faults: [String] = []
    for seed in 1...UInt64(6) {
      let world = Trials.world(try Trials.catalog.scenario(day), seed: seed, network: network)
      let app = AppDefinition(name: "random", authorization: .always) { [generator] in RandomSessionApp(generator) }
      _ = generator.next()
      let configuration = try PhoneConfiguration(device: device, network: network, apps: [app])
      faults += Self.faults(
        of: Trial(seed: seed, strategy: "random session", configuration: configuration, world: world))
    }
    #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(3))")
  }
}

private struct SeededGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 31
  }
}

/// Two sessions whose settings change at random, with positions dropped, and other delegates named in the middle of a delivery.
private final class RandomSessionApp: SimulatedApp, LocationManagerDelegate {
  private final class Relay: LocationManagerDelegate {
    weak var app: RandomSessionApp?
    func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
      app?.locationManager(manager, didUpdateLocations: locations)
    }
  }

  private var generator: SeededGenerator
  private var managers: [LocationManager] = []
  private let relay = Relay()
  private weak var host: AppHost?

  init(_ generator: SeededGenerator) { self.generator = generator }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    relay.app = self
    managers = [host.makeLocationManager(), host.makeLocationManager()]
    for manager in managers { manager.delegate = self }
    change(host)
  }

  private func change(_ host: AppHost) {
    let accuracies: [DesiredAccuracy] = [.best, .best, .bestForNavigation, .hundredMeters, .kilometer]
    let filters = [-1.0, -1, 10, 57, 1000]
    for manager in managers {
      manager.desiredAccuracy = accuracies.randomElement(using: &generator) ?? .best
      manager.distanceFilter = filters.randomElement(using: &generator) ?? -1
      manager.pausesLocationUpdatesAutomatically = .random(using: &generator)
      manager.allowsBackgroundLocationUpdates = Int.random(in: 0..<4, using: &generator) > 0
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: manager.stopUpdatingLocation()
      case 1: manager.requestLocation()
      case 2: manager.startMonitoringSignificantLocationChanges()
      default: manager.startUpdatingLocation()
      }
    }
    host.schedule(after: .random(in: 60..<4000, using: &generator)) { [weak self, unowned host] in self?.change(host) }
    host.work(for: 0.031)
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    switch Int.random(in: 0..<197, using: &generator) {
    case 0, 1: manager.distanceFilter = .random(in: -1..<80, using: &generator)
    case 2: manager.delegate = relay
    case 3: manager.delegate = self
    case 4: host?.work(for: 0.017)
    case 5..<12: host.map { host in locations.forEach(host.drop) }
    default: break
    }
  }
}
