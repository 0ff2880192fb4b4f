import ArgumentParser
import FileFormats
import Reports

/// Where an optimization is written to.
struct OptimizationOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Writes the recommended strategy as a file that compare takes.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var output: String?

  @Option(help: ArgumentHelp("What standard output shows.", valueName: "format"))
  var format: TextFormat = .table

  @Option(
    help: ArgumentHelp("Writes finalists, points tried, steps and variations as CSV.", valueName: "file"),
    completion: .file())
  var csv: String?

  @Option(help: ArgumentHelp("Writes everything as JSON.", valueName: "file"), completion: .file())
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Writes a page with the front, the path of the search and the sensitivity of the answer.", valueName: "file"),
    completion: .file())
  var html: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  func validate() throws {
    try OutputPlaces.check([("--output", output), ("--csv", csv), ("--json", json), ("--html", html)])
    if usesStandardOutput, format != .table {
      throw ValidationError("--format and '-' both write to standard output; leave out one of them")
    }
  }

  private var usesStandardOutput: Bool { [output, csv, json, html].contains("-") }

  /// Checks every place, so that a long run does not end in vain.
  func prepare() throws(InputError) {
    for path in [output, csv, json, html].compactMap(\.self) { try AtomicFile.check(path) }
  }

  /// Writes standard output and the files.
  ///
  /// - Parameter winner: the recommended strategy's file; `nil` when there is none.
  func write(_ report: OptimizationReport, winner: String?, terminal: Terminal) throws(InputError) {
    var files: [(path: String, text: String)] = []
    if let output, let winner { files.append((output, winner)) }
    if let csv { files.append((csv, OptimizationCSV().render(report))) }
    if let json { files.append((json, OptimizationJSON().render(report))) }
    if let html { files.append((html, OptimizationHTML().render(report))) }
    var places = files.map { (path: $0.path, bytes: Array($0.text.utf8)) }
    if !usesStandardOutput { places.append(("-", Array(text(report, terminal).utf8))) }
    try AtomicFile.write(places)
    guard !quiet else { return }
    for file in files where file.path != "-" { StandardError.line("wrote \(file.path)") }
    if let output, winner == nil { StandardError.line("no strategy is recommended: \(output) was not written") }
  }

  private func text(_ report: OptimizationReport, _ terminal: Terminal) -> String {
    switch format {
    case .table: OptimizationText(width: terminal.width, isColoured: terminal.isColoured).render(report)
    case .csv: OptimizationCSV().render(report)
    case .json: OptimizationJSON().render(report)
    case .markdown: OptimizationMarkdown().render(report)
    }
  }
}
