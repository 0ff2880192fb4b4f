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
    // With what each is a sum of, to first order.
    var found: [(parameter: FittedParameter, slopes: [String: Double])]
    if correlation.processes == 2, let fast = time["fast_deviation"], let slow = time["slow_deviation"],
      let fastTime = time["fast_time_constant"], let slowTime = time["slow_time_constant"]
    {
      let total = Double.hypot(fast.value, slow.value)
      let isKnown = [deviation, fast, slow].allSatisfy { $0.standardError != nil }
      found = [(fast, slow), (slow, fast)].map { own, other in
        let share = Double.pow(other.value / total, 2)
        // Of the logarithm.
        let slopes = [
          "deviation": 1 / deviation.value, "time: \(own.name)": share / own.value,
          "time: \(other.name)": -share / other.value,
        ]
        let relative = max(0, Self.covariance(fit, time, slopes, slopes)).squareRoot()
        var part = FittedParameter.logNormal(
          own.name, deviation.value * own.value / total, relative: relative, unit: "m")
        if !isKnown { (part.standardError, part.interval95) = (nil, nil) }
        return (part, slopes)
      }
      found += [fastTime, slowTime].map { ($0, ["time: \($0.name)": 1]) }
    } else {
      guard let only = time["time_constant"] else { throw .badInput("a Gauss-Markov fit is needed") }
      found = [
        (deviation.renamed("fast_deviation"), ["deviation": 1]),
        (only.renamed("fast_time_constant"), ["time: time_constant": 1]),
      ]
    }
    found += [share, multiplier].map { ($0, [$0.name: 1]) }
    parameters = found.map(\.parameter)
    // Of two independent fits.
    let covariances = found.map { a in found.map { Self.covariance(fit, time, a.slopes, $0.slopes) } }
    self.correlation = FitSummary.correlation(covariances, most: 0.9999)
  }

  /// Of sums of the parameters of two independent fits, of single fixes and of their correlation in time.
  ///
  /// - Parameters:
  ///   - a, b: slopes of the sums, by the name of the parameter; those of the second fit after `time: `.
  private static func covariance(
    _ magnitudes: FitSummary, _ time: FitSummary, _ a: [String: Double], _ b: [String: Double]
  ) -> Double {
    [("", magnitudes), ("time: ", time)].reduce(0) { sum, part in
      let names = part.1.parameters.map { part.0 + $0.name }
      return sum + quadraticForm(names.map { a[$0] ?? 0 }, part.1.covariance, names.map { b[$0] ?? 0 })
    }
  }
}

/// Two kinds of fixes, each with normal axes: a core, and a share q of a tail (contaminated normal distribution, Tukey 1960).
///
/// f(x) = (1 - q) g(x; core) + q g(x; tail), g Rayleigh for distances, half-normal across a track. The core has the variance s^2 + w^2
/// on each axis, the tail m^2 s^2 + w^2, with s above 0, m above 1, q in 0 to 1 and white noise w known beforehand.
///
/// With white noise it is the simulator's own model as seen by single fixes (GNSSPositioning; sources F): a fast and a slow
/// Gauss-Markov process of together deviation s, times m for outliers. How s splits into fast and slow is told by the correlation in
/// time (`GaussMarkovFit`).
struct ScaleMixtureDistribution: MagnitudeDistribution {
  let geometry: ErrorGeometry
  /// Deviation per axis in metres; `nil` for a mixture without white noise.
  var white: Double?

  var formula: String {
    if let white {
      return "each axis normal of variance s^2 + w^2, for a share q of fixes m^2 s^2 + w^2; "
        + "s = deviation, m = outlier_multiplier, q = outlier_probability, w = \(white) m"
    }
    let kernel = geometry == .distance ? "Rayleigh" : "half-normal"
    return "f(x) = (1 - q) g(x; s) + q g(x; r s), g \(kernel), s = core_deviation, r = tail_ratio, q = tail_share"
  }

  var specifications: [ParameterSpecification] {
    let names =
      white == nil
      ? ["core_deviation", "tail_ratio", "tail_share"] : ["deviation", "outlier_multiplier", "outlier_probability"]
    return [
      ParameterSpecification(name: names[0], unit: "m"),
      ParameterSpecification(name: names[1], scale: .above(1)),
      ParameterSpecification(name: names[2], scale: .share, closedBounds: [0]),
    ]
  }

  /// The core from the median, tails of several weights.
  func starts(_ sample: MagnitudeSample) -> [[Double]] {
    let core = sample.quantile(0.5) / (geometry == .distance ? 1.177 : 0.6745)
    return [[core, 2, 0.3], [0.9 * core, 4, 0.08], [0.7 * core, 2.5, 0.5], [core, 12, 0.02]]
  }

  /// Per axis in square metres.
  private func variances(_ p: [Double]) -> (core: Double, tail: Double) {
    let (square, noise) = (p[0] * p[0], (white ?? 0) * (white ?? 0))
    return (square + noise, square * p[1] * p[1] + noise)
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let ((core, tail), share) = (variances(p), p[2])
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

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    func part(_ variance: Double) -> Double {
      NormalErrorDistribution.cumulative(x, geometry, deviation: variance.squareRoot())
    }
    let (core, tail) = variances(p)
    return (1 - p[2]) * part(core) + p[2] * part(tail)
  }
}
