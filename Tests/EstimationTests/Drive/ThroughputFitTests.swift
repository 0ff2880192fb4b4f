import Core
import RealModule
import Testing

@testable import Estimation

@Suite struct ThroughputFitTests {
  /// Rates around a curve of the level, with noise that repeats itself over `time` seconds. Levels wander like a drive's.
  static func drive(
    _ seed: UInt64, count: Int = 600, drive: Int = 0, scatter: Double = 0.25, time: Double = 8,
    curve: (Double) -> Double
  ) -> [SignalSample] {
    let times = (0..<count).map { Double($0) }
    let wander = TestData.gaussMarkov(times: times, timeConstant: 40, seed: seed * 2 + 1)
    let noise = TestData.gaussMarkov(times: times, timeConstant: time, seed: seed * 2 + 2)
    return times.indices.map { i in
      let level = (-95 + 9 * wander[i]).rounded()
      return SignalSample(
        time: times[i], drive: drive, level: level, value: Double.pow(10, curve(level) + scatter * noise[i]))
    }
  }

  @Test func `the columns of a model stand at a second's signal`() {
    #expect(ThroughputModel.levelAndSNR.columns([-80], [13]) == [[1], [2], [1.3]])
    #expect(ThroughputModel.levelSaturated.columns([-98, -80], [0, 0], knee: -93) == [[1, 1], [-0.5, 0]])
    #expect(ThroughputModel.levelSaturated.names == ["intercept", "slope", "knee"])
  }

  @Test func `a known slope and level come back inside their intervals`() throws {
    var held = [0, 0]
    let trials = 12
    for seed in 1...UInt64(trials) {
      let fit = try ThroughputFit(Self.drive(seed) { 7.1 + 0.31 * ($0 + 100) / 10 })
      #expect(fit.levelModel != .constant)
      guard fit.levelModel == .level else { continue }
      for (k, truth) in [7.1, 0.31].enumerated()
      where fit.levelSummary.parameters[k].interval95?.contains(truth) == true {
        held[k] += 1
      }
      #expect(abs(fit.scatter - 0.25) < 0.08)
    }
    // 95 % of about 12 tries; below 9 the intervals are too narrow.
    #expect(held.allSatisfy { $0 >= 8 }, "\(held)")
  }

  @Test func `where the rate does not grow any more the knee is found`() throws {
    let curve: (Double) -> Double = { 7.6 + 0.6 * min($0 + 93, 0) / 10 }
    let samples = (0..<4).flatMap { Self.drive(UInt64($0) + 40, count: 500, drive: $0, scatter: 0.15, curve: curve) }
    let fit = try ThroughputFit(samples)
    #expect(fit.levelModel == .levelSaturated)
    #expect(fit.validation == "each drive in turn, less its own mean")
    let knee = try #require(fit.levelSummary["knee"])
    #expect(knee.interval95?.contains(-93) == true, "\(knee)")
    #expect(abs((fit.levelSummary["slope"]?.value ?? 0) - 0.6) < 0.1)
    #expect(abs(Double.log10(fit.median(at: -70)) - 7.6) < 0.1)
  }

  /// 2,000 s are averaged three by three. A level that drops by 20 dB for a few seconds is no level half way for a block.
  @Test func `blocks of seconds do not move the knee`() throws {
    let samples = (0..<2).flatMap { drive in
      Self.drive(UInt64(drive) + 40, count: 1_000, drive: drive, scatter: 0.07) { _ in 0 }.map { sample in
        var sample = sample
        if Int(sample.time) % 40 < 5 { sample.level = -114 }
        sample.value *= Double.pow(10, 7.5 + 0.6 * min(sample.level + 97, 0) / 10)
        return sample
      }
    }
    let fit = try ThroughputFit(samples)
    #expect(fit.levelModel == .levelSaturated)
    for (name, truth) in [("knee", -97.0), ("slope", 0.6), ("intercept", 7.5)] {
      let found = try #require(fit.levelSummary[name])
      #expect(abs(found.value - truth) < 4 * (found.standardError ?? 0), "\(found)")
    }
  }

  /// Three drives of one slope that differ by 0.21 in lg(rate): left out whole, they made a constant the best predictor.
  @Test func `drives that differ do not hide the slope`() throws {
    let seed: UInt64 = 5_041
    let apart = TestData.normals(3, seed: seed + 3)
    let samples = (0..<3).flatMap { drive in
      let intercept = 7.1 + 0.21 * apart[drive]
      return Self.drive(seed + 1_009 * UInt64(drive), drive: drive) { level -> Double in
        intercept + 0.31 * (level + 100) / 10
      }
    }
    let fit = try ThroughputFit(samples)
    #expect(fit.levelModel != .constant)
    #expect(fit.ranking.last?.model == .constant)
  }

  @Test func `a rate that has nothing to do with the level has no slope in the profile`() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let fit = try ThroughputFit(Self.drive(seed + 90) { _ in 6.9 })
      if fit.levelModel == .constant { continue }
      #expect(fit.levelSummary["slope"]?.interval95?.lowerBound ?? 1 < 0.15)
    }
    // A rate that falls with the level is the cells' load.
    let falling = try ThroughputFit(Self.drive(7) { 7 - 0.4 * ($0 + 100) / 10 })
    #expect(falling.levelModel == .constant)
    #expect(falling.model != .constant)
  }

  @Test func `Shannon's law is told from a straight line in the ratio`() throws {
    var samples: [SignalSample] = []
    for drive in 0..<3 {
      let times = (0..<400).map { Double($0) }
      let ratio = TestData.gaussMarkov(times: times, timeConstant: 30, seed: UInt64(drive) + 11)
      let noise = TestData.normals(400, seed: UInt64(drive) + 31)
      for i in times.indices {
        let snr = 8 + 9 * ratio[i]
        samples.append(
          SignalSample(
            time: times[i], drive: drive, level: -90, snr: snr,
            value: Double.pow(10, 6.5 + 0.05 * noise[i]) * Double.log2(1 + Double.pow(10, snr / 10))))
      }
    }
    let fit = try ThroughputFit(samples)
    #expect(fit.model == .shannon)
    #expect(fit.summary["shannon"]?.interval95?.contains(1) == true)
    // Without a spread of levels nothing is said about them.
    #expect(fit.levelModel == .constant)
    #expect(!fit.ranking.contains { $0.model == .level })
  }

  @Test func `drives left out are predicted by the others`() throws {
    let curve: (Double) -> Double = { 7.1 + 0.31 * ($0 + 100) / 10 }
    let samples = (0..<3).flatMap { Self.drive(UInt64($0) + 5, drive: $0, curve: curve) }
    let predictions = ThroughputPrediction.all(samples)
    #expect(predictions.map(\.drive) == [0, 1, 2])
    for one in predictions {
      #expect(one.error > 0.1 && one.error < 0.45)
      #expect((0.75...1).contains(one.inside))
    }
    #expect(ThroughputPrediction.all(samples.filter { $0.drive == 0 }).isEmpty)
  }

  /// A drive of 2,000 s and two of 300 s, each at one rate: by seconds the median is the long drive's. Shares of drives are n / (n +
  /// 150): 0.93 for the long one and 0.67 for each of the others, which are more together.
  @Test func drivesCountAboutAlike() throws {
    let samples = [(2_000, 1e7), (300, 2e6), (300, 3e6)].enumerated().flatMap { drive, part in
      (0..<part.0).map { SignalSample(time: Double($0), drive: drive, level: -90, value: part.1) }
    }
    let intercept = try #require(try ThroughputFit(samples).summary["intercept"])
    #expect(abs(intercept.value - Double.log10(3e6)) < 1e-3)
    // Without the long drive the median lies amid the others', without another it is the long one's. The shares are worth 2.92 drives
    // of one weight, and Student's quantile for 1.92 is 4.477.
    #expect(agree(intercept.standardError, 0.492662, within: 2e-3))
    let half = (intercept.interval95?.upperBound ?? 0) - intercept.value
    #expect(agree(half, 2.205752, within: 2e-3))
  }

  /// Two drives: one differs from the other as drives do, 0.3 in lg(rate), which the scatter of one drive does not show.
  @Test func `the range of another drive allows for the differences between drives`() throws {
    let samples = (0..<2).flatMap { drive in
      Self.drive(UInt64(drive) + 70, count: 300, drive: drive, scatter: 0.1) { _ in 7 + 0.3 * Double(drive) }
    }
    let predictions = ThroughputPrediction.all(samples)
    #expect(predictions.count == 2)
    // Of scatter alone few seconds lie within 0.16 of 0.3; with 0.3 between drives the range reaches 0.5.
    for one in predictions { #expect(one.inside > 0.9, "\(one)") }
    let alone = samples.filter { $0.drive == 0 }
    let differences = DriveDifferences(alone, around: try ThroughputFit(alone))
    // One drive: twice the usual variance, 0.044.
    #expect(abs(differences.another - 0.088.squareRoot()) < 1e-12)
    #expect(abs(differences.within - 0.1) < 0.04)
  }

  @Test func `what cannot be fitted is refused`() {
    let few = Self.drive(1, count: 40) { _ in 7 }
    #expect(throws: EstimationError.tooFewSamples(have: 40, need: 60)) { try ThroughputFit(few) }
    var equal = Self.drive(1, count: 80) { _ in 7 }
    for i in equal.indices { equal[i].value = 5e6 }
    #expect(throws: EstimationError.self) { try ThroughputFit(equal) }
    equal[3].value = 0
    #expect(throws: EstimationError.self) { try ThroughputFit(equal) }
  }
}
