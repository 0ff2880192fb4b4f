import RealModule

extension LikelihoodFit {
  /// What the summary needs: parameters with errors and intervals, and the covariance.
  struct Estimate {
    let parameters: [FittedParameter]
    let covariance: [[Double]]
    var warnings: [FitWarning]
    /// Where it was made: a better one than was given, where a profile came upon it.
    let maximum: Maximum
    /// How many samples an independent one is worth, by parameter.
    let times: [Double]
  }

  /// The 95 % point of chi-square with one degree of freedom, as a normal score.
  static let score = 1.959963984540054

  /// On the free scale: a parameter known so well has a quadratic log-likelihood within its interval, whose profile takes long where
  /// there are so many samples.
  private static let quadratic = 0.02

  /// By how much the limit of a likelihood ratio exceeds that of many samples.
  ///
  /// Of normal values with a mean and a deviation twice the log-likelihood ratio of the mean is n ln(1 + t^2 / (n - 1)), with Student's
  /// t: at 20 values the 95 % point is 4.15, not 3.84. The same limit is taken for other distributions, n - p + 1 degrees of freedom with p
  /// parameters (1 where there are fewer). Values that were cut off know less than others and are not counted.
  static func smallSample(_ samples: Int, parameters: Int) throws(EstimationError) -> Double {
    let n = Double(max(samples, parameters))
    let freedom = max(1, n - Double(parameters) + 1)
    let t = try GSL.studentQuantile(freedom)
    return max(1, n * Double.log(1 + t * t / freedom) / (score * score))
  }

  /// Standard errors from the observed information, intervals from the profile likelihood.
  ///
  /// An interval that reaches a closed bound ends there, and a warning says so. On a bound the reference of the likelihood
  /// ratio is a mixture of chi-squares with 0 and 1 degrees of freedom (Self and Liang 1987), whose 95 % point is 2.71; the
  /// interval keeps 3.84, which covers 97.5 % on the bound and falls to 95 % away from it.
  ///
  /// - Parameters:
  ///   - limits: by parameter, what multiplies the limit of the likelihood ratio (`smallSample`); errors stay as they are.
  ///   - times: integrated autocorrelation times of the parameters at a maximum, which take the place of the fit's
  ///     one weight in errors and intervals. Correlations between parameters stay those of independent samples.
  func estimate(
    at given: Maximum, limits: [Double]? = nil, times: ((Maximum) throws(EstimationError) -> [Double])? = nil
  ) throws(EstimationError) -> Estimate {
    var maximum = given
    for _ in 0..<3 {
      var better: Maximum?
      let common = specifications.map { _ in 1 / weight }
      let estimate = try estimate(
        at: maximum, times: try times?(maximum) ?? common, limits: limits ?? common.map { _ in 1 }, better: &better)
      guard let better else { return estimate }
      guard var next = try? settle(better.free),
        next.logLikelihood > maximum.logLikelihood
      else { break }
      next.starts = given.starts
      maximum = next
    }
    let better = EstimationError.didNotConverge(
      reason: "along a parameter the likelihood is higher than at the maximum found")
    throw reason(at: maximum.free, height: maximum.logLikelihood, otherwise: better)
  }

  private func estimate(
    at maximum: Maximum, times: [Double], limits: [Double], better: inout Maximum?
  ) throws(EstimationError) -> Estimate {
    let active = active(maximum.pinned)
    let inverse = try inverse(maximum)
    let values = values(maximum.free, maximum.pinned)
    var covariance = specifications.map { _ in specifications.map { _ in 0.0 } }
    for (a, i) in active.enumerated() {
      for (b, j) in active.enumerated() {
        covariance[i][j] =
          inverse[a][b] * (times[i] * times[j]).squareRoot() * specifications[i].scale.slope(maximum.free[i])
          * specifications[j].scale.slope(maximum.free[j])
      }
    }
    var warnings: [FitWarning] = []
    var parameters: [FittedParameter] = []
    for (i, specification) in specifications.enumerated() {
      let bound = maximum.pinned[i]
      if let bound { warnings.append(.parameterOnBound(name: specification.name, bound: bound)) }
      let profile = LikelihoodProfile(self, maximum, parameter: i, weight: 1 / (times[i] * limits[i]))
      let deviation = active.firstIndex(of: i).map { (inverse[$0][$0] * times[i]).squareRoot() }
      let (low, high) = ends(of: i, at: maximum, profile, deviation: deviation)
      if let found = profile.better, found.logLikelihood > better?.logLikelihood ?? -.infinity { better = found }
      var interval: ClosedRange<Double>?
      if let low, let high, low.value <= values[i], values[i] <= high.value {
        interval = low.value...high.value
        for end in [low, high] where end.isBound && end.value != bound {
          warnings.append(.intervalEndsAtBound(name: specification.name, bound: end.value))
        }
      } else {
        warnings.append(.openInterval(name: specification.name))
      }
      parameters.append(
        FittedParameter(
          name: specification.name, value: values[i],
          standardError: bound == nil ? covariance[i][i].squareRoot() : nil, interval95: interval,
          intervalMethod: .profileLikelihood, unit: specification.unit, bound: bound))
    }
    return Estimate(parameters: parameters, covariance: covariance, warnings: warnings, maximum: maximum, times: times)
  }

  /// Of the information: the covariance of the parameters that are not pinned, for independent samples.
  func inverse(_ maximum: Maximum) throws(EstimationError) -> [[Double]] {
    guard let inverse = Cholesky(maximum.information)?.inverse else {
      throw .singularJacobian(parameters: active(maximum.pinned).map { specifications[$0].name })
    }
    return inverse
  }

  private typealias IntervalEnd = (value: Double, isBound: Bool)

  /// `nil` for an end that cannot be found, or is infinite.
  private func ends(
    of i: Int, at maximum: Maximum, _ profile: LikelihoodProfile, deviation: Double?
  ) -> (low: IntervalEnd?, high: IntervalEnd?) {
    let scale = specifications[i].scale
    func end(from start: Double, step: Double) -> IntervalEnd? {
      switch profile.end(from: start, step: step) {
      case .at(let u): (scale.value(u), false)
      case .limit: (step < 0 ? scale.range.low : scale.range.high).map { ($0, true) }
      case .open: nil
      }
    }
    if let bound = maximum.pinned[i] {
      // From the bound inwards; the free scale never reaches it, so start where nothing has changed yet.
      let isLower = bound <= scale.value(scale.limits.lowerBound)
      return isLower
        ? ((bound, true), end(from: scale.limits.lowerBound, step: 2))
        : (end(from: scale.limits.upperBound, step: -2), (bound, true))
    }
    guard let deviation else { return (nil, nil) }
    if deviation < Self.quadratic {
      let reach = Self.score * deviation
      return ((scale.value(maximum.free[i] - reach), false), (scale.value(maximum.free[i] + reach), false))
    }
    let (u, step) = (maximum.free[i], min(4, max(1e-9, Self.score * deviation)))
    func side(_ direction: Double) -> IntervalEnd? {
      for bound in specifications[i].closedBounds where (bound - scale.value(u)) * direction > 0 {
        if let height = profile.score(at: bound), height <= 0 { return (bound, true) }
      }
      return end(from: u, step: direction * step)
    }
    return (side(-1), side(1))
  }
}

/// By how much samples that repeat their neighbours widen the error of each parameter of a distribution.
///
/// To first order an estimate is the truth plus a sum over samples, each sample's influence I^-1 s: s the slopes of its log
/// density over the parameters, I the information. The variance of that sum is the one for independent samples times the
/// widening of the influences' mean (`CorrelationTime`). Parameters differ: a level
/// follows slow errors wherever they go; a spread sees their squares, which forget faster. Influences more than 10 robust
/// deviations off their median count as that far off, so that one stray sample cannot hide the correlation of the others.
enum ScoreCorrelation {
  /// In samples, one per parameter, at least 1; `otherwise` for a parameter on its bound.
  ///
  /// - Parameter magnitudes: at the points of `series`, in its order.
  static func times(
    _ fit: LikelihoodFit, at maximum: LikelihoodFit.Maximum, _ distribution: any MagnitudeDistribution,
    _ series: TimeSeries, _ magnitudes: [Double], otherwise: Double
  ) throws(EstimationError) -> [Double] {
    let active = fit.active(maximum.pinned)
    let inverse = try fit.inverse(maximum)
    let slopes = magnitudes.map { magnitude -> [Double] in
      let one = MagnitudeSample([magnitude])
      let own = LikelihoodFit(
        specifications: fit.specifications, logLikelihood: { distribution.logLikelihood(one, $0) }, weight: 1)
      return own.gradient(maximum.free, maximum.pinned, active)
    }
    var times = [Double](repeating: otherwise, count: fit.specifications.count)
    for (a, i) in active.enumerated() {
      let influences = slopes.map { dot(inverse[a], $0) }
      guard influences.allSatisfy(\.isFinite) else { continue }
      times[i] = try CorrelationTime(series.replacing(clipped(influences))).widening
    }
    return times
  }

  private static func clipped(_ values: [Double]) -> [Double] {
    let median = values.sorted()[values.count / 2]
    let limit = 10 * 1.4826 * values.map { abs($0 - median) }.sorted()[values.count / 2]
    guard limit > 0 else { return values }
    return values.map { min(median + limit, max(median - limit, $0)) }
  }
}
