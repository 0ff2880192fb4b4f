import RealModule

/// The fits to one group of attempts, the best first.
package struct FirstFixReport: Sendable {
  /// One model's fit.
  package struct Candidate: Sendable {
    package let model: FirstFixModel
    package let summary: FitSummary
    let values: [Double]
    let failure: Double
    let quantiles: FirstFixQuantiles

    /// The share of attempts without a fix after `seconds`, failures included.
    package func survival(_ seconds: Double) -> Double {
      seconds > 0 ? failure + (1 - failure) * model.survival(Double.log(seconds), values) : 1
    }

    /// Seconds that the share `p` (above 0, below 1) of successful attempts stays below.
    package func quantile(_ p: Double) -> Double { model.quantile(p, values) }

    /// Of the quantile at 95 %, by its profile likelihood; `nil` where it is open.
    package func quantileInterval(_ p: Double) -> ClosedRange<Double>? { quantiles.interval(p) }
  }

  /// A model without a result, and why.
  package struct Failure: Sendable, Hashable {
    package let model: FirstFixModel
    package let error: EstimationError
  }

  package let assumption: FirstFixAssumption
  /// In ascending order of AIC; at least one.
  package let ranking: [Candidate]
  package let failures: [Failure]
  /// For plots.
  package let kaplanMeier: KaplanMeier
  package let attempts: Int
  package let fixes: Int

  package var winner: Candidate { ranking[0] }

  /// Whether the second-best is 2 units of AIC or more behind, or there is none.
  package var isDecided: Bool {
    ranking.count < 2 || (ranking[1].summary.aic ?? .nan) - (ranking[0].summary.aic ?? .nan) >= 2
  }

  package subscript(model: FirstFixModel) -> Candidate? { ranking.first { $0.model == model } }
}
