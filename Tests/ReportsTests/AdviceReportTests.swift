import Analysis
import Quantities
import TestSupport
import Testing

@testable import Reports

@Suite struct AdviceReportTests {
  static let needs = AdviceNeeds(largestError: 200)

  static func report(seeds: Int = 9, use: StrategyUse = .live) -> AdviceReport {
    typealias Strategy = SampleReports.Strategy
    func rows(_ strategies: [Strategy]) -> [StrategySummary] { SampleReports.report(strategies, seeds: seeds).rows }
    let base = Strategy(name: "app <1>", milliwatts: 311.7, error: 12.4, trackError: 11.9, fixes: 3587)
    let variants: [(GuideChapter, String, String, Strategy)] = [
      (
        .distanceFilter, "a distance filter of 10 m", "manager.distanceFilter = 10",
        Strategy(name: "b", milliwatts: 311.7, error: 13.1, trackError: 12.9, fixes: 400)
      ),
      (
        .reduceAccuracy, "HundredMeters instead of Best", "manager.desiredAccuracy = kCLLocationAccuracyHundredMeters",
        Strategy(name: "c", milliwatts: 71.3, error: 142.7, age: 17.9, trackError: 131.1, fixes: 467)
      ),
      (
        .reduceAccuracy, "Kilometer instead of Best", "manager.desiredAccuracy = kCLLocationAccuracyKilometer",
        Strategy(name: "d", milliwatts: 17.3, error: 1271, age: 713, trackError: 803, fixes: 5.3)
      ),
      (
        .stopWhenUnused, "updates <b>never</b>", "manager.stopUpdatingLocation()",
        Strategy(name: "e", milliwatts: 0, error: nil)
      ),
      (
        .autoPause, "more | work", "`none`",
        Strategy(name: "f", milliwatts: 343.1, error: 11.3, trackError: 10.9, fixes: 3599)
      ),
    ]
    let all = rows(
      ([base] + variants.map(\.3)).map { strategy in
        var strategy = strategy
        strategy.use = use
        return strategy
      })
    let advice = variants.enumerated().compactMap { index, variant in
      Advice(
        chapter: variant.0, title: variant.1, change: variant.2, base: all[0], variant: all[index + 1], needs: needs)
    }
    var context = SampleReports.context(seeds, .drawn, "Advice for app <1> on commute")
    context.command = "geojoule advise --strategy app.yml"
    return AdviceReport(context: context, base: all[0], advice: Advice.ranked(advice), needs: needs)
  }

  @Test func text() { expectGolden("advice.txt", DocumentText(width: 90).render(Self.report().document)) }
  @Test func textOfARecording() {
    var report = Self.report(use: .record)
    report.needs = AdviceNeeds()
    expectGolden("advice-record.txt", DocumentText(width: 90).render(report.document))
  }
  @Test(arguments: StrategyUse.allCases) func nothingIsSaidOfMovingOnADayAtRest(use: StrategyUse) {
    var report = Self.report(use: use)
    report.base = StrategySummary(
      strategy: "app", use: use,
      runs: report.base.runs.map { run in
        var run = run
        run.isAtRest = true
        return run
      }, baseline: [])
    #expect(!DocumentText(width: 200, isWide: true).render(report.document).contains("while the user moves"))
    #expect(
      DocumentText(width: 200, isWide: true).render(Self.report(use: use).document).contains("while the user moves"))
  }
  @Test func markdown() { expectGolden("advice.md", DocumentMarkdown().render(Self.report().document)) }
  @Test func json() { expectGolden("advice.json", compactJSON(Self.report().json)) }

  @Test func whatSavesAndKeepsTheNeedsComesFirst() {
    let advice = Self.report().advice
    #expect(advice.map(\.verdict) == [.saves, .breaksNeeds, .breaksNeeds, .noDifference, .costs])
    #expect(advice.first?.title == "HundredMeters instead of Best")
    #expect(advice[1].objection == "the app gets no positions")
    #expect(
      advice[2].objection == "the error exceeds the need; positions are more than 5 times as old on the move")
  }

  /// Shares are per seed and paired: what both share cancels, so that equal strategies differ by exactly nothing.
  @Test func differencesArePaired() throws {
    let report = Self.report()
    let same = try #require(report.advice.first { $0.verdict == .noDifference })
    #expect(same.energy.mean == 0)
    #expect(same.energy.meanInterval == 0...0)
    let error = try #require(same.error)
    #expect(abs(error.mean - 0.7 * 0.931 - 0.7 * 0.22 * 5 / 12) < 0.02)
  }

  @Test func oneSeedSaysThatItHasNoInterval() {
    let text = DocumentText().render(Self.report(seeds: 1).document)
    #expect(text.contains("one seed has no interval"))
    #expect(!text.contains("95 %:"))
  }

  /// A suggestion says what it makes worse, beside what its line has.
  @Test func whatGetsWorseIsSaid() throws {
    let text = DocumentText(width: 200, isWide: true).render(Self.report().document)
    #expect(text.contains("HundredMeters instead of Best makes worse: error now 12.7 to 146 m"), "\(text)")
    #expect(text.replacing("\n", with: " ").contains("It makes worse: error now 12.7 to 146 m, error track "))
    // Below a short table stand two lines and the command.
    let short = DocumentText(width: 1000).render(Self.report().document).split(separator: "\n")
    let end = try #require(short.lastIndex { $0.hasPrefix("How sure: ") })
    #expect(short[(end + 1)...].first?.hasPrefix("Next: ") == true)
  }

  /// 174 m instead of 15.8 m is not like accuracy; instead of 97 m it is, and a limit of the user's own decides in its place.
  @Test func aSavingAtLessAccuracyIsSaidToBeOne() throws {
    var report = Self.report(use: .record)
    func group() throws -> String { try #require(report.document.sections.first?.table?.groups.first) }
    #expect(report.finding.hasPrefix("The largest saving for app <1>: HundredMeters "))
    #expect(try group() == "Saves, and keeps what the app needs")
    report.needs = AdviceNeeds()
    #expect(report.finding.hasPrefix("Nothing saves a tenth at like accuracy for app <1>; with less, HundredMeters "))
    #expect(try group().hasPrefix("Saves, with an error up to 5 times "))
    report.base = StrategySummary(
      strategy: "app", use: .record,
      runs: report.base.runs.map { run in
        var run = run
        run[.movingErrorP95] = 97
        return run
      }, baseline: [])
    #expect(report.finding.hasPrefix("The largest saving for app: HundredMeters "))
  }

  @Test func nothingToSimulateIsSaid() {
    var report = Self.report()
    report.advice = []
    #expect(report.finding.hasPrefix("There is nothing to simulate"))
  }

  @Test func markdownEscapesNames() {
    let text = DocumentMarkdown().render(Self.report().document)
    #expect(!text.contains("<b>"))
    #expect(text.contains("more \\| work"))
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (12.345, "+12.3"), (-0.82, "-0.8"), (0.0004, "+0.0004"), (-26805, "-26,805"),
  ])
  func changesHaveASign(_ row: (value: Double, text: String)) { #expect(Figure.change(row.value) == row.text) }
}
