/// Fits of one and of two Gauss-Markov processes, the better first.
public struct GaussMarkovReport: Sendable {
  /// One fit.
  public struct Candidate: Sendable {
    let model: GaussMarkovModel
    public let summary: FitSummary
    /// Akaike's criterion with the exact Gaussian likelihood.
    public let aic: Double

    /// The fitted autocovariance at `lag` seconds, white noise counted at lag 0 only.
    public func covariance(_ lag: Double) -> Double { model.covariance(lag) }

    public var processes: Int { model.processes.count }
  }

  /// In ascending order of AIC; at least one.
  public let ranking: [Candidate]
  public let failures: [EstimationError]
  /// For plots.
  public let autocovariance: Autocovariance
  public let effective: EffectiveSamples

  public var winner: Candidate { ranking[0] }

  /// Whether the second-best is 2 units of AIC or more behind, or there is none.
  public var isDecided: Bool { ranking.count < 2 || ranking[1].aic - ranking[0].aic >= 2 }
}
