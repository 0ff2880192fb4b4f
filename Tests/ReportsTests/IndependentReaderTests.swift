import Analysis
import DeviceModel
import Foundation
import Core
import Simulation
import TestSupport
import Testing

@testable import Reports

/// What Python's own readers get out of the files is what was computed, to the last bit.
@Suite(.enabled(if: PythonTool.has(["csv", "json"]), "needs python3"))
struct IndependentReaderTests {
  private func python(_ program: String, _ input: String) throws -> Data {
    let outcome = try PythonTool.run(["-c", program], input: Data(input.utf8))
    try #require(outcome.status == 0, "\(outcome.text.suffix(800))")
    return Data(outcome.text.utf8)
  }

  /// Every cell of every row, by Python's `csv`.
  private func table(_ text: String) throws -> [[String]] {
    let program = """
      import csv, io, json, sys
      text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")
      print(json.dumps(list(csv.reader(text, strict=True))))
      """
    return try JSONDecoder().decode([[String]].self, from: python(program, text))
  }

  @Test(arguments: [false, true])
  func theComparisonsCSVReadsBack(_ isHostile: Bool) throws {
    let report = isHostile ? ReportSafetyTests.report() : SampleReports.report()
    let rows = try table(DocumentCSV().render(report))
    #expect(rows.first == ComparisonCSVTests.columns)
    #expect(rows.count == report.rows.count + 1)
    for (row, cells) in zip(report.rows, rows.dropFirst()) {
      try #require(cells.count == ComparisonCSVTests.columns.count)
      func cell(_ column: String) -> String {
        zip(ComparisonCSVTests.columns, cells).first { $0.0 == column }?.1 ?? "?"
      }
      // What a spreadsheet would run as a formula has an apostrophe in front.
      let isFormula = row.strategy.first.map { "=+-@".contains($0) } ?? false
      // What a terminal would obey is replaced.
      func harmless(_ text: String) -> String { text.replacing("\u{1B}", with: "\u{FFFD}") }
      #expect(cell("strategy") == (isFormula ? "'" : "") + harmless(row.strategy))
      #expect(cell("device") == (isHostile ? "'=<b>device" : "modern-phone"))
      let notes = row.notes.map { $0.hasPrefix("=") ? "'" + $0 : $0 }.joined(separator: "; ")
      #expect(cell("note") == harmless(notes))
      for metric in Metric.allCases {
        let expected = row[metric].map(\.mean)
        #expect(Double(cell(metric.column)) == expected, "\(row.strategy) \(metric.column)")
        #expect(expected != nil || cell(metric.column).isEmpty)
      }
      #expect(Double(cell("energy_J_ci95_high")) == row[.energy]?.meanInterval?.upperBound)
      #expect(Double(cell("drain_percent_per_hour_p2_5")) == row[.drainPercentPerHour]?.quantileRange?.lowerBound)
      #expect(Double(cell("marginal_energy_J")) == row.marginalEnergy?.mean)
    }
  }

  @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "a,\"b\"\nc", "'", ""])
  func noCellIsAFormula(_ name: String) throws {
    let rows = try table(CSVLine.text([CSVLine.cell(name), "end"]))
    let isHarmful = name.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    #expect(rows == [[(isHarmful ? "'" : "") + name, "end"]])
  }

  @Test func aRunsTablesReadBack() throws {
    let record = RunGoldenTests.record
    let rows = try table(TimelineCSV().render(RunGoldenTests.detail))
    #expect(rows.first == TimelineCSV.columns)
    let paid = rows.dropFirst().filter { $0[0] == $0[1] }
    #expect(paid.map { $0[3] } == ["wifi_fix", "bytes_sent"])
    #expect(paid.map { Double($0[7]) } == RunGoldenTests.detail.payments.map(\.energy.joules))
    let states = rows.dropFirst().filter { $0[0] != $0[1] }
    #expect(states.count == record.timeline.count)
    for (segment, cells) in zip(record.timeline, states) {
      #expect(Double(cells[0]) == segment.start.seconds)
      #expect(Double(cells[1]) == segment.end.seconds)
      let power = record.prices.power(segment.component, state: segment.state, bin: segment.bin)
      // 12.27056 J are written, where the product has 12.270560000000001.
      let energy = (power * (segment.end - segment.start)).joules
      #expect(abs((Double(cells[7]) ?? .nan) - energy) <= 1e-12 && cells[7].count <= "12.270560000000".count)
    }
    let fixes = try table(DeliveriesCSV().render(record, truth: RunGoldenTests.journey))
    #expect(fixes.count == record.fixes.count + 1)
    for (fix, cells) in zip(record.fixes, fixes.dropFirst()) {
      #expect(Double(cells[0]) == fix.delivered.seconds)
      #expect(Double(cells[4]) == fix.horizontalAccuracy)
    }
  }

  /// `repr` of what Python read is the shortest text of the same double.
  @Test func theComparisonsJSONReadsBack() throws {
    let report = SampleReports.report(seeds: 5)
    let program = """
      import json, sys
      document = json.load(sys.stdin)
      result = []
      for row in document["strategies"]:
          figures = {name: None if value is None else [repr(value["mean"]), repr(value["ci95_low"])]
                     for name, value in row.items() if (isinstance(value, dict) and "ci95_low" in value) or value is None}
          runs = [{name: repr(value) for name, value in run.items() if value is not None} for run in row["runs"]]
          result.append({"figures": figures, "runs": runs})
      print(json.dumps(result))
      """
    struct Row: Decodable {
      let figures: [String: [String]?]
      let runs: [[String: String]]
    }
    let rows = try JSONDecoder().decode(
      [Row].self, from: python(program, ComparisonJSON(includesRuns: true).render(report)))
    #expect(rows.count == report.rows.count)
    for (row, read) in zip(report.rows, rows) {
      #expect(read.runs.count == row.runs.count)
      for metric in Metric.allCases {
        let found = try #require(read.figures[metric.column])
        #expect((found?[0]).flatMap(Double.init) == row[metric]?.mean)
        #expect((found?[1]).flatMap(Double.init) == row[metric]?.meanInterval?.lowerBound)
        for (run, values) in zip(row.runs, read.runs) {
          #expect(values[metric.column].flatMap(Double.init) == run[metric])
        }
      }
    }
  }

  @Test func theChecksAndTheAdvicesJSONReadBack() throws {
    let program = "import json, sys; print(json.dumps([[repr(x) for x in row] for row in %s(json.load(sys.stdin))]))"
    func rows(_ part: String, _ text: String) throws -> [[String]] {
      try JSONDecoder().decode(
        [[String]].self, from: python(program.replacingOccurrences(of: "%s", with: "(\(part))"), text))
    }
    let checks = SampleChecks.report()
    let figures = try rows(
      "lambda d: [[(f['figure'] or {}).get('mean'), (f['change'] or {}).get('low')] for f in d['findings']]",
      checks.json)
    #expect(figures.count == checks.findings.count)
    for (finding, read) in zip(checks.findings, figures) {
      #expect(Double(read[0]) == finding.verdict.figure?.mean)
      #expect(Double(read[1]) == finding.verdict.change?.low)
    }
    let report = AdviceReportTests.report()
    let advice = try rows(
      "lambda d: [[a['energy_change']['mean'], a['energy_change']['ci95_high'], (a['share_change'] or {}).get('mean')] for a in d['advice']]",
      report.json)
    for (expected, read) in zip(report.advice, advice) {
      #expect(Double(read[0]) == expected.energy.mean)
      #expect(Double(read[1]) == expected.energy.meanInterval?.upperBound)
      #expect(Double(read[2]) == expected.share?.mean)
    }
    #expect(advice.count == report.advice.count)
  }
}
