/// Profile intervals of a formula's parameters: where the sum of squares, the other parameters fitted anew, has risen by t^2
/// residual variances (Bates and Watts 1988, chapter 6).
///
/// Each new fit starts from the last one and works with the parameters' own slopes, so that the place of x does not matter.
struct FormulaProfile {
  let solution: FormulaSolution
  /// Of a row of weight 1: the residuals', or 1 where rows have deviations.
  let variance: Double
  /// Student's t.
  let score: Double

  /// The lower (side -1) or the upper end (side 1) for one parameter.
  func end(_ parameter: Int, _ side: Double) -> ProfileEnd {
    let centre = solution.values[parameter]
    let problem = solution.problem
    let limit = side > 0 ? problem.bounds[parameter].upperBound : problem.bounds[parameter].lowerBound
    let error = solution.covariance[parameter][parameter].squareRoot()
    guard error.isFinite else { return .open }
    let unit = error > 0 ? error : max(abs(centre) * 0.1, 1e-6)
    let least = solution.point.sum
    var others = solution.values
    var (before, at0, at1) = (solution.values, centre, centre)
    /// Rise in deviations at a distance in units; `nil` where no fit exists.
    func rise(_ distance: Double) -> Double? {
      let value = centre + side * distance * unit
      let (held, free) = problem.holding([parameter: value])
      if free.isEmpty {
        return held.point([]).map { max(0, ($0.sum - least) / variance).squareRoot() }
      }
      // As they were, as they go with the parameter near the best fit, and as they went on the last step.
      let starts = free.map { i -> [Double] in
        let along = error > 0 ? solution.covariance[i][parameter] / (error * error) * (value - at1) : 0
        let last = at1 != at0 ? (others[i] - before[i]) * (value - at1) / (at1 - at0) : 0
        return [others[i], others[i] + along, others[i] + last].map {
          min(max($0, problem.bounds[i].lowerBound), problem.bounds[i].upperBound)
        }
      }
      guard
        let found = try? FormulaSearch(problem: held).run(
          from: (0..<3).map { k in starts.map { $0[k] } }, isClose: true)
      else { return nil }
      (before, at0, at1) = (others, at1, value)
      for (k, i) in free.enumerated() { others[i] = found.point.values[k] }
      return max(0, (found.point.sum - least) / variance).squareRoot()
    }
    let end = profileEnd(from: 0, step: 1.1 * score, limit: abs(limit - centre) / unit) { distance in
      rise(distance).map { $0 - score }
    }
    guard case .at(let distance) = end else { return end }
    return .at(centre + side * distance * unit)
  }
}
