/// What an app cannot do without; an advice that breaks it is not one.
///
/// A need is kept where the 95 % interval of the mean lies within it: a price has to be as certain as the saving.
public struct AdviceNeeds: Sendable, Hashable {
  /// The largest 95 % error in metres; `nil` for what `AcceptableError` says beside the strategy's own.
  public var largestError: Double?
  /// The largest 95 % age in seconds; `nil` for any.
  public var largestAge: Double?

  /// How much of the time an advice may serve less, as a share, before that is an objection.
  static let coverageTolerance = 0.05

  public init(largestError: Double? = nil, largestAge: Double? = nil) {
    self.largestError = largestError
    self.largestAge = largestAge
  }

  /// What the variant breaks, in words; `nil` when it keeps all needs.
  func objection(to variant: StrategySummary, insteadOf base: StrategySummary) -> String? {
    let use = base.use
    func statistics(_ figure: (RunMetrics) -> Double?, _ row: StrategySummary) -> SampleStatistics? {
      SampleStatistics(row.runs.compactMap(figure))
    }
    let own = statistics(use.judgedError95, base)
    let error = statistics(use.judgedError95, variant)
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
    if let largestAge, let breach = Self.breach(variant[.ageP95], largestAge) {
      objections.append("the age \(breach) the need")
    }
    if let new = statistics(use.judgedCoverage, variant), let old = statistics(use.judgedCoverage, base),
      new.mean < old.mean - Self.coverageTolerance
    {
      objections.append(use == .live ? "less of the day is served" : "less of the way is covered")
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
