import Foundation
import TestSupport
import Testing

@testable import Documents

@testable import FileFormats
@testable import GeoJouleCLI

/// The schemas of input files take every file that there is, and refuse what the readers refuse for its form.
@Suite struct InputSchemaTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// `docs/schema/input` holds what the program prints.
  @Test(arguments: InputSchema.allCases)
  func thePublishedSchemaIsTheOneThatIsPrinted(kind: InputSchema) throws {
    let file = Self.root.appendingPathComponent("docs/schema/input/\(kind.rawValue).schema.json")
    if ProcessInfo.processInfo.environment["GEOJOULE_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(kind.text.utf8).write(to: file)
      Issue.record("recorded \(file.lastPathComponent); read it, then run the test again")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == kind.text, "GEOJOULE_RECORD=1 records it anew")
  }

  /// A file as editors see it: plain words are numbers and flags where they look so (YAML 1.2, core schema).
  static func json(_ value: YAMLValue) -> Any {
    switch value.content {
    case .mapping(let entries):
      return Dictionary(entries.map { ($0.key, json($0.value)) }, uniquingKeysWith: { $1 })
    case .sequence(let items): return items.map(json)
    case .scalar(let text, let isQuoted):
      if isQuoted { return text }
      switch text {
      case "true": return true
      case "false": return false
      case "null", "~", "": return NSNull()
      default: return Int(text).map { $0 as Any } ?? Double(text).map { $0 as Any } ?? text
      }
    }
  }

  static func line(_ text: String) throws -> Data {
    let root = try YAMLDocument(text: text, file: "f.yml").root
    return try JSONSerialization.data(withJSONObject: json(root), options: [.sortedKeys]) + Data([10])
  }

  static func faults(_ texts: [String], _ kind: InputSchema) throws -> String {
    try PublishedSchema.faults(
      try texts.reduce(into: Data()) { $0 += try line($1) }, "input/\(kind.rawValue)", hasLines: true)
  }

  static func read(_ name: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
  }

  @Test(
    .enabled(if: PublishedSchema.canCheck, "needs python3 and the package 'jsonschema'"),
    arguments: CatalogKind.allCases)
  func theCatalogueKeepsItsSchemas(kind: CatalogKind) throws {
    let texts = Catalog().entries(kind).map(\.text)
    #expect(texts.count > 3)
    #expect(try Self.faults(texts, InputSchema(kind)) == "")
  }

  @Test(.enabled(if: PublishedSchema.canCheck, "needs python3 and the package 'jsonschema'"))
  func examplesAndPlansKeepTheirs() throws {
    #expect(try Self.faults([try Self.read("Examples/samples/recorder.yml")], .strategy) == "")
    let budgets = try Self.read("Examples/budgets/budgets.yml")
    let inPercent = budgets.replacingOccurrences(of: "min: 0.99", with: "min: 99 %")
    #expect(try Self.faults([budgets, inPercent], .budgets) == "")
    let mapping = try BuiltTool.run(["validate", "--print-mapping"]).text
    #expect(try Self.faults([mapping], .mapping) == "")
    let sweep = """
      scenarios: [commute]
      devices: modern-phone
      strategies: [distance-filter]
      axes:
        - {parameter: distance_filter, values: [10 m, 30 m, none]}
        - {device_value: gnss.tracking_strong, from: 50 mW, to: 150 mW, points: 3}
        - {parameter: upload.batch_count, values: [1, 50]}
      design: grid
      seeds: 5
      metrics: all

      """
    #expect(try Self.faults([sweep], .sweep) == "")
    let search = """
      scenario: commute
      device: modern-phone
      strategies: [continuous, one-shot]
      axes:
        - {parameter: desired_accuracy, values: [best, kilometer]}
        - {parameter: distance_filter, from: 7 m, to: 0.5 km, scale: log, or_none: true}
      subject_to: [error_p95_m <= 50 m]
      runs: 700

      """
    #expect(try Self.faults([search], .optimization) == "")
  }

  /// A file, the text to change, and what to put there.
  static let damages: [(InputSchema, String, String, String)] = [
    (.device, "profiles/devices/modern-phone.yml", "trust: estimate", "trust: guess"),
    (.device, "profiles/devices/modern-phone.yml", "  tracking_strong:", "  tracking_stron:"),
    (.device, "profiles/devices/modern-phone.yml", "tracking_strong: {mean: 95 mW", "tracking_strong: {mean: 95"),
    (.device, "profiles/devices/modern-phone.yml", "tracking_strong: {mean: 95 mW", "tracking_strong: {mean: 95 s"),
    (.device, "profiles/devices/modern-phone.yml", "summary:", "sumary:"),
    (.network, "profiles/networks/lte.yml", "technology: lte", "technology: lta"),
    (.population, "profiles/populations/everyone.yml", "centre: [52.52, 13.405]", "centre: [52.52]"),
    (.strategy, "profiles/strategies/distance-filter.yml", "kind: standard", "kind: standart"),
    (.strategy, "profiles/strategies/distance-filter.yml", "distance_filter:", "distance_filtre:"),
    (.scenario, "profiles/scenarios/commute.yml", "sky: indoor", "sky: inside"),
    (.scenario, "profiles/scenarios/commute.yml", "kind: dwell", "kind: walk"),
    (.scenario, "profiles/scenarios/commute.yml", "legs:", "leg:"),
    (.budgets, "Examples/budgets/budgets.yml", "metric: ", "metrics: "),
    (.budgets, "Examples/budgets/budgets.yml", "min: 0.99", "min: 99 m"),
  ]

  @Test(.enabled(if: PublishedSchema.canCheck, "needs python3 and the package 'jsonschema'"))
  func damagedFilesAreRefused() throws {
    for (kind, name, old, new) in Self.damages {
      let text = try Self.read(name)
      #expect(text.contains(old), "\(name) has no '\(old)'")
      #expect(try Self.faults([text.replacingOccurrences(of: old, with: new)], kind) != "", "\(new)")
    }
  }

  /// Without Python: every key of a value and every word of a table is in its schema.
  @Test func schemasAreMadeOfTheReadersTables() {
    for key in ["\"tracking_strong\"", "\"leg_log_deviation\"", "\"battery\"", "\"iso\""] {
      #expect(InputSchema.device.text.contains(key) == (key != "\"iso\""), "\(key)")
    }
    for kind in InputSchema.allCases { #expect(kind.text.contains("\"additionalProperties\": false"), "\(kind)") }
  }

  @Test func shownFilesNameTheirSchema() throws {
    for (kind, name, schema) in [
      ("device", "modern-phone", "device"), ("scenario", "commute", "scenario"), ("strategy", "continuous", "strategy"),
      ("network", "lte", "network"), ("population", "commuters", "population"),
    ] {
      let text = try BuiltTool.run(["show", kind, name]).text
      #expect(text.hasPrefix("# yaml-language-server: $schema=geojoule-\(schema).schema.json\n"), "\(kind)")
    }
    #expect(try BuiltTool.run(["schema", "device"]).text == InputSchema.device.text)
    #expect(try BuiltTool.run(["schema", "devise"]).status == 64)
  }
}
