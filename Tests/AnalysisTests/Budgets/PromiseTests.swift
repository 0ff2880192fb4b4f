import Core
import DeviceModel
import RealModule
import Testing

@testable import Analysis

/// A promise about the battery, by hand: phones that take 3 %/h at 0.25 W, so that 7 h take 21 %.
@Suite struct PromiseTests {
  private static func run(_ seed: UInt64) -> RunMetrics {
    var run = RunMetrics(seed: seed, duration: .hours(24))
    (run[.drainPercentPerHour], run[.averagePower]) = (3, 250)
    return run
  }

  private static func model(_ deviation: Double) -> PredictionModel {
    PredictionModel(Discrepancy(phone: deviation, occasion: 0, run: 0, tracking: 0), spread: .none)
  }

  private static let metric = BudgetMetric(.battery(hours: 7), quantile: 95)

  @Test func withoutScreenAndDiscrepancyItIsTheSimulatedBattery() {
    let values = Promise(screenOn: .zero).values(of: Self.metric, runs: (1...3).map(Self.run), model: Self.model(0))
    #expect(values.map(\.value) == [21, 21, 21] && values.map(\.seed) == [1, 2, 3])
  }

  /// The screen's 1.12 W take 13.44 %/h; the median of many over 1.5 h is 20.16 %.
  @Test func theScreenAddsItsEnergy() throws {
    let runs = (1...1001).map { Self.run(UInt64($0)) }
    let values = Promise(screenOn: .hours(1.5)).values(of: Self.metric, runs: runs, model: Self.model(0))
    let added = values.compactMap(\.value).map { $0 - 21 }.sorted()
    #expect(added.count == 1001 && abs(added[500] - 20.16) < 0.9, "\(added[500])")
    // 90 % lie between 1.17 exp(-+1.645 x 0.42) - 0.05 W, which is 0.536 and 2.285 W.
    let within = added.count { $0 > 18 * 0.536 && $0 < 18 * 2.285 }
    #expect((870...930).contains(within), "\(within)")
  }

  /// 18 h in watts: 90 % of screens take 0.536 to 2.285 W, so that the range lies between 21 % more than 9.6 and 41.1 %.
  @Test func theRangeOfAPromiseHasTheScreen() throws {
    var limit = BudgetLimit(
      metric: Self.metric, bound: .max(80), place: BudgetPlace(file: "a", line: 1, column: 1),
      promise: Promise(screenOn: .hours(1.5)))
    let runs = (1...1001).map { Self.run(UInt64($0)) }
    let range = try #require(limit.predictedRange(of: runs, none: [], model: Self.model(0)))
    #expect(abs(range.lowerBound - 30.6) < 1.5 && abs(range.upperBound - 62.1) < 3, "\(range)")
    limit.promise = nil
    let plain = try #require(limit.predictedRange(of: runs, none: [], model: Self.model(0)))
    #expect(abs(plain.lowerBound - 21) < 0.01 && abs(plain.upperBound - 21) < 0.01, "\(plain)")
  }

  /// The discrepancy spreads the phones: 84 % of them take less than 21 % times exp(0.3).
  @Test func theDiscrepancySpreadsPhones() {
    let runs = (1...1001).map { Self.run(UInt64($0)) }
    let values = Promise(screenOn: .zero).values(of: Self.metric, runs: runs, model: Self.model(0.3)).compactMap(
      \.value)
    let below = values.count { $0 < 21 * 1.34986 }
    #expect((805...877).contains(below), "\(below)")
  }

  /// A hungry phone is no sign of a bright screen.
  @Test func screensAndPhonesAreDrawnApart() {
    let runs = (1...1001).map { Self.run(UInt64($0)) }
    func values(_ screenOn: TimeSpan, _ deviation: Double) -> [Double] {
      Promise(screenOn: screenOn).values(of: Self.metric, runs: runs, model: Self.model(deviation)).compactMap {
        $0.value.map { .log($0 - (screenOn > .zero ? 21 : 0)) }
      }
    }
    let (phones, screens) = (values(.zero, 0.3), values(.hours(1.5), 0))
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let (a, b) = (mean(phones), mean(screens))
    let common = mean(zip(phones, screens).map { ($0 - a) * ($1 - b) })
    let spread = (mean(phones.map { ($0 - a) * ($0 - a) }) * mean(screens.map { ($0 - b) * ($0 - b) })).squareRoot()
    #expect(abs(common / spread) < 0.1, "\(common / spread)")
  }

  /// The discrepancy is an estimate: the rarer the failure, the longer Student's tail.
  @Test func rareSharesHaveLongTails() throws {
    let errors = Discrepancy(phone: 0.15, occasion: 0, run: 0, tracking: 0)
    let model = PredictionModel(
      Discrepancy(phone: 0.3, occasion: 0, run: 0, tracking: 0), errors: errors, spread: .none)
    func logs(_ quantile: Int) -> [Double] {
      Promise(screenOn: .zero).values(
        of: BudgetMetric(.battery(hours: 7), quantile: quantile), runs: (1...9).map(Self.run), model: model
      ).compactMap { $0.value.map { .log($0 / 21) } }
    }
    for (rare, usual) in zip(logs(99), logs(80)) { #expect(rare / usual > 1.1, "\(rare) \(usual)") }
  }

  /// A battery without hours is that of 16 h: the screen's 20.16 % of 7 h are as many of 16 h.
  @Test func theScreensShareIsThatOfItsHours() throws {
    let runs = (1...1001).map { Self.run(UInt64($0)) }
    let metric = BudgetMetric(.battery(hours: nil), quantile: 95)
    let values = Promise(screenOn: .hours(1.5)).values(of: metric, runs: runs, model: Self.model(0)).compactMap(\.value)
    let added = values.map { $0 - 48 }.sorted()
    #expect(added.count == 1001 && abs(added[500] - 20.16) < 0.9, "\(added[500])")
  }

  /// What a phone takes more than its profile says is not the screen's.
  @Test func thePhonesFactorLeavesTheScreenAlone() {
    let runs = (1...31).map { Self.run(UInt64($0)) }
    func values(_ screenOn: TimeSpan, _ deviation: Double) -> [Double] {
      Promise(screenOn: screenOn).values(of: Self.metric, runs: runs, model: Self.model(deviation)).compactMap(\.value)
    }
    let (phone, screen, both) = (values(.zero, 0.3), values(.hours(1.5), 0), values(.hours(1.5), 0.3))
    #expect(both.count == 31 && Set(phone).count == 31 && Set(screen).count == 31)
    for seed in both.indices { #expect(abs(both[seed] - phone[seed] - (screen[seed] - 21)) < 1e-9, "\(seed)") }
  }
}
