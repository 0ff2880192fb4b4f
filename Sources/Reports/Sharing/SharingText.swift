import Analysis

/// Attribution for a terminal.
public struct SharingText: Sendable {
  public var width: Int
  public var isColoured: Bool

  public init(width: Int = 100, isColoured: Bool = false) {
    self.width = max(width, 60)
    self.isColoured = isColoured
  }

  public func render(_ report: SharingReport) -> String {
    let style = TextStyle(isColoured: isColoured)
    var lines = TextWrap.lines(report.finding, width: width).map(style.bold)
    lines += TextWrap.lines(PlainText.line(report.context.subtitle), width: width).map(style.dim)
    lines.append("")
    let rows = report.rows
    func column(_ heading: String, _ value: (SharingReport.Row) -> SharingReport.Value) -> [TextTable.Column] {
      let values = rows.map(value)
      var columns = [TextTable.Column(heading: [heading, "J"], cells: values.map { Figure.text($0.statistics?.mean) })]
      if report.attribution.prediction != nil {
        columns.append(
          TextTable.Column(heading: ["prediction", "J"], rank: 1, cells: values.map { Figure.text($0.prediction) }))
      }
      columns.append(
        TextTable.Column(heading: ["95 %", ""], rank: 2, cells: values.map { Self.interval($0.statistics) }))
      return columns
    }
    let table = TextTable(
      columns: [
        TextTable.Column(heading: ["app", ""], alignment: .left, cells: rows.map { PlainText.line($0.name) })
      ] + column("alone") { $0.alone } + column("by absence") { $0.byAbsence } + column("booked") { $0.booked })
    lines += table.lines(width: width, style: style)
    lines.append("")
    let attribution = report.attribution
    for (what, value) in [
      ("together", attribution.together), ("saved by sharing", attribution.savedBySharing),
      ("saved by no single absence", attribution.joint),
    ] {
      let interval = Self.interval(value)
      let predicted =
        what == "together"
        ? attribution.predictionRange(\.together).map { ", prediction \(Figure.text($0))" } ?? "" : ""
      lines.append("\(what): \(Figure.text(value?.mean)) J\(predicted)" + (interval.isEmpty ? "" : " \(interval)"))
    }
    lines.append("")
    for remark in report.remarks { lines += TextWrap.lines(PlainText.line(remark), width: width, indent: "  ") }
    lines.append(style.dim("Again: \(PlainText.line(report.context.command))"))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func interval(_ statistics: SampleStatistics?) -> String {
    guard let range = statistics?.meanInterval else { return "" }
    return "(\(Figure.text(range.lowerBound)) to \(Figure.text(range.upperBound)))"
  }
}
