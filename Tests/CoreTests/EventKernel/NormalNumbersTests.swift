import Core
import RealModule
import Testing

@Suite("Normal numbers")
struct NormalNumbersTests {
  private static let count = 1_000_000

  private func draws(seed: UInt64, count: Int = count) -> [Double] {
    var generator = Xoshiro256PlusPlus(seed: seed)
    let ziggurat = ZigguratNormal.standard
    return (0..<count).map { _ in ziggurat.next(&generator) }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the ziggurat has the moments of the normal distribution`(seed: UInt64) {
    let sample = draws(seed: seed)
    let n = Double(Self.count)
    func moment(_ power: (Double) -> Double) -> Double { sample.reduce(0) { $0 + power($1) } / n }
    // Deviations of the sample moments of order 1 to 4: sqrt of 1, 2, 15 and 96, over sqrt n.
    #expect(abs(moment { $0 }) < 4 / n.squareRoot())
    #expect(abs(moment { $0 * $0 } - 1) < 4 * (2 / n).squareRoot())
    #expect(abs(moment { $0 * $0 * $0 }) < 4 * (15 / n).squareRoot())
    #expect(abs(moment { $0 * $0 * $0 * $0 } - 3) < 4 * (96 / n).squareRoot())
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func `the ziggurat follows the normal distribution function`(seed: UInt64) {
    let sample = draws(seed: seed).sorted()
    let n = Double(sample.count)
    var distance = 0.0
    for (index, x) in sample.enumerated() {
      let p = NormalDistribution.cumulative(x)
      distance = max(distance, p - Double(index) / n, Double(index + 1) / n - p)
    }
    // Kolmogorov's 0.999 quantile.
    #expect(distance * n.squareRoot() < 1.95)
  }

  /// The tail beyond 3.654 has a sampler of its own, the layers near the top another acceptance.
  @Test func `the ziggurat's tails and centre have the right weight`() {
    let sample = draws(seed: 12, count: 4_000_000)
    let n = Double(sample.count)
    for edge in [0.02, 0.2, 1, 2, 3, 3.5, 3.6, 3.7, 4, 4.5] {
      let expected = n * NormalDistribution.cumulative(-edge)
      let tolerance = 4.5 * expected.squareRoot()
      #expect(abs(Double(sample.count { $0 > edge }) - expected) < tolerance, "above \(edge)")
      #expect(abs(Double(sample.count { $0 < -edge }) - expected) < tolerance, "below -\(edge)")
    }
  }

  @Test func `successive draws are uncorrelated`() {
    let sample = draws(seed: 13)
    let n = Double(Self.count)
    for lag in 1...4 {
      var sum = 0.0
      for index in lag..<sample.count { sum += sample[index] * sample[index - lag] }
      #expect(abs(sum / n) < 4 / n.squareRoot(), "lag \(lag)")
    }
  }

  /// Computed with 40 digits.
  @Test(arguments: [
    (1e-300, -37.047_096_299_361_20), (1e-16, -8.222_082_216_130_436), (1e-9, -5.997_807_015_007_686_9),
    (0.001, -3.090_232_306_167_813_5), (0.025, -1.959_963_984_540_054_2), (0.0749, -1.440_238_267_527_963_7),
    (0.0751, -1.438_825_392_752_539_98), (0.1, -1.281_551_565_544_600_4), (0.3, -0.524_400_512_708_040_8),
    (0.5, 0), (0.6, 0.253_347_103_135_799_7), (0.925, 1.439_531_470_938_456_2),
    (0.9251, 1.440_238_267_527_963_9), (0.975, 1.959_963_984_540_053_9), (0.99999, 4.264_890_793_923_841),
    (0.999_999_999_999, 7.034_486_910_047_835),
  ])
  func `the quantile is right to 13 digits`(p: Double, z: Double) {
    #expect(abs(NormalDistribution.quantile(p) - z) <= 1e-13 * max(1, abs(z)))
  }

  @Test func `the distribution function undoes the quantile`() {
    for step in 1..<2000 {
      let p = Double(step) / 2000
      #expect(abs(NormalDistribution.cumulative(NormalDistribution.quantile(p)) - p) < 4e-16)
    }
    for exponent in 1...300 {
      let p = Double.exp(-Double(exponent) * 2.3)
      let back = NormalDistribution.cumulative(NormalDistribution.quantile(p))
      // A relative error of one ulp in z is z^2 ulps in p.
      #expect(abs(back / p - 1) < 1e-15 * (10 + 4.6 * Double(exponent)))
    }
  }

  @Test func `the quantile is odd about one half and grows`() {
    var last = -Double.infinity
    for step in 1...4096 {
      let p = Double(step) / 8192
      let z = NormalDistribution.quantile(p)
      #expect(z > last)
      #expect(NormalDistribution.quantile(1 - p) == -z)
      last = z
    }
  }

  @Test func `the ends are infinite and nonsense is not a number`() {
    #expect(NormalDistribution.quantile(0) == -.infinity)
    #expect(NormalDistribution.quantile(1) == .infinity)
    #expect(NormalDistribution.quantile(-0.1).isNaN)
    #expect(NormalDistribution.quantile(1.1).isNaN)
    #expect(NormalDistribution.quantile(.nan).isNaN)
    #expect(NormalDistribution.cumulative(0) == 0.5)
    #expect(NormalDistribution.cumulative(-.infinity) == 0 && NormalDistribution.cumulative(.infinity) == 1)
  }
}
