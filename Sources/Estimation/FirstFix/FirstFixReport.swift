import RealModule

/// The fits to one group of attempts, the best first.
public struct FirstFixReport: Sendable {
  /// One model's fit.
  public struct Candidate: Sendable {
    public let model: FirstFixModel
    public let summary: FitSummary
    let values: [Double]
    let failure: Double

    /// The share of attempts without a fix after `seconds`, failures included.
    public func survival(_ seconds: Double) -> Double {
      seconds > 0 ? failure + (1 - failure) * model.survival(Double.log(seconds), values) : 1
    }

    /// Seconds that the share `p` (above 0, below 1) of successful attempts stays below.
    public func quantile(_ p: Double) -> Double { model.quantile(p, values) }

    /// Of the quantile at 95 %: normal in the logarithm, the parameters' errors and correlations carried through (delta method).
    public func quantileInterval(_ p: Double) -> ClosedRange<Double> {
      let slopes = values.indices.map { k -> Double in
        let h = 1e-4 * values[k]
        guard h > 0 else { return 0 }
        var (up, down) = (values, values)
        up[k] += h
        down[k] -= h
        return (Double.log(model.quantile(p, up)) - Double.log(model.quantile(p, down))) / (2 * h)
      }
      var variance = 0.0
      for (a, slope) in slopes.enumerated() {
        for (b, other) in slopes.enumerated() { variance += slope * other * summary.covariance[a][b] }
      }
      let reach = LikelihoodFit.score * max(0, variance).squareRoot()
      return quantile(p) * Double.exp(-reach)...quantile(p) * Double.exp(reach)
    }
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
