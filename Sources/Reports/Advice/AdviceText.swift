import Analysis

/// Advice for a terminal.
public struct AdviceText: Sendable {
  public var width: Int
  public var isColoured: Bool

  public init(width: Int = 100, isColoured: Bool = false) {
    self.width = max(width, 60)
    self.isColoured = isColoured
  }

  public func render(_ report: AdviceReport) -> String {
    let style = TextStyle(isColoured: isColoured)
    var lines = TextWrap.lines(report.finding, width: width).map(style.bold)
    lines += TextWrap.lines(PlainText.line(report.context.subtitle), width: width).map(style.dim)
    var verdict: Advice.Verdict?
    for (index, advice) in report.advice.enumerated() {
      if advice.verdict != verdict {
        lines += ["", style.bold(AdviceReport.heading(advice.verdict))]
        verdict = advice.verdict
      }
      let number = "\(index + 1)."
      let objection = advice.objection.map { advice.verdict == .breaksNeeds ? "; \($0)" : "" } ?? ""
      lines += TextWrap.lines("\(number) \(report.line(advice))\(objection)", width: width, indent: "   ")
      lines += TextWrap.lines("   \(advice.chapter.rawValue)", width: width - 3).map { style.dim("   \($0)") }
      lines += TextWrap.lines(advice.change, width: width - 3).map { "   \($0)" }
    }
    lines.append("")
    for remark in report.remarks { lines += TextWrap.lines(PlainText.line(remark), width: width, indent: "  ") }
    lines.append(style.dim("Again: \(PlainText.line(report.context.command))"))
    return lines.joined(separator: "\n") + "\n"
  }
}
