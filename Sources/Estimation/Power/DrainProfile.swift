import RealModule

/// How far one coefficient can go, the others following at their best, before the likelihood has fallen by a given
/// amount (Venzon and Moolgavkar 1988).
///
/// The information at the best point does not see what runs at 100 % say: they are content there and object only to
/// larger values. The profile does.
struct DrainProfile {
  /// 0 where the likelihood stays up until the bound.
  let lower: Double
  /// `nil` when nothing in the data or the priors limits the coefficient.
  let upper: Double?

  init(_ k: Int, drop: Double, solution: DrainSolver.Solution, solver: DrainSolver) throws(EstimationError) {
    let best = solution.coefficients[k]
    let top = solver.penalised(solution.logLikelihood, solution.coefficients, solution.deviations)
    var nearest = solution.coefficients
    func excess(_ value: Double) throws(EstimationError) -> Double {
      let found = try solver.profile(k, at: value, solution: solution, from: nearest)
      nearest = found.coefficients
      return top - found.logLikelihood - drop
    }
    let information = solver.withPriors(solution.information, solution.deviations)[k][k]
    let scale = max((2 * drop / max(information, .leastNormalMagnitude)).squareRoot(), 1e-9 * best)
    // Outwards in growing steps, because far from the best point the reweighting may not settle.
    var (inside, outside, width) = (best, best, scale)
    var low = 0.0
    while inside > 0 {
      outside = max(0, best - width)
      if try excess(outside) > 0 {
        low = try Self.crossing(from: inside, to: outside, excess)
        break
      }
      (inside, width) = (outside, 1.7 * width)
    }
    lower = low
    nearest = solution.coefficients
    (inside, width) = (best, scale)
    for _ in 0..<60 {
      outside = best + width
      if try excess(outside) > 0 {
        upper = try Self.crossing(from: inside, to: outside, excess)
        return
      }
      (inside, width) = (outside, 1.7 * width)
    }
    upper = nil
  }

  /// Where the excess turns positive between a point where it is not and one where it is.
  private static func crossing(
    from inside: Double, to outside: Double, _ excess: (Double) throws(EstimationError) -> Double
  ) throws(EstimationError) -> Double {
    var (inside, outside) = (inside, outside)
    for _ in 0..<22 {
      let middle = (inside + outside) / 2
      if try excess(middle) > 0 { outside = middle } else { inside = middle }
    }
    return (inside + outside) / 2
  }
}
