import DeviceModel
import Core
import RealModule
import Testing

struct LogNormalTimeTests {
  /// Attempts at 4000 equally spaced ranks.
  static func times(_ time: LogNormalTime, multiplier: Double = 1) -> [Double] {
    (0..<4000).map {
      time.time(score: NormalDistribution.quantile((Double($0) + 0.5) / 4000), multiplier: multiplier).seconds
    }
  }

  @Test func farFromTheEndsItIsTheLogNormalDistribution() {
    let time = LogNormalTime(median: .seconds(4.1), logDeviation: 0.31, range: .seconds(0.01)...(.seconds(900)))
    #expect(abs(time.time(score: 0).seconds - 4.1) < 1e-8)
    // exp(0.31) = 1.3634251.
    #expect(abs(time.time(score: 1).seconds - 4.1 * 1.3634251) < 1e-6)
    #expect(abs(time.time(score: -1, multiplier: 3).seconds - 3 * 4.1 / 1.3634251) < 1e-6)
  }

  @Test func scoresBeyondEverythingGiveTheEndsOfTheRange() {
    let time = LogNormalTime(median: .seconds(4.1), logDeviation: 0.6, range: .seconds(1)...(.seconds(40)))
    #expect(abs(time.time(score: 40).seconds - 40) < 1e-6)
    #expect(abs(time.time(score: -40, multiplier: 3).seconds - 3) < 1e-6)
  }

  /// Mean of the truncated log-normal distribution: m exp(s^2/2) (P(b - s) - P(a - s)) / (P(b) - P(a)), with
  /// a, b = ln(end / m) / s and P the normal distribution.
  @Test(arguments: [(1.5, 0.5, 0.5, 20.0), (4.1, 0.6, 3.1, 7.3), (32, 0.4, 10, 35)])
  func theMeanIsThatOfTheTruncatedDistribution(_ median: Double, _ spread: Double, _ low: Double, _ high: Double) {
    let time = LogNormalTime(
      median: .seconds(median), logDeviation: spread, range: .seconds(low) ... .seconds(high))
    let (a, b) = (Double.log(low / median) / spread, Double.log(high / median) / spread)
    func p(_ z: Double) -> Double { NormalDistribution.cumulative(z) }
    let expected = median * Double.exp(spread * spread / 2) * (p(b - spread) - p(a - spread)) / (p(b) - p(a))
    let times = Self.times(time)
    #expect(abs(times.reduce(0, +) / 4000 / expected - 1) < 1e-3)
    #expect(times.allSatisfy { (low...high).contains($0) })
  }

  /// Cutting off at 3.1 s and 7.3 s would put a third of the attempts on one of the two ends.
  @Test func noAttemptsPileUpAtTheEndsOfTheRange() {
    let time = LogNormalTime(median: .seconds(4.1), logDeviation: 0.6, range: .seconds(3.1)...(.seconds(7.3)))
    let times = Self.times(time)
    #expect(times.count { $0 < 3.101 || $0 > 7.299 } < 8)
    #expect(Set(times).count == 4000)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func aChangedNumberCounts() {
    var time = LogNormalTime(median: .seconds(4.1), logDeviation: 0, range: .seconds(1)...(.seconds(40)))
    time.median = .seconds(5.3)
    time.logDeviation = 0.6
    time.range = .seconds(3.1)...(.seconds(7.3))
    let made = LogNormalTime(median: .seconds(5.3), logDeviation: 0.6, range: .seconds(3.1)...(.seconds(7.3)))
    #expect(time == made)
    #expect(time.time(score: 0.7) == made.time(score: 0.7))
  }

  @Test func withoutDeviationEveryAttemptTakesTheMedian() {
    let time = LogNormalTime(median: .seconds(4.1), logDeviation: 0, range: .seconds(1)...(.seconds(40)))
    #expect(time.time(score: 2.3) == .seconds(4.1))
    let late = LogNormalTime(median: .seconds(50), logDeviation: 0, range: .seconds(1)...(.seconds(40)))
    #expect(late.time(score: -1.7) == .seconds(40))
  }
}
