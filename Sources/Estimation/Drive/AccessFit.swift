import RealModule

/// Shares of the way, or of the time, by radio access, the mean way or time on each, and what follows.
///
/// Stays are taken as exponential. A stay that the log's start, end or pause cuts counts with its length and as half a stay,
/// so that the mean is metres or seconds over the mean number of entries and exits. Errors are those of an access and all others
/// in turn, n stays of each: a share has the log-odds' variance 2 / n, changes that of their spacing (delta method). With three
/// drives and more the delete-one-drive jackknife takes their place where it is larger. Intervals of shares are normal in the
/// log-odds, those of stays and changes exact Poisson; with the jackknife's errors both are normal in the log-odds or the
/// logarithm, with Student's quantile over the drives.
package struct AccessFit: Sendable {
  /// What shares are of.
  package enum Exposure: Sendable {
    case way
    case time

    /// A drive with less of it does not count, in metres or seconds.
    var least: Double { self == .way ? DrivePoint.shortestWay : 1 }
    /// Of rates: a kilometre or an hour.
    var rate: (unit: String, amount: Double) { self == .way ? ("km", 1_000) : ("h", 3_600) }

    func amount(_ stretch: DrivePoint.Stretch) -> Double { self == .way ? stretch.length : stretch.seconds }
  }

  package struct Access: Sendable, Hashable {
    /// The number that the rows name it by.
    package let access: Int
    /// In metres or seconds.
    package let amount: Double
    /// Without an error for the only access, and where it was never entered or left and fewer than three drives show how it varies.
    package let share: FittedParameter
    /// Mean of entries and exits.
    package let stays: Double
    /// Mean metres or seconds at a time; `nil` where it was never entered or left.
    package let stay: FittedParameter?
    /// Exits to others, with their number.
    package let exits: [Int: Int]

    /// Share of the exits that lead to another; `nil` where there are none.
    ///
    /// Mean and deviation of Jeffreys's posterior, a beta distribution: below 1 and above 0 also where all exits lead there.
    package func share(of next: Int) -> (value: Double, error: Double)? {
      let all = Double(exits.values.reduce(0, +))
      guard all > 0, let count = exits[next] else { return nil }
      let middle = (Double(count) + 0.5) / (all + 1)
      return (middle, (middle * (1 - middle) / (all + 2)).squareRoot())
    }
  }

  /// The largest share first.
  package let accesses: [Access]
  /// Metres or seconds on all of them.
  package let amount: Double
  /// Drives with enough of it.
  package let drives: Int
  /// Changes of access a kilometre or an hour, and those from one access to another a kilometre or an hour on the first.
  package let changes: FittedParameter
  package let transitions: [(from: Int, to: Int, rate: FittedParameter)]

  /// What one drive tells.
  private struct Counts {
    var amount: [Int: Double] = [:]
    var exits: [SIMD2<Int>: Int] = [:]
    /// From the last access of each piece of the log to its first.
    var closings: [SIMD2<Int>: Int] = [:]

    static func + (a: Counts, b: Counts) -> Counts {
      Counts(
        amount: a.amount.merging(b.amount, uniquingKeysWith: +), exits: a.exits.merging(b.exits, uniquingKeysWith: +),
        closings: a.closings.merging(b.closings, uniquingKeysWith: +))
    }

    var total: Double { amount.keys.sorted().reduce(0) { $0 + (amount[$1] ?? 0) } }
    var changes: Int { exits.values.reduce(0, +) }
    func share(_ access: Int) -> Double { total > 0 ? (amount[access] ?? 0) / total : 0 }
    func stays(_ access: Int) -> Double {
      Double(exits.reduce(0) { $0 + ($1.key.x == access || $1.key.y == access ? $1.value : 0) }) / 2
    }
    /// Each piece of the log closed by a change from its last access to its first.
    func wholeStays(_ access: Int) -> Double {
      Double(exits.merging(closings, uniquingKeysWith: +).reduce(0) { $1.key.x == access ? $0 + $1.value : $0 })
    }
    func stay(_ access: Int) -> Double? {
      let stays = stays(access)
      return stays > 0 ? (amount[access] ?? 0) / stays : nil
    }
    func rate(_ pair: SIMD2<Int>) -> Double? {
      guard let way = amount[pair.x], way > 0 else { return nil }
      return Double(exits[pair] ?? 0) / way
    }
  }

  /// - Parameters:
  ///   - accesses: those to tell apart; rows of others, without service for instance, are left out.
  ///   - condition: what a row needs to name one, for messages.
  /// - Throws: `badInput` where no log moves by 200 m, or has a second, on them.
  package init(
    _ drives: [[DrivePoint]], accesses: Set<Int>, over exposure: Exposure = .way,
    where condition: String = "names the radio access"
  ) throws(EstimationError) {
    let parts = drives.map { Self.counts($0, accesses, exposure) }
    let all = parts.reduce(Counts(), +)
    let total = all.total
    guard total >= exposure.least else {
      throw .badInput(
        exposure == .time
          ? "no log names the radio access over any time"
          : "no log moves by \(Int(DrivePoint.shortestWay)) m where it \(condition)")
    }
    let moved = parts.filter { $0.total >= exposure.least }
    let errors = JackknifeErrors(moved)
    var found: [Access] = []
    for access in accesses.sorted() where all.share(access) > 0 || (exposure == .way && all.stays(access) > 0) {
      let (share, stays) = (all.share(access), all.stays(access))
      let whole = all.wholeStays(access)
      let model = whole > 0 ? share * (1 - share) * (2 / whole).squareRoot() : nil
      let error = share < 1 ? errors.larger(model) { $0.share(access) } : nil
      let interval = try error.flatMap { (error) throws(EstimationError) in
        try Self.logOdds(share, error.value, errors.quantile(error))
      }
      found.append(
        Access(
          access: access, amount: all.amount[access] ?? 0,
          share: FittedParameter(
            name: "share", value: share, standardError: error?.value, interval95: interval, intervalMethod: .logOdds,
            unit: ""),
          stays: stays,
          stay: try all.stay(access).map { (stay) throws(EstimationError) in
            try Self.stay(stay, stays: stays, unit: exposure == .way ? "m" : "s", errors) { $0.stay(access) }
          },
          exits: Dictionary(uniqueKeysWithValues: all.exits.filter { $0.key.x == access }.map { ($0.key.y, $0.value) })
        ))
    }
    self.accesses = found.sorted { ($1.share.value, $0.access) < ($0.share.value, $1.access) }
    amount = total
    self.drives = moved.count
    let unit = exposure.rate
    // The way is the sum of all stays, each as uncertain as the root of their number says.
    let relative = accesses.reduce(0) {
      let whole = all.wholeStays($1)
      return whole > 0 ? $0 + all.share($1) * all.share($1) / whole : $0
    }.squareRoot()
    changes = try Self.rate(
      "changes_per_\(unit.unit)", count: all.changes, amount: total, unit,
      model: Double(all.changes) / total * relative, errors
    ) { $0.total > 0 ? Double($0.changes) / $0.total : nil }
    var transitions: [(from: Int, to: Int, rate: FittedParameter)] = []
    for (pair, count) in all.exits.sorted(by: { ($0.value, $1.key.x, $1.key.y) > ($1.value, $0.key.x, $0.key.y) }) {
      guard let way = all.amount[pair.x], way > 0 else { continue }
      let rate = try Self.rate("per_\(unit.unit)", count: count, amount: way, unit, model: nil, errors) {
        $0.rate(pair)
      }
      transitions.append((pair.x, pair.y, rate))
    }
    self.transitions = transitions
  }

  // MARK: - Errors

  /// A standard error, and whether it is the jackknife's.
  private struct StandardError {
    let value: Double
    let isBetweenDrives: Bool
  }

  /// Values of all drives but one, for each one that moved.
  private struct JackknifeErrors {
    let without: [Counts]

    init(_ moved: [Counts]) {
      without = moved.indices.map { left in
        moved.enumerated().reduce(Counts()) { $1.offset == left ? $0 : $0 + $1.element }
      }
    }

    /// The jackknife's error from three drives on where it is larger than the model's; `nil` where neither is known.
    func larger(_ model: Double?, _ value: (Counts) -> Double?) -> StandardError? {
      let own = model.map { StandardError(value: $0, isBetweenDrives: false) }
      let values = without.compactMap(value)
      guard without.count >= 3, values.count == without.count else { return own }
      let count = Double(values.count)
      let error = ((count - 1) / count * values.scatter).squareRoot()
      return error > model ?? 0 ? StandardError(value: error, isBetweenDrives: true) : own
    }

    func quantile(_ error: StandardError) throws(EstimationError) -> Double {
      error.isBetweenDrives ? try GSL.studentQuantile(Double(without.count - 1)) : LikelihoodFit.score
    }
  }

  private static func logOdds(_ share: Double, _ error: Double, _ quantile: Double) -> ClosedRange<Double>? {
    guard share > 0, share < 1, error > 0 else { return nil }
    let odds = share / (1 - share)
    let factor = Double.exp(quantile * error / (share * (1 - share)))
    // Of odds beyond all numbers the share is 1.
    let high = odds * factor
    return odds / factor / (1 + odds / factor)...(high.isFinite ? high / (1 + high) : 1)
  }

  private static func stay(
    _ value: Double, stays: Double, unit: String, _ errors: JackknifeErrors, _ own: (Counts) -> Double?
  ) throws(EstimationError) -> FittedParameter {
    let error = errors.larger(value / stays.squareRoot(), own)
    if let error, error.isBetweenDrives, value > 0 {
      return .logNormal(
        "stay", value, relative: error.value / value, quantile: try errors.quantile(error), unit: unit)
    }
    let low = try ChiSquare.quantile(0.975, degreesOfFreedom: 2 * stays + 2) / 2
    let high = try ChiSquare.quantile(0.025, degreesOfFreedom: 2 * stays) / 2
    return FittedParameter(
      name: "stay", value: value, standardError: error?.value,
      interval95: value > 0 ? value * stays / low...value * stays / high : nil, intervalMethod: .poisson, unit: unit)
  }

  /// - Parameter model: error of the rate in 1/m or 1/s; without one that of a Poisson process.
  private static func rate(
    _ name: String, count: Int, amount: Double, _ unit: (unit: String, amount: Double), model: Double?,
    _ errors: JackknifeErrors, _ value: (Counts) -> Double?
  ) throws(EstimationError) -> FittedParameter {
    let poisson = try PoissonRate(count: count, exposure: amount / unit.amount)
    let known = model.map { $0 * unit.amount } ?? poisson.standardError
    guard count > 0, let error = errors.larger(known, { value($0).map { $0 * unit.amount } }),
      error.isBetweenDrives || error.value > poisson.standardError
    else { return poisson.parameter(name, unit: "1/\(unit.unit)") }
    return .logNormal(
      name, poisson.value, relative: error.value / poisson.value, quantile: try errors.quantile(error),
      unit: "1/\(unit.unit)")
  }

  private static func counts(_ points: [DrivePoint], _ accesses: Set<Int>, _ exposure: Exposure) -> Counts {
    var counts = Counts()
    var (first, before): (Int?, Int?) = (nil, nil)
    for stretch in DrivePoint.stretches(points, { $0.access.flatMap { accesses.contains($0) ? $0 : nil } }) {
      let state = stretch.state
      counts.amount[state, default: 0] += exposure.amount(stretch)
      if stretch.isEntered, let before { counts.exits[SIMD2(before, state), default: 0] += 1 } else { first = state }
      if !stretch.isLeft, let first, first != state { counts.closings[SIMD2(state, first), default: 0] += 1 }
      before = state
    }
    return counts
  }
}
