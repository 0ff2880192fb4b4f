import Foundation
import RealModule
import Testing

@testable import Estimation

/// How often the intervals of drive fits hold the truth, on drives of their own.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1", "long: set GEOJOULE_LONG_TESTS=1"))
struct DriveCoverageTests {
  static let trials = 300

  @Test func `throughput's intercept and slope are held in 92 to 98 percent`() throws {
    for (count, time) in [(300, 8.0), (900, 8.0), (900, 30.0)] {
      var held = [0, 0]
      var fitted = 0
      for seed in 1...UInt64(Self.trials) {
        let samples = ThroughputFitTests.drive(seed + 1_000, count: count, time: time) { 7.1 + 0.31 * ($0 + 100) / 10 }
        // Where another model is taken there is nothing to hold.
        let fit = try ThroughputFit(samples)
        guard fit.levelModel == .level else { continue }
        let summary = fit.levelSummary
        fitted += 1
        for (k, truth) in [7.1, 0.31].enumerated() where summary.parameters[k].interval95?.contains(truth) == true {
          held[k] += 1
        }
      }
      let shares = held.map { 100 * Double($0) / Double(fitted) }
      print("throughput, \(count) s, noise of \(time) s: intercept, slope held in \(shares) %")
      #expect(shares.allSatisfy { (91...99.7).contains($0) })
    }
  }

  /// Shadows in dB of 6 over one cell; fast fading is white.
  @Test(arguments: [
    (1_000.0, 60.0, 0.0), (4_000, 60, 0), (4_000, 60, 2), (4_000, 25, 1), (9_000, 150, 2),
  ])
  func `path loss: exponent, deviation and decorrelation distance`(
    _ length: Double, _ decorrelation: Double, _ fading: Double
  ) throws {
    let truths = [("exponent", 3.4), ("shadowing_deviation", 6), ("decorrelation_distance", decorrelation)]
    var held = truths.map { _ in 0 }
    for seed in 1...UInt64(Self.trials) {
      let (points, tower) = DriveRadioTests.pathLoss(
        seed + 3_000, exponent: 3.4, length: length, decorrelation: decorrelation, fading: fading)
      let fit = try PathLossFit([points], towers: [4: tower])
      for (k, pair) in truths.enumerated() where fit.summary[pair.0]?.interval95?.contains(pair.1) == true {
        held[k] += 1
      }
    }
    let shares = held.map { 100 * Double($0) / Double(Self.trials) }
    print("path loss, \(length) m, D = \(decorrelation) m, fading \(fading) dB: \(shares) %")
    #expect(shares.allSatisfy { $0 >= (length / decorrelation < 20 ? 88 : 92) })
  }
}
