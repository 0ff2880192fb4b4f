import Core
import DeviceModel
import LocationServices
import Testing
import World

@testable import Simulation

/// Failures that the phone itself has.
@Suite struct FailureRunTests {
  private static let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .urban)

  /// Uploads of 1100, 2300, 4700 and 7300 bytes at 1000 s, 4100 s, 5200 s and 8300 s; the app stays on the screen, so that the
  /// server is away from 3600 s to 7200 s.
  private func uploads(_ failures: [Failure]) throws -> RunRecord {
    var stage = try Stage(stayingIn: Self.street)
    (stage.seconds, stage.failures) = (9000, failures)
    return try stage.run { _, host in
      for (second, bytes) in [(1000.0, 1100), (4100, 2300), (5200, 4700), (8300, 7300)] {
        host.schedule(after: second) { host.upload(bytes: Int64(bytes)) }
      }
    }.record
  }

  @Test func refusedUploadsGoAgainWithTheNext() throws {
    let (well, ill) = (try uploads([]), try uploads([.serverDown]))
    #expect(well.uploads == 4 && ill.uploads == 4)
    // Sent twice more: 2300 bytes with the third, and both with the fourth.
    let more = ill.dwell(.cellular, .upload) - well.dwell(.cellular, .upload)
    #expect(more > 0, "\(more)")
  }

  /// Without a fourth upload, the second and third never arrive.
  @Test func whatNoUploadFollowsIsLost() throws {
    var stage = try Stage(stayingIn: Self.street)
    (stage.seconds, stage.failures) = (9000, [.serverDown])
    let record = try stage.run { _, host in
      for second in [1000.0, 4100, 5200] { host.schedule(after: second) { host.upload(bytes: 1100) } }
    }.record
    #expect(record.uploads == 1)
  }

  /// A ride of 100 s and rest: the phone says when it rests, unless its motion detection sticks; before it moves it rests anyway.
  @Test(arguments: [[], [Failure.motionStuck]])
  func motionThatSticksIsNeverRest(_ failures: [Failure]) throws {
    var scenario = Scenario(
      name: "ride", summary: "", notes: [], horizon: .seconds(600),
      legs: [
        Leg(dwell: "home", at: Trials.berlin, stay: .lasting(.seconds(37)), surroundings: Self.street),
        Leg(
          .cycle, name: "ride", route: RoutePath([Trials.berlin, Trials.east(500)]), speed: .metresPerSecond(5),
          speedVariation: 0, surroundings: Self.street),
        Leg(dwell: "away", at: Trials.east(500), stay: .toTheEnd, surroundings: Self.street),
      ], script: [])
    scenario.failures = failures
    let world = Trials.world(scenario, seed: 3, network: try Trials.phone("modern-phone", .fixed).network)
    var day = DayInProgress(world)
    var felt: [String] = []
    for second in [20.0, 90, 300] {
      while day.nextChange <= .seconds(second) {
        _ = (day.passMotion(by: .seconds(second)), day.passSurroundings(by: .seconds(second)))
        _ = (day.passCell(by: .seconds(second)), day.passAccess(by: .seconds(second)))
      }
      felt.append(day.motion.rawValue)
    }
    #expect(felt == ["still", "cycling", failures.isEmpty ? "still" : "cycling"])
    #expect(world.motion.value(at: .seconds(300)) == .still)
  }
}
