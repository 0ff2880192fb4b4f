import RealModule

/// The fits to one group of attempts, the best first.
public struct FirstFixReport: Sendable {
  /// One model's fit.
  public struct Candidate: Sendable {
    public let model: FirstFixModel
    public let summary: FitSummary
    let values: [Double]
    let failure: Double
    let quantiles: FirstFixQuantiles

    /// The share of attempts without a fix after `seconds`, failures included.
    public func survival(_ seconds: Double) -> Double {
      seconds > 0 ? failure + (1 - failure) * model.survival(Double.log(seconds), values) : 1
    }

    /// Seconds that the share `p` (above 0, below 1) of successful attempts stays below.
    public func quantile(_ p: Double) -> Double { model.quantile(p, values) }

    /// Of the quantile at 95 %, by its profile likelihood; `nil` where it is open.
    public func quantileInterval(_ p: Double) -> ClosedRange<Double>? { quantiles.interval(p) }
  }

  /// A model without a result, and why.
  public struct Failure: Sendable, Hashable {
    public let model: FirstFixModel
    public let error: EstimationError
  }

  public let assumption: FirstFixAssumption
  /// In ascending order of AIC; at least one.
  public let ranking: [Candidate]
  public let failures: [Failure]
  /// For plots.
  public let kaplanMeier: KaplanMeier
  public let attempts: Int
  public let fixes: Int

  public var winner: Candidate { ranking[0] }

  /// Whether the second-best is 2 units of AIC or more behind, or there is none.
  public var isDecided: Bool {
    ranking.count < 2 || (ranking[1].summary.aic ?? .nan) - (ranking[0].summary.aic ?? .nan) >= 2
  }

  public subscript(model: FirstFixModel) -> Candidate? { ranking.first { $0.model == model } }
}
