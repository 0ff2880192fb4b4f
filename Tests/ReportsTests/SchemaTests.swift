import Analysis
import Foundation
import Reports
import TestSupport
import Testing

/// The published schemas against what is written, by Python's `jsonschema`.
@Suite struct SchemaTests {
  static let hasSchema = PythonTool.has(["jsonschema"], from: ["jsonschema"])

  static let documents: [(schema: String, name: String, text: String)] = [
    ("comparison", "no runs", ComparisonJSON().render(SampleReports.report())),
    ("comparison", "one seed", ComparisonJSON(includesRuns: true).render(SampleReports.report(seeds: 1))),
    ("comparison", "hostile names", ComparisonJSON(includesRuns: true).render(ReportSafetyTests.report())),
    ("advice", "ranked", AdviceJSON().render(AdviceReportTests.report())),
  ]

  private static func check(_ text: String, _ schema: String) throws -> (status: Int32, text: String) {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/schema/\(schema).schema.json")
    let program = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      jsonschema.validate(json.load(sys.stdin), schema)
      """
    return try PythonTool.run(["-c", program, file.path], input: Data(text.utf8))
  }

  @Test(.enabled(if: SchemaTests.hasSchema, "needs python3 and the package 'jsonschema'"), arguments: documents.indices)
  func documentsKeepTheirSchema(_ index: Int) throws {
    let document = Self.documents[index]
    let outcome = try Self.check(document.text, document.schema)
    #expect(outcome.status == 0, "\(document.name): \(outcome.text.suffix(600))")
  }

  @Test(.enabled(if: SchemaTests.hasSchema, "needs python3 and the package 'jsonschema'"))
  func theSchemaRefusesAMissingMember() throws {
    let text = ComparisonJSON().render(SampleReports.report()).replacingOccurrences(
      of: "\"drain_percent_per_hour\"", with: "\"drain\"")
    #expect(try Self.check(text, "comparison").status != 0)
  }
}
