/// All models that were fitted to one set of position errors, the best first.
package struct PositionErrorReport: Sendable {
  package let geometry: ErrorGeometry
  /// In ascending order of AIC; at least one.
  package let ranking: [FittedErrorModel]
  package let failures: [FitFailure<ErrorModel>]
  package let effectiveSamples: Double
  /// Of the data, at 50, 68 and 95 %.
  package let observed: [MeasuredQuantile]

  package var winner: FittedErrorModel { ranking[0] }

  /// AIC above the winner's, in the order of `ranking`.
  package var deltaAIC: [Double] { ranking.map { ($0.summary.aic ?? .nan) - (ranking[0].summary.aic ?? .nan) } }

  /// Models within 2 units of AIC of the winner: the data do not prefer it over them (Burnham and Anderson 2002).
  package var equals: [ErrorModel] { zip(ranking, deltaAIC).dropFirst().filter { $0.1 < 2 }.map(\.0.model) }

  /// The result in a sentence.
  package var verdict: String {
    guard ranking.count > 1 else { return "\(winner.model.rawValue) is the only model that could be fitted" }
    guard equals.isEmpty else {
      return "\(winner.model.rawValue) has the smallest AIC, but the data do not prefer it over "
        + equals.map(\.rawValue).joined(separator: ", ") + " (less than 2 units apart)"
    }
    return "\(winner.model.rawValue) describes the data best; the next, \(ranking[1].model.rawValue), is "
      + "\(ShortNumber.short(deltaAIC[1])) units of AIC behind"
  }

  package subscript(model: ErrorModel) -> FittedErrorModel? { ranking.first { $0.model == model } }
}

/// A distribution of position errors with fitted parameters.
package struct FittedErrorModel: Sendable {
  package let model: ErrorModel
  package let geometry: ErrorGeometry
  package var summary: FitSummary
  let distribution: any MagnitudeDistribution
  let values: [Double]

  /// The share of errors of at most `x` metres.
  package func cumulative(_ x: Double) -> Double { x > 0 ? distribution.cumulative(x, values) : 0 }

  /// Metres that the share `p` (above 0, below 1) of the errors stays below.
  package func quantile(_ p: Double) -> Double { distribution.quantile(p, values) }
}

/// The distributions that are tried on position errors. The form for cross-track errors is in brackets.
package enum ErrorModel: String, Sendable, Hashable, CaseIterable {
  /// Normal error of one deviation on each axis (half-normal).
  case rayleigh
  /// The same around a constant bias (folded normal).
  case rice
  case gamma
  case lognormal
  case weibull
  /// Two Rayleigh distributions (half-normals): a core and a tail.
  case mixture
  /// The simulator's own: normal axes with white noise, a share of outliers multiplied.
  case simulator

  /// - Parameter white: deviation per axis of the simulator's white noise in metres, known beforehand.
  func distribution(_ geometry: ErrorGeometry, white: Double) -> any MagnitudeDistribution {
    switch self {
    case .rayleigh: NormalErrorDistribution(geometry: geometry)
    case .rice: NormalErrorDistribution(geometry: geometry, hasBias: true)
    case .gamma: GammaDistribution()
    case .lognormal: LognormalDistribution()
    case .weibull: WeibullDistribution()
    case .mixture: ScaleMixtureDistribution(geometry: geometry)
    case .simulator: ScaleMixtureDistribution(geometry: geometry, white: white)
    }
  }
}

/// What a position error was measured against, which decides the models' form.
package enum ErrorGeometry: String, Sendable, Hashable, CaseIterable {
  /// The distance to the true position: two dimensions.
  case distance
  /// The distance to the nearest point of a route: one dimension, a lower bound of the distance.
  case crossTrack = "cross_track"

  /// Number of horizontal axes in an error.
  var axes: Double { self == .distance ? 2 : 1 }
}
