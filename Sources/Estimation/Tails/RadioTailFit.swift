/// Timers and levels of a radio's tail from a power trace with repeated transfers.
///
/// The trace is cut into levels (`PowerSteps`); the lowest is idle. A tail is what lies between the end of a transfer and
/// the return to idle. A transfer ends with a stretch at the highest level; the tail's own levels must be lower. Stretches of
/// one level inside a tail make one phase: short and long discontinuous reception where their powers differ, FACH after DCH on 3G. Values are
/// means over repetitions, with Student's intervals over them.
///
/// Range of validity: several repetitions with pauses longer than the tail; a tail that the next transfer cuts short is
/// counted and left out, and so is one at the end of the trace. Other components must be quiet, because levels are those
/// of the whole trace: idle power is to be subtracted for the radio's own.
package struct RadioTailFit: Sendable, Hashable {
  /// `tail_N.duration` (s) and `tail_N.power` (W) per phase, N from 1, then `tail.duration`, `tail.energy` (J, above idle)
  /// and `idle.power`. Values of one tail go together: covariances are over the repetitions. Residuals are the trace's,
  /// off the levels it was cut into.
  package let summary: FitSummary
  package let steps: PowerSteps
  /// The complete ones.
  package let tails: [RadioTail]
  /// Tails that another transfer or the trace's end cut short.
  package let incomplete: Int

  /// - Throws: `EstimationError.badInput` where the trace has too few levels; `tooFewSamples` with fewer than 2 tails.
  package init(steps: PowerSteps) throws(EstimationError) {
    guard steps.levels.count >= 3 else {
      throw .badInput(
        "the trace shows \(steps.levels.count) levels of power, 3 are needed: give their number or a finer resolution")
    }
    let (tails, incomplete) = Self.tails(steps)
    guard tails.count >= 2, steps.excursions * 5 <= tails.count else {
      let powers = steps.levels.map { ShortNumber.short($0) }.joined(separator: ", ")
      throw .badInput(
        steps.excursions * 5 <= tails.count
          ? "whole tails from the highest of the levels (\(powers) W) to the lowest: \(tails.count), at least 2 are needed"
          : "\(steps.excursions) stretches under 0.6 s return to the level before, beside \(tails.count) whole tails: spikes wider "
            + "than 0.3 s, or short transfers within a tail; at most one for five tails is allowed")
    }
    self.steps = steps
    self.tails = tails
    self.incomplete = incomplete
    summary = try Self.summary(steps, tails, incomplete: incomplete)
  }

  private static func tails(_ steps: PowerSteps) -> (tails: [RadioTail], incomplete: Int) {
    let top = steps.levels.count - 1
    var tails: [RadioTail] = []
    var incomplete = 0
    for (k, transfer) in steps.steps.enumerated() where transfer.level == top {
      var phases: [RadioTail.Phase] = []
      var (time, isComplete) = (transfer.end, false)
      for step in steps.steps[(k + 1)...] {
        // A hole in the trace, or the next transfer.
        if step.start > time + steps.resolution || step.level == top { break }
        if step.level == 0 {
          isComplete = !phases.isEmpty
          break
        }
        phases.append(.init(level: step.level, seconds: step.seconds, mean: step.mean))
        time = step.end
      }
      if isComplete { tails.append(RadioTail(start: transfer.end, phases: phases)) } else { incomplete += 1 }
    }
    return (tails, incomplete)
  }

  private static func summary(
    _ steps: PowerSteps, _ tails: [RadioTail], incomplete: Int
  ) throws(EstimationError) -> FitSummary {
    var warnings: [FitWarning] = []
    var rows: [(name: String, unit: String, values: [Int: Double], least: Double)] = []
    // The sequence of levels that most tails show is the tail; others are told of.
    let counts = Dictionary(tails.map { ($0.phases.map(\.level), 1) }, uniquingKeysWith: +)
    let common = counts.max { ($0.value, $1.key.count) < ($1.value, $0.key.count) }?.key ?? []
    let usual = tails.indices.filter { tails[$0].phases.map(\.level) == common }
    guard usual.count >= 2 else {
      throw .badInput("no two of \(tails.count) tails go through the same levels: give the number of levels")
    }
    if usual.count < tails.count {
      warnings.append(
        .note(
          "\(tails.count - usual.count) of \(tails.count) tails go through other levels than the rest: "
            + "phases are from the usual ones, total duration and energy from all"))
    }
    if steps.spikes > 0 {
      warnings.append(.alteredSamples(count: steps.spikes, reason: "spikes, taken as the median around them"))
    }
    if incomplete > 0 { warnings.append(.note("\(incomplete) tails are cut short and left out")) }
    let edge = steps.resolution / 12.0.squareRoot()
    for (p, _) in common.enumerated() {
      rows.append(("tail_\(p + 1).duration", "s", over(usual) { tails[$0].phases[p].seconds }, edge))
      rows.append(("tail_\(p + 1).power", "W", over(usual) { tails[$0].phases[p].mean }, 0))
    }
    let all = Array(tails.indices)
    rows.append(("tail.duration", "s", over(all) { tails[$0].seconds }, edge))
    let idle = steps.levels[0]
    rows.append(("tail.energy", "J", over(all) { tails[$0].energy - idle * tails[$0].seconds }, 0))
    // Stretches of idle power are no tails: numbers of their own, so that nothing goes together with them.
    let idles = steps.steps.filter { $0.level == 0 }.map(\.mean)
    if idles.count >= 2 {
      let numbered = Dictionary(uniqueKeysWithValues: idles.enumerated().map { (-1 - $0.offset, $0.element) })
      rows.append(("idle.power", "W", numbered, 0))
    }
    var parameters: [FittedParameter] = []
    for row in rows {
      let values = row.values.keys.sorted().compactMap { row.values[$0] }
      let count = Double(values.count)
      // No spread is finer than the trace's bins.
      let error = (max(values.scatter / (count - 1), row.least * row.least) / count).squareRoot()
      parameters.append(try .student(row.name, values.mean, error: error, freedom: count - 1, unit: row.unit))
    }
    if tails.count < 6 {
      warnings.append(.note("\(tails.count) tails: intervals are wide, and rest on normal scatter"))
    }
    let covariance = parameters.indices.map { i in
      parameters.indices.map { j in
        i == j
          ? (parameters[i].standardError.map { $0 * $0 } ?? 0)
          : covarianceOfMeans(rows[i].values, rows[j].values)
      }
    }
    var goodness = steps.explained.map { [$0] } ?? []
    if let trend = try trend(tails) {
      goodness.append(trend)
      if let p = trend.pValue, p < 0.05 { warnings.append(.poorFit(test: "tails change over the trace", pValue: p)) }
    }
    return FitSummary(
      model: "radio tail from change points of a power trace", formula: "mean over repetitions",
      parameters: parameters, covariance: covariance, logLikelihood: nil, samples: tails.count,
      effectiveSamples: Double(tails.count), goodnessOfFit: goodness,
      residuals: steps.residuals.count >= 2 ? try ResidualDiagnostics(residuals: steps.residuals) : nil,
      warnings: warnings, namesCloseCorrelations: false)
  }

  private static func over(_ tails: [Int], _ value: (Int) -> Double) -> [Int: Double] {
    Dictionary(uniqueKeysWithValues: tails.map { ($0, value($0)) })
  }

  /// Of two means over repetitions: the repetitions' covariance where both have one, times their number over the
  /// product of both numbers.
  private static func covarianceOfMeans(_ a: [Int: Double], _ b: [Int: Double]) -> Double {
    let common = a.keys.filter { b[$0] != nil }.sorted()
    guard common.count >= 2 else { return 0 }
    let (first, second) = (common.compactMap { a[$0] }, common.compactMap { b[$0] })
    let count = Double(common.count)
    let means = (first.mean, second.mean)
    let sum = zip(first, second).reduce(0) { $0 + ($1.0 - means.0) * ($1.1 - means.1) }
    return sum / (count - 1) * count / (Double(a.count) * Double(b.count))
  }

  /// Whether tails get longer or shorter; `nil` under 6 of them, or where all are equally long.
  private static func trend(_ tails: [RadioTail]) throws(EstimationError) -> GoodnessOfFit? {
    guard tails.count >= 6, Set(tails.map(\.seconds)).count > 1 else { return nil }
    let rank = try SpearmanCorrelation(tails.indices.map { Double($0) }, tails.map(\.seconds))
    return GoodnessOfFit(
      name: "Trend of the tails' durations", statistic: rank.value, pValue: rank.pValue,
      method: "Spearman's rank correlation with their order")
  }
}

/// One fall of a radio from its last transfer to idle.
package struct RadioTail: Sendable, Hashable {
  package struct Phase: Sendable, Hashable {
    /// Index into the levels of the trace.
    package let level: Int
    /// In seconds.
    package let seconds: Double
    /// In watts.
    package let mean: Double
  }

  /// When the transfer ended, in seconds on the trace's clock.
  package let start: Double
  /// In order of time.
  package let phases: [Phase]

  package var seconds: Double { phases.reduce(0) { $0 + $1.seconds } }
  /// Above nothing, in joules.
  package var energy: Double { phases.reduce(0) { $0 + $1.seconds * $1.mean } }
}
