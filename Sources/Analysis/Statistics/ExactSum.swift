/// A sum of numbers that does not depend on their order: fixed-point integers instead of floating-point numbers, so that
/// parts of a sum, made anywhere, add up to the same bits.
///
/// Each number is rounded once to a multiple of 2^-64, which is exact for every number of at least 2^-12 (2.4e-4), and
/// off by at most 2.8e-20 for smaller ones. Squares are kept as multiples of 2^-56, off by at most 1.4e-17 each. Numbers may
/// be as large as 2^33 (8.6e9); a million numbers as large as 2^25 (3.4e7) fit, and correspondingly more of smaller ones.
package struct ExactSum: Sendable, Hashable {
  /// The numbers' sum is this times 2^-64.
  package private(set) var sum: Int128
  /// The sum of their squares is this times 2^-56.
  package private(set) var squares: Int128
  package private(set) var count: Int

  /// A number that is not finite or too large, or a sum that has become too large.
  package struct Overflow: Error, Sendable {}

  static let largest = 0x1p33

  /// Of no numbers.
  package init() { self.init(count: 0, sum: 0, squares: 0) }

  /// As it was written down.
  package init(count: Int, sum: Int128, squares: Int128) {
    self.count = count
    self.sum = sum
    self.squares = squares
  }

  /// - Throws: `Overflow` for a number that is not finite or beyond 2^33, and when the sum no longer fits.
  package mutating func add(_ number: Double) throws(Overflow) {
    guard abs(number) <= Self.largest else { throw Overflow() }
    let square = number * number
    // What the rounding of the square left over, exactly.
    let rest = (-square).addingProduct(number, number)
    try merge(
      ExactSum(
        count: 1, sum: Int128((number * 0x1p64).rounded(.toNearestOrEven)),
        squares: Int128((square * 0x1p56).rounded(.toNearestOrEven))
          + Int128((rest * 0x1p56).rounded(.toNearestOrEven))))
  }

  package mutating func merge(_ other: ExactSum) throws(Overflow) {
    let (count, countOverflow) = count.addingReportingOverflow(other.count)
    let (sum, overflow) = sum.addingReportingOverflow(other.sum)
    let (squares, squaresOverflow) = squares.addingReportingOverflow(other.squares)
    guard !countOverflow, !overflow, !squaresOverflow else { throw Overflow() }
    (self.count, self.sum, self.squares) = (count, sum, squares)
  }

  /// `nil` without a number.
  package var mean: Double? { count > 0 ? Double(sum) * 0x1p-64 / Double(count) : nil }

  /// The standard deviation of the sample, with n - 1; `nil` for fewer than two numbers.
  ///
  /// n S2 - S1^2 is formed in 256-bit integers, so nothing cancels that the sums themselves still hold.
  package var deviation: Double? {
    guard count > 1 else { return nil }
    let square = sum.magnitude.multipliedFullWidth(by: sum.magnitude)
    let scaled = squares.magnitude.multipliedFullWidth(by: UInt128(count))
    // From multiples of 2^-56 to multiples of 2^-128, as the square of the sum has.
    let high = (scaled.high << 72) | (scaled.low >> 56)
    let (low, borrow) = (scaled.low << 72).subtractingReportingOverflow(square.low)
    let (difference, below) = high.subtractingReportingOverflow(square.high)
    let (top, stillBelow) = difference.subtractingReportingOverflow(borrow ? 1 : 0)
    // Rounded squares can lie just below the square of the mean.
    guard !below, !stillBelow else { return 0 }
    let spread = Double(top) + Double(low) * 0x1p-128
    return (spread / Double(count) / Double(count - 1)).squareRoot()
  }
}
