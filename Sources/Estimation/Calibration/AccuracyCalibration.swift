import Core

/// How far a phone's reported accuracy can be believed: coverage by level, and the levels themselves.
///
/// Coverage is the share of fixes whose error is at most the reported radius. Apple's radius is meant to hold the truth
/// for 63 to 68 % of fixes, Android's for 68 % (Apple Developer Forums, thread 699996; Android
/// documentation of `Location.getAccuracy`). Intervals are binomial on the effective number of samples: their number over the
/// widening (`CorrelationTime`) of being covered or not, or of the ratio of error to radius where that is larger, since
/// a short series that is covered all along shows no correlation.
package struct AccuracyCalibration: Sendable {
  /// What the errors were measured against.
  package var geometry: ErrorGeometry
  /// The share of the truth that a report is meant to hold.
  package var nominal = 0.68

  package init(geometry: ErrorGeometry) { self.geometry = geometry }

  /// - Parameter samples: at least 20.
  /// - Throws: `tooFewSamples`; `badInput` for a report not above 0, a negative error.
  package func fit(_ samples: [AccuracySample]) throws(EstimationError) -> AccuracyReport {
    GSL.prepare()
    guard samples.count >= 20 else { throw .tooFewSamples(have: samples.count, need: 20) }
    guard
      samples.allSatisfy({
        $0.reported > 0 && $0.reported < 1e9 && $0.error >= 0 && $0.error.isFinite && $0.time.isFinite
      })
    else { throw .badInput("a reported radius or an error is not a positive number of metres") }
    let covered = try TimeSeries(
      samples.map { TimeSeries.Point(time: $0.time, value: $0.error <= $0.reported ? 1 : 0, leg: $0.leg) })
    let scores = NormalTail.scores(samples.map { $0.error / $0.reported })
    let ranked = try TimeSeries(
      zip(samples, scores).map { TimeSeries.Point(time: $0.time, value: $1, leg: $0.leg) })
    let widening = max(try CorrelationTime(covered).widening, try CorrelationTime(ranked).widening)
    let effective = Double(samples.count) / widening
    let levels = ReportLevels(samples.map(\.reported))
    let groups = Dictionary(grouping: samples) { levels.index(of: $0.reported) }
    let rows = try levels.levels.enumerated().map { (k, metres) throws(EstimationError) in
      try row(metres, groups[k] ?? [], of: samples.count, effective)
    }
    var warnings: [FitWarning] = []
    if geometry == .crossTrack {
      warnings.append(.note("coverage across the track is an upper bound of the coverage in two dimensions"))
    }
    warnings += FitWarning.effective(samples: samples.count, worth: effective)
    let overall = try row(nil, samples, of: samples.count, effective)
    if !overall.coverageInterval.contains(nominal) {
      let direction = overall.coverage > nominal ? "larger" : "smaller"
      warnings.append(
        .note("reported radii are \(direction) than a \(ShortNumber.short(100 * nominal)) % radius would be"))
    }
    return AccuracyReport(
      geometry: geometry, levels: rows,
      others: try groups[nil].map { (others) throws(EstimationError) in
        try row(nil, others, of: samples.count, effective)
      }, overall: overall,
      samples: samples.count, effectiveSamples: effective, warnings: warnings)
  }

  private func row(
    _ metres: Double?, _ group: [AccuracySample], of total: Int, _ effective: Double
  ) throws(EstimationError) -> AccuracyReport.Level {
    let hits = group.count { $0.error <= $0.reported }
    let share = Double(hits) / Double(group.count)
    let trials = max(1, Double(group.count) * effective / Double(total))
    let errors = MagnitudeSample(group.map { max($0.error, 1e-9) })
    return AccuracyReport.Level(
      reported: metres, samples: group.count, share: Double(group.count) / Double(total), effectiveSamples: trials,
      coverage: share,
      coverageInterval: try BinomialInterval.clopperPearson(successes: share * trials, trials: trials),
      errors: [0.5, 0.68, 0.95].map { MeasuredQuantile($0, of: errors, trials: trials) })
  }
}

/// Coverage of reported accuracies, level by level.
package struct AccuracyReport: Sendable, Hashable {
  /// The fixes of one level, or of a group of reports.
  package struct Level: Sendable, Hashable {
    /// Metres; `nil` for a group of several values.
    package let reported: Double?
    package let samples: Int
    /// Of all fixes.
    package let share: Double
    package let effectiveSamples: Double
    /// The share of fixes whose error is at most what was reported.
    package let coverage: Double
    /// At 95 %.
    package let coverageInterval: ClosedRange<Double>
    /// Of the true errors, at 50, 68 and 95 %.
    package let errors: [MeasuredQuantile]
  }

  package let geometry: ErrorGeometry
  /// In ascending order.
  package let levels: [Level]
  /// Reports that are on no level; `nil` when there are none.
  package let others: Level?
  package let overall: Level
  package let samples: Int
  package let effectiveSamples: Double
  package let warnings: [FitWarning]
}

/// A fix's reported accuracy and its true error.
package struct AccuracySample: Sendable, Hashable {
  /// Seconds, from any start.
  package let time: Double
  /// Reported radius in metres, above 0.
  package let reported: Double
  /// Metres, 0 or more.
  package let error: Double
  /// Samples of different legs are taken as independent.
  package let leg: Int

  package init(time: Double, reported: Double, error: Double, leg: Int = 0) {
    self.time = time
    self.reported = reported
    self.error = error
    self.leg = leg
  }
}
