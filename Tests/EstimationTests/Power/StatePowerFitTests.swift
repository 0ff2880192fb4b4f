import Core
import Foundation
import RealModule
import Testing

@testable import Estimation

@Suite struct StatePowerFitTests {
  private let pieces: [(watts: Double, seconds: Double)] = [
    (0.113, 13), (0.371, 17), (0.113, 11), (0.371, 19), (0.113, 13), (0.371, 15), (0.113, 14),
  ]

  private func spans() -> [LabelledSpan] {
    var time = 0.0
    return pieces.map { piece in
      defer { time += piece.seconds }
      return LabelledSpan(state: piece.watts > 0.2 ? "tracking" : "idle", start: time, end: time + piece.seconds)
    }
  }

  @Test func noiselessPowersAreExact() throws {
    let fit = try StatePowerFit(trace: try SyntheticTrace(pieces: pieces).trace(), spans: spans())
    #expect(fit.states.map(\.state) == ["idle", "tracking"])
    #expect(abs(fit.states[0].power.mean - 0.113) < 1e-12 && abs(fit.states[1].power.mean - 0.371) < 1e-12)
    // Guard times of 1 s inside, none at the trace's ends.
    #expect(abs(fit.states[1].seconds - 45) < 0.03 && abs(fit.states[0].seconds - 45) < 0.03)
    #expect(fit.transitions.map(\.repetitions) == [3, 3])
    for transition in fit.transitions { #expect(abs(transition.mean) < 1e-3) }
  }

  @Test func aChangeOfStateHasAnEnergyOfItsOwn() throws {
    // 0.41 s at 1.13 W between the states, labelled as part of the second: (1.13 - 0.371) x 0.41 = 0.31119 J.
    var trace: [(watts: Double, seconds: Double)] = []
    for piece in pieces {
      trace += piece.watts > 0.2 ? [(1.13, 0.41), (piece.watts, piece.seconds - 0.41)] : [piece]
    }
    let fit = try StatePowerFit(trace: try SyntheticTrace(noise: 0.004, pieces: trace).trace(), spans: spans())
    let up = try #require(fit.summary["energy.idle.tracking"])
    #expect(abs(up.value - 0.31119) < 0.005, "\(up.value)")
    #expect(abs(try #require(fit.summary["energy.tracking.idle"]).value) < 0.005)
    #expect(abs(try #require(fit.summary["tracking"]).value - 0.371) < 0.001)
  }

  @Test func labelsPerSampleGiveTheSameSpans() throws {
    let trace = try SyntheticTrace(pieces: pieces).trace()
    let spans = spans()
    let labels = trace.times.map { time in spans.first { $0.end > time }?.state ?? "" }
    let found = try LabelledSpan.spans(of: trace, labels: labels)
    #expect(found.map(\.state) == spans.map(\.state))
    for (a, b) in zip(found, spans) { #expect(abs(a.start - b.start) < 1e-6 && abs(a.end - b.end) < 1e-6) }
    #expect(throws: EstimationError.self) { try LabelledSpan.spans(of: trace, labels: ["idle"]) }
  }

  @Test func correlatedSamplesCountForLess() throws {
    let white = try StatePowerFit(trace: try SyntheticTrace(noise: 0.05, pieces: pieces).trace(), spans: spans())
    let wandering = try StatePowerFit(
      trace: try SyntheticTrace(noise: 0.05, correlation: 0.95, pieces: pieces).trace(), spans: spans())
    let errors = [white, wandering].map { $0.states[1].power.standardError }
    // (1 + 0.95) / (1 - 0.95) = 39 times the variance.
    #expect((3.5...10).contains(errors[1] / errors[0]), "\(errors[1] / errors[0])")
    #expect(wandering.summary.warnings.contains { $0.description.contains("independent ones") })
    #expect(white.states[1].power.effectiveCount > 0.2 * Double(white.states[1].power.count))
  }

  @Test func visitsThatDifferSetTheError() throws {
    var shaken = pieces
    for (i, shift) in [(1, -0.05), (3, 0.03), (5, 0.04)] { shaken[i].watts += shift }
    let fit = try StatePowerFit(trace: try SyntheticTrace(noise: 0.01, pieces: shaken).trace(), spans: spans())
    #expect(fit.states[1].power.standardError > 0.02)
    #expect(fit.states[1].power.degreesOfFreedom == 2)
  }

  @Test func unequalVisitsDifferAlike() throws {
    let visits = [(1.3, 20), (1.9, 8), (1.0, 10)].map { mean, count in
      (0..<count).map { (value: mean + ($0 % 2 == 0 ? 0.003 : -0.003), weight: 0.5) }
    }
    let mean = try CorrelatedMean(visits: visits)
    // Shares 20, 8 and 10 of 38, whose squares add up to 0.3906; the visits' variance around 1.4 W is 0.21 W^2.
    #expect(abs(mean.mean - 51.2 / 38) < 1e-12 && mean.degreesOfFreedom == 2)
    #expect(abs(mean.standardError - (0.21 * 564 / 1_444).squareRoot()) < 1e-9, "\(mean.standardError)")
  }

  @Test func residualsStandInOrderOfTimeInUnitsOfTheirStatesScatter() throws {
    let trace = try SyntheticTrace(step: 0.05, noise: 0.03, pieces: pieces).trace()
    let fit = try StatePowerFit(trace: trace, spans: spans())
    let residuals = try #require(fit.summary.residuals)
    // Guard times of 1 s at 6 changes, both sides: 12 s of 102 s at 20 samples a second.
    #expect(residuals.series.count == 1_800)
    let samples = trace.times.indices.filter { trace.times[$0] < 12 }
    let idle = fit.states[0].power
    let scatter = idle.standardError * Double(idle.count).squareRoot()
    for (point, i) in zip(residuals.series, samples).prefix(200) {
      #expect(abs(point.value - (trace.watts[i] - idle.mean) / scatter) < 0.5)
    }
    #expect(abs(residuals.standardDeviation - 1) < 0.01 && abs(residuals.mean) < 0.01)
    #expect(abs(residuals.durbinWatson - 2) < 0.15)
  }

  @Test func anEnergyGoesAgainstThePowersThatAreTakenOffIt() throws {
    let fit = try StatePowerFit(
      trace: try SyntheticTrace(noise: 0.05, pieces: pieces).trace(), spans: spans(),
      guardTime: 1.3)
    let names = fit.summary.parameters.map(\.name)
    let (tracking, up, down) = (
      try #require(names.firstIndex(of: "tracking")), try #require(names.firstIndex(of: "energy.idle.tracking")),
      try #require(names.firstIndex(of: "energy.tracking.idle"))
    )
    let errors = fit.states.map { $0.power.standardError }
    #expect(abs(fit.summary.covariance[up][tracking] + 1.3 * errors[1] * errors[1]) < 1e-15)
    let both = 1.69 * (errors[0] * errors[0] + errors[1] * errors[1])
    #expect(abs(fit.summary.covariance[up][down] - both) < 1e-15)
    #expect(fit.summary.correlation[tracking][up] < 0 && fit.summary.correlation[up][down] > 0)
    #expect(fit.summary.correlation[0][tracking] == 0)
  }

  @Test func outliersAreCountedAndStayInTheMean() throws {
    let clean = try SyntheticTrace(noise: 0.01, pieces: pieces).trace()
    var watts = clean.watts
    for i in stride(from: 150, to: 1_150, by: 100) { watts[i] = 3.7 }
    let trace = try PowerTrace(times: clean.times, watts: watts)
    let kept = try StatePowerFit(trace: trace, spans: spans())
    #expect(kept.states[0].outliers == 10)
    #expect(kept.states[0].power.mean > 0.118)
  }

  @Test func energyIsTheIntegralOfPower() throws {
    let times = (0..<20).map { 0.5 * Double($0) }
    let trace = try PowerTrace(times: times, watts: times.map { 0.031 * (3.7 + 0.01 * $0) })
    // 0.031 A x (3.7 V x 9.5 s + 0.01 x 9.5^2 / 2) = 1.10363875 J.
    #expect(abs(try #require(trace.energy(from: 0, to: 9.5)) - 1.10363875) < 1e-9)
    #expect(trace.energy(from: -1, to: 3) == nil)
  }

  @Test func aGapIsNotIntegrated() throws {
    let times = (0..<60).map { i -> Double in i < 30 ? Double(i) * 0.1 : 6 + Double(i) * 0.1 }
    let trace = try PowerTrace(times: times, watts: times.map { _ in 0.7 })
    #expect(trace.energy(from: 1, to: 9.5) == nil)
    #expect(abs(try #require(trace.energy(from: 9.25, to: 9.75)) - 0.35) < 1e-12)
  }

  @Test func badTracesAndSpansAreNamed() throws {
    #expect(throws: EstimationError.tooFewSamples(have: 3, need: 8)) {
      try PowerTrace(times: [1, 2, 3], watts: [1, 1, 1])
    }
    let back = #expect(throws: EstimationError.self) {
      try PowerTrace(times: [1, 2, 3, 4, 5, 6, 5.5, 8], watts: [Double](repeating: 1, count: 8))
    }
    #expect(back?.description.contains("sample 7") == true)
    let trace = try SyntheticTrace(pieces: pieces).trace()
    #expect(throws: EstimationError.self) { try StatePowerFit(trace: trace, spans: []) }
    #expect(throws: EstimationError.self) {
      try StatePowerFit(
        trace: trace,
        spans: [LabelledSpan(state: "a", start: 0, end: 5), LabelledSpan(state: "b", start: 4, end: 9)])
    }
    let brief = LabelledSpan(state: "brief", start: 5, end: 5.03)
    let short = #expect(throws: EstimationError.self) { try StatePowerFit(trace: trace, spans: [brief]) }
    #expect(short?.description.contains("brief") == true)
  }

  /// A state of a few samples is left out and named; the others are as without its span.
  @Test func aStateTooShortToMeasureIsLeftOut() throws {
    let trace = try SyntheticTrace(pieces: pieces).trace()
    let (first, last) = (LabelledSpan(state: "a", start: 0, end: 5), LabelledSpan(state: "a", start: 6.9, end: 12))
    let fit = try StatePowerFit(
      trace: trace, spans: [first, LabelledSpan(state: "brief", start: 5, end: 6.9), last])
    #expect(fit.states.map(\.state) == ["a"] && fit.summary.parameters.map(\.name) == ["a"])
    #expect(fit.summary.warnings.contains { "\($0)".contains("brief") })
    // The edges beside the span are changes of state, with a guard time of their own.
    #expect(fit.states[0].power.mean.isFinite)
  }

  /// Two states above a floor: values subtract, variances add, and the floor's error is in both.
  @Test func powersAboveAFloor() throws {
    let noise = TestData.normals(3_000, seed: 29)
    let labels = (0..<3_000).map { ["floor", "scan", "track"][$0 / 100 % 3] }
    let levels = ["floor": 0.031, "scan": 0.173, "track": 0.119]
    let trace = try PowerTrace(
      times: (0..<3_000).map { 0.1 * Double($0) },
      watts: (0..<3_000).map { (levels[labels[$0]] ?? 0) + 0.007 * noise[$0] })
    let spans = try LabelledSpan.spans(of: trace, labels: labels)
    let whole = try StatePowerFit(trace: trace, spans: spans).summary
    let above = try StatePowerFit(trace: trace, spans: spans, floor: "floor").summary
    for name in ["scan", "track"] {
      let (a, b, f) = (try #require(above[name]), try #require(whole[name]), try #require(whole["floor"]))
      #expect(agree(a.value, b.value - f.value, within: 1e-12))
      let (own, floor) = (try #require(b.standardError), try #require(f.standardError))
      #expect(agree(a.standardError, Double.hypot(own, floor), within: 1e-9))
      #expect(try #require(a.interval95).contains((levels[name] ?? 0) - 0.031), "\(a)")
    }
    #expect(above["floor"] == whole["floor"])
    // Var(floor) is what scan and track have in common.
    let (i, j, k) = (0, 1, 2)
    #expect(agree(above.covariance[j][k], whole.covariance[i][i], within: 1e-9))
    #expect(agree(above.covariance[i][j], -whole.covariance[i][i], within: 1e-9))
    #expect(throws: EstimationError.self) {
      try StatePowerFit(trace: trace, spans: spans, floor: "idle")
    }
  }
}

@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1", "long: set GEOJOULE_LONG_TESTS=1"))
struct StatePowerCoverageTests {
  @Test(arguments: [0, 0.7, 0.95]) func meansOfCorrelatedSamples(correlation: Double) throws {
    let pieces = (0..<8).map { (watts: $0 % 2 == 0 ? 0.113 : 0.371, seconds: 23.0) }
    let spans = pieces.enumerated().map { i, piece in
      LabelledSpan(state: i % 2 == 0 ? "idle" : "on", start: 23 * Double(i), end: 23 * Double(i + 1))
    }
    var held = 0
    for seed in 0..<400 {
      let trace = try SyntheticTrace(step: 0.05, noise: 0.05, correlation: correlation, pieces: pieces)
        .trace(seed: UInt64(seed))
      let fit = try StatePowerFit(trace: trace, spans: spans)
      held += try #require(fit.summary["on"]?.interval95).contains(0.371) ? 1 : 0
    }
    print("a state's mean, correlation \(correlation): \(held) of 400")
    #expect((0.92...0.98).contains(Double(held) / 400), "\(held)")
  }
}
