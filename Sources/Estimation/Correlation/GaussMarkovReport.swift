/// Fits of one and of two Gauss-Markov processes, the better first.
package struct GaussMarkovReport: Sendable {
  /// One fit.
  package struct Candidate: Sendable {
    let model: GaussMarkovModel
    package let summary: FitSummary
    /// Akaike's criterion with the exact Gaussian likelihood.
    package let aic: Double

    /// The fitted autocovariance at `lag` seconds, white noise counted at lag 0 only.
    package func covariance(_ lag: Double) -> Double { model.covariance(lag) }

    package var processes: Int { model.processes.count }
  }

  /// In ascending order of AIC; at least one.
  package let ranking: [Candidate]
  package let failures: [EstimationError]
  /// For plots.
  package let autocovariance: Autocovariance

  package var winner: Candidate { ranking[0] }

  /// Whether the second-best is 2 units of AIC or more behind, or there is none.
  package var isDecided: Bool { ranking.count < 2 || ranking[1].aic - ranking[0].aic >= 2 }
}
