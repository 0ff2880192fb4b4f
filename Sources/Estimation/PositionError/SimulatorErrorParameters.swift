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
