import Analysis
import DeviceModel
import Foundation
import Core
import Simulation
import TestSupport
import Testing

@testable import Reports

/// Every drawing has a golden file, is well formed and has few enough shapes. The goldens open in a browser.
@Suite struct ChartGoldenTests {
  static let drawings: [(name: String, svg: String?)] = [
    ("pareto", ParetoChart(report: SampleDay.report()).svg()),
    ("energy", EnergyChart(report: SampleDay.report()).svg()),
    ("distributions", DistributionChart(report: SampleReports.reportWithDistributions()).svg()),
    ("map", DayMap(detail: SampleDay.detail()).drawing().svg),
    ("timeline", TimelineChart(detail: SampleDay.detail()).drawing()?.svg),
    (
      "battery",
      BatteryChart(
        curves: SampleDay.report().day?.batteries ?? [], startOfDay: 27_000, highlighted: ["distance-filter"]
      ).svg()
    ),
  ]

  @Test(arguments: drawings.map(\.name))
  func drawing(_ name: String) throws {
    let found = try #require(Self.drawings.first { $0.name == name }?.svg)
    expectGolden(
      "chart-\(name).svg",
      found.replacingOccurrences(of: "<svg viewBox", with: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox") + "\n")
    #expect(throws: Never.self) { try XMLCheck.read(found, root: "svg") }
    #expect(!found.contains("nan") && !found.contains("inf\""))
    #expect(!found.contains("style="))
    // Everything that is drawn has a paint of its own, for pages whose style sheet is blocked.
    for element in found.split(separator: "<") where element.hasPrefix("path") || element.hasPrefix("line") {
      #expect(element.contains("stroke=") || element.contains("fill="), "\(element.prefix(60))")
    }
  }

  /// Also in a wide font, texts begin and end inside their drawing.
  @Test(arguments: DocumentFormatTests.reports.map(\.name) + ["comparison with a day", "long names"])
  func textsStayInside(_ name: String) throws {
    let document =
      switch name {
      case "comparison with a day": SampleDay.report().document
      case "long names": ReportSafetyTests.report().document
      default: try #require(DocumentFormatTests.reports.first { $0.name == name }).document
      }
    let text =
      #/<text class="(?<style>[^"]*)"[^>]* x="(?<x>[^"]*)" y="[^"]*" text-anchor="(?<anchor>[^"]*)">(?:<title>[^<]*</title>)?(?<words>[^<]*)</#
    for drawing in DocumentHTML().render(document).components(separatedBy: "<figure").dropFirst() {
      for part in drawing.components(separatedBy: "viewBox=\"0 0 ").dropFirst() {
        let width = try #require(Double(part.prefix { $0 != " " }))
        // The view of a timeline counts seconds and has no text.
        for found in part.matches(of: text) {
          let x = try #require(Double(found.x))
          let isSmall = ["tick", "note"].contains { found.style.hasPrefix($0) }
          let extent = TextExtent.width(Self.unescaped(found.words), size: isSmall ? 12 : 12.9)
          let start = found.anchor == "start" ? x : found.anchor == "end" ? x - extent : x - extent / 2
          #expect(start > -1 && start + extent < width + 1, "\(found.words) at \(x) of \(width)")
        }
      }
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
    return escapes.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }

  /// A name has room up to a limit; what is longer has an ellipsis before its end and has the whole name as its title.
  @Test(arguments: [
    ("short", 100.0, nil), ("recorder-hourly", 116, nil), ("WWWWWWWWWWWWWWWWWWWWWW", 190, "WWWWWWWWW…WWWW"),
    ("walk the dog & count all of its steps every day of May", 185, "walk the dog & co… May"),
  ])
  func namesLeftOfBarsKeepTheirLetters(_ name: String, edge: Double, clipped: String?) throws {
    let report = SampleReports.report([.init(name: name, milliwatts: 300, error: 11)], seeds: 1)
    let svg = try #require(EnergyChart(report: report).svg())
    let shown = clipped ?? name
    let title = clipped == nil ? "" : "<title>\(PlainText.markup(name))</title>"
    let end = SVGCanvas.number(edge - 8)
    #expect(svg.contains("x=\"\(end)\" y=\"28\" text-anchor=\"end\">\(title)\(PlainText.markup(shown))</text>"))
    // It begins inside the drawing, also in a wide font, and the bars beside it.
    #expect(TextExtent.width(shown, size: 13) <= edge - 8)
    #expect(svg.contains("<line class=\"axis\" stroke=\"#57606a\" x1=\"\(SVGCanvas.number(edge))\" y1=\"8\""))
    for part in svg.split(separator: " x=\"").dropFirst() {
      #expect((0...520).contains(try #require(Double(part.prefix { $0 != "\"" }))))
    }
  }

  /// A day of states each second has as many blocks as allowed, and says what was merged.
  @Test func manyStatesAreMerged() throws {
    let detail = SampleDay.detail(every: 50)
    let drawing = try #require(TimelineChart(detail: detail, shapeLimit: 300).drawing())
    #expect(drawing.shapes <= 300 + 3 * 1400)
    #expect(drawing.remark.contains("states shorter than"))
    let exact = try #require(TimelineChart(detail: SampleDay.detail()).drawing())
    #expect(exact.remark.contains("Every state is drawn."))
  }

  @Test func dotsNearerThanAPixelAreMergedAndSaid() {
    var detail = SampleDay.detail()
    detail.record.fixes = (0..<5).flatMap { _ in detail.record.fixes }
    let drawing = DayMap(detail: detail).drawing()
    #expect(drawing.remark.contains("those nearer than a pixel are merged"))
    #expect(DayMap(detail: detail, dotLimit: 3).drawing().remark.contains("pixels are merged"))
  }

  @Test func aRunWithoutPositionsHasAMap() {
    var detail = SampleDay.detail()
    detail.record.fixes = []
    #expect(DayMap(detail: detail).drawing().remark == "No position was delivered. North is up.")
  }

  /// Merging keeps the lanes tiled and never makes a block longer than what it stands for.
  @Test(arguments: [3, 20, 100, 10_000])
  func mergedBlocksTileTheRun(limit: Int) {
    let record = SampleDay.detail(every: 90).record
    let merged = MergedStates(record, limit: limit)
    for component in Component.allCases {
      let blocks = merged.blocks(of: component)
      guard !blocks.isEmpty else { continue }
      #expect(blocks.first?.start == .start)
      #expect(blocks.last?.end == record.horizon)
      for (a, b) in zip(blocks, blocks.dropFirst()) { #expect(a.end == b.start && a.role != b.role) }
    }
  }

  @Test func relativePathsEndWhereTheyShould() {
    var path = PathText()
    path.rectangle(x: 0.16, y: 2, width: 10.3, height: 4)
    path.rectangle(x: 20, y: 2, width: 0.04, height: 4)
    #expect(path.text == "m.2 2h10.3v4h-10.3zm19.8 0h0v4h0z")
    #expect(path.shapes == 2)
    var steps = PathText()
    steps.steps([1, 1, 3], from: 0, width: 2, base: 10)
    #expect(steps.text == "m0 10v-1h4v-2h2V10z")
  }

  @Test(arguments: [
    (86_400.0, 0, "00:00", "24:00"), (10_800, 27_000, "07:30", "10:30"), (60, 86_370, "23:59:30", "00:00:30 +1"),
  ])
  func clocksHaveRoundTicks(_ row: (duration: Double, start: Int, first: String, last: String)) {
    let ticks = ClockAxis.ticks(duration: row.duration, startOfDay: row.start)
    #expect((3...13).contains(ticks.count))
    #expect(ticks.first?.text == row.first)
    #expect(ticks.last?.text == row.last)
  }
}
