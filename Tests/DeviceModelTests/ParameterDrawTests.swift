import Core
import RealModule
import Testing

@testable import DeviceModel

struct ParameterDrawTests {
  static func value(
    _ mean: Double, _ deviation: Double, _ range: ClosedRange<Double>, _ distribution: ProfileValue.Distribution
  ) -> ProfileValue {
    ProfileValue(
      mean: mean, deviation: deviation, range: range, distribution: distribution, trust: .estimate, source: "test")
  }

  static func draws(_ value: ProfileValue, key: String = "gnss.acquiring", count: UInt64 = 20_000) -> [Double] {
    (1...count).map { seed in
      ParameterDraw(of: [key: value]).values(seed: seed)[key] ?? .nan
    }
  }

  static func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
    return (mean, variance.squareRoot())
  }

  @Test(arguments: [ProfileValue.Distribution.normal, .lognormal])
  func meanAndDeviationAreThoseOfTheValue(distribution: ProfileValue.Distribution) {
    let (mean, deviation) = Self.moments(Self.draws(Self.value(0.15, 0.03, 0.001...10, distribution)))
    // Four standard errors.
    #expect(abs(mean - 0.15) < 4 * 0.03 / 20_000.0.squareRoot())
    #expect(abs(deviation / 0.03 - 1) < 0.03)
  }

  @Test func logNormalDrawsAreSkewed() {
    let draws = Self.draws(Self.value(1, 0.5, 0.001...100, .lognormal)).sorted()
    // Median = mean / sqrt(1 + (d/m)^2).
    #expect(abs(draws[10_000] - 1 / 1.25.squareRoot()) < 0.015)
  }

  @Test(arguments: [ProfileValue.Distribution.normal, .lognormal])
  func drawsStayInTheRangeWithoutPilingUpAtItsEnds(distribution: ProfileValue.Distribution) {
    let draws = Self.draws(Self.value(0.15, 0.06, 0.12...0.17, distribution))
    #expect(draws.allSatisfy { (0.12...0.17).contains($0) })
    #expect(draws.count { $0 == 0.12 || $0 == 0.17 } == 0)
    #expect(Set(draws).count > 19_990)
  }

  /// Deviations that validation refuses must still not give a number that a simulation cannot use.
  @Test(arguments: [ProfileValue.Distribution.normal, .lognormal], [1e-300, 1e-30, 0.45, 5])
  func hugeDeviationsAndTinyMeansStillGiveValuesInTheRange(
    distribution: ProfileValue.Distribution, mean: Double
  ) {
    for deviation in [1e-300, 1, 1e10, 1e200, 1e300, .infinity] {
      let draws = Self.draws(Self.value(mean, deviation, 0...5, distribution), count: 300)
      #expect(draws.allSatisfy { (0...5).contains($0) }, "\(mean) and \(deviation)")
    }
  }

  /// Normal and lognormal with mean 45 and deviation 15, cut to 25...110: EstimationTests/Reference/tables.py (SciPy 1.17.1).
  @Test(arguments: [
    (ProfileValue.Distribution.normal, [28.567600634710033, 46.71835766020905, 65.02983032082506]),
    (.lognormal, [28.007851260344392, 43.53037584972575, 65.12243296730122]),
  ])
  func quantilesAreThoseOfTheTruncatedDistribution(
    distribution: ProfileValue.Distribution, expected: [Double]
  ) {
    let value = Self.value(45, 15, 25...110, distribution)
    for (share, quantile) in zip([0.05, 0.5, 0.9], expected) {
      #expect(abs(value.quantile(atShare: share) / quantile - 1) < 1e-9, "\(value.quantile(atShare: share))")
    }
    #expect(value.quantile(atShare: 0) == 25 && value.quantile(atShare: 1) == 110)
  }

  @Test func fixedValuesDoNotVary() {
    #expect(Set(Self.draws(Self.value(0.15, 0.06, 0.1...0.2, .fixed), count: 50)) == [0.15])
    #expect(Set(Self.draws(Self.value(0.15, 0, 0.1...0.2, .normal), count: 50)) == [0.15])
  }

  @Test(arguments: [-0.7, 0.4, 0.9]) func scoresHaveTheStatedCorrelation(rho: Double) {
    let values = [
      "gnss.acquiring": Self.value(5, 1, 0...10, .normal), "gnss.tracking_strong": Self.value(7, 2, -3...17, .normal),
    ]
    let draw = ParameterDraw(
      of: values,
      correlations: [Correlation(between: "gnss.tracking_strong", "gnss.acquiring", value: rho, source: "test")])
    var sum = 0.0
    for seed in 1...UInt64(20_000) {
      let drawn = draw.values(seed: seed)
      sum += ((drawn["gnss.acquiring"] ?? .nan) - 5) * ((drawn["gnss.tracking_strong"] ?? .nan) - 7) / 2
    }
    #expect(abs(sum / 20_000 - rho) < 0.04)
  }

  @Test func uncorrelatedKeysAreIndependentAndDoNotDependOnOtherKeys() {
    let value = Self.value(5, 1, 0...10, .normal)
    let alone = Self.draws(value, key: "gnss.acquiring")
    let other = Self.draws(value, key: "gnss.sleep")
    let product = zip(alone, other).reduce(0) { $0 + ($1.0 - 5) * ($1.1 - 5) } / 20_000
    #expect(abs(product) < 0.04)
    let both = ParameterDraw(of: ["gnss.acquiring": value, "gnss.sleep": value])
    let together = both.values(seed: 7)
    #expect(together["gnss.acquiring"] == alone[6])
    #expect(together["gnss.sleep"] == other[6])
  }

  @Test func fixedModeGivesTheMeansAndTheSameSeedTheSameDevice() throws {
    var profile = SampleProfiles.phone
    for (key, value) in profile.values where value.mean > 0 && !key.contains("outlier") && !key.contains("failure") {
      profile.values[key] = Self.value(value.mean, value.mean * 0.1, value.mean...value.mean * 1.3, .lognormal)
    }
    profile.values["wifi.tail_time"] = Self.value(0.23, 0.02, 0.1...0.3, .normal)
    let fixed = try profile.parameters(mode: .fixed)
    #expect(fixed.gnss?.acquiring == .watts(0.149))
    #expect(fixed.wifi?.tailTime == .seconds(0.23))
    #expect(fixed.cellular?.values["lte.promotion"] == 0.71)
    #expect(fixed.processor.launchTime == .seconds(1.9))
    #expect(fixed.error.gnss?.sky.canyon.slow == .metres(1.7 * 4))
    #expect(fixed.gnss?.failureProbability.openSky == 0)
    #expect(fixed.gnss?.firstFixMultiplier.openSky == 1)
    let drawn = try profile.parameters(mode: .drawn(seed: 11))
    #expect(drawn == (try profile.parameters(mode: .drawn(seed: 11))))
    #expect(drawn != (try profile.parameters(mode: .drawn(seed: 12))))
    #expect(drawn.gnss?.acquiring != fixed.gnss?.acquiring)
  }
}
