import Core
import Foundation
import RealModule
import Testing

@testable import Estimation

/// Position errors and clocks, on series from 5 to 500 time constants long. Takes minutes:
/// GEOJOULE_LONG_TESTS=1 swift test.
@Suite(.enabled(if: Coverage.isLong))
struct ErrorCoverageTests {
  private typealias Noise = CorrelatedCoverageTests

  private enum Case: String, CaseIterable {
    case rayleigh, rice, gamma, lognormal, weibull
    case acrossRayleigh = "half-normal"
    case acrossRice = "folded normal"

    var model: ErrorModel {
      switch self {
      case .acrossRayleigh: .rayleigh
      case .acrossRice: .rice
      default: ErrorModel(rawValue: rawValue) ?? .rayleigh
      }
    }

    var geometry: ErrorGeometry { self == .acrossRayleigh || self == .acrossRice ? .crossTrack : .distance }

    var truths: [(String, Double)] {
      switch self {
      case .rayleigh, .acrossRayleigh: [("deviation", 3.7)]
      case .rice, .acrossRice: [("deviation", 3.7), ("bias", 8.1)]
      case .gamma: [("shape", 2.3), ("scale", 1.9)]
      case .lognormal: [("median", 5.3), ("log_deviation", 0.7)]
      case .weibull: [("scale", 5.3), ("shape", 1.4)]
      }
    }

    /// - Parameter axes: normal scores.
    func magnitude(_ east: Double, _ north: Double) -> Double {
      switch self {
      case .rayleigh: 3.7 * Double.hypot(east, north)
      case .rice: Double.hypot(8.1 + 3.7 * east, 3.7 * north)
      case .lognormal: 5.3 * Double.exp(0.7 * east)
      case .weibull: 5.3 * Double.pow(-Double.log(NormalDistribution.cumulative(-east)), 1 / 1.4)
      case .gamma: Self.gamma(NormalDistribution.cumulative(east))
      case .acrossRayleigh: abs(3.7 * east)
      case .acrossRice: abs(8.1 + 3.7 * east)
      }
    }

    private static func gamma(_ p: Double) -> Double {
      var (low, high) = (0.0, 100.0)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if GammaDistribution().cumulative(middle, [2.3, 1.9]) < p { low = middle } else { high = middle }
      }
      return (low + high) / 2
    }
  }

  private static func samples(_ kind: Case, _ count: Int, _ time: Double, _ seed: UInt64) -> [TimeSeries.Point] {
    zip(Noise.noise(count, time, seed), Noise.noise(count, time, seed + 1)).enumerated().map { i, axes in
      TimeSeries.Point(time: Double(i), value: kind.magnitude(axes.0, axes.1))
    }
  }

  /// Errors of both axes with one time constant.
  @Test(arguments: Coverage.grid.indices, Case.allCases.indices)
  func distributions(_ index: Int, _ kind: Int) throws {
    let (length, time) = Coverage.grid[index]
    let kind = Case.allCases[kind]
    try Coverage.measure("\(kind.rawValue) errors", length: length, time: time, kind.truths, isSafe: true) { seed in
      try PositionErrorFitTests.fit(
        Self.samples(kind, Int(length * time), time, seed), kind.geometry, [kind.model]
      ).winner.summary
    }
  }

  /// A core and a tail five times as wide, one sample in eight; errors of both axes have one time constant.
  @Test(arguments: [(5.0, 10.0), (10, 8), (20, 8), (20, 3), (50, 3), (100, 3), (500, 1.5)])
  func errorsWithTails(_ length: Double, _ time: Double) throws {
    let count = Int(length * time)
    try Coverage.measure(
      "mixture errors", length: length, time: time,
      [("core_deviation", 3.7), ("tail_ratio", 5.3), ("tail_share", 0.13)], isSafe: true
    ) { seed in
      let u = TestData.uniforms(count, seed: seed + 2)
      let samples = Self.samples(.rayleigh, count, time, seed).enumerated().map { i, sample in
        TimeSeries.Point(time: sample.time, value: (u[i] < 0.13 ? 5.3 : 1) * sample.value)
      }
      return try PositionErrorFitTests.fit(samples, .distance, [.mixture]).winner.summary
    }
  }

  /// Errors of as many rides, one of each; lengths are samples.
  @Test(arguments: Coverage.counts, Case.allCases.indices)
  func independentErrors(_ count: Int, _ kind: Int) throws {
    let kind = Case.allCases[kind]
    var fit = PositionErrorFit(geometry: kind.geometry)
    fit.models = [kind.model]
    try Coverage.measure(
      "independent \(kind.rawValue) errors", length: Double(count), time: 0, kind.truths, isSafe: true
    ) { seed in
      let z = TestData.normals(2 * count, seed: seed)
      return try fit.fit(
        (0..<count).map { TimeSeries.Point(time: 0, value: kind.magnitude(z[2 * $0], z[2 * $0 + 1]), leg: $0) }
      ).winner.summary
    }
  }

  /// The ride that was measured at 78 %, and one at 80 %: 1 Hz, T of 30 s over 300 s and 200 s over 1,800 s.
  @Test(arguments: [(10.0, 30.0), (9, 200)])
  func rides(_ length: Double, _ time: Double) throws {
    try Coverage.measure("rayleigh errors at 1 Hz", length: length, time: time, [("deviation", 3.7)], isSafe: true) {
      seed in
      try PositionErrorFitTests.fit(
        Self.samples(.rayleigh, Int(length * time), time, seed), .distance, [.rayleigh]
      ).winner.summary
    }
  }

  /// Errors of both axes with one time constant, and outliers that come one by one; 50 samples are the fewest.
  @Test(arguments: [(5.0, 10.0), (10, 5), (20, 2.5), (5, 16), (10, 8), (20, 8), (50, 3), (100, 3), (500, 1.5)])
  func errorsWithOutliers(_ length: Double, _ time: Double) throws {
    let count = Int(length * time)
    let truths = [("deviation", 3.7), ("outlier_multiplier", 5.3), ("outlier_probability", 0.11)]
    try Coverage.measure(
      count == 50 ? "simulator's errors of 50 samples" : "simulator's errors", length: length, time: time, truths,
      isSafe: true
    ) { seed in
      let (east, north) = (Noise.noise(count, time, seed), Noise.noise(count, time, seed + 1))
      let (u, white) = (TestData.uniforms(count, seed: seed + 2), TestData.normals(2 * count, seed: seed + 3))
      let samples = (0..<count).map { i -> TimeSeries.Point in
        let scale = 3.7 * (u[i] < 0.11 ? 5.3 : 1)
        return TimeSeries.Point(
          time: Double(i),
          value: Double.hypot(scale * east[i] + 0.4 * white[2 * i], scale * north[i] + 0.4 * white[2 * i + 1]))
      }
      return try PositionErrorFitTests.fit(samples, .distance, [.simulator]).winner.summary
    }
  }

  /// Of measured errors and of errors by reported radius; ranks are on the safe side.
  @Test(arguments: Coverage.grid.indices)
  func measuredQuantiles(_ index: Int) throws {
    let (length, time) = Coverage.grid[index]
    let shares = [0.5, 0.68, 0.95]
    let names = ["p50", "p68", "p95", "calibration p50", "p68 there", "p95 there"]
    try Coverage.tally("quantiles of errors", length: length, time: time, names, isSafe: true) { seed in
      let samples = Self.samples(.rayleigh, Int(length * time), time, seed)
      let report = try AccuracyCalibration(geometry: .distance).fit(
        samples.map { AccuracySample(time: $0.time, reported: 5, error: $0.value) })
      let observed = try PositionErrorFitTests.fit(samples, .distance, [.rayleigh]).observed
      return (observed + report.overall.errors).enumerated().map { k, quantile in
        let truth = 3.7 * (-2 * Double.log(1 - shares[k % 3])).squareRoot()
        return truth >= quantile.low ?? 0 && truth <= quantile.high ?? .infinity
      }
    }
  }

  /// Clopper and Pearson's interval is on the safe side.
  @Test(arguments: Coverage.grid.indices, [5.0, 8])
  func calibration(_ index: Int, _ radius: Double) throws {
    let (length, time) = Coverage.grid[index]
    let truth = 1 - Double.exp(-radius * radius / (2 * 3.6 * 3.6))
    try Coverage.tally(
      "calibration of \(Int(radius)) m of 3.6 m errors", length: length, time: time, ["coverage"], isSafe: true
    ) { seed in
      let count = Int(length * time)
      let (east, north) = (Noise.noise(count, time, seed), Noise.noise(count, time, seed + 1))
      let report = try AccuracyCalibration(geometry: .distance).fit(
        (0..<count).map {
          AccuracySample(time: Double($0), reported: radius, error: 3.6 * Double.hypot(east[$0], north[$0]))
        })
      return [report.overall.coverageInterval.contains(truth)]
    }
  }

  /// Radii that the simulator reports: beliefs wander with the errors, or come one by one.
  @Test(arguments: Coverage.grid.indices, [true, false])
  func beliefs(_ index: Int, _ wander: Bool) throws {
    let (length, time) = Coverage.grid[index]
    try Coverage.measure(
      wander ? "levels from beliefs" : "levels from independent beliefs", length: length, time: time,
      [("factor_low", 0.71), ("factor_width", 1.42)], isSafe: true
    ) { seed in
      let count = Int(length * time)
      let (east, north) = (Noise.noise(count, time, seed), Noise.noise(count, time, seed + 1))
      let factors = wander ? Noise.noise(count, time, seed + 2) : TestData.normals(count, seed: seed + 2)
      let samples = (0..<count).map { i -> AccuracySample in
        let belief = 1.51 * 3.6 * (0.71 + 1.42 * NormalDistribution.cumulative(factors[i]))
        return AccuracySample(
          time: Double(i), reported: [5.0, 7, 10, 30].first { belief <= $0 } ?? 30,
          error: 3.6 * Double.hypot(east[i], north[i]))
      }
      return try BeliefFit(deviation: 3.6).fit(try AccuracyCalibration(geometry: .distance).fit(samples))
    }
  }

  // MARK: - Errors in time

  /// Along one axis, with white noise and without; at least 50 samples are needed.
  @Test(
    arguments: [(5.0, 16.0), (10, 8), (20, 8), (20, 3), (50, 3), (100, 3), (500, 3)] as [(Double, Double)],
    [1.3, 0])
  func processes(_ cell: (length: Double, time: Double), _ white: Double) throws {
    let (length, time) = cell
    try Coverage.measure(
      white > 0 ? "Gauss-Markov process" : "Gauss-Markov process without white noise", length: length, time: time,
      [("deviation", 2.7), ("time_constant", time), ("white_deviation", white)], isSafe: true
    ) { seed in
      let times = (0..<Int(length * time)).map { Double($0) }
      let report = try GaussMarkovFit().fit(CorrelationTests.series(times, fast: (2.7, time), white: white, seed: seed))
      guard let one = report.ranking.first(where: { $0.processes == 1 }) else {
        throw report.failures.first?.error ?? EstimationError.badInput("no process")
      }
      return one.summary
    }
  }

  /// Fast and slow errors; lengths count the slow one's time constant, which is 20 times the fast one's.
  @Test(arguments: [(5.0, 120.0), (10, 120), (20, 60), (50, 60), (100, 60), (500, 40)])
  func twoProcesses(_ length: Double, _ time: Double) throws {
    try Coverage.measure(
      "two Gauss-Markov processes", length: length, time: time,
      [
        ("fast_deviation", 2.7), ("fast_time_constant", time / 20), ("slow_deviation", 2.9),
        ("slow_time_constant", time), ("white_deviation", 0.7),
      ], isSafe: true, repetitions: Coverage.repetitions / 4
    ) { seed in
      let times = (0..<Int(time * length)).map { Double($0) }
      let report = try GaussMarkovFit().fit(
        CorrelationTests.series(times, fast: (2.7, time / 20), slow: (2.9, time), white: 0.7, seed: seed))
      // Where one process describes the series as well, the program shows that one.
      guard report.winner.processes == 2 else { throw EstimationError.badInput("one process") }
      return report.winner.summary
    }
  }

  /// A drive beside its truth, whose clock is 1.21 s off.
  @Test(arguments: [(5.0, 20.0), (10, 20), (20, 20), (20, 8), (50, 8), (100, 8), (500, 2)])
  func clockOffsets(_ length: Double, _ time: Double) throws {
    let count = Int(length * time)
    func place(_ t: Double) -> SIMD3<Double> {
      SIMD3(6_378_137.0, 12 * t + 60 * Double.sin(t / 9), 300 * Double.sin(t / 70))
    }
    let truth = (0..<(count + 60)).map { TimedPlace(time: 1_000 + Double($0), place: place(Double($0))) }
    try Coverage.tally(
      "clock offset", length: length, time: time, ["offset"], isSafe: true, repetitions: Coverage.repetitions / 2
    ) { seed in
      let (east, north) = (Noise.noise(count, time, seed), Noise.noise(count, time, seed + 1))
      let fixes = (0..<count).map { k -> TimedPlace in
        let t = 30 + Double(k)
        return TimedPlace(time: 1_000 + t - 1.21, place: place(t) + SIMD3(0, 4 * east[k], 4 * north[k]))
      }
      let paired = try TrackPairing(clock: .estimated(range: 5)).pair(fixes: fixes, truth: truth)
      return [paired.clock?.interval95.map { $0.contains(1.21) }]
    }
  }
}
