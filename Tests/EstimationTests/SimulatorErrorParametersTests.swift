import Estimation
import EventKernel
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
    fit.bootstrapReplicates = 0
    let magnitudes = try fit.fit(
      times.indices.map { ErrorSample(time: times[$0], magnitude: Double.hypot(error(0, $0), error(1, $0))) })
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
  }
}
