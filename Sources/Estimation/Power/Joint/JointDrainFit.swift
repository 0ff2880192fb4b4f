import RealModule

/// Powers of one kind of phone from the gauges of all its runs at once, at rest and on the move.
///
/// Model: `JointDrainModel`. Runs, occasions and phones differ by lognormal factors, runs also by factors of location's part
/// and of the rest where the design says so, an other use of 0 or more belongs to each timeline and phone, what a full gauge hides varies from run to run,
/// readings are whole percents. Exposures are recorded, not simulated, so that an error of the simulator does not become a power.
///
/// Estimates: the posterior's maximum over all unknowns at given deviations (Gauss-Newton), the deviations where the
/// posterior is largest once those unknowns are integrated out in the normal approximation (Laplace's; Tierney and Kadane
/// 1986), found by GSL's simplex. Intervals: normal in the logarithm, with the deviations' own uncertainty (Kass and Steffey
/// 1989); those of the deviations end where that posterior has fallen by 1.92. Checked by simulation-based calibration (Talts
/// and others 2018) in the tests.
///
/// What the data say of a quantity is `learned`: 1 less the share of the prior's variance that is left.
///
/// A phone's effect is known only beside others of its kind. With one phone there is none: the powers are that phone's.
package struct JointDrainFit: Sendable {
  /// Quantities in the design's order, other uses, `gauge.hold`, then the deviations. The covariance is of the values'
  /// logarithms, but for `gauge.hold`.
  package let summary: FitSummary
  /// By parameter; `nil` for the deviations.
  package let learned: [Double?]
  /// Each phone's factor, as a logarithm.
  package let phones: [(name: String, effect: Double)]

  /// - Throws: `EstimationError` for bad input, too few runs, and a search that does not converge.
  package init(runs: [JointRun], design: JointDesign) throws(EstimationError) {
    try design.check(runs)
    var model = try JointDrainModel(design, runs)
    // Medians and log-deviations of the deviations, in the order of `Spread`.
    let (occasion, run) = (design.spreads.occasion, design.spreads.run)
    var prior = [0.10, occasion.median, run.median, design.holdSpread, 0.30, 0.40].map { Double.log($0) }
    var known = [0.7, occasion.logDeviation, run.logDeviation, 0.6, 0.5, 0.5]
    for part in design.parts.map({ [$0.rest, $0.location] }) ?? [] {
      prior.append(.log(part.median))
      known.append(part.logDeviation)
    }
    var last = try model.mode(prior, from: model.start)
    model.setRestShares(last)
    func value(_ spreads: [Double], _ mode: JointDrainModel.Mode) -> Double {
      spreads.indices.reduce(mode.value) {
        let z = (spreads[$1] - prior[$1]) / known[$1]
        return $0 + z * z / 2
      }
    }
    // A start that follows the search saves most of Newton's steps.
    let found = try SimplexMinimizer.minimize(
      from: prior, steps: prior.map { _ in 0.4 }, tolerance: 0.01, iterations: 1000
    ) { spreads in
      guard let mode = try? model.mode(spreads, from: last) else { return .infinity }
      last = mode
      return value(spreads, mode)
    }
    guard found.contracted else {
      throw .didNotConverge(reason: "the deviations kept moving")
    }
    let best = try model.mode(found.point, from: last)
    let count = model.names.count
    guard let inverse = Cholesky(best.information)?.inverse else {
      throw .singularJacobian(parameters: model.names)
    }
    // Curvature in the deviations, and how the mode follows them.
    let (step, n) = (0.1, prior.count)
    let center = value(found.point, best)
    func mode(_ moves: [(Int, Double)]) throws(EstimationError) -> (value: Double, shared: [Double]) {
      var spreads = found.point
      for (k, move) in moves { spreads[k] += move }
      let mode = try model.mode(spreads, from: best)
      return (value(spreads, mode), mode.shared)
    }
    var slopes: [[Double]] = []
    for k in 0..<n {
      let ends = (try mode([(k, step)]).shared, try mode([(k, -step)]).shared)
      slopes.append((0..<count).map { (ends.0[$0] - ends.1[$0]) / (2 * step) })
    }
    var hessian = try secondDerivatives(of: n, step: step, at: center) { (moves) throws(EstimationError) in
      try mode(moves).value
    }
    for k in 0..<n { hessian[k][k] = max(hessian[k][k], 0.5) }
    let spreadCovariance =
      Cholesky(hessian)?.inverse
      ?? hessian.indices.map { i in hessian.indices.map { $0 == i ? 1 / hessian[i][i] : 0 } }
    let follows = (0..<count).map { i in slopes.map { $0[i] } }
    let covariance = (0..<count).map { i in
      (0..<count).map { inverse[i][$0] + quadraticForm(follows[i], spreadCovariance, follows[$0]) }
    }
    phones = zip(model.phones, model.phoneEffects(best)).map { ($0, $1) }
    var parameters: [FittedParameter] = []
    var learned: [Double?] = []
    for (k, name) in model.names.enumerated() {
      let (mode, error) = (best.shared[k], covariance[k][k].squareRoot())
      if name == "gauge.hold" {
        parameters.append(
          FittedParameter(
            name: name, value: mode, standardError: error, interval95: mode - 1.96 * error...mode + 1.96 * error,
            intervalMethod: .normal, unit: "%"))
        learned.append(1 - covariance[k][k] / (design.hold.deviation * design.hold.deviation))
      } else {
        let quantity = design.quantities.indices.contains(k) ? design.quantities[k] : nil
        parameters.append(.logNormal(name, .exp(mode), relative: error, unit: quantity?.unit ?? "W"))
        learned.append(quantity.map { 1 - covariance[k][k] / ($0.logDeviation * $0.logDeviation) })
      }
    }
    for spread in model.spreads {
      let k = spread.rawValue
      let error = spreadCovariance[k][k].squareRoot()
      // The others follow, as they go with it near the maximum.
      let follow = spreadCovariance[k].map { $0 / error }
      func end(_ side: Double) -> Double {
        var start = best
        let end = profileEnd(from: 0, step: 2 * side, limit: 30 * side) { move in
          let spreads = zip(found.point, follow).map { $0 + move * $1 }
          guard let mode = try? model.mode(spreads, from: start) else { return nil }
          start = mode
          return (2 * max(0, value(spreads, mode) - center)).squareRoot() - LikelihoodFit.score
        }
        guard case .at(let move) = end else { return found.point[k] + side * LikelihoodFit.score * error }
        return found.point[k] + error * move
      }
      let isPercent = spread == .hold || spread == .readingAtRest || spread == .readingOnTrips
      let mode = Double.exp(found.point[k])
      parameters.append(
        FittedParameter(
          name: spread.name, value: mode, standardError: mode * error, interval95: .exp(end(-1))...(.exp(end(1))),
          intervalMethod: .profileLikelihood, unit: isPercent ? "%" : ""))
      learned.append(nil)
    }
    self.learned = learned
    let size = parameters.count
    let spreadPlaces = model.spreads.map(\.rawValue)
    summary = FitSummary(
      model: "joint drain",
      formula: "100 - level = P x exp(phone + occasion + run) + other use - hold, readings in whole percent",
      parameters: parameters,
      covariance: (0..<size).map { i in
        (0..<size).map { j in
          if i < count, j < count { return covariance[i][j] }
          return i >= count && j >= count ? spreadCovariance[spreadPlaces[i - count]][spreadPlaces[j - count]] : 0
        }
      }, logLikelihood: nil, samples: runs.reduce(0) { $0 + $1.readings.count - 1 },
      effectiveSamples: Double(runs.count), namesCloseCorrelations: false)
  }

  /// A value is fitted where the data give this share of its precision; otherwise it is mostly its prior.
  package static let leastFitted = 0.5

  /// The share of a product's precision that the data give: 1 less the share of the prior's variance that they leave.
  package func learned(of names: [String], design: JointDesign) -> Double {
    let variance = design.variance(of: names)
    let deviation = product(names).logDeviation
    return variance > 0 ? 1 - deviation * deviation / variance : 0
  }

  /// The median and log-deviation of a product of quantities, such as a ratio times a power.
  package func product(_ names: [String]) -> (median: Double, logDeviation: Double) {
    (places(names).reduce(1) { $0 * summary.parameters[$1].value }, max(0, mixed(names, names)).squareRoot())
  }

  private func places(_ names: [String]) -> [Int] {
    names.compactMap { name in summary.parameters.firstIndex { $0.name == name } }
  }

  /// Of two products' logarithms.
  private func mixed(_ one: [String], _ other: [String]) -> Double {
    places(one).reduce(0) { sum, i in sum + places(other).reduce(0) { $0 + summary.covariance[i][$1] } }
  }

  private func watts(_ design: JointDesign) -> [Double] {
    design.terms.map { $0.reduce(1) { $0 * summary.parameters[$1].value } }
  }

  /// What the terms draw together over these hours, and the percent of the battery that it takes.
  package func drain(_ exposure: [Double], design: JointDesign) -> (wattHours: Double, percent: Double) {
    let sum = dot(exposure, watts(design))
    return (sum, sum * design.percentPerWattHour / (design.divisor.map { summary.parameters[$0].value } ?? 1))
  }

  /// The log-deviation of what the terms draw together over these hours, in percent of the battery where the design has a divisor.
  package func logDeviation(ofDrain exposure: [Double], design: JointDesign) -> Double {
    let watts = watts(design)
    let total = dot(exposure, watts)
    guard total > 0 else { return 0 }
    var gradient = [Double](repeating: 0, count: summary.parameters.count)
    for (term, quantities) in design.terms.enumerated() {
      for quantity in quantities { gradient[quantity] += exposure[term] * watts[term] / total }
    }
    if let divisor = design.divisor { gradient[divisor] -= 1 }
    return max(0, quadraticForm(gradient, summary.covariance, gradient)).squareRoot()
  }

  /// The correlation of two products' logarithms.
  package func correlation(_ one: [String], _ other: [String]) -> Double {
    let deviations = product(one).logDeviation * product(other).logDeviation
    return deviations > 0 ? max(-1, min(1, mixed(one, other) / deviations)) : 0
  }
}
