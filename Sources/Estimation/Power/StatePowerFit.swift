import Core

/// Mean power of each state from a labelled power trace, and the energy of each change of state.
///
/// Power: mean over the samples of a state, each weighted with the time it stands for, without the guard time around
/// changes; its error allows for correlation in time (`CorrelatedMean`). Energy of a change: the integral of power from
/// one guard time before to one after it, minus what the two states take in that time; its error is over repetitions,
/// the states' own errors included.
///
/// A monitor measures the whole phone: what a component draws is what its state adds to a state without it, the floor, where one
/// is named. All differences share the floor's error and so correlate.
///
/// Range of validity: nothing else changes between the states, samples must resolve them (several samples per visit beyond the
/// guard times), and the monitor must measure the whole current.
package struct StatePowerFit: Sendable, Hashable {
  /// One parameter per state, in watts, above the floor where one was named; then `energy.FROM.TO` per change, in joules. States are measured at different
  /// times and do not correlate; energies of changes do, with the states whose power is taken off them and so with each
  /// other. Residuals are standardised by the scatter of their state.
  package let summary: FitSummary
  package let states: [StatePower]
  package let transitions: [TransitionEnergy]
  /// Of each span, what is not guard time.
  package let used: [Range<Double>]

  private static let leastSamples = 8
  /// A sample further from its state's median than this many robust deviations (1.4826 x median absolute deviation)
  /// counts as an outlier. It stays in the mean: a spike is energy all the same.
  private static let outlierDeviations = 8.0

  /// - Parameters:
  ///   - spans: in order of time, without overlap.
  ///   - guardTime: what is left out after and before each change of state, in seconds: clocks and labels are never exact, and a
  ///     state needs time to settle. 0 or more.
  ///   - floor: the state whose power is taken off all others; `nil` leaves each state's power whole.
  /// - Throws: `EstimationError.badInput` for spans that are empty, overlap or leave the trace, and where no
  ///   state has 8 samples beyond the guard times; one that lacks them beside others is left out. A floor that is no state is
  ///   `badInput`.
  package init(
    trace: PowerTrace, spans: [LabelledSpan], guardTime: Double = 1, floor: String? = nil
  ) throws(EstimationError) {
    guard guardTime.isFinite, guardTime >= 0 else { throw .badInput("the guard time must be 0 s or more") }
    try Self.check(spans)
    // Unbroken samples in order of time.
    var pieces: [(state: String, samples: [(value: Double, weight: Double)])] = []
    var used: [Range<Double>] = []
    for (i, span) in spans.enumerated() {
      // Only a neighbouring span is a change of state; a free edge needs no guard.
      let joinsBefore = i > 0 && spans[i - 1].end >= span.start && spans[i - 1].state != span.state
      let joinsAfter =
        i + 1 < spans.count && spans[i + 1].start <= span.end && spans[i + 1].state != span.state
      let start = span.start + (joinsBefore ? guardTime : 0)
      let end = max(start, span.end - (joinsAfter ? guardTime : 0))
      used.append(start..<end)
      pieces += Self.samples(trace, from: start, to: end).map { (span.state, $0) }
    }
    let visits = Dictionary(grouping: pieces, by: \.state).mapValues { $0.map(\.samples) }
    var states: [StatePower] = []
    var warnings: [FitWarning] = []
    var deviations: [String: Double] = [:]
    let isLong = { (state: String) in visits[state, default: []].reduce(0) { $0 + $1.count } >= Self.leastSamples }
    for state in spans.map(\.state) where deviations[state] == nil {
      deviations[state] = 0
      // What was on for a moment says nothing of its power, and nothing against that of the others.
      if !isLong(state), spans.contains(where: { isLong($0.state) }) {
        warnings.append(.note("\(state) has fewer than \(Self.leastSamples) samples beyond the guard times: left out"))
        continue
      }
      let own = visits[state] ?? []
      let measured = try Self.power(of: state, own, guardTime: guardTime, warnings: &warnings)
      states.append(measured)
      let squares = own.joined().reduce(0) { $0 + ($1.value - measured.power.mean) * ($1.value - measured.power.mean) }
      deviations[state] = (squares / Double(max(1, measured.power.count - 1))).squareRoot()
    }
    let powers = Dictionary(states.map { ($0.state, $0.power) }, uniquingKeysWith: { first, _ in first })
    let transitions = Self.transitions(trace, spans, powers, guardTime: guardTime)
    self.states = states
    self.transitions = transitions
    self.used = used
    let residuals = pieces.flatMap { state, samples -> [Double] in
      guard let mean = powers[state]?.mean, let deviation = deviations[state] else { return [] }
      return samples.map { deviation > 0 ? ($0.value - mean) / deviation : 0 }
    }
    summary = try Self.summary(
      states, transitions, residuals: residuals, guardTime: guardTime, floor: floor, warnings: warnings)
  }

  private static func check(_ spans: [LabelledSpan]) throws(EstimationError) {
    guard !spans.isEmpty else { throw .badInput("no state is labelled") }
    for (i, span) in spans.enumerated() {
      guard span.start.isFinite, span.end.isFinite, span.end > span.start else {
        throw .badInput("span \(i + 1) (\(span.state)) does not end after its start")
      }
      if i > 0, span.start < spans[i - 1].end - 1e-9 {
        throw .badInput("span \(i + 1) (\(span.state)) begins before the one before has ended")
      }
    }
  }

  /// Samples inside a span as unbroken pieces, each weighted with the time until half-way to its neighbours.
  private static func samples(
    _ trace: PowerTrace, from start: Double, to end: Double
  ) -> [[(value: Double, weight: Double)]] {
    trace.unbroken(trace.lowerBound(of: start)..<trace.lowerBound(of: end)).map { piece in
      piece.map { i in
        let span = trace.span(of: i..<i + 1)
        return (trace.watts[i], span.upperBound - span.lowerBound)
      }
    }
  }

  private static func power(
    of state: String, _ visits: [[(value: Double, weight: Double)]], guardTime: Double, warnings: inout [FitWarning]
  ) throws(EstimationError) -> StatePower {
    let values = visits.flatMap { $0.map(\.value) }.sorted()
    guard values.count >= leastSamples else {
      throw .badInput(
        "state \(state) has \(values.count) samples beyond the guard time of \(ShortNumber.short(guardTime)) s: "
          + "at least \(leastSamples) are needed")
    }
    let median = values[values.count / 2]
    let distances = values.map { abs($0 - median) }.sorted()
    let limit = outlierDeviations * 1.4826 * distances[distances.count / 2]
    // A trace that is flat but for a few steps of the converter has no spread to judge by.
    let outliers = limit > 0 ? values.reduce(0) { $0 + (abs($1 - median) > limit ? 1 : 0) } : 0
    if outliers * 1_000 > values.count {
      warnings.append(.note("\(outliers) of \(values.count) samples of \(state) are outliers; they are in its mean"))
    }
    let seconds = visits.reduce(0) { $0 + $1.reduce(0) { $0 + $1.weight } }
    let mean = try CorrelatedMean(visits: visits)
    return StatePower(state: state, power: mean, seconds: seconds, outliers: outliers)
  }

  private static func transitions(
    _ trace: PowerTrace, _ spans: [LabelledSpan], _ powers: [String: CorrelatedMean], guardTime: Double
  ) -> [TransitionEnergy] {
    guard guardTime > 0 else { return [] }
    let changes = zip(spans, spans.dropFirst()).compactMap { before, after -> (states: [String], energy: Double)? in
      // Both neighbours must be longer than their guard times, or another change would be counted along.
      guard before.end >= after.start, before.state != after.state, before.end - before.start >= 2 * guardTime,
        after.end - after.start >= 2 * guardTime, let first = powers[before.state], let second = powers[after.state],
        let whole = trace.energy(from: after.start - guardTime, to: after.start + guardTime)
      else { return nil }
      return ([before.state, after.state], whole - guardTime * (first.mean + second.mean))
    }
    return changes.grouped(by: \.states).map { repeated in
      let (states, values, count) = (repeated[0].states, repeated.map(\.energy), Double(repeated.count))
      var error: Double?
      if count > 1 {
        let own = states.map { (powers[$0]?.standardError ?? 0) * guardTime }
        error = (values.scatter / (count - 1) / count + dot(own, own)).squareRoot()
      }
      return TransitionEnergy(
        from: states[0], to: states[1], repetitions: values.count, mean: values.mean, standardError: error)
    }
  }

  /// The state whose power is taken off the others.
  private static func floor(_ name: String?, _ states: [StatePower]) throws(EstimationError) -> Int? {
    guard let name else { return nil }
    guard let floor = states.firstIndex(where: { $0.state == name }) else {
      throw .badInput(
        "there is no state '\(name)' to take off: the trace has \(states.map(\.state).joined(separator: ", "))")
    }
    guard states.count > 1 else { throw .badInput("'\(name)' is the only state: nothing is above it") }
    return floor
  }

  private static func summary(
    _ states: [StatePower], _ transitions: [TransitionEnergy], residuals: [Double], guardTime: Double,
    floor name: String?, warnings: [FitWarning]
  ) throws(EstimationError) -> FitSummary {
    var parameters: [FittedParameter] = []
    var warnings = warnings
    let floor = try floor(name, states)
    for state in states {
      let parameter = try state.parameter(above: floor.map { states[$0] })
      parameters.append(parameter)
      if let name, parameter.value < 0, state.state != name {
        warnings.append(.note("\(state.state) draws less than '\(name)', which was taken off it"))
      }
      if state.power.visits < 3 {
        warnings.append(
          .note("\(state.state) was visited \(state.power.visits) times: what differs from visit to visit is not seen"))
      }
    }
    for transition in transitions {
      let name = "energy.\(transition.from).\(transition.to)"
      if let error = transition.standardError {
        parameters.append(
          try .student(
            name, transition.mean, error: error, freedom: Double(transition.repetitions - 1), unit: "J"))
      } else {
        warnings.append(.openInterval(name: name))
        parameters.append(
          FittedParameter(
            name: name, value: transition.mean, standardError: nil, interval95: nil, intervalMethod: .studentT,
            unit: "J"))
      }
    }
    let samples = states.reduce(0) { $0 + $1.power.count }
    let effective = states.reduce(0) { $0 + $1.power.effectiveCount }
    if effective < 0.5 * Double(samples) {
      warnings.append(.correlatedSamples(samples: samples, effective: effective))
    }
    let above = name.map { " above '\($0)'" } ?? ""
    let less = name.map { ", less that of '\($0)', which is whole" } ?? ""
    return FitSummary(
      model: "mean power per state" + above, formula: "mean of the samples in a state, guard times left out" + less,
      parameters: parameters, covariance: covariance(states, transitions, floor: floor, guardTime: guardTime),
      logLikelihood: nil, samples: samples, effectiveSamples: effective,
      residuals: try ResidualDiagnostics(residuals: residuals), warnings: warnings,
      namesCloseCorrelations: floor == nil)
  }

  /// A power is that above the floor, an energy what the trace shows less the two states' powers over a guard time each.
  private static func covariance(
    _ states: [StatePower], _ transitions: [TransitionEnergy], floor: Int?, guardTime: Double
  ) -> [[Double]] {
    var variances = states.map { $0.power.standardError * $0.power.standardError }
    var rows = states.indices.map { i in states.indices.map { $0 == i ? 1.0 : $0 == floor ? -1 : 0 } }
    if let floor { rows[floor] = states.indices.map { $0 == floor ? 1 : 0 } }
    for transition in transitions {
      let isKnown = transition.standardError != nil
      let row = states.map { isKnown && [transition.from, transition.to].contains($0.state) ? -guardTime : 0 }
      let shared = zip(row, variances).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
      rows.append(row)
      variances.append(transition.standardError.map { max(0, $0 * $0 - shared) } ?? 0)
    }
    // Each energy scatters by itself, too.
    for i in rows.indices { rows[i] += transitions.indices.map { states.count + $0 == i ? 1 : 0 } }
    return rows.map { a in rows.map { b in zip(zip(a, b), variances).reduce(0) { $0 + $1.0.0 * $1.0.1 * $1.1 } } }
  }
}
