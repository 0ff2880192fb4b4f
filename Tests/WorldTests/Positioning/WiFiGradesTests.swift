@testable import DeviceModel
import Core
import RealModule
import Testing

@testable import World

@Suite struct WiFiGradesTests {
  /// Distinct odd shares; every error of the lower grades is exactly its median times the report.
  private func errors(
    logDeviation: Double? = nil, tripFailure: Double = 0, failureTime: TimeSpan? = nil
  ) throws -> ErrorParameters.WiFi {
    var errors = try #require(try Places.phone().error.wifi)
    // So small that the usual report is always 65 m.
    (errors.few, errors.some, errors.many) = (.metres(67), .metres(17), .metres(13))
    (errors.outlierProbability, errors.outlierMultiplier) = (0, 19)
    (errors.logDeviation, errors.tripFailure, errors.failureTime) = (logDeviation, tripFailure, failureTime)
    func grade(_ median: Double, lag: Double) -> WiFiGrades.Grade {
      .init(ratio: .init(median: median, logDeviation: 0), lag: lag)
    }
    errors.grades = WiFiGrades(
      slow: .init(none: 0.01, poor: 0.02, rough: 0.03, fair: 0.05),
      brisk: .init(none: 0.07, poor: 0.05, rough: 0.03, fair: 0.11),
      fast: .init(none: 0.29, poor: 0.23, rough: 0.17, fair: 0.13),
      fair: grade(0.29, lag: 0), rough: grade(0.31, lag: 7), poor: grade(0.43, lag: 17))
    return errors
  }

  /// The shares of no position, 500 to 1500 m, 200 to 500 m, 165 m and 65 m over 3,000 days.
  private func shares(speed: Double, _ density: AccessPointDensity) throws -> [Double] {
    let model = WiFiPositioning(errors: try errors())
    var counts = [0, 0, 0, 0, 0]
    for seed: UInt64 in 1...3_000 {
      let fix = model.fix(
        at: .seconds(3), truth: Places.berlin, speedInVehicle: speed, accessPoints: density,
        world: Places.stay(seed: seed))
      switch fix?.horizontalAccuracy {
      case nil: counts[0] += 1
      case .some(500...): counts[1] += 1
      case .some(200...): counts[2] += 1
      case .some(100...): counts[3] += 1
      default: counts[4] += 1
      }
    }
    return counts.map { Double($0) / 3_000 }
  }

  // Five standard deviations of a share of 0.3 over 3,000 are 0.042.
  @Test(arguments: [
    (14.9, AccessPointDensity.some, [0.01, 0.02, 0.03, 0.05, 0.89]), (15.1, .some, [0.07, 0.05, 0.03, 0.11, 0.74]),
    (20.1, .some, [0.29, 0.23, 0.17, 0.13, 0.18]), (20.1, .many, [0.07, 0.05, 0.03, 0.11, 0.74]),
    (15.1, .many, [0.01, 0.02, 0.03, 0.05, 0.89]), (3, .many, [0.01, 0.02, 0.03, 0.05, 0.89]),
  ])
  func speedAndAccessPointsGradePositions(speed: Double, density: AccessPointDensity, expected: [Double]) throws {
    for (found, share) in zip(try shares(speed: speed, density), expected) { #expect(abs(found - share) < 0.042) }
  }

  @Test func aPositionOfALowerGradeIsAnOldOneOffByAShareOfItsRadius() throws {
    // 23 m/s to the east.
    let way = RoutePath([Places.berlin, Places.berlin.moved(east: 4_000, north: 0)])
    let day = Scenario(
      name: "drive", summary: "", notes: [], horizon: .seconds(150),
      legs: [
        Leg(.drive, name: "out", route: way, speed: .metresPerSecond(23), surroundings: Places.suburb)
      ], script: [])
    let model = WiFiPositioning(errors: try errors())
    var found = Set<Double>()
    for seed: UInt64 in 1...200 {
      let world = WorldRealization(scenario: day, seed: seed, environment: RadioEnvironment())
      let now = Instant.seconds(100)
      guard
        let fix = model.fix(
          at: now, truth: world.journey.position(at: now), speedInVehicle: 23, accessPoints: .some, world: world),
        fix.horizontalAccuracy >= 165
      else { continue }
      let radius = fix.horizontalAccuracy
      let (ratio, lag) = radius == 165 ? (0.29, 0.0) : radius < 500 ? (0.31, 7) : (0.43, 17)
      found.insert(ratio)
      #expect(fix.timestamp == now)
      let distance = fix.position.distance(to: world.journey.position(at: now + .seconds(-lag)))
      #expect(abs(distance - ratio * radius) < 0.01)
    }
    #expect(found.count == 3)
  }

  @Test func theLengthOfAnErrorMayHaveALongTail() throws {
    let plain = WiFiPositioning(errors: try errors())
    let wide = WiFiPositioning(errors: try errors(logDeviation: 0.61))
    var lengths: [Double] = []
    for seed: UInt64 in 1...3_000 {
      let world = Places.stay(seed: seed)
      func fix(_ model: WiFiPositioning) -> Fix? {
        model.fix(at: .seconds(3), truth: Places.berlin, accessPoints: .some, world: world)
      }
      guard let usual = fix(plain), let found = fix(wide), usual.horizontalAccuracy == 65 else { continue }
      // Around the place's own error, of 17 m, positions at rest scatter.
      let latent = world.wifiError(at: .seconds(3))
      let place = Places.berlin.moved(east: 17 * latent.scatterEast, north: 17 * latent.scatterNorth)
      let (a, b) = (Places.error(of: usual.position, from: place), Places.error(of: found.position, from: place))
      // The same direction, and the longer the longer.
      #expect(abs(a.east * b.north - a.north * b.east) < 1e-3 * a.east.magnitude.advanced(by: 1) * 100)
      lengths.append((b.east * b.east + b.north * b.north).squareRoot())
    }
    lengths.sort()
    // Median 1.177 x 17 = 20.01 m; 95 %: times exp(0.61 x 1.645) = 54.6 m.
    #expect(abs(lengths[lengths.count / 2] / 20.01 - 1) < 0.06)
    #expect(abs(lengths[lengths.count * 95 / 100] / 54.6 - 1) < 0.1)
  }

  @Test func someTripsBeginWithoutPositions() throws {
    let model = WiFiPositioning(errors: try errors(tripFailure: 0.13))
    let way = RoutePath([Places.berlin, Places.berlin.moved(east: 4_000, north: 0)])
    let day = Scenario(
      name: "ride", summary: "", notes: [], horizon: .seconds(600),
      legs: [Leg(.cycle, name: "out", route: way, speed: .metresPerSecond(5), surroundings: Places.suburb)], script: [])
    var failed = 0
    for seed: UInt64 in 1...1_500 {
      let world = WorldRealization(scenario: day, seed: seed, environment: RadioEnvironment())
      let count = [100.0, 300, 500].filter {
        model.fix(at: .seconds($0), truth: Places.berlin, accessPoints: .many, world: world) == nil
      }.count
      if count == 3 { failed += 1 }
    }
    // A scan fails by itself in one of a hundred; five standard deviations of 0.13 over 1,500 are 0.043.
    #expect(abs(Double(failed) / 1_500 - 0.13) < 0.044)
    // With a mean of 350 s: exp(-300/350) of those that fail at 100 s still do at 400 s, all others never do again.
    let ending = WiFiPositioning(errors: try errors(tripFailure: 1, failureTime: .seconds(350)))
    var (early, late) = (0, 0)
    for seed: UInt64 in 1...1_500 {
      let world = WorldRealization(scenario: day, seed: seed, environment: RadioEnvironment())
      func fails(at second: Double) -> Bool {
        ending.fix(at: .seconds(second), truth: Places.berlin, accessPoints: .many, world: world) == nil
      }
      if fails(at: 100) { early += 1 }
      if fails(at: 100), fails(at: 400) { late += 1 }
    }
    // exp(-100/350) is 0.751, and exp(-400/350) 0.319; five standard deviations over 1,500 are 0.06.
    #expect(abs(Double(early) / 1_500 - 0.751) < 0.06)
    #expect(abs(Double(late) / 1_500 - 0.319) < 0.06)
    // At rest, at home, never for that reason.
    let home = (1...300).filter {
      model.fix(at: .seconds(3), truth: Places.berlin, accessPoints: .many, world: Places.stay(seed: $0)) == nil
    }
    #expect(home.count < 14)
  }
}
