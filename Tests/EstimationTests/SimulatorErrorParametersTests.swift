import Estimation
import Core
import RealModule
import Testing

@Suite struct SimulatorErrorParametersTests {
  @Test func simulatorsParametersArePutTogether() throws {
    let times = (0..<20_000).map { Double($0) }
    let (fast, slow) = (
      (0..<2).map { TestData.gaussMarkov(times: times, timeConstant: 9, seed: 31 + $0) },
      (0..<2).map { TestData.gaussMarkov(times: times, timeConstant: 170, seed: 41 + $0) }
    )
    let u = TestData.uniforms(times.count, seed: 51)
    let white = TestData.normals(2 * times.count, seed: 61)
    func error(_ axis: Int, _ i: Int) -> Double {
      (u[i] < 0.03 ? 4.3 : 1) * (2.9 * fast[axis][i] + 2.1 * slow[axis][i]) + 0.4 * white[2 * i + axis]
    }
    var fit = PositionErrorFit(geometry: .distance)
    fit.models = [.simulator]
    let magnitudes = try fit.fit(
      times.indices.map { TimeSeries.Point(time: times[$0], value: Double.hypot(error(0, $0), error(1, $0))) })
    let series = try TimeSeries(
      (0..<2).flatMap { axis in
        times.indices.map { TimeSeries.Point(time: times[$0], value: error(axis, $0), leg: axis) }
      })
    let correlation = try GaussMarkovFit().fit(series)
    let two = try #require(correlation.ranking.first { $0.processes == 2 })
    let parameters = try SimulatorErrorParameters(magnitudes: magnitudes.winner, correlation: two)
    let truths = [
      ("fast_deviation", 2.9), ("slow_deviation", 2.1), ("fast_time_constant", 9), ("slow_time_constant", 170),
      ("outlier_probability", 0.03), ("outlier_multiplier", 4.3),
    ]
    for (name, truth) in truths {
      let parameter = try #require(parameters[name])
      #expect(agree(parameter.value, truth, within: 0.35), "\(parameter)")
      #expect(abs(parameter.value - truth) < 4 * (parameter.standardError ?? 0), "\(parameter)")
    }
    // Fast and slow errors together are the deviation of single fixes, error and all.
    let summary = magnitudes.winner.summary
    let deviation = try #require(summary["deviation"])
    let (fastPart, slowPart) = (parameters.parameters[0], parameters.parameters[1])
    let (a, b) = (fastPart.value * (fastPart.standardError ?? 0), slowPart.value * (slowPart.standardError ?? 0))
    let together = (a * a + b * b + 2 * a * b * parameters.correlation[0][1]).squareRoot()
    #expect(agree(together, deviation.value * (deviation.standardError ?? 0), within: 1e-9))
    let (share, multiplier) = (
      try #require(summary.parameters.firstIndex { $0.name == "outlier_probability" }),
      try #require(summary.parameters.firstIndex { $0.name == "outlier_multiplier" })
    )
    #expect(agree(parameters.correlation[4][5], summary.correlation[share][multiplier], within: 1e-9))
    for i in 0..<6 {
      #expect(parameters.correlation[i][i] == 1)
      for j in 0..<6 { #expect(abs(parameters.correlation[i][j] - parameters.correlation[j][i]) < 1e-12) }
    }
    #expect(parameters.correlation[2][4] == 0)
    #expect(parameters.correlations { "x.\($0)" }.contains { $0.first == "x.fast_deviation" })
  }
}
