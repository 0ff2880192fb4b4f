import ArgumentParser
import FileFormats
import Reports

/// Where an optimization is written to.
struct OptimizationOutputOptions: ParsableArguments {
  enum Help: OutputHelp {
    static let csv = "Writes finalists, points tried, steps and variations as CSV."
    static let json = "Writes everything as JSON."
    static let html = "Writes a page with the front, the path of the search and the sensitivity of the answer."
  }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Writes the recommended strategy as a file that compare takes.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var output: String?

  @OptionGroup var report: OutputOptions<Help>

  func validate() throws {
    try OutputPlaces.check([("--output", output)] + report.places)
    try report.checkFormat([output])
  }

  /// Checks every place, so that a long run does not end in vain.
  func prepare() throws(InputError) {
    if let output { try AtomicFile.check(output) }
    try report.prepare()
  }

  /// Writes standard output and the files.
  ///
  /// - Parameter winner: the recommended strategy's file; `nil` when there is none.
  func write(_ optimization: OptimizationReport, winner: String?, terminal: Terminal) throws(InputError) {
    var companions: [(path: String, bytes: [UInt8])] = []
    if let output, let winner { companions.append((output, Array(winner.utf8))) }
    try report.write(ReportRenderers(optimization), terminal: terminal, companions: companions)
    if !report.quiet, let output, winner == nil {
      StandardError.line("no strategy is recommended: \(output) was not written")
    }
  }
}
