import DeviceModel
import Documents
import Estimation
import FileFormats
import Core
import Testing

@testable import Measured

/// Values and correlations that a drive puts into profiles, by hand.
@Suite struct DriveNetworkTests {
  private static let power = ParameterSchema("gnss.made_up", .power, 0...10, .optional, "made up")
  private static let length = ParameterSchema("cells.made_up", .distance, 50...12_000, .optional, "made up")

  /// Deviations above an eighth of a mean are lognormal; ranges end at four deviations.
  @Test func smallErrorsAreNormal() {
    let normal = DriveValue("k", Self.power, mean: 0.8, deviation: 0.0999, source: "s").value
    #expect(normal.distribution == .normal && normal.deviation == 0.0999)
    #expect(abs(normal.range.lowerBound - 0.4004) < 1e-12 && abs(normal.range.upperBound - 1.2) < 1e-3)
    let lognormal = DriveValue("k", Self.power, mean: 0.8, deviation: 0.1001, source: "s").value
    #expect(lognormal.distribution == .lognormal)
    // ln(1 + (0.1001 / 0.8)^2) = 0.015535: four deviations are a factor of 1.6464 either way of 0.79381.
    #expect(abs(lognormal.range.upperBound - 1.307) < 1e-3 && abs(lognormal.range.lowerBound - 0.4821) < 1e-3)
    #expect(lognormal.trust == .fitted && lognormal.source == "s")
  }

  /// A median of 700 m known to 0.3 of its logarithm: the mean is 700 exp(0.045).
  @Test func aMedianHasALargerMean() {
    let value = DriveValue("k", Self.length, median: 700, logError: 0.3, source: "s").value
    #expect(abs(value.mean - 732.2) < 0.1 && value.distribution == .lognormal)
    // 732.2 (exp(0.09) - 1)^(1/2).
    #expect(abs(value.deviation - 224.7) < 0.1)
    #expect(abs(value.quantile(atShare: 0.5) - 700) < 0.5)
  }

  @Test func whatNoProfileTakesIsSaid() {
    let small = DriveValue("k", Self.length, mean: 31, deviation: 1, source: "s")
    #expect(small.value.mean == 50 && small.notes.count == 1)
    let unknown = DriveValue("k", Self.power, mean: 2, deviation: .infinity, source: "s")
    #expect(unknown.value.deviation <= ProfileValue.largestLogNormalSpread * 2 && unknown.notes.count == 1)
    let exact = DriveValue("k", Self.power, mean: 2, deviation: 0, source: "s")
    #expect(exact.value.distribution == .fixed && exact.value.range == 2...2 && exact.notes.isEmpty)
  }

  private static func values(_ keys: [String]) -> [String: ProfileValue] {
    Dictionary(
      uniqueKeysWithValues: keys.map {
        ($0, ProfileValue(mean: 1, deviation: 0.1, range: 0...2, distribution: .normal, trust: .fitted, source: "s"))
      })
  }

  /// Those under 0.02 are left out, 1 becomes 0.995, and what contradicts itself shrinks by 2 % a step.
  @Test func correlationsShrinkUntilTheyArePossible() {
    var pairs = DriveCorrelations()
    pairs.add("a", "b", 0.0199)
    pairs.add("a", "c", -1)
    pairs.add("b", "c", 0.5)
    pairs.add("a", "d", 0.4)
    #expect(pairs.pairs.map(\.value) == [-0.995, 0.5, 0.4])
    var found: [Correlation] = []
    let kept = [Correlation(between: "x", "y", value: 0.3, source: "base")]
    // "d" has no value: its correlation is none.
    let values = Self.values(["a", "b", "c"])
    let notes = pairs.put(into: &found, kept: kept, values: values, source: "s") { all in
      all.allSatisfy { abs($0.value) < 0.96 }
    }
    #expect(notes.count == 1 && notes[0].contains("96 %"))
    #expect(found.map(\.value) == [0.3, -0.9552, 0.48])
    let impossible = pairs.put(into: &found, kept: kept, values: values, source: "s") { $0.count == 1 }
    // Shrunk to nothing, they are none.
    #expect(found == kept && impossible.count == 1)
  }

  /// A value of whose precision the data give less than half is mostly its prior.
  @Test func halfOfThePrecisionMakesAValueFitted() {
    let value = ProfileFragment.Value(key: "k", mean: 1, deviation: 0.1, interval: nil, unit: "W")
    #expect(FitFragment.trusted(value, learned: 0.5).trust == .fitted)
    let prior = FitFragment.trusted(value, learned: 0.49)
    #expect(prior.trust == .estimate && prior.note.contains(" 49"))
    #expect(FitFragment.trusted(value, learned: -0.2).note.contains(" 0 %"))
  }

  // MARK: Outliers

  private static func summary(_ parameters: [(String, Double, ClosedRange<Double>?)], warnings: [FitWarning] = [])
    -> FitSummary
  {
    FitSummary(
      model: "simulator", formula: "",
      parameters: parameters.map {
        FittedParameter(
          name: $0.0, value: $0.1, standardError: 0.01, interval95: $0.2, intervalMethod: .profileLikelihood, unit: "")
      }, covariance: parameters.map { _ in parameters.map { _ in 0 } }, logLikelihood: nil, samples: 100,
      effectiveSamples: 50,
      warnings: warnings)
  }

  @Test func outliersThatTheDataLeaveOpenAreNone() {
    func parameters(share: Double, multiplier: ClosedRange<Double>?) -> [(String, Double, ClosedRange<Double>?)] {
      [("deviation", 3, 2...4), ("outlier_multiplier", 5, multiplier), ("outlier_probability", share, 0.01...0.6)]
    }
    #expect(OutlierFreeError.reason(Self.summary(parameters(share: 0.1, multiplier: 3...8)), missing: nil) == nil)
    #expect(OutlierFreeError.reason(Self.summary(parameters(share: 0.5, multiplier: 3...8)), missing: nil) == nil)
    let rule = OutlierFreeError.reason(Self.summary(parameters(share: 0.51, multiplier: 3...8)), missing: nil)
    #expect(rule == "what the fit calls outliers is the rule")
    let open = OutlierFreeError.reason(Self.summary(parameters(share: 0.1, multiplier: nil)), missing: nil)
    #expect(open == "the data leave the outliers open")
    let bound = Self.summary(
      parameters(share: 0.1, multiplier: 1...8), warnings: [.intervalEndsAtBound(name: "outlier_multiplier", bound: 1)])
    #expect(OutlierFreeError.reason(bound, missing: nil) == "the data leave the outliers open")
    #expect(OutlierFreeError.reason(nil, missing: "why") == "why")
  }
}
