import RealModule

/// A formula among noise that repeats itself in time, over all shapes of the noise.
///
/// Where one parameter, a scale above 0 or a knee, is not linear, a grid goes over it as a whole. Elsewhere the formula is taken as linear
/// around its best parameters, which are found anew until they stay: the least squares of the whitened rows. The columns
/// are turned to right angles first, so that parameters that go together cost no digits.
struct CorrelatedFormula {
  let fit: FormulaFit
  let data: FormulaData
  let solution: FormulaSolution

  /// Rows of three time constants cannot tell theirs from any longer one.
  private static let timeReach = 4.0

  private var problem: FormulaProblem { solution.problem }
  /// A robust fit takes the scatter of its rows, whatever deviations they have.
  private var scaleIsKnown: Bool { data.deviations != nil && fit.loss == .squares }
  private let steps: [Double]

  /// - Parameter times: of rows in order of time; `nil` for rows without an order, which are independent, as legs are.
  init(fit: FormulaFit, data: FormulaData, solution: FormulaSolution, times: [Double]?) throws(EstimationError) {
    (self.fit, self.data, self.solution) = (fit, data, solution)
    // Rows of one moment still have noise of their own.
    steps =
      try times.map { (times) throws(EstimationError) in
        try TimeSeries(times.map { TimeSeries.Point(time: $0, value: 0) }).steps.map { max(0.01, $0) }
      } ?? [Double](repeating: .infinity, count: data.rows)
  }

  /// `nil` where the search for whitened rows does not settle.
  func result(_ report: FormulaReport) throws(EstimationError) -> CurveResult? {
    if let range = fit.scaleRange, problem.curved.count == 1 { return try over(scaleGrid(range), report) }
    if fit.isHinge { return try over(kneeGrid, report) }
    var values = solution.values
    for round in 0..<12 {
      guard let point = problem.point(values),
        let qr = ScaledQR(point.slopes, rows: data.rows, columns: Array(values.indices)),
        let back = qr.inverseRows
      else { return nil }
      // Of what is left of the rows, on columns at right angles.
      let columns = qr.units
      let regression = try CorrelatedRegression(
        response: point.residuals, steps: steps, scaleIsKnown: scaleIsKnown, timeReach: Self.timeReach,
        bends: !problem.curved.isEmpty, allowsLongMemory: true, names: problem.names, design: { _ in (columns, []) })
      var estimates: [CorrelatedRegression.Estimate] = []
      for i in values.indices {
        guard let estimate = regression.estimate(along: { _ in back[i] }) else { return nil }
        estimates.append(estimate)
      }
      let moved = estimates.reduce(0.0) { max($0, abs($1.value) / max($1.standardError, 1e-300)) }
      // The estimates are of the way to go.
      let there = zip(values, estimates).map { $1.moved(by: $0, times: 1) }
      if problem.curved.isEmpty || moved < 0.01 {
        var warnings: [FitWarning] = []
        let parameters = there.indices.map { i in
          var parameter = there[i].parameter(problem.names[i], unit: "", .correlatedStudentT)
          parameter.interval95 = report.clipped(i, there[i].interval95, &warnings)
          return parameter
        }
        return try concluded(
          parameters, warnings, regression, directions: back.map { row in { (_: Double) in row } }, report)
      }
      let next = there.map(\.value)
      guard round < 11, moved.isFinite, zip(next, problem.bounds).allSatisfy({ $1.contains($0) }) else { return nil }
      values = next
    }
    return nil
  }

  private func concluded(
    _ given: [FittedParameter], _ warnings: [FitWarning], _ regression: CorrelatedRegression,
    directions: [(Double) -> [Double]], row: (@Sendable (Int, Double) -> [Double])? = nil, _ report: FormulaReport
  ) throws(EstimationError) -> CurveResult {
    var (parameters, warnings) = (given, warnings)
    var widest = 1.0
    let uneven = try uneven(regression)
    if let uneven {
      parameters = given.enumerated().map { $1.widened(by: uneven.factor($0), error: uneven.errorFactor($0)) }
      widest = parameters.indices.reduce(1) { max($0, uneven.errorFactor($1)) }
    }
    if regression.mayBeShort {
      warnings.append(
        .note(
          "the rows may be shorter than five time constants of their noise: intervals hold about 90 %, and longer series "
            + "would narrow them"))
    }
    warnings += FitWarning.effective(samples: data.rows, worth: regression.effectiveSamples)
    if case .correlatedSamples = warnings.last {
      warnings.append(.assumption("rows follow each other in time; --unordered takes them as independent"))
    }
    let covariance = FitSummary.covariance(regression.correlation(along: directions), parameters)
    let values = parameters.map(\.value)
    let residuals = zip(problem.response, problem.fitted(values)).map { $0 - $1 }
    let t = try GSL.studentQuantile(Double(data.rows - values.count)) * widest
    // Of all curves, around the one at the medians.
    let band = row.map { (row) -> @Sendable (Int) -> Double in
      { [response = problem.response] k in
        t * regression.distance(from: response[k] - residuals[k], along: { row(k, $0) })
      }
    }
    return try report.summary(
      values: values, covariance: covariance, residuals, parameters, band: band, warnings, uneven,
      effective: regression.effectiveSamples)
  }

  /// Of the rows after whitening for the likeliest shape of noise.
  private func uneven(_ regression: CorrelatedRegression) throws(EstimationError) -> UnevenScatter? {
    guard fit.scatter == .automatic, !scaleIsKnown else { return nil }
    var columns = problem.names.indices.map { Array(solution.point.slopes[$0 * data.rows..<($0 + 1) * data.rows]) }
    columns.append(solution.point.residuals)
    let filter = NoiseFilter(regression.likeliestShape, steps: steps)
    for k in columns.indices { filter.whiten(&columns[k]) }
    let residuals = columns.removeLast()
    let qr = ScaledQR(columns.flatMap { $0 }, rows: data.rows, columns: Array(columns.indices))
    guard let qr else { return nil }
    return try UnevenScatter(
      qr, residuals: residuals, fitted: problem.fitted(solution.values), lossSlopes: solution.lossSlopes)
  }

  /// One parameter that is not linear, looked at as a whole: the others by least squares for each place of a grid.
  private struct Grid {
    /// Above 0.
    let range: ClosedRange<Double>
    /// The parameter itself is `origin + unit x place`.
    let curved: Int
    var origin = 0.0
    var unit = 1.0
    let design: CorrelatedRegression.Design
    /// The columns at one row, without its weight.
    let row: @Sendable (_ row: Int, _ place: Double) -> [Double]
    /// Each parameter as a sum of the design's columns and, last, the curved one.
    let directions: [(Double) -> [Double]]
    /// The parameters that are open, from the interval of the curved one: values beside the grid's ends may be the true ones.
    let open: (ClosedRange<Double>, CorrelatedRegression) -> Set<Int>
  }

  private func over(_ grid: Grid?, _ report: FormulaReport) throws(EstimationError) -> CurveResult? {
    guard let grid else { return nil }
    let regression = try CorrelatedRegression(
      response: zip(problem.response, problem.roots).map { $0 * $1 }, steps: steps, scaleIsKnown: scaleIsKnown,
      curve: grid.range, names: problem.names, design: grid.design)
    var (parameters, warnings) = ([FittedParameter](), [FitWarning]())
    let curved = regression.estimate(regression.linear)
    let open = curved.map { grid.open($0.interval95, regression) } ?? []
    for (i, name) in problem.names.enumerated() {
      let estimate =
        i == grid.curved
        ? curved?.moved(by: grid.origin, times: grid.unit) : regression.estimate(along: grid.directions[i])
      let isOpen = open.contains(i)
      if isOpen || estimate == nil { warnings.append(.openInterval(name: name)) }
      parameters.append(
        FittedParameter(
          name: name, value: estimate?.value ?? solution.values[i], standardError: estimate?.standardError,
          interval95: isOpen ? nil : estimate?.interval95,
          intervalMethod: i == grid.curved
            ? fit.rowsAreInTimeOrder ? .correlatedPosterior : .posterior
            : fit.rowsAreInTimeOrder ? .correlatedStudentT : .studentT, unit: ""))
    }
    return try concluded(parameters, warnings, regression, directions: grid.directions, row: grid.row, report)
  }

  /// The exponential tail's: floor and amplitude for each time constant. The amplitude is that at the first x while
  /// it goes over the grid, since the one at 0 may lie far from the rows.
  private func scaleGrid(_ range: ClosedRange<Double>) -> Grid? {
    guard let curved = problem.curved.first, problem.linear.count == 2, let x = data.columns["x"], let origin = x.min()
    else { return nil }
    let apart = x.map { $0 - origin }
    let roots = problem.roots
    return Grid(
      range: range, curved: curved,
      design: { time in
        let decay = zip(apart, roots).map { $1 * Double.exp(-$0 / time) }
        return ([roots, decay], zip(decay, apart).map { $0 * $1 / (time * time) })
      },
      row: { row, time in [1, Double.exp(-apart[row] / time)] },
      directions: problem.names.indices.map { i in
        let place = problem.linear.firstIndex(of: i)
        return { time in
          [place == 0 ? 1 : 0, place == 1 ? Double.exp(origin / time) : 0, place == nil ? 1 : 0]
        }
      },
      open: { interval, _ in interval.upperBound > 0.8 * range.upperBound ? [curved] : [] })
  }

  /// A hinge's: both slopes and the height at the knee for each knee, which leaves a twentieth of the rows on either side. The
  /// grid counts from 1 at the least x to 2 at the largest.
  private var kneeGrid: Grid? {
    guard let x = data.columns["x"], problem.names.count == 4 else { return nil }
    let sorted = x.sorted()
    let (low, span) = (sorted[0], sorted[x.count - 1] - sorted[0])
    guard span > 0, sorted[x.count / 20] < sorted[x.count - 1 - x.count / 20] else { return nil }
    let first = 1 + (sorted[x.count / 20] - low) / span
    let last = 1 + (sorted[x.count - 1 - x.count / 20] - low) / span
    let roots = problem.roots
    let away = zip(x, roots).map { ($0 - low) * $1 }
    return Grid(
      range: first...last, curved: 3, origin: low - span, unit: span,
      design: { place in
        let knee = low + span * (place - 1)
        return (
          [roots, away, zip(x, roots).map { max($0 - knee, 0) * $1 }], zip(x, roots).map { $0 > knee ? -span * $1 : 0 }
        )
      },
      row: { row, place in [1, x[row] - low, max(x[row] - low - span * (place - 1), 0)] },
      directions: [
        { [1, span * ($0 - 1), 0, 0] }, { _ in [0, 1, 0, 0] }, { _ in [0, 1, 1, 0] }, { _ in [0, 0, 0, 1] },
      ],
      // Where the slope may not change, or the knee lies beside the rows, they may show one line only, and no height at the knee.
      open: { knee, regression in
        let isStraight = regression.estimate(along: { _ in [0, 0, 1] }).map { $0.interval95.contains(0) } ?? true
        let (isLow, isHigh) = (knee.lowerBound < first + 0.01, knee.upperBound > last - 0.01)
        return Set((isStraight || isLow ? [0, 1, 3] : []) + (isStraight || isHigh ? [0, 2, 3] : []))
      })
  }
}
