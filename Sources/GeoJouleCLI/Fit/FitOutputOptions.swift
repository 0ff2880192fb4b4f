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

  @OptionGroup var output: OutputOptions<FitOutputHelp>

  func validate() throws {
    try OutputPlaces.check(output.places + [("--yaml", fragment)])
    try output.checkFormat([fragment])
  }

  /// Checks every place, so that a long fit does not end in vain.
  func prepare() throws(InputError) {
    try output.prepare()
    if let fragment { try AtomicFile.check(fragment) }
  }

  /// Standard output shows the table unless a file option takes it.
  func write(_ report: FitReport) throws(InputError) {
    let report = report.naming(build: ProgramVersion.text)
    try output.write(
      ReportRenderers(report, showsFragment: fragment == nil),
      companions: fragment.map { [($0, Array(report.fragment.utf8))] } ?? [])
  }
}
