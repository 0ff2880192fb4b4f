import Estimation
import Core
import Testing

@Suite struct ChangePointSearchTests {
  private func normals(_ count: Int, seed: UInt64, correlation: Double = 0) -> [Double] {
    var random = Xoshiro256PlusPlus(seed: seed)
    var wander = 0.0
    return (0..<count).map { i in
      let z = NormalDistribution.quantile(random.uniform())
      wander = i == 0 ? z : correlation * wander + (1 - correlation * correlation).squareRoot() * z
      return wander
    }
  }

  @Test func findsEveryChangeOfANoiselessTrace() {
    let levels = [0.26, 1.21, 0.57, 0.58, 0.26]
    let lengths = [13, 5, 31, 17, 40]
    let values = zip(levels, lengths).flatMap { [Double](repeating: $0, count: $1) }
    let search = ChangePointSearch(values)
    #expect(search.starts == [0, 13, 18, 49, 66])
    #expect(search.range(of: 4, count: values.count) == 66..<106)
  }

  @Test(arguments: [1, 2, 3, 5]) func agreesWithTheFullSearch(minimumLength: Int) {
    for seed in 0..<120 {
      var values = normals(60, seed: UInt64(seed))
      for i in 20..<33 { values[i] += 3 }
      for i in 41..<60 { values[i] -= 2.3 }
      let search = ChangePointSearch(values, minimumLength: minimumLength)
      #expect(abs(cost(values, search.starts, search.penalty) - optimum(values, search.penalty, minimumLength)) < 1e-9)
    }
  }

  /// Sum of squared deviations plus the penalty per change.
  private func cost(_ values: [Double], _ starts: [Int], _ penalty: Double) -> Double {
    let ends = starts.dropFirst() + [values.count]
    return zip(starts, ends).reduce(-penalty) { sum, span in
      let part = values[span.0..<span.1]
      let mean = part.reduce(0, +) / Double(part.count)
      return sum + penalty + part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
  }

  /// By dynamic programming without pruning.
  private func optimum(_ values: [Double], _ penalty: Double, _ least: Int) -> Double {
    var best = [Double](repeating: .infinity, count: values.count + 1)
    best[0] = -penalty
    for end in least...values.count {
      for start in 0...(end - least) where best[start] < .infinity {
        best[end] = min(best[end], best[start] + cost(Array(values[start..<end]), [0], penalty) + penalty)
      }
    }
    return best[values.count]
  }

  @Test func whiteNoiseHasNoChange() {
    var changes = 0
    for seed in 0..<50 { changes += ChangePointSearch(normals(700, seed: UInt64(seed))).starts.count - 1 }
    #expect(changes <= 3)
  }

  @Test func wanderingNoiseIsNotCutToPieces() {
    var changes = 0
    for seed in 0..<30 {
      let search = ChangePointSearch(normals(2_000, seed: UInt64(seed), correlation: 0.8))
      changes += search.starts.count - 1
      if search.starts.count == 1 { #expect(abs(search.autocorrelation - 0.8) < 0.1) }
    }
    #expect(changes <= 12, "\(changes)")
  }

  @Test func placesInNoiseAreWithinAFewSamples() {
    for seed in 0..<40 {
      var values = normals(900, seed: UInt64(seed), correlation: 0.3).map { 0.05 * $0 + 0.26 }
      for i in 311..<457 { values[i] += 0.35 }
      let search = ChangePointSearch(values)
      #expect(search.starts.count == 3, "seed \(seed): \(search.starts)")
      for (found, wanted) in zip(search.starts, [0, 311, 457]) { #expect(abs(found - wanted) <= 2, "seed \(seed)") }
    }
  }

  @Test func aFlatOrShortSeriesIsOneSegment() {
    #expect(ChangePointSearch([0.7, 0.7, 0.7, 0.7]).starts == [0])
    #expect(ChangePointSearch([1, 9]).starts == [0])
    #expect(ChangePointSearch([]).starts.isEmpty)
  }

  @Test func tensOfThousandsOfSamplesTakeLittleTime() {
    var values = normals(40_000, seed: 3)
    for i in values.indices { values[i] += Double((i / 371) % 3) * 9 }
    #expect(ChangePointSearch(values).starts.count == 108)
  }

  /// One level for all of a long trace is the hardest case: no change closes what came before.
  @Test(arguments: [0, 3])
  func aHundredThousandValuesTakeSeconds(changes: Int) {
    let noise = TestData.normals(100_000, seed: 43)
    let values = noise.indices.map { 0.5 * noise[$0] + ($0 * (changes + 1) / 100_000 % 2 == 0 ? 0 : 3) }
    let clock = ContinuousClock()
    var found: [Int] = []
    let taken = clock.measure { found = ChangePointSearch(values).starts }
    print("100,000 values with \(changes) changes: \(taken)")
    #expect(found.count == changes + 1, "\(found)")
    #expect(taken < .seconds(9))
  }
}
