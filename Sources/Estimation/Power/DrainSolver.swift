import RealModule

/// Finds coefficients and deviations of a drain model in turn.
///
/// Coefficients, for given deviations: reweighted non-negative least squares. The covariance is taken at the last
/// coefficients and held while they move (quasi-likelihood, Wedderburn 1974, so that a skewed spread does not bend
/// them); readings of 100 % enter by their quadratic approximation. Deviations, for given coefficients: restricted
/// likelihood (Patterson and Thompson 1971), which does not shrink when few runs feed many coefficients.
struct DrainSolver {
  let model: DrainModel
  let names: [String]

  struct Solution {
    var coefficients: [Double]
    var isAtBound: [Bool]
    var deviations: DrainDeviations
    var information: [[Double]]
    var logLikelihood: Double
    var iterations: Int
  }

  func solve(start: Solution? = nil, devicesDiffer: Bool, occasionsDiffer: Bool = false) throws(EstimationError)
    -> Solution
  {
    var deviations =
      start?.deviations
      ?? DrainDeviations(
        reading: 0.4, plateau: 0.7, run: 0.08, device: devicesDiffer ? 0.05 : nil,
        occasion: occasionsDiffer ? 0.05 : nil)
    var coefficients: [Double]
    if let start { coefficients = start.coefficients } else { coefficients = try firstGuess(deviations) }
    var step = start == nil ? 0.7 : 0.3
    let limit = 100
    for round in 1...limit {
      let found = try coefficientsGiven(deviations, from: coefficients)
      coefficients = found.coefficients
      let before = deviations.logarithms
      let next = try deviationsGiven(coefficients, free: found.free, from: deviations, step: step)
      // A coefficient that goes to and from its bound takes the deviations with it: ever smaller steps settle between.
      let share = 1 / Double(max(1, round - 38))
      deviations =
        round < 40 ? next : next.with(logarithms: zip(before, next.logarithms).map { $0 + share * ($1 - $0) })
      let moved = zip(before, deviations.logarithms).reduce(0) { max($0, abs($1.0 - $1.1)) }
      step = max(0.02, min(step, 2 * moved))
      if moved < 1e-3 || (round > 25 && moved < 0.02) {
        let last = try coefficientsGiven(deviations, from: coefficients)
        let equations = model.equations(
          coefficients: last.coefficients, shape: last.coefficients, deviations: deviations)
        return Solution(
          coefficients: last.coefficients, isAtBound: last.free.map { !$0 }, deviations: deviations,
          information: equations.information, logLikelihood: equations.logLikelihood, iterations: round)
      }
    }
    throw .didNotConverge(iterations: limit, reason: "coefficients and deviations keep moving each other")
  }

  /// Information with the share of priors and of the spread of devices and occasions.
  func withPriors(_ information: [[Double]], _ deviations: DrainDeviations) -> [[Double]] {
    var sum = information
    for (k, prior) in model.priors.enumerated() {
      if let prior { sum[k][k] += 1 / (prior.deviation * prior.deviation) }
    }
    for (k, factor) in model.factors.all.enumerated() {
      guard let spread = deviations[factor.kind] else { continue }
      sum[model.reported + k][model.reported + k] += 1 / (spread * spread)
    }
    return sum
  }

  /// Minus the restricted log-likelihood at fixed coefficients.
  func restrictedLoss(_ deviations: DrainDeviations, coefficients: [Double], free: [Bool]) -> Double {
    let equations = model.equations(coefficients: coefficients, shape: coefficients, deviations: deviations)
    let information = withPriors(equations.information, deviations)
    let kept = free.indices.filter { free[$0] }
    guard let root = Cholesky(kept.map { k in kept.map { information[k][$0] } }) else { return .infinity }
    return -penalised(equations.logLikelihood, coefficients, deviations) + 0.5 * root.logDeterminant
  }

  private func firstGuess(_ deviations: DrainDeviations) throws(EstimationError) -> [Double] {
    // Without the runs' relative spread, whose size depends on the answer.
    var plain = deviations
    plain.run = DrainDeviations.least.run
    let zero = (0..<model.unknowns).map { k in k < model.reported ? max(0, model.priors[k]?.mean ?? 0) : 0 }
    return try coefficientsGiven(plain, from: zero).coefficients
  }

  /// Coefficients at their best for given deviations, and which of them are free of their bound.
  func coefficientsGiven(
    _ deviations: DrainDeviations, from start: [Double]
  ) throws(EstimationError) -> (coefficients: [Double], free: [Bool]) {
    var current = start
    let limit = 200
    for round in 1...limit {
      let equations = model.equations(coefficients: current, shape: current, deviations: deviations)
      let next = try boundedSolution(equations, deviations)
      var change = 0.0
      var size = 0.0
      for k in current.indices {
        change = max(change, abs(next.coefficients[k] - current[k]))
        size = max(size, abs(next.coefficients[k]))
      }
      // Steps that go to and fro are halved.
      current =
        round < 15 ? next.coefficients : zip(current, next.coefficients).map { ($0 + $1) / 2 }
      if change <= 1e-8 * max(size, 1e-12) { return (next.coefficients, next.isAtBound.map { !$0 }) }
    }
    throw .didNotConverge(iterations: limit, reason: "the reweighted coefficients do not settle")
  }

  private func boundedSolution(
    _ equations: DrainModel.Equations, _ deviations: DrainDeviations
  ) throws(EstimationError) -> NonNegativeLeastSquares {
    let information = withPriors(equations.information, deviations)
    let right = withPriors(right: equations.right)
    guard let root = Cholesky(information) else { throw .singularJacobian(parameters: try dependent(information)) }
    return try NonNegativeLeastSquares(columns: root.columns, target: root.halfSolve(right), free: model.freeUnknowns)
  }

  /// The log-likelihood with one coefficient held and the others at their best; deviations and covariance as solved.
  func profile(
    _ k: Int, at value: Double, solution: Solution, from start: [Double]
  ) throws(EstimationError) -> (logLikelihood: Double, coefficients: [Double]) {
    let rest = start.indices.filter { $0 != k }
    var current = start
    current[k] = value
    let limit = 100
    for round in 1...limit {
      let equations = model.equations(
        coefficients: current, shape: solution.coefficients, deviations: solution.deviations)
      let information = withPriors(equations.information, solution.deviations)
      let right = withPriors(right: equations.right)
      guard let root = Cholesky(rest.map { i in rest.map { information[i][$0] } }) else {
        throw .singularJacobian(parameters: try dependent(information))
      }
      let next = try NonNegativeLeastSquares(
        columns: root.columns, target: root.halfSolve(rest.map { right[$0] - information[$0][k] * value }),
        free: Set(rest.indices.filter { model.freeUnknowns.contains(rest[$0]) }))
      var (change, size) = (0.0, abs(value))
      for (i, coefficient) in zip(rest, next.coefficients) {
        change = max(change, abs(coefficient - current[i]))
        size = max(size, coefficient)
        current[i] = round < 15 ? coefficient : (current[i] + coefficient) / 2
      }
      if change <= 1e-7 * max(size, 1e-12) {
        return (penalised(equations.logLikelihood, current, solution.deviations), current)
      }
    }
    throw .didNotConverge(iterations: limit, reason: "the profile of \(names[k]) at \(ShortNumber.short(value))")
  }

  /// A log-likelihood with the share of priors and of the spread of devices and occasions.
  func penalised(_ logLikelihood: Double, _ coefficients: [Double], _ deviations: DrainDeviations) -> Double {
    var sum = logLikelihood
    for (k, prior) in model.priors.enumerated() {
      guard let prior else { continue }
      let score = (coefficients[k] - prior.mean) / prior.deviation
      sum -= 0.5 * score * score
    }
    for (k, factor) in model.factors.all.enumerated() {
      guard let spread = deviations[factor.kind] else { continue }
      let score = coefficients[model.reported + k] / spread
      sum -= 0.5 * score * score + Double.log(spread)
    }
    return sum
  }

  func withPriors(right: [Double]) -> [Double] {
    var sum = right
    for (k, prior) in model.priors.enumerated() {
      if let prior { sum[k] += prior.mean / (prior.deviation * prior.deviation) }
    }
    return sum
  }

  /// The unknowns that share the weakest direction of an information matrix.
  func dependent(_ information: [[Double]]) throws(EstimationError) -> [String] {
    let scaled = Self.unitDiagonal(reported(information))
    let empty = names.indices.filter { !(information[$0][$0] > 0) }
    if !empty.isEmpty { return empty.map { names[$0] } }
    guard let weakest = try SymmetricEigen.decompose(scaled).vectors.first else { return names }
    return names.indices.filter { abs(weakest[$0]) > 0.2 }.map { names[$0] }
  }

  /// Largest over smallest eigenvalue of the information scaled to a unit diagonal.
  func condition(_ information: [[Double]]) throws(EstimationError) -> Double {
    let values = try SymmetricEigen.decompose(Self.unitDiagonal(reported(information))).values
    guard let low = values.first, let high = values.last else { return 1 }
    return low > 0 ? high / low : .infinity
  }

  /// Without the shared factors.
  func reported(_ information: [[Double]]) -> [[Double]] {
    information.prefix(model.reported).map { Array($0.prefix(model.reported)) }
  }

  private static func unitDiagonal(_ matrix: [[Double]]) -> [[Double]] {
    let scale = matrix.indices.map { matrix[$0][$0] > 0 ? 1 / matrix[$0][$0].squareRoot() : 0 }
    return matrix.indices.map { i in matrix.indices.map { j in matrix[i][j] * scale[i] * scale[j] } }
  }

  private func deviationsGiven(
    _ coefficients: [Double], free: [Bool], from start: DrainDeviations, step: Double
  ) throws(EstimationError) -> DrainDeviations {
    let begin = start.logarithms
    let found = try SimplexMinimizer.minimize(
      from: begin, steps: begin.map { _ in step }, tolerance: 3e-4
    ) { point in
      // Where a deviation has met its limit the likelihood is flat; a slight slope lets the simplex contract.
      let inside = start.with(logarithms: point)
      let outside = zip(point, inside.logarithms).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      return restrictedLoss(inside, coefficients: coefficients, free: free) + outside
    }
    return start.with(logarithms: found.point)
  }
}
