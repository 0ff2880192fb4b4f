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
    case .rayleigh: RayleighDistribution(geometry: geometry)
    case .rice:
      switch geometry {
      case .distance: RiceDistribution()
      case .crossTrack: FoldedNormalDistribution()
      }
    case .gamma: GammaDistribution()
    case .lognormal: LognormalDistribution()
    case .weibull: WeibullDistribution()
    case .mixture: ScaleMixtureDistribution(geometry: geometry)
    case .simulator: SimulatorErrorDistribution(geometry: geometry, white: white)
    }
  }
}
