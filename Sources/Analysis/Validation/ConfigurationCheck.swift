import RealModule

/// All runs of one configuration on one timeline, beside their prediction.
public struct ConfigurationCheck: Sendable {
  /// Runs that a judgement needs.
  public static let leastRuns = 3
  /// Percent points that a gauge must have fallen, in the mean, for a relative error to mean anything.
  public static let leastDrop = 10.0
  /// Percent points by which a gauge shows that it has left its plateau.
  public static let leastShown = 1.0
  /// The deviation of a gauge's whole percents and of what the runs have in common (percent points).
  static let readingDeviation = 0.5

  /// A rate in percent per hour, as measured over runs and as predicted over seeds.
  public struct Rate: Sendable {
    public let runs: Int
    /// Over the runs; the interval of the mean is Student's, from the scatter of the runs.
    public let measured: SampleStatistics
    /// Over the seeds, each the mean over the runs: one phone of the kind on these days.
    public let predicted: SampleStatistics

    init?(_ checks: [DrainCheck]) {
      guard let measured = SampleStatistics(checks.map(\.measuredRate)), let seeds = checks.first?.predicted.count,
        let predicted = SampleStatistics(
          (0..<seeds).map { seed in checks.reduce(0) { $0 + $1.predictedRates[seed] } / Double(checks.count) })
      else { return nil }
      runs = checks.count
      self.measured = measured
      self.predicted = predicted
    }
  }

  public let timeline: String
  public let configuration: String
  /// In the order of the data.
  public let runs: [RunCheck]
  /// `nil` where no run's drain is judged.
  public let drain: Rate?
  public let onTrips: Rate?
  public let atRest: Rate?
  /// Mean hours between the first and the last reading.
  public let hours: Double
  /// Over the runs, in percent points.
  public let measuredDrop: SampleStatistics?
  /// Over the seeds, in percent points.
  public let predictedDrop: SampleStatistics?
  /// The same with each phone's own factor; `nil` where a phone has none.
  public let knownPhoneDrop: SampleStatistics?
  /// Over the runs that have fixes.
  public let fixesPerMinute: SampleStatistics?
  /// Over the seeds, the same runs.
  public let predictedFixesPerMinute: SampleStatistics?
  /// Time in which positions came without a gap of five minutes, over the runs that have fixes.
  public let trackedHours: SampleStatistics?
  /// Over the seeds, the same runs.
  public let predictedTrackedHours: SampleStatistics?

  /// How much a full gauge hides in the mean, in percent points.
  public let plateau: Double
  /// By how much phones of one kind differ, as a log-deviation.
  let phoneDeviation: Double

  /// - Parameter runs: of one configuration on one timeline; at least one.
  public init(
    timeline: String, configuration: String, runs: [RunCheck], plateau: Double = 0, phoneDeviation: Double = 0
  ) {
    self.plateau = plateau
    self.phoneDeviation = phoneDeviation
    self.timeline = timeline
    self.configuration = configuration
    self.runs = runs
    let judged = runs.compactMap(\.drain)
    drain = Rate(judged)
    onTrips = Rate(runs.compactMap(\.onTrips))
    atRest = Rate(runs.compactMap(\.atRest))
    hours = judged.isEmpty ? 0 : judged.reduce(0) { $0 + $1.hours } / Double(judged.count)
    measuredDrop = SampleStatistics(judged.map(\.measured))
    predictedDrop = Self.overSeeds(judged.map(\.predicted))
    let known = runs.filter { $0.drain != nil }.map(\.knownPhone)
    knownPhoneDrop = known.contains(where: \.isEmpty) ? nil : Self.overSeeds(known)
    let withFixes = runs.filter { $0.fixesPerMinute != nil }
    fixesPerMinute = SampleStatistics(withFixes.compactMap(\.fixesPerMinute))
    predictedFixesPerMinute = Self.overSeeds(withFixes.map(\.predictedFixesPerMinute))
    let tracked = runs.filter { $0.trackedHours != nil }
    trackedHours = SampleStatistics(tracked.compactMap(\.trackedHours))
    predictedTrackedHours = Self.overSeeds(tracked.map(\.predictedTrackedHours))
  }

  private static func overSeeds(_ perRun: [[Double]]) -> SampleStatistics? {
    guard let seeds = perRun.first?.count, seeds > 0 else { return nil }
    return SampleStatistics(
      (0..<seeds).map { seed in perRun.reduce(0) { $0 + $1[seed] } / Double(perRun.count) })
  }

  /// How many runs' drain is judged.
  public var count: Int { drain?.runs ?? 0 }

  /// Predicted minus measured mean drop, in percent points.
  public var difference: Double? {
    guard let measuredDrop, let predictedDrop else { return nil }
    return predictedDrop.mean - measuredDrop.mean
  }

  /// The standard error of the measured mean drop, in percent points; `nil` for one run.
  public var standardError: Double? {
    guard let measuredDrop, let interval = measuredDrop.meanInterval else { return nil }
    return (interval.upperBound - measuredDrop.mean)
      / StudentT.quantile(0.975, degreesOfFreedom: Double(measuredDrop.count - 1))
  }

  /// How far predicted and measured mean drop may lie apart, in percent points: 2 sqrt(SE^2 + 0.5^2 + P^2 / n), where P is
  /// what phones of one kind differ by and n how many were measured; `nil` under three runs.
  public var tolerance: Double? {
    guard count >= Self.leastRuns, let standardError, let measuredDrop else { return nil }
    let phones = Set(runs.filter { $0.drain != nil }.map(\.phone)).count
    let drop = phoneDeviation * (measuredDrop.mean + plateau)
    return 2
      * (standardError * standardError + Self.readingDeviation * Self.readingDeviation
      + drop * drop / Double(max(1, phones))).squareRoot()
  }

  /// Whether the prediction is as near as the measurement allows to tell; `nil` under three runs.
  public var isWithinTolerance: Bool? {
    guard let difference, let tolerance else { return nil }
    return abs(difference) <= tolerance
  }

  /// |predicted - measured| / measured mean drop; `nil` where nothing fell.
  public var relativeError: Double? { relativeError(of: predictedDrop) }

  /// The same with each phone's own factor.
  public var knownPhoneRelativeError: Double? { relativeError(of: knownPhoneDrop) }

  private func relativeError(of predicted: SampleStatistics?) -> Double? {
    guard let predicted, let measuredDrop, measuredDrop.mean > 0 else { return nil }
    return abs(predicted.mean - measuredDrop.mean) / measuredDrop.mean
  }

  /// ln((measured + plateau) / (predicted + plateau)) of the mean drops: what was drained, where a full gauge hides some of
  /// it; `nil` where the gauge hardly left its plateau.
  public var logError: Double? { logError(of: predictedDrop) }

  /// The same with each phone's own factor.
  public var knownPhoneLogError: Double? { logError(of: knownPhoneDrop) }

  private func logError(of predicted: SampleStatistics?) -> Double? {
    guard leavesPlateau, let measuredDrop, let predicted, predicted.mean + plateau > 0 else { return nil }
    return .log((measuredDrop.mean + plateau) / (predicted.mean + plateau))
  }

  /// Three runs or more that fell by a point or more in the mean.
  public var leavesPlateau: Bool { count >= Self.leastRuns && (measuredDrop?.mean ?? 0) >= Self.leastShown }

  /// Three runs or more that fell by 10 points or more in the mean: others say little about a relative error.
  public var isDecisive: Bool { count >= Self.leastRuns && (measuredDrop?.mean ?? 0) >= Self.leastDrop }

  /// Whether the measured mean lies in the predicted range over seeds; `nil` under 40 seeds.
  public var isInRange: Bool? {
    guard let drain, let range = drain.predicted.quantileRange else { return nil }
    return range.contains(drain.measured.mean)
  }
}
