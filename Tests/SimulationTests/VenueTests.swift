import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Testing
import World

/// Positions inside a surveyed building (WWDC 2015 session 714).
@Suite struct VenueTests {
  private static func hall(floor: Int) -> Surroundings {
    Surroundings(sky: .indoor, accessPoints: .many, cells: .urban, floor: floor)
  }
  private static let venue = Venue(
    name: "mall", centre: Trials.east(200), radius: .metres(400), floors: 0...3, error: .metres(3.1))

  /// Six minutes through a mall, on the ground floor and then, from 180 m on, on floor 2.
  private func visit(surveyed: Bool = true) throws -> Stage {
    var stage = try Stage(
      legs: [
        Leg(
          .walk, name: "shopping", route: RoutePath([Trials.berlin, Trials.east(400)]), speed: .metresPerSecond(1.1),
          speedVariation: 0, surroundings: Self.hall(floor: 0),
          changes: [SurroundingsChange(fraction: 0.45, surroundings: Self.hall(floor: 2))]),
        Leg(dwell: "there", at: Trials.east(400), stay: .toTheEnd, surroundings: Self.hall(floor: 2)),
      ])
    stage.seconds = 360
    stage.venues = surveyed ? [Self.venue] : []
    return stage
  }

  private func visits(_ stage: Stage, _ accuracy: DesiredAccuracy = .best) throws -> [Location] {
    let diary = SeveralAppsTests.Diary()
    _ = try stage.run { app, host in
      app.onUpdate = { [weak host] _, locations in diary.note(locations, at: host?.now ?? -1) }
      app.start(host, accuracy)
    }
    return diary.fixes
  }

  private func errors(_ fixes: [Location]) -> [Double] {
    // The way leads east: across it the error shows without knowing the time.
    let north = Trials.berlin.moved(east: 0, north: 1) - Trials.berlin
    return fixes.map { abs(($0.position - Trials.berlin).dot(north)) }
  }

  @Test func insideASurveyedVenueFixesAreGoodForAFewMetresAndKnowTheFloor() throws {
    var (inside, plain) = ([Double](), [Double]())
    for seed: UInt64 in 1...30 {
      var stage = try visit()
      stage.seed = seed
      let fixes = try visits(stage).filter { $0.floor != nil }
      #expect(fixes.count > 20)
      #expect(fixes.allSatisfy { $0.horizontalAccuracy <= 10 })
      inside += errors(fixes)
      var unsurveyed = try visit(surveyed: false)
      unsurveyed.seed = seed
      let others = try visits(unsurveyed)
      #expect(others.allSatisfy { $0.floor == nil })
      plain += errors(others.filter { $0.horizontalAccuracy < 400 })
    }
    func p95(_ values: [Double]) -> Double { values.sorted()[values.count * 95 / 100] }
    // 1.96 deviations of 3.1 m.
    #expect((5.0...7.2).contains(p95(inside)))
    #expect(p95(plain) > 15)
  }

  @Test func theStrategySeesTheFloorSomeSecondsAfterTheStairs() throws {
    for (platform, delay) in [(Platform.ios8, 30.0), (.ios9, 10), (.ios18, 10)] {
      var stage = try visit()
      stage.platform = platform
      let fixes = try visits(stage).filter { $0.floor != nil }
      #expect(Set(fixes.map(\.floor)) == [0, 2])
      let stairs = try #require(stairsTime(stage))
      let ground = try #require(fixes.last { $0.floor == 0 })
      let upper = try #require(fixes.first { $0.floor == 2 })
      #expect(ground.timestamp < stairs + delay + 0.01)
      #expect(upper.timestamp >= stairs + delay - 0.01)
      #expect(upper.timestamp < stairs + delay + 8.2)
    }
  }

  private func stairsTime(_ stage: Stage) -> Double? {
    let scenario = Scenario(
      name: "stage", summary: "", notes: [], horizon: .seconds(stage.seconds), legs: stage.legs, script: [])
    let world = Trials.world(scenario, seed: stage.seed, network: stage.network)
    return world.surroundings.steps.first { $0.value.floor == 2 }?.start.seconds
  }

  @Test func onTheWayThroughTheAirportAllFloorsAreSeen() throws {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let diary = SeveralAppsTests.Diary()
    let app = SeveralAppsTests.app(diary) { app, host in app.start(host) }
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    let world = Trials.world(try Catalog().scenario("airport"), seed: 5, network: network)
    _ = PhoneSimulation.record(of: phone, world: world)
    // The platform lies a floor below what is surveyed, and counts as the lowest that is.
    #expect(Set(diary.fixes.compactMap(\.floor)) == [-1, 0, 1, 2])
  }

  @Test func aVenueNeedsWiFiAndIOS8() throws {
    var off = try visit()
    off.script = [ScriptEvent(instant: .start, kind: .wifiOff)]
    #expect(try visits(off).allSatisfy { $0.floor == nil })
    var old = try visit()
    old.platform = .ios7
    #expect(try visits(old).allSatisfy { $0.floor == nil })
    #expect(try visits(try visit(), .hundredMeters).contains { $0.floor == 2 })
  }
}
