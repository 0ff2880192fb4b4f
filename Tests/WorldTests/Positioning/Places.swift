import DeviceModel
import Documents
import Core
import World

/// A phone of the catalogue and days of one place, for every test of this room.
enum Places {
  static let berlin = GeodeticPosition(latitude: 52.4723, longitude: 13.3278).earthVector()
  static let suburb = Surroundings(sky: .suburban, accessPoints: .some, cells: .urban)

  static func phone() throws -> DeviceParameters { try Catalog().device("modern-phone").parameters(mode: .fixed) }

  static func stay(
    at place: EarthVector = berlin, seed: UInt64, seconds: Double = 10, _ surroundings: Surroundings = suburb
  ) -> WorldRealization {
    let leg = Leg(dwell: "stay", at: place, stay: .toTheEnd, surroundings: surroundings)
    let scenario = Scenario(
      name: "stay", summary: "", notes: [], horizon: .seconds(seconds), legs: [leg], script: [])
    return WorldRealization(scenario: scenario, seed: seed, environment: RadioEnvironment())
  }

  /// How far `position` lies east and north of `truth`, in metres.
  static func error(of position: EarthVector, from truth: EarthVector) -> (east: Double, north: Double) {
    let offset = position - truth
    return (
      (truth.moved(east: 1, north: 0) - truth).dot(offset), (truth.moved(east: 0, north: 1) - truth).dot(offset)
    )
  }
}

extension GNSSPositioning {
  /// The fix of this instant, or `nil` where there is no signal.
  func fix(
    at now: Instant, truth: EarthVector, after start: Start? = nil, speed: Double, isStill: Bool,
    inVehicle: Bool = false, fusesSensors: Bool = false, sky: SkyView, world: WorldRealization
  ) -> Fix? {
    var (leg, start) = (LegScale(), start)
    let error = error(
      at: now, leg: &leg, start: &start, isStill: isStill, inVehicle: inVehicle, fusesSensors: fusesSensors, sky: sky,
      world: world)
    return error.map {
      Fix(
        technology: .gnss, timestamp: now, position: truth.moved(east: $0.east, north: $0.north),
        horizontalAccuracy: $0.accuracy, speed: speed)
    }
  }
}
