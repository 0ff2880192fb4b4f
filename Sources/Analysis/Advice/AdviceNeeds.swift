/// What an app cannot do without; an advice that breaks it is not one.
///
/// A need is kept where the 95 % interval of the mean lies within it: a price has to be as certain as the saving.
package struct AdviceNeeds: Sendable, Hashable {
  /// The largest 95 % error in metres; `nil` for what `AcceptableError` says beside the strategy's own.
  package var largestError: Double?
  /// The largest 95 % age in seconds of the position held while the user moves; `nil` for what `AcceptableAge` says beside
  /// the strategy's own, and for any where the app records.
  package var largestAge: Double?

  /// How much of the time an advice may serve less, as a share, before that is an objection.
  static let coverageTolerance = 0.05

  package init(largestError: Double? = nil, largestAge: Double? = nil) {
    self.largestError = largestError
    self.largestAge = largestAge
  }

  /// What the variant breaks, in words; `nil` when it keeps all needs.
  func objection(to variant: StrategySummary, insteadOf base: StrategySummary) -> String? {
    let use = base.judgedUse
    let own = base[use.error95]
    // The variant is judged as the strategy is, whatever its own use.
    let error = variant[use.error95]
    if own != nil, error == nil {
      let hasPositions = (variant[.locationsPerHour]?.mean ?? 0) > 0
      return hasPositions ? "positions come too rarely for a track" : "the app gets no positions"
    }
    var objections: [String] = []
    if let largestError {
      if let breach = Self.breach(error, largestError) { objections.append("the error \(breach) the need") }
    } else if let own, let error, error.mean > AcceptableError.limit(beside: own.mean) {
      objections.append("the error is more than \(Int(AcceptableError.ratio)) times what it was")
    }
    if let largestAge {
      if let breach = Self.breach(variant[.movingAgeP95], largestAge) {
        objections.append("the age \(breach) the need")
      }
    } else if use == .live, let own = base[.movingAgeP95], let age = variant[.movingAgeP95],
      age.mean > AcceptableAge.limit(beside: own.mean)
    {
      objections.append("positions are more than \(Int(AcceptableAge.ratio)) times as old on the move")
    }
    if let new = variant[use.coverage], let old = base[use.coverage],
      new.mean < old.mean - Self.coverageTolerance
    {
      objections.append(
        use == .live ? "a position is held less of the day" : "the track covers less of the moving time")
    }
    return objections.isEmpty ? nil : objections.joined(separator: "; ")
  }

  /// `exceeds`, `may exceed`, or `nil` where the whole interval of the mean lies within.
  private static func breach(_ statistics: SampleStatistics?, _ limit: Double) -> String? {
    guard let statistics else { return nil }
    if statistics.mean > limit { return "exceeds" }
    return (statistics.meanInterval?.upperBound ?? statistics.mean) > limit ? "may exceed" : nil
  }
}
