import DeviceModel
import FileFormats
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// `requestLocation` on a whole phone.
@Suite struct OneShotRunTests {
  private static func day(_ surroundings: Surroundings, opened: [Double] = [30, 900]) -> Scenario {
    Scenario(
      name: "stay", summary: "", notes: [], horizon: .seconds(1800),
      legs: [Leg(dwell: "stay", at: Trials.berlin, stay: .toTheEnd, surroundings: surroundings)],
      script: opened.flatMap {
        [
          ScriptEvent(instant: .seconds($0), kind: .foreground),
          ScriptEvent(instant: .seconds($0 + 60), kind: .background),
        ]
      })
  }

  private static let street = Surroundings(sky: .suburban, accessPoints: .many, cells: .urban)
  private static let mine = Surroundings(sky: .underground, accessPoints: .none, cells: .rural, coverage: .none)

  private static func run(
    _ app: AppDefinition, in surroundings: Surroundings, seed: UInt64
  ) throws -> (record: RunRecord, timeline: [StateSegment]) {
    let (device, network) = try Trials.phone("modern-phone", .drawn(seed: seed))
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    let world = Trials.world(day(surroundings), seed: seed, network: network)
    let (record, observer) = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
    return (record, observer.timeline)
  }

  private static func strategy(_ accuracy: String) throws -> AppDefinition {
    try StrategySpecification(
      name: "one shot", summary: "", kind: "one_shot", authorization: .whenInUse,
      parameters: ["desired_accuracy": .choice(accuracy)]
    ).appDefinition()
  }

  @Test(arguments: ["best", "hundred_meters", "kilometer"])
  func eachTimeItIsOpenedTheAppGetsOnePositionAndTheRadiosRest(_ accuracy: String) throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let (record, timeline) = try Self.run(try Self.strategy(accuracy), in: Self.street, seed: seed)
      let label: Comment = "\(accuracy), seed \(seed)"
      #expect(record.deliveries == 2, label)
      #expect(record.fixes.count == 2, label)
      for (fix, opened) in zip(record.fixes, [30.0, 900]) {
        #expect((opened...opened + 14).contains(fix.delivered.seconds), label)
      }
      // A tail after the request, and nothing for the rest of the day.
      let gnss = timeline.filter { $0.component == .gnss && $0.state != GNSSReceiver.State.off.rawValue }
      #expect(gnss.isEmpty == (accuracy != "best"), label)
      for segment in gnss {
        let opened = segment.start.seconds < 900 ? 30.0 : 900
        #expect(segment.start.seconds >= opened && segment.end.seconds < opened + 30, label)
      }
    }
  }

  @Test func inAMineThereIsNoPosition() throws {
    for accuracy in ["best", "hundred_meters", "three_kilometers"] {
      let (record, timeline) = try Self.run(try Self.strategy(accuracy), in: Self.mine, seed: 7)
      #expect(record.fixes.isEmpty)
      // After half a minute the search is over, on either occasion.
      for segment in timeline where segment.component == .gnss && segment.state != GNSSReceiver.State.off.rawValue {
        let opened = segment.start.seconds < 900 ? 30.0 : 900
        #expect(segment.end.seconds <= opened + 60)
      }
    }
  }

  /// At 100 km/h a position is 28 m off after each second: what the app gets has to be of now.
  @Test(arguments: ["best", "nearest_ten_meters", "hundred_meters"])
  func onAMotorwayAnAnswerIsNotOfTheRequestBefore(_ accuracy: String) throws {
    var stage = try Stage(
      .drive, at: 27.8, through: Surroundings(sky: .openSky, accessPoints: .many, cells: .suburban))
    stage.seconds = 1200
    let app = try StrategySpecification(
      name: "one shot", summary: "", kind: "one_shot", authorization: .whenInUse,
      parameters: ["desired_accuracy": .choice(accuracy), "interval": .time(40)]
    ).appDefinition()
    for seed in 1...4 as ClosedRange<UInt64> {
      stage.seed = seed
      let fixes = try stage.run([app]).record.fixes
      #expect(fixes.count > 20, "\(accuracy), seed \(seed)")
      // A request whose satellites take long ends with what it got at its begin, some ten seconds before.
      for fix in fixes { #expect(fix.delivered - fix.timestamp <= .seconds(14), "\(accuracy), seed \(seed)") }
    }
  }

  /// One request more leaves what comes later at the same instants as it was.
  @Test func oneMoreRequestDrawsNoNewRandomnessForTheSessionAfterIt() throws {
    func session(asksBefore: Bool) -> AppDefinition {
      ScriptedApp.definition { app, host in
        let manager = host.makeLocationManager()
        manager.delegate = app
        manager.allowsBackgroundLocationUpdates = true
        manager.pausesLocationUpdatesAutomatically = false
        host.beginBackgroundTask()
        if asksBefore { host.schedule(after: 7) { [unowned manager] in manager.requestLocation() } }
        host.schedule(after: 47) { [unowned manager] in manager.startUpdatingLocation() }
      }
    }
    for seed in 1...5 as ClosedRange<UInt64> {
      func bySecond(_ asksBefore: Bool) throws -> [Int: EarthVector] {
        let record = try Self.run(session(asksBefore: asksBefore), in: Self.street, seed: seed).record
        let late = record.fixes.filter { $0.timestamp > .seconds(120) }
        return Dictionary(
          late.map { (Int($0.timestamp.seconds), $0.position) }, uniquingKeysWith: { first, _ in first })
      }
      let (with, without) = (try bySecond(true), try bySecond(false))
      let shared = Set(with.keys).intersection(without.keys)
      #expect(shared.count > 100, "seed \(seed)")
      for second in shared { #expect(with[second] == without[second], "seed \(seed), \(second) s") }
    }
  }
}
