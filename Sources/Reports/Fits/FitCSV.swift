/// A fit's parameters as CSV, one row each, with numbers that read back exactly; a missing one is an empty cell.
public struct FitCSV: Sendable {
  static let header = [
    "section", "parameter", "value", "standard_error", "ci95_low", "ci95_high", "unit", "method", "note",
  ]

  public init() {}

  public func render(_ report: FitReport) -> String {
    var text = CSVLine.text(Self.header)
    for section in report.sections {
      for parameter in section.parameters {
        text += CSVLine.text([
          CSVLine.cell(section.title), CSVLine.cell(parameter.name), CSVLine.number(parameter.value),
          CSVLine.number(parameter.standardError), CSVLine.number(parameter.interval?.lowerBound),
          CSVLine.number(parameter.interval?.upperBound), CSVLine.cell(parameter.unit), CSVLine.cell(parameter.method),
          CSVLine.cell(parameter.note),
        ])
      }
    }
    return text
  }
}
