internal import CGSL
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
    var intervals: [ClosedRange<Double>?] = []
    for k in 0..<solver.model.reported {
      let value = solution.coefficients[k]
      let variance = covariance[k][k]
      let perDevice = solution.deviations.device.map { $0 * value } ?? 0
      let fromDevices =
        k < components ? min(variance, perDevice * perDevice / Double(max(1, solver.model.devices.count))) : 0
      let rest = variance - fromDevices
      let satterthwaite =
        rest * rest / degrees + fromDevices * fromDevices / Double(max(1, solver.model.devices.count - 1))
      let t = try Self.studentQuantile(satterthwaite > 0 ? max(1, variance * variance / satterthwaite) : degrees)
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
    deviationParameters = Self.deviations(solution, solver: solver)
  }

  static func studentQuantile(_ degrees: Double) throws(EstimationError) -> Double {
    try GSL.finite("Student's quantile") { gsl_cdf_tdist_Pinv(0.975, degrees) }
  }

  private static func deviations(_ solution: DrainSolver.Solution, solver: DrainSolver) -> [FittedParameter] {
    let deviations = solution.deviations
    var rows: [(name: String, value: Double, least: Double, unit: String)] = [
      ("reading_deviation", deviations.reading, DrainDeviations.least.reading, "%"),
      ("\(solver.model.gauge.name)_deviation", deviations.plateau, DrainDeviations.least.plateau, "%"),
      ("run_deviation", deviations.run, DrainDeviations.least.run, ""),
    ]
    if let device = deviations.device { rows.append(("device_deviation", device, 1e-4, "")) }
    let centre = deviations.logarithms
    let free = solution.isAtBound.map { !$0 }
    func loss(_ shifts: [(Int, Double)]) -> Double {
      var point = centre
      for (i, shift) in shifts { point[i] += shift }
      return solver.restrictedLoss(
        DrainDeviations(logarithms: point), coefficients: solution.coefficients, free: free)
    }
    // A deviation whose doubling from almost nothing changes nothing is on its bound.
    let open = rows.indices.filter { rows[$0].value > 20 * rows[$0].least }
    let step = 0.05
    let middle = loss([])
    let hessian = open.map { i in
      open.map { j -> Double in
        if i == j { return (loss([(i, step)]) - 2 * middle + loss([(i, -step)])) / (step * step) }
        return
          (loss([(i, step), (j, step)]) - loss([(i, step), (j, -step)]) - loss([(i, -step), (j, step)])
          + loss([(i, -step), (j, -step)])) / (4 * step * step)
      }
    }
    let inverse = Cholesky(hessian)?.inverse
    return rows.indices.map { i in
      let row = rows[i]
      guard let place = open.firstIndex(of: i) else {
        return FittedParameter(
          name: row.name, value: 0, standardError: nil, interval95: nil, intervalMethod: .logNormal, unit: row.unit,
          bound: 0)
      }
      let spread = inverse.map { $0[place][place].squareRoot() }
      return FittedParameter(
        name: row.name, value: row.value, standardError: spread.map { $0 * row.value },
        interval95: spread.map { row.value * .exp(-1.96 * $0)...row.value * .exp(1.96 * $0) },
        intervalMethod: .logNormal, unit: row.unit)
    }
  }
}
