/// Least squares with coefficients that may not be negative: min |A x - b| subject to x_j >= 0.
///
/// The active-set method of Lawson and Hanson, "Solving Least Squares Problems", 1974, chapter 23 (SIAM 1995). Columns
/// are scaled to length 1 first, so that one tolerance fits all; each subproblem is solved by Householder reflections,
/// not by normal equations. A column may be declared free in sign. At the solution the conditions of Kuhn and Tucker
/// hold: the gradient A^T (b - A x) is zero for positive and free coefficients and not positive for those at zero.
package struct NonNegativeLeastSquares: Sendable, Hashable {
  /// One coefficient per column.
  package let coefficients: [Double]
  /// Whether the bound holds the coefficient at zero.
  package let isAtBound: [Bool]

  /// Solves the problem.
  ///
  /// - Parameters:
  ///   - columns: the columns of A, each as long as `target`.
  ///   - target: b.
  ///   - free: the columns whose coefficient may be negative.
  /// - Throws: `EstimationError.badInput` for columns of the wrong length or a number that is not finite,
  ///   `singularJacobian` for columns that depend on each other linearly, `didNotConverge` when the active set does not
  ///   settle (30 changes per column).
  package init(columns: [[Double]], target: [Double], free: Set<Int> = []) throws(EstimationError) {
    guard columns.allSatisfy({ $0.count == target.count }) else {
      throw .badInput("each column must have \(target.count) elements")
    }
    guard columns.allSatisfy({ $0.allSatisfy(\.isFinite) }), target.allSatisfy(\.isFinite) else {
      throw .badInput("least squares with a number that is not finite")
    }
    let lengths = columns.map { norm($0) }
    let scaled = zip(columns, lengths).map { column, length in length > 0 ? column.map { $0 / length } : column }
    let tolerance = 1e-12 * max(norm(target), .leastNormalMagnitude)
    var passive = columns.indices.filter { free.contains($0) && lengths[$0] > 0 }
    var x = [Double](repeating: 0, count: columns.count)
    if !passive.isEmpty { x = try Self.solve(scaled, passive, target) }
    var residual = subtract(target, scaled, x)
    // Columns that rounding refused: tried again only after another column has moved.
    var refused: Set<Int> = []
    var changes = 0
    while true {
      let candidates = columns.indices.filter { !passive.contains($0) && !refused.contains($0) && lengths[$0] > 0 }
      let slopes = candidates.map { (column: $0, slope: dot(scaled[$0], residual)) }
      guard let best = slopes.max(by: { $0.slope < $1.slope }), best.slope > tolerance else { break }
      var trial = (passive + [best.column]).sorted()
      var goal = try Self.solve(scaled, trial, target)
      if goal[best.column] <= 0 {
        refused.insert(best.column)
        continue
      }
      // Go towards the unbounded solution only until the first coefficient meets its bound.
      while let blocked = Self.firstBlocked(from: x, to: goal, trial.filter { !free.contains($0) }) {
        for j in trial { x[j] += blocked.step * (goal[j] - x[j]) }
        x[blocked.column] = 0
        trial.removeAll { !free.contains($0) && x[$0] <= 0 }
        goal = try Self.solve(scaled, trial, target)
        changes += 1
        if changes > 30 * columns.count { throw Self.restless(changes) }
      }
      x = goal
      passive = trial
      residual = subtract(target, scaled, x)
      if trial.contains(best.column) { refused = [] } else { refused.insert(best.column) }
      changes += 1
      if changes > 30 * columns.count { throw Self.restless(changes) }
    }
    coefficients = zip(x, lengths).map { value, length in length > 0 ? value / length : 0 }
    isAtBound = columns.indices.map { !passive.contains($0) && !free.contains($0) }
  }

  private static func restless(_ changes: Int) -> EstimationError {
    .didNotConverge(iterations: changes, reason: "the set of coefficients at zero did not settle")
  }

  private static func firstBlocked(
    from x: [Double], to goal: [Double], _ columns: [Int]
  ) -> (column: Int, step: Double)? {
    var first: (column: Int, step: Double)?
    for j in columns where goal[j] <= 0 {
      let step = x[j] > 0 ? x[j] / (x[j] - goal[j]) : 0
      if step < first?.step ?? .infinity { first = (j, step) }
    }
    return first
  }

  /// The unbounded solution for some of the columns, 0 elsewhere.
  private static func solve(_ columns: [[Double]], _ chosen: [Int], _ target: [Double]) throws(EstimationError)
    -> [Double]
  {
    var x = [Double](repeating: 0, count: columns.count)
    guard !chosen.isEmpty else { return x }
    guard let part = ScaledQR.leastSquares(columns: chosen.map { columns[$0] }, target: target) else {
      throw .singularJacobian(parameters: chosen.map { "column \($0)" })
    }
    for (j, value) in zip(chosen, part) { x[j] = value }
    return x
  }
}

/// The length of a vector, scaled so that no square overflows.
private func norm(_ a: [Double]) -> Double {
  let largest = a.reduce(0) { max($0, abs($1)) }
  guard largest > 0, largest.isFinite else { return largest }
  return largest * a.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
}

private func subtract(_ target: [Double], _ columns: [[Double]], _ x: [Double]) -> [Double] {
  var rest = target
  for (j, column) in columns.enumerated() where x[j] != 0 {
    for i in rest.indices { rest[i] -= column[i] * x[j] }
  }
  return rest
}
