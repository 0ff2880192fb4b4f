import Documents
import Foundation
import Core
import TestSupport
import Testing
import World

/// Every scenario of the catalogue, over many seeds.
@Suite struct CatalogueScenarioTests {
  static let names = Catalog().names(.scenarios)
  static let seeds: Range<UInt64> = 0..<200

  static func scenario(_ name: String) throws -> Scenario {
    try Catalog().scenario(RepositoryPath.of("profiles/scenarios/\(name).yml"))
  }

  @Test func theEmbeddedListIsTheFolder() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: RepositoryPath.of("profiles/scenarios"))
    #expect(files.filter { $0.hasSuffix(".yml") }.sorted() == Self.names.map { $0 + ".yml" }.sorted())
  }

  /// Mileage counts where all vehicles are on the road: not on foot, nor with a train among them.
  @Test(arguments: [("sales-day", true), ("freeway-jam", true), ("commute", false), ("city-run", false)])
  func daysByCarAreKnown(name: String, isByCar: Bool) throws {
    #expect(try Self.scenario(name).isByCar == isByCar)
  }

  /// Journeys are continuous and plausible, step functions in order and inside the run, and the day is finished in time: the
  /// last leg of every catalogue scenario is a stay, which must begin before the horizon.
  @Test(arguments: names)
  func everyDayKeepsTheRules(name: String) throws {
    let scenario = try Self.scenario(name)
    #expect(scenario.name == name)
    let end = try #require(scenario.legs.last)
    #expect(end.kind == .dwell)
    let topSpeeds = Dictionary(scenario.legs.map { ($0.kind.motion, $0.kind.topSpeed) }, uniquingKeysWith: max)
    for seed in Self.seeds {
      let world = WorldRealization(scenario: scenario, seed: seed, environment: RadioEnvironment())
      checkSpeeds(topSpeeds, world, seed)
      check(world.surroundings, world.horizon)
      check(world.motion, world.horizon)
      check(world.servingCells, world.horizon)
      let isInOrder = zip(world.script, world.script.dropFirst()).allSatisfy { $0.instant <= $1.instant }
      #expect(isInOrder)
      #expect(world.script.allSatisfy { $0.instant >= .start && $0.instant <= world.horizon })
      #expect(world.gaps.isEmpty)
      let hasCells = world.surroundings.steps.allSatisfy { step in
        (world.servingCells.value(at: step.start) == nil) == (step.value.coverage == .none)
      }
      #expect(hasCells)
      #expect(world.journey.position(at: world.horizon).distance(to: end.route.points[0]) < 1)
      #expect(world.motion.steps.last?.value == .still)
    }
  }

  private func checkSpeeds(_ topSpeeds: [MotionClass: Double], _ world: WorldRealization, _ seed: UInt64) {
    var last: Knot?
    for knot in world.journey.knots {
      defer { last = knot }
      guard let from = last else { continue }
      let speed = world.journey.speed(at: from.instant)
      let motion = world.motion.value(at: from.instant)
      let isFar = motion != .airborne && knot.position.distance(to: from.position) > 100
      if isFar || speed > (topSpeeds[motion] ?? 0) + 1e-6 {
        Issue.record("seed \(seed): \(speed) m/s while \(motion) at \(from.instant)")
        return
      }
    }
  }

  private func check<Value: Equatable & Sendable>(_ function: StepFunction<Value>, _ horizon: Instant) {
    #expect(function.steps.first?.start == .start)
    var last: StepFunction<Value>.Step?
    var isInOrder = true
    for step in function.steps {
      if let last, !(last.start < step.start && last.value != step.value) { isInOrder = false }
      last = step
    }
    #expect(isInOrder)
    #expect(last.map { $0.start <= horizon } == true)
  }

  @Test(arguments: names)
  func theAppIsOpenedAtTheStartAndLeft(name: String) throws {
    let scenario = try Self.scenario(name)
    #expect(scenario.script.first { $0.kind == .foreground }?.instant == .start)
    #expect(scenario.script.contains { $0.kind == .background })
    #expect(scenario.notes.first?.contains("approximate") == true)
  }

  @Test func daysDifferAndSeedsRepeat() throws {
    let scenario = try Self.scenario("commute")
    let environment = RadioEnvironment()
    let (a, b) = (
      WorldRealization(scenario: scenario, seed: 3, environment: environment),
      WorldRealization(scenario: scenario, seed: 3, environment: environment)
    )
    #expect(a.journey == b.journey)
    #expect(a.surroundings == b.surroundings)
    #expect(a.servingCells == b.servingCells)
    #expect(a.script == b.script)
    #expect(a.journey != WorldRealization(scenario: scenario, seed: 4, environment: environment).journey)
  }

  @Test(arguments: [
    ("commute", 20.0...24.0), ("city-run", 9.5...10.5), ("drive-to-la", 580...640), ("hike", 5...7),
    ("canyon-donuts", 9...10), ("desk-day", 0.4...0.7), ("express-bus-subway", 24...27), ("airport", 9...12),
    ("traveller", 53...62),
  ])
  func lengthsAreThoseOfTheRealWays(name: String, kilometres: ClosedRange<Double>) throws {
    let world = WorldRealization(scenario: try Self.scenario(name), seed: 1, environment: RadioEnvironment())
    #expect(kilometres.contains(world.journey.length / 1_000))
  }
}
