import ArgumentParser
import FileFormats
import Foundation

/// What standard output shows.
enum TextFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json, markdown
}

/// What the help says of the files of one kind of report.
protocol OutputHelp {
  static var csv: String { get }
  static var json: String { get }
  static var html: String { get }
}

/// Where a report is written to.
struct OutputOptions<Help: OutputHelp>: ParsableArguments {
  /// A file of the command's own beside the report.
  struct Companion {
    let path: String
    /// `nil` where there is nothing to write after all.
    let text: String?
  }

  @Option(
    help: ArgumentHelp("What standard output shows.", valueName: "format"))
  var format: TextFormat = .table

  @Option(help: ArgumentHelp(Help.csv, valueName: "file"), completion: .file())
  var csv: String?

  @Option(help: ArgumentHelp(Help.json, valueName: "file"), completion: .file())
  var json: String?

  @Option(help: ArgumentHelp(Help.html, valueName: "file"), completion: .file())
  var html: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  func validate() throws {
    try OutputPlaces.check(places)
    try checkFormat([csv, json, html])
  }

  /// The file options with their values.
  var places: [(option: String, path: String?)] { [("--csv", csv), ("--json", json), ("--html", html)] }

  /// Refuses a format for standard output that a file takes.
  ///
  /// - Throws: `ValidationError`.
  func checkFormat(_ paths: [String?]) throws {
    if paths.contains("-"), format != .table {
      throw ValidationError("--format and '-' both write to standard output; leave out one of them")
    }
  }

  /// Whether a page is written when `write` is given a stem; it needs more than the table's figures.
  var writesPage: Bool { html != nil || (csv == nil && json == nil && format == .table) }

  /// The files to write and how; without any named, two of the stem's name in the default folder.
  private func files(_ report: ReportRenderers?, stem: String?) -> [(path: String, render: () -> String)] {
    let (writeCSV, writeJSON, writeHTML) = (report?.csv ?? { "" }, report?.json ?? { "" }, report?.html ?? { "" })
    var files: [(path: String, render: () -> String)] = []
    if let csv { files.append((csv, writeCSV)) }
    if let json { files.append((json, writeJSON)) }
    if let html { files.append((html, writeHTML)) }
    if files.isEmpty, format == .table, let stem {
      files.append(("\(defaultFolder)/\(stem).csv", writeCSV))
      files.append(("\(defaultFolder)/\(stem).html", writeHTML))
    }
    return files
  }

  /// Makes the default folder where it is used, and checks every place, so that a long run does not end in vain.
  ///
  /// - Parameter stem: what files are called that the user did not name; `nil` to write none.
  func prepare(stem: String? = nil) throws(InputError) {
    for file in files(nil, stem: stem) {
      if file.path.hasPrefix(defaultFolder + "/"), csv == nil, json == nil, html == nil {
        do {
          try FileManager.default.createDirectory(atPath: defaultFolder, withIntermediateDirectories: true)
        } catch {
          throw InputError(
            file: defaultFolder, message: "cannot make the folder for the reports",
            remedy: "name the files with --csv, --json or --html, or use --format")
        }
      }
      try AtomicFile.check(file.path)
    }
  }

  /// Writes standard output and the files, all or none of them.
  ///
  /// - Parameters:
  ///   - stem: as in `prepare`.
  ///   - companion: written first.
  func write(
    _ report: ReportRenderers, terminal: Terminal, stem: String? = nil, companion: Companion? = nil
  ) throws(InputError) {
    var files = files(report, stem: stem).map { (path: $0.path, text: $0.render()) }
    if let companion, let text = companion.text { files.insert((companion.path, text), at: 0) }
    var places = files.map { (path: $0.path, bytes: Array($0.text.utf8)) }
    if ![csv, json, html, companion?.path].contains("-") {
      places.append(("-", Array(report.text(format, terminal: terminal).utf8)))
    }
    try AtomicFile.write(places)
    for file in files where file.path != "-" && !quiet { StandardError.line("wrote \(file.path)") }
  }
}

/// Where results go when the user names no file.
private let defaultFolder = "reports"

/// A comparison's files, over days or over people.
enum ComparisonOutputHelp: OutputHelp {
  static let csv = "Writes a row per strategy as CSV."
  static let json = "Writes everything, each seed included, as JSON."
  static let html = "Writes a page that opens in any browser, offline."
}

/// A validation's files.
enum ValidationOutputHelp: OutputHelp {
  static let csv = "Writes a row per configuration, run and way to travel as CSV."
  static let json = "Writes everything as JSON."
  static let html = ComparisonOutputHelp.html
}
