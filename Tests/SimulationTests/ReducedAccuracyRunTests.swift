import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// The drive of the 2020 session: through El Paso on Interstate 10, over a bridge, and back through Ciudad Juárez.
@Suite struct ReducedAccuracyRunTests {
  static let scenario = Result { try Catalog().scenario("el-paso-juarez") }

  private static func run(
    _ strategy: StrategySpecification, seed: UInt64
  ) throws -> (record: RunRecord, world: WorldRealization, timeline: [StateSegment]) {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let world = Trials.world(try scenario.get(), seed: seed, network: network)
    let phone = try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()])
    let (record, observer) = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
    return (record, world, observer.timeline)
  }

  private static func strategies() throws -> [StrategySpecification] {
    let catalog = Catalog()
    return [
      try catalog.strategy("reduced-accuracy"), try catalog.strategy("continuous").under(.reduced),
      try catalog.strategy("significant-change").under(.reduced), try catalog.strategy("one-shot").under(.reduced),
    ]
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func eachAreaHoldsTheTruthOfItsInstantWithItsCentreInTheSameCountry(_ seed: UInt64) throws {
    for strategy in try Self.strategies() {
      let (record, world, _) = try Self.run(strategy, seed: seed)
      #expect(!record.fixes.isEmpty, "\(strategy.name)")
      for fix in record.fixes {
        let truth = world.journey.position(at: fix.timestamp)
        let label: Comment = "\(strategy.name), seed \(seed), \(fix.timestamp.seconds) s"
        #expect(fix.horizontalAccuracy >= 1_000, label)
        #expect(truth.distance(to: fix.position) <= fix.horizontalAccuracy, label)
        let country = try #require(world.map.country(of: truth), label)
        #expect(world.map.country(of: fix.position) == country, label)
      }
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func areasAreComputedAtMostFourTimesAnHourAndNoneIsDeliveredTwiceInARow(_ seed: UInt64) throws {
    for strategy in try Self.strategies() where strategy.kind != "one_shot" {
      let record = try Self.run(strategy, seed: seed).record
      let times = record.fixes.map(\.timestamp)
      for (index, time) in times.enumerated() {
        let hour = times.filter { $0 >= time && $0 < time + .hours(1) }
        #expect(Set(hour).count <= 4, "\(strategy.name), seed \(seed)")
        if index > 0 { #expect(record.fixes[index].position != record.fixes[index - 1].position) }
      }
    }
  }

  @Test func bothSidesOfTheBorderAreSeen() throws {
    var names: Set<String> = []
    for seed in 1...3 as ClosedRange<UInt64> {
      let (record, world, _) = try Self.run(try Catalog().strategy("reduced-accuracy"), seed: seed)
      names.formUnion(record.fixes.compactMap { world.map.country(of: $0.position)?.name })
    }
    #expect(names == ["United States", "Mexico"])
  }

  @Test func theSameSeedGivesTheSameAreas() throws {
    let strategy = try Catalog().strategy("reduced-accuracy")
    #expect(try Self.run(strategy, seed: 5).record.fixes == Self.run(strategy, seed: 5).record.fixes)
  }

  @Test func gnssStaysOff() throws {
    for strategy in try Self.strategies() {
      let (_, _, timeline) = try Self.run(strategy, seed: 3)
      let states = Set(timeline.filter { $0.component == .gnss }.map(\.state))
      #expect(states == [GNSSReceiver.State.off.rawValue], "\(strategy.name)")
    }
  }
}
