import RealModule
import Testing

@testable import Analysis

@Suite struct LogHistogramTests {
  /// Of seven values in [8, 8 root 2) and three in [64, 64 root 2): 35 % are half of the first bin, 90 % two thirds of the other.
  @Test func aQuantileLiesWithinItsBin() throws {
    var histogram = LogHistogram()
    #expect(histogram.quantile(0.5) == nil)
    for _ in 0..<7 { histogram.add(9.1) }
    for _ in 0..<3 { histogram.add(71.3) }
    #expect(abs(try #require(histogram.quantile(0.35)) - 8 * Double.exp2(0.25)) < 1e-12)
    #expect(abs(try #require(histogram.quantile(0.7)) - 8 * Double.exp2(0.5)) < 1e-12)
    #expect(abs(try #require(histogram.quantile(0.9)) - 64 * Double.exp2(1.0 / 3)) < 1e-9)
    #expect(abs(try #require(histogram.quantile(1)) - 64 * Double.exp2(0.5)) < 1e-9)
  }
}
