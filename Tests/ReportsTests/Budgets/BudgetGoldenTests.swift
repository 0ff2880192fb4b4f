import Analysis
import Foundation
import Reports
import TestSupport
import Testing

@Suite struct BudgetGoldenTests {
  /// The golden files stand together, one folder up.
  private func expect(_ name: String, _ text: String, at location: SourceLocation = #_sourceLocation) {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    expectGolden(name, text, filePath: folder.appendingPathComponent("x").path, sourceLocation: location)
  }

  @Test func terminal() { expect("budget.txt", DocumentText(width: 120).render(SampleChecks.report().document)) }

  @Test func narrowTerminalWithColour() {
    expect("budget-72-colour.txt", DocumentText(width: 72, isColoured: true).render(SampleChecks.report().document))
  }

  @Test func markdown() { expect("budget.md", DocumentMarkdown().render(SampleChecks.report().document)) }
  @Test func json() {
    let findings = [0, 3].map { SampleChecks.findings[$0] }
    expect("budget.json", compactJSON(SampleChecks.report(findings).json))
  }
  @Test func jUnit() { expect("budget-junit.xml", BudgetJUnit().render(SampleChecks.report())) }
  @Test func sarif() { expect("budget.sarif", compactJSON(BudgetSARIF().render(SampleChecks.report()))) }
  @Test func gitLab() { expect("budget-gitlab.json", compactJSON(BudgetGitLab().render(SampleChecks.report()))) }
  @Test func openMetrics() { expect("budget-openmetrics.txt", BudgetOpenMetrics().render(SampleChecks.report())) }
  @Test func gitHub() { expect("budget-github.txt", GitHubAnnotations().render(SampleChecks.report())) }

  @Test func hostileNamesInText() {
    expect("budget-hostile.txt", DocumentText(width: 100).render(SampleChecks.hostileReport.document))
  }
  @Test func hostileNamesInMarkdown() {
    expect("budget-hostile.md", DocumentMarkdown().render(SampleChecks.hostileReport.document))
  }
}
