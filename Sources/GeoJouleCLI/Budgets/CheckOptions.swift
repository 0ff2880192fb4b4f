import ArgumentParser
import Foundation
import GeoJoule
import Reports

/// Where a check is written to; any of the formats in one run.
struct CheckOutputOptions: ParsableArguments {
  @Option(help: .value("format", "What standard output shows."))
  var format: TextFormat = .table

  @OptionGroup var files: FormatOptions

  @Option(help: .value("file", "Writes JUnit XML, a test for each limit."), completion: .file())
  var junit: String?

  @Flag(help: "Adds file and line to JUnit's tests, for GitLab.")
  var junitPlaces = false

  @Option(help: .value("file", "Writes SARIF 2.1.0 for code scanning."), completion: .file())
  var sarif: String?

  @Option(help: .value("file", "Writes a GitLab code quality report."), completion: .file())
  var gitlab: String?

  @Option(help: .value("file", "Writes OpenMetrics text for dashboards."), completion: .file())
  var openmetrics: String?

  @Flag(help: "Prints annotations for GitHub Actions and adds to the step's summary.")
  var github = false

  func validate() throws {
    if junitPlaces, junit == nil { throw ValidationError("--junit-places says what --junit writes; name its file") }
    try OutputPlaces.check(places)
    if format != .table, github || paths.contains("-") {
      throw ValidationError("--format, --github and '-' all write to standard output; leave out all but one of them")
    }
    if paths.contains("-"), github {
      throw ValidationError("--github prints annotations on standard output, so that no file can be '-'")
    }
  }

  var writesComment: Bool { files.markdown != nil || format == .markdown || github }

  /// What only a check can be.
  private var others: [(option: String, path: String?, render: (BudgetReport) -> String)] {
    [
      ("--junit", junit, BudgetJUnit(showsPlaces: junitPlaces).render), ("--sarif", sarif, BudgetSARIF().render),
      ("--gitlab", gitlab, BudgetGitLab().render), ("--openmetrics", openmetrics, BudgetOpenMetrics().render),
    ]
  }

  private var places: [(option: String, path: String?)] {
    files.places + others.map { (option: $0.option, path: $0.path) }
  }

  private var paths: [String] { places.compactMap(\.path) }

  func prepare() throws(InputError) {
    for path in paths { try AtomicFile.check(path) }
  }

  /// Writes standard output, the files and what GitHub reads.
  func write(_ report: BudgetReport, quiet: Bool) throws(InputError) {
    var companions: [OutputFile] = []
    for case (_, let path?, let render) in others { companions.append((path, Array(render(report).utf8))) }
    try files.write(ReportRenderers(report), standard: format, companions: companions, quiet: quiet)
    if github { try AtomicFile.write(GitHubAnnotations().render(report), to: "-") }
    if github, let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty {
      // Earlier steps may have written to the summary, so it is not replaced.
      try AtomicFile.append(DocumentMarkdown(isWide: files.wide).render(report.document), to: path)
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

/// Which budget file and baseline, and how the work is shared.
struct BudgetOptions: ParsableArguments {
  @Argument(
    help: .value("file", "The budget file. (default: budgets.yml)"), completion: .file(extensions: ["yml", "yaml"]))
  var file: String?

  private static let usualFile = "budgets.yml"

  var path: String { file ?? Self.usualFile }

  @Option(
    help: .value("file", "The baseline, instead of the one that the budget file names."),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @OptionGroup var work: JobsOptions

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  /// The budget file. Build servers show remarks beside lines only where the path starts at the checkout, so an
  /// absolute one below the current folder is shortened.
  func read(_ catalog: Catalog) throws(InputError) -> BudgetFile {
    if path == Self.usualFile, !FileManager.default.fileExists(atPath: path) {
      throw InputError(
        file: path, message: "there is no such file in this folder",
        remedy: "write one with 'geojoule check --init', or name one: 'geojoule check FILE'")
    }
    let folder = FileManager.default.currentDirectoryPath + "/"
    let shown = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    return try BudgetFileReader.read(path: shown, catalog: catalog)
  }
}
