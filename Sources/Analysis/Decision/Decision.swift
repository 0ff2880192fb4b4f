package import DeviceModel

/// Which strategy serves a need best, and at what cost: the one decision behind every headline, mark and front.
///
/// With a level, the best is the cheapest whose share reaches it. Without one it has the best value: the largest share less
/// `trade` times the battery, in percentage points over the hours; where all batteries are alike, the largest share. Of those
/// that tie, the cheapest is named; of those whose batteries tie too, the one with the largest share. Strategies of ended systems
/// are judged only among themselves, and so are those of another system than the phone's, those that its version lacks, and those
/// with a watch, whose drain is on no phone's account. Of those that report events, one is judged that watches for half as many
/// as any.
package struct Decision: Sendable {
  package let need: Need
  /// Over which the battery is weighed.
  package let hours: Double
  /// Percentage points of the share that one percent of the battery is worth.
  package var trade: Double { judge.trade }
  /// The rows that are judged, in their order.
  package let candidates: [Int]
  /// The row of the best value, or the cheapest that meets the need; `nil` where none does, or where no share is of use.
  package let best: Int?
  /// The row with the largest share, or the cheapest that ties with it.
  package let exact: Int?
  /// The rows that tie with the best, without it.
  package let bestTies: [Int]
  /// The rows that tie with the most exact in their share, without it.
  package let exactTies: [Int]
  /// The rows whose value the seeds do not tell from the best's, though the means are apart: with a level, whose battery; where all
  /// batteries are alike, whose share.
  package let open: [Int]
  /// The row whose mean share is the largest.
  package let top: Int?
  /// The rows whose share reaches the level, where there is one.
  package let meeting: [Int]
  /// The Pareto-optimal rows: no other is better in battery or share beyond noise, and not worse in the other.
  package let front: [Int]

  private let rows: [StrategySummary]
  private let judge: Judge

  /// With less than this share of time or events nothing serves a use, however little battery it takes.
  package static let leastShare = 0.3
  /// Percentage points of a share, or of a value, by which nobody sees two strategies differ.
  package static let unseenShare = 0.5

  /// - Parameters:
  ///   - system: the phone's own.
  ///   - trade: above 0.
  package init(
    _ need: Need, among rows: [StrategySummary], on system: PhoneSystem? = nil, hours: Double, trade: Double = 1
  ) {
    (self.need, self.hours, self.rows) = (need, hours, rows)
    let judge = Judge(need.metric, rows, hours: hours, trade: trade)
    self.judge = judge
    let candidates = Self.candidates(need, rows, system)
    /// The cheapest of those that tie with the first, and the others. Between batteries that tie the share decides: else a tie
    /// of a tie would lead, for a difference that nobody sees.
    func leader(_ first: Int?, among rows: [Int], by figure: Judge.Figure) -> (row: Int?, ties: [Int]) {
      guard let first else { return (nil, []) }
      let all = [first] + rows.filter { $0 != first && judge.relation(figure, $0, first) == .tie }
      guard let cheapest = judge.best(of: all, .battery, isSmallest: true) else { return (nil, []) }
      let cheap = all.filter { $0 == cheapest || judge.relation(.battery, $0, cheapest) == .tie }
      let most = cheap.map { judge.mean(.share, $0) }.max() ?? 0
      let near = cheap.filter { most - judge.mean(.share, $0) < Judge.Figure.share.unseen }
      let row = judge.best(of: near, .battery, isSmallest: true)
      return (row, all.filter { $0 != row }.sorted())
    }
    let meeting = need.level.map { level in candidates.filter { judge.mean(.share, $0) >= level * 100 } } ?? []
    let top = judge.best(of: candidates, .share)
    // Nobody calls exact what never has a right position, however few seeds tell it from what has one.
    let exact = leader(top, among: candidates.filter { judge.mean(.share, $0) > 0 }, by: .share)
    let hasLevel = need.level != nil
    let judged = hasLevel ? meeting : candidates.filter { judge.mean(.share, $0) >= Self.leastShare * 100 }
    let areAlike = Self.areAlike(candidates.map { judge.mean(.battery, $0) })
    let figure: Judge.Figure = hasLevel ? .battery : areAlike ? .share : .value
    let first = judge.best(of: judged, figure, isSmallest: hasLevel)
    let best = leader(first, among: judged, by: figure)
    open = first.map { first in judged.filter { judge.relation(figure, $0, first) == .open } } ?? []
    (self.candidates, self.meeting, self.top) = (candidates, meeting, top)
    (self.best, bestTies, self.exact, exactTies) = (best.row, best.ties, exact.row, exact.ties)
    front = candidates.filter { row in
      row == best.row || row == exact.row || !candidates.contains { judge.beats($0, row) }
    }
  }

  /// The share of a row, 0 to 1.
  package func share(_ row: Int) -> Double? { rows[row][need.metric]?.mean }

  /// Percent of the battery that the hours take.
  package func battery(_ row: Int) -> Double? { rows[row][.drainPercentPerHour].map { $0.mean * hours } }

  /// Of a need over the whole day, which a user at rest meets most of the time, the share of the moving time, if any.
  package func movingShare(_ row: Int) -> Double? {
    rows[row].isAtRest ? nil : need.movingMetric.flatMap { rows[row][$0]?.mean }
  }

  /// The row with the largest share among those that take half of the battery at most of what reaches the level, or the ceiling
  /// below it, and miss that by 5 points at most and by half of it at most.
  package var nearMiss: Int? {
    guard let level = need.level, let reaches = best ?? exact, let most = battery(reaches) else { return nil }
    let wanted = best == nil ? share(reaches) ?? level : level
    let near = candidates.filter { row in
      guard !meeting.contains(row), let share = share(row), let battery = battery(row) else { return false }
      return share >= max(wanted - 0.05, wanted / 2) && battery <= most / 2
    }
    return near.max { (share($0) ?? 0) < (share($1) ?? 0) }
  }

  /// The cheapest row that would meet the need if positions might be of any age, where it takes two thirds of the best's battery
  /// at most: at rest an old position is still right.
  package var enoughAtAnyAge: Int? {
    guard let level = need.level else { return nil }
    let enough = candidates.filter { !meeting.contains($0) && (agelessShare($0) ?? 0) >= level }
    let most = best.flatMap(battery).map { $0 * 2 / 3 } ?? .infinity
    return enough.min { (battery($0) ?? 0) < (battery($1) ?? 0) }.flatMap { (battery($0) ?? 0) <= most ? $0 : nil }
  }

  /// The share of a row without the need's limit of age; `nil` where there is none.
  package func agelessShare(_ row: Int) -> Double? { need.agelessMetric.flatMap { rows[row][$0]?.mean } }

  /// The largest share that any strategy reaches.
  package var ceiling: Double? { top.flatMap(share) }

  /// From a row's mean share to the farther end of its 95 % interval, which is cut at 100 %; `nil` of one seed.
  package func shareMargin(_ row: Int) -> Double? {
    rows[row][need.metric].flatMap { figure in
      figure.meanInterval.map { max($0.upperBound - figure.mean, figure.mean - $0.lowerBound) }
    }
  }

  /// Whether the seeds leave open that the best reaches the level, or the most exact where none does.
  package var isLevelOpen: Bool { (best ?? exact).map(isOpen) ?? false }

  /// The rows cheaper than the best of which the seeds leave open that they reach the level, too.
  package var openCheaper: [Int] {
    guard let most = best.flatMap(battery) else { return [] }
    return candidates.filter { !meeting.contains($0) && isOpen($0) && (battery($0) ?? most) < most }
  }

  private func isOpen(_ row: Int) -> Bool {
    guard let level = need.level, let share = share(row), let margin = shareMargin(row) else { return false }
    return abs(share - level) < margin
  }

  /// Whether every strategy takes about the same battery, so that the share alone decides.
  package var batteriesAreAlike: Bool { Self.areAlike(candidates.compactMap(battery)) }

  private static func areAlike(_ batteries: [Double]) -> Bool {
    guard let least = batteries.min(), let most = batteries.max(), batteries.count > 1 else { return false }
    return most - least <= Judge.Figure.battery.small
  }

  /// Whether the seeds do not tell the battery of a row from another's.
  package func batteryIsEven(_ row: Int, _ other: Int) -> Bool { judge.isEven(judge.difference(.battery, row, other)) }

  /// The rows whose share the seeds do not tell from the largest, though the means are apart.
  package var openShares: [Int] {
    top.map { top in candidates.filter { judge.relation(.share, $0, top) == .open } } ?? []
  }

  /// The leg of the day on which the most exact strategy loses most, where that is half of what it loses; `nil` where it loses
  /// less than a twentieth of the moving time, or the need is not about moving time.
  package var worstLeg: String? {
    guard let exact, let ceiling, ceiling < 0.95 else { return nil }
    // Of one leg alone there is nothing to say.
    let legs = rows[exact].legs
    guard legs.count > 1 else { return nil }
    func lost(_ leg: LegShares) -> Int { leg.moving - (need.use == .track ? leg.track : leg.now) }
    // Legs are counted with the report's own thresholds.
    let isCounted =
      switch need.metric {
      case .track(let metres): metres * metres == legs[0].trackLimit
      case .now(let share): share == NowShare(metres: share.metres) && share.metres * share.metres == legs[0].nowLimit
      default: false
      }
    guard isCounted,
      let worst = legs.max(by: { lost($0) < lost($1) }), lost(worst) * 2 >= legs.reduce(0, { $0 + lost($1) })
    else { return nil }
    return worst.name
  }

  private static func candidates(_ need: Need, _ rows: [StrategySummary], _ system: PhoneSystem?) -> [Int] {
    var judged = rows.indices.filter {
      rows[$0][need.metric] != nil && rows[$0][.drainPercentPerHour] != nil && rows[$0].decision?.isOffered ?? true
    }
    // Each holds for all that are judged, where it holds for any.
    let preferred: [(StrategySummary) -> Bool] = [
      { $0.unavailable == nil }, { $0[.watchEnergy] == nil }, { $0.system == system },
    ]
    for holds in preferred {
      let found = judged.filter { holds(rows[$0]) }
      if !found.isEmpty { judged = found }
    }
    let onOne = judged.filter { rows[$0].system == rows[judged[0]].system }
    // One fence of six is no rival to all six.
    guard need.use == .events, let most = onOne.compactMap({ rows[$0][.trueEvents]?.mean }).max() else { return onOne }
    return onOne.filter { (rows[$0][.trueEvents]?.mean ?? most) * 2 >= most }
  }
}

/// Means and paired differences of what rows are judged by, all in percentage points over the hours.
private struct Judge: Sendable {
  enum Figure {
    case share, battery, value

    /// Nobody sees a smaller difference.
    var unseen: Double { self == .battery ? 0.1 : Decision.unseenShare }
    /// A larger difference matters to people: where it is within noise, the seeds are too few.
    var small: Double { self == .battery ? 1 : 5 }
  }

  /// What the seeds say about one row beside another. The interval is that of the difference paired by seed, 95 %; one seed
  /// has none.
  enum Relation {
    case less, more
    /// A small difference whose interval holds 0, or one that nobody sees.
    case tie
    /// A larger difference whose interval holds 0, or rows without a common seed.
    case open
  }

  let metric: Metric
  let rows: [StrategySummary]
  /// With parts of pooled shares: rows are compared by what they are judged by.
  private let runs: [[RunMetrics]]
  let hours: Double
  let trade: Double

  init(_ metric: Metric, _ rows: [StrategySummary], hours: Double, trade: Double) {
    (self.metric, self.rows, self.hours, self.trade) = (metric, rows, hours, trade)
    runs = rows.map { $0.runs(weighing: metric) }
  }

  private func value(_ figure: Figure, share: Double?, drain: Double?) -> Double? {
    switch figure {
    case .share: share.map { $0 * 100 }
    case .battery: drain.map { $0 * hours }
    case .value: share.flatMap { share in drain.map { share * 100 - trade * hours * $0 } }
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

  /// `nil` without a common seed.
  func difference(_ figure: Figure, _ row: Int, _ other: Int) -> SampleStatistics? {
    PairedDifference.of(
      { value(figure, share: $0[metric], drain: $0[.drainPercentPerHour]) }, runs[row], minus: runs[other])
  }

  func isEven(_ difference: SampleStatistics?) -> Bool {
    difference.map { ($0.meanInterval ?? $0.mean...$0.mean).contains(0) } ?? true
  }

  func relation(_ figure: Figure, _ row: Int, _ other: Int) -> Relation {
    guard let difference = difference(figure, row, other) else { return .open }
    let size = abs(difference.mean)
    if size < figure.unseen { return .tie }
    if isEven(difference) { return size <= figure.small ? .tie : .open }
    return difference.mean > 0 ? .more : .less
  }

  /// Whether a row is better in battery or share, and not worse in the other.
  func beats(_ row: Int, _ other: Int) -> Bool {
    let (share, battery) = (relation(.share, row, other), relation(.battery, row, other))
    return share != .less && battery != .more && (share == .more || battery == .less)
  }
}
