internal import CGSL
import RealModule

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
  private static let mostRows = 10_000
  /// By the square of a row's own residual.
  let covariance: [[Double]]
  /// Standard errors over those for even scatter.
  let errorRatios: [Double]
  /// 95 % intervals over those for even scatter.
  let widening: [Double]

  /// - Parameters:
  ///   - columns: slopes over the parameters, times the roots of weights.
  ///   - residuals: times the same roots.
  ///   - fitted: the curve itself.
  init?(columns: [Double], residuals: [Double], fitted: [Double], parameters: Int) throws(EstimationError) {
    let (n, p) = (residuals.count, parameters)
    guard n >= max(8, p + 3), p > 0, let qr = ScaledQR(columns, rows: n, columns: Array(0..<p)),
      let back = qr.inverseRows
    else { return nil }
    let units = (0..<p).map { k -> [Double] in
      var unit = [Double](repeating: 0, count: n)
      unit[k] = 1
      return qr.turnedBack(unit)
    }
    let rest = qr.across(residuals)
    let leverage = (0..<n).map { i in min(0.9999, units.reduce(1e-12) { $0 + $1[i] * $1[i] }) }
    let even = dot(rest, rest) / Double(n - p)
    guard even > 0, let p0 = try Self.pValue(units, leverage, rest, fitted) else { return nil }
    pValue = p0
    let pulls = (0..<p).map { k in (0..<n).map { i in units.indices.reduce(0) { $0 + back[k][$1] * units[$1][i] } } }
    let scaled = (0..<n).map { rest[$0] / (1 - leverage[$0]) }
    covariance = pulls.map { a in
      pulls.map { b in (0..<n).reduce(0) { $0 + a[$1] * b[$1] * scaled[$1] * scaled[$1] } }
    }
    let t = try GSL.studentQuantile(Double(n - p))
    var (ratios, wide) = ([Double](), [Double]())
    for k in 0..<p {
      let squares = (0..<n).map { pulls[k][$0] * pulls[k][$0] / (1 - leverage[$0]) / (1 - leverage[$0]) }
      // trace(B) and trace(B B) of the quadratic form B = M diag(squares) M, M what the columns leave.
      let trace = (0..<n).reduce(0) { $0 + squares[$1] * (1 - leverage[$1]) }
      var second = (0..<n).reduce(0) { $0 + squares[$1] * squares[$1] * (1 - 2 * leverage[$1]) }
      for a in units {
        let weighted = zip(squares, a).map { $0 * $1 }
        for b in units { second += dot(weighted, b) * dot(weighted, b) }
      }
      let freedom = max(1, min(Double(n - p), trace * trace / max(second, 1e-300)))
      let own = dot(pulls[k], pulls[k]) * even
      ratios.append((covariance[k][k] / own).squareRoot())
      wide.append(ratios[k] * (try GSL.studentQuantile(freedom)) / t)
    }
    (errorRatios, widening) = (ratios, wide)
  }

  private static func pValue(
    _ units: [[Double]], _ leverage: [Double], _ residuals: [Double], _ fitted: [Double]
  ) throws(EstimationError) -> Double? {
    let rows = residuals.indices
    let matrix = units.map { a in units.map { b in rows.reduce(0) { $0 + a[$1] * b[$1] / leverage[$1] } } }
    guard let products = Cholesky(matrix) else { return nil }
    let pulls = units.map { a in rows.reduce(0) { $0 + a[$1] * residuals[$1] / leverage[$1] } }
    let step = products.inverse.map { dot($0, pulls) }
    let sizes = rows.map { i in abs(residuals[i] - units.indices.reduce(0) { $0 + units[$1][i] * step[$1] }) }
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
