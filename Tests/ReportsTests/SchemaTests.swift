import Analysis
import Foundation
import Reports
import TestSupport
import Testing

/// The published schemas against what is written, by Python's `jsonschema`.
@Suite(.enabled(if: PublishedSchema.canCheck, "needs python3 and the package 'jsonschema'"))
struct SchemaTests {
  static let documents: [(schema: String, name: String, text: String)] = [
    ("comparison", "no runs", ComparisonJSON().render(SampleReports.report())),
    ("comparison", "one seed", ComparisonJSON(includesRuns: true).render(SampleReports.report(seeds: 1))),
    ("comparison", "hostile names", ComparisonJSON(includesRuns: true).render(ReportSafetyTests.report())),
    ("advice", "ranked", AdviceReportTests.report().json),
    ("advice", "one seed of a recording", AdviceReportTests.report(seeds: 1, use: .record).json),
    ("check", "one of everything", SampleChecks.report().json),
    ("check", "hostile names", SampleChecks.hostileReport.json),
    ("check", "nothing", SampleChecks.report([]).json),
    ("run", "a minute", RunGoldenTests.report.json),
    ("fit", "three parameters", FitReportTests.sample.json),
  ]

  @Test(arguments: documents.indices)
  func documentsKeepTheirSchema(_ index: Int) throws {
    let document = Self.documents[index]
    #expect(try PublishedSchema.faults(Data(document.text.utf8), document.schema) == "", "\(document.name)")
  }

  @Test(arguments: [
    (0, "\"drain_percent_per_hour\"", "\"drain\""), (3, "\"no_difference\"", "\"maybe\""),
    (5, "\"status\": \"waived\"", "\"status\": \"forgiven\""),
    (8, "\"weak\"", "\"poor\""), (9, "\"ci95_low\": 1.386", "\"ci95_low\": \"1.386\""),
  ])
  func damageIsFound(_ row: (index: Int, old: String, new: String)) throws {
    let document = Self.documents[row.index]
    let damaged = document.text.replacingOccurrences(of: row.old, with: row.new)
    #expect(damaged != document.text)
    #expect(try PublishedSchema.faults(Data(damaged.utf8), document.schema) != "")
  }
}
