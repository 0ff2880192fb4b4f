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

  @Option(help: ArgumentHelp("Writes everything but the plots as JSON.", valueName: "file"), completion: .file())
  var json: String?

  @Option(
    help: ArgumentHelp("Writes a page with data, fit and residuals that opens offline.", valueName: "file"),
    completion: .file())
  var html: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  func validate() throws { try OutputPlaces.check([("--yaml", fragment), ("--json", json), ("--html", html)]) }

  /// Checks every place, so that a long fit does not end in vain.
  func prepare() throws(InputError) {
    for path in [fragment, json, html].compactMap(\.self) { try AtomicFile.check(path) }
  }

  /// Standard output shows the table unless a file option takes it. All places are written, or none.
  func write(_ report: FitReport) throws(InputError) {
    var files: [(path: String, bytes: [UInt8])] = []
    if let fragment { files.append((fragment, Array(report.fragment.utf8))) }
    if let json { files.append((json, Array(FitJSON().render(report).utf8))) }
    if let html { files.append((html, Array(FitHTML().render(report).utf8))) }
    var places = files
    if !files.contains(where: { $0.path == "-" }) {
      let terminal = Terminal()
      var text = FitText(width: terminal.width, isColoured: terminal.isColoured).render(report)
      if fragment == nil, !report.fragment.isEmpty { text += "\nFor a profile, after review:\n\n" + report.fragment }
      places.append(("-", Array(PlainText.printed(text).utf8)))
    }
    try AtomicFile.write(places)
    for file in files where file.path != "-" && !quiet { StandardError.line("wrote \(file.path)") }
  }
}
