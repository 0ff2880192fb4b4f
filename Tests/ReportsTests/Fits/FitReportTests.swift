import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite struct FitReportTests {
  /// Made-up numbers that are easy to recognise.
  static let sample: FitReport = {
    var line: [(x: Double, y: Double)] = []
    for k in 0...40 {
      let y: Double = 1 - 1 / (1 + Double(k) * 0.25)
      line.append((x: Double(k) * 0.5, y: y))
    }
    var data: [(x: Double, y: Double)] = []
    for k in 0..<60 { data.append((x: 0.3 * Double(k % 17) + 0.21, y: Double(k) / 60)) }
    return FitReport(
      title: "Position error of ride.csv",
      findings: [
        "lognormal describes the data best; the next, weibull, is 12.3 units of AIC behind",
        "Half of the errors are below 4.21 m, 95 % below 17.3 m.",
      ],
      inputs: [
        .init(
          role: "fixes", file: "ride <1>.csv", digest: String(repeating: "ab", count: 32),
          details: ["1,234 fixes", "3 rows left out: lat is missing"])
      ],
      sections: [
        FitSection(
          title: "lognormal", formula: "ln x normal around mu with deviation sigma",
          parameters: [
            .init(
              name: "mu", value: 1.4378, standardError: 0.0262, interval: 1.386...1.489, method: "profile likelihood",
              unit: ""),
            .init(
              name: "outlier_probability", value: 0, standardError: nil, interval: 0...0.031,
              method: "profile likelihood", unit: "", note: "on its bound"),
            .init(
              name: "power", value: 0.0000123, standardError: 0.0000021, interval: nil, method: "bootstrap", unit: "W"),
          ],
          correlation: [[1, 0.234, -0.05], [0.234, 1, 0], [-0.05, 0, 1]],
          figures: [
            .init(name: "Samples", text: "1,234, effectively 87.6"),
            .init(name: "Kolmogorov-Smirnov", text: "0.061, p = 0.21 (parametric block bootstrap)"),
          ],
          warnings: ["outlier_probability lies on its bound 0 & more"],
          tables: [
            FitTable("Models", [("lognormal", 512.3, 17.3), ("weibull", 524, nil as Double?)]) { columns in
              columns.words(["Model"]) { $0.0 }
              columns.fitted("AIC") { $0.1 }
              columns.fitted("p95", unit: "m") { $0.2 }
            }
          ],
          plots: [
            FitPlot(
              title: "Distribution", caption: "The model should run through the data.", x: .init("Error, m"),
              y: .init("Share of errors below"),
              series: [.init("data", .points, data), .init("lognormal", .line, line)]),
            FitPlot(
              title: "Autocorrelation", caption: "Columns beyond the dashed lines are more than chance.",
              x: .init("Lag, s"), y: .init("Correlation"),
              series: [
                .init("residuals", .bars, [(x: 0, y: 1), (x: 1, y: 0.4), (x: 2, y: -0.1)]),
                .init("", .reference, [(x: 0, y: 0.2), (x: 2, y: 0.2)]),
              ]),
            FitPlot(title: "Nothing", caption: "", x: .init("x"), y: .init("y"), series: []),
          ])
      ],
      fragment: "error:\n  white: {mean: 0.4 m, source: \"a <b> & c\"}\n", version: "0.1.0",
      command: "geojoule fit error --fixes 'ride <1>.csv'")
  }()

  /// Golden files of this module stand together, a folder up.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fits.swift").path

  @Test func theTextIsStable() {
    expectGolden("fit-text.txt", DocumentText(width: 96).render(Self.sample.document), filePath: Self.folder)
  }

  @Test func thePageIsStable() {
    expectGolden("fit-page.html", pageStructure(DocumentHTML().render(Self.sample.document)), filePath: Self.folder)
  }

  @Test func theFilesAreStable() {
    expectGolden("fit.json", compactJSON(Self.sample.json), filePath: Self.folder)
    expectGolden("fit.csv", DocumentCSV().render(Self.sample.document), filePath: Self.folder)
  }

  @Test func thePageIsWellFormedAndLoadsNothing() {
    let page = DocumentHTML().render(Self.sample.document)
    let xml = page.replacing("<!DOCTYPE html>", with: "").replacing(
      /<meta([^>]*)>/, with: { "<meta\($0.1)/>" }
    ).replacing("<br>", with: "<br/>").replacing(/<script>[\s\S]*<\/script>/, with: "")
    #expect(throws: Never.self) { try XMLCheck.read(xml, root: "html") }
    #expect(!page.contains("http:") && !page.contains("src="))
    #expect(page.contains("ride &lt;1&gt;.csv") && !page.contains("<1>"))
    #expect(page.components(separatedBy: "<svg").count == 3, "an empty plot is left out")
  }

  @Test func theTableOfParametersStandsAboveThePlots() throws {
    let page = DocumentHTML().render(Self.sample.document)
    let plot = try #require(page.range(of: "<svg"))
    let value = try #require(page.range(of: "<td>1.438</td>"))
    #expect(value.lowerBound < plot.lowerBound)
  }

  @Test(
    arguments: [
      (12.3456, 0.1234, "12.35", "0.12"), (12.3456, 12.0, "12", "12"), (0.00012346, 0.0000056, "0.0001235", "5.6e-6"),
      (12_345.6, 123.0, "12,346", "123"), (-123_276.25, 1.5, "-123,276.3", "1.5"),
      (9999.0, 12.0, "9999", "12"), (3.0, nil, "3.00", "-"), (-0.5, 0.02, "-0.500", "0.020"),
    ] as [(Double, Double?, String, String)])
  func digitsFollowTheError(value: Double, error: Double?, text: String, errorText: String) {
    #expect(FitNumber.text(value, error: error) == text)
    #expect(FitNumber.part(error, error: error) == errorText)
  }

  @Test func manyPointsAreThinned() throws {
    let points = (0..<100_000).map { k -> (x: Double, y: Double) in (x: Double(k), y: Double(k % 7)) }
    let plot = FitPlot(title: "t", caption: "c", x: .init("x"), y: .init("y"), series: [.init("d", .points, points)])
    let svg = try #require(FitChart(plot: plot, identifier: "p").svg())
    #expect(svg.components(separatedBy: "<circle").count < 1_520)
  }

  @Test func aFewPointsAreDrawnLarger() throws {
    func circles(_ count: Int, radius: String) throws -> Int {
      let points = (0..<count).map { (x: Double($0), y: Double($0 * $0)) }
      let plot = FitPlot(
        title: "t", caption: "c", x: .init("x"), y: .init("y"), series: [.init("", .points, points)])
      let svg = try #require(FitChart(plot: plot, identifier: "p").svg())
      return svg.components(separatedBy: "r=\"\(radius)\"").count - 1
    }
    #expect(try circles(3, radius: "4") == 3 && circles(30, radius: "4") == 30)
    #expect(try circles(31, radius: "2.2") == 31)
  }

  @Test func aPageWithoutInputsHasNoHeadingForThem() {
    var report = Self.sample
    #expect(DocumentHTML().render(report.document).contains("What it rests on"))
    report.inputs = []
    #expect(!DocumentHTML().render(report.document).contains("What it rests on"))
  }

  @Test func aLogarithmicAxisLeavesOutWhatItCannotShow() throws {
    let plot = FitPlot(
      title: "t", caption: "c", x: .init("x", isLogarithmic: true), y: .init("y"),
      series: [.init("", .points, [(x: 0, y: 1), (x: -3, y: 1), (x: 1, y: .nan), (x: 2, y: 2), (x: 20, y: 3)])])
    let svg = try #require(FitChart(plot: plot, identifier: "p").svg())
    #expect(svg.components(separatedBy: "<circle").count == 3)
  }

  @Test func `an axis with names has one tick for each, evenly spaced`() throws {
    let plot = FitPlot(
      title: "Steps", caption: "", x: .init("Way, km"), y: .init("", names: ["3G", "LTE", "5G"]),
      series: [.init("access", .line, [(x: 0, y: 0), (x: 1, y: 0), (x: 1, y: 2), (x: 4, y: 2)])])
    let svg = try #require(FitChart(plot: plot, identifier: "p").svg())
    // From 270 at the bottom to 10 at the top there are three rows; a number stands 4 below its line.
    for (name, place) in [("3G", "230.7"), ("LTE", "144"), ("5G", "57.3")] {
      let label = try #require(svg.range(of: ">\(name)</text>"))
      #expect(svg[..<label.lowerBound].suffix(120).contains("y=\"\(place)\""), "\(name)")
    }
    #expect(!svg.contains(">0.5</text>"))
  }
}
