/// A stretch of a power trace during which a known state held, such as a line of a test protocol.
package struct LabelledSpan: Sendable, Hashable {
  package let state: String
  /// In seconds, on the trace's clock.
  package let start: Double
  /// In seconds, after `start`.
  package let end: Double

  package init(state: String, start: Double, end: Double) {
    self.state = state
    self.start = start
    self.end = end
  }

  /// Spans from one label per sample: a change lies half-way between two samples; a gap in the trace ends a span.
  ///
  /// - Parameter labels: one for each sample of the trace; an empty label belongs to no state.
  /// - Throws: `EstimationError.badInput` for the wrong number of labels.
  package static func spans(of trace: PowerTrace, labels: [String]) throws(EstimationError) -> [LabelledSpan] {
    guard labels.count == trace.times.count else {
      throw .badInput("\(labels.count) labels for \(trace.times.count) samples")
    }
    return runs(of: labels.indices) { labels[$0] != labels[$0 - 1] || trace.hasGap(before: $0) }.compactMap { samples in
      let (state, span) = (labels[samples.lowerBound], trace.span(of: samples))
      return state.isEmpty ? nil : LabelledSpan(state: state, start: span.lowerBound, end: span.upperBound)
    }
  }
}

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
