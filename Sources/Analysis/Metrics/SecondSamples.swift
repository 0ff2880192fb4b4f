/// One figure, 0 or more, at the seconds of a run, those on the way apart from the others.
///
/// The first `capacity` values are kept, more than there are in a day, and their quantiles are exact. A longer run is
/// counted in bins instead, a quarter of a thousandth wide, so that memory does not grow with it: a quantile is the middle
/// of its bin.
struct SecondSamples: Sendable {
  /// More than the seconds of a day of 25 hours.
  static let capacity = 90_001

  /// The values as long as they are kept.
  private var movingValues: [Double] = []
  private var otherValues: [Double] = []
  /// How many there are in each bin, once they are no longer kept.
  private var movingCounts: [UInt32] = []
  private var otherCounts: [UInt32] = []
  private(set) var movingCount = 0
  private var otherCount = 0
  /// For selecting: how many values there are in each coarse bin, and those of the bins that are looked for.
  private var coarse: [UInt32] = []
  private var candidates: [[Double]] = []

  var count: Int { movingCount + otherCount }
  private var isCounted: Bool { !movingCounts.isEmpty }

  mutating func removeAll() {
    movingValues.removeAll(keepingCapacity: true)
    otherValues.removeAll(keepingCapacity: true)
    movingCounts = []
    otherCounts = []
    (movingCount, otherCount) = (0, 0)
  }

  /// - Parameter count: how many seconds the run has.
  mutating func reserveCapacity(_ count: Int) {
    movingValues.reserveCapacity(min(count, Self.capacity))
    otherValues.reserveCapacity(min(count, Self.capacity))
  }

  @inline(__always)
  mutating func append(_ value: Double, isOnWay: Bool) {
    if isOnWay { movingCount += 1 } else { otherCount += 1 }
    if movingCount + otherCount > Self.capacity {
      count(value, isOnWay: isOnWay)
    } else if isOnWay {
      movingValues.append(value)
    } else {
      otherValues.append(value)
    }
  }

  /// From now on all of them count as on the way; so far none did.
  mutating func takeAllAsWay() {
    (movingValues, otherValues) = (otherValues, movingValues)
    (movingCounts, otherCounts) = (otherCounts, movingCounts)
    (movingCount, otherCount) = (otherCount, movingCount)
  }

  @inline(never)
  private mutating func count(_ value: Double, isOnWay: Bool) {
    if !isCounted {
      movingCounts = Array(repeating: 0, count: FineBin.count)
      otherCounts = movingCounts
      for value in movingValues { movingCounts[FineBin.index(value)] += 1 }
      for value in otherValues { otherCounts[FineBin.index(value)] += 1 }
      movingValues.removeAll(keepingCapacity: true)
      otherValues.removeAll(keepingCapacity: true)
    }
    if isOnWay { movingCounts[FineBin.index(value)] += 1 } else { otherCounts[FineBin.index(value)] += 1 }
  }

  /// Calls `body` with each value on the way, or with all; with the middle of its bin where values are not kept.
  func forEach(onWayOnly: Bool, _ body: (Double) -> Void) {
    movingValues.forEach(body)
    if !onWayOnly { otherValues.forEach(body) }
    guard isCounted else { return }
    for bin in movingCounts.indices {
      let count = movingCounts[bin] + (onWayOnly ? 0 : otherCounts[bin])
      for _ in 0..<count { body(FineBin.middle(of: bin)) }
    }
  }

  /// Quantiles by nearest rank, at ascending thousandths; `nil` without a sample.
  mutating func quantiles(way: [Int], all: [Int]) -> (way: [Double]?, all: [Double]?) {
    (select(way, onWayOnly: true), select(all, onWayOnly: false))
  }

  private mutating func select(_ perMilles: [Int], onWayOnly: Bool) -> [Double]? {
    let total = onWayOnly ? movingCount : count
    guard total > 0, !perMilles.isEmpty else { return perMilles.isEmpty && total > 0 ? [] : nil }
    let ranks = perMilles.map { NearestRankQuantile.rank(perMille: $0, count: total) }
    if isCounted { return ranks.map { countedValue(rank: $0, onWayOnly: onWayOnly) } }
    // First in which coarse bin each rank falls, then the ranks among the values of these few bins.
    if coarse.isEmpty { coarse = Array(repeating: 0, count: CoarseBin.count) }
    for value in movingValues { coarse[CoarseBin.index(value)] += 1 }
    if !onWayOnly { for value in otherValues { coarse[CoarseBin.index(value)] += 1 } }
    var bins: [(index: Int, before: Int)] = []
    var (bin, before) = (0, 0)
    for rank in ranks {
      while before + Int(coarse[bin]) <= rank {
        before += Int(coarse[bin])
        bin += 1
      }
      if bins.last?.index != bin { bins.append((bin, before)) }
    }
    for index in coarse.indices { coarse[index] = 0 }
    while candidates.count < bins.count { candidates.append([]) }
    for index in bins.indices {
      candidates[index].removeAll(keepingCapacity: true)
      let wanted = bins[index].index
      for value in movingValues where CoarseBin.index(value) == wanted { candidates[index].append(value) }
      guard !onWayOnly else { continue }
      for value in otherValues where CoarseBin.index(value) == wanted { candidates[index].append(value) }
    }
    return ranks.map { rank in
      let place = bins.lastIndex { $0.before <= rank } ?? 0
      return NearestRankQuantile.select(rank: rank - bins[place].before, from: &candidates[place])
    }
  }

  private func countedValue(rank: Int, onWayOnly: Bool) -> Double {
    var before = 0
    for bin in movingCounts.indices {
      before += Int(movingCounts[bin] + (onWayOnly ? 0 : otherCounts[bin]))
      if before > rank { return FineBin.middle(of: bin) }
    }
    return FineBin.middle(of: FineBin.count - 1)
  }

  /// Bins in the order of their values: the exponent and the first bits of the fraction, from 2^-20 to 2^50.
  private enum CoarseBin {
    static var count: Int { 70 << 8 }

    @inline(__always)
    static func index(_ value: Double) -> Int {
      let place = Int(truncatingIfNeeded: value.bitPattern >> (52 - 8)) - (1023 - 20) << 8
      return min(max(place, 0), count - 1)
    }
  }

  private enum FineBin {
    static var count: Int { 70 << 12 }

    @inline(__always)
    static func index(_ value: Double) -> Int {
      let place = Int(truncatingIfNeeded: value.bitPattern >> (52 - 12)) - (1023 - 20) << 12
      return min(max(place, 0), count - 1)
    }

    /// 0 for the first bin, which holds what is smaller.
    static func middle(of bin: Int) -> Double {
      guard bin > 0 else { return 0 }
      let lower = UInt64(bin + (1023 - 20) << 12) << (52 - 12)
      return Double(bitPattern: lower | 1 << (52 - 12 - 1))
    }
  }
}
