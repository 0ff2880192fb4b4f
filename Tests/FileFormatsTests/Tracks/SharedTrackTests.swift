import FileFormats
import Foundation
import Core
import TestSupport
import Testing
import World

/// The real tracks beside the repository, where they are.
@Suite struct SharedTrackTests {
  static let folder = RepositoryPath.data("tracks")

  // Lengths of the routes as labelled (car 4.2 km and bicycle 3.6 km; car 21.9, scooter 4.1, bus 16.9 and walk 0.7 km),
  // with room for the walks between that are not labelled.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: folder), "needs tracks of GEOJOULE_DATA"),
    arguments: [
      ("car_and_bike_mountain_view", 7.5...9.0, 8_174.0), ("freeway_scooter_bus_san_jose", 41.5...45.0, 18_754),
    ])
  func aRealTrackKeepsItsLengthAndDuration(name: String, kilometres: ClosedRange<Double>, seconds: Double) throws {
    let raw = try TrackReader().track(path: "\(Self.folder)/\(name).gpx")
    let scenario = Scenario(track: raw, name: name)
    #expect(abs(scenario.horizon.seconds - seconds) < 1)
    let world = WorldRealization(scenario: scenario, seed: 1, environment: RadioEnvironment())
    #expect(kilometres.contains(world.journey.length / 1_000))
    for knot in world.journey.knots { #expect(world.journey.speed(at: knot.instant) < 36) }
    #expect(!world.gaps.isEmpty)
    #expect(world.motion.steps.contains { $0.value == .automotive })
    #expect(world.motion.steps.contains { $0.value == .still })
    #expect(world.servingCells.steps.count > 2)
    #expect(raw.name != nil)
  }
}
