import Estimation
import Core
import Testing

@Suite struct RadioTailFitTests {
  /// Idle, promotion, transfer, short reception cycles, long reception cycles, and again.
  private func repetitions(
    _ count: Int, shortTail: Double = 1.37, longTail: Double = 9.83, jitter: Double = 0, seed: UInt64 = 1
  ) -> [(watts: Double, seconds: Double)] {
    var random = Xoshiro256PlusPlus(seed: seed)
    func shake() -> Double { jitter * NormalDistribution.quantile(random.uniform()) }
    var pieces: [(watts: Double, seconds: Double)] = [(0.021, 7.13)]
    for k in 0..<count {
      pieces += [
        (1.21, 0.83 + 0.017 * Double(k % 5)), (0.86, shortTail + shake()), (0.43, longTail + shake()),
        (0.021, 6.91 + 0.031 * Double(k % 7)),
      ]
    }
    return pieces
  }

  @Test func noiselessTracesAreReadExactly() throws {
    let trace = try SyntheticTrace(pieces: repetitions(5)).trace()
    let fit = try RadioTailFit(steps: try PowerSteps(trace: trace))
    #expect(fit.tails.count == 5 && fit.incomplete == 0)
    for (name, value) in [
      ("tail_1.duration", 1.37), ("tail_1.power", 0.86), ("tail_2.duration", 9.83), ("tail_2.power", 0.43),
      ("tail.duration", 11.2), ("idle.power", 0.021),
    ] {
      let found = try #require(fit.summary[name])
      #expect(abs(found.value - value) < 0.003 * value + 1e-3, "\(name) \(found.value)")
    }
    // 1.37 s x (0.86 - 0.021) W + 9.83 s x (0.43 - 0.021) W = 5.1699 J.
    #expect(abs(try #require(fit.summary["tail.energy"]).value - 5.1699) < 0.03)
  }

  @Test func stepsKnowTheirInstants() throws {
    let trace = try SyntheticTrace(pieces: [(0.26, 3.17), (1.21, 2.09), (0.57, 4.43), (0.26, 5.01)]).trace()
    let steps = try PowerSteps(trace: trace)
    #expect(steps.levels.count == 3)
    #expect(steps.steps.map(\.level) == [0, 2, 1, 0])
    for (step, start) in zip(steps.steps, [0, 3.17, 5.26, 9.69]) { #expect(abs(step.start - start) < 0.011) }
    for (level, power) in zip(steps.levels, [0.26, 0.57, 1.21]) { #expect(abs(level - power) < 0.02) }
  }

  /// Where noise is low, a bin that a change divides would be cut off as a phase of 0.16 s.
  @Test(arguments: 1...4) func dividedBinsAreNoPhase(seed: UInt64) throws {
    let (z, u) = (TestData.normals(10, seed: seed), TestData.uniforms(20, seed: seed))
    var pieces: [(watts: Double, seconds: Double)] = [(0.02, 5)]
    for k in 0..<10 { pieces += [(1.2877, 1 + u[k]), (1.0599, 11.576 + 0.026 * z[k]), (0.02, 5 + 3 * u[10 + k])] }
    let trace = try SyntheticTrace(step: 0.02, noise: 0.01, pieces: pieces).trace(seed: seed)
    let fit = try RadioTailFit(steps: try PowerSteps(trace: trace))
    #expect(fit.tails.map(\.phases.count) == [Int](repeating: 1, count: 10))
    #expect(abs(try #require(fit.summary["tail_1.duration"]).value - 11.576) < 0.03)
    #expect(abs(try #require(fit.summary["tail_1.power"]).value - 1.0599) < 0.001)
  }

  @Test func valuesOfOneTailGoTogether() throws {
    let trace = try SyntheticTrace(noise: 0.01, pieces: repetitions(9, jitter: 0.4)).trace()
    let fit = try RadioTailFit(steps: try PowerSteps(trace: trace))
    let names = fit.summary.parameters.map(\.name)
    func correlation(_ a: String, _ b: String) throws -> Double {
      fit.summary.correlation[try #require(names.firstIndex(of: a))][try #require(names.firstIndex(of: b))]
    }
    // Over the nine tails, by hand.
    let (first, whole) = (fit.tails.map { $0.phases[0].seconds }, fit.tails.map(\.seconds))
    func centred(_ x: [Double]) -> [Double] { x.map { $0 - x.reduce(0, +) / 9 } }
    let (a, b) = (centred(first), centred(whole))
    func sum(_ x: [Double], _ y: [Double]) -> Double { zip(x, y).reduce(0) { $0 + $1.0 * $1.1 } }
    let expected = sum(a, b) / (sum(a, a) * sum(b, b)).squareRoot()
    #expect(abs(try correlation("tail_1.duration", "tail.duration") - expected) < 1e-9)
    #expect(try correlation("tail.energy", "tail.duration") > 0.8)
    #expect(try correlation("idle.power", "tail.duration") == 0)
    #expect(!fit.summary.warnings.contains { $0.description.contains("identifiable separately") })
  }

  @Test func theTraceIsHeldAgainstItsLevels() throws {
    let trace = try SyntheticTrace(step: 0.02, noise: 0.05, pieces: repetitions(7, jitter: 0.1)).trace()
    let steps = try PowerSteps(trace: trace)
    let fit = try RadioTailFit(steps: steps)
    let residuals = try #require(fit.summary.residuals)
    #expect(
      abs(residuals.mean) < 0.1 && abs(residuals.durbinWatson - 2) < 0.2, "\(residuals.mean) \(residuals.durbinWatson)")
    let share = try #require(fit.summary.goodnessOfFit.first { $0.name == "R squared" }).statistic
    #expect((0.98..<1).contains(share), "\(share)")
    #expect(try #require(fit.summary.goodnessOfFit.first { $0.name.hasPrefix("Trend") }?.pValue) > 0.01)
    // Two levels taken as one leave the trace off its levels.
    let merged = try PowerSteps(trace: trace, levelCount: 3)
    #expect(try #require(merged.explained?.statistic) < share - 0.003, "\(String(describing: merged.explained))")
  }

  @Test func tailsThatGetLongerAreNoticed() throws {
    var pieces: [(watts: Double, seconds: Double)] = [(0.021, 5.1)]
    for k in 0..<9 { pieces += [(1.21, 0.9), (0.43, 4.1 + 0.2 * Double(k)), (0.021, 6.7)] }
    let fit = try RadioTailFit(steps: try PowerSteps(trace: try SyntheticTrace(noise: 0.02, pieces: pieces).trace()))
    let trend = try #require(fit.summary.goodnessOfFit.first { $0.name.hasPrefix("Trend") })
    #expect(abs(trend.statistic - 1) < 1e-9 && (trend.pValue ?? 1) < 1e-6)
    #expect(fit.summary.warnings.contains { $0.description.contains("tails change over the trace") })
  }

  @Test(arguments: 1...6) func timersAreFoundInNoise(seed: UInt64) throws {
    let trace = try SyntheticTrace(
      noise: 0.11, correlation: 0.5, pieces: repetitions(11, jitter: 0.07, seed: seed)
    ).trace(seed: seed)
    let fit = try RadioTailFit(steps: try PowerSteps(trace: trace, resolution: 0.05))
    #expect(fit.tails.count == 11)
    for (name, value) in [("tail_1.duration", 1.37), ("tail_2.duration", 9.83), ("tail_1.power", 0.86)] {
      let found = try #require(fit.summary[name])
      let error = try #require(found.standardError)
      #expect(abs(found.value - value) < 4 * error + 0.01, "\(name) \(found.value) ± \(error)")
      #expect(error < 0.05 * value)
      #expect(found.intervalMethod == .studentT)
      #expect(try #require(found.interval95).contains(found.value))
    }
  }

  /// Changes fall anywhere in the bins of 0.1 s; the noise of a level's mean is 0.0004 W.
  @Test func dividedBinsDoNotShiftTheLevels() throws {
    var pieces: [(watts: Double, seconds: Double)] = []
    for u in TestData.uniforms(20, seed: 17) {
      pieces += [(0.1, 6 + u), (2.1, 1.5 + 0.7 * u), (1.0599, 10 + 0.2 * u)]
    }
    let trace = try SyntheticTrace(step: 0.02, noise: 0.03, pieces: pieces + [(0.1, 6)]).trace(seed: 3)
    let fit = try RadioTailFit(steps: try PowerSteps(trace: trace))
    for (name, value) in [("tail_1.power", 1.0599), ("idle.power", 0.1)] {
      #expect(abs(try #require(fit.summary[name]).value - value) < 0.0012, "\(fit.summary[name]?.value ?? 0)")
    }
  }

  @Test func aTailThatTheNextTransferCutsIsLeftOut() throws {
    var pieces = repetitions(4)
    // Two transfers, the second 3 s into the first one's tail; the last tail runs into the end of the trace.
    pieces += [(1.21, 0.9), (0.86, 1.37), (0.43, 1.63), (1.21, 0.9), (0.86, 1.37), (0.43, 9.83), (0.021, 5), (1.21, 1)]
    pieces += [(0.86, 1.37), (0.43, 4)]
    let fit = try RadioTailFit(steps: try PowerSteps(trace: try SyntheticTrace(pieces: pieces).trace()))
    #expect(fit.tails.count == 5 && fit.incomplete == 2)
    #expect(abs(try #require(fit.summary["tail.duration"]).value - 11.2) < 0.05)
    #expect(fit.summary.warnings.contains { $0.description.contains("cut short") })
  }

  @Test func withTooFewLevelsOrTailsItIsAnError() throws {
    let flat = try PowerSteps(trace: try SyntheticTrace(pieces: [(0.4, 9), (0.9, 5), (0.4, 9)]).trace())
    let error = #expect(throws: EstimationError.self) { try RadioTailFit(steps: flat) }
    #expect(error?.description.contains("2 levels") == true)
    let single = try PowerSteps(trace: try SyntheticTrace(pieces: repetitions(1)).trace())
    let falls = #expect(throws: EstimationError.self) { try RadioTailFit(steps: single) }
    #expect(falls?.description.contains("to the lowest: 1, at least 2") == true)
  }

  /// Spikes of 0.15 s and 50 ms, on their own and in pairs, are no levels; those of 0.5 s would pass for some.
  @Test(arguments: [(0.05, 3), (0.01, 5), (0.04, 6), (0.05, 10)])
  func spikesAreNoLevels(step: Double, width: Int) throws {
    let clean = try SyntheticTrace(step: step, noise: 0.02, pieces: repetitions(9, jitter: 0.1)).trace()
    var watts = clean.watts
    for (i, u) in TestData.uniforms(watts.count, seed: 3).enumerated() where u < 0.02 / Double(width) {
      for k in i..<min(watts.count, i + width) { watts[k] += 0.9 }
    }
    let steps = try PowerSteps(trace: PowerTrace(times: clean.times, watts: watts))
    guard Double(width) * step < 0.3 else {
      let error = #expect(throws: EstimationError.self) { try RadioTailFit(steps: steps) }
      #expect(error?.description.contains("spikes wider than 0.3 s, or") == true)
      return
    }
    let fit = try RadioTailFit(steps: steps)
    for (name, value) in [("tail_1.power", 0.86), ("tail_2.power", 0.43), ("idle.power", 0.021)] {
      let parameter = try #require(fit.summary[name])
      let error = try #require(parameter.standardError)
      #expect(abs(parameter.value - value) < max(0.003, 3 * error), "\(parameter)")
    }
    #expect(abs(try #require(fit.summary["tail_2.duration"]).value - 9.83) < 0.15)
  }
}
