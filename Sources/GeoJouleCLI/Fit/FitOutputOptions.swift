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
    help: ArgumentHelp("Writes a page with data, fit and residuals that opens offline.", valueName: "file"),
    completion: .file())
  var html: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  func validate() throws {
    if fragment == "-", html == "-" {
      throw ValidationError("only one of --yaml and --html can be '-', standard output")
    }
  }

  /// Checks every place, so that a long fit does not end in vain.
  func prepare() throws(InputError) {
    for path in [fragment, html].compactMap(\.self) { try AtomicFile.check(path) }
  }

  /// Standard output shows the table unless a file option takes it.
  func write(_ report: FitReport) throws(InputError) {
    if fragment != "-", html != "-" {
      let terminal = Terminal()
      var text = FitText(width: terminal.width, isColoured: terminal.isColoured).render(report)
      if fragment == nil, !report.fragment.isEmpty { text += "\nFor a profile, after review:\n\n" + report.fragment }
      try AtomicFile.write(PlainText.printed(text), to: "-")
    }
    if let fragment { try write(report.fragment, to: fragment) }
    if let html { try write(FitHTML().render(report), to: html) }
  }

  private func write(_ text: String, to path: String) throws(InputError) {
    try AtomicFile.write(text, to: path)
    if path != "-", !quiet { StandardError.line("wrote \(path)") }
  }
}
