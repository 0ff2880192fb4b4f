import RealModule

/// How often a positive quantity had which size, in bins a factor of the square root of two wide.
///
/// The bin of a value is the binary exponent of its square, so that filling needs neither a root nor a logarithm. Good
/// for drawing a distribution over many decades, with its marks; figures in tables are exact and do not come from here.
package struct LogHistogram: Sendable, Hashable {
  /// Exponents of the squares that have a bin of their own: values of 1 mm to 33,000 km. What lies outside counts in
  /// the bin at the end.
  static let exponents = -20...49

  package private(set) var counts: [Int]

  package init() { counts = Array(repeating: 0, count: Self.exponents.count) }

  /// The values whose squares are given; those that are not finite are left out.
  init(squares: borrowing SecondSamples, movingOnly: Bool = false) {
    self.init()
    squares.forEach(movingOnly: movingOnly) { add(square: $0, $1) }
  }

  init(_ values: borrowing SecondSamples) {
    self.init()
    values.forEach(movingOnly: false) { add(square: $0 * $0, $1) }
  }

  /// - Parameter value: 0 or more; left out when it is not finite.
  package mutating func add(_ value: Double) { add(square: value * value) }

  private mutating func add(square: Double, _ count: Int = 1) {
    guard square.isFinite else { return }
    let exponent = square > 0 ? Int(square.exponent) : Self.exponents.lowerBound
    counts[min(max(exponent, Self.exponents.lowerBound), Self.exponents.upperBound) - Self.exponents.lowerBound] +=
      count
  }

  package var total: Int { counts.reduce(0, +) }

  /// The bin's lower edge; its upper edge is the next bin's lower one.
  package static func lowerEdge(of bin: Int) -> Double {
    Double(sign: .plus, exponent: bin + exponents.lowerBound, significand: 1).squareRoot()
  }

  /// What a share of the values, above 0, lies below, even within a bin on a logarithmic scale; `nil` of no values.
  package func quantile(_ share: Double) -> Double? {
    var left = share * Double(total)
    for (bin, count) in counts.enumerated() where count > 0 {
      if left <= Double(count) { return Self.lowerEdge(of: bin) * Double.exp2(left / Double(count) / 2) }
      left -= Double(count)
    }
    return nil
  }

  package mutating func merge(_ other: LogHistogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }
}
