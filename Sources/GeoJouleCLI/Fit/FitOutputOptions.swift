import ArgumentParser
import FileFormats
import GeoJoule
import Reports

/// Where a fit is written to.
struct FitOutputOptions: ParsableArguments {
  @Option(
    name: .customLong("yaml"),
    help: ArgumentHelp(
      "Writes the values as a piece of a profile, for review. (default: under the table)", valueName: "file"),
    completion: .file())
  var fragment: String?

  @Option(
    help: ArgumentHelp("Writes a row for each parameter as CSV.", valueName: "file"),
    completion: .file())
  var csv: String?

  @Option(
    help: ArgumentHelp("Writes everything but the plots as JSON.", valueName: "file"), completion: .file())
  var json: String?

  @Option(
    help: ArgumentHelp("Writes a page with data, fit and residuals that opens offline.", valueName: "file"),
    completion: .file())
  var html: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  private var places: [(option: String, path: String?)] {
    [("--yaml", fragment), ("--csv", csv), ("--json", json), ("--html", html)]
  }

  func validate() throws { try OutputPlaces.check(places) }

  /// Checks every place, so that a long fit does not end in vain.
  func prepare() throws(InputError) {
    for path in places.compactMap(\.path) { try AtomicFile.check(path) }
  }

  /// Standard output shows the table unless a file option takes it.
  func write(_ report: FitReport) throws(InputError) {
    var files: [(path: String, text: String)] = []
    if let fragment { files.append((fragment, report.fragment)) }
    if let csv { files.append((csv, FitCSV().render(report))) }
    if let json { files.append((json, FitJSON().render(report))) }
    if let html { files.append((html, FitHTML().render(report))) }
    var outputs = files.map { (path: $0.path, bytes: Array($0.text.utf8)) }
    if !files.contains(where: { $0.path == "-" }) {
      let terminal = Terminal()
      var text = FitText(width: terminal.width, isColoured: terminal.isColoured).render(report)
      if fragment == nil, !report.fragment.isEmpty { text += "\nFor a profile, after review:\n\n" + report.fragment }
      outputs.append(("-", Array(PlainText.printed(text).utf8)))
    }
    try AtomicFile.write(outputs)
    for file in files where file.path != "-" && !quiet { StandardError.line("wrote \(file.path)") }
  }
}
