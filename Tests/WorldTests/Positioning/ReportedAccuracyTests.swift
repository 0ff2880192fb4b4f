import DeviceModel
import Core
import Testing

@testable import World

@Suite struct ReportedAccuracyTests {
  // Latent 0.5: belief = 1.51 x deviation x 1.4 = 2.114 x deviation; a level holds up to and with itself.
  @Test(arguments: [
    (2.365, 5.0), (2.366, 10), (4.730, 10), (4.731, 30), (14.19, 30), (14.20, 50), (23.65, 50), (23.66, 65),
    (30.74, 65), (30.75, 165), (78.05, 165), (500, 165),
  ])
  func satelliteReportsAreRoundedUpToALevel(deviation: Double, level: Double) {
    #expect(
      ReportedAccuracy.cautious.radius(deviation: deviation, latent: 0.5, levels: ReportedAccuracy.gnssLevels) == level)
  }

  @Test func theBeliefRunsFromFourFifthsToTwiceTheTrueRadius() {
    func report(_ deviation: Double, _ latent: Double) -> Double {
      ReportedAccuracy.cautious.radius(deviation: deviation, latent: latent, levels: [10, 1000])
    }
    // 10 / (1.51 x 0.8) = 8.278; 10 / (1.51 x 2) = 3.311.
    #expect(report(8.27, 0) == 10)
    #expect(report(8.29, 0) == 1000)
    #expect(report(3.31, 1) == 10)
    #expect(report(3.32, 1) == 1000)
  }

  @Test(arguments: [(700.0, 0.5, 1500.0), (2_000, 0, 2000), (2_000, 0.04, 2500), (8_000, 1, 19_500)])
  func cellReportsComeInStepsOf500Metres(radius: Double, latent: Double, report: Double) {
    // 1.2 x 700 x 1.4 = 1176; 1.2 x 2000 x 0.8 = 1920; x 0.848 = 2035.2; 1.2 x 8000 x 2 = 19,200.
    #expect(ReportedAccuracy.cell(radius: radius, latent: latent) == report)
  }

  @Test func inSuburbs12PercentReport5Metres74Percent10And14Percent30() throws {
    let phone = try Places.phone()
    let model = GNSSPositioning(errors: try #require(phone.error.gnss), receiver: try #require(phone.gnss))
    var counts: [Double: Int] = [:]
    for seed: UInt64 in 1...3_000 {
      let fix = try #require(
        model.fix(
          at: .seconds(3), truth: Places.berlin, speed: 1, isStill: false, sky: .suburban,
          world: Places.stay(seed: seed)))
      counts[fix.horizontalAccuracy, default: 0] += 1
    }
    func share(_ level: Double) -> Double { Double(counts[level] ?? 0) / 3_000 }
    // Deviation of a share of 0.74 over 3,000: 0.008; of 0.13: 0.006.
    #expect(abs(share(5) - 0.12) < 0.02)
    #expect(abs(share(10) - 0.74) < 0.03)
    #expect(abs(share(30) - 0.14) < 0.02)
  }

  // 1.51 x 3.7 m x 0.7, and that times exp(0.5 z) with z the score of 0.9, 1.2816.
  @Test func aPhoneWithARatioOfItsOwnReportsWithoutLevels() {
    let report = ReportedAccuracy(ratio: .init(median: 0.7, logDeviation: 0.5))
    #expect(abs(report.radius(deviation: 3.7, latent: 0.5, levels: [10, 1000]) - 3.911) < 0.001)
    #expect(abs(report.radius(deviation: 3.7, latent: 0.9, levels: [10, 1000]) - 7.424) < 0.002)
  }
}
