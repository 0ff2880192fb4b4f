import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Strategies
import World

/// One strategy on one phone and one day, ready to run.
struct Trial {
  let seed: UInt64
  let strategy: String
  /// The system may start the app's process for it.
  var isStartedBySystem = false
  let configuration: PhoneConfiguration
  let world: WorldRealization

  var label: String { "\(strategy) on \(configuration.device.name), seed \(seed)" }

  func run(horizon: Instant? = nil) -> (record: RunRecord, observer: TimelineKeeper) {
    PhoneSimulation(configuration, world: world, horizon: horizon, observer: TimelineKeeper()).run()
  }
}

/// The runs that the contracts are checked on: every kind of strategy, several phones, a short day of many events.
enum Trials {
  static let catalog = Catalog()
  static let devices = ["modern-phone", "iphone-6", "wifi-only", "htc-dream", "watch"]

  /// A phone of the catalogue and its network, drawn for a seed or at their means.
  static func phone(
    _ name: String, _ mode: ParameterMode
  ) throws -> (device: DeviceParameters, network: NetworkParameters) {
    let profile = try catalog.device(name)
    return (try profile.parameters(mode: mode), try catalog.network(profile.defaultNetwork).parameters(mode: mode))
  }

  /// The catalogue's strategies, and every kind with each upload policy.
  static func strategies() throws -> [StrategySpecification] {
    let catalog = Catalog()
    var all = try catalog.entries(.strategies).map { try catalog.strategy($0) }
    let policies = [
      UploadPolicy(), UploadPolicy(batchCount: 30, batchInterval: 97), UploadPolicy(batchCount: 5, onWiFiOnly: true),
    ]
    for kind in StrategyRegistry.kinds {
      for (index, policy) in policies.enumerated() {
        all.append(
          StrategySpecification(
            name: "\(kind.name) with uploads \(index)", summary: "", kind: kind.name,
            platform: kind.standardPlatform.system == .android
              ? (index == 0 ? .android12 : .android6) : (index == 0 ? .ios18 : .ios12),
            upload: policy))
      }
    }
    return all
  }

  static let berlin = GeodeticPosition(latitude: 52.4723, longitude: 13.3278).earthVector()
  static func east(_ metres: Double) -> EarthVector { berlin.moved(east: metres, north: 0) }

  /// 24 minutes: at home on Wi-Fi, a walk, a tunnel, a drive past a canyon, killed and opened again, in an office.
  static let day: Scenario = {
    let home = Surroundings(sky: .indoor, accessPoints: .many, cells: .urban, onWiFi: true)
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .urban)
    let tunnel = Surroundings(sky: .underground, accessPoints: .none, cells: .urban, coverage: .none)
    let road = Surroundings(sky: .openSky, accessPoints: .few, cells: .urban, coverage: .weak)
    let canyon = Surroundings(sky: .canyon, accessPoints: .many, cells: .urban)
    let legs = [
      Leg(
        dwell: "home", at: berlin, stay: .lasting(.minutes(3)), spread: .seconds(31), surroundings: home,
        endEvents: [.screenOn]),
      Leg(
        .walk, name: "walk", route: RoutePath([berlin, east(470)]), speed: .metresPerSecond(1.4), surroundings: street),
      Leg(
        .subway, name: "tunnel", route: RoutePath([east(470), east(2470)]), speed: .metresPerSecond(14),
        surroundings: tunnel),
      Leg(
        .drive, name: "drive", route: RoutePath([east(2470), east(6470)]), speed: .metresPerSecond(14),
        stops: StopPattern(every: .metres(400), chance: 0.4, hold: .seconds(19)), surroundings: road,
        changes: [SurroundingsChange(fraction: 0.61, surroundings: canyon)]),
      Leg(dwell: "office", at: east(6470), stay: .toTheEnd, surroundings: home, startEvents: [.chargerOn]),
    ]
    func event(_ seconds: Double, _ kind: ScriptEvent.Kind) -> ScriptEvent {
      ScriptEvent(instant: .seconds(seconds), kind: kind)
    }
    return Scenario(
      name: "short day", summary: "", notes: [], horizon: .seconds(1440),
      places: [
        Place(name: "home", position: GeodeticPosition(berlin)),
        Place(name: "stop", position: GeodeticPosition(east(2470))),
        Place(name: "office", position: GeodeticPosition(east(6470))),
      ],
      beacons: [Beacon(name: "gate", position: east(230), range: 37)], legs: legs,
      script: [
        event(0, .screenOn), event(0, .foreground), event(41, .background), event(301, .foreground),
        event(333, .background), event(640, .terminate), event(791, .airplaneOn), event(823, .airplaneOff),
        event(911, .foreground), event(957, .background), event(1211, .screenOn),
      ])
  }()

  /// At 0 until 600 s, walks to 1300 m east at 1.3 m/s, stays there from 1600 s on.
  static func walk(
    accessPoints: AccessPointDensity = .many, coverage: Coverage = .good, onWiFi: Bool = false,
    rest: TimeSpan = .minutes(10), places: [Place] = [],
    beacons: [Beacon] = [], script: [ScriptEvent] = []
  ) -> Scenario {
    let street = Surroundings(
      sky: .suburban, accessPoints: accessPoints, cells: .urban, coverage: coverage, onWiFi: onWiFi)
    return Scenario(
      name: "walk", summary: "", notes: [], horizon: .seconds(3400) + rest, places: places, beacons: beacons,
      legs: [
        Leg(dwell: "here", at: berlin, stay: .until(.start + rest), surroundings: street),
        Leg(
          .walk, name: "walk", route: RoutePath([berlin, east(1300)]), speed: .metresPerSecond(1.3),
          speedVariation: 0, surroundings: street),
        Leg(dwell: "there", at: east(1300), stay: .toTheEnd, surroundings: street),
      ],
      script: [ScriptEvent(instant: .start, kind: .foreground), ScriptEvent(instant: .seconds(10), kind: .background)]
        + script)
  }

  static func world(_ scenario: Scenario = day, seed: UInt64, network: NetworkParameters) -> WorldRealization {
    let radius = network.cellRadius
    var environment = RadioEnvironment(urban: radius.urban, suburban: radius.suburban, rural: radius.rural)
    environment.accesses = RadioAccessProcess(network)
    return WorldRealization(scenario: scenario, seed: seed, environment: environment)
  }

  /// Every strategy on one seed, in one world: on the next phone for each seed, with its own draw of numbers.
  static func all(seed: UInt64, devices: [String] = devices) throws -> [Trial] {
    let (device, network) = try phone(devices[Int(seed) % devices.count], .drawn(seed: seed))
    let world = world(seed: seed, network: network)
    return try definitions.get().map { name, isStarted, app in
      Trial(
        seed: seed, strategy: name, isStartedBySystem: isStarted,
        configuration: try PhoneConfiguration(device: device, network: network, apps: [app]), world: world)
    }
  }

  private static let definitions = Result {
    try strategies().map { strategy in
      let isStarted =
        strategy.needs.authorization == .always || ["live_updates", "background_refresh"].contains(strategy.kind)
        // Android starts a process for a change of activity, whatever the app may do with location.
        || (strategy.platform.isAndroid && strategy.services.contains(.activityRecognition))
      return (name: strategy.name, isStarted: isStarted, app: try strategy.appDefinition())
    }
  }

  /// Every strategy over the seeds.
  static func forEach(
    seeds: ClosedRange<UInt64>, devices: [String] = devices, _ body: (Trial) throws -> Void
  ) throws {
    for seed in seeds { for trial in try all(seed: seed, devices: devices) { try body(trial) } }
  }
}

extension RunRecord {
  var energy: Energy { EnergyBreakdown(ledger: ledger, prices: prices).total }
}
