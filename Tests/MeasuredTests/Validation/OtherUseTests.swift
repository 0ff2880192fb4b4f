import Analysis
import Core
import RealModule
import Testing

@testable import Measured

/// Other use of a phone from the runs of the others, on made-up days with a known one.
@Suite struct OtherUseTests {
  private static let model = OtherUse(hidden: (4, 2), firstDrop: 0)

  /// Middles of equal shares of a standard normal distribution, in an order that a number gives.
  private struct Source {
    var state: UInt64
    mutating func normal() -> Double {
      state = StableHash.combine(state, 7)
      return NormalDistribution.quantile(min(0.9999, max(0.0001, StableHash.unit(state))))
    }
  }

  /// Three days of four phones of four settings, which draw 0.7, 1.5, 4 and 6 %/h, with phones and runs as the deviations say.
  ///
  /// - Parameter use: of each phone, in %/h.
  private static func days(
    _ use: [Double], number: UInt64, hours: Double = 3, isFull: Bool = true
  ) -> [OtherUse.Observation] {
    var source = Source(state: StableHash.combine(number, 1))
    let common = Double.exp(0.1 * source.normal())
    // What the seeds draw; the truth is one more.
    let seeds = (0..<8).map { Double.exp(0.1 * NormalDistribution.quantile((Double($0) + 0.5) / 8)) }
    return [0.7, 1.5, 4, 6].enumerated().flatMap { place, rate -> [OtherUse.Observation] in
      let phone = Double.exp(0.1 * source.normal())
      return (0..<3).map { _ in
        let drained = rate * hours * common * phone * Double.exp(0.15 * source.normal()) + use[place] * hours
        let hidden = isFull ? max(0, 4 + 2 * source.normal()) : 0
        return OtherUse.Observation(
          timeline: "t", phone: "p\(place)", hours: hours, drop: max(0, (drained - hidden).rounded()), isFull: isFull,
          drained: seeds.map { $0 * rate * hours }, deviations: (0.1, 0.15))
      }
    }
  }

  @Test func noOtherUseGivesNone() {
    var (wrong, all) = (0, 0)
    for number in 0..<20 as Range<UInt64> {
      for estimate in Self.model.estimates(Self.days([0, 0, 0, 0], number: number)) {
        all += 1
        // 0.3 %/h is 5 % of what the most expensive setting draws.
        if estimate.median > 0.3 { wrong += 1 }
        #expect(estimate.range90.lowerBound == 0)
      }
    }
    #expect(all == 80 && wrong <= 4, "\(wrong)")
  }

  /// The median is that of one more phone, which may differ from those seen: it is somewhat below a power that all have.
  @Test(arguments: [2.0, 5.0]) func aPowerThatAllHaveIsRecovered(_ power: Double) {
    var ratios: [Double] = []
    for number in 0..<10 as Range<UInt64> {
      for estimate in Self.model.estimates(Self.days([power, power, power, power], number: number)) {
        #expect(estimate.chance > 0.8 && estimate.range90.contains(power), "\(estimate.chance) \(estimate.range90)")
        ratios.append(estimate.median / power)
      }
    }
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    #expect((0.7...1.1).contains(mean), "\(mean)")
    #expect(ratios.allSatisfy { (0.2...1.6).contains($0) }, "\(ratios.min() ?? 0) \(ratios.max() ?? 0)")
  }

  /// Simulation-based calibration: truths drawn as the model has them before the data.
  @Test func rangesHoldThePowerOfTheMissingPhone() {
    var (held, all) = (0, 0)
    for number in 0..<100 as Range<UInt64> {
      var source = Source(state: StableHash.combine(number, 99))
      func share() -> Double {
        min(0.9999, max(0.0001, NormalDistribution.cumulative(source.normal())))
      }
      let isUsed = share() < 0.5
      let mean = 0.1 * Double.pow(100, share())
      let shape = [0.5, 1, 2, 4, 8][Int(share() * 5)]
      // A gamma distribution: half a squared normal variable, or a sum of exponential ones.
      let use = (0..<4).map { _ -> Double in
        let normal = source.normal()
        let sum = shape < 1 ? normal * normal / 2 : (0..<Int(shape)).reduce(0) { sum, _ in sum - Double.log(share()) }
        return isUsed ? mean / shape * sum : 0
      }
      for (place, estimate) in Self.model.estimates(Self.days(use, number: number)).enumerated() {
        all += 1
        // 0.05 %/h is less than any gauge shows.
        let range = estimate.range90
        if range.lowerBound - 0.05 <= use[place], use[place] <= range.upperBound + 0.05 { held += 1 }
      }
    }
    let share = Double(held) / Double(all)
    #expect(all == 400 && share > 0.85 && share < 0.97, "\(share)")
  }

  @Test func noRunOfThePhoneItselfCounts() throws {
    let days = Self.days([0, 0, 0, 0], number: 3)
    let spoilt = days.map { run in
      run.phone == "p0"
        ? OtherUse.Observation(
          timeline: run.timeline, phone: run.phone, hours: run.hours, drop: 80, isFull: true, drained: run.drained,
          deviations: run.deviations) : run
    }
    let (before, after) = (Self.model.estimates(days), Self.model.estimates(spoilt))
    #expect(before[0].chance == after[0].chance && before[0].range90 == after[0].range90)
    #expect(after[1].chance > before[1].chance)
  }

  @Test func aPhoneAloneSaysNothing() {
    let two = Self.days([3, 3, 3, 3], number: 1).filter { $0.phone < "p2" }
    #expect(Self.model.estimates(two).isEmpty)
    #expect(Self.model.estimates([]).isEmpty)
  }

  @Test func aGaugeThatIsNotFullHidesNothing() {
    let estimates = Self.model.estimates(Self.days([2, 2, 2, 2], number: 5, isFull: false))
    #expect(estimates.count == 4 && estimates.allSatisfy { abs($0.median - 2) < 0.8 }, "\(estimates.map(\.median))")
  }

  // MARK: By hand

  private static func observation(
    hours: Double, drop: Double, isFull: Bool, drained: Double = 2
  ) -> OtherUse.Observation {
    OtherUse.Observation(
      timeline: "t", phone: "p", hours: hours, drop: drop, isFull: isFull, drained: [drained], deviations: (0.2, 0.1))
  }

  /// 2 drained and 1.5 an hour for 2 h give 5 points, with the variance 0.2^2 of the run and 0.5^2 of the gauge.
  @Test func aRunsLikelihoodIsNormal() {
    let run = Self.observation(hours: 2, drop: 6, isFull: false)
    let found = Self.model.logLikelihood(run, seed: 0, factor: 1, power: 1.5)
    #expect(abs(found - (-0.5 / 0.29 - 0.5 * .log(0.29) - 0.5 * .log(2 * .pi))) < 1e-12)
    // A phone that draws half as much again: 3 + 3 points, with 0.3^2.
    let more = Self.model.logLikelihood(run, seed: 0, factor: 1.5, power: 1.5)
    #expect(abs(more - (-0.5 * .log(0.34) - 0.5 * .log(2 * .pi))) < 1e-12)
  }

  /// A full gauge hides 4 with a deviation of 2, and falls by 3 in the first hour, by half of it in half an hour.
  @Test func aFullGaugeHidesAndFalls() {
    let model = OtherUse(hidden: (4, 2), firstDrop: 3)
    for (hours, fall, drop) in [(0.5, 1.5, 6.5), (2.0, 3, 6), (2.0, 3, 1)] {
      let run = Self.observation(hours: hours, drop: drop, isFull: true, drained: 7)
      let variance = 0.49 + 0.25 + 4
      let off = drop - (7 + 1.5 * hours + fall - 4)
      let wanted = -0.5 * off * off / variance - 0.5 * .log(variance) - 0.5 * .log(2 * .pi)
      #expect(abs(model.logLikelihood(run, seed: 0, factor: 1, power: 1.5) - wanted) < 1e-12)
    }
  }

  /// One that still shows 100 % says that the fall is below half a point: here half of the probability.
  @Test func aGaugeThatStaysFullSaysBelowHalfAPoint() {
    let run = Self.observation(hours: 3, drop: 0, isFull: true, drained: 4.5)
    #expect(abs(Self.model.logLikelihood(run, seed: 0, factor: 1, power: 0) - .log(0.5)) < 1e-9)
    #expect(Self.model.logLikelihood(run, seed: 0, factor: 1, power: 1) < .log(0.1))
  }

  /// Phones that draw less or more by 0.3 of a logarithm: seven middles of equal shares of a normal distribution, which count alike.
  @Test func phonesDifferByANormalFactor() throws {
    let run = OtherUse.Observation(
      timeline: "t", phone: "p", hours: 2, drop: 6, isFull: false, drained: [4], deviations: (0.3, 0.1))
    let found = try #require(Self.model.likelihoods([run]).first?.first)
    let parts = [-1.465234, -0.791639, -0.366106, 0, 0.366106, 0.791639, 1.465234].map {
      Double.exp(Self.model.logLikelihood(run, seed: 0, factor: .exp(0.3 * $0), power: 0))
    }
    #expect(abs(found - .log(parts.reduce(0, +) / 7)) < 1e-6)
    // Two runs of one phone share its factor, whose deviation is the mean of theirs.
    func likelihoods(_ deviations: [Double]) -> [Double] {
      Self.model.likelihoods(
        deviations.map {
          OtherUse.Observation(
            timeline: "t", phone: "p", hours: 2, drop: 6, isFull: false, drained: [4], deviations: ($0, 0.1))
        })[0]
    }
    for (a, b) in zip(likelihoods([0.1, 0.3]), likelihoods([0.2, 0.2])) { #expect(abs(a - b) < 1e-9) }
    #expect(abs(likelihoods([0.2, 0.2])[0] - 2 * likelihoods([0.2])[0]) > 1e-3)
  }

  /// Runs that differ tenfold say nothing: as likely as not, as before the data.
  @Test func withoutKnowledgeTheChanceIsAHalf() {
    let runs = (0..<3).map { phone in
      OtherUse.Observation(
        timeline: "t", phone: "p\(phone)", hours: 0.01, drop: 3, isFull: false, drained: [1000], deviations: (0.1, 1e6))
    }
    for estimate in Self.model.estimates(runs) { #expect(abs(estimate.chance - 0.5) < 0.01, "\(estimate.chance)") }
  }
}
