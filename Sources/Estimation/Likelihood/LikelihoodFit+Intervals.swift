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

  /// Standard errors from the observed information, intervals from the profile likelihood.
  ///
  /// An interval that reaches a closed bound ends there, and a warning says so. On a bound the reference of the likelihood
  /// ratio is a mixture of chi-squares with 0 and 1 degrees of freedom (Self and Liang 1987), whose 95 % point is 2.71; the
  /// interval keeps 3.84, which covers 97.5 % on the bound and falls to 95 % away from it.
  ///
  /// - Parameter times: integrated autocorrelation times of the parameters at a maximum, which take the place of the fit's
  ///   one weight in errors and intervals. Correlations between parameters stay those of independent samples.
  func estimate(
    at given: Maximum, times: ((Maximum) throws(EstimationError) -> [Double])? = nil
  ) throws(EstimationError) -> Estimate {
    var maximum = given
    for _ in 0..<3 {
      var better: Maximum?
      let common = specifications.map { _ in 1 / weight }
      let estimate = try estimate(at: maximum, times: try times?(maximum) ?? common, better: &better)
      guard let better else { return estimate }
      guard var next = try? settle(better.free, iterations: maximum.iterations),
        next.logLikelihood > maximum.logLikelihood
      else { break }
      next.sampleCount = given.sampleCount
      next.starts = given.starts
      maximum = next
    }
    throw .didNotConverge(
      iterations: maximum.iterations, reason: "along a parameter the likelihood is higher than at the maximum found")
  }

  private func estimate(
    at maximum: Maximum, times: [Double], better: inout Maximum?
  ) throws(EstimationError) -> Estimate {
    let active = active(maximum.pinned)
    guard let inverse = try PositiveDefinite.inverse(maximum.information) else {
      throw .singularJacobian(parameters: active.map { specifications[$0].name })
    }
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
      let profile = LikelihoodProfile(self, maximum, parameter: i, weight: 1 / times[i])
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
