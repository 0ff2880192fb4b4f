import RealModule

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
  private static let most = 40

  enum End {
    case value(Double)
    case bound(Double)
    /// No rise that far however far one goes.
    case open
  }

  /// The lower and the upper end for one parameter.
  func ends(_ parameter: Int) -> (low: End, high: End) { (end(parameter, -1), end(parameter, 1)) }

  private func end(_ parameter: Int, _ side: Double) -> End {
    let centre = solution.values[parameter]
    let problem = solution.problem
    let limit = side > 0 ? problem.bounds[parameter].upperBound : problem.bounds[parameter].lowerBound
    if centre == limit { return .bound(limit) }
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
    let whole = abs(limit - centre) / unit
    var (low, high) = (0.0, min(score, whole))
    var steps = 0
    // The nearest distance without a fit: beyond it lie values that no curve through the rows has.
    var failed = Double.infinity
    while true {
      steps += 1
      guard steps < Self.most else { return .open }
      guard let next = rise(high) else {
        failed = high
        high = (low + failed) / 2
        continue
      }
      if next >= score { break }
      if high >= whole { return .bound(limit) }
      low = high
      // As far as the last rise promises, twice as far at most.
      high = min(whole, high * min(2, max(1.05, 1.02 * score / max(next, 1e-3))))
      if high >= failed { high = (low + failed) / 2 }
    }
    let root = try? bracketedRoot(between: low, and: high, tolerance: 1e-7 * high) {
      (distance) throws(EstimationError) in
      guard let height = rise(distance) else { throw .didNotConverge(reason: "no curve there") }
      return height - score
    }
    return root.map { .value(centre + side * $0 * unit) } ?? .open
  }
}
