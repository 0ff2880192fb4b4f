/// What an app cannot do without; an advice that breaks it is not one.
public struct AdviceNeeds: Sendable, Hashable {
  /// The largest 95 % error in metres; `nil` for any.
  public var largestError: Double?
  /// The largest 95 % age in seconds; `nil` for any.
  public var largestAge: Double?

  /// How much of the day an advice may cover less before that is an objection.
  static let coverageTolerance = 0.05

  public init(largestError: Double? = nil, largestAge: Double? = nil) {
    self.largestError = largestError
    self.largestAge = largestAge
  }

  /// What the variant breaks, in words; `nil` when it keeps all needs.
  func objection(to variant: StrategySummary, insteadOf base: StrategySummary) -> String? {
    let use = base.use
    if base[use.error95] != nil, variant[use.error95] == nil { return "the app gets no positions" }
    var objections: [String] = []
    if let largestError, let error = variant[use.error95]?.mean, error > largestError {
      objections.append("the error exceeds the need")
    }
    if let largestAge, let age = variant[.ageP95]?.mean, age > largestAge {
      objections.append("the age exceeds the need")
    }
    if let own = variant[use.coverage]?.mean, let old = base[use.coverage]?.mean, own < old - Self.coverageTolerance {
      objections.append("less of the day is covered")
    }
    return objections.isEmpty ? nil : objections.joined(separator: "; ")
  }
}
