import RealModule

/// Profile intervals of the exponential tail, which is not linear in its parameters: where the sum of squares, the other parameters
/// fitted anew, has risen by t^2 residual variances (Bates and Watts 1988, chapter 6).
struct CurveProfile {
  private let form = CurveForm.exponentialTail

  /// `nil` for an interval that the data leave open.
  func intervals(
    _ data: CurveData, _ solved: CurveFit.Solution, score: Double
  ) -> [ClosedRange<Double>?] {
    let (x, y) = (data.inputs[0], data.response)
    let weights = data.deviations.map { $0.map { 1 / ($0 * $0) } }
    let variance = data.deviations == nil ? solved.scatter * solved.scatter : 1
    let specifications = form.parameters.enumerated().map { i, name in
      name == "time_constant"
        ? ParameterSpecification(name, scale: .positive)
        : ParameterSpecification(
          name, scale: .linear(unit: max(1e-300, abs(solved.values[i]), solved.covariance[i][i].squareRoot())))
    }
    // The profile's score is 1.96: t takes its place through the weight.
    let ratio = LikelihoodFit.score / score
    let fit = LikelihoodFit(
      specifications: specifications,
      logLikelihood: { p in
        let rate = -1 / p[2]
        var sum = 0.0
        for i in 0..<y.count {
          let apart = p[0] + p[1] * Double.exp(x[i] * rate) - y[i]
          sum += (weights?[i] ?? 1) * apart * apart
        }
        return -sum / (2 * variance)
      }, weight: ratio * ratio)
    let start = specifications.indices.map { specifications[$0].scale.free(solved.values[$0]) }
    guard let maximum = try? fit.climb(from: start, pinned: [:]), let estimate = try? fit.estimate(at: maximum) else {
      return form.parameters.map { _ in nil }
    }
    return estimate.parameters.map(\.interval95)
  }
}
