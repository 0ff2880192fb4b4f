import RealModule

/// A formula against the rows of a table: residuals and slopes for any parameters.
struct FormulaProblem {
  let names: [String]
  let program: FormulaProgram
  let columns: [[Double]]
  /// The formula's response at each row.
  let response: [Double]
  /// Of each row's weight.
  var roots: [Double]
  let bounds: [ClosedRange<Double>]
  /// Parameters that the formula is linear in, taken together; none of them has a bound.
  let linear: [Int]
  let hasCorners: Bool

  var rows: Int { response.count }

  /// Parameters that the formula is not linear in.
  var curved: [Int] { names.indices.filter { !linear.contains($0) } }

  /// Length of the weighted data.
  var dataSize: Double {
    zip(response, roots).reduce(0.0) { $0 + $1.0 * $1.0 * $1.1 * $1.1 }.squareRoot()
  }

  /// The curve at each row, without weights.
  func fitted(_ p: [Double]) -> [Double] {
    var values = [Double](repeating: 0, count: rows)
    var none: [Double] = []
    program.evaluate(p, columns, rows: rows, values: &values, slopes: &none)
    return values
  }

  /// The slopes at each row, without weights, column by column.
  func slopes(_ p: [Double]) -> [Double] {
    var values = [Double](repeating: 0, count: rows)
    var slopes = [Double](repeating: 0, count: rows * max(1, names.count))
    program.evaluate(p, columns, rows: rows, values: &values, slopes: &slopes)
    return slopes
  }

  /// `nil` where the formula is no number.
  func point(_ p: [Double]) -> LeastSquaresPoint? {
    var residuals = [Double](repeating: 0, count: rows)
    var slopes = [Double](repeating: 0, count: rows * max(1, names.count))
    program.evaluate(p, columns, rows: rows, values: &residuals, slopes: &slopes)
    for i in 0..<rows { residuals[i] = (response[i] - residuals[i]) * roots[i] }
    for k in names.indices { for i in 0..<rows { slopes[k * rows + i] *= roots[i] } }
    return LeastSquaresPoint(values: p, residuals: residuals, slopes: slopes)
  }

  /// The point for these curved parameters where the linear ones are best; `nil` where they cannot be told apart.
  func projected(_ curvedValues: [Double]) -> (point: LeastSquaresPoint, qr: ScaledQR)? {
    var values = [Double](repeating: 0, count: names.count)
    for (k, i) in curved.enumerated() { values[i] = curvedValues[k] }
    guard let flat = point(values), let qr = ScaledQR(flat.slopes, rows: rows, columns: linear),
      qr.reciprocalCondition > 1e-14
    else { return nil }
    let best =
      curved.isEmpty
      ? LinearLeastSquares.solve(qr, slopes: flat.slopes, columns: linear, target: flat.residuals).values
      : qr.solve(Array(qr.turned(flat.residuals).prefix(linear.count)))
    for (k, i) in linear.enumerated() { values[i] = best[k] }
    return point(values).map { ($0, qr) }
  }

  func replacing(response: [Double]) -> FormulaProblem {
    FormulaProblem(
      names: names, program: program, columns: columns, response: response, roots: roots,
      bounds: bounds, linear: linear, hasCorners: hasCorners)
  }

  /// The same with one of every k rows only, where there are more than `limit`. Its place among the k moves on by the golden
  /// ratio, so that the rows kept have all phases of a table that repeats itself.
  func thinned(to limit: Int) -> FormulaProblem {
    let step = (rows + limit - 1) / limit
    guard step > 1 else { return self }
    let kept = (0..<(rows + step - 1) / step).map { k in
      let phase = (Double(k) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
      return min(rows - 1, k * step + Int(phase * Double(step)))
    }
    return FormulaProblem(
      names: names, program: program, columns: columns.map { column in kept.map { column[$0] } },
      response: kept.map { response[$0] }, roots: kept.map { roots[$0] }, bounds: bounds,
      linear: linear,
      hasCorners: hasCorners)
  }

  /// The same with some parameters held at values of their own.
  func holding(_ held: [Int: Double]) -> (problem: FormulaProblem, free: [Int]) {
    let free = names.indices.filter { held[$0] == nil }
    let place = Dictionary(uniqueKeysWithValues: free.enumerated().map { ($1, $0) })
    return (
      FormulaProblem(
        names: free.map { names[$0] }, program: program.holding(held, free: free), columns: columns,
        response: response, roots: roots, bounds: free.map { bounds[$0] },
        linear: linear.compactMap { place[$0] },
        hasCorners: hasCorners), free
    )
  }
}
