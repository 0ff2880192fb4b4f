import DeviceModel
import LocationServices
import Core
import Simulation
import World

/// A phone in a place made for a test, with one app, and what came of it.
struct Stage {
  var device: DeviceParameters
  var network: NetworkParameters
  var legs: [Leg]
  var script: [ScriptEvent] = []
  var seconds = 600.0
  var seed: UInt64 = 3
  var platform = Platform.ios18
  var venues: [Venue] = []
  var user = UserDecisions.standard
  var failures: [Failure] = []

  init(_ phone: String = "modern-phone", legs: [Leg]) throws {
    (device, network) = try Trials.phone(phone, .fixed)
    self.legs = legs
  }

  /// Someone who stays in one place.
  init(_ phone: String = "modern-phone", stayingIn surroundings: Surroundings) throws {
    try self.init(
      phone, legs: [Leg(dwell: "stay", at: Trials.berlin, stay: .toTheEnd, surroundings: surroundings)])
  }

  /// Someone who goes east at this speed in m/s.
  init(_ kind: LegKind, at speed: Double, through surroundings: Surroundings) throws {
    try self.init(
      legs: [
        Leg(
          kind, name: "way", route: RoutePath([Trials.berlin, Trials.east(200_000)]), speed: .metresPerSecond(speed),
          speedVariation: 0, surroundings: surroundings)
      ])
  }

  func app(_ launched: @escaping @Sendable (ScriptedApp, AppHost) -> Void) -> AppDefinition {
    AppDefinition(name: "staged", platform: platform) { ScriptedApp(launched) }
  }

  /// Runs the app in the foreground, with anything the script does to the phone.
  func run(
    _ launched: @escaping @Sendable (ScriptedApp, AppHost) -> Void
  ) throws -> (record: RunRecord, observer: TimelineKeeper) { try run([app(launched)]) }

  func run(_ apps: [AppDefinition]) throws -> (record: RunRecord, observer: TimelineKeeper) {
    var scenario = Scenario(
      name: "stage", summary: "", notes: [], horizon: .seconds(seconds), legs: legs,
      script: [ScriptEvent(instant: .start, kind: .foreground)] + script, user: user)
    (scenario.venues, scenario.failures) = (venues, failures)
    let world = Trials.world(scenario, seed: seed, network: network)
    let phone = try PhoneConfiguration(device: device, network: network, apps: apps)
    return PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
  }
}

extension RunRecord {
  /// How long a component worked for a purpose of any app, in seconds.
  func dwell(_ component: Component, _ purpose: EnergyAttribution.Purpose) -> Double {
    var total = 0.0
    for app in 0..<EnergyAttribution.appLimit {
      for state in 0..<UInt8(EnergyLedger.stateLimit) {
        for bin in SignalStrength.allCases {
          total += ledger.dwell(component, state: state, bin: bin, cause: EnergyAttribution(purpose, app: app)).seconds
        }
      }
    }
    return total
  }
}
