/// A fit as JSON, as `docs/schema/fit.schema.json` describes it; missing is `null`.
public struct FitJSON: Sendable {
  /// Rises when a member changes its meaning or goes away; new members may come at any time.
  public static let schemaVersion: UInt64 = 1

  public init() {}

  public func render(_ report: FitReport) -> String {
    JSONValue.object([
      ("schema", .string("geojoule-fit")),
      ("schema_version", .integer(Self.schemaVersion)),
      ("geojoule_version", .string(report.version)),
      ("title", .string(report.title)),
      ("command", .string(report.command)),
      ("findings", Self.texts(report.findings)),
      (
        "inputs",
        .array(
          report.inputs.map {
            .object([
              ("role", .string($0.role)), ("file", .string($0.file)), ("sha256", .string($0.digest)),
              ("details", Self.texts($0.details)),
            ])
          })
      ),
      ("sections", .array(report.sections.map(section))),
      ("yaml", .string(report.fragment)),
    ]).text
  }

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  private func section(_ section: FitSection) -> JSONValue {
    .object([
      ("title", .string(section.title)),
      ("formula", .string(section.formula)),
      ("parameters", .array(section.parameters.map(parameter))),
      ("correlation", .array(section.correlation.map { .array($0.map(JSONValue.number)) })),
      (
        "figures",
        .array(section.figures.map { .object([("name", .string($0.name)), ("text", .string($0.text))]) })
      ),
      ("warnings", Self.texts(section.warnings)),
      ("tables", .array(section.tables.map(table))),
    ])
  }

  private func parameter(_ parameter: FitSection.Parameter) -> JSONValue {
    .object([
      ("name", .string(parameter.name)),
      ("value", .number(parameter.value)),
      ("standard_error", JSONValue(parameter.standardError)),
      ("ci95_low", JSONValue(parameter.interval?.lowerBound)),
      ("ci95_high", JSONValue(parameter.interval?.upperBound)),
      ("unit", .string(parameter.unit)),
      ("method", .string(parameter.method)),
      ("note", .string(parameter.note)),
    ])
  }

  /// Cells are for people, with the digits that mean something.
  private func table(_ table: FitTable) -> JSONValue {
    .object([
      ("title", .string(table.title)),
      (
        "columns",
        .array(table.headings.map { .object([("name", .string($0.name)), ("unit", .string($0.unit))]) })
      ),
      ("rows", .array(table.rows.map(Self.texts))),
    ])
  }
}
