/// The result of `geojoule fit` or `geojoule sensitivity`, ready to be shown: plain data, no estimation in it.
package struct FitReport: Sendable, RenderedReport {
  /// A file that the numbers come from.
  package struct Input: Sendable {
    /// What it was used for, such as `fixes`.
    package var role: String
    package var file: String
    /// SHA-256.
    package var digest: String
    /// What was read and what was left out.
    package var details: [String]

    package init(role: String, file: String, digest: String, details: [String]) {
      self.role = role
      self.file = file
      self.digest = digest
      self.details = details
    }
  }

  package var title: String
  /// The result in sentences, the most important first.
  package var findings: [String]
  package var inputs: [Input]
  package var sections: [FitSection]
  /// What the fits used row by row, with fitted values and residuals; for a file.
  package var rows: [ReportTable] = []
  /// A YAML fragment for a profile; empty where there is nothing to put into one.
  package var fragment: String
  package var version: String
  /// What the user typed.
  package var command: String

  package init(
    title: String, findings: [String], inputs: [Input], sections: [FitSection], rows: [ReportTable] = [],
    fragment: String, version: String, command: String
  ) {
    self.rows = rows
    (self.title, self.findings, self.inputs, self.sections) = (title, findings, inputs, sections)
    (self.fragment, self.version, self.command) = (fragment, version, command)
  }

  /// The same, made by a build that says more than the library's version.
  package func naming(build: String) -> FitReport {
    var report = self
    report.version = build
    return report
  }
}
