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

  /// The values of the moving time, or those of the rest.
  private struct Part: ~Copyable {
    /// In the order in which they came, at most `capacity`. An array would be asked at each whether it is shared.
    private let elements = UnsafeMutablePointer<Stretch>.allocate(capacity: SecondSamples.capacity)
    private var keptCount = 0
    /// How many there are in each bin, once they are no longer kept.
    private(set) var bins = FineCounts()
    private(set) var count = 0
    deinit { elements.deallocate() }

    /// The values as long as they are kept.
    var kept: UnsafeBufferPointer<Stretch> { UnsafeBufferPointer(start: elements, count: keptCount) }

    mutating func removeAll() { (keptCount, bins, count) = (0, FineCounts(), 0) }

    @inline(__always)
    mutating func append(_ value: Double, _ times: Int) {
      count += times
      if keptCount > 0, elements[keptCount - 1].value == value {
        elements[keptCount - 1].count += times
      } else {
        precondition(keptCount < SecondSamples.capacity)
        (elements + keptCount).initialize(to: Stretch(value: value, count: times))
        keptCount += 1
      }
    }

    @inline(__always)
    mutating func append(_ more: Int, _ value: (Int) -> Double) {
      precondition(keptCount + more <= SecondSamples.capacity)
      for index in 0..<more {
        (elements + keptCount + index).initialize(to: Stretch(value: value(index), count: 1))
      }
      keptCount += more
      count += more
    }

    mutating func beginBins() {
      bins.begin()
      for stretch in kept { bins.add(stretch.value, stretch.count) }
      keptCount = 0
    }

    mutating func addToBins(_ value: Double, _ times: Int) {
      count += times
      bins.add(value, times)
    }
  }

  private var moving = Part()
  private var other = Part()
  private var isCounted = false
  /// For selecting: how many values there are in each coarse bin, all 0 in between.
  private var coarse: [UInt32] = []

  var movingCount: Int { moving.count }
  var count: Int { moving.count + other.count }

  mutating func removeAll() {
    moving.removeAll()
    other.removeAll()
    isCounted = false
  }

  @inline(__always)
  mutating func append(_ value: Double, isMoving: Bool, count times: Int = 1) {
    if count + times > Self.capacity {
      addToBins(value, times, isMoving: isMoving)
    } else if isMoving {
      moving.append(value, times)
    } else {
      other.append(value, times)
    }
  }

  /// The same of seconds with values that differ.
  @inline(__always)
  mutating func append(isMoving: Bool, count more: Int, _ value: (Int) -> Double) {
    if count + more > Self.capacity {
      for index in 0..<more { append(value(index), isMoving: isMoving) }
    } else if isMoving {
      moving.append(more, value)
    } else {
      other.append(more, value)
    }
  }

  /// From now on all of them count as moving time; so far none did.
  mutating func countAllAsMoving() { swap(&moving, &other) }

  @inline(never)
  private mutating func addToBins(_ value: Double, _ times: Int, isMoving: Bool) {
    if !isCounted {
      isCounted = true
      moving.beginBins()
      other.beginBins()
    }
    if isMoving { moving.addToBins(value, times) } else { other.addToBins(value, times) }
  }

  /// Calls `body` with each value of the moving time, or with all, and how often it is there; with the middle of its bin where
  /// values are not kept.
  @inline(__always)
  func forEach(movingOnly: Bool, _ body: (Double, Int) -> Void) {
    for stretch in moving.kept { body(stretch.value, stretch.count) }
    if !movingOnly { for stretch in other.kept { body(stretch.value, stretch.count) } }
    guard isCounted else { return }
    for bin in 0..<FineCounts.count {
      let count = moving.bins[bin] + (movingOnly ? 0 : other.bins[bin])
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
      forEach(movingOnly: movingOnly) { coarse[CoarseBin.index($0)] &+= UInt32(truncatingIfNeeded: $1) }
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
    for (place, bin) in bins.enumerated() { coarse[bin.index] = UInt32(place + 1) }
    var candidates = [[Stretch]](repeating: [], count: bins.count)
    forEach(movingOnly: movingOnly) { value, count in
      let list = coarse[CoarseBin.index(value)]
      if list > 0 { candidates[Int(list) - 1].append(Stretch(value: value, count: count)) }
    }
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
      before += Int(moving.bins[bin] + (movingOnly ? 0 : other.bins[bin]))
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
