import ArgumentParser
import FileFormats
import Foundation

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

  /// The files to write and how; without any named, two of the stem's name in `reports/`.
  private func files(_ report: ReportRenderers?, stem: String) -> [(path: String, render: () -> String)] {
    let (writeCSV, writeJSON, writeHTML) = (report?.csv ?? { "" }, report?.json ?? { "" }, report?.html ?? { "" })
    var files: [(path: String, render: () -> String)] = []
    if let csv { files.append((csv, writeCSV)) }
    if let json { files.append((json, writeJSON)) }
    if let html { files.append((html, writeHTML)) }
    if files.isEmpty, format == .table {
      files.append(("\(Self.defaultFolder)/\(stem).csv", writeCSV))
      files.append(("\(Self.defaultFolder)/\(stem).html", writeHTML))
    }
    return files
  }

  /// Makes the default folder where it is used, and checks every place, so that a long run does not end in vain.
  ///
  /// - Parameter stem: what files are called that the user did not name.
  func prepare(stem: String = "compare") throws(InputError) {
    for file in files(nil, stem: stem) {
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
  func write(_ report: ReportRenderers, terminal: Terminal, stem: String = "compare") throws(InputError) {
    let files = files(report, stem: stem)
    var places = files.map { (path: $0.path, bytes: Array($0.render().utf8)) }
    if !usesStandardOutput { places.append(("-", Array(text(report, terminal: terminal).utf8))) }
    try AtomicFile.write(places)
    for file in files where file.path != "-" && !quiet { StandardError.line("wrote \(file.path)") }
  }

  private func text(_ report: ReportRenderers, terminal: Terminal) -> String {
    switch format {
    case .table: report.table(terminal)
    case .csv: report.csv()
    case .json: report.json()
    case .markdown: report.markdown()
    }
  }
}
