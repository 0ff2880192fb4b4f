import Analysis
import DeviceModel
import Core
import TestSupport
import Testing

@testable import Reports

@Suite struct AdviceReportTests {
  static let need = Need(.track, .track(within: 30), level: 0.2)

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
        chapter: variant.0, title: variant.1, change: variant.2, base: all[0], variant: all[index + 1], need: need,
        batteryWeight: 16)
    }
    var context = SampleReports.context(seeds, .drawn, "Advice for app <1> on commute")
    context.command = "geojoule advise --strategy app.yml"
    return AdviceReport(context: context, base: all[0], advice: Advice.ranked(advice, byValue: false), need: need)
  }

  @Test func text() { expectGolden("advice.txt", DocumentText(width: 90).render(Self.report().document)) }
  @Test func textOfARecording() {
    var report = Self.report(use: .record)
    report.need = Need(.track, onFoot: false)
    expectGolden("advice-record.txt", DocumentText(width: 90).render(report.document))
  }
  @Test func markdown() { expectGolden("advice.md", DocumentMarkdown().render(Self.report().document)) }
  @Test func json() { expectGolden("advice.json", compactJSON(Self.report().json)) }

  @Test func whatSavesAndKeepsTheNeedsComesFirst() {
    let advice = Self.report().advice
    #expect(advice.map(\.verdict) == [.saves, .breaksNeeds, .breaksNeeds, .noDifference, .costs])
    #expect(advice.first?.title == "HundredMeters instead of Best")
    #expect(advice[1].objection == "the app gets no positions")
    #expect(advice[2].objection == "the share is below the need")
  }

  /// Shares are per seed and paired: what both share cancels, so that equal strategies differ by exactly nothing.
  @Test func differencesArePaired() throws {
    let report = Self.report()
    let same = try #require(report.advice.first { $0.verdict == .noDifference })
    #expect(same.energy.mean == 0)
    #expect(same.energy.meanInterval == 0...0)
    let share = try #require(same.share)
    #expect(share.mean < 0 && share.mean > -0.02)
  }

  @Test func oneSeedSaysThatItHasNoInterval() {
    let text = DocumentText().render(Self.report(seeds: 1).document)
    #expect(text.contains("one seed has no interval"))
    #expect(!text.contains("95 %:"))
  }

  @Test func theHeadlineNamesTheSavingAndItsShares() throws {
    let report = Self.report()
    #expect(report.finding.hasPrefix("The best change to app <1>: HundredMeters instead of Best saves "))
    #expect(report.finding.hasSuffix(" Track in 30 m: 38 instead of 81 %."), "\(report.finding)")
    let group = try #require(report.document.sections.compactMap(\.table).first?.groups.first)
    #expect(group == "Saves, and keeps what the app needs")
  }

  @Test func nothingToSimulateIsSaid() {
    var report = Self.report()
    report.advice = []
    #expect(report.finding.hasPrefix("The guides name no change to app <1>."))
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
