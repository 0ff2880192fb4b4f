/// Maximum likelihood: the parameters that make the data most probable, and how much the data say about them.
///
/// Search: Nelder and Mead's simplex (GSL) from several starts, on a part of the data where there is much; then
/// Newton's method on all of it, with first and second derivatives from central differences on the free scale. Steps of
/// 1e-4 and 1e-3 leave errors of about 1e-9 in a parameter and 1e-6 in its standard error.
struct LikelihoodFit {
  let specifications: [ParameterSpecification]
  /// Of the parameters' own values; -infinity where impossible.
  let logLikelihood: ([Double]) -> Double
  /// Effective over actual number of samples: multiplies the log-likelihood wherever its size matters.
  let weight: Double

  /// A place in parameter space with the curvature found there.
  struct Maximum {
    /// On the free scale; meaningless for pinned parameters.
    var free: [Double]
    /// Parameters held at a value, by index.
    var pinned: [Int: Double]
    var logLikelihood: Double
    /// Negative second derivatives of the log-likelihood among the parameters that are not pinned.
    var information: [[Double]]
    /// Where the search began, on the free scale: profiles begin there too. May be emptied where they take too long.
    var starts: [[Double]] = []
  }

  func values(_ free: [Double], _ pinned: [Int: Double] = [:]) -> [Double] {
    specifications.indices.map { pinned[$0] ?? specifications[$0].scale.value(free[$0]) }
  }

  func active(_ pinned: [Int: Double]) -> [Int] { specifications.indices.filter { pinned[$0] == nil } }

  /// - Parameters:
  ///   - starts: at least one, the parameters' own values.
  ///   - coarse: a cheaper likelihood for the simplex; by default the full one.
  /// - Throws: `didNotConverge`, `singularJacobian`, and `parameterOnBound` where a bound leaves other parameters
  ///   without meaning.
  func maximum(
    starts: [[Double]], coarse: (([Double]) -> Double)? = nil
  ) throws(EstimationError) -> Maximum {
    let rough = coarse ?? logLikelihood
    var best: SimplexMinimizer.Outcome?
    var failure = EstimationError.didNotConverge(reason: "no start")
    for start in starts {
      do {
        let outcome = try SimplexMinimizer.minimize(
          from: specifications.indices.map { specifications[$0].scale.free(start[$0]) },
          steps: specifications.map { _ in 0.4 }, tolerance: 2e-3, iterations: 600
        ) { -rough(values(clamped($0))) }
        // One that did not contract may have run towards a bound; Newton's method and the bounds decide.
        if outcome.value < best?.value ?? 1e299 { best = outcome }
      } catch {
        failure = error
      }
    }
    guard let best else { throw failure }
    var result = try settle(clamped(best.point))
    result.starts = starts.map { start in
      clamped(specifications.indices.map { specifications[$0].scale.free(start[$0]) })
    }
    return result
  }

  /// Newton's method from a rough maximum, then every closed bound that is as good as the interior.
  func settle(_ start: [Double]) throws(EstimationError) -> Maximum {
    var result: Maximum?
    var failure = EstimationError.didNotConverge(reason: "no maximum")
    do { result = try climb(from: start, pinned: [:]) } catch { failure = error }
    let rough = logLikelihood(values(start))
    for (i, specification) in specifications.enumerated() {
      for bound in specification.closedBounds {
        let reference = result?.logLikelihood ?? rough
        // Without a maximum inside, a bound has to be tried; with one, only if it is nearly as good already.
        let there = logLikelihood(values(result?.free ?? start, (result?.pinned ?? [:]).merging([i: bound]) { $1 }))
        if result != nil && weight * (there - reference) < -2 { continue }
        var pinned = result?.pinned ?? [:]
        pinned[i] = bound
        do {
          let onBound = try climb(from: result?.free ?? start, pinned: pinned)
          if weight * (onBound.logLikelihood - reference) > -1e-4 { result = onBound }
        } catch {
          if weight * (there - reference) > -1e-3 { throw .parameterOnBound(name: specification.name, bound: bound) }
        }
      }
    }
    guard let result else { throw reason(at: start, height: rough, otherwise: failure) }
    return result
  }

  /// Why there is no maximum: a closed bound that the data do not exclude, on which other parameters have no meaning.
  func reason(at free: [Double], height: Double, otherwise: EstimationError) -> EstimationError {
    for (i, specification) in specifications.enumerated() {
      for bound in specification.closedBounds {
        // On a ridge, which has no curvature, the climb ends where nothing more is gained.
        let there = try? climb(from: free, pinned: [i: bound], measuresCurvature: false, enough: 1e-6)
        if let there, weight * (there.logLikelihood - height) > -Self.score * Self.score / 2 {
          return .parameterOnBound(name: specification.name, bound: bound)
        }
      }
    }
    return otherwise
  }

  /// Newton's method with halved steps; the curvature is measured anew while steps are long.
  ///
  /// - Parameters:
  ///   - information: a guess of the curvature among the parameters not pinned, which saves measuring it.
  ///   - tolerance: of a step, on the free scale.
  ///   - measuresCurvature: whether the result's `information` is that of the summit.
  ///   - enough: ends the climb where the effective log-likelihood can gain no more than this, on a flat ridge too.
  func climb(
    from start: [Double], pinned: [Int: Double], information guess: [[Double]]? = nil, tolerance: Double = 1e-8,
    measuresCurvature: Bool = true, enough: Double = 0
  ) throws(EstimationError) -> Maximum {
    let active = active(pinned)
    var free = start
    var current = logLikelihood(values(free, pinned))
    guard current.isFinite else { throw .didNotConverge(reason: "the start is impossible") }
    var information = guess
    var previousStep = Double.infinity
    for iteration in 1...100 {
      let slope = gradient(free, pinned, active)
      if information == nil || previousStep > 0.02 { information = curvature(free, pinned, active, at: current) }
      guard let matrix = information else { break }
      let direction = try step(matrix, slope)
      let longest = direction.reduce(0) { max($0, abs($1)) }
      // Expected gain, in units of the effective log-likelihood.
      let gain = weight * zip(direction, slope).reduce(0) { $0 + $1.0 * $1.1 } / 2
      if gain < enough {
        return Maximum(free: free, pinned: pinned, logLikelihood: current, information: matrix)
      }
      if longest < tolerance || (gain < 1e-13 && longest < 1e-5) || (gain < 1e-15 && iteration > 2) {
        let final = measuresCurvature ? curvature(free, pinned, active, at: current) : matrix
        guard Cholesky(final) != nil else {
          throw .singularJacobian(parameters: active.map { specifications[$0].name })
        }
        return Maximum(free: free, pinned: pinned, logLikelihood: current, information: final)
      }
      var factor = min(1, 2 / longest)
      var accepted = false
      for _ in 0..<25 {
        var trial = free
        for (k, i) in active.enumerated() { trial[i] += factor * direction[k] }
        trial = clamped(trial)
        let value = logLikelihood(values(trial, pinned))
        if value.isFinite, value >= current - 1e-11 * abs(current) {
          (free, current, accepted) = (trial, value, true)
          break
        }
        factor /= 2
      }
      if !accepted {
        guard guess != nil || previousStep <= 0.02 else {
          throw .didNotConverge(reason: "no uphill step")
        }
        information = nil
        previousStep = .infinity
        continue
      }
      previousStep = factor * longest
    }
    throw .didNotConverge(reason: "Newton's method did not settle")
  }

  /// Newton's step; where the curvature is not that of a summit, a damped one that still leads uphill.
  private func step(_ information: [[Double]], _ slope: [Double]) throws(EstimationError) -> [Double] {
    if let direction = Cholesky(information)?.solve(slope) { return direction }
    let size = information.indices.reduce(1e-12) { max($0, abs(information[$1][$1])) }
    guard size.isFinite else { throw .didNotConverge(reason: "the likelihood is not finite nearby") }
    var damping = 1e-3 * size
    while damping < 1e9 * size {
      var matrix = information
      for i in matrix.indices { matrix[i][i] += damping }
      if let direction = Cholesky(matrix)?.solve(slope) { return direction }
      damping *= 10
    }
    throw .singularJacobian(parameters: specifications.map(\.name))
  }

  func gradient(_ free: [Double], _ pinned: [Int: Double], _ active: [Int]) -> [Double] {
    let h = 1e-4
    return active.map { i in
      var (up, down) = (free, free)
      up[i] += h
      down[i] -= h
      return (logLikelihood(values(up, pinned)) - logLikelihood(values(down, pinned))) / (2 * h)
    }
  }

  private func curvature(
    _ free: [Double], _ pinned: [Int: Double], _ active: [Int], at centre: Double
  ) -> [[Double]] {
    secondDerivatives(of: active.count, step: 1e-3, at: -centre) { shifts in
      var place = free
      for (k, shift) in shifts { place[active[k]] += shift }
      return -logLikelihood(values(place, pinned))
    }
  }

  func clamped(_ free: [Double]) -> [Double] {
    specifications.indices.map {
      let limits = specifications[$0].scale.limits
      return min(limits.upperBound, max(limits.lowerBound, free[$0]))
    }
  }
}
