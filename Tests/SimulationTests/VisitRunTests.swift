import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Strategies
import Synchronization
import Testing
import World

/// Visits far from home: what their places cost to look up, and what an app with reduced accuracy sees of them.
@Suite struct VisitRunTests {
  private final class Diary: Sendable {
    private let seen = Mutex<[Visit]>([])
    var visits: [Visit] { seen.withLock { $0 } }
    func note(_ visit: Visit) { seen.withLock { $0.append(visit) } }
  }

  private final class Listener: SimulatedApp, LocationManagerDelegate {
    private let diary: Diary
    private var manager: LocationManager?

    init(_ diary: Diary) { self.diary = diary }

    func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
      let manager = host.makeLocationManager()
      manager.delegate = self
      self.manager = manager
      manager.startMonitoringVisits()
    }
    func locationManager(_ manager: LocationManager, didVisit visit: Visit) { diary.note(visit) }
  }

  private static let street = Surroundings(sky: .suburban, accessPoints: .many, cells: .urban)
  private static let there = Trials.east(8000)

  /// At 0 until 600 s, 8 km on until 4200 s, then another 40 km on, by car at 13 m/s.
  private func run(
    seed: UInt64 = 3, accuracy: AccuracyAuthorization = .full, script: [ScriptEvent] = []
  ) throws -> (visits: [Visit], record: RunRecord, world: WorldRealization, timeline: [StateSegment]) {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    func drive(_ name: String, from: EarthVector, to: EarthVector) -> Leg {
      Leg(
        .drive, name: name, route: RoutePath([from, to]), speed: .metresPerSecond(13), speedVariation: 0,
        surroundings: Self.street)
    }
    let far = Trials.east(48_000)
    let scenario = Scenario(
      name: "trip", summary: "", notes: [], horizon: .seconds(6000),
      legs: [
        Leg(dwell: "here", at: Trials.berlin, stay: .until(.seconds(600)), surroundings: Self.street),
        drive("out", from: Trials.berlin, to: Self.there),
        Leg(dwell: "there", at: Self.there, stay: .until(.seconds(4200)), surroundings: Self.street),
        drive("on", from: Self.there, to: far),
        Leg(dwell: "far", at: far, stay: .toTheEnd, surroundings: Self.street),
      ],
      script: [ScriptEvent(instant: .start, kind: .foreground), ScriptEvent(instant: .seconds(10), kind: .background)]
        + script)
    let diary = Diary()
    let app = AppDefinition(name: "diary", authorization: .always, accuracy: accuracy, platform: .ios18) {
      Listener(diary)
    }
    let world = Trials.world(scenario, seed: seed, network: network)
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    let (record, observer) = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
    return (diary.visits, record, world, observer.timeline)
  }

  /// Over the bridge cars halt each 120 m for a minute, and there are lights beyond it.
  @Test func aHaltInAQueueOfCarsIsNoVisit() throws {
    var arrivals = 0
    for seed: UInt64 in 1...8 {
      let (device, network) = try Trials.phone("modern-phone", .fixed)
      let world = Trials.world(try Catalog().scenario("el-paso-juarez"), seed: seed, network: network)
      let visits = try Catalog().strategy("visits").appDefinition()
      let phone = try PhoneConfiguration(device: device, network: network, apps: [visits])
      let record = PhoneSimulation.record(of: phone, world: world)
      let told = record.events.filter(\.isEntry)
      arrivals += told.count
      for event in told { #expect(world.motion.value(at: event.delivered) == .still, "seed \(seed)") }
      // Coffee, where the day begins, is left; dinner is arrived at.
      #expect(record.events.map(\.isEntry) == [false, true], "seed \(seed)")
    }
    #expect(arrivals == 8)
  }

  @Test func aPlaceInAnUnknownTileIsLookedUpOnceWithTheModemsWork() throws {
    for seed: UInt64 in 1...6 {
      let (visits, record, _, _) = try run(seed: seed)
      #expect(visits.count == 3)
      // One tile, with the promotion and the tail of LTE; home was known.
      #expect((10...14).contains(record.dwell(.cellular, .lookup)))
      #expect(record.ledger.count(of: .wifiFix) == 2)
      #expect(visits.dropFirst().allSatisfy { $0.horizontalAccuracy <= 165 })
    }
  }

  @Test func withoutANetworkSuchAPlaceIsThatOfTheCell() throws {
    let (visits, record, _, _) = try run(script: [ScriptEvent(instant: .seconds(1), kind: .dataOff)])
    #expect(visits.count == 3)
    #expect(record.dwell(.cellular, .lookup) == 0)
    #expect(record.ledger.count(of: .wifiFix) == 1)
    #expect(visits.dropFirst().allSatisfy { $0.horizontalAccuracy >= 500 })
  }

  @Test func aLookUpThatIsCutLeavesTheVisitToTheCell() throws {
    let lookUp = try #require(run().timeline.first { $0.component == .cellular && $0.cause.purpose == .lookup })
    let cut = try run(script: [ScriptEvent(instant: lookUp.start + .seconds(0.1), kind: .dataOff)])
    #expect(cut.visits.count == 3)
    #expect(cut.visits[1].horizontalAccuracy >= 500)
    #expect(cut.record.dwell(.cellular, .lookup) > 0)
  }

  @Test func withReducedAccuracyADepartureShowsTheAreaOfThePlaceThatWasLeft() throws {
    for seed: UInt64 in 1...6 {
      let (visits, record, world, _) = try run(seed: seed, accuracy: .reduced)
      try #require(visits.count == 3)
      let (home, arrival, departure) = (visits[0], visits[1], visits[2])
      #expect(home.position.distance(to: Trials.berlin) <= home.horizontalAccuracy)
      #expect(arrival.position.distance(to: Self.there) <= arrival.horizontalAccuracy)
      #expect(departure.position == arrival.position && departure.horizontalAccuracy == arrival.horizontalAccuracy)
      // The user was in another when it was told.
      let now = world.journey.position(at: record.events[2].delivered)
      #expect(world.map.area(around: now, cells: .urban).centre != departure.position)
    }
  }
}
