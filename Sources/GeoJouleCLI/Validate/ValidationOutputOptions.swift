import ArgumentParser
import FileFormats
import Reports

/// Where a validation is written to.
struct ValidationOutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What standard output shows.", valueName: "format"))
  var format: TextFormat = .table

  @Option(
    help: ArgumentHelp("Writes a row per configuration, run and way to travel as CSV.", valueName: "file"),
    completion: .file())
  var csv: String?

  @Option(help: ArgumentHelp("Writes everything as JSON.", valueName: "file"), completion: .file())
  var json: String?

  @Option(
    help: ArgumentHelp("Writes a page that opens in any browser, offline.", valueName: "file"), completion: .file())
  var html: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  func validate() throws {
    try OutputPlaces.check([("--csv", csv), ("--json", json), ("--html", html)])
    if usesStandardOutput, format != .table {
      throw ValidationError("--format and '-' both write to standard output; leave out one of them")
    }
  }

  private var usesStandardOutput: Bool { [csv, json, html].contains("-") }

  private var files: [(path: String, render: (ValidationReport) -> String)] {
    var files: [(path: String, render: (ValidationReport) -> String)] = []
    if let csv { files.append((csv, ValidationCSV().render)) }
    if let json { files.append((json, ValidationJSON().render)) }
    if let html { files.append((html, ValidationHTML().render)) }
    return files
  }

  /// Checks every place, so that a long run does not end in vain.
  func prepare() throws(InputError) {
    for file in files { try AtomicFile.check(file.path) }
  }

  func write(_ report: ValidationReport) throws(InputError) {
    var places = files.map { (path: $0.path, bytes: Array($0.render(report).utf8)) }
    if !usesStandardOutput { places.append(("-", Array(text(report).utf8))) }
    try AtomicFile.write(places)
    for file in files where file.path != "-" && !quiet { StandardError.line("wrote \(file.path)") }
  }

  private func text(_ report: ValidationReport) -> String {
    switch format {
    case .table:
      let terminal = Terminal()
      return ValidationText(width: terminal.width, isColoured: terminal.isColoured).render(report)
    case .csv: return ValidationCSV().render(report)
    case .json: return ValidationJSON().render(report)
    case .markdown: return ValidationMarkdown().render(report)
    }
  }
}
