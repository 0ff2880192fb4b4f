import RealModule

/// Standard errors and intervals of a solved drain model.
struct DrainErrors {
  /// Of the unknowns; 0 in the rows of those on their bound.
  let covariance: [[Double]]
  /// By profile likelihood with Student's quantile; `nil` where no upper end was found.
  let intervals: [ClosedRange<Double>?]
  let degreesOfFreedom: Double
  let deviationParameters: [FittedParameter]

  init(
    _ solution: DrainSolver.Solution, solver: DrainSolver, preparation: DrainPreparation, options: DrainFitOptions
  ) throws(EstimationError) {
    let count = solution.coefficients.count
    let free = (0..<count).filter { !solution.isAtBound[$0] }
    let total = solver.withPriors(solution.information, solution.deviations)
    guard let inverse = Cholesky(free.map { k in free.map { total[k][$0] } })?.inverse else {
      throw .singularJacobian(parameters: try solver.dependent(total))
    }
    let components = solver.model.fittedComponents
    var covariance = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    // The trace of inverse x data's information: how many coefficients the runs had to decide.
    var decided = 0.0
    for (i, k) in free.enumerated() {
      for (j, l) in free.enumerated() {
        covariance[k][l] = inverse[i][j]
        if k < components { decided += inverse[i][j] * solution.information[l][k] }
        guard k < components, l < components else { continue }
        let scale = options.capacityRelativeDeviation
        covariance[k][l] += scale * scale * solution.coefficients[k] * solution.coefficients[l]
      }
    }
    let degrees = max(1, Double(preparation.informativeRuns) - decided)
    let spread = DrainDeviationSpread(solution, solver: solver)
    let fromDeviations = options.occasionsDiffer ? spread.degreesOfFreedom(solution, solver: solver, free: free) : nil
    var intervals: [ClosedRange<Double>?] = []
    for k in 0..<solver.model.reported {
      let value = solution.coefficients[k]
      let variance = covariance[k][k]
      // What devices and occasions bring is known from few of them.
      var (rest, satterthwaite) = (variance, 0.0)
      for kind in [DrainFactors.Kind.device, .occasion] where k < components {
        let (spread, many) = (solution.deviations[kind] ?? 0, solver.model.factors.count(kind))
        guard spread > 0, many > 0 else { continue }
        let share = min(rest, spread * spread * value * value / Double(many))
        rest -= share
        satterthwaite += share * share / Double(max(1, many - 1))
      }
      satterthwaite += rest * rest / degrees
      var freedom = satterthwaite > 0 ? max(1, variance * variance / satterthwaite) : degrees
      if let own = fromDeviations?[k] { freedom = min(freedom, max(1, own)) }
      let t = try GSL.studentQuantile(freedom)
      let fromCapacity = k < components ? t * options.capacityRelativeDeviation * value : 0
      let profile = try DrainProfile(k, drop: t * t / 2, solution: solution, solver: solver)
      guard let upper = profile.upper else {
        intervals.append(nil)
        continue
      }
      let below = ((value - profile.lower) * (value - profile.lower) + fromCapacity * fromCapacity).squareRoot()
      let above = ((upper - value) * (upper - value) + fromCapacity * fromCapacity).squareRoot()
      intervals.append(max(0, value - below)...(value + above))
    }
    self.covariance = covariance
    self.intervals = intervals
    degreesOfFreedom = degrees
    deviationParameters = Self.parameters(spread)
  }

  private static func parameters(_ spread: DrainDeviationSpread) -> [FittedParameter] {
    spread.rows.indices.map { i in
      let row = spread.rows[i]
      guard let place = spread.open.firstIndex(of: i) else {
        return FittedParameter(
          name: row.name, value: 0, standardError: nil, interval95: nil, intervalMethod: .logNormal, unit: row.unit,
          bound: 0)
      }
      let error = spread.covariance.map { $0[place][place].squareRoot() }
      return FittedParameter(
        name: row.name, value: row.value, standardError: error.map { $0 * row.value },
        interval95: error.map { row.value * .exp(-1.96 * $0)...row.value * .exp(1.96 * $0) },
        intervalMethod: .logNormal, unit: row.unit)
    }
  }
}

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
