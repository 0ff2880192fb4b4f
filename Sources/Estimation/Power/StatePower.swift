/// Mean power of one state, as measured.
package struct StatePower: Sendable, Hashable {
  package let state: String
  /// In watts, with what is known about its error.
  package let power: CorrelatedMean
  /// How long the state was measured, guard times left out, in seconds.
  package let seconds: Double
  package let outliers: Int
  /// In watts.
  package let median: Double
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

  func check() throws(EstimationError) {
    guard guardTime.isFinite, guardTime >= 0 else { throw .badInput("the guard time must be 0 s or more") }
  }
}

/// Powers above that of one state.
///
/// A monitor measures the whole phone: what a component draws is what its state adds to a state without it. The variance of
/// a difference is the sum of both; Student's t has the degrees of freedom of Welch and Satterthwaite (Biometrika 34, 1947).
/// All differences share the floor's error and so correlate. Range of validity: nothing else changes between the states.
struct StatePowerFloor {
  let state: String

  /// - Throws: `badInput` for a floor that is no state, or the only one.
  func apply(to summary: FitSummary, _ states: [StatePower]) throws(EstimationError) -> FitSummary {
    guard let floor = states.firstIndex(where: { $0.state == state }) else {
      throw .badInput(
        "there is no state '\(state)' to take off: the trace has \(states.map(\.state).joined(separator: ", "))")
    }
    guard states.count > 1 else { throw .badInput("'\(state)' is the only state: nothing is above it") }
    let base = states[floor].power
    // Rows of the new parameters over the old ones.
    var rows = summary.parameters.indices.map { i in summary.parameters.indices.map { $0 == i ? 1.0 : 0 } }
    for i in states.indices where i != floor { rows[i][floor] = -1 }
    let covariance = rows.map { a in rows.map { quadraticForm(a, summary.covariance, $0) } }
    var warnings = summary.warnings
    var parameters: [FittedParameter] = []
    for (i, parameter) in summary.parameters.enumerated() {
      guard i < states.count, i != floor else {
        parameters.append(parameter)
        continue
      }
      let power = states[i].power
      let (own, shared) = (power.standardError * power.standardError, base.standardError * base.standardError)
      let value = power.mean - base.mean
      let error = (own + shared).squareRoot()
      let parts = own * own / power.degreesOfFreedom + shared * shared / base.degreesOfFreedom
      let degrees = parts > 0 ? (own + shared) * (own + shared) / parts : 1
      parameters.append(try .student(parameter.name, value, error: error, freedom: degrees, unit: "W"))
      if value < 0 { warnings.append(.note("\(parameter.name) draws less than '\(state)', which was taken off it")) }
    }
    return FitSummary(
      model: "mean power per state above '\(state)'",
      formula: "mean of the samples in a state, guard times left out, less that of '\(state)', which is whole",
      parameters: parameters, covariance: covariance, logLikelihood: nil, samples: summary.samples,
      effectiveSamples: summary.effectiveSamples, goodnessOfFit: summary.goodnessOfFit, residuals: summary.residuals,
      warnings: warnings, namesCloseCorrelations: false)
  }
}
