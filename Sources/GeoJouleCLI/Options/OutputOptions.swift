import ArgumentParser
import FileFormats

/// What standard output shows.
enum TextFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json, markdown, html

  /// Takes `text` for `table`.
  init?(argument: String) {
    guard let format = Self(rawValue: argument == "text" ? "table" : argument) else { return nil }
    self = format
  }
}

/// What the help says of the files of one kind of report.
protocol OutputHelp {
  static var csv: String { get }
  static var json: String { get }
}

/// Where a report is written to: the same options for every command that reports.
struct OutputOptions<Help: OutputHelp>: ParsableArguments {
  /// A file of the command's own beside the report.
  typealias Companion = (path: String, bytes: [UInt8])

  @Option(help: ArgumentHelp("What standard output shows.", valueName: "format"))
  var format: TextFormat = .table

  @Flag(help: "Shows every column and what it means.")
  var wide = false

  @Option(help: ArgumentHelp(Help.csv, valueName: "file"), completion: .file())
  var csv: String?

  @Option(help: ArgumentHelp(Help.json, valueName: "file"), completion: .file())
  var json: String?

  @Option(
    help: ArgumentHelp("Writes the tables as Markdown, for a pull request.", valueName: "file"), completion: .file())
  var markdown: String?

  @Option(
    help: ArgumentHelp("Writes a page that opens in any browser, offline.", valueName: "file"), completion: .file())
  var html: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  func validate() throws {
    try OutputPlaces.check(places)
    try checkFormat(places.map(\.path))
  }

  /// The file options with their values.
  var places: [(option: String, path: String?)] {
    [("--csv", csv), ("--json", json), ("--markdown", markdown), ("--html", html)]
  }

  /// Refuses a format for standard output that a file takes.
  ///
  /// - Throws: `ValidationError`.
  func checkFormat(_ paths: [String?]) throws {
    if paths.contains("-"), format != .table {
      throw ValidationError("--format and '-' both write to standard output; leave out one of them")
    }
  }

  /// Whether a page is written; it needs more than the table's figures.
  var writesPage: Bool { html != nil || format == .html }

  /// Checks every place, so that a long run does not end in vain.
  func prepare() throws(InputError) {
    for path in places.compactMap(\.path) { try AtomicFile.check(path) }
  }

  /// Writes standard output and the files, all or none of them.
  ///
  /// - Parameter companions: written first.
  func write(
    _ report: ReportRenderers, terminal: Terminal = Terminal(), companions: [Companion] = []
  ) throws(InputError) {
    var files: [(path: String, text: String)] = []
    if let csv { files.append((csv, report.csv())) }
    if let json { files.append((json, report.json())) }
    if let markdown { files.append((markdown, report.markdown(wide))) }
    if let html { files.append((html, report.html())) }
    var outputs = companions + files.map { (path: $0.path, bytes: Array($0.text.utf8)) }
    if !outputs.contains(where: { $0.path == "-" }) {
      outputs.append(("-", Array(report.text(format, terminal: terminal, isWide: wide).utf8)))
    }
    try AtomicFile.write(outputs)
    for file in outputs where file.path != "-" && !quiet { StandardError.line("wrote \(file.path)") }
  }
}

/// A comparison's files, over days or over people.
enum ComparisonOutputHelp: OutputHelp {
  static let csv = "Writes a row per strategy as CSV."
  static let json = "Writes everything, each seed included, as JSON."
}

/// A run's files.
enum RunOutputHelp: OutputHelp {
  static let csv = "Writes a row for each figure as CSV."
  static let json = "Writes the figures, and the energy by state and cause, as JSON."
}

/// A fit's files.
enum FitOutputHelp: OutputHelp {
  static let csv = "Writes a row for each parameter as CSV."
  static let json = "Writes everything but the plots as JSON."
}

/// The files about a profile made from measured days.
enum ProfileMakeOutputHelp: OutputHelp {
  static let csv = "Writes what was learned as CSV."
  static let json = "Writes what was learned, and the runs, as JSON."
}

/// A validation's files.
enum ValidationOutputHelp: OutputHelp {
  static let csv = "Writes a row per configuration, run and way to travel as CSV."
  static let json = "Writes everything as JSON."
}
