import DeviceModel
import Core
import Testing

@testable import World

@Suite struct WiFiPositioningTests {
  private func model(outliers: Double) throws -> WiFiPositioning {
    var errors = try #require(try Places.phone().error.wifi)
    (errors.few, errors.some, errors.many) = (.metres(67), .metres(23), .metres(13))
    (errors.outlierProbability, errors.outlierMultiplier) = (outliers, 19)
    (errors.logDeviation, errors.grades, errors.tripFailure) = (nil, nil, 0)
    return WiFiPositioning(errors: errors)
  }

  @Test(arguments: [(AccessPointDensity.few, 67.0), (.some, 23), (.many, 13)])
  func theErrorShrinksWithTheAccessPointsHeard(_ density: AccessPointDensity, sigma: Double) throws {
    let world = Places.stay(seed: 3)
    let latent = world.wifiError(at: .seconds(4))
    for (outliers, scale) in [(0.0, 1.0), (1, 19)] {
      let fix = try #require(
        try model(outliers: outliers).fix(
          at: .seconds(4), truth: Places.berlin, accessPoints: density, world: world))
      let error = Places.error(of: fix.position, from: Places.berlin)
      #expect(abs(error.east - sigma * (scale * latent.east + latent.scatterEast)) < 1e-4)
      #expect(abs(error.north - sigma * (scale * latent.north + latent.scatterNorth)) < 1e-4)
      #expect(fix.technology == .wifi)
      #expect(fix.speed < 0)
      // What the phone believes does not know of outliers.
      let belief = 1.51 * sigma * (0.8 + 1.2 * world.reportedAccuracy(at: .seconds(4)))
      #expect(fix.horizontalAccuracy == (belief <= 65 ? 65 : belief <= 165 ? 165 : 350))
    }
  }

  @Test func withoutAccessPointsThereIsNoPosition() throws {
    #expect(
      try model(outliers: 0).fix(
        at: .start, truth: Places.berlin, accessPoints: .none, world: Places.stay(seed: 1)) == nil)
  }

  @Test func outliersComeWithTheirProbability() throws {
    let (plain, wild) = (try model(outliers: 0), try model(outliers: 0.07))
    var count = 0
    for seed: UInt64 in 1...4000 {
      let world = Places.stay(seed: seed)
      func fix(_ model: WiFiPositioning) -> Fix? {
        model.fix(at: .seconds(3), truth: Places.berlin, accessPoints: .some, world: world)
      }
      if fix(plain)?.position != fix(wild)?.position { count += 1 }
    }
    // Deviation of the share: sqrt(0.07 x 0.93 / 4,000) = 0.004.
    #expect(abs(Double(count) / 4000 - 0.07) < 0.013)
  }

  @Test func atRestAnAccessPointThatHasMovedStaysWrong() throws {
    let wild = try model(outliers: 0.07)
    let plain = try model(outliers: 0)
    // An outlier now is still one a minute later in nearly all worlds: the correlation time at rest is 1800 s.
    var (outliers, stillOutliers) = (0, 0)
    for seed: UInt64 in 1...4000 {
      let world = Places.stay(seed: seed, seconds: 100)
      func isOutlier(_ second: Double) -> Bool {
        func position(_ model: WiFiPositioning) -> EarthVector? {
          model.fix(at: .seconds(second), truth: Places.berlin, accessPoints: .some, world: world)?.position
        }
        return position(wild) != position(plain)
      }
      guard isOutlier(3) else { continue }
      outliers += 1
      if isOutlier(63) { stillOutliers += 1 }
    }
    #expect(Double(stillOutliers) / Double(outliers) > 0.75)
  }

  @Test func atRestTheSystemScansSeldomer() {
    #expect(ScanCadence.regular(.still) == .seconds(124))
    for motion in MotionClass.allCases where motion != .still {
      #expect(ScanCadence.regular(motion) == .seconds(7.7))
    }
  }
}
