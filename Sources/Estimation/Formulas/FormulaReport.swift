import RealModule

/// What is known about a fitted formula: errors, intervals, tests and warnings.
struct FormulaReport {
  let fit: FormulaFit
  let data: FormulaData
  let solution: FormulaSolution
  /// The curve at each row.
  let fitted: [Double]

  /// More rows take the widening of the residuals' mean, which asks less time and is right for long series.
  private static let mostRows = 20_000

  private var problem: FormulaProblem { solution.problem }
  private var rows: Int { data.rows }
  private var scaleIsKnown: Bool { data.deviations != nil }
  private var isRobust: Bool { fit.loss != .squares }

  func result() throws(EstimationError) -> CurveResult {
    let residuals = zip(problem.response, fitted).map { $0 - $1 }
    let largest = problem.response.reduce(0) { max($0, abs($1)) }
    // Rows on the curve itself show no noise.
    let showsNoise = residuals.contains { abs($0) > 1e-12 * largest } && !solution.free.isEmpty
    // A hinge's likelihood has a peak for each gap between rows, so that a profile around one of them is too short.
    if showsNoise, fit.rowsAreInTimeOrder || fit.isHinge, solution.onBound.isEmpty, fit.isHinge || !solution.isCorner,
      rows <= Self.mostRows,
      let result = try CorrelatedFormula(fit: fit, data: data, solution: solution.basis, times: times).result(self)
    {
      return result
    }
    guard showsNoise, fit.rowsAreInTimeOrder else {
      return try independent(residuals, effective: Double(rows), widening: nil)
    }
    // The pull of each row on the curve, a robust loss's weight included.
    let pulls = residuals.indices.map { residuals[$0] * problem.roots[$0] * (solution.lossWeights?[$0] ?? 1) }
    let correlation = try CorrelationTime(
      TimeSeries(zip(times ?? [], pulls).map { TimeSeries.Point(time: $0, value: $1) }))
    return try independent(
      residuals, effective: correlation.effectiveSamples, widening: correlation.widening)
  }

  /// Of rows in order of time: their own times, the one column of the curve where it rises from row to row, or their numbers.
  private var times: [Double]? {
    guard fit.rowsAreInTimeOrder else { return nil }
    if let times = data.times { return times }
    let read = data.columns.filter { fit.formula.reads($0.key) }
    if read.count == 1, let x = read.first?.value, zip(x, x.dropFirst()).allSatisfy({ $0 < $1 }) { return x }
    return (0..<rows).map { Double($0) }
  }

  /// - Parameter widening: of variances, since rows repeat each other; `nil` for independent ones. It is that of the rows' mean:
  ///   other parameters gain less from rows that repeat each other, but where their slopes go to and fro as slowly.
  private func independent(
    _ residuals: [Double], effective: Double, widening: Double?
  ) throws(EstimationError) -> CurveResult {
    let (count, free) = (problem.names.count, solution.free)
    var covariance = solution.covariance.map { $0.map { $0 * (widening ?? 1) } }
    // The widening holds its own degrees of freedom.
    let uneven = widening == nil ? try uneven(residuals) : nil
    if let uneven { covariance = uneven.covariance(covariance) }
    let freedom = Double(rows - free.count)
    let t = try widening == nil ? GSL.studentQuantile(freedom) : LikelihoodFit.score
    var warnings = widening == nil ? [] : FitWarning.effective(samples: rows, worth: effective)
    let isCurved = !problem.curved.isEmpty || !solution.onBound.isEmpty
    // Of very many rows the sum of squares is a parabola within an interval.
    let profiles = isCurved && !isRobust && rows <= Self.mostRows
    // Where the difference of a hinge's slopes may be 0 the rows may show one line, and any knee.
    let isStraight =
      fit.isHinge
      && abs(solution.values[2] - solution.values[1])
        < t * max(0, covariance[1][1] + covariance[2][2] - 2 * covariance[1][2]).squareRoot()
    let variance = scaleIsKnown ? 1 : solution.scatter * solution.scatter
    var parameters: [FittedParameter] = []
    for i in 0..<count {
      let error = covariance[i][i].squareRoot()
      let isOnBound = solution.onBound.contains(i)
      var interval: ClosedRange<Double>?
      if profiles, variance > 0 {
        let profile = FormulaProfile(
          solution: solution, variance: variance,
          score: t * (widening?.squareRoot() ?? uneven?.factor(i) ?? 1))
        interval = self.interval(profile, i, &warnings)
      } else if !isOnBound {
        let half = t * error * (uneven.map { $0.factor(i) / $0.errorFactor(i) } ?? 1)
        interval = clipped(i, solution.values[i] - half...solution.values[i] + half, &warnings)
      }
      if isStraight { interval = nil }
      if isOnBound { warnings.append(.parameterOnBound(name: problem.names[i], bound: solution.values[i])) }
      if interval == nil, !isOnBound { warnings.append(.openInterval(name: problem.names[i])) }
      parameters.append(
        FittedParameter(
          name: problem.names[i], value: solution.values[i], standardError: isOnBound ? nil : error,
          interval95: interval, intervalMethod: profiles ? .profileLikelihood : .studentT, unit: "",
          bound: isOnBound ? solution.values[i] : nil))
    }
    return try summary(
      values: solution.values, covariance: covariance, residuals, parameters, warnings, uneven, effective: effective)
  }

  private func uneven(_ residuals: [Double]) throws(EstimationError) -> UnevenScatter? {
    guard fit.scatter == .automatic, !scaleIsKnown, solution.onBound.isEmpty,
      residuals.contains(where: { $0 != 0 }), let qr = solution.qr
    else { return nil }
    return try UnevenScatter(
      qr, residuals: solution.pulls ?? solution.point.residuals, fitted: fitted, lossSlopes: solution.lossSlopes)
  }

  private func interval(_ profile: FormulaProfile, _ i: Int, _ warnings: inout [FitWarning]) -> ClosedRange<Double>? {
    var ends: [Double] = []
    for (side, bound) in [(-1.0, problem.bounds[i].lowerBound), (1, problem.bounds[i].upperBound)] {
      switch profile.end(i, side) {
      case .at(let x): ends.append(x)
      case .limit:
        if bound != solution.values[i] { warnings.append(.intervalEndsAtBound(name: problem.names[i], bound: bound)) }
        ends.append(bound)
      case .open: return nil
      }
    }
    return ends[0] <= ends[1] && ends.allSatisfy(\.isFinite) ? ends[0]...ends[1] : nil
  }

  /// An interval inside the parameter's bounds.
  func clipped(_ i: Int, _ range: ClosedRange<Double>, _ warnings: inout [FitWarning]) -> ClosedRange<Double> {
    let bounds = problem.bounds[i]
    for (isOutside, bound) in [
      (range.lowerBound < bounds.lowerBound, bounds.lowerBound),
      (range.upperBound > bounds.upperBound, bounds.upperBound),
    ] where isOutside { warnings.append(.intervalEndsAtBound(name: problem.names[i], bound: bound)) }
    return range.clamped(to: bounds)
  }

  // MARK: - What every way ends with

  func summary(
    values: [Double], covariance: [[Double]], _ residuals: [Double], _ parameters: [FittedParameter],
    band: (@Sendable (Int) -> Double)? = nil, _ given: [FitWarning], _ uneven: UnevenScatter?, effective: Double
  ) throws(EstimationError) -> CurveResult {
    let n = Double(rows)
    var warnings = given + (uneven?.warnings(problem.names) ?? [])
    for parameter in fit.parameters where parameter.isFixed {
      warnings.append(.assumption("\(parameter.name) is \(ShortNumber.short(parameter.start))"))
    }
    if solution.isCorner {
      warnings.append(
        .note("the best fit lies at a corner of the formula, where its slope jumps: the intervals are rough"))
    }
    let explained = GoodnessOfFit.explained(problem.response, residuals: residuals, "y that the curve")
    var goodness = explained.map { [$0] } ?? []
    for name in data.inputDeviations.keys.sorted() {
      guard let ratio = reliability(name) else { continue }
      goodness.append(
        GoodnessOfFit(
          name: "reliability of \(name)", statistic: ratio, pValue: nil,
          method: "a slope over \(name) is too small by this factor"))
      warnings.append(
        .note(
          ratio > 0
            ? "slopes over \(name) are too small by \(ShortNumber.short(100 * (1 - ratio))) %, since its error is "
              + "\(ShortNumber.short(100 * (1 - ratio))) % of its variance: divide them by \(ShortNumber.short(ratio))"
            : "the error of \(name) is as large as its spread: the table shows no slope over \(name)"))
    }
    if let deviations = data.deviations, !isRobust {
      let chiSquare = zip(residuals, deviations).reduce(0.0) { $0 + $1.0 * $1.0 / ($1.1 * $1.1) }
      let p = ChiSquare.upperTail(chiSquare, degreesOfFreedom: n - Double(solution.free.count))
      goodness.append(
        GoodnessOfFit(name: "chi square", statistic: chiSquare, pValue: p, method: "against the given deviations"))
      if p < 0.05 { warnings.append(.poorFit(test: "chi square", pValue: p)) }
    }
    if !isRobust {
      let scores = zip(residuals, problem.roots).map { $0 * $1 }
      if let normality = NormalityTest.andersonDarling(scores, areIndependent: effective > 0.8 * n) {
        goodness.append(normality)
      }
    }
    if let weights = solution.lossWeights {
      let dropped = weights.count { $0 < 0.01 }
      if dropped > 0 { warnings.append(.note("\(dropped) rows lie so far off that they were given no weight")) }
    }
    var summary = FitSummary(
      model: fit.name, formula: fit.formula.text, parameters: parameters, covariance: covariance,
      logLikelihood: isRobust ? nil : logLikelihood(residuals), samples: rows,
      effectiveSamples: effective,
      goodnessOfFit: goodness, residuals: try ResidualDiagnostics(residuals: residuals), warnings: warnings)
    if isRobust { summary.citations.append(CurveLoss.citation) }
    if let uneven, values.indices.contains(where: uneven.counts) { summary.citations.append(UnevenScatter.citation) }
    var band = band
    if band == nil { band = try self.band(values, covariance) }
    return CurveResult(
      band: band, summary: summary, response: problem.response, residuals: residuals,
      sumOfSquares: zip(residuals, problem.roots).reduce(0.0) { $0 + $1.0 * $1.0 * $1.1 * $1.1 })
  }

  /// Half the 95 % range of the curve at a row, by the slopes there; `nil` beside a parameter without an error.
  private func band(
    _ values: [Double], _ covariance: [[Double]]
  ) throws(EstimationError) -> (@Sendable (Int) -> Double)? {
    guard solution.onBound.isEmpty, values.indices.allSatisfy({ covariance[$0][$0] > 0 }),
      let slopes = (values == solution.values ? solution.point : problem.point(values))?.slopes
    else { return nil }
    let t = try GSL.studentQuantile(Double(rows - values.count))
    let (rows, roots) = (rows, problem.roots)
    return { row in
      let own = values.indices.map { slopes[$0 * rows + row] }
      return t * max(0, quadraticForm(own, covariance, own)).squareRoot() / roots[row]
    }
  }

  /// The share of a measured column's variance, beside the other columns, that is not its own error: least squares make a slope
  /// over it too small by this factor (Fuller, "Measurement Error Models", 1987, section 1.1). `nil` for a column of one value.
  private func reliability(_ name: String) -> Double? {
    guard let deviations = data.inputDeviations[name], let column = data.columns[name] else { return nil }
    let others = data.columns.filter { $0.key != name && fit.formula.reads($0.key) }.sorted { $0.key < $1.key }
    let design = [Double](repeating: 1, count: rows) + others.flatMap(\.value)
    guard let qr = ScaledQR(design, rows: rows, columns: Array(0...others.count)) else { return nil }
    let spread = qr.across(column).reduce(0) { $0 + $1 * $1 } / Double(rows - qr.count)
    return spread > 0 ? 1 - deviations.reduce(0) { $0 + $1 * $1 } / Double(rows) / spread : nil
  }

  /// Of normal residuals, with their own variance (its maximum-likelihood value) where none was given.
  private func logLikelihood(_ residuals: [Double]) -> Double? {
    let n = Double(rows)
    let squares = zip(residuals, problem.roots).reduce(0.0) { $0 + $1.0 * $1.0 * $1.1 * $1.1 }
    guard squares > 0 || scaleIsKnown else { return nil }
    let variance = scaleIsKnown ? 1 : squares / n
    let spread = problem.roots.reduce(0) { $0 + Double.log($1) }
    return -n / 2 * Double.log(2 * .pi * variance) - squares / (2 * variance) + spread
  }
}
