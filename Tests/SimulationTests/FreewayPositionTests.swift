import LocationServices
import Core
import Simulation
import Testing
import World

/// What an iPhone 6 gets on a freeway at 100 m: checks against `reports/validation/position-errors.md`.
@Suite struct FreewayPositionTests {
  private static let freeway = Surroundings(sky: .openSky, accessPoints: .few, cells: .suburban)

  private static let town = Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban)

  private func fixes(
    at speed: Double, by kind: LegKind = .drive, in surroundings: Surroundings = freeway, seeds: ClosedRange<UInt64>
  ) throws -> [(accuracy: Double, error: Double)] {
    var result: [(Double, Double)] = []
    for seed in seeds {
      var stage = try Stage(
        "iphone-6",
        legs: [
          Leg(
            kind, name: "way", route: RoutePath([Trials.berlin, Trials.east(200_000)]),
            speed: .metresPerSecond(speed), speedVariation: 0, surroundings: surroundings)
        ])
      (stage.seed, stage.seconds, stage.platform) = (seed, 1_500, .ios12)
      let scenario = Scenario(
        name: "stage", summary: "", notes: [], horizon: .seconds(1_500), legs: stage.legs, script: [])
      let world = Trials.world(scenario, seed: seed, network: stage.network)
      let record = try stage.run { app, host in app.start(host, .hundredMeters) }.record
      for fix in record.fixes where fix.timestamp > .seconds(120) {
        result.append(
          (fix.horizontalAccuracy, fix.position.distance(to: world.journey.position(at: fix.timestamp))))
      }
    }
    return result
  }

  @Test func reportsAndErrorsOnAFreewayAreAsMeasured() throws {
    let fixes = try fixes(at: 25, seeds: 1...24)
    #expect(fixes.count > 2_000)
    func share(_ radii: Range<Double>) -> Double {
      Double(fixes.count { radii.contains($0.accuracy) }) / Double(fixes.count)
    }
    // Measured: 8, 16, 20, 25 and 30 %; one trip in ten has cell positions alone.
    for (radii, measured) in [(0.0..<101, 0.08), (101..<200, 0.16), (200..<500, 0.2), (500..<1_500, 0.25)] {
      #expect(abs(share(radii) - measured) < 0.1, "\(radii): \(share(radii))")
    }
    #expect(abs(share(1_500..<100_000) - 0.35) < 0.1)
    let errors = fixes.map(\.error).sorted()
    func quantile(_ share: Double) -> Double { errors[Int(Double(errors.count) * share)] }
    // Measured: 231, 603 and 1482 m.
    for (rank, measured) in [(0.5, 231.0), (0.68, 603), (0.95, 1_482)] {
      let ratio = quantile(rank) / measured
      #expect(ratio > 1 / 1.8 && ratio < 1.8, "\(rank): \(quantile(rank))")
    }
  }

  @Test func inTownPositionsComeFromAccessPoints() throws {
    let fixes = try fixes(at: 9, in: Self.town, seeds: 1...40)
    let good = fixes.count { $0.accuracy <= 165 }
    // Measured 0.99 below 15 m/s and 0.92 from there to 20. One trip in ten begins without, and lasts 25 minutes here.
    #expect(Double(good) / Double(fixes.count) > 0.9)
  }

  /// In vehicles 7.6 % of positions were reported with 165 m up to 15 m/s; elsewhere one of 755 was poorer than 100 m.
  @Test(arguments: [(LegKind.drive, 0.03...0.15), (.cycle, 0...0.005)])
  func positionsFromScansArePoorerInVehiclesAlone(_ kind: LegKind, _ share: ClosedRange<Double>) throws {
    let fixes = try fixes(at: 7, by: kind, in: Self.town, seeds: 1...30).filter { $0.accuracy <= 1_500 }
    #expect(fixes.count > 2_000)
    let poorer = Double(fixes.count { $0.accuracy > 100 }) / Double(fixes.count)
    #expect(share.contains(poorer), "\(kind): \(poorer)")
  }
}
