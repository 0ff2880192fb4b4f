import Core

@testable import World

/// Small days and places that several tests use.
enum Sample {
  static let suburb = Surroundings(sky: .suburban, accessPoints: .some, cells: .urban)
  static let flat = Surroundings(sky: .indoor, accessPoints: .many, cells: .urban, onWiFi: true)
  static let berlin = GeodeticPosition(latitude: 52.4723, longitude: 13.3278).earthVector()

  static func east(_ metres: Double, north: Double = 0) -> EarthVector { berlin.moved(east: metres, north: north) }

  static func day(_ legs: [Leg], hours: Double = 1, script: [ScriptEvent] = []) -> Scenario {
    Scenario(name: "test", summary: "", notes: [], horizon: .seconds(hours * 3600), legs: legs, script: script)
  }

  static func stay(_ surroundings: Surroundings = suburb, hours: Double = 1) -> Scenario {
    day([Leg(dwell: "stay", at: berlin, stay: .toTheEnd, surroundings: surroundings)], hours: hours)
  }

  static func world(_ scenario: Scenario, seed: UInt64 = 1) -> WorldRealization {
    WorldRealization(scenario: scenario, seed: seed, environment: RadioEnvironment())
  }

  /// A drive of `metres` to the east, and back while the hour lasts.
  static func drive(
    _ metres: Double, speed: Double, hours: Double = 1, _ surroundings: Surroundings = suburb,
    script: [ScriptEvent] = []
  ) -> Scenario {
    day(
      [
        Leg(
          .drive, name: "out", route: RoutePath([berlin, east(metres)]), speed: .metresPerSecond(speed),
          surroundings: surroundings),
        Leg(dwell: "there", at: east(metres), stay: .toTheEnd, surroundings: surroundings),
      ], hours: hours, script: script)
  }
}
