import RealModule

/// The exact Gaussian likelihood of Gauss-Markov processes and white noise, over deviations and time constants.
///
/// Bartlett's errors take the parameters found as known. White noise beside a fast process is the difference of two large variances:
/// around it they held 86 % at 50 and 100 time constants. A profile of the likelihood has no such errors, and ends on 0 where the data allow no white noise.
struct GaussMarkovLikelihood {
  let fit: LikelihoodFit
  let processes: Int
  let hasWhite: Bool

  /// - Parameters:
  ///   - series: at most its first 20,000 samples are used.
  ///   - mean: of the series, taken as known.
  init(_ series: TimeSeries, mean: Double, processes: Int, hasWhite: Bool) {
    (self.processes, self.hasWhite) = (processes, hasWhite)
    let used = series.points.prefix(GaussMarkovFit.mostSamples)
    let legs = series.legs.compactMap { leg in
      leg.lowerBound < used.count ? leg.lowerBound..<min(leg.upperBound, used.count) : nil
    }
    let (times, values) = (used.map(\.time), used.map { $0.value - mean })
    fit = LikelihoodFit(
      specifications: GaussMarkovSummary.names(processes, hasWhite).map { name in
        ParameterSpecification(
          name, unit: name.hasSuffix("time_constant") ? "s" : "m", scale: .positive,
          closedBounds: name == "white_deviation" ? [0] : [])
      },
      logLikelihood: { p in
        // The slow process stays the slow one.
        if processes == 2, p[1] >= p[3] { return -.infinity }
        return Self.model(p, processes, hasWhite).logLikelihood(times: times, values: values, legs: legs)
      }, weight: 1)
  }

  private static func model(_ p: [Double], _ processes: Int, _ hasWhite: Bool) -> GaussMarkovModel {
    GaussMarkovModel(
      processes: (0..<processes).map {
        GaussMarkovModel.Process(variance: p[2 * $0] * p[2 * $0], timeConstant: p[2 * $0 + 1])
      }, white: hasWhite ? p[2 * processes] * p[2 * processes] : 0)
  }

  func model(_ values: [Double]) -> GaussMarkovModel { Self.model(values, processes, hasWhite) }

  private func start(_ model: GaussMarkovModel) -> [Double] {
    model.processes.flatMap { [$0.variance.squareRoot(), $0.timeConstant] }
      + (hasWhite ? [max(0, model.white).squareRoot()] : [])
  }

  /// Akaike's criterion, from a search that begins at a model.
  func criterion(from model: GaussMarkovModel) throws(EstimationError) -> Double {
    let specifications = fit.specifications
    let origin = start(model)
    // A rough maximum is enough for a criterion whose steps are 2.
    let outcome = try SimplexMinimizer.minimize(
      from: specifications.indices.map { specifications[$0].scale.free(max(1e-3, origin[$0])) },
      steps: specifications.map { _ in 0.1 }, tolerance: 1e-3
    ) { -fit.logLikelihood(fit.values(fit.clamped($0))) }
    guard outcome.contracted else {
      throw .didNotConverge(iterations: outcome.iterations, reason: "the likelihood behind AIC has no summit nearby")
    }
    return 2 * Double(specifications.count) + 2 * outcome.value
  }

  /// The maximum with profile intervals, from a search that begins at a model.
  func estimate(from model: GaussMarkovModel) throws(EstimationError) -> LikelihoodFit.Estimate {
    // White noise that begins on its bound has no slope there.
    var origin = start(model)
    if hasWhite { origin[2 * processes] = max(origin[2 * processes], 0.1 * origin[0]) }
    var maximum = try fit.maximum(starts: [origin])
    maximum.starts = []
    return try fit.estimate(at: maximum)
  }
}
