import Analysis
import Testing

@Suite struct ExactSumTests {
  /// Spread over many decades, so that floating-point sums depend on their order.
  static func numbers(_ count: Int, seed: UInt64) -> [Double] {
    var state = seed
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 11
    }
    return (0..<count).map { _ in
      let size = Double(sign: .plus, exponent: Int(next() % 40) - 20, significand: 1)
      return (Double(next()) * 0x1p-53 - 0.3) * size
    }
  }

  static func sum(_ numbers: some Sequence<Double>) throws -> ExactSum {
    var sum = ExactSum()
    for number in numbers { try sum.add(number) }
    return sum
  }

  @Test(arguments: 1...20)
  func anyOrderAndAnySplitGiveTheSameBits(seed: UInt64) throws {
    let numbers = Self.numbers(211, seed: seed)
    let whole = try Self.sum(numbers)
    #expect(try Self.sum(numbers.reversed()) == whole)
    #expect(try Self.sum(numbers.sorted()) == whole)
    for cut in [1, 17, 105, 210] {
      var parts = try Self.sum(numbers[cut...])
      try parts.merge(try Self.sum(numbers[..<cut]))
      #expect(parts == whole)
    }
  }

  @Test func inFloatingPointTheOrderMatters() {
    // Or the test above would prove nothing.
    let differs = (1...20).filter { seed in
      let numbers = Self.numbers(211, seed: UInt64(seed))
      return numbers.reduce(0, +) != numbers.sorted().reduce(0, +)
    }
    #expect(differs.count > 3)
  }

  @Test func meanAndDeviationOfNumbersByHand() throws {
    // 2.5, 3.25, 7: mean 4.25; squares of deviations 3.0625 + 1 + 7.5625 = 11.625; 11.625 / 2 = 5.8125.
    let sum = try Self.sum([7, 2.5, 3.25])
    #expect(sum.count == 3)
    #expect(sum.mean == 4.25)
    #expect(sum.deviation == 5.8125.squareRoot())
    #expect(sum.sum == Int128(12.75 * 0x1p64))
    #expect(ExactSum().mean == nil)
    #expect(try Self.sum([3]).deviation == nil)
    #expect(try Self.sum([0.1, 0.1, 0.1, 0.1]).deviation ?? 1 < 1e-8)
  }

  /// A mean of a million and a deviation of a thousandth: squares in floating point would leave no digit of it.
  @Test func aSmallDeviationOfLargeNumbersIsFound() throws {
    let sum = try Self.sum((0..<1000).map { 1e6 + ($0 % 2 == 0 ? 0.001 : -0.001) })
    let deviation = try #require(sum.deviation)
    #expect(abs(deviation - 0.001 * (1000.0 / 999).squareRoot()) < 2e-10)
  }

  @Test func whatDoesNotFitIsRefused() throws {
    for bad in [Double.nan, .infinity, 1e10, -1e10] {
      #expect(throws: ExactSum.Overflow.self) { try Self.sum([bad]) }
    }
    var full = ExactSum(count: 2, sum: .max, squares: 0)
    let before = full
    #expect(throws: ExactSum.Overflow.self) { try full.add(1) }
    #expect(full == before)
  }
}
