import ArgumentParser
import FileFormats
import Foundation
import Reports

/// What standard output shows.
enum TextFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json, markdown
}

/// Where a comparison is written to.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("What standard output shows.", valueName: "format"))
  var format: TextFormat = .table

  @Option(help: ArgumentHelp("Writes a row per strategy as CSV.", valueName: "file"), completion: .file())
  var csv: String?

  @Option(help: ArgumentHelp("Writes everything, each seed included, as JSON.", valueName: "file"), completion: .file())
  var json: String?

  @Option(
    help: ArgumentHelp("Writes a page that opens in any browser, offline.", valueName: "file"), completion: .file())
  var html: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  /// Where results go when the user names no file.
  static let defaultFolder = "reports"

  func validate() throws {
    try OutputPlaces.check([("--csv", csv), ("--json", json), ("--html", html)])
    if usesStandardOutput, format != .table {
      throw ValidationError("--format and '-' both write to standard output; leave out one of them")
    }
  }

  /// Whether a file option takes standard output, so that no table goes there.
  var usesStandardOutput: Bool { [csv, json, html].contains("-") }

  /// Whether a page is written, which needs more than the table's figures.
  var writesPage: Bool { html != nil || (csv == nil && json == nil && format == .table) }

  /// The files to write and how; without any named, `reports/compare.csv` and `reports/compare.html`.
  var files: [(path: String, render: (ComparisonReport) -> String)] {
    var files: [(path: String, render: (ComparisonReport) -> String)] = []
    if let csv { files.append((csv, ComparisonCSV().render)) }
    if let json { files.append((json, ComparisonJSON(includesRuns: true).render)) }
    if let html { files.append((html, ComparisonHTML().render)) }
    if files.isEmpty, format == .table {
      files.append(("\(Self.defaultFolder)/compare.csv", ComparisonCSV().render))
      files.append(("\(Self.defaultFolder)/compare.html", ComparisonHTML().render))
    }
    return files
  }

  /// Makes the default folder where it is used, and checks every place, so that a long run does not end in vain.
  func prepare() throws(InputError) {
    for file in files {
      if file.path.hasPrefix(Self.defaultFolder + "/"), csv == nil, json == nil, html == nil {
        do {
          try FileManager.default.createDirectory(atPath: Self.defaultFolder, withIntermediateDirectories: true)
        } catch {
          throw InputError(
            file: Self.defaultFolder, message: "cannot make the folder for the reports",
            remedy: "name the files with --csv, --json or --html, or use --format")
        }
      }
      try AtomicFile.check(file.path)
    }
  }

  /// Writes standard output and the files.
  func write(_ report: ComparisonReport, terminal: Terminal) throws(InputError) {
    var places = files.map { (path: $0.path, bytes: Array($0.render(report).utf8)) }
    if !usesStandardOutput { places.append(("-", Array(text(report, terminal: terminal).utf8))) }
    try AtomicFile.write(places)
    for file in files where file.path != "-" && !quiet { StandardError.line("wrote \(file.path)") }
  }

  private func text(_ report: ComparisonReport, terminal: Terminal) -> String {
    switch format {
    case .table: TerminalTable(width: terminal.width, isColoured: terminal.isColoured).render(report)
    case .csv: ComparisonCSV().render(report)
    case .json: ComparisonJSON(includesRuns: true).render(report)
    case .markdown: ComparisonMarkdown().render(report)
    }
  }
}
