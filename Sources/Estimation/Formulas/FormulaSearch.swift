/// The smallest sum of weighted squares of a formula.
///
/// Parameters that a formula is linear in are solved for at each step (variable projection: Golub and Pereyra, SIAM Journal on
/// Numerical Analysis 10, 1973, with Kaufman's slopes, BIT 15, 1975), which needs no start for them and goes where steps over
/// all parameters get lost. A second search goes over all of them; the better end that is a minimum counts.
struct FormulaSearch {
  let problem: FormulaProblem
  /// With eight times as many rows, one of every k leads next to the minimum of all.
  var coarseRows = 2_000

  struct Outcome {
    let point: LeastSquaresPoint
    /// Of the parameters.
    let onBound: [Int]
    /// Whether it lies at a corner of the formula, where slopes jump.
    let isCorner: Bool
  }

  /// - Parameters:
  ///   - starts: the best of them is taken.
  ///   - isClose: whether the start is known to be next to the minimum; one search must do then.
  /// - Throws: `badInput` where the formula is no number at the start; `singularJacobian`; `didNotConverge`.
  func run(from starts: [[Double]], isClose: Bool = false) throws(EstimationError) -> Outcome {
    if problem.curved.isEmpty { return try linear() }
    let start = try best(of: starts)
    var ends: [BoundedLeastSquares.Outcome] = []
    let size = problem.dataSize
    var search = BoundedLeastSquares(bounds: problem.bounds, dataSize: size)
    let coarse = isClose ? nil : coarse(from: start)
    if let place = isClose ? start : coarse?.point.values, let near = search.search(from: place, problem.folded),
      near.hasConverged
    {
      return try outcome(near)
    }
    if !problem.linear.isEmpty, let flat = projected(start, size),
      let end = search.search(from: flat.point.values, problem.folded)
    {
      ends.append(end)
    }
    search.keepsLargestScale = true
    if let end = search.search(from: start, problem.folded) { ends.append(end) }
    guard !ends.isEmpty else {
      throw .badInput("the formula is not a number in every row at the starting values")
    }
    if let found = ends.filter({ $0.hasConverged || isCorner($0) })
      .min(by: { $0.point.sum < $1.point.sum * (1 - 1e-9) })
    {
      return try outcome(found)
    }
    let last = ends.min { $0.point.sum < $1.point.sum }
    if let point = last?.point, !tellsApart(point) { throw .singularJacobian(parameters: problem.names) }
    throw .didNotConverge(
      reason: "the search from the starting values ended where the sum of squares still falls (relative offset "
        + "\(ShortNumber.short(last?.offset ?? .infinity)))")
  }

  /// The minimum over one of every k rows; `nil` for short tables, and where these rows do not tell the parameters apart.
  private func coarse(from start: [Double]) -> Outcome? {
    guard problem.rows / 8 >= coarseRows else { return nil }
    return try? FormulaSearch(problem: problem.thinned(to: coarseRows)).run(from: [start])
  }

  /// Over all rows.
  private func outcome(_ end: BoundedLeastSquares.Outcome) throws(EstimationError) -> Outcome {
    let isWhole = end.point.residuals.count == problem.rows
    guard let point = isWhole ? end.point : problem.point(end.point.values) else {
      throw .didNotConverge(reason: "a parameter left the numbers")
    }
    return Outcome(point: point, onBound: end.onBound, isCorner: !end.hasConverged && isCorner(end))
  }

  /// A minimum at a corner: no step helped, however short.
  private func isCorner(_ end: BoundedLeastSquares.Outcome) -> Bool {
    problem.hasCorners && end.isStuck && tellsApart(end.point)
  }

  private func tellsApart(_ point: LeastSquaresPoint) -> Bool {
    guard let qr = ScaledQR(point.slopes, rows: point.residuals.count, columns: Array(problem.names.indices)) else {
      return false
    }
    return qr.reciprocalCondition > 1e-14
  }

  private func linear() throws(EstimationError) -> Outcome {
    guard let found = problem.projected([]) else { throw .singularJacobian(parameters: problem.names) }
    return Outcome(point: found.point, onBound: [], isCorner: false)
  }

  /// Over the curved parameters alone.
  private func projected(_ start: [Double], _ size: Double) -> BoundedLeastSquares.Outcome? {
    let curved = problem.curved
    let search = BoundedLeastSquares(
      bounds: curved.map { problem.bounds[$0] }, keepsLargestScale: true, dataSize: size)
    let end = search.search(from: curved.map { start[$0] }) { values in
      guard let (point, qr) = problem.projected(values) else { return nil }
      let size = point.residuals.count
      let slopes = curved.flatMap { qr.across(Array(point.slopes[$0 * size..<($0 + 1) * size])) }
      return LeastSquaresPoint(
        values: values, residuals: qr.across(point.residuals), slopes: slopes, rows: problem.rows)
    }
    guard let end, let whole = problem.projected(end.point.values)?.point else { return nil }
    return BoundedLeastSquares.Outcome(
      point: whole, offset: end.offset, onBound: end.onBound, isStuck: end.isStuck)
  }

  /// The start with the smallest sum, its linear parameters being the best ones where there are several.
  private func best(of starts: [[Double]]) throws(EstimationError) -> [Double] {
    guard let first = starts.first else { throw .badInput("no starting values") }
    if starts.count == 1 { return first }
    // A coarse choice needs no more rows, unless these do not tell the parameters apart.
    for problem in [problem.thinned(to: problem.rows / 8 >= coarseRows ? 500 : 2_000), problem] {
      var best: (sum: Double, values: [Double])?
      for start in starts {
        let point =
          problem.linear.isEmpty
          ? problem.point(start) : problem.projected(problem.curved.map { start[$0] })?.point
        if let point, point.sum < best?.sum ?? .infinity { best = (point.sum, point.values) }
      }
      if let best { return best.values }
    }
    throw .singularJacobian(parameters: problem.names)
  }
}
