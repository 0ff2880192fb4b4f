import RealModule

/// Shares of the way by radio access, the mean way on each at a time, and what follows.
///
/// Stays are taken as exponential. A stay that the log's start, end or pause cuts counts with its length and as half a stay,
/// so that the mean is metres over the mean number of entries and exits. Errors are those of an alternating Poisson process;
/// with three drives and more the delete-one-drive jackknife takes their place where it is larger, since drives differ.
public struct AccessWayFit: Sendable {
  public struct Access: Sendable, Hashable {
    /// The number that the rows name it by.
    public let access: Int
    public let metres: Double
    public let share: Double
    public let shareError: Double
    /// Mean of entries and exits.
    public let stays: Double
    /// Mean metres at a time; `nil` where it was never entered or left.
    public let stay: Double?
    public let stayError: Double?
    /// Exits to others, with their number.
    public let exits: [Int: Int]

    /// Share of the exits that lead to another, with its binomial error; `nil` where there are none.
    public func share(of next: Int) -> (value: Double, error: Double)? {
      let all = exits.values.reduce(0, +)
      guard all > 0, let count = exits[next] else { return nil }
      let share = Double(count) / Double(all)
      return (share, (share * (1 - share) / Double(all)).squareRoot())
    }
  }

  /// The largest share first.
  public let accesses: [Access]
  public let metres: Double
  /// Drives of at least 200 m.
  public let drives: Int

  /// What one drive tells.
  private struct Counts {
    var metres: [Int: Double] = [:]
    var exits: [SIMD2<Int>: Int] = [:]

    static func + (a: Counts, b: Counts) -> Counts {
      Counts(
        metres: a.metres.merging(b.metres, uniquingKeysWith: +), exits: a.exits.merging(b.exits, uniquingKeysWith: +))
    }

    var total: Double { metres.keys.sorted().reduce(0) { $0 + (metres[$1] ?? 0) } }
    func share(_ access: Int) -> Double { total > 0 ? (metres[access] ?? 0) / total : 0 }
    func stays(_ access: Int) -> Double {
      Double(exits.reduce(0) { $0 + ($1.key.x == access || $1.key.y == access ? $1.value : 0) }) / 2
    }
    func stay(_ access: Int) -> Double? {
      let stays = stays(access)
      return stays > 0 ? (metres[access] ?? 0) / stays : nil
    }
  }

  /// - Parameter accesses: those to tell apart; rows of others, without service for instance, are left out.
  /// - Throws: `badInput` where no log moves by 200 m on them.
  public init(_ drives: [[DrivePoint]], accesses: Set<Int>) throws(EstimationError) {
    let parts = drives.map { Self.counts($0, accesses) }
    let all = parts.reduce(Counts(), +)
    guard all.total >= 200 else { throw .badInput("no log moves by 200 m where it names the radio access") }
    let moved = parts.filter { $0.total >= 200 }
    let without = moved.indices.map { left in
      moved.enumerated().reduce(Counts()) { $1.offset == left ? $0 : $0 + $1.element }
    }
    func error(_ model: Double, _ value: (Counts) -> Double?) -> Double {
      let values = without.compactMap(value)
      guard moved.count >= 3, values.count == moved.count else { return model }
      let count = Double(values.count)
      let mean = values.reduce(0, +) / count
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return max(model, ((count - 1) / count * squares).squareRoot())
    }
    var found: [Access] = []
    for access in accesses.sorted() where all.share(access) > 0 || all.stays(access) > 0 {
      let (share, stays, stay) = (all.share(access), all.stays(access), all.stay(access))
      // Of an alternating process with exponential stays, over a way that is long against them.
      let model = (2 * share * (1 - share) * (1 - share) * (stay ?? all.total) / all.total).squareRoot()
      found.append(
        Access(
          access: access, metres: all.metres[access] ?? 0, share: share,
          shareError: error(min(model, (share * (1 - share)).squareRoot())) { $0.share(access) }, stays: stays,
          stay: stay,
          stayError: stay.map { stay in error(stay / stays.squareRoot()) { $0.stay(access) } },
          exits: Dictionary(uniqueKeysWithValues: all.exits.filter { $0.key.x == access }.map { ($0.key.y, $0.value) }))
      )
    }
    self.accesses = found.sorted { ($1.share, $0.access) < ($0.share, $1.access) }
    metres = all.total
    self.drives = moved.count
  }

  private static func counts(_ points: [DrivePoint], _ accesses: Set<Int>) -> Counts {
    var counts = Counts()
    let known = points.filter { $0.access.map(accesses.contains) ?? false }
    for (a, b) in zip(known, known.dropFirst()) where b.time - a.time <= DrivePoint.longestGap {
      guard let from = a.access, let to = b.access else { continue }
      counts.metres[from, default: 0] += b.distance - a.distance
      if from != to { counts.exits[SIMD2(from, to), default: 0] += 1 }
    }
    return counts
  }
}
