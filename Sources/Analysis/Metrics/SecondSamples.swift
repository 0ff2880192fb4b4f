/// One figure at many seconds of a run, those on the way before the others: one array serves both quantiles.
///
/// The order within the two is of no account.
struct SecondSamples: Sendable {
  private(set) var values: [Double] = []
  /// How many of the first values are on the way.
  private var wayCount = 0

  var way: ArraySlice<Double> { values[..<wayCount] }

  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    wayCount = 0
  }

  mutating func reserveCapacity(_ count: Int) { values.reserveCapacity(count) }

  @inline(__always)
  mutating func append(_ value: Double, isOnWay: Bool) {
    values.append(value)
    guard isOnWay else { return }
    values.swapAt(wayCount, values.count - 1)
    wayCount += 1
  }

  /// From now on all of them count as on the way.
  mutating func takeAllAsWay() { wayCount = values.count }

  /// Quantiles by nearest rank, at ascending thousandths; `nil` without a sample. Afterwards it is no longer known which
  /// samples are on the way.
  mutating func quantiles(way: [Int], all: [Int]) -> (way: [Double]?, all: [Double]?) {
    // Selecting among the first leaves them the first; selecting among all does not.
    let own = NearestRankQuantile.select(perMilles: way, from: &values, first: wayCount)
    return (own, NearestRankQuantile.select(perMilles: all, from: &values))
  }
}
