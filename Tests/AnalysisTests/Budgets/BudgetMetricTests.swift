import Core
import Analysis
import Testing

@Suite struct BudgetMetricTests {
  @Test(arguments: Metric.allCases) func everyColumnCanBeLimited(_ metric: Metric) {
    #expect(BudgetMetric(column: metric.column)?.metric == metric)
  }

  /// Its name in words is understood as its column is.
  @Test(arguments: BudgetMetric.all)
  func everyFigureIsKnownByItsWords(_ metric: BudgetMetric) {
    #expect(BudgetMetric(column: metric.words) == metric, "\(metric.words)")
  }

  @Test func columnsAreUnique() {
    #expect(Set(BudgetMetric.all.map(\.column)).count == BudgetMetric.all.count)
    #expect(BudgetMetric(column: "energy_x") == nil)
  }

  /// 3 %/h over 2 h, and over the hours that are named.
  @Test func theBatteryIsTheDrainTimesTheHours() throws {
    var run = RunMetrics(seed: 1, duration: .hours(2))
    run[.drainPercentPerHour] = 3
    func value(_ column: String) throws -> Double? {
      try #require(BudgetMetric(column: column)).values(of: [run], none: []).first?.value
    }
    #expect(try value("battery") == 6)
    #expect(try value("battery in 12 h") == 36)
    #expect(try value("battery_in_90min_percent") == 4.5)
    var day = RunMetrics(seed: 1, duration: .hours(24))
    day[.drainPercentPerHour] = 3
    #expect(day[.battery(hours: nil)] == 48)
  }

  @Test func aMarginalFigureIsTakenAgainstItsOwnSeed() throws {
    let metric = try #require(BudgetMetric(column: "marginal_energy_J"))
    let runs = SampleRuns.runs(.energy, [7.31, 9.17, 5.3])
    // In another order, and without the third seed.
    let none = [SampleRuns.runs(.energy, [1.21, 2.6])[1], SampleRuns.runs(.energy, [1.21])[0]]
    #expect(
      metric.values(of: runs, none: none) == [
        SeedValue(seed: 1, value: 7.31 - 1.21), SeedValue(seed: 2, value: 9.17 - 2.6), SeedValue(seed: 3, value: nil),
      ])
    #expect(BudgetMetric(.energy).values(of: runs, none: []).map(\.value) == [7.31, 9.17, 5.3])
  }
}
