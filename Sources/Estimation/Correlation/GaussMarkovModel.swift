internal import CGSL
import RealModule

/// A sum of first-order Gauss-Markov processes and white noise.
///
/// C(lag) = sum of v_i exp(-lag / T_i), plus w at lag 0: variances in square metres, time constants in seconds. Sources:
/// Gelb 1974, section 3.8; two time constants: D. L. Wilson's records of a Garmin 12XL, whose
/// autocorrelation bends near one minute (docs/sources.md, B2).
struct GaussMarkovModel: Sendable, Hashable {
  struct Process: Sendable, Hashable {
    var variance: Double
    var timeConstant: Double
  }

  /// One or two.
  var processes: [Process]
  var white: Double

  func covariance(_ lag: Double) -> Double {
    processes.reduce(lag == 0 ? white : 0) { $0 + $1.variance * Double.exp(-abs(lag) / $1.timeConstant) }
  }
}

/// One Gauss-Markov process with white noise, over all shapes that the data allow (`CorrelatedRegression`).
///
/// On short series a time constant comes out too short, and errors around it are too narrow. Here values are medians, intervals quantiles of the posterior; the mean is not taken as known.
struct GaussMarkovPosterior {
  let model: GaussMarkovModel
  let parameters: [FittedParameter]
  let covariance: [[Double]]
  let warnings: [FitWarning]

  /// Longer series are thinned, which leaves the process and its white noise as they are.
  static let mostPoints = 2_000
  private static let leastPoints = 20
  /// In intervals of the thinned series; a shorter time constant shows in its neighbours only before thinning.
  private static let leastTime = 4.0

  /// - Parameter fast: the time constant in seconds of a faster process beside it. Samples of three time constants apart see it as
  ///   white noise.
  /// - Returns: `nil` where the series is so long that thinning would hide the process: there the likelihood's errors hold.
  init?(_ given: TimeSeries, beside fast: Double = 0) throws(EstimationError) {
    guard let sampling = given.medianInterval else { throw .badInput("no two samples at different times") }
    let stride = max(
      (given.points.count + Self.mostPoints - 1) / Self.mostPoints,
      Int(min(3 * fast / sampling, Double(given.points.count)).rounded(.up)))
    var series = given
    if stride > 1 {
      series = try TimeSeries(
        given.legs.flatMap { leg in
          Swift.stride(from: leg.lowerBound, to: leg.upperBound, by: stride).map { given.points[$0] }
        })
    }
    guard series.points.count >= Self.leastPoints else {
      throw .tooFewSamples(have: series.points.count, need: Self.leastPoints)
    }
    guard let interval = series.medianInterval else { throw .badInput("no two samples at different times") }
    let regression = try CorrelatedRegression(mean: series, whiteCells: 12)
    let found = try regression.noise(GaussMarkovFit.names(1), deviationUnit: "m", timeUnit: "s", interval: interval)
    let (deviation, time, white) = (found.parameters[0].value, found.parameters[1].value, found.parameters[2].value)
    if fast == 0, stride > 1, time < Self.leastTime * interval { return nil }
    (parameters, warnings) = found
    let correlation = regression.noiseCorrelation(0).dropFirst().map { Array($0.dropFirst()) }
    covariance = FitSummary.covariance(correlation, parameters)
    model = GaussMarkovModel(
      processes: [GaussMarkovModel.Process(variance: deviation * deviation, timeConstant: time)], white: white * white)
  }
}

extension CorrelatedRegression {
  /// The deviation of the process, its time constant and the deviation of the white noise.
  ///
  /// - Parameter interval: of sampling, in the unit of times.
  func noise(
    _ names: [String], deviationUnit: String, timeUnit: String, interval: Double
  ) throws(EstimationError) -> (parameters: [FittedParameter], warnings: [FitWarning]) {
    guard let process = deviation({ 1 - $0.white }), let white = deviation({ $0.white }), let time else {
      throw .singularJacobian(parameters: names)
    }
    var warnings: [FitWarning] = []
    if let limit = time.limit {
      warnings.append(.intervalEndsAtBound(name: names[1], bound: limit * interval))
    }
    var parameters = [
      process.parameter(names[0], unit: deviationUnit, .correlatedPosterior),
      time.estimate.moved(by: 0, times: interval).parameter(names[1], unit: timeUnit, .correlatedPosterior),
      white.parameter(names[2], unit: deviationUnit, .correlatedPosterior),
    ]
    if allowsNoWhiteNoise {
      warnings.append(.intervalEndsAtBound(name: names[2], bound: 0))
      parameters[2].interval95 = 0...white.interval95.upperBound
    }
    return (parameters, warnings)
  }

  /// Time constant of the noise, in sampling intervals.
  ///
  /// - Returns: with the limit of the grid that an end of the interval lies on, if one does.
  var time: (estimate: Estimate, limit: Double?)? {
    var limit: Double?
    func read(_ p: Double) -> Double? {
      quantile(p, timeAxis) { $0.shape.time }.map {
        if !timeLimits.contains($0), p < 0.03 || p > 0.97 {
          limit = $0 < timeLimits.lowerBound ? timeLimits.lowerBound : timeLimits.upperBound
        }
        return min(timeLimits.upperBound, max(timeLimits.lowerBound, $0))
      }
    }
    return Self.estimate(read).map { ($0, limit) }
  }

  /// The deviation that a share of the noise's variance amounts to. For each shape the variance has a scaled inverse
  /// chi-square distribution.
  private func deviation(_ share: (NoiseShape) -> Double) -> Estimate? {
    GSL.prepare()
    let parts = nodes.map { (weight: $0.weight, variance: $0.scale * share($0.shape)) }
    let total = parts.reduce(0) { $0 + $1.weight }
    let largest = parts.reduce(0) { max($0, $1.variance) }
    guard total > 0, largest > 0, degreesOfFreedom.isFinite else { return nil }
    return Self.estimate { p in
      let ratio = bisection(Double.log(1e-4), Double.log(1e3)) { place in
        let variance = largest * Double.exp(2 * place)
        let below = parts.reduce(0) { sum, part in
          sum + part.weight * gsl_cdf_chisq_Q(degreesOfFreedom * part.variance / variance, degreesOfFreedom)
        }
        return below >= p * total
      }
      return largest.squareRoot() * Double.exp(ratio)
    }
  }

  /// Whether the data allow a process without white noise: the density of its share at 0 is no less than exp(-1.92) of the
  /// largest, as a likelihood ratio at 5 % has it.
  private var allowsNoWhiteNoise: Bool {
    var sums: [Double: Double] = [:]
    for node in nodes { sums[node.shape.white, default: 0] += node.weight / node.whiteCell }
    return (sums[0] ?? 0) >= Double.exp(-1.92) * (sums.values.max() ?? .infinity)
  }

  /// Correlations of a linear parameter, the process's deviation, the logarithm of its time constant and the white deviation.
  func noiseCorrelation(_ parameter: Int) -> [[Double]] {
    let places = nodes.map { node in
      [
        node.values[parameter], (node.scale * (1 - node.shape.white)).squareRoot(), Double.log(node.shape.time),
        (node.scale * node.shape.white).squareRoot(),
      ]
    }
    return Self.correlation(nodes, places) { k, a, b in
      switch (a, b) {
      case (0, 0): nodes[k].covariance[parameter][parameter]
      case (2, 2): timeAxis.step * timeAxis.step / 12
      // Both deviations go with the root of one variance.
      case (1, 1), (1, 3), (3, 1), (3, 3): places[k][a] * places[k][b] / (2 * degreesOfFreedom)
      default: 0
      }
    }
  }
}
