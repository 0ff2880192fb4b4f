import Estimation
import Core
import RealModule
import Testing

@Suite struct AccuracyCalibrationTests {
  /// Reports as the simulator makes them, for a deviation of 3.6 m per axis and a factor from 0.71 to 2.13.
  static func samples(_ count: Int, seed: UInt64) -> [AccuracySample] {
    let (z, u) = (TestData.normals(2 * count, seed: seed), TestData.uniforms(count, seed: seed + 5))
    return (0..<count).map { i in
      let belief = 1.51 * 3.6 * (0.71 + 1.42 * u[i])
      let level = [5.0, 7, 10, 30].first { belief <= $0 } ?? 30
      return AccuracySample(
        time: Double(i), reported: level, error: 3.6 * Double.hypot(z[2 * i], z[2 * i + 1]))
    }
  }

  @Test func levelsAndCoverageAreFound() throws {
    var samples = Self.samples(2_000, seed: 3)
    // Three stray reports are no level; 29.7 belongs to 30.
    for i in 0..<3 { samples[i] = AccuracySample(time: Double(i), reported: 17, error: 4.1) }
    samples[3] = AccuracySample(time: 3, reported: 29.7, error: 2.3)
    let report = try AccuracyCalibration(geometry: .distance).fit(samples)
    #expect(report.levels.map(\.reported) == [5, 7, 10, 30])
    #expect(report.others?.samples == 3)
    for level in report.levels {
      // Rayleigh: the error does not depend on the report here.
      let expected = 1 - Double.exp(-(level.reported ?? 0) * (level.reported ?? 0) / (2 * 3.6 * 3.6))
      #expect(level.coverageInterval.contains(expected), "\(level)")
    }
    #expect(report.warnings.contains { "\($0)".contains("larger than a 68") })
  }

  @Test func factorRangeIsRecovered() throws {
    let report = try AccuracyCalibration(geometry: .distance).fit(Self.samples(3_000, seed: 7))
    let summary = try BeliefFit(deviation: 3.6).fit(report)
    for (name, truth) in [("factor_low", 0.71), ("factor_width", 1.42)] {
      let parameter = try #require(summary[name])
      #expect(abs(parameter.value - truth) < 3.5 * (parameter.standardError ?? 0) + 0.02, "\(parameter)")
      #expect(agree(parameter.value, truth, within: 0.1), "\(parameter)")
    }
    #expect(try #require(summary.goodnessOfFit.first?.pValue) > 0.001)
  }

  @Test func twoLevelsCannotTellTwoNumbers() throws {
    let samples = Self.samples(400, seed: 9).map {
      AccuracySample(time: $0.time, reported: $0.reported <= 7 ? 7 : 10, error: $0.error)
    }
    let report = try AccuracyCalibration(geometry: .distance).fit(samples)
    #expect(throws: EstimationError.tooFewSamples(have: 2, need: 3)) { try BeliefFit(deviation: 3.6).fit(report) }
  }

  @Test func unusableInputIsRefused() {
    let samples = Self.samples(30, seed: 11)
    let calibration = AccuracyCalibration(geometry: .distance)
    #expect(throws: EstimationError.tooFewSamples(have: 19, need: 20)) {
      try calibration.fit(Array(samples.prefix(19)))
    }
    #expect(throws: EstimationError.self) {
      try calibration.fit(samples + [AccuracySample(time: 31, reported: 0, error: 1)])
    }
  }
}
