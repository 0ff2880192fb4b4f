@testable import Analysis
import DeviceModel
import Core
import RealModule
import Testing

/// Normal scores that depend on nothing but their names.
private func score(_ seed: Int, _ name: String) -> Double {
  NormalDistribution.quantile(StableHash.unit(StableHash.combine(UInt64(seed), StableHash.name(name))))
}

@Suite struct PredictionModelTests {
  /// Distinct odd numbers.
  private static let discrepancy = Discrepancy(phone: 0.12, occasion: 0.04, run: 0.03, tracking: 0.3)

  @Test func aRangeOfOneFixedPhoneIsLognormal() throws {
    let model = PredictionModel(Self.discrepancy, spread: .none)
    // 0.12^2 + 0.04^2 + 0.03^2 + 0.5^2 x 0.3^2 = 0.13^2 + 0.15^2
    let deviation = (0.13 * 0.13 + 0.15 * 0.15).squareRoot()
    #expect(abs(model.total(share: 0.5) - deviation) < 1e-12)
    let range = try #require(model.range([2.7], shares: [0.5]))
    #expect(abs(range.lowerBound - 2.7 * Double.exp(-1.6448536269514722 * deviation)) < 1e-9)
    #expect(abs(range.upperBound - 2.7 * Double.exp(1.6448536269514722 * deviation)) < 1e-9)
  }

  /// A power that varies alike in all settings: 0.6 of the rest is 0.12 where rest takes a fifth, and nothing of location's part. That
  /// of location moves a setting by location's share: 0.16 of it by 0.128, 0.2 by 0.16.
  @Test func whatVariesInAPartMovesASettingByItsShare() throws {
    let own = Discrepancy(phone: 0.09, occasion: 0, run: 0, tracking: 0, rest: 0.6)
    let model = PredictionModel(own, spread: .none)
    #expect(abs(model.total(share: 0.8) - 0.15) < 1e-12)
    #expect(abs(model.remainder(share: 0.8, count: 3) - 0.15) < 1e-12)
    #expect(abs(model.total(share: 1) - 0.09) < 1e-12)
    #expect(abs(own.runVariance(share: 0.5) - 0.09) < 1e-12)
    let located = Discrepancy(phone: 0.12, occasion: 0, run: 0.05, tracking: 0, location: 0.2)
    #expect(abs(located.runVariance(share: 0.8) - 0.0281) < 1e-12)
    #expect(abs(located.variance(share: 0.8) - 0.0425) < 1e-12 && abs(located.variance(share: 0) - 0.0169) < 1e-12)
    // Var V: 4 (0.8^2 x 0.2 x 0.05)^2.
    let error = Discrepancy(phone: 0, occasion: 0, run: 0, tracking: 0, location: 0.05)
    #expect(abs(located.errorVariance(error, share: 0.8) - 1.6384e-4) < 1e-12)
  }

  @Test func drawnParametersSupplyTheirPart() {
    // At rest 0.05^2 of 0.13^2 is known: 0.12^2 remains.
    let spread = ParameterSpread(rest: 0.0025, location: 0.01, covariance: 0)
    let model = PredictionModel(Self.discrepancy, spread: spread)
    #expect(abs(model.remainder(share: 0, count: 1_000_000_000) - 0.12) < 1e-6)
    // One drawn phone is off itself: the total and its own deviation.
    #expect(abs(model.remainder(share: 0, count: 1) - (0.0169 + 0.0025).squareRoot()) < 1e-12)
    // What the parameters already spread is never added twice.
    let wide = PredictionModel(Self.discrepancy, spread: ParameterSpread(rest: 0.09, location: 0.09, covariance: 0.09))
    #expect(wide.remainder(share: 0.3, count: 1_000_000_000) < 1e-4)
    #expect(abs(wide.total(share: 0) - 0.3) < 1e-12)
  }

  /// 0.18 known to 0.06, of which half the drain is location: V = 0.0324 + 0.25 x 0.04 = 0.0424, and Var V = 4 (0.18 x 0.06)^2 +
  /// 0.0625 x 4 (0.2 x 0.08)^2 = 5.3056e-4, so that V has 6.7768 degrees of freedom: t at 95 % is 1.904, at 80 % 0.898.
  @Test func aDiscrepancyThatIsEstimatedHasStudentsT() throws {
    let own = Discrepancy(phone: 0.18, occasion: 0, run: 0, tracking: 0.2)
    let errors = Discrepancy(phone: 0.06, occasion: 0, run: 0, tracking: 0.08)
    let model = PredictionModel(own, errors: errors, spread: .none)
    let deviation = 0.0424.squareRoot()
    #expect(abs(model.total(share: 0.5) - deviation * 1.9040 / 1.64485) < 2e-4)
    #expect(abs(model.remainder(share: 0.5, count: 1, level: 0.8) - deviation * 0.89793 / 0.84162) < 2e-4)
    // A limit on the other side is as far away.
    #expect(model.remainder(share: 0.5, count: 1, level: 0.2) == model.remainder(share: 0.5, count: 1, level: 0.8))
    // What is drawn is known: all of the width is taken for the rest.
    let spread = ParameterSpread(rest: 0.02, location: 0.02, covariance: 0.02)
    let drawn = PredictionModel(own, errors: errors, spread: spread)
    let whole = model.total(share: 0.5)
    #expect(abs(drawn.remainder(share: 0.5, count: 1_000_000_000) - (whole * whole - 0.02).squareRoot()) < 1e-6)
    #expect(PredictionModel(own, spread: .none).total(share: 0) == 0.18)
  }

  @Test func negativeFiguresAndZerosHaveRanges() throws {
    let model = PredictionModel(Self.discrepancy, spread: .none)
    let range = try #require(model.range([-1.7], shares: [0]))
    let positive = try #require(model.range([1.7], shares: [0]))
    #expect(abs(range.lowerBound + positive.upperBound) < 1e-9)
    #expect(abs(range.upperBound + positive.lowerBound) < 1e-9)
    #expect(model.range([0], shares: [0]) == 0...0)
    #expect(model.range([], shares: []) == nil)
    #expect(model.range([.infinity], shares: [0.2]) == nil)
    let mixed = try #require(model.range([-1.3, 0, 2.1], shares: [0.1, 0.2, 0.3]))
    #expect(mixed.lowerBound < -1.3 && mixed.upperBound > 2.1)
  }

  @Test func withoutAnySpreadTheSeedsRemain() throws {
    let model = PredictionModel(Discrepancy(phone: 0, occasion: 0, run: 0, tracking: 0), spread: .none)
    // Of 39, 5 % of 40 lie at the 2nd, 95 % at the 38th.
    let values = (1...39).map(Double.init)
    #expect(model.range(values.reversed(), shares: values.map { _ in 0.5 }) == 2...38)
  }

  @Test func orderDoesNotCount() {
    let model = PredictionModel(Self.discrepancy, spread: .none)
    let values = (0..<37).map { 2.3 * Double.exp(0.2 * score($0, "order")) }
    let shares = values.indices.map { Double($0) / 37 }
    let forth = model.range(values, shares: shares)
    let back = model.range(values.reversed(), shares: shares.reversed())
    #expect(abs((forth?.lowerBound ?? 0) - (back?.lowerBound ?? 1)) < 1e-9)
    #expect(abs((forth?.upperBound ?? 0) - (back?.upperBound ?? 1)) < 1e-9)
  }

  // MARK: Coverage

  /// A made-up phone: logarithms of its power at rest and of what location adds, as its drawn parameters have them, or as a real
  /// run has them by the model that is stated.
  private struct MadeUp {
    let rest: Double
    let location: Double

    init(rest: Double, location: Double) { (self.rest, self.location) = (rest, location) }

    /// Drawn parameters; `spread` has no covariance.
    init(drawn seed: Int, _ spread: ParameterSpread) {
      rest = spread.rest.squareRoot() * score(seed, "rest")
      location = spread.location.squareRoot() * score(seed, "location")
    }

    init(real seed: Int, _ model: PredictionModel) {
      let whole = max(model.discrepancy.variance(share: 0), model.spread.rest).squareRoot() * score(seed, "whole")
      rest = whole
      location = whole + model.discrepancy.tracking * score(seed, "tracking")
    }

    /// Percent per hour with 0.4 of rest, `use` of location and the day's randomness.
    func drain(_ use: Double, randomness: Double) -> Double {
      (0.4 * Double.exp(rest) + use * Double.exp(location)) * Double.exp(randomness)
    }
    func share(_ use: Double) -> Double {
      use * Double.exp(location) / (0.4 * Double.exp(rest) + use * Double.exp(location))
    }
  }

  private static let spreads: [(String, ParameterSpread, Int)] = [
    ("fixed", .none, 16), ("fixed, one seed", .none, 1),
    ("drawn", ParameterSpread(rest: 0.01, location: 0.02, covariance: 0), 40),
    ("drawn, few seeds", ParameterSpread(rest: 0.01, location: 0.02, covariance: 0), 8),
  ]

  /// In how many of 2000 made-up runs the range holds the real drain.
  private func coverage(_ spread: ParameterSpread, seeds: Int, use: Double) -> Double {
    let model = PredictionModel(.unmeasured, spread: spread)
    let trials = 2000
    let isFixed = spread == .none
    var held = 0
    for trial in 0..<trials {
      let numbers = (0..<seeds).map { 1_000_000 + trial * seeds + $0 }
      let phones = numbers.map { isFixed ? MadeUp(rest: 0, location: 0) : MadeUp(drawn: $0, spread) }
      let drains = zip(phones, numbers).map { $0.drain(use, randomness: 0.03 * score($1, "day")) }
      let real = MadeUp(real: trial, model).drain(use, randomness: 0.03 * score(trial, "real day"))
      if let range = model.range(drains, shares: phones.map { $0.share(use) }), range.contains(real) { held += 1 }
    }
    return Double(held) / Double(trials)
  }

  @Test(arguments: spreads.indices, [1.6, 0.5, 0.06])
  func rangesHoldRealRuns(_ place: Int, _ use: Double) {
    let (name, spread, seeds) = Self.spreads[place]
    let found = coverage(spread, seeds: seeds, use: use)
    #expect((0.85...0.95).contains(found), "\(name), \(use): \(found)")
  }

  /// Both days of one phone scatter: the variance of their ratio is twice that of one, without what the phone has at all times.
  @Test func twoDaysOfOnePhoneDifferByTheirOwnScatter() {
    let own = Discrepancy(phone: 0.3, occasion: 0.1, run: 0.2, tracking: 0.4, rest: 0.5, location: 0.15)
    #expect(abs(own.betweenDays.variance(share: 0.6) - 2 * (0.01 + 0.04 + 0.16 * 0.25 + 0.36 * 0.0225)) < 1e-12)
  }
}
