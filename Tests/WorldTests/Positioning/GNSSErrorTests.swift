@testable import DeviceModel
import Core
import RealModule
import Testing

@testable import World

@Suite struct GNSSErrorTests {
  /// Distinct odd deviations per view of the sky, without outliers.
  private func model(
    outliers: Double = 0, multiplier: Double = 7, legs: Double = 0, vehicle: ErrorParameters.Outliers? = nil,
    start: ErrorParameters.Start? = nil, report: ReportedAccuracy = .cautious, averagesAtRest: Bool = false
  ) throws -> GNSSPositioning {
    let phone = try Places.phone()
    var errors = try #require(phone.error.gnss)
    errors.white = .metres(0.41)
    (errors.legLogDeviation, errors.vehicle, errors.start) = (legs, vehicle, start)
    var entry = errors.sky.suburban
    (entry.outlierProbability, entry.outlierMultiplier) = (outliers, multiplier)
    func sky(_ fast: Double, _ slow: Double) -> ErrorParameters.Satellite {
      var result = entry
      (result.fast, result.slow) = (.metres(fast), .metres(slow))
      return result
    }
    errors.sky = SkyTable(
      openSky: sky(1.3, 1.1), suburban: sky(3.1, 1.7), urban: sky(5.3, 4.3), canyon: sky(11.9, 9.1),
      indoor: sky(15.7, 10.3))
    return GNSSPositioning(
      errors: errors, receiver: try #require(phone.gnss), report: report, averagesAtRest: averagesAtRest)
  }

  /// A start that is three times as bad, with a spread of its own, and settles with a time constant of 17 s.
  @Test func errorsAndReportsAreLargerAfterAStartAndSettle() throws {
    let report = ReportedAccuracy(ratio: .init(median: 1, logDeviation: 0))
    let start = ErrorParameters.Start(errors: .init(median: 3, logDeviation: 0.6), time: .seconds(17))
    let (plain, starting) = (try model(report: report), try model(start: start, report: report))
    var first: [Double] = []
    for seed: UInt64 in 1...400 {
      let world = Places.stay(seed: seed, seconds: 300)
      func fix(_ model: GNSSPositioning, after elapsed: Double, isStill: Bool = false) throws -> Fix {
        try #require(
          model.fix(
            at: .seconds(30 + elapsed), truth: Places.berlin, after: model.start(at: .seconds(30), world: world),
            speed: 2, isStill: isStill, sky: .suburban, world: world))
      }
      func logRatio(_ elapsed: Double) throws -> Double {
        let white = 0.41 * world.gnssError(at: .seconds(30 + elapsed)).whiteEast
        func east(_ model: GNSSPositioning) throws -> Double {
          Places.error(of: try fix(model, after: elapsed).position, from: Places.berlin).east - white
        }
        return Double.log(try east(starting) / east(plain))
      }
      let score = try logRatio(0)
      first.append(score)
      // The logarithm decays: by e after 17 s.
      #expect(abs(try logRatio(17) - score / Double.exp(1)) < 1e-3)
      #expect(abs(try logRatio(200)) < 1e-6)
      let radii = (try fix(starting, after: 0).horizontalAccuracy, try fix(plain, after: 0).horizontalAccuracy)
      #expect((radii.0 > radii.1) == (score > 0))
      #expect(try fix(starting, after: 0, isStill: true) == fix(plain, after: 0, isStill: true))
    }
    let mean = first.reduce(0, +) / 400
    let deviation = (first.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 399).squareRoot()
    // Standard errors: 0.03 and 0.021.
    #expect(abs(mean - Double.log(3)) < 0.12 && abs(deviation - 0.6) < 0.08, "\(mean), \(deviation)")
  }

  /// Outliers are seven times as large, a start is three or eleven times as bad: the larger counts, not the product.
  @Test(arguments: [(3.0, 1.0), (11.0, 11.0 / 7)]) func aStartDoesNotMultiplyOutliers(start: Double, ratio: Double)
    throws
  {
    let begun = ErrorParameters.Start(errors: .init(median: start, logDeviation: 0), time: .seconds(17))
    let world = Places.stay(seed: 5, seconds: 300)
    func east(_ model: GNSSPositioning) throws -> Double {
      let fix = try #require(
        model.fix(
          at: .seconds(30), truth: Places.berlin, after: model.start(at: .seconds(30), world: world), speed: 2,
          isStill: false, sky: .suburban, world: world))
      return Places.error(of: fix.position, from: Places.berlin).east - 0.41
        * world.gnssError(at: .seconds(30)).whiteEast
    }
    let (plain, started) = (try east(try model(outliers: 1)), try east(try model(outliers: 1, start: begun)))
    #expect(abs(started / plain - ratio) < 1e-6, "\(started / plain)")
  }

  private func variance(of model: GNSSPositioning, isStill: Bool, sky: SkyView, seeds: UInt64) throws -> Double {
    var sum = 0.0
    for seed in 1...seeds {
      let world = Places.stay(seed: seed)
      let fix = try #require(
        model.fix(at: .seconds(7), truth: Places.berlin, speed: 0, isStill: isStill, sky: sky, world: world))
      let error = Places.error(of: fix.position, from: Places.berlin)
      sum += error.east * error.east + error.north * error.north
    }
    return sum / Double(2 * seeds)
  }

  // A variance of n normal numbers has a relative deviation of sqrt(2/n): 1.6 % for 4,000 seeds and two axes.
  @Test(arguments: [(SkyView.suburban, 3.1, 1.7), (.canyon, 11.9, 9.1)])
  func theErrorPerAxisHasTheVariancesOfItsThreeParts(_ sky: SkyView, fast: Double, slow: Double) throws {
    let measured = try variance(of: try model(), isStill: false, sky: sky, seeds: 4_000)
    #expect(abs(measured / (fast * fast + slow * slow + 0.41 * 0.41) - 1) < 0.065)
  }

  @Test func atRestOnlyTheSlowPartIsLeft() throws {
    let measured = try variance(of: try model(), isStill: true, sky: .suburban, seeds: 4_000)
    #expect(abs(measured / (1.7 * 1.7) - 1) < 0.065)
  }

  @Test func aPhoneThatAveragesErrsByTheMeanOfItsRestUnlessItMoves() throws {
    let world = Places.stay(seed: 9, seconds: 3_000)
    let latent = world.gnssError(at: .seconds(2_999))
    func east(isStill: Bool, averages: Bool) throws -> Double {
      let fix = try model(averagesAtRest: averages).fix(
        at: .seconds(2_999), truth: Places.berlin, speed: 0, isStill: isStill, sky: .indoor, world: world)
      return Places.error(of: try #require(fix).position, from: Places.berlin).east
    }
    #expect(abs(try east(isStill: true, averages: true) - 10.3 * latent.meanEast) < 1e-6)
    #expect(try east(isStill: false, averages: true) == east(isStill: false, averages: false))
    #expect(latent.meanEast != latent.slowEast)
  }

  @Test(arguments: [
    (SkyView.openSky, 1.1), (.suburban, 1.7), (.urban, 4.3), (.canyon, 9.1), (.indoor, 10.3),
  ])
  func surroundingsScaleOneAndTheSameLatentError(_ sky: SkyView, slow: Double) throws {
    let world = Places.stay(seed: 5)
    let latent = world.gnssError(at: .seconds(3))
    let fix = try #require(
      try model().fix(at: .seconds(3), truth: Places.berlin, speed: 0, isStill: true, sky: sky, world: world))
    let error = Places.error(of: fix.position, from: Places.berlin)
    #expect(abs(error.east - slow * latent.slowEast) < 1e-6)
    #expect(abs(error.north - slow * latent.slowNorth) < 1e-6)
  }

  @Test func outliersComeWithTheirProbabilityAndMultiplyTheError() throws {
    let world = Places.stay(seed: 9, seconds: 20_000)
    let (plain, wild) = (try model(), try model(outliers: 0.13))
    var count = 0
    for second in 0..<20_000 {
      func error(_ model: GNSSPositioning, isStill: Bool = false) throws -> (east: Double, north: Double) {
        let fix = model.fix(
          at: .seconds(Double(second)), truth: Places.berlin, speed: 3, isStill: isStill, sky: .suburban, world: world)
        return Places.error(of: try #require(fix).position, from: Places.berlin)
      }
      let white = 0.41 * world.gnssError(at: .seconds(Double(second))).whiteEast
      let (usual, found) = (try error(plain).east - white, try error(wild).east - white)
      let isOutlier = abs(found - usual) > 1e-6
      if isOutlier { count += 1 }
      // White noise is the receiver's own and is not multiplied.
      #expect(abs(found - usual * (isOutlier ? 7 : 1)) < 1e-6)
      if second % 100 == 0 { #expect(try error(wild, isStill: true) == error(plain, isStill: true)) }
    }
    // In bursts of some ten seconds: as many as 1,000 independent numbers, sqrt(0.13 x 0.87 / 1,000) = 0.011.
    #expect(abs(Double(count) / 20_000 - 0.13) < 0.04)
  }

  @Test func undergroundThereIsNoFix() throws {
    let world = Places.stay(seed: 1)
    #expect(
      try model().fix(
        at: .start, truth: Places.berlin, speed: 0, isStill: true, sky: .underground, world: world) == nil)
  }

  @Test func aFixTellsWhenWhereAndHowFast() throws {
    let world = Places.stay(seed: 1)
    let fix = try #require(
      try model().fix(at: .seconds(3), truth: Places.berlin, speed: 1.37, isStill: false, sky: .urban, world: world))
    #expect(fix.technology == .gnss)
    #expect(fix.timestamp == .seconds(3))
    #expect(fix.speed == 1.37)
    #expect(ReportedAccuracy.gnssLevels.contains(fix.horizontalAccuracy))
  }

  @Test func signalIsWeakAmongHighBuildingsAndIndoors() {
    let weak = SkyView.allCases.filter { GNSSPositioning.signal(under: $0) == .weak }
    #expect(weak == [.canyon, .indoor, .underground])
  }

  @Test func errorsOfALegAreAllLargerOrSmallerAndTheReportFollowsALittle() throws {
    let (plain, spread) = (try model(), try model(legs: 0.43))
    for seed: UInt64 in 1...50 {
      let world = Places.stay(seed: seed)
      let latent = world.gnssError(at: .seconds(3))
      func fix(_ model: GNSSPositioning) throws -> Fix {
        try #require(
          model.fix(at: .seconds(3), truth: Places.berlin, speed: 0, isStill: true, sky: .canyon, world: world))
      }
      let (usual, found) = (try fix(plain), try fix(spread))
      let ratio =
        Places.error(of: found.position, from: Places.berlin).east
        / Places.error(of: usual.position, from: Places.berlin).east
      #expect(abs(ratio - Double.exp(0.43 * latent.legSize)) < 1e-4)
      // With a size of 1.3 or more the report is not smaller, with 1/1.3 or less not larger.
      if ratio > 1.3 { #expect(found.horizontalAccuracy >= usual.horizontalAccuracy) }
      if ratio < 1 / 1.3 { #expect(found.horizontalAccuracy <= usual.horizontalAccuracy) }
    }
  }

  /// Of 400 days: 95 % error in the open.
  private func error95(_ model: GNSSPositioning, inVehicle: Bool, sky: SkyView = .openSky) throws -> Double {
    var errors: [Double] = []
    for seed: UInt64 in 1...400 {
      let fix = model.fix(
        at: .seconds(3), truth: Places.berlin, speed: 9, isStill: false, inVehicle: inVehicle, sky: sky,
        world: Places.stay(seed: seed))
      let error = Places.error(of: try #require(fix).position, from: Places.berlin)
      errors.append((error.east * error.east + error.north * error.north).squareRoot())
    }
    return errors.sorted()[380]
  }

  @Test func carsErrMoreThanWalkersUnderTheSameSky() throws {
    let phone = try Places.phone()
    for model in [
      GNSSPositioning(errors: try #require(phone.error.gnss), receiver: try #require(phone.gnss)),
      try model(vehicle: .init(probability: 0.21, multiplier: 3.7)),
    ] {
      #expect(try error95(model, inVehicle: true) > 1.5 * error95(model, inVehicle: false))
      // The car's body adds what it added under suburban sky, not a multiple of what high buildings do.
      let canyon = try error95(model, inVehicle: true, sky: .canyon) / error95(model, inVehicle: false, sky: .canyon)
      #expect((1...1.3).contains(canyon), "\(canyon)")
    }
  }
}
