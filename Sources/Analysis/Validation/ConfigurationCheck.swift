import RealModule

/// All runs of one configuration on one timeline, beside their prediction.
package struct ConfigurationCheck: Sendable {
  package static let leastRuns = 3
  /// Percent points that a gauge must have fallen, in the mean, for a relative error to mean anything.
  package static let leastDrop = 10.0
  /// Percent points by which a gauge shows that it has left its plateau.
  package static let leastShown = 1.0
  /// A rate in percent per hour, as measured over runs and as predicted over seeds.
  package struct Rate: Sendable {
    package let runs: Int
    /// Over the runs; the interval of the mean is Student's, from the scatter of the runs.
    package let measured: SampleStatistics
    /// Over the seeds, each the mean over the runs: one phone of the kind on these days.
    package let predicted: SampleStatistics

    init?(_ checks: [DrainCheck]) {
      guard let measured = SampleStatistics(checks.map(\.measuredRate)),
        let predicted = ConfigurationCheck.overSeeds(checks.map(\.predictedRates))
      else { return nil }
      runs = checks.count
      (self.measured, self.predicted) = (measured, predicted)
    }
  }

  /// Whether the phones may have been used for other things on these days.
  package let hasOtherUse: Bool
  package let timeline: String
  package let configuration: String
  /// In the order of the data.
  package let runs: [RunCheck]
  /// `nil` where no run's drain is judged.
  package let drain: Rate?
  package let onTrips: Rate?
  package let atRest: Rate?
  /// Mean hours between the first and the last reading.
  package let hours: Double
  /// Over the runs, in percent points.
  package let measuredDrop: SampleStatistics?
  /// Over the seeds, in percent points.
  package let predictedDrop: SampleStatistics?
  /// The same with each phone's own factor; `nil` where a phone has none.
  package let knownPhoneDrop: SampleStatistics?
  /// The same with the other use that the other phones' runs show; `nil` where too few phones have runs.
  package let otherUseDrop: SampleStatistics?
  package let fixesPerMinute: Figure
  package let trackedHours: Figure
  package let startDelay: Figure

  package struct Figure: Sendable {
    /// Over the runs that have fixes.
    package let measured: SampleStatistics?
    /// Over the seeds, the same runs.
    package let predicted: SampleStatistics?

    init(_ figures: [RunCheck.Figure]) {
      let known = figures.filter { $0.measured != nil }
      measured = SampleStatistics(known.compactMap(\.measured))
      predicted = ConfigurationCheck.overSeeds(known.map(\.predicted))
    }
  }

  /// How much a full gauge hides in the mean, in percent points.
  package let plateau: Double

  /// - Parameter runs: of one configuration on one timeline; at least one.
  package init(
    timeline: String, configuration: String, hasOtherUse: Bool = false, runs: [RunCheck], plateau: Double = 0
  ) {
    (self.plateau, self.timeline, self.configuration) = (plateau, timeline, configuration)
    (self.hasOtherUse, self.runs) = (hasOtherUse, runs)
    let judged = runs.compactMap(\.drain)
    drain = Rate(judged)
    onTrips = Rate(runs.compactMap(\.onTrips))
    atRest = Rate(runs.compactMap(\.atRest))
    hours = judged.isEmpty ? 0 : judged.reduce(0) { $0 + $1.hours } / Double(judged.count)
    measuredDrop = SampleStatistics(judged.map(\.measured))
    predictedDrop = Self.overSeeds(judged.map(\.predicted))
    let known = runs.filter { $0.drain != nil }.map(\.knownPhone)
    knownPhoneDrop = known.contains(where: \.isEmpty) ? nil : Self.overSeeds(known)
    let others = runs.filter { $0.drain != nil }.compactMap { $0.otherUse?.drops }
    otherUseDrop = others.count == judged.count ? Self.overSeeds(others) : nil
    fixesPerMinute = Figure(runs.map(\.fixesPerMinute))
    trackedHours = Figure(runs.map(\.trackedHours))
    startDelay = Figure(runs.map(\.startDelay))
  }

  fileprivate static func overSeeds(_ perRun: [[Double]]) -> SampleStatistics? {
    guard let seeds = perRun.first?.count, seeds > 0 else { return nil }
    return SampleStatistics(
      (0..<seeds).map { seed in perRun.reduce(0) { $0 + $1[seed] } / Double(perRun.count) })
  }

  package var count: Int { drain?.runs ?? 0 }

  /// Predicted minus measured mean drop, in percent points.
  package var difference: Double? {
    guard let measuredDrop, let predictedDrop else { return nil }
    return predictedDrop.mean - measuredDrop.mean
  }

  /// The standard error of the measured mean drop, in percent points; `nil` for one run.
  package var standardError: Double? {
    guard let measuredDrop, let interval = measuredDrop.meanInterval else { return nil }
    return (interval.upperBound - measuredDrop.mean)
      / StudentT.quantile(0.975, degreesOfFreedom: Double(measuredDrop.count - 1))
  }

  /// How far predicted and measured mean drop may lie apart, in percent points: 2 sqrt(SE^2 + (s/2)^2), the scatter of the runs, and
  /// half a step of the gauge for its readings and what the runs have in common; `nil` under three runs.
  package var tolerance: Double? {
    guard count >= Self.leastRuns, let standardError else { return nil }
    let half = (runs.map(\.gaugeStep).max() ?? 1) / 2
    return 2 * (standardError * standardError + half * half).squareRoot()
  }

  /// Whether the prediction is as near as the measurement allows to tell; `nil` under three runs.
  package var isWithinTolerance: Bool? {
    guard let difference, let tolerance else { return nil }
    return abs(difference) <= tolerance
  }

  /// |predicted - measured| / measured mean drop; `nil` where nothing fell.
  package var relativeError: Double? { relativeError(of: predictedDrop) }

  /// The same of another prediction.
  func relativeError(of predicted: SampleStatistics?) -> Double? {
    guard let predicted, let measuredDrop, measuredDrop.mean > 0 else { return nil }
    return abs(predicted.mean - measuredDrop.mean) / measuredDrop.mean
  }

  /// ln((measured + plateau) / (predicted + plateau)) of the mean drops: what was drained, where a full gauge hides some of
  /// it; `nil` where the gauge hardly left its plateau.
  package var logError: Double? { logError(of: predictedDrop) }

  /// The same of another prediction.
  func logError(of predicted: SampleStatistics?) -> Double? {
    guard leavesPlateau, let measuredDrop, let predicted, predicted.mean + plateau > 0 else { return nil }
    return .log((measuredDrop.mean + plateau) / (predicted.mean + plateau))
  }

  /// Three runs or more that fell by a point or more in the mean.
  package var leavesPlateau: Bool { count >= Self.leastRuns && (measuredDrop?.mean ?? 0) >= Self.leastShown }

  /// Three runs or more that fell by 10 points or more in the mean: others say little about a relative error.
  package var isDecisive: Bool { count >= Self.leastRuns && (measuredDrop?.mean ?? 0) >= Self.leastDrop }

  /// Whether the measured mean lies in the predicted range over seeds; `nil` under 40 seeds.
  package var isInRange: Bool? {
    guard let drain, let range = drain.predicted.quantileRange else { return nil }
    return range.contains(drain.measured.mean)
  }
}
