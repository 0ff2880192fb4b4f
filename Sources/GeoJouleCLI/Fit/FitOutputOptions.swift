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

  @Option(help: FitDataOption.help, completion: .file())
  var data: String?

  @OptionGroup var output: OutputOptions<FitOutputHelp>

  func validate() throws {
    try OutputPlaces.check(output.places + [("--yaml", fragment), ("--data", data)])
    try output.checkFormat([fragment, data])
  }

  /// Checks every place, so that a long fit does not end in vain.
  func prepare() throws(InputError) {
    try output.prepare()
    for path in [fragment, data].compactMap(\.self) { try AtomicFile.check(path) }
  }

  /// Standard output shows the table unless a file option takes it.
  func write(_ report: FitReport) throws(InputError) {
    let report = report.naming(build: ProgramVersion.text)
    try output.write(
      ReportRenderers(report, showsFragment: fragment == nil),
      companions: (fragment.map { [($0, Array(report.fragment.utf8))] } ?? []) + report.dataFile(data))
  }
}

/// The rows of a fit as a file, for every fit.
enum FitDataOption {
  static let help = ArgumentHelp(
    "Writes the rows that were used as CSV, with groups, fitted values and residuals.", valueName: "file")
}

extension FitReport {
  func dataFile(_ path: String?) -> [OutputFile] {
    path.map { [($0, Array(DocumentCSV().render(rows[...]).utf8))] } ?? []
  }
}
