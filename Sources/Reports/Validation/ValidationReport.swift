package import Analysis

/// Measured days beside their prediction: what every format of `geojoule validate` renders.
package struct ValidationReport: Sendable, RenderedReport {
  package let configurations: [ConfigurationCheck]
  package let errors: [FixErrorCheck]
  /// Of positions from satellites alone, then of a mode, of a timeline and of all.
  package let satelliteErrors: [FixErrorCheck]
  /// By timeline and phone, where enough other phones have runs.
  package let otherUse: [OtherUseEstimate]
  /// Of 1 % of the battery an hour.
  package let wattsPerPercentHour: Double
  /// Of runs without other use, where there are such.
  package let summary: ValidationSummary
  package let device: String
  /// `nil` where the device has none.
  package let network: String?
  package let seeds: Int
  package let firstSeed: UInt64
  /// Phones are drawn from the profile's deviations; otherwise all have its means.
  package let isDrawn: Bool
  /// How many different days were simulated on each seed.
  package let days: Int
  /// From how many seeds the errors of simulated fixes are.
  package let errorSeeds: Int
  /// Files that the measured numbers come from, relative to the data set's folder.
  package let sources: [FitReport.Input]
  /// What looks like a slip in the data.
  package let warnings: [String]
  /// Runs that are not judged, or not in full.
  package let leftOut: [(reason: String, runs: [String])]
  package let version: String
  package let command: String

  package init(
    configurations: [ConfigurationCheck], errors: [FixErrorCheck], satelliteErrors: [FixErrorCheck],
    otherUse: [OtherUseEstimate], wattsPerPercentHour: Double, device: String, network: String?, seeds: Int,
    firstSeed: UInt64, isDrawn: Bool, days: Int, errorSeeds: Int, sources: [FitReport.Input], isFitted: Bool,
    warnings: [String], leftOut: [(reason: String, runs: [String])], version: String, command: String
  ) {
    (self.configurations, self.errors, self.satelliteErrors) = (configurations, errors, satelliteErrors)
    (self.otherUse, self.wattsPerPercentHour) = (otherUse, wattsPerPercentHour)
    summary = ValidationSummary(configurations, isFitted: isFitted)
    (self.device, self.network, self.seeds, self.firstSeed) = (device, network, seeds, firstSeed)
    (self.isDrawn, self.days, self.errorSeeds, self.sources) = (isDrawn, days, errorSeeds, sources)
    self.warnings = warnings
    (self.leftOut, self.version, self.command) = (leftOut, version, command)
  }

  package var finding: String {
    guard let median = summary.errors.median, let worst = summary.errors.worst else {
      return "\(subject): no configuration of \(ConfigurationCheck.leastRuns) runs or more fell by "
        + "\(Figure.text(ConfigurationCheck.leastDrop)) points in the mean, so that no relative error is decisive; "
        + "\(share(summary.withinTolerance)) configurations are within the error of the measurement."
    }
    return "\(subject): the predicted drop of the gauge is off by \(Figure.percent(median)) % in the median and "
      + "\(Figure.percent(worst)) % at worst over \(summary.decisive) decisive "
      + "configuration\(summary.decisive == 1 ? "" : "s")\(plateauFinding). \(share(summary.withinTolerance)) are within "
      + "the error of the measurement."
      + otherUseFinding
  }

  private var otherUseFinding: String {
    let runs = configurations.filter(\.hasOtherUse).reduce(0) { $0 + $1.runs.count }
    guard runs > 0, configurations.contains(where: { !$0.hasOtherUse }) else { return "" }
    return " None of this counts the \(runs) run\(runs == 1 ? "" : "s") of days with other use."
  }

  private var subject: String { summary.isFitted ? "\(device), fitted to days of these files" : device }

  private var plateauFinding: String {
    guard let median = summary.errors.medianLog, let worst = summary.errors.worstLog else { return "" }
    return
      ". The drained charge is off by \(Figure.percent(median)) % and \(Figure.percent(worst)) % over "
      + "\(summary.errors.leavePlateau) that leave the gauge's plateau"
  }

  private func share(_ share: ValidationSummary.Share) -> String { "\(share.count) of \(share.of)" }

  /// The summary's figures, with what each means.
  var figures: [(name: String, value: String)] {
    func of(_ share: ValidationSummary.Share) -> String {
      share.of == 0 ? Figure.missing : "\(share.count) of \(share.of) (\(Figure.percent(share.value)) %)"
    }
    func error(_ value: Double?, _ which: String? = nil) -> String {
      value.map { "\(Figure.percent($0)) %\(which.map { ", \($0)" } ?? "")" } ?? Figure.missing
    }
    func pair(_ median: Double?, _ worst: Double?) -> String {
      worst.map { error(median, "worst \(error($0))") } ?? Figure.missing
    }
    let known = summary.knownPhones.map { known in
      [
        ("with each phone's own factor: error, median", pair(known.median, known.worst)),
        ("the same, drained", pair(known.medianLog, known.worstLog)),
      ]
    }
    let use = summary.otherUse.map { use in
      [
        ("with other use seen on others: error, median", pair(use.errors.median, use.errors.worst)),
        ("the same with other use, drained", pair(use.errors.medianLog, use.errors.worstLog)),
        (
          "90 % ranges with other use, either way",
          use.rangeFactor.map { "a factor of \(Figure.text($0))" } ?? Figure.missing
        ),
      ]
    }
    return [
      ("configurations", "\(summary.configurations), decisive: \(summary.decisive)"),
      ("relative error, median", error(summary.errors.median)),
      ("relative error, worst", error(summary.errors.worst, summary.errors.worstName ?? "")),
      ("drained, plateau included: error, median", error(summary.errors.medianLog)),
      ("drained, plateau included: error, worst", error(summary.errors.worstLog, summary.errors.worstLogName ?? "")),
      ("on trips: error of the rate, median", error(summary.medianTripError)),
      ("at rest: error of the rate, median", error(summary.medianRestError)),
      (
        "90 % ranges, plateau included: either way",
        summary.rangeFactor.map { "a factor of \(Figure.text($0))" } ?? Figure.missing
      ),
      ("within the error of the measurement", of(summary.withinTolerance)),
      ("measured mean in the predicted range", of(summary.inRange)),
      ("rank correlation of configurations", Figure.text(summary.rankCorrelation)),
      ("pairs in the measured order", of(summary.order)),
    ] + (known ?? []) + (use ?? [])
  }

  var aims: [(aim: String, result: String)] {
    func verdict(_ met: Bool?) -> String { met.map { $0 ? "met" : "not met" } ?? "not decided" }
    let errors = summary.errors
    // A share of a few runs says nothing about ranges, nor does their width alone.
    let ranged = summary.coverage.last.flatMap { $0.observed.of >= 10 ? $0.observed.value : nil }
    return [
      (
        "every configuration of three runs or more within the error of the measurement",
        verdict(summary.withinTolerance.of == 0 ? nil : summary.withinTolerance.count == summary.withinTolerance.of)
      ),
      ("median error of at most 15 %, on either score", verdict(both(errors.median, errors.medianLog, 0.15))),
      ("worst error of at most 30 %, on either score", verdict(both(errors.worst, errors.worstLog, 0.3))),
      (
        "90 % prediction ranges hold 85 to 97 % of runs",
        verdict(ranged.map { (0.85...0.97).contains($0) })
      ),
      (
        "at no more than a factor of 1.7 either way, plateau included",
        verdict(ranged.flatMap { _ in summary.rangeFactor.map { $0 <= 1.7 } })
      ),
      (
        "the measured order wherever intervals are disjoint",
        verdict(summary.order.of == 0 ? nil : summary.order.count == summary.order.of)
      ),
    ]
  }

  private func both(_ one: Double?, _ other: Double?, _ limit: Double) -> Bool? {
    let known = [one, other].compactMap(\.self)
    return known.isEmpty ? nil : known.allSatisfy { $0 <= limit }
  }

  /// What the words and numbers mean.
  var terms: [String] {
    let range =
      seeds < SampleStatistics.leastCountForQuantiles
      ? "There is no range under \(SampleStatistics.leastCountForQuantiles) seeds."
      : "Range: 2.5 % to 97.5 % of the seeds, "
        + (isDrawn ? "unknown phone and random day together." : "random day; the phone is fixed.")
    var terms = [
      "Drain: the fall of the gauge between its first and last reading, in percent per hour. The prediction is read off a "
        + "simulated gauge of the same steps at the same times. A full gauge hides its plateau in both.",
      "95 %: Student's interval of the mean: over runs (measured), over \(seeds) seeds (predicted, simulation noise). "
        + range,
      "Allowed: 2 sqrt(SE² + (s/2)²) percent points of the mean drop, for three runs or more: the scatter of the runs and the "
        + "gauge's step s. A relative error is not decisive under three runs, and where the "
        + "gauge fell by less than 10 points in the mean.",
      "Drained: |ln((drop + plateau) / (predicted drop + plateau))| of the mean drops, where three runs or more fell by a "
        + "point or more. A full gauge hides its plateau in both.",
      "Coverage: how many runs' drops lie in their own prediction range, which holds the seeds and what no parameter says "
        + "of phones, days and runs.",
      "Ranges, either way: the larger of upper end over middle and middle over lower end, the plateau added to all three; the "
        + "median of the runs. Without the plateau, ranges of small drops are wider.",
      "Trips and rest: stretches between readings, from the first below 100 % on, with at least two thirds, or at most a "
        + "third, of their time in legs. Beside them stands what was drained; modes likewise. Nothing counts after the last "
        + "reading where both gauges are above 5 %.",
      "Tracked: hours in which positions came without a gap of five minutes, of runs whose fixes were kept and of their "
        + "simulations.",
      "Errors: distances across the route, a lower bound; none is left out but those beyond a route's ends. Simulated ones "
        + "are medians of \(errorSeeds) seed\(errorSeeds == 1 ? "" : "s"), of carriers 3 m beside the line, on foot 13.7 m. "
        + "Held: the share of fixes whose reported radius was not less than that distance.",
      "Satellites: positions of iPhones with a speed, and those of Android with a time of whole seconds, unless the file "
        + "names what made them; on legs where the run has such. Legs: 90 % of resamples of whole legs, of three or more; a "
        + "range of few is too narrow. Seeds: the least and the largest 95 % error of a seed.",
    ]
    if summary.knownPhones != nil {
      terms.append(
        "Own factor: a phone's drain over the mean of its kind, from the mapping. All other figures are those of the mean "
          + "phone.")
    }
    if summary.otherUse != nil {
      terms.append(
        "Other use: what drew besides location, in the median, estimated for each phone from the runs of the other phones "
          + "of the timeline alone. It is 0 where these make none likelier than some. Ranges include its uncertainty. All "
          + "other figures are without it.")
    }
    return terms
  }

  /// What was simulated.
  var basis: String {
    "\(device)\(network.map { " on \($0)" } ?? ""); \(days) day\(days == 1 ? "" : "s"), \(seeds) seeds from \(firstSeed), "
      + "\(isDrawn ? "drawn" : "fixed") parameters"
  }

  /// What was left out, in sentences; long lists of runs are cut.
  var omissions: [String] {
    leftOut.map { entry in
      let shown = entry.runs.prefix(3).joined(separator: ", ")
      let more = entry.runs.count > 3 ? " and \(entry.runs.count - 3) more" : ""
      return "\(entry.runs.count) run\(entry.runs.count == 1 ? "" : "s"): \(entry.reason) (\(shown)\(more))"
    }
  }
}
