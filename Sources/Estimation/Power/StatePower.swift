/// Mean power of one state, as measured.
package struct StatePower: Sendable, Hashable {
  package let state: String
  /// In watts, with what is known about its error.
  package let power: CorrelatedMean
  /// How long the state was measured, guard times left out, in seconds.
  package let seconds: Double
  package let outliers: Int
}

/// Energy of a change from one state to another, beyond what the two states take.
package struct TransitionEnergy: Sendable, Hashable {
  package let from: String
  package let to: String
  package let repetitions: Int
  /// In joules; negative where the change sets in later than its label says.
  package let mean: Double
  /// In joules, over repetitions; `nil` for a single one.
  package let standardError: Double?
}

/// Settings of `StatePowerFit`.
package struct StatePowerOptions: Sendable, Hashable {
  /// What is left out after and before each change of state, in seconds: clocks and labels are never exact, and a state
  /// needs time to settle. 0 or more.
  package var guardTime: Double
  /// The state whose power is taken off all others; `nil` leaves each state's power whole.
  package var floor: String?

  package init(guardTime: Double = 1, floor: String? = nil) {
    self.floor = floor
    self.guardTime = guardTime
  }
}

extension StatePower {
  /// What the state draws above another: the variance of a difference is the sum of both, and Student's t has the degrees of freedom
  /// of Welch and Satterthwaite (Biometrika 34, 1947).
  func parameter(above floor: StatePower?) throws(EstimationError) -> FittedParameter {
    guard let base = floor?.power, state != floor?.state else {
      return try .student(
        state, power.mean, error: power.standardError, freedom: power.degreesOfFreedom, unit: "W")
    }
    let (own, shared) = (power.standardError * power.standardError, base.standardError * base.standardError)
    let parts = own * own / power.degreesOfFreedom + shared * shared / base.degreesOfFreedom
    return try .student(
      state, power.mean - base.mean, error: (own + shared).squareRoot(),
      freedom: parts > 0 ? (own + shared) * (own + shared) / parts : 1, unit: "W")
  }
}
