/// One figure, 0 or more, at the seconds of a run, the moving time apart from the rest.
///
/// The first `capacity` values are kept, more than there are in a day, equal neighbours as one with their number, and their
/// quantiles are exact. A longer run is counted in bins instead, a quarter of a thousandth wide, so that memory does not grow with
/// it: a quantile is the middle of its bin.
struct SecondSamples: ~Copyable {
  /// More than the seconds of a day of 25 hours.
  static let capacity = 90_001

  /// One value at so many seconds.
  private struct Stretch {
    let value: Double
    var count: Int
  }

  /// Values in the order in which they came, at most `capacity`. An array would be asked at each whether it is shared.
  private struct Stretches: ~Copyable {
    private let elements = UnsafeMutablePointer<Stretch>.allocate(capacity: SecondSamples.capacity)
    private var count = 0
    deinit { elements.deallocate() }

    var all: UnsafeBufferPointer<Stretch> { UnsafeBufferPointer(start: elements, count: count) }
    mutating func removeAll() { count = 0 }

    @inline(__always)
    mutating func append(_ value: Double, _ times: Int) {
      if count > 0, elements[count - 1].value == value {
        elements[count - 1].count += times
      } else {
        precondition(count < SecondSamples.capacity)
        (elements + count).initialize(to: Stretch(value: value, count: times))
        count += 1
      }
    }
  }

  /// The values as long as they are kept.
  private var moving = Stretches()
  private var other = Stretches()
  /// How many there are in each bin, once they are no longer kept.
  private var movingCounts = FineCounts()
  private var otherCounts = FineCounts()
  private var isCounted = false
  private(set) var movingCount = 0
  private var otherCount = 0
  /// For selecting: how many values there are in each coarse bin, all 0 in between, and those of the bins that are looked for.
  private var coarse: [UInt32] = []
  private var candidates: [[Stretch]] = []

  var count: Int { movingCount + otherCount }

  mutating func removeAll() {
    moving.removeAll()
    other.removeAll()
    (movingCounts, otherCounts) = (FineCounts(), FineCounts())
    (movingCount, otherCount) = (0, 0)
    isCounted = false
  }

  @inline(__always)
  mutating func append(_ value: Double, isMoving: Bool, count times: Int = 1) {
    if isMoving { movingCount += times } else { otherCount += times }
    if movingCount + otherCount > Self.capacity {
      count(value, times, isMoving: isMoving)
    } else if isMoving {
      moving.append(value, times)
    } else {
      other.append(value, times)
    }
  }

  /// From now on all of them count as moving time; so far none did.
  mutating func countAllAsMoving() {
    swap(&moving, &other)
    (movingCounts, otherCounts) = (otherCounts, movingCounts)
    (movingCount, otherCount) = (otherCount, movingCount)
  }

  @inline(never)
  private mutating func count(_ value: Double, _ times: Int, isMoving: Bool) {
    if !isCounted {
      isCounted = true
      movingCounts.begin()
      otherCounts.begin()
      for stretch in moving.all { movingCounts.add(stretch.value, stretch.count) }
      for stretch in other.all { otherCounts.add(stretch.value, stretch.count) }
      moving.removeAll()
      other.removeAll()
    }
    if isMoving { movingCounts.add(value, times) } else { otherCounts.add(value, times) }
  }

  /// Calls `body` with each value of the moving time, or with all, and how often it is there; with the middle of its bin where
  /// values are not kept.
  func forEach(movingOnly: Bool, _ body: (Double, Int) -> Void) {
    for stretch in moving.all { body(stretch.value, stretch.count) }
    if !movingOnly { for stretch in other.all { body(stretch.value, stretch.count) } }
    guard isCounted else { return }
    for bin in 0..<FineCounts.count {
      let count = movingCounts[bin] + (movingOnly ? 0 : otherCounts[bin])
      if count > 0 { body(FineCounts.middle(of: bin), Int(count)) }
    }
  }

  /// Quantiles by nearest rank, at ascending thousandths; `nil` without a sample.
  mutating func quantiles(_ perMilles: [Int], movingOnly: Bool = false) -> [Double]? {
    let total = movingOnly ? movingCount : count
    guard total > 0, !perMilles.isEmpty else { return perMilles.isEmpty && total > 0 ? [] : nil }
    let ranks = perMilles.map { NearestRankQuantile.rank(perMille: $0, count: total) }
    if isCounted { return ranks.map { countedValue(rank: $0, movingOnly: movingOnly) } }
    // First in which coarse bin each rank falls, then the ranks among the values of these few bins.
    var coarse: [UInt32] = []
    swap(&coarse, &self.coarse)
    if coarse.isEmpty { coarse = Array(repeating: 0, count: CoarseBin.count) }
    coarse.withUnsafeMutableBufferPointer { coarse in
      for stretch in moving.all { coarse[CoarseBin.index(stretch.value)] &+= UInt32(truncatingIfNeeded: stretch.count) }
      guard !movingOnly else { return }
      for stretch in other.all { coarse[CoarseBin.index(stretch.value)] &+= UInt32(truncatingIfNeeded: stretch.count) }
    }
    var bins: [(index: Int, before: Int)] = []
    var (bin, before) = (0, 0)
    for rank in ranks {
      while before + Int(coarse[bin]) <= rank {
        before += Int(coarse[bin])
        bin += 1
      }
      if bins.last?.index != bin { bins.append((bin, before)) }
    }
    // From now on it says which list the values of a bin belong to, counted from 1.
    for index in coarse.indices { coarse[index] = 0 }
    for (place, bin) in bins.enumerated() {
      coarse[bin.index] = UInt32(place + 1)
      if candidates.count == place { candidates.append([]) } else { candidates[place].removeAll(keepingCapacity: true) }
    }
    for stretch in moving.all { gather(stretch, by: coarse) }
    if !movingOnly { for stretch in other.all { gather(stretch, by: coarse) } }
    for (place, bin) in bins.enumerated() {
      coarse[bin.index] = 0
      candidates[place].sort { $0.value < $1.value }
    }
    swap(&coarse, &self.coarse)
    return ranks.map { rank in
      let place = bins.lastIndex { $0.before <= rank } ?? 0
      var left = rank - bins[place].before
      let found = candidates[place].first { stretch in
        left -= stretch.count
        return left < 0
      }
      return found?.value ?? .nan
    }
  }

  @inline(__always)
  private mutating func gather(_ stretch: Stretch, by lists: [UInt32]) {
    let list = lists[CoarseBin.index(stretch.value)]
    if list > 0 { candidates[Int(list) - 1].append(stretch) }
  }

  /// How many values are no larger than `limit`.
  func count(upTo limit: Double, movingOnly: Bool) -> Int {
    if limit == .infinity { return movingOnly ? movingCount : self.count }
    var within = 0
    forEach(movingOnly: movingOnly) { value, count in if value <= limit { within += count } }
    return within
  }

  private func countedValue(rank: Int, movingOnly: Bool) -> Double {
    var before = 0
    for bin in 0..<FineCounts.count {
      before += Int(movingCounts[bin] + (movingOnly ? 0 : otherCounts[bin]))
      if before > rank { return FineCounts.middle(of: bin) }
    }
    return FineCounts.middle(of: FineCounts.count - 1)
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

  /// How many values there are in each of many narrow bins. Those of one power of two are a page, which is there once a value
  /// falls into it: a figure of a run spans a third of all powers.
  private struct FineCounts {
    static let pageBits = 12
    static let pageCount = 70
    static var count: Int { pageCount << pageBits }

    private var pages: [[UInt32]] = []

    mutating func begin() { pages = Array(repeating: [], count: Self.pageCount) }

    subscript(bin: Int) -> UInt32 {
      let page = pages[bin >> Self.pageBits]
      return page.isEmpty ? 0 : page[bin & (1 << Self.pageBits - 1)]
    }

    mutating func add(_ value: Double, _ count: Int = 1) {
      let bin = Self.index(value)
      let page = bin >> Self.pageBits
      if pages[page].isEmpty { pages[page] = Array(repeating: 0, count: 1 << Self.pageBits) }
      pages[page][bin & (1 << Self.pageBits - 1)] += UInt32(count)
    }

    @inline(__always)
    private static func index(_ value: Double) -> Int {
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
