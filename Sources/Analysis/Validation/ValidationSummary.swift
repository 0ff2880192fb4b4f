import RealModule

package struct ValidationSummary: Sendable {
  package struct Share: Sendable, Hashable {
    package let count: Int
    package let of: Int

    package init(count: Int, of: Int) {
      self.count = count
      self.of = of
    }

    package var value: Double? { of > 0 ? Double(count) / Double(of) : nil }
  }

  /// How often central intervals held what was measured.
  package struct Reliability: Sendable, Hashable {
    /// The interval's nominal share, 0 to 1.
    package let nominal: Double
    /// The share of runs whose measured drop lay in it.
    package let observed: Double
  }

  /// How often the central prediction range of a size held a timeline's runs.
  package struct Coverage: Sendable, Hashable {
    /// `nil` for all together.
    package let timeline: String?
    /// 0 to 1.
    package let level: Double
    package let observed: Share
  }

  /// The two errors of a prediction of the configurations, each in the median and at worst; `nil` without any.
  package struct Errors: Sendable, Hashable {
    /// Relative errors of the mean drop, over decisive configurations.
    package let median: Double?
    package let worst: Double?
    /// The configuration of the worst.
    package let worstName: String?
    /// |ln((drop + plateau) / (predicted + plateau))|, over the configurations that leave the plateau.
    package let medianLog: Double?
    package let worstLog: Double?
    package let worstLogName: String?
    package let leavePlateau: Int

    init(_ checks: [ConfigurationCheck], of drop: (ConfigurationCheck) -> SampleStatistics?) {
      func rising(_ error: (ConfigurationCheck) -> Double?) -> [(error: Double, name: String)] {
        checks.compactMap { check in
          error(check).map { (error: $0, name: "\(check.configuration) on \(check.timeline)") }
        }.sorted { $0.error < $1.error }
      }
      let errors = rising { $0.isDecisive ? $0.relativeError(of: drop($0)) : nil }
      let scores = rising { $0.logError(of: drop($0)).map { abs($0) } }
      median = ValidationSummary.median(errors.map(\.error))
      (worst, worstName) = (errors.last?.error, errors.last?.name)
      medianLog = ValidationSummary.median(scores.map(\.error))
      (worstLog, worstLogName, leavePlateau) = (scores.last?.error, scores.last?.name, scores.count)
    }
  }

  /// Predictions with the other use that the other phones' runs show.
  package struct OtherUse: Sendable, Hashable {
    package let errors: Errors
    /// By timeline, then all together; empty under 40 seeds.
    package let coverage: [Coverage]
    /// As `ValidationSummary.rangeFactor`.
    package let rangeFactor: Double?
  }

  /// What runs of one phone, or stretches of one way to travel, come to.
  package struct Group: Sendable, Hashable {
    package let timeline: String
    /// The phone, or configuration and way to travel.
    package let name: String
    package let runs: Int
    /// Mean rates in percent per hour.
    package let measured: Double
    package let predicted: Double
    /// ln((measured + plateau) / (predicted + plateau)) of the mean drops; of the rates by way to travel.
    package let logError: Double?
  }

  /// Configurations whose drain is judged.
  package let configurations: Int
  /// Of these, with three runs or more and a mean drop of 10 points or more.
  package let decisive: Int
  package let errors: Errors
  /// Configurations of three runs or more that are as near as the measurement can tell.
  package let withinTolerance: Share
  /// Configurations whose measured mean lies in the predicted range over seeds.
  package let inRange: Share
  /// Spearman's, of the mean rates of all configurations; `nil` under three.
  package let rankCorrelation: Double?
  /// Pairs of configurations of one timeline whose measured intervals are disjoint, and how many of them are predicted in
  /// the measured order.
  package let order: Share
  /// Over all runs whose drain is judged.
  package let reliability: [Reliability]
  /// The two errors with each phone's own factor; `nil` where phones are not known.
  package let knownPhones: Errors?
  /// `nil` where no timeline has enough phones.
  package let otherUse: OtherUse?
  /// Relative errors of the mean rates from the plateau on, over configurations of three runs or more, in the median.
  package let medianTripError: Double?
  package let medianRestError: Double?
  /// By timeline, then all together.
  package let coverage: [Coverage]
  /// The larger of upper end over middle and middle over lower end of the 90 % prediction ranges, plateau included, in the
  /// median of the runs.
  package let rangeFactor: Double?
  /// Whether the days are those of the device's fit.
  package let isFitted: Bool
  package let byPhone: [Group]
  package let byMode: [Group]

  /// - Parameters:
  ///   - checks: those of days with other use count where there are no others.
  ///   - isFitted: the device says that it was fitted to days of these files.
  package init(_ checks: [ConfigurationCheck], isFitted: Bool = false) {
    let clean = checks.filter { !$0.hasOtherUse }
    self.isFitted = isFitted && !clean.isEmpty
    let judged = (clean.isEmpty ? checks : clean).filter { $0.drain != nil }
    configurations = judged.count
    decisive = judged.count(where: \.isDecisive)
    errors = Errors(judged, of: \.predictedDrop)
    let known = judged.compactMap(\.isWithinTolerance)
    withinTolerance = Share(count: known.count { $0 }, of: known.count)
    let ranges = judged.compactMap(\.isInRange)
    inRange = Share(count: ranges.count { $0 }, of: ranges.count)
    rankCorrelation = RankCorrelation.spearman(
      judged.compactMap { $0.drain?.measured.mean }, judged.compactMap { $0.drain?.predicted.mean })
    order = Self.order(judged)
    let runs = judged.flatMap(\.runs).filter { $0.drain != nil }
    reliability = Self.reliability(runs)
    let areKnown = !judged.isEmpty && judged.allSatisfy { $0.knownPhoneDrop != nil }
    knownPhones = areKnown ? Errors(judged, of: \.knownPhoneDrop) : nil
    medianTripError = Self.median(judged.compactMap { Self.error(of: $0.onTrips) }.sorted())
    medianRestError = Self.median(judged.compactMap { Self.error(of: $0.atRest ?? $0.drain) }.sorted())
    coverage = Self.coverage(runs, of: \.rangeDrops)
    let plateau = judged.first?.plateau ?? 0
    rangeFactor = Self.rangeFactor(runs.map(\.rangeDrops), plateau)
    let used = checks.filter(\.hasOtherUse)
    let compared = (used.isEmpty ? judged : used).filter { $0.otherUseDrop != nil }
    let others = compared.flatMap(\.runs).filter { $0.drain != nil }
    otherUse =
      compared.isEmpty
      ? nil
      : OtherUse(
        errors: Errors(compared, of: \.otherUseDrop),
        coverage: Self.coverage(others) { $0.otherUse?.rangeDrops ?? [] },
        rangeFactor: Self.rangeFactor(others.map { $0.otherUse?.rangeDrops ?? [] }, plateau))
    byPhone = Self.groups(runs, plateau: plateau) { run in run.drain.map { [(run.phone, $0)] } ?? [] }
    byMode = Self.groups(runs, plateau: 0) { run in
      run.byMode.sorted { $0.key < $1.key }.map { ("\(run.configuration), \($0.key)", $0.value) }
    }
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

  private static func error(of rate: ConfigurationCheck.Rate?) -> Double? {
    guard let rate, rate.runs >= ConfigurationCheck.leastRuns, rate.measured.mean > 0 else { return nil }
    return abs(rate.predicted.mean - rate.measured.mean) / rate.measured.mean
  }

  private static func rangeFactor(_ drops: [[Double]], _ plateau: Double) -> Double? {
    median(
      drops.compactMap { drops -> Double? in
        guard let range = NearestRankQuantile.range(perMille: 900, sorted: drops),
          let middle = NearestRankQuantile.value(perMille: 500, sorted: drops), range.lowerBound + plateau > 0
        else { return nil }
        return max(
          (range.upperBound + plateau) / (middle + plateau), (middle + plateau) / (range.lowerBound + plateau))
      }.sorted())
  }

  private static func held(_ runs: [RunCheck], perMille: Int, of drops: (RunCheck) -> [Double]) -> Share {
    Share(
      count: runs.count { run in
        guard let drain = run.drain, let range = NearestRankQuantile.range(perMille: perMille, sorted: drops(run))
        else {
          return false
        }
        return range.contains(drain.measured)
      }, of: runs.count)
  }

  private static func coverage(_ runs: [RunCheck], of drops: (RunCheck) -> [Double]) -> [Coverage] {
    guard ranged(runs) else { return [] }
    let timelines = Set(runs.map(\.timeline)).sorted()
    return (timelines.map { name in (name, runs.filter { $0.timeline == name }) } + [(nil, runs)]).map {
      Coverage(timeline: $0.0, level: 0.9, observed: held($0.1, perMille: 900, of: drops))
    }
  }

  private static func ranged(_ runs: [RunCheck]) -> Bool {
    (runs.first?.drain?.predicted.count ?? 0) >= SampleStatistics.leastCountForQuantiles
      && runs.contains { !$0.rangeDrops.isEmpty }
  }

  private static func reliability(_ runs: [RunCheck]) -> [Reliability] {
    guard ranged(runs) else { return [] }
    return stride(from: 100, through: 900, by: 100).map { perMille in
      Reliability(
        nominal: Double(perMille) / 1000, observed: held(runs, perMille: perMille, of: \.rangeDrops).value ?? 0)
    }
  }

  private static func groups(
    _ runs: [RunCheck], plateau: Double, parts: (RunCheck) -> [(String, DrainCheck)]
  ) -> [Group] {
    struct Key: Hashable {
      let timeline: String
      let name: String
    }
    var members: [Key: [DrainCheck]] = [:]
    for run in runs {
      for (name, drain) in parts(run) { members[Key(timeline: run.timeline, name: name), default: []].append(drain) }
    }
    return members.sorted { ($0.key.timeline, $0.key.name) < ($1.key.timeline, $1.key.name) }.map { key, drains in
      let count = Double(drains.count)
      func mean(_ value: (DrainCheck) -> Double) -> Double { drains.reduce(0) { $0 + value($1) } / count }
      func predicted(_ drain: DrainCheck) -> Double {
        drain.predicted.reduce(0, +) / Double(max(1, drain.predicted.count))
      }
      let (shown, expected) = (mean(\.measured) + plateau, mean(predicted) + plateau)
      return Group(
        timeline: key.timeline, name: key.name, runs: drains.count, measured: mean(\.measuredRate),
        predicted: mean { predicted($0) / $0.hours }, logError: shown > 0 && expected > 0 ? .log(shown / expected) : nil
      )
    }
  }
}
