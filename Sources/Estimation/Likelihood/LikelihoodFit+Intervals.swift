import RealModule

extension LikelihoodFit {
  /// What the summary needs: parameters with errors and intervals, and the covariance.
  struct Estimate {
    let parameters: [FittedParameter]
    let covariance: [[Double]]
    var warnings: [FitWarning]
  }

  /// The 95 % point of chi-square with one degree of freedom, as a normal score.
  static let score = 1.959963984540054

  /// Standard errors from the observed information, intervals from the profile likelihood.
  ///
  /// On a bound the interval keeps the same limit, which covers at least 95 % there (Self and Liang 1987).
  func estimate(at maximum: Maximum) throws(EstimationError) -> Estimate {
    let active = active(maximum.pinned)
    guard let inverse = try PositiveDefinite.inverse(maximum.information) else {
      throw .singularJacobian(parameters: active.map { specifications[$0].name })
    }
    let values = values(maximum.free, maximum.pinned)
    var covariance = specifications.map { _ in specifications.map { _ in 0.0 } }
    for (a, i) in active.enumerated() {
      for (b, j) in active.enumerated() {
        covariance[i][j] =
          inverse[a][b] / weight * specifications[i].scale.slope(maximum.free[i])
          * specifications[j].scale.slope(maximum.free[j])
      }
    }
    var warnings: [FitWarning] = []
    var parameters: [FittedParameter] = []
    for (i, specification) in specifications.enumerated() {
      let bound = maximum.pinned[i]
      if let bound { warnings.append(.parameterOnBound(name: specification.name, bound: bound)) }
      let interval = interval(of: i, at: maximum, value: values[i], variance: variance(i, active, inverse))
      if interval == nil { warnings.append(.openInterval(name: specification.name)) }
      parameters.append(
        FittedParameter(
          name: specification.name, value: values[i],
          standardError: bound == nil ? covariance[i][i].squareRoot() : nil, interval95: interval,
          intervalMethod: .profileLikelihood, unit: specification.unit, bound: bound))
    }
    return Estimate(parameters: parameters, covariance: covariance, warnings: warnings)
  }

  /// On the free scale; `nil` for a pinned parameter.
  private func variance(_ i: Int, _ active: [Int], _ inverse: [[Double]]) -> Double? {
    active.firstIndex(of: i).map { inverse[$0][$0] / weight }
  }

  /// `nil` where an end cannot be found.
  private func interval(of i: Int, at maximum: Maximum, value: Double, variance: Double?) -> ClosedRange<Double>? {
    let scale = specifications[i].scale
    if let bound = maximum.pinned[i] {
      // From the bound inwards; the free scale never reaches it, so start where nothing has changed yet.
      let isLower = bound <= scale.value(scale.limits.lowerBound)
      let start = isLower ? scale.limits.lowerBound : scale.limits.upperBound
      guard let end = end(of: i, at: maximum, from: start, step: isLower ? 2 : -2) else { return nil }
      return min(bound, end)...max(bound, end)
    }
    guard let variance else { return nil }
    let step = Self.score * variance.squareRoot()
    guard let low = end(of: i, at: maximum, from: maximum.free[i], step: -step),
      let high = end(of: i, at: maximum, from: maximum.free[i], step: step), low <= value, value <= high
    else { return nil }
    return low...high
  }

  /// Where the profile likelihood has fallen by 1.92 effective units, in the direction of `step`; a closed bound where
  /// it never does.
  private func end(of i: Int, at maximum: Maximum, from start: Double, step: Double) -> Double? {
    let scale = specifications[i].scale
    let profile = Profile(fit: self, maximum: maximum, parameter: i)
    var (inside, step) = (start, step)
    for _ in 0..<60 {
      let outside = min(scale.limits.upperBound, max(scale.limits.lowerBound, inside + step))
      if outside == inside {
        let edge = scale.value(outside)
        return specifications[i].closedBounds.first { abs($0 - edge) <= 1e-6 * max(1, abs(edge)) }
      }
      guard let height = try? profile.score(at: outside) else { return nil }
      if height > 0 {
        let tolerance = 1e-6 * max(1e-3, abs(outside - start))
        guard
          let root = try? BrentRoot.find(
            between: inside, and: outside, tolerance: tolerance,
            { (u) throws(EstimationError) in u == start ? -Self.score : try profile.score(at: u) })
        else { return nil }
        return scale.value(root)
      }
      inside = outside
      // Steps close to the end stay short, so that the bracket is tight.
      if height < -0.5 { step *= 1.5 } else { step *= 0.5 }
    }
    return nil
  }

  /// The likelihood along one parameter, the others fitted anew at each value.
  private final class Profile {
    let fit: LikelihoodFit
    let maximum: Maximum
    let parameter: Int
    /// Where the others were last.
    private var latest: [Double]
    private let information: [[Double]]?

    init(fit: LikelihoodFit, maximum: Maximum, parameter: Int) {
      self.fit = fit
      self.maximum = maximum
      self.parameter = parameter
      latest = maximum.free
      let active = fit.active(maximum.pinned)
      let rest = active.indices.filter { active[$0] != parameter }
      information = rest.isEmpty ? nil : rest.map { a in rest.map { b in maximum.information[a][b] } }
    }

    /// Square root of twice the effective loss, less the 95 % score.
    func score(at u: Double) throws(EstimationError) -> Double {
      var pinned = maximum.pinned
      pinned[parameter] = fit.specifications[parameter].scale.value(u)
      let height: Double
      if fit.active(pinned).isEmpty {
        height = fit.logLikelihood(fit.values(maximum.free, pinned))
      } else {
        let there = try fit.climb(
          from: latest, pinned: pinned, information: information, tolerance: 1e-5, measuresCurvature: false)
        latest = there.free
        height = there.logLikelihood
      }
      return (2 * fit.weight * max(0, maximum.logLikelihood - height)).squareRoot() - LikelihoodFit.score
    }
  }
}
