import Analysis

/// Advice as Markdown, for a pull request or a wiki.
public struct AdviceMarkdown: Sendable {
  public init() {}

  public func render(_ report: AdviceReport) -> String {
    var lines = [
      "### \(PlainText.markdown(report.context.title))", "", "**\(PlainText.markdown(report.finding))**", "",
      PlainText.markdown(report.context.subtitle), "",
    ]
    var verdict: Advice.Verdict?
    for (index, advice) in report.advice.enumerated() {
      if advice.verdict != verdict {
        lines += ["#### \(AdviceReport.heading(advice.verdict))", ""]
        verdict = advice.verdict
      }
      let objection = advice.objection.map { advice.verdict == .breaksNeeds ? "; \($0)" : "" } ?? ""
      lines.append("\(index + 1). \(PlainText.markdown(report.line(advice) + objection))  ")
      lines.append("   \(PlainText.markdown(advice.chapter.rawValue))  ")
      lines += ["   `\(PlainText.line(advice.change))`", ""]
    }
    lines += report.remarks.map { "- \(PlainText.markdown($0))" }
    lines += ["", "```sh", PlainText.line(report.context.command), "```"]
    return lines.joined(separator: "\n") + "\n"
  }
}
