/// All models that were fitted to one set of position errors, the best first.
package struct PositionErrorReport: Sendable {
  /// A model without a result, and why.
  package struct Failure: Sendable, Hashable {
    package let model: ErrorModel
    package let error: EstimationError
  }

  package let geometry: ErrorGeometry
  /// In ascending order of AIC; at least one.
  package let ranking: [FittedErrorModel]
  package let failures: [Failure]
  package let effective: EffectiveSamples
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
