import ArgumentParser
import FileFormats
import Foundation
import Reports

/// Where a check is written to; any of the formats in one run.
struct CheckOutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What standard output shows.", valueName: "format"))
  var format: TextFormat = .table

  @Flag(help: "Shows every column and what it means.")
  var wide = false

  @Option(help: ArgumentHelp("Writes a row for each limit as CSV.", valueName: "file"), completion: .file())
  var csv: String?

  @Option(
    help: ArgumentHelp("Writes a page that opens in any browser, offline.", valueName: "file"), completion: .file())
  var html: String?

  @Option(help: ArgumentHelp("Writes a comment for a pull request.", valueName: "file"), completion: .file())
  var markdown: String?

  @Option(help: ArgumentHelp("Writes everything as JSON.", valueName: "file"), completion: .file())
  var json: String?

  @Option(help: ArgumentHelp("Writes JUnit XML, a test for each limit.", valueName: "file"), completion: .file())
  var junit: String?

  @Flag(help: "Adds file and line to JUnit's tests, for GitLab.")
  var junitPlaces = false

  @Option(help: ArgumentHelp("Writes SARIF 2.1.0 for code scanning.", valueName: "file"), completion: .file())
  var sarif: String?

  @Option(help: ArgumentHelp("Writes a GitLab code quality report.", valueName: "file"), completion: .file())
  var gitlab: String?

  @Option(help: ArgumentHelp("Writes OpenMetrics text for dashboards.", valueName: "file"), completion: .file())
  var openmetrics: String?

  @Flag(help: "Prints annotations for GitHub Actions and adds to the step's summary.")
  var github = false

  func validate() throws {
    if junitPlaces, junit == nil { throw ValidationError("--junit-places says what --junit writes; name its file") }
    try OutputPlaces.check([
      ("--csv", csv), ("--html", html), ("--markdown", markdown), ("--json", json), ("--junit", junit),
      ("--sarif", sarif), ("--gitlab", gitlab),
      ("--openmetrics", openmetrics),
    ])
    if format != .table, github || paths.contains("-") {
      throw ValidationError("--format, --github and '-' all write to standard output; leave out all but one of them")
    }
    if paths.contains("-"), github {
      throw ValidationError("--github prints annotations on standard output, so that no file can be '-'")
    }
  }

  /// Whether a comment for a pull request is written.
  var writesComment: Bool { markdown != nil || format == .markdown || github }

  private var paths: [String] { [csv, html, markdown, json, junit, sarif, gitlab, openmetrics].compactMap(\.self) }

  /// Checks every place, so that a long run does not end in vain.
  func prepare() throws(InputError) {
    for path in paths { try AtomicFile.check(path) }
  }

  /// Writes standard output, the files and what GitHub reads.
  func write(_ report: BudgetReport, quiet: Bool) throws(InputError) {
    var places: [(path: String, bytes: [UInt8])] = []
    if !paths.contains("-") {
      var text = ReportRenderers(report).text(format, terminal: Terminal(), isWide: wide)
      if github { text += GitHubAnnotations().render(report) }
      places.append(("-", Array(text.utf8)))
    }
    let files: [(path: String?, render: (BudgetReport) -> String)] = [
      (csv, { DocumentCSV().render($0.document) }), (html, { DocumentHTML().render($0.document) }),
      (markdown, BudgetMarkdown(isWide: wide).render), (json, { $0.json }),
      (junit, BudgetJUnit(showsPlaces: junitPlaces).render),
      (sarif, BudgetSARIF().render), (gitlab, BudgetGitLab().render),
      (openmetrics, BudgetOpenMetrics().render),
    ]
    for case (let path?, let render) in files {
      places.append((path, Array(render(report).utf8)))
    }
    try AtomicFile.write(places)
    for path in paths where path != "-" && !quiet { StandardError.line("wrote \(path)") }
    if github, let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty {
      // Earlier steps may have written to the summary, so it is not replaced.
      try AtomicFile.append(BudgetMarkdown(isWide: wide).render(report), to: path)
    }
  }

  /// Shows bad input beside its line, too.
  func annotate(_ error: InputError) throws(InputError) {
    guard github else { return }
    let text = GitHubAnnotations.command(
      "error", file: error.file, line: error.line, column: error.column, title: "geojoule check",
      message: "\(error.message); \(error.remedy)")
    try AtomicFile.write(text, to: "-")
  }
}
