import RealModule

/// The simulator's error parameters, put together from a fit of single fixes and one of their correlation in time.
///
/// Single fixes give the deviation of fast and slow errors together and the outliers; the autocovariance gives how the
/// variance splits between fast and slow, and the time constants. Errors of the parts follow to first order, the two fits
/// taken as independent.
public struct SimulatorErrorParameters: Sendable, Hashable {
  /// fast_deviation, slow_deviation, fast_time_constant, slow_time_constant, outlier_probability, outlier_multiplier.
  public let parameters: [FittedParameter]

  public subscript(name: String) -> FittedParameter? { parameters.first { $0.name == name } }

  /// - Parameters:
  ///   - magnitudes: a fit of `ErrorModel.simulator`.
  ///   - correlation: of two processes; with one, all of the error is taken as fast.
  /// - Throws: `badInput` for another model.
  public init(magnitudes: FittedErrorModel, correlation: GaussMarkovReport.Candidate) throws(EstimationError) {
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
      return
    }
    let total = Double.hypot(fast.value, slow.value)
    // d ln(fast / total): slow's share of the variance times the difference of the relative errors.
    let relativeFast = (fast.standardError ?? .infinity) / fast.value
    let relativeSlow = (slow.standardError ?? .infinity) / slow.value
    let (i, j) = (0, 2)
    let both = time.covariance[i][j] / (fast.value * slow.value)
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
  }

  private static func renamed(_ parameter: FittedParameter, _ name: String) -> FittedParameter {
    FittedParameter(
      name: name, value: parameter.value, standardError: parameter.standardError, interval95: parameter.interval95,
      intervalMethod: parameter.intervalMethod, unit: parameter.unit, bound: parameter.bound)
  }
}
