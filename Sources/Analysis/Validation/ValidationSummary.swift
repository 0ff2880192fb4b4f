/// What a validation comes to.
public struct ValidationSummary: Sendable {
  /// How many of how many.
  public struct Share: Sendable, Hashable {
    public let count: Int
    public let of: Int

    public init(count: Int, of: Int) {
      self.count = count
      self.of = of
    }

    /// `nil` of none.
    public var value: Double? { of > 0 ? Double(count) / Double(of) : nil }
  }

  /// How often central intervals held what was measured.
  public struct Reliability: Sendable, Hashable {
    /// The interval's nominal share, 0 to 1.
    public let nominal: Double
    /// The share of runs whose measured drop lay in it.
    public let observed: Double
  }

  /// Configurations whose drain is judged.
  public let configurations: Int
  /// Of these, with three runs or more and a mean drop of 10 points or more.
  public let decisive: Int
  /// Relative errors of the mean drop over decisive configurations; `nil` without one.
  public let medianError: Double?
  public let worstError: Double?
  /// The configuration of the worst error.
  public let worst: String?
  /// Configurations of three runs or more that are as near as the measurement can tell.
  public let withinTolerance: Share
  /// Configurations whose measured mean lies in the predicted range over seeds.
  public let inRange: Share
  /// Spearman's, of the mean rates of all configurations; `nil` under three.
  public let rankCorrelation: Double?
  /// Pairs of configurations of one timeline whose measured intervals are disjoint, and how many of them are predicted in
  /// the measured order.
  public let order: Share
  /// Over all runs whose drain is judged.
  public let reliability: [Reliability]

  public init(_ checks: [ConfigurationCheck]) {
    let judged = checks.filter { $0.drain != nil }
    configurations = judged.count
    let decisive = judged.filter(\.isDecisive)
    self.decisive = decisive.count
    let errors = decisive.compactMap { check in check.relativeError.map { (error: $0, check: check) } }
      .sorted { $0.error < $1.error }
    medianError = Self.median(errors.map(\.error))
    worstError = errors.last?.error
    worst = errors.last.map { "\($0.check.configuration) on \($0.check.timeline)" }
    let told = judged.compactMap(\.isWithinTolerance)
    withinTolerance = Share(count: told.count { $0 }, of: told.count)
    let ranges = judged.compactMap(\.isInRange)
    inRange = Share(count: ranges.count { $0 }, of: ranges.count)
    rankCorrelation = RankCorrelation.spearman(
      judged.compactMap { $0.drain?.measured.mean }, judged.compactMap { $0.drain?.predicted.mean })
    order = Self.order(judged)
    reliability = Self.reliability(judged.flatMap(\.runs).compactMap(\.drain))
  }

  /// The middle value, or the mean of the two in the middle.
  static func median(_ sorted: [Double]) -> Double? {
    guard !sorted.isEmpty else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  private static func order(_ checks: [ConfigurationCheck]) -> Share {
    var (right, all) = (0, 0)
    for (place, first) in checks.enumerated() {
      for second in checks[(place + 1)...] where second.timeline == first.timeline {
        guard let a = first.drain, let b = second.drain, let ranges = a.measured.meanInterval,
          let others = b.measured.meanInterval, !ranges.overlaps(others)
        else { continue }
        all += 1
        if (a.measured.mean < b.measured.mean) == (a.predicted.mean < b.predicted.mean) { right += 1 }
      }
    }
    return Share(count: right, of: all)
  }

  private static func reliability(_ runs: [DrainCheck]) -> [Reliability] {
    guard !runs.isEmpty, (runs.first?.predicted.count ?? 0) >= SampleStatistics.leastCountForQuantiles else {
      return []
    }
    let sorted = runs.map { $0.predicted.sorted() }
    return stride(from: 100, through: 900, by: 100).map { perMille in
      let held = zip(runs, sorted).count { run, predicted in
        guard let low = NearestRankQuantile.value(perMille: (1000 - perMille) / 2, sorted: predicted),
          let high = NearestRankQuantile.value(perMille: (1000 + perMille) / 2, sorted: predicted)
        else { return false }
        return low <= run.measured && run.measured <= high
      }
      return Reliability(nominal: Double(perMille) / 1000, observed: Double(held) / Double(runs.count))
    }
  }
}
