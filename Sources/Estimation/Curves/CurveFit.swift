import CGSL
import RealModule

/// Fits a curve by least squares: Levenberg and Marquardt's method (`gsl_multifit_nlinear`), or robustly.
///
/// Robust means Tukey's bisquare (1974), which gives rows far off no weight: `gsl_multifit_robust` for the linear forms,
/// the same weights around the nonlinear fit for the exponential tail. Standard errors use the scatter of the residuals
/// unless the rows carry deviations. Rows in order of time may repeat each other: least squares then go over all shapes of
/// such noise (`CorrelatedRegression`), and a robust fit widens its errors by that of its influences (`CurveInfluence`).
public struct CurveFit: Sendable {
  public var form: CurveForm
  public var isRobust = false
  /// Whether rows follow each other in time, evenly: if so, their noise may repeat itself.
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
    let residuals = residuals(data, solved.values)
    let largest = data.response.reduce(0) { max($0, abs($1)) }
    // Rows on the curve itself show no noise.
    guard rowsAreInTimeOrder, residuals.contains(where: { abs($0) > 1e-12 * largest }) else {
      return try summarize(data, solved, residuals, effective: Double(data.rows), influence: nil)
    }
    if !isRobust { return try correlated(data, solved) }
    let influence = try CurveInfluence(form, data, solved, residuals: residuals)
    let effective = try CorrelationTime(
      TimeSeries(residuals.enumerated().map { TimeSeries.Point(time: Double($0.offset), value: $0.element) })
    ).effectiveSamples
    return try summarize(data, solved, residuals, effective: effective, influence: influence)
  }

  private func residuals(_ data: CurveData, _ values: [Double]) -> [Double] {
    (0..<data.rows).map { data.response[$0] - form.value(values, data.inputs, $0) }
  }

  /// Over all shapes of noise that repeats itself.
  private func correlated(_ data: CurveData, _ solved: Solution) throws(EstimationError) -> CurveResult {
    let weights = data.deviations.map { $0.map { 1 / $0 } } ?? [Double](repeating: 1, count: data.rows)
    func weighted(_ column: [Double]) -> [Double] { zip(column, weights).map { $0 * $1 } }
    let x = data.inputs
    let curve: ClosedRange<Double>?
    let design: CorrelatedRegression.Design
    switch form {
    case .linear:
      (curve, design) = (nil, { _ in ([weights, weighted(x[0])], []) })
    case .throughputPower:
      (curve, design) = (nil, { _ in ([weighted(x[0]), weighted(x[1]), weights], []) })
    case .exponentialTail:
      let span = (x[0].max() ?? 0) - (x[0].min() ?? 0)
      curve = span * Double.exp(-6)...span * Double.exp(4)
      design = { time in
        let decay = weighted(x[0].map { Double.exp(-$0 / time) })
        return ([weights, decay], zip(decay, x[0]).map { $0 * $1 / (time * time) })
      }
    }
    let regression = try CorrelatedRegression(
      response: weighted(data.response), steps: [.infinity] + [Double](repeating: 1, count: data.rows - 1),
      scaleIsKnown: data.deviations != nil, curve: curve, names: form.parameters, design: design)
    let units = form.units(response: data.responseUnit, inputs: data.inputUnits)
    var (parameters, warnings) = ([FittedParameter](), [FitWarning]())
    for (i, name) in form.parameters.enumerated() {
      let estimate = regression.estimate(i)
      // Beside the end of its grid a parameter is open.
      let isOpen = estimate.map { found in
        i == regression.linear && curve.map { found.interval95.upperBound > 0.8 * $0.upperBound } ?? false
      }
      if isOpen ?? true { warnings.append(.openInterval(name: name)) }
      parameters.append(
        FittedParameter(
          name: name, value: estimate?.value ?? solved.values[i], standardError: estimate?.standardError,
          interval95: isOpen ?? true ? nil : estimate?.interval95, intervalMethod: .correlatedStudentT, unit: units[i]))
    }
    let correlation = regression.correlation
    let covariance = parameters.indices.map { a in
      parameters.indices.map { b in
        correlation[a][b] * (parameters[a].standardError ?? 0) * (parameters[b].standardError ?? 0)
      }
    }
    warnings += FitWarning.effective(samples: data.rows, worth: regression.effectiveSamples)
    let values = parameters.map(\.value)
    return try summary(
      data,
      Solution(
        values: values, covariance: covariance, scatter: solved.scatter, iterations: solved.iterations, weights: nil),
      residuals(data, values), parameters, warnings, effective: regression.effectiveSamples)
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
    _ data: CurveData, _ solved: Solution, _ residuals: [Double], effective: Double, influence: CurveInfluence?
  ) throws(EstimationError) -> CurveResult {
    let (n, count) = (Double(data.rows), solved.values.count)
    let covariance = influence?.covariance ?? solved.covariance
    guard solved.values.allSatisfy(\.isFinite), covariance.indices.allSatisfy({ covariance[$0][$0] < .infinity }),
      covariance.indices.allSatisfy({ covariance[$0][$0] >= 0 })
    else { throw .badInput("the numbers of the table are too large or too small to fit") }
    // An influence's widening holds its own degrees of freedom.
    let t =
      try influence == nil
      ? GSL.finite("Student's t") { gsl_cdf_tdist_Pinv(0.975, n - Double(count)) } : LikelihoodFit.score
    let units = form.units(response: data.responseUnit, inputs: data.inputUnits)
    var warnings = influence == nil ? [] : FitWarning.effective(samples: data.rows, worth: effective)
    let profiles: [ClosedRange<Double>?]? =
      form.isLinear || isRobust || !profilesIntervals ? nil : CurveProfile().intervals(data, solved, score: t)
    var parameters: [FittedParameter] = []
    for (i, name) in form.parameters.enumerated() {
      let error = covariance[i][i].squareRoot()
      let interval =
        profiles?[i] ?? (profiles == nil ? solved.values[i] - t * error...solved.values[i] + t * error : nil)
      if interval == nil { warnings.append(.openInterval(name: name)) }
      parameters.append(
        FittedParameter(
          name: name, value: solved.values[i], standardError: error, interval95: interval,
          intervalMethod: profiles == nil ? .studentT : .profileLikelihood, unit: units[i]))
    }
    return try summary(
      data,
      Solution(
        values: solved.values, covariance: covariance, scatter: solved.scatter, iterations: solved.iterations,
        weights: solved.weights), residuals, parameters, warnings, effective: effective)
  }

  private func summary(
    _ data: CurveData, _ solved: Solution, _ residuals: [Double], _ parameters: [FittedParameter],
    _ given: [FitWarning], effective: Double
  ) throws(EstimationError) -> CurveResult {
    let (n, count) = (Double(data.rows), solved.values.count)
    var warnings = given
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
      if let normality = NormalityTest.andersonDarling(scores, areIndependent: effective > 0.8 * n) {
        goodness.append(normality)
      }
    }
    if isRobust, let weights = solved.weights {
      let dropped = weights.count { $0 < 0.01 }
      if dropped > 0 { warnings.append(.note("\(dropped) rows lie so far off that they were given no weight")) }
    }
    let summary = FitSummary(
      model: form.rawValue, formula: form.formula, parameters: parameters, covariance: solved.covariance,
      logLikelihood: isRobust ? nil : Self.logLikelihood(residuals, data.deviations), samples: data.rows,
      effectiveSamples: effective, goodnessOfFit: goodness,
      residuals: try ResidualDiagnostics(residuals: residuals), warnings: warnings, iterations: solved.iterations)
    return CurveResult(form: form, summary: summary, values: solved.values, residuals: residuals)
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
