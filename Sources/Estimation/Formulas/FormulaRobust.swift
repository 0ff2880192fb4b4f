internal import CGSL

/// A formula fitted with a robust loss, by iteratively reweighted least squares (Holland and Welsch 1977).
///
/// The covariance is Huber's, K^2 n / (n - p) mean(psi^2) / mean(psi')^2 (X^T X)^-1 with K = 1 + p / n (1 - m) / m, m the
/// mean of psi' ("Robust Statistics", 1981, section 7.6). A loss that forgets rows far off starts from Huber's, which has one
/// minimum where the formula is linear.
struct FormulaRobust {
  let loss: CurveLoss

  func solve(_ problem: FormulaProblem, from starts: [[Double]]) throws(EstimationError) -> FormulaSolution {
    let first = try FormulaSearch(problem: problem).run(from: starts)
    var values = first.point.values
    if loss != .huber {
      values = try reweighted(problem, .huber, from: values, limit: 30, mustSettle: false).point.values
    }
    let found = try reweighted(problem, loss, from: values, limit: 200, mustSettle: true)
    let plain = found.point
    let (inverse, qr) = try FormulaSolution.inverse(problem, plain, onBound: found.onBound)
    let freedom = Double(problem.rows - problem.names.count + found.onBound.count)
    let (pulls, weights, slopes) = try pulls(plain.residuals.map { $0 / found.scale }, freedom: freedom)
    let factor = found.scale * found.scale * dot(pulls, pulls) / freedom
    return FormulaSolution(
      problem: problem, point: plain, qr: qr, covariance: inverse.map { $0.map { $0 * factor } }, scatter: found.scale,
      onBound: found.onBound, isCorner: false, lossWeights: weights, lossSlopes: slopes,
      pulls: pulls.map { $0 * found.scale })
  }

  /// K psi / m of each row, in scales; psi / u; psi' / m.
  ///
  /// - Throws: `didNotConverge` where so many rows lie half off that their pull does not grow with their distance.
  private func pulls(
    _ distances: [Double], freedom: Double
  ) throws(EstimationError) -> (pulls: [Double], weights: [Double], slopes: [Double]) {
    let (weights, slopes) = loss.weights(distances)
    let (n, mean) = (Double(distances.count), slopes.mean)
    guard mean > 0.05 else { throw .didNotConverge(reason: "too few rows agree with one curve for a robust fit") }
    let factor = (1 + (n - freedom) / n * (1 - mean) / mean) / mean
    return (zip(distances, weights).map { factor * $0 * $1 }, weights, slopes.map { $0 / mean })
  }

  private func reweighted(
    _ problem: FormulaProblem, _ loss: CurveLoss, from start: [Double], limit: Int, mustSettle: Bool
  ) throws(EstimationError) -> (point: LeastSquaresPoint, scale: Double, onBound: [Int]) {
    let (rows, count) = (problem.rows, problem.names.count)
    // Where half of the rows fit exactly, rounding must not decide the weights.
    let mean = problem.response.mean
    let spread = zip(problem.response, problem.roots).reduce(0.0) {
      $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1 * $1.1
    }
    let least = 1e-6 * (spread / Double(rows)).squareRoot()
    guard var point = problem.point(start) else {
      throw .badInput("the formula is not a number in every row at the starting values")
    }
    var onBound: [Int] = []
    for iteration in 1...limit {
      let magnitudes = point.residuals.map { abs($0) }.sorted()
      // The median of the larger residuals: as many as there are parameters can be made small at will.
      let scale = max(magnitudes[min(rows - 1, (rows + count - 1) / 2)] / 0.6745, least)
      var weighted = problem
      let weights = loss.weights(point.residuals.map { $0 / scale }).weights
      for i in 0..<rows { weighted.roots[i] *= weights[i].squareRoot() }
      guard weights.count(where: { $0 > 0 }) >= count + 2 else {
        throw .didNotConverge(reason: "too few rows kept any weight")
      }
      let found = try FormulaSearch(problem: weighted).run(from: [point.values], isClose: true)
      onBound = found.onBound
      guard let next = problem.point(found.point.values) else {
        throw .didNotConverge(reason: "a parameter left the numbers")
      }
      let moved = zip(next.residuals, point.residuals).reduce(0.0) { max($0, abs($1.0 - $1.1)) } / scale
      point = next
      if moved < 1e-7 || (!mustSettle && (moved < 1e-3 || iteration == limit)) {
        return (point, scale, onBound)
      }
    }
    throw .didNotConverge(reason: "robust weights kept moving")
  }
}

/// How a row's distance from a curve counts.
package enum CurveLoss: String, Sendable, Hashable, CaseIterable {
  /// Its square: least squares.
  case squares
  /// Its square up to 1.345 scales, then its size (Huber 1964).
  case huber
  /// Its square near the curve, then ever less (Cauchy's distribution, 2.385 scales).
  case cauchy
  /// Nothing more beyond 4.685 scales (Beaton and Tukey 1974). Each robust loss keeps 95 % efficiency with normal errors.
  case bisquare

  static let citation = "robust losses: P. J. Huber, Annals of Mathematical Statistics 35, 1964, 73-101"

  /// GSL's functions and tuning.
  private var type: UnsafePointer<gsl_multifit_robust_type>? {
    switch self {
    case .squares: nil
    case .huber: cgsl_robust_huber()
    case .cauchy: cgsl_robust_cauchy()
    case .bisquare: cgsl_robust_bisquare()
    }
  }

  /// Of rows that lie so many scales off: psi(u) / u, and the slopes of psi.
  func weights(_ distances: [Double]) -> (weights: [Double], slopes: [Double]) {
    let ones = [Double](repeating: 1, count: distances.count)
    guard let type = type?.pointee, !distances.isEmpty else { return (ones, ones) }
    var (scaled, weights, slopes) = (distances.map { $0 / type.tuning_default }, ones, ones)
    func fill(
      _ result: inout [Double], _ function: (UnsafePointer<gsl_vector>?, UnsafeMutablePointer<gsl_vector>?) -> Int32
    ) {
      scaled.withUnsafeMutableBufferPointer { scaled in
        result.withUnsafeMutableBufferPointer { result in
          var u = gsl_vector_view_array(scaled.baseAddress, scaled.count)
          var own = gsl_vector_view_array(result.baseAddress, result.count)
          _ = function(&u.vector, &own.vector)
        }
      }
    }
    fill(&weights, type.wfun)
    fill(&slopes, type.psi_deriv)
    return (weights, slopes)
  }
}
