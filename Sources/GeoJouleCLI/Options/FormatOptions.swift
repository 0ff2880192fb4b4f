import ArgumentParser
import FileFormats

typealias OutputFile = (path: String, bytes: [UInt8])

/// The formats of a report as files; every command's options for reports are made of them.
struct FormatOptions: ParsableArguments {
  @Flag(help: "Shows every column and what it means.")
  var wide = false

  @Option(help: .value("file", "Writes the results as CSV."), completion: .file())
  var csv: String?

  @Option(help: .value("file", "Writes the results as JSON."), completion: .file())
  var json: String?

  @Option(help: .value("file", "Writes the tables as Markdown, for a pull request."), completion: .file())
  var markdown: String?

  @Option(help: .value("file", "Writes a page that opens in any browser, offline."), completion: .file())
  var html: String?

  private var files: [(format: TextFormat, path: String?)] {
    [(.csv, csv), (.json, json), (.markdown, markdown), (.html, html)]
  }

  /// The file options with their values.
  var places: [(option: String, path: String?)] { files.map { ("--\($0.format.rawValue)", $0.path) } }

  /// Checks every place, so that a long run does not end in vain.
  func prepare() throws(InputError) {
    for path in places.compactMap(\.path) { try AtomicFile.check(path) }
  }

  /// Writes the files and standard output, all or none of them.
  ///
  /// - Parameters:
  ///   - standard: what standard output shows, unless a file takes its place.
  ///   - companions: files of the command's own, written first.
  func write(
    _ report: ReportRenderers, standard: TextFormat?, companions: [OutputFile] = [], quiet: Bool
  ) throws(InputError) {
    let terminal = Terminal()
    var outputs = companions
    for case (let format, let path?) in files {
      outputs.append((path, Array(report.text(format, terminal: terminal, isWide: wide).utf8)))
    }
    if let standard, !outputs.contains(where: { $0.path == "-" }) {
      outputs.append(("-", Array(report.printed(standard, terminal: terminal, isWide: wide).utf8)))
    }
    try AtomicFile.write(outputs)
    for file in outputs where file.path != "-" && !quiet { StandardError.line("wrote \(file.path)") }
  }
}
