import RealModule

/// A formula over columns that were measured with errors of known deviation.
///
/// Least squares draws a slope over such a column towards 0. With D the rows' slopes over the parameters, of weights w, and B their
/// change with the column, E[D^T W D] has sum w s^2 B B^T too much, s the deviation; taking it off makes the equations unbiased whatever
/// the errors' distribution (Fuller, "Measurement Error Models", 1987, sections 1.2 and 3.1; Nakamura, "Corrected score function for
/// errors-in-variables models", Biometrika 77, 1990). With deviations of the response too, a row's weight is 1 over the variance of
/// its residual, errors of the column included.
///
/// The interval of a parameter holds the values at which the mean of the rows' equations may be 0, the others solved anew (Fieller,
/// "Some problems in interval estimation", J. R. Stat. Soc. B 16, 1954): a quadratic, since the equations are linear. So it holds
/// where the column varies little more than its error; where it may vary by nothing, it is open. Rows in order of time have the
/// equations of correlated noise (`CorrelatedScores`).
///
/// Range of validity: formulas linear in the parameters, and in the measured columns together; errors without long tails that have
/// nothing to do with the true values.
struct MeasuredInputs {
  let fit: FormulaFit
  let data: FormulaData
  let problem: FormulaProblem

  private var count: Int { problem.names.count }
  private var rows: Int { data.rows }
  private var inputs: [String] { data.inputDeviations.keys.sorted() }

  func result(_ report: FormulaReport) throws(EstimationError) -> CurveResult {
    try check()
    let plain = problem.slopes([Double](repeating: 0, count: count))
    let offset = problem.fitted([Double](repeating: 0, count: count))
    let target = zip(problem.response, offset).map { $0 - $1 }
    let changes = try changes(plain)
    var weights = problem.roots.map { $0 * $0 }
    var values = [Double](repeating: 0, count: count)
    var equations = Equations(plain, target, changes, weights, count: count)
    for round in 0..<(data.deviations == nil ? 1 : 30) {
      guard let found = try equations.solution() else { throw tooLittle }
      let moved = zip(found, values).reduce(0.0) { max($0, abs($1.0 - $1.1) / max(abs($1.0), 1e-300)) }
      values = found
      guard let deviations = data.deviations, round < 29, moved > 1e-10 else { break }
      weights = deviations.indices.map { i in
        1 / (deviations[i] * deviations[i] + changes.reduce(0.0) { $0 + $1.variance(i, values) })
      }
      equations = Equations(plain, target, changes, weights, count: count)
    }
    let found =
      try fit.rowsAreInTimeOrder
      ? ordered(plain, target, changes, weights, values) : independent(equations, values)
    values = found.estimates.map(\.value)
    var (parameters, warnings) = ([FittedParameter](), [FitWarning]())
    for (i, estimate) in found.estimates.enumerated() {
      if estimate.interval95 == nil { warnings.append(.openInterval(name: problem.names[i])) }
      parameters.append(
        FittedParameter(
          name: problem.names[i], value: estimate.value, standardError: estimate.standardError,
          interval95: estimate.interval95, intervalMethod: fit.rowsAreInTimeOrder ? .correlatedFieller : .fieller,
          unit: report.unit(i)))
    }
    if parameters.contains(where: { $0.interval95 == nil }) { warnings.append(.note(openness)) }
    let residuals = report.residuals(values)
    for name in inputs {
      warnings.append(
        .assumption(
          "the errors of \(name) are about normal, have the deviation given, and nothing to do with its true values"))
    }
    if let bare = try Equations(plain, target, [], weights, count: count).solution() {
      let text = zip(problem.names, bare).map { "\($0) \(ShortNumber.short($1))" }.joined(separator: ", ")
      warnings.append(.note("without those errors least squares would give \(text)"))
    }
    return try report.summary(
      values: values, covariance: found.covariance, residuals, parameters,
      warnings + FitWarning.effective(samples: rows, worth: found.effective), effective: found.effective)
  }

  private var tooLittle: EstimationError {
    .badInput("\(inputs.joined(separator: " and ")) varies by no more than its error: no slope shows")
  }

  /// Why an interval is open, and what closes it.
  private var openness: String {
    let noise = fit.rowsAreInTimeOrder ? " among noise that repeats itself" : ""
    return
      "the rows may show no more of \(inputs.joined(separator: " and ")) than its error\(noise): more rows, a wider range or a smaller "
      + "error make an open interval finite"
  }

  private func check() throws(EstimationError) {
    guard fit.loss == .squares else {
      throw .badInput("errors of a column go with least squares only, not with a loss")
    }
    guard problem.curved.isEmpty, !problem.hasCorners,
      fit.formula.model.dependence(on: Set(inputs)) != .other
    else {
      throw .badInput(
        "errors of a column need a formula that is linear in its parameters, without bounds, and in \(inputs.joined(separator: ", "))"
      )
    }
    for name in inputs where fit.formula.names.contains(where: { $0.text == name && $0.isInResponse }) {
      throw .badInput("'\(name)' stands on the left side of the formula: its error is the response's")
    }
  }

  /// How each parameter's slope changes with a measured column, times the column's deviation.
  private func changes(_ plain: [Double]) throws(EstimationError) -> [Change] {
    var changes: [Change] = []
    for name in inputs {
      guard let place = problem.columnNames.firstIndex(of: name) else { continue }
      let size = problem.columns[place].reduce(0) { max($0, abs($1)) }
      let step = size > 0 ? size : 1
      let moved = problem.slopes(
        [Double](repeating: 0, count: count), shifting: place, by: step)
      let deviations = data.inputDeviations[name] ?? []
      changes.append(
        Change(
          slopes: (0..<count).map { k in
            (0..<rows).map { i in (moved[k * rows + i] - plain[k * rows + i]) / step * deviations[i] }
          }))
    }
    return changes
  }

  private typealias Found = (estimates: [CorrelatedScores.Estimate], covariance: [[Double]], effective: Double)

  private func ordered(
    _ plain: [Double], _ target: [Double], _ changes: [Change], _ weights: [Double], _ values: [Double]
  ) throws(EstimationError) -> Found {
    let columns = (0..<count).map { k in (0..<rows).map { plain[k * rows + $0] * weights[$0].squareRoot() } }
    let residuals = (0..<rows).map { i in
      weights[i].squareRoot() * target[i] - (0..<count).reduce(0.0) { $0 + columns[$1][i] * values[$1] }
    }
    let errors = (0..<count).map { a in
      (0..<count).map { b in
        (0..<rows).reduce(0.0) { sum, i in
          changes.reduce(sum) { $0 + weights[i] * $1.slopes[a][i] * $1.slopes[b][i] }
        } / Double(rows)
      }
    }
    guard let scores = try CorrelatedScores(columns: columns, residuals: residuals, errors: errors, start: values)
    else { throw tooLittle }
    var estimates: [CorrelatedScores.Estimate] = []
    for k in 0..<count {
      let open = CorrelatedScores.Estimate(value: values[k], standardError: nil, interval95: nil)
      estimates.append(try scores.estimate(k) ?? open)
    }
    return (estimates, scores.covariance, scores.effectiveSamples)
  }

  private func independent(_ equations: Equations, _ values: [Double]) throws(EstimationError) -> Found {
    let freedom = Double(rows - count)
    let t = try GSL.studentQuantile(freedom)
    // The variance of a sample for that of its mean.
    let widening = (Double(rows) / freedom).squareRoot()
    var (estimates, influences) = ([CorrelatedScores.Estimate](), [[Double]]())
    for i in 0..<count {
      let fieller = try equations.fieller(i, values)
      let influence = fieller.influence(at: values[i]).map { $0 * widening * t / LikelihoodFit.score }
      influences.append(influence)
      estimates.append(
        CorrelatedScores.Estimate(
          value: values[i], standardError: influence.reduce(0) { $0 + $1 * $1 }.squareRoot(),
          interval95: fieller.interval(score: t * widening)))
    }
    let covariance = influences.map { a in influences.map { b in zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } } }
    return (estimates, covariance, Double(rows))
  }
}

/// The errors of one measured column: by parameter and row, how far they move the parameter's slope.
private struct Change {
  let slopes: [[Double]]

  /// Of row `i`'s residual.
  func variance(_ i: Int, _ values: [Double]) -> Double {
    var sum = 0.0
    for k in values.indices { sum += slopes[k][i] * values[k] }
    return sum * sum
  }
}

/// A theta = r, and each row's part of it.
private struct Equations {
  /// Without what the errors add.
  private let matrix: [[Double]]
  private let right: [Double]
  /// By parameter, row by row: the slope times weight times target.
  private let pulls: [[Double]]
  /// By two parameters, row by row: slope times slope times weight, less the errors' part.
  private let parts: [[[Double]]]
  private let rows: Int

  init(_ slopes: [Double], _ target: [Double], _ changes: [Change], _ weights: [Double], count: Int) {
    let rows = target.count
    // As the variance of a sample: each other parameter takes one row's worth of the errors.
    let share = Double(rows - count + 1) / Double(rows)
    pulls = (0..<count).map { k in (0..<rows).map { slopes[k * rows + $0] * weights[$0] * target[$0] } }
    parts = (0..<count).map { a in
      (0..<count).map { b in
        (0..<rows).map { i in
          let errors = changes.reduce(0.0) { $0 + $1.slopes[a][i] * $1.slopes[b][i] }
          return weights[i] * (slopes[a * rows + i] * slopes[b * rows + i] - share * errors)
        }
      }
    }
    matrix = parts.map { $0.map { $0.reduce(0, +) } }
    right = pulls.map { $0.reduce(0, +) }
    self.rows = rows
  }

  /// `nil` where the errors leave nothing of some column.
  func solution() throws(EstimationError) -> [Double]? { try PositiveDefinite.solve(matrix, right) }

  /// The rows' equations for one parameter, the others solved for each of its values: start + slope t in sum over rows is 0 at the
  /// estimate.
  func fieller(_ parameter: Int, _ values: [Double]) throws(EstimationError) -> Fieller {
    let others = values.indices.filter { $0 != parameter }
    let inner = others.map { a in others.map { matrix[a][$0] } }
    let column = others.map { matrix[$0][parameter] }
    let turned = others.isEmpty ? [] : try PositiveDefinite.solve(inner, column) ?? []
    let rest = others.isEmpty ? [] : try PositiveDefinite.solve(inner, others.map { right[$0] }) ?? []
    guard turned.count == others.count, rest.count == others.count else {
      throw .singularJacobian(parameters: [])
    }
    // Others at t: rest - turned t. Row i of equation k: pull - sum over parameters of part times value.
    var (start, slope) = ([Double](repeating: 0, count: rows), [Double](repeating: 0, count: rows))
    for (k, factor) in [(parameter, 1.0)] + zip(others, turned).map({ ($0, -$1) }) {
      for i in 0..<rows {
        var (a, b) = (pulls[k][i], -parts[k][parameter][i])
        for (m, other) in others.enumerated() {
          a -= parts[k][other][i] * rest[m]
          b += parts[k][other][i] * turned[m]
        }
        start[i] += factor * a
        slope[i] += factor * b
      }
    }
    return Fieller(start: start, slope: slope, value: values[parameter])
  }
}

/// A parameter t whose rows' equations, start + slope t, add up to 0.
private struct Fieller {
  let start: [Double]
  let slope: [Double]
  let value: Double

  /// What each row's equation at `t` moves the estimate by.
  func influence(at t: Double) -> [Double] {
    let total = slope.reduce(0, +)
    return zip(start, slope).map { -($0 + $1 * t) / total }
  }

  /// The values at which the sum is at most `score` of its deviations; `nil` where that goes on without end.
  func interval(score: Double) -> ClosedRange<Double>? {
    let n = Double(start.count)
    let (a, b) = (start.reduce(0, +), slope.reduce(0, +))
    func product(_ x: [Double], _ y: [Double], _ p: Double, _ q: Double) -> Double {
      zip(x, y).reduce(0.0) { $0 + ($1.0 - p / n) * ($1.1 - q / n) }
    }
    let square = score * score
    // (a + b t)^2 <= square (saa + 2 sab t + sbb t^2)
    let second = b * b - square * product(slope, slope, b, b)
    let first = a * b - square * product(start, slope, a, b)
    let zeroth = a * a - square * product(start, start, a, a)
    let root = first * first - second * zeroth
    guard second > 0, root >= 0 else { return nil }
    let (low, high) = ((-first - root.squareRoot()) / second, (-first + root.squareRoot()) / second)
    return low.isFinite && high.isFinite ? min(low, value)...max(high, value) : nil
  }
}
