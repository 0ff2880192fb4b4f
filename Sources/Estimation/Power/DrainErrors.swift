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
