/// How rows scatter about a curve.
package enum ScatterModel: String, Sendable, Hashable, CaseIterable {
  /// Evenly, unless the residuals grow or shrink along the curve.
  case automatic
  /// Evenly: all rows have one deviation, after their weights.
  case constant
  /// With a deviation in proportion to the curve: errors in percent.
  case proportional
}

/// Errors of least squares where rows scatter unevenly.
///
/// A parameter's variance is the sum over rows of (l r / (1 - h))^2, with the row's pull l on it, its residual r and leverage h (HC3:
/// MacKinnon and White, J. Econometrics 29, 1985). Its Student's t has the degrees of freedom that this sum has among even scatter
/// (Bell and McCaffrey, Survey Methodology 28, 2002), few where few rows decide the parameter. Whether scatter is
/// uneven shows in Spearman's correlation of residuals with the curve. These residuals are of a fit with weights 1 / h, which
/// a far row among wide scatter does not turn. Where it does not show, the wider interval counts: few rows rarely show it, and
/// intervals that wait for a test hold too little (Long and Ervin, American Statistician 54, 2000). Range of validity: 8 rows,
/// independent or whitened, and a curve without bounds.
struct UnevenScatter {
  /// Of even scatter.
  let pValue: Double
  private static let mostRows = 5_000
  /// By the square of a row's own residual.
  let covariance: [[Double]]
  /// Standard errors over those for even scatter.
  let errorRatios: [Double]
  /// 95 % intervals over those for even scatter.
  let widening: [Double]

  /// - Parameters:
  ///   - qr: of the slopes over the parameters, times the roots of weights.
  ///   - residuals: times the same roots.
  ///   - fitted: the curve itself.
  init?(_ qr: ScaledQR, residuals: [Double], fitted: [Double]) throws(EstimationError) {
    let (n, p) = (residuals.count, qr.count)
    guard n >= max(8, p + 3), p > 0, let back = qr.inverseRows else { return nil }
    let units = qr.units
    let rest = qr.across(residuals)
    var leverage = [Double](repeating: 1e-12, count: n)
    for unit in units { for i in 0..<n { leverage[i] += unit[i] * unit[i] } }
    let even = dot(rest, rest) / Double(n - p)
    guard even > 0, let p0 = try Self.pValue(units, leverage, rest, fitted) else { return nil }
    pValue = p0
    let left = leverage.map { 1 - min(0.9999, $0) }
    let scaled = zip(rest, left).map { $0 / $1 }
    let pulls = back.map { combination(units, $0) }
    covariance = products(pulls.map { zip($0, scaled).map { $0 * $1 } })
    let t = try GSL.studentQuantile(Double(n - p))
    var (ratios, wide) = ([Double](), [Double]())
    for (k, pull) in pulls.enumerated() {
      // trace(B) and trace(B B) of the quadratic form B = M diag(squares) M, M what the columns leave.
      let squares = zip(pull, left).map { $0 * $0 / ($1 * $1) }
      let trace = dot(squares, left)
      var second = zip(squares, left).reduce(0) { $0 + $1.0 * $1.0 * (2 * $1.1 - 1) }
      for i in units.indices {
        let own = zip(squares, units[i]).map { $0 * $1 }
        for j in 0...i { second += (i == j ? 1 : 2) * dot(own, units[j]) * dot(own, units[j]) }
      }
      let freedom = max(1, min(Double(n - p), trace * trace / max(second, 1e-300)))
      ratios.append((covariance[k][k] / (dot(pull, pull) * even)).squareRoot())
      wide.append(ratios[k] * (try GSL.studentQuantile(freedom)) / t)
    }
    (errorRatios, widening) = (ratios, wide)
  }

  private static func pValue(
    _ units: [[Double]], _ leverage: [Double], _ residuals: [Double], _ fitted: [Double]
  ) throws(EstimationError) -> Double? {
    let weighted = units.map { zip($0, leverage).map { $0 / $1 } }
    guard let matrix = Cholesky(units.map { a in weighted.map { dot(a, $0) } }) else { return nil }
    let curve = combination(units, matrix.solve(weighted.map { dot($0, residuals) }))
    let sizes = zip(residuals, curve).map { abs($0 - $1) }
    guard fitted.contains(where: { $0 != fitted[0] }), sizes.contains(where: { $0 != sizes[0] }) else { return nil }
    // Of many rows these show any scatter that matters, and sorting all takes longer than the fit.
    let kept = stride(from: 0, to: sizes.count, by: (sizes.count + mostRows - 1) / mostRows)
    return try SpearmanCorrelation(kept.map { sizes[$0] }, kept.map { fitted[$0] }).pValue
  }

  /// Under 1 % scatter is taken as uneven.
  var isFound: Bool { pValue < 0.01 }

  /// Of the 95 % interval of a parameter.
  func factor(_ parameter: Int) -> Double {
    isFound ? widening[parameter] : max(1, widening[parameter])
  }

  /// Of its standard error.
  func errorFactor(_ parameter: Int) -> Double { isFound ? errorRatios[parameter] : 1 }

  /// What the reader has to know.
  var warnings: [FitWarning] {
    if isFound {
      return [
        .note(
          "the rows scatter unevenly along the curve (Spearman's correlation of |residual| and fit, p = "
            + "\(ShortNumber.short(pValue))): errors are HC3. --scatter proportional is for errors in percent, "
            + "--scatter constant for even ones")
      ]
    }
    guard let widest = widening.max(), widest > 1.2 else { return [] }
    return [
      .note(
        "few rows decide a parameter, and would hardly show uneven scatter (p = \(ShortNumber.short(pValue))): its interval is "
          + "\(ShortNumber.short(widest)) times wider; --scatter constant leaves it")
    ]
  }
}
