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
/// uneven shows in Spearman's correlation of |r| / (1 - h)^1/2 with the curve. Where it does not show, the wider interval counts: few
/// rows rarely show it, and intervals that wait for a test hold too little (Long and Ervin, American Statistician 54, 2000). Range of
/// validity: 8 rows, independent or whitened, and a curve without bounds.
///
/// A robust fit has psi for r, and psi' of each row in the pulls (Huber, "Robust Statistics", 1981, section 7.6), and in a leverage
/// where that makes it larger. These sums are as random as the rows: degrees of freedom are at most 2 over their relative variance by
/// the rows' own parts (Satterthwaite, Biometrics Bulletin 2, 1946), but five. Without, intervals of the bisquare held 89 %.
struct UnevenScatter {
  static let citation =
    "HC3: J. G. MacKinnon and H. White, J. Econometrics 29, 1985; R. M. Bell and D. F. McCaffrey, Survey Methodology 28, 2002"
  /// Of even scatter.
  let pValue: Double
  private static let mostRows = 5_000
  /// By the square of a row's own residual.
  let covariance: [[Double]]
  /// Of each parameter: its standard error and its 95 % interval over those for even scatter; degrees of freedom.
  private let own: [(error: Double, interval: Double, freedom: Double)]

  /// - Parameters:
  ///   - qr: of the slopes over the parameters, times the roots of weights.
  ///   - residuals: times the same roots; of a robust fit its pseudo-values'.
  ///   - fitted: the curve itself.
  ///   - lossSlopes: psi' of each row over its mean; `nil` for least squares.
  init?(_ qr: ScaledQR, residuals: [Double], fitted: [Double], lossSlopes: [Double]?) throws(EstimationError) {
    let (n, p) = (residuals.count, qr.count)
    guard n >= max(8, p + 3), p > 0, let back = qr.inverseRows else { return nil }
    let units = qr.units
    let rest = qr.across(residuals)
    let leverage = Self.leverages(units, units)
    let even = dot(rest, rest) / Double(n - p)
    let left = leverage.map { 1 - $0 }
    let sizes = zip(rest, left).map { abs($0) / $1.squareRoot() }
    guard even > 0, fitted.min() != fitted.max(), sizes.min() != sizes.max() else { return nil }
    // Of many rows these show any scatter that matters, and sorting all takes longer than the fit.
    let kept = stride(from: 0, to: n, by: (n + Self.mostRows - 1) / Self.mostRows)
    pValue = try SpearmanCorrelation(kept.map { sizes[$0] }, kept.map { fitted[$0] }).pValue
    var (bent, ownLeft) = (units, left)
    if let lossSlopes {
      let sloped = units.map { zip($0, lossSlopes).map { $0 * $1 } }
      guard let bread = Cholesky(units.map { a in sloped.map { dot(a, $0) } }) else { return nil }
      bent = bread.inverse.map { combination(units, $0) }
      ownLeft = zip(left, Self.leverages(sloped, bent)).map { min($0, 1 - $1) }
    }
    let pulls = back.map { combination(bent, $0) }
    let scaled = zip(rest, ownLeft).map { $0 / $1 }
    let parts = pulls.map { zip($0, scaled).map { $0 * $1 } }
    covariance = products(parts)
    let t = try GSL.studentQuantile(Double(n - p))
    var own: [(error: Double, interval: Double, freedom: Double)] = []
    for (k, pull) in pulls.enumerated() {
      // trace(B) and trace(B B) of the quadratic form B = M diag(squares) M, M what the columns leave.
      let squares = zip(pull, ownLeft).map { $0 * $0 / ($1 * $1) }
      let trace = dot(squares, left)
      var second = zip(squares, left).reduce(0) { $0 + $1.0 * $1.0 * (2 * $1.1 - 1) }
      for i in units.indices {
        let own = zip(squares, units[i]).map { $0 * $1 }
        for j in 0...i { second += (i == j ? 1 : 2) * dot(own, units[j]) * dot(own, units[j]) }
      }
      var freedom = min(Double(n - p), trace * trace / max(second, 1e-300))
      if let lossSlopes {
        let along = combination(units, bent.map { dot(zip($0, scaled).map { $0 * $1 }, parts[k]) })
        let noise = pull.indices.reduce(0) {
          let meat = parts[k][$1] * parts[k][$1]
          let bread = 2 * (lossSlopes[$1] - 1) * pull[$1] * along[$1]
          // A normal pull's fourth power is three times its square's square, and its square's variance twice.
          return $0 + 2 * meat * meat / 3 + bread * bread
        }
        freedom = min(freedom, max(5, 2 * covariance[k][k] * covariance[k][k] / max(noise, 1e-300)))
      }
      let ratio = (covariance[k][k] / (dot(back[k], back[k]) * even)).squareRoot()
      own.append((ratio, ratio * (try GSL.studentQuantile(max(1, freedom))) / t, max(1, freedom)))
    }
    self.own = own
  }

  private static func leverages(_ first: [[Double]], _ second: [[Double]]) -> [Double] {
    var sums = [Double](repeating: 1e-12, count: first[0].count)
    for (a, b) in zip(first, second) { for i in sums.indices { sums[i] += a[i] * b[i] } }
    return sums.map { min(0.9999, $0) }
  }

  /// Under 1 % scatter is taken as uneven.
  var isFound: Bool { pValue < 0.01 }

  /// Whether these errors count for a parameter.
  func counts(_ parameter: Int) -> Bool { isFound || own[parameter].interval > 1 }

  /// Of the 95 % interval of a parameter.
  func factor(_ parameter: Int) -> Double { counts(parameter) ? own[parameter].interval : 1 }

  /// Of its standard error.
  func errorFactor(_ parameter: Int) -> Double { counts(parameter) ? own[parameter].error : 1 }

  /// Of all parameters, from that for even scatter.
  func covariance(_ even: [[Double]]) -> [[Double]] {
    isFound ? covariance : even.indices.map { i in even.indices.map { even[i][$0] * errorFactor(i) * errorFactor($0) } }
  }

  /// What the reader has to know.
  func warnings(_ names: [String]) -> [FitWarning] {
    let p = ShortNumber.short(pValue)
    if isFound {
      return [
        .note(
          "the rows scatter unevenly along the curve (Spearman's correlation of |residual| and fit, p = \(p)): errors are HC3. "
            + "--scatter proportional is for errors in percent, --scatter constant for even ones")
      ]
    }
    guard let (name, own) = zip(names, own).max(by: { $0.1.interval < $1.1.interval }), own.interval > 1.2 else {
      return []
    }
    return [
      .note(
        "the interval of \(name) is \(ShortNumber.short(own.interval)) times as wide as for even scatter (p = \(p)): its HC3 "
          + "error is \(ShortNumber.short(own.error)) times as large, with \(ShortNumber.short(own.freedom)) degrees of freedom "
          + "from the rows that decide it (--scatter constant)")
    ]
  }
}
