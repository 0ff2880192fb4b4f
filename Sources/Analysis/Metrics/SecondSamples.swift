/// One figure, 0 or more, at the seconds of a run, the moving time apart from the rest.
///
/// The first `capacity` values are kept, more than there are in a day, equal neighbours as one with their number, and their
/// quantiles are exact. A longer run is counted in bins instead, a quarter of a thousandth wide, so that memory does not grow with
/// it: a quantile is the middle of its bin.
struct SecondSamples: ~Copyable {
  /// More than the seconds of a day of 25 hours.
  static let capacity = 90_001

  /// One value at so many seconds.
  fileprivate struct Stretch {
    let value: Double
    let count: Int
  }

  /// Writes values in the order in which they come. An array would be asked at each whether it is shared.
  struct Writer {
    fileprivate var place: UnsafeMutablePointer<Stretch>
    fileprivate var count = 0

    @inline(__always)
    mutating func append(_ value: Double, count times: Int = 1) {
      place.initialize(to: Stretch(value: value, count: times))
      place += 1
      count &+= times
    }
  }

  /// The values of the moving time, or those of the rest.
  private struct Part: ~Copyable {
    private let elements = UnsafeMutablePointer<Stretch>.allocate(capacity: SecondSamples.capacity)
    private var keptCount = 0
    /// How many there are in each bin, once they are no longer kept.
    private var bins = FineCounts()
    private(set) var count = 0
    deinit { elements.deallocate() }

    var writer: Writer { Writer(place: elements + keptCount) }

    mutating func removeAll() { (keptCount, bins, count) = (0, FineCounts(), 0) }

    mutating func take(_ writer: Writer) {
      keptCount = writer.place - elements
      count += writer.count
    }

    mutating func countKept() {
      for place in 0..<keptCount { bins.add(elements[place].value, elements[place].count) }
      keptCount = 0
    }

    @inline(__always)
    func forEach(_ body: (Double, Int) -> Void) {
      for place in 0..<keptCount { body(elements[place].value, elements[place].count) }
      bins.forEach(body)
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

  /// Takes at most `room` values, at as many seconds, until it is given back to `take`.
  mutating func writer(for room: Int, isMoving: Bool) -> Writer {
    precondition(room <= Self.capacity)
    if count + room > Self.capacity { countKept() }
    return isMoving ? moving.writer : other.writer
  }

  mutating func take(_ writer: Writer, isMoving: Bool) {
    if isMoving { moving.take(writer) } else { other.take(writer) }
  }

  /// From now on all of them count as moving time; so far none did.
  mutating func countAllAsMoving() { swap(&moving, &other) }

  @inline(never)
  private mutating func countKept() {
    isCounted = true
    moving.countKept()
    other.countKept()
  }

  /// Calls `body` with each value of the moving time, or with all, and how often it is there; with the middle of its bin where
  /// values are not kept.
  @inline(__always)
  func forEach(movingOnly: Bool, _ body: (Double, Int) -> Void) {
    moving.forEach(body)
    if !movingOnly { other.forEach(body) }
  }

  /// Quantiles by nearest rank, at ascending thousandths; `nil` without a sample.
  mutating func quantiles(_ perMilles: [Int], movingOnly: Bool = false) -> [Double]? {
    let total = movingOnly ? movingCount : count
    guard total > 0, !perMilles.isEmpty else { return perMilles.isEmpty && total > 0 ? [] : nil }
    let ranks = perMilles.map { NearestRankQuantile.rank(perMille: $0, count: total) }
    if isCounted { countKept() }
    // First in which coarse bin each rank falls, then the ranks among the values of these few bins.
    var coarse: [UInt32] = []
    swap(&coarse, &self.coarse)
    if coarse.isEmpty { coarse = Array(repeating: 0, count: CoarseBin.count) }
    var bins: [(index: Int, before: Int)] = []
    var candidates: [[Stretch]] = []
    coarse.withUnsafeMutableBufferPointer { coarse in
      forEach(movingOnly: movingOnly) { coarse[CoarseBin.index($0)] &+= UInt32(truncatingIfNeeded: $1) }
      var (bin, before) = (0, 0)
      for rank in ranks {
        while before + Int(coarse[bin]) <= rank {
          before += Int(coarse[bin])
          bin += 1
        }
        if bins.last?.index != bin { bins.append((bin, before)) }
      }
      // From now on it says which list the values of a bin belong to, counted from 1.
      coarse.update(repeating: 0)
      for (place, bin) in bins.enumerated() { coarse[bin.index] = UInt32(place + 1) }
      candidates = Array(repeating: [], count: bins.count)
      forEach(movingOnly: movingOnly) { value, count in
        let list = coarse[CoarseBin.index(value)]
        if list > 0 { candidates[Int(list) - 1].append(Stretch(value: value, count: count)) }
      }
      for (place, bin) in bins.enumerated() {
        coarse[bin.index] = 0
        candidates[place].sort { $0.value < $1.value }
      }
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

    private var pages = Array(repeating: [UInt32](), count: pageCount)

    func forEach(_ body: (Double, Int) -> Void) {
      for (page, counts) in pages.enumerated() {
        for (place, count) in counts.enumerated() where count > 0 {
          body(Self.middle(of: page << Self.pageBits + place), Int(count))
        }
      }
    }

    mutating func add(_ value: Double, _ count: Int) {
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
