package import DeviceModel

/// Which strategy serves a need best, and at what cost: the one decision behind every headline, mark and front.
///
/// With a level, the best is the cheapest whose share reaches it. Without one it has the best value: the largest share less
/// `trade` times the battery, in percentage points over the hours. Differences are paired by seed; where their 95 % interval
/// holds 0, two strategies tie. Strategies of ended systems are judged only among themselves, and so are those of another
/// system than the phone's, and those with a watch, whose drain is on no phone's account. Of those that report events, one is
/// judged that watches for half as many as any.
package struct Decision: Sendable {
  package let need: Need
  /// Over which the battery is weighed.
  package let hours: Double
  /// Percentage points of the share that one percent of the battery is worth.
  package let trade: Double
  /// The rows that are judged, in their order.
  package let candidates: [Int]
  /// The row of the best value, or the cheapest that meets the need; `nil` where none does.
  package let best: Int?
  /// The row with the largest share.
  package let exact: Int?
  /// The rows that tie with the best, without it.
  package let bestTies: [Int]
  /// The rows that tie with the most exact in their share, without it.
  package let exactTies: [Int]
  /// The rows whose share reaches the level, where there is one.
  package let meeting: [Int]
  /// The Pareto-optimal rows: no other is better in battery or share beyond noise, and not worse in the other.
  package let front: [Int]

  private let rows: [StrategySummary]

  /// - Parameters:
  ///   - system: the phone's own.
  ///   - trade: above 0.
  package init(
    _ need: Need, among rows: [StrategySummary], on system: PhoneSystem? = nil, hours: Double, trade: Double = 1
  ) {
    (self.need, self.hours, self.trade, self.rows) = (need, hours, trade, rows)
    let judge = Judge(metric: need.metric, rows: rows, batteryWeight: hours * trade)
    let candidates = Self.candidates(need, rows, system)
    func ties(_ row: Int?, among rows: [Int], _ figure: Judge.Figure) -> [Int] {
      row.map { row in rows.filter { $0 != row && judge.order(figure, $0, row) == 0 } } ?? []
    }
    let meeting = need.level.map { level in candidates.filter { judge.mean(.share, $0) >= level * 100 } }
    let best = meeting.map { judge.best(of: $0, .battery, isSmallest: true) } ?? judge.best(of: candidates, .value)
    let exact = judge.best(of: candidates, .share)
    (self.candidates, self.best, self.exact, self.meeting) = (candidates, best, exact, meeting ?? [])
    bestTies = ties(best, among: meeting ?? candidates, meeting == nil ? .value : .battery)
    exactTies = ties(exact, among: candidates, .share)
    front = candidates.filter { row in
      row == best || row == exact || !candidates.contains { judge.beats($0, row) }
    }
  }

  /// The share of a row, 0 to 1.
  package func share(_ row: Int) -> Double? { rows[row][need.metric]?.mean }

  /// Percent of the battery that the hours take.
  package func battery(_ row: Int) -> Double? { rows[row][.drainPercentPerHour].map { $0.mean * hours } }

  /// Of a need over the whole day, which a user at rest meets most of the time, the share of the moving time.
  package func movingShare(_ row: Int) -> Double? { need.movingMetric.flatMap { rows[row][$0]?.mean } }

  /// The row nearest to the level among those that miss it by 5 points at most and take half of the best's battery at most.
  package var nearMiss: Int? {
    guard let level = need.level, let best, let most = battery(best) else { return nil }
    let near = candidates.filter { row in
      guard !meeting.contains(row), let share = share(row), let battery = battery(row) else { return false }
      return share >= level - 0.05 && battery <= most / 2
    }
    return near.max { (share($0) ?? 0) < (share($1) ?? 0) }
  }

  /// The largest share that any strategy reaches.
  package var ceiling: Double? { exact.flatMap(share) }

  /// Whether every strategy takes about the same battery, so that the share alone decides: within a point, or within noise.
  package var batteriesAreAlike: Bool {
    let batteries = candidates.compactMap(battery)
    guard let least = batteries.min(), let most = batteries.max(), batteries.count > 1 else { return false }
    return most - least <= 1
  }

  /// The leg of the day on which the most exact strategy loses most, where that is a third of what it loses; `nil` where it loses
  /// less than a twentieth of the moving time, or the need is not about moving time.
  package var worstLeg: String? {
    guard let exact, let ceiling, ceiling < 0.95 else { return nil }
    let legs = rows[exact].legs
    func lost(_ leg: LegShares) -> Int { leg.moving - (need.use == .track ? leg.track : leg.now) }
    guard need.use == .track || need.metric == .now(NowShare(metres: nowMetres)),
      let worst = legs.max(by: { lost($0) < lost($1) }), lost(worst) * 3 >= legs.reduce(0, { $0 + lost($1) })
    else { return nil }
    return worst.name
  }

  private var nowMetres: Double { if case .now(let share) = need.metric { share.metres } else { 0 } }

  private static func candidates(_ need: Need, _ rows: [StrategySummary], _ system: PhoneSystem?) -> [Int] {
    let judged = rows.indices.filter {
      rows[$0][need.metric] != nil && rows[$0][.drainPercentPerHour] != nil && rows[$0].decision?.isOffered ?? true
    }
    /// Those of which something holds, or all where it holds for none.
    func preferred(_ indices: [Int], _ holds: (StrategySummary) -> Bool) -> [Int] {
      let found = indices.filter { holds(rows[$0]) }
      return found.isEmpty ? indices : found
    }
    let present = preferred(judged) { !$0.isPast }
    let alone = preferred(present) { $0[.watchEnergy] == nil }
    let own = preferred(alone) { $0.system == system }
    let onOne = own.filter { rows[$0].system == rows[own[0]].system }
    // One fence of six is no rival to all six.
    guard need.use == .events, let most = onOne.compactMap({ rows[$0][.trueEvents]?.mean }).max() else { return onOne }
    return onOne.filter { (rows[$0][.trueEvents]?.mean ?? most) * 2 >= most }
  }
}

/// Means and paired differences of what rows are judged by.
private struct Judge {
  enum Figure { case share, battery, value }

  let metric: Metric
  let rows: [StrategySummary]
  let batteryWeight: Double

  /// Shares in percentage points, drain in percent per hour, values in points over the hours.
  private func value(_ figure: Figure, share: Double?, drain: Double?) -> Double? {
    switch figure {
    case .share: share.map { $0 * 100 }
    case .battery: drain
    case .value: share.flatMap { share in drain.map { share * 100 - batteryWeight * $0 } }
    }
  }

  func mean(_ figure: Figure, _ row: Int) -> Double {
    value(figure, share: rows[row][metric]?.mean, drain: rows[row][.drainPercentPerHour]?.mean) ?? -.infinity
  }

  /// The first of the largest, or of the smallest.
  func best(of indices: [Int], _ figure: Figure, isSmallest: Bool = false) -> Int? {
    let sign = isSmallest ? -1.0 : 1
    return indices.reduce(nil) { best, row in
      best.map { sign * mean(figure, row) > sign * mean(figure, $0) ? row : $0 } ?? row
    }
  }

  /// Whether a row has more of a figure than another: -1, 0 for a tie within the interval of the paired difference, or 1. One
  /// seed has no interval.
  func order(_ figure: Figure, _ row: Int, _ other: Int) -> Int {
    func value(of run: RunMetrics) -> Double? {
      self.value(figure, share: run[metric], drain: run[.drainPercentPerHour])
    }
    guard let difference = PairedDifference.of(value, rows[row].runs, minus: rows[other].runs) else { return 0 }
    let interval = difference.meanInterval ?? difference.mean...difference.mean
    return interval.contains(0) ? 0 : interval.lowerBound > 0 ? 1 : -1
  }

  /// Whether a row is better in battery or share, and not worse in the other.
  func beats(_ row: Int, _ other: Int) -> Bool {
    let (share, battery) = (order(.share, row, other), order(.battery, row, other))
    return share >= 0 && battery <= 0 && (share > 0 || battery < 0)
  }
}
