import RealModule

/// The simulator's error parameters, put together from a fit of single fixes and one of their correlation in time.
///
/// Single fixes give the deviation of fast and slow errors together and the outliers; the autocovariance gives how the
/// variance splits between fast and slow, and the time constants. Errors of the parts and their joint covariance follow to first
/// order, the two fits taken as independent.
package struct SimulatorErrorParameters: Sendable, Hashable {
  /// fast_deviation, slow_deviation, fast_time_constant, slow_time_constant, outlier_probability, outlier_multiplier.
  package let parameters: [FittedParameter]
  /// Correlations of their errors, in their order; 0 beside a parameter without a standard error.
  package let correlation: [[Double]]

  package subscript(name: String) -> FittedParameter? { parameters.first { $0.name == name } }

  /// Pairs of parameters whose errors go together: correlations of 0.05 or more.
  ///
  /// - Parameter key: what a parameter is called in the result.
  package func correlations(_ key: (String) -> String) -> [(first: String, second: String, value: Double)] {
    var pairs: [(first: String, second: String, value: Double)] = []
    for j in parameters.indices {
      for i in 0..<j where abs(correlation[i][j]) >= 0.05 {
        pairs.append((key(parameters[i].name), key(parameters[j].name), correlation[i][j]))
      }
    }
    return pairs
  }

  /// - Parameters:
  ///   - magnitudes: a fit of `ErrorModel.simulator`.
  ///   - correlation: of two processes; with one, all of the error is taken as fast.
  /// - Throws: `badInput` for another model.
  package init(magnitudes: FittedErrorModel, correlation: GaussMarkovReport.Candidate) throws(EstimationError) {
    let fit = magnitudes.summary
    guard magnitudes.model == .simulator, let deviation = fit["deviation"], let share = fit["outlier_probability"],
      let multiplier = fit["outlier_multiplier"]
    else { throw .badInput("a fit of the simulator's own error model is needed") }
    let time = correlation.summary
    guard correlation.processes == 2, let fast = time["fast_deviation"], let slow = time["slow_deviation"],
      let fastTime = time["fast_time_constant"], let slowTime = time["slow_time_constant"]
    else {
      guard let only = time["time_constant"] else { throw .badInput("a Gauss-Markov fit is needed") }
      parameters = [
        Self.renamed(deviation, "fast_deviation"), Self.renamed(only, "fast_time_constant"), share, multiplier,
      ]
      self.correlation = Self.correlation(
        fit, time,
        slopes: [["deviation": 1], ["time: time_constant": 1], ["outlier_probability": 1], ["outlier_multiplier": 1]])
      return
    }
    let total = Double.hypot(fast.value, slow.value)
    // d ln(fast / total): slow's share of the variance times the difference of the relative errors.
    let relativeFast = (fast.standardError ?? .infinity) / fast.value
    let relativeSlow = (slow.standardError ?? .infinity) / slow.value
    let (i, j) = (0, 2)
    let both = (time.covariance[i][j] + time.covariance[j][i]) / (2 * fast.value * slow.value)
    let spread = max(0, relativeFast * relativeFast + relativeSlow * relativeSlow - 2 * both).squareRoot()
    let relative = (deviation.standardError ?? .infinity) / deviation.value
    func part(_ own: Double, _ other: Double, _ name: String) -> FittedParameter {
      let value = deviation.value * own / total
      let weight = other * other / (total * total)
      let error = value * Double.hypot(relative, weight * spread)
      let factor = Double.exp(min(50, LikelihoodFit.score * error / value))
      return FittedParameter(
        name: name, value: value, standardError: error.isFinite ? error : nil,
        interval95: error.isFinite ? value / factor...value * factor : nil, intervalMethod: .logNormal, unit: "m")
    }
    parameters = [
      part(fast.value, slow.value, "fast_deviation"), part(slow.value, fast.value, "slow_deviation"), fastTime,
      slowTime,
      share, multiplier,
    ]
    let (fastShare, slowShare) = (Double.pow(fast.value / total, 2), Double.pow(slow.value / total, 2))
    self.correlation = Self.correlation(
      fit, time,
      slopes: [
        [
          "deviation": 1 / deviation.value, "time: fast_deviation": slowShare / fast.value,
          "time: slow_deviation": -slowShare / slow.value,
        ],
        [
          "deviation": 1 / deviation.value, "time: fast_deviation": -fastShare / fast.value,
          "time: slow_deviation": fastShare / slow.value,
        ], ["time: fast_time_constant": 1], ["time: slow_time_constant": 1], ["outlier_probability": 1],
        ["outlier_multiplier": 1],
      ])
  }

  /// Of sums of the parameters of two independent fits, of single fixes and of their correlation in time.
  ///
  /// - Parameter slopes: of each sum, by the name of the parameter; those of the second fit after `time: `.
  private static func correlation(
    _ magnitudes: FitSummary, _ time: FitSummary, slopes: [[String: Double]]
  ) -> [[Double]] {
    func covariance(_ a: [String: Double], _ b: [String: Double]) -> Double {
      var sum = 0.0
      for (prefix, fit) in [("", magnitudes), ("time: ", time)] {
        for (i, one) in fit.parameters.enumerated() {
          for (j, other) in fit.parameters.enumerated() {
            let both = (fit.covariance[i][j] + fit.covariance[j][i]) / 2
            sum += (a[prefix + one.name] ?? 0) * both * (b[prefix + other.name] ?? 0)
          }
        }
      }
      return sum
    }
    return slopes.indices.map { a in
      slopes.indices.map { b in
        guard a != b else { return 1 }
        let product = covariance(slopes[a], slopes[a]) * covariance(slopes[b], slopes[b])
        return product > 0 && product.isFinite
          ? max(-1, min(1, covariance(slopes[a], slopes[b]) / product.squareRoot())) : 0
      }
    }
  }

  private static func renamed(_ parameter: FittedParameter, _ name: String) -> FittedParameter {
    FittedParameter(
      name: name, value: parameter.value, standardError: parameter.standardError, interval95: parameter.interval95,
      intervalMethod: parameter.intervalMethod, unit: parameter.unit, bound: parameter.bound)
  }
}

/// The simulator's own error model, as seen by single fixes.
///
/// On each axis a fast and a slow Gauss-Markov process of together deviation s, times m for a share q of outliers, plus
/// white noise w: variance s^2 + w^2, for outliers m^2 s^2 + w^2 (GNSSPositioning; sources F). Single fixes tell s, q
/// and m; how s splits into fast and slow is told by the correlation in time (`GaussMarkovFit`). White noise w is known
/// beforehand. s in metres above 0, q in 0 to 1, m above 1.
struct SimulatorErrorDistribution: MagnitudeDistribution {
  let geometry: ErrorGeometry
  /// Deviation per axis in metres.
  let white: Double

  var formula: String {
    "each axis normal of variance s^2 + w^2, for a share q of fixes m^2 s^2 + w^2; "
      + "s = deviation, m = outlier_multiplier, q = outlier_probability, w = \(white) m"
  }

  var specifications: [ParameterSpecification] {
    [
      ParameterSpecification("deviation", unit: "m", scale: .positive),
      ParameterSpecification("outlier_multiplier", scale: .above(1)),
      ParameterSpecification("outlier_probability", scale: .share, closedBounds: [0]),
    ]
  }

  func starts(_ sample: MagnitudeSample) -> [[Double]] { ScaleMixtureDistribution.starts(sample, geometry) }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let (core, tail) = variances(p)
    return ScaleMixtureDistribution.logLikelihood(sample, geometry, core: core, tail: tail, share: p[2])
  }

  func density(_ x: Double, _ p: [Double]) -> Double {
    let (core, tail) = variances(p)
    return (1 - p[2]) * RayleighDistribution.density(x, geometry, deviation: core.squareRoot())
      + p[2] * RayleighDistribution.density(x, geometry, deviation: tail.squareRoot())
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    let (core, tail) = variances(p)
    return (1 - p[2]) * RayleighDistribution.cumulative(x, geometry, deviation: core.squareRoot())
      + p[2] * RayleighDistribution.cumulative(x, geometry, deviation: tail.squareRoot())
  }

  private func variances(_ p: [Double]) -> (core: Double, tail: Double) {
    let square = p[0] * p[0]
    return (square + white * white, square * p[1] * p[1] + white * white)
  }
}

/// Two kinds of fixes, each with normal axes: a core of deviation s, and a share q of a tail of deviation r s.
///
/// f(x) = (1 - q) g(x; s) + q g(x; r s), g Rayleigh for distances, half-normal across a track. Deviation in metres above
/// 0, q in 0 to 1, r above 1. Source: contaminated normal distribution (Tukey 1960).
struct ScaleMixtureDistribution: MagnitudeDistribution {
  let geometry: ErrorGeometry

  var formula: String {
    let kernel = geometry == .distance ? "Rayleigh" : "half-normal"
    return "f(x) = (1 - q) g(x; s) + q g(x; r s), g \(kernel), s = core_deviation, r = tail_ratio, q = tail_share"
  }

  var specifications: [ParameterSpecification] {
    [
      ParameterSpecification("core_deviation", unit: "m", scale: .positive),
      ParameterSpecification("tail_ratio", scale: .above(1)),
      ParameterSpecification("tail_share", scale: .share, closedBounds: [0]),
    ]
  }

  func starts(_ sample: MagnitudeSample) -> [[Double]] { Self.starts(sample, geometry) }

  /// The core from the median, tails of several weights.
  static func starts(_ sample: MagnitudeSample, _ geometry: ErrorGeometry) -> [[Double]] {
    let core = sample.quantile(0.5) / (geometry == .distance ? 1.177 : 0.6745)
    return [[core, 2, 0.3], [0.9 * core, 4, 0.08], [0.7 * core, 2.5, 0.5], [core, 12, 0.02]]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    Self.logLikelihood(sample, geometry, core: p[0] * p[0], tail: p[0] * p[0] * p[1] * p[1], share: p[2])
  }

  /// - Parameters:
  ///   - core: variance per axis in square metres.
  ///   - tail: the tail's, at least as large.
  static func logLikelihood(
    _ sample: MagnitudeSample, _ geometry: ErrorGeometry, core: Double, tail: Double, share: Double
  ) -> Double {
    func height(_ variance: Double) -> Double { geometry == .distance ? 1 / variance : 1 / variance.squareRoot() }
    let constant =
      geometry == .distance ? sample.sumOfLogarithms : sample.count * 0.5 * Double.log(2 / .pi)
    if share <= 0 { return constant + sample.count * Double.log(height(core)) - sample.sumOfSquares / (2 * core) }
    // The tail's exponential is taken out of the sum, so that far points do not underflow.
    let (near, far) = ((1 - share) * height(core), share * height(tail))
    let rate = (1 / core - 1 / tail) / 2
    var sum = 0.0
    for square in sample.squares { sum += Double.log(far + near * Double.exp(-square * rate)) }
    return constant + sum - sample.sumOfSquares / (2 * tail)
  }

  func density(_ x: Double, _ p: [Double]) -> Double {
    (1 - p[2]) * RayleighDistribution.density(x, geometry, deviation: p[0])
      + p[2] * RayleighDistribution.density(x, geometry, deviation: p[0] * p[1])
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    (1 - p[2]) * RayleighDistribution.cumulative(x, geometry, deviation: p[0])
      + p[2] * RayleighDistribution.cumulative(x, geometry, deviation: p[0] * p[1])
  }
}
