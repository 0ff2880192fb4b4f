import CGSL
import RealModule

/// A curve fitted with Tukey's bisquare weights, tuning constant 4.685 (95 % efficiency with normal errors).
///
/// The covariance is Huber's, K^2 n / (n - p) mean(psi^2) / mean(psi')^2 (X^T X)^-1 with K = 1 + p / n (1 - m) / m, m the
/// mean of psi' ("Robust Statistics", 1981, section 7.6). GSL's own takes the scatter of all rows into its scale
/// (DuMouchel and O'Brien 1989), and a few strays make its intervals half as wide again.
struct CurveRobust {
  let form: CurveForm
  static let tuning = 4.685

  func solve(_ data: CurveData) throws(EstimationError) -> CurveFit.Solution {
    guard data.deviations == nil else { throw .badInput("a robust fit takes no deviations: it weighs the rows itself") }
    return try form.isLinear ? linear(data) : nonlinear(data)
  }

  private func linear(_ data: CurveData) throws(EstimationError) -> CurveFit.Solution {
    let (rows, count) = (data.rows, form.parameters.count)
    let workspace = try GSL.allocated(
      gsl_multifit_robust_alloc(cgsl_robust_bisquare(), rows, count), "robust fit")
    defer { gsl_multifit_robust_free(workspace) }
    let x = try GSLMatrix(rows: rows, columns: count)
    for i in 0..<rows {
      switch form {
      case .linear:
        x[i, 0] = 1
        x[i, 1] = data.inputs[0][i]
      case .throughputPower, .exponentialTail:
        x[i, 0] = data.inputs[0][i]
        x[i, 1] = data.inputs[1][i]
        x[i, 2] = 1
      }
    }
    let y = try GSLVector(data.response)
    let values = try GSLVector(count: count)
    let theirs = try GSLMatrix(rows: count, columns: count)
    // The same matrix without weights tells whether the columns can be told apart; the robust fit would not say.
    let information = try GSLMatrix(rows: count, columns: count)
    try GSL.check(gsl_blas_dsyrk(CblasLower, CblasTrans, 1, x.pointer, 0, information.pointer), "information")
    let symmetric = (0..<count).map { i in (0..<count).map { j in information[max(i, j), min(i, j)] } }
    guard let inverse = try PositiveDefinite.inverse(symmetric) else {
      throw .singularJacobian(parameters: form.parameters)
    }
    try GSL.check(gsl_multifit_robust_maxiter(200, workspace), "robust fit")
    let status = gsl_multifit_robust(x.pointer, y.pointer, values.pointer, theirs.pointer, workspace)
    let statistics = gsl_multifit_robust_statistics(workspace)
    if status == Int32(GSL_EMAXITER) { throw .didNotConverge(iterations: 200, reason: "robust weights kept moving") }
    try GSL.check(status, "robust fit")
    guard values.values.allSatisfy(\.isFinite), theirs.values.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
      throw .singularJacobian(parameters: form.parameters)
    }
    let weights = GSLVector.copy(statistics.weights)
    let residuals = (0..<rows).map { data.response[$0] - form.value(values.values, data.inputs, $0) }
    let factor = try Self.factor(residuals, weights, parameters: count)
    return CurveFit.Solution(
      values: values.values, covariance: inverse.map { $0.map { $0 * factor } }, scatter: statistics.sigma,
      iterations: Int(statistics.numit), weights: weights)
  }

  /// Huber's factor of (X^T X)^-1. A weight w is (1 - u^2)^2 of the scaled residual u, so that psi = w r and
  /// psi' = (1 - u^2)(1 - 5 u^2).
  ///
  /// - Throws: `didNotConverge` where so many rows lie half off that their pull does not grow with their distance.
  private static func factor(
    _ residuals: [Double], _ weights: [Double], parameters: Int
  ) throws(EstimationError) -> Double {
    let (n, p) = (Double(residuals.count), Double(parameters))
    let psi = zip(residuals, weights).reduce(0.0) { $0 + $1.0 * $1.0 * $1.1 * $1.1 } / n
    let slope =
      weights.reduce(0.0) { sum, weight in
        let root = weight.squareRoot()
        return sum + (weight > 0 ? root * (1 - 5 * (1 - root)) : 0)
      } / n
    guard slope > 0.05 else {
      throw .didNotConverge(iterations: 0, reason: "too few rows agree with one curve for a robust fit")
    }
    let correction = 1 + p / n * (1 - slope) / slope
    return correction * correction * psi / (slope * slope) * n / (n - p)
  }

  /// Iteratively reweighted least squares (Holland and Welsch 1977).
  private func nonlinear(_ data: CurveData) throws(EstimationError) -> CurveFit.Solution {
    let solver = CurveSolver(form: form)
    var current = try solver.solve(data, weights: nil)
    let (rows, count) = (data.rows, current.values.count)
    let mean = data.response.reduce(0, +) / Double(rows)
    let spread = (data.response.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rows)).squareRoot()
    guard spread > 0 else { throw .badInput("all y are equal") }
    for iteration in 1...200 {
      let residuals = (0..<rows).map { data.response[$0] - form.value(current.values, data.inputs, $0) }
      let magnitudes = residuals.map { abs($0) }.sorted()
      // The median of the larger residuals: as many as there are parameters can be made small at will.
      // Where half of the rows fit exactly, rounding must not decide the weights: GSL's floor for its own robust fits.
      let scale = max(magnitudes[(rows + count - 1) / 2] / 0.6745, 1e-6 * spread)
      let ratios = residuals.map { $0 / (Self.tuning * scale) }
      let weights = ratios.map { abs($0) < 1 ? (1 - $0 * $0) * (1 - $0 * $0) : 0 }
      guard weights.count(where: { $0 > 0 }) >= count + 3 else {
        throw .didNotConverge(iterations: iteration, reason: "too few rows kept any weight")
      }
      let next = try solver.solve(data, weights: weights, from: current.values)
      let moved = zip(next.values, current.values).reduce(0.0) {
        max($0, abs($1.0 - $1.1) / max(abs($1.1), 1e-12))
      }
      current = next
      if moved < 1e-9 {
        let inverse = try unweightedInverse(data, current.values)
        let factor = try Self.factor(residuals, weights, parameters: count)
        return CurveFit.Solution(
          values: current.values, covariance: inverse.map { $0.map { $0 * factor } }, scatter: scale,
          iterations: iteration, weights: weights)
      }
    }
    throw .didNotConverge(iterations: 200, reason: "robust weights kept moving")
  }

  private func unweightedInverse(_ data: CurveData, _ p: [Double]) throws(EstimationError) -> [[Double]] {
    var information = [[Double]](repeating: [0, 0, 0], count: 3)
    for x in data.inputs[0] {
      let decay = Double.exp(-x / p[2])
      let row = [1, decay, p[1] * decay * x / (p[2] * p[2])]
      for a in 0..<3 { for b in 0..<3 { information[a][b] += row[a] * row[b] } }
    }
    guard let inverse = try PositiveDefinite.inverse(information) else {
      throw .singularJacobian(parameters: form.parameters)
    }
    return inverse
  }
}
