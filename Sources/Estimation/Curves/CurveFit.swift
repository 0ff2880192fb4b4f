import CGSL
import RealModule

/// Fits a curve by least squares: Levenberg and Marquardt's method (`gsl_multifit_nlinear`), or robustly.
///
/// Robust means Tukey's bisquare (1974), which gives rows far off no weight: `gsl_multifit_robust` for the linear forms,
/// the same weights around the nonlinear fit for the exponential tail. Standard errors use the scatter of the residuals
/// unless the rows carry deviations, and allow for residuals that repeat each other in time (`CurveInfluence`).
public struct CurveFit: Sendable {
  public var form: CurveForm
  public var isRobust = false
  /// Whether rows follow each other in time: if so, correlation of their residuals widens the standard errors.
  public var rowsAreInTimeOrder = true
  /// Whether a curve that is not linear gets profile intervals; without, Student's t, in a fraction of the time.
  public var profilesIntervals = true

  public init(_ form: CurveForm) { self.form = form }

  /// - Throws: `tooFewSamples` under 3 rows more than parameters; `badInput` for missing columns;
  ///   `singularJacobian`, for instance where all x are equal; `didNotConverge`.
  public func fit(_ data: CurveData) throws(EstimationError) -> CurveResult {
    GSL.prepare()
    let count = form.parameters.count
    guard data.inputs.count == form.inputs.count else {
      throw .badInput("\(form.rawValue) needs the columns \(form.inputs.joined(separator: ", "))")
    }
    guard data.rows >= count + 3 else { throw .tooFewSamples(have: data.rows, need: count + 3) }
    guard data.response.contains(where: { $0 != data.response[0] }) else {
      throw .badInput("all y are equal: no curve shows")
    }
    let solved = try isRobust ? CurveRobust(form: form).solve(data) : leastSquares(data)
    let residuals = (0..<data.rows).map { data.response[$0] - form.value(solved.values, data.inputs, $0) }
    let effective =
      try rowsAreInTimeOrder
      ? EffectiveSamples(
        TimeSeries(residuals.enumerated().map { TimeSeries.Point(time: Double($0.offset), value: $0.element) }))
      : EffectiveSamples(independent: data.rows)
    // Under this the measured correlation is noise.
    let widening = effective.integratedTime > 1.2 ? effective.integratedTime : 1
    let influence = widening > 1 ? try CurveInfluence(form, data, solved, residuals: residuals) : nil
    return try summarize(data, solved, residuals, widening, influence)
  }

  /// What a solver found: `covariance` for independent rows.
  struct Solution {
    let values: [Double]
    let covariance: [[Double]]
    /// Of a row of weight 1.
    let scatter: Double
    let iterations: Int
    /// Of each row, where the solver gave them different ones.
    let weights: [Double]?
  }

  private func leastSquares(_ data: CurveData) throws(EstimationError) -> Solution {
    let weights = data.deviations.map { $0.map { 1 / ($0 * $0) } }
    let outcome = try CurveSolver(form: form).solve(data, weights: weights)
    let freedom = Double(data.rows - outcome.values.count)
    let variance = outcome.sumOfSquares / freedom
    // With deviations given, they are the truth about the scatter; without, the residuals are.
    let factor = data.deviations == nil ? variance : 1
    return Solution(
      values: outcome.values, covariance: outcome.inverseInformation.map { $0.map { $0 * factor } },
      scatter: variance.squareRoot(), iterations: outcome.iterations, weights: weights)
  }

  private func summarize(
    _ data: CurveData, _ solved: Solution, _ residuals: [Double], _ widening: Double, _ influence: CurveInfluence?
  ) throws(EstimationError) -> CurveResult {
    let (n, count) = (Double(data.rows), solved.values.count)
    let covariance = influence?.covariance ?? solved.covariance
    let times = influence?.times ?? [Double](repeating: 1, count: count)
    let scores = try times.map { (time) throws(EstimationError) in
      try GSL.finite("Student's t") { gsl_cdf_tdist_Pinv(0.975, max(1, n / time - Double(count))) }
    }
    let units = form.units(response: data.responseUnit, inputs: data.inputUnits)
    var warnings: [FitWarning] = []
    if widening > 1.2 {
      // A table need not have a time: its order is all that is known.
      warnings.append(
        .note(
          "the \(data.rows) rows repeat their neighbours and are worth \(FitText.short(n / widening)) independent ones")
      )
    }
    let profiles: [ClosedRange<Double>?]? =
      form.isLinear || isRobust || !profilesIntervals
      ? nil : profiled(data, solved, scores: scores, times: times)
    var parameters: [FittedParameter] = []
    for (i, name) in form.parameters.enumerated() {
      let (error, t) = (covariance[i][i].squareRoot(), scores[i])
      let interval =
        profiles?[i] ?? (profiles == nil ? solved.values[i] - t * error...solved.values[i] + t * error : nil)
      if interval == nil { warnings.append(.openInterval(name: name)) }
      parameters.append(
        FittedParameter(
          name: name, value: solved.values[i], standardError: error, interval95: interval,
          intervalMethod: profiles == nil ? .studentT : .profileLikelihood, unit: units[i]))
    }
    let squares = residuals.reduce(0) { $0 + $1 * $1 }
    let mean = data.response.reduce(0, +) / n
    let total = data.response.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    var goodness: [GoodnessOfFit] = []
    if total > 0 {
      goodness.append(
        GoodnessOfFit(
          name: "R squared", statistic: 1 - squares / total, pValue: nil,
          method: "share of the variance of y that the curve explains"))
    }
    if let deviations = data.deviations, !isRobust {
      let chiSquare = zip(residuals, deviations).reduce(0.0) { $0 + $1.0 * $1.0 / ($1.1 * $1.1) }
      let p = ChiSquare.upperTail(chiSquare, degreesOfFreedom: n - Double(count))
      goodness.append(
        GoodnessOfFit(name: "chi square", statistic: chiSquare, pValue: p, method: "against the given deviations"))
      if p < 0.05 { warnings.append(.poorFit(test: "chi square", pValue: p)) }
    }
    if !isRobust {
      let scores = data.deviations.map { zip(residuals, $0).map { $0 / $1 } } ?? residuals
      if let normality = NormalityTest.andersonDarling(scores, areIndependent: widening == 1) {
        goodness.append(normality)
      }
    }
    if isRobust, let weights = solved.weights {
      let dropped = weights.count { $0 < 0.01 }
      if dropped > 0 { warnings.append(.note("\(dropped) rows lie so far off that they were given no weight")) }
    }
    let summary = FitSummary(
      model: form.rawValue, formula: form.formula, parameters: parameters, covariance: covariance,
      logLikelihood: isRobust ? nil : Self.logLikelihood(residuals, data.deviations), samples: data.rows,
      effectiveSamples: n / widening, goodnessOfFit: goodness,
      residuals: try ResidualDiagnostics(residuals: residuals), warnings: warnings, iterations: solved.iterations)
    return CurveResult(form: form, summary: summary, values: solved.values, residuals: residuals)
  }

  /// Each parameter's profile with its own widening; one pass where all are alike.
  private func profiled(
    _ data: CurveData, _ solved: Solution, scores: [Double], times: [Double]
  ) -> [ClosedRange<Double>?] {
    var known: [Double: [ClosedRange<Double>?]] = [:]
    return times.indices.map { i in
      let intervals =
        known[times[i]] ?? CurveProfile().intervals(data, solved, score: scores[i], widening: times[i])
      known[times[i]] = intervals
      return intervals[i]
    }
  }

  /// Of normal residuals, with their own variance (its maximum-likelihood value) where none was given.
  private static func logLikelihood(_ residuals: [Double], _ deviations: [Double]?) -> Double {
    let n = Double(residuals.count)
    if let deviations {
      return zip(residuals, deviations).reduce(0.0) {
        $0 - 0.5 * (Double.log(2 * .pi * $1.1 * $1.1) + $1.0 * $1.0 / ($1.1 * $1.1))
      }
    }
    let variance = residuals.reduce(0) { $0 + $1 * $1 } / n
    return -n / 2 * (Double.log(2 * .pi * variance) + 1)
  }
}
