import ArgumentParser
import GeoJoule
import Reports

/// Reports a whole result beside JSON Lines, or in their place: the same options as every report has.
struct SweepReportOptions: ParsableArguments {
  @Option(
    help: .value("format", "Reports the result in place of JSON Lines: a row for each cell, for up to 10000 cells."))
  var format: TextFormat?

  @OptionGroup var files: FormatOptions

  var isGiven: Bool { format != nil || files.places.contains { $0.path != nil } }

  var takesOutput: Bool { format != nil || files.places.contains { $0.path == "-" } }

  func validate() throws {
    if files.wide, !isGiven { throw ValidationError("--wide belongs to --format or a file option") }
    if format != nil, files.places.contains(where: { $0.path == "-" }) {
      throw ValidationError("--format and '-' both write to standard output; leave out one of them")
    }
  }

  /// Refuses what does not go together with the place of JSON Lines.
  func check(_ output: String?) throws {
    try OutputPlaces.check([("--output", output)] + files.places)
    if output == "-", takesOutput {
      throw ValidationError("--output and a report both write to standard output; leave out one of them")
    }
  }

  /// Refuses a sweep that no report can hold, before it runs.
  func prepare(_ header: SweepHeader) throws(InputError) {
    guard isGiven else { return }
    try files.prepare()
    guard header.rows == .cells else {
      throw InputError(
        file: nil, message: "a report has a row for each cell, and the plan asks for 'rows: runs'",
        remedy: "write 'rows: cells' in the plan, or leave the report out")
    }
    guard header.layout.cellCount <= SweepReport.mostCells else {
      throw InputError(
        file: nil,
        message: "the plan has \(header.layout.cellCount) cells, and a report holds \(SweepReport.mostCells)",
        remedy: "read the JSON Lines, as docs/sweeps.md shows")
    }
  }

  func write(_ cells: SweepCells, quiet: Bool) throws(InputError) {
    guard isGiven else { return }
    let report = ReportRenderers(
      SweepReport(header: cells.header, rows: cells.rows, command: CommandEcho.text))
    try files.write(report, standard: format, quiet: quiet)
  }
}

/// The cells of a result, taken from its lines as they are made or read.
final class SweepCells {
  let header: SweepHeader
  private(set) var rows: [SweepRow] = []

  init(_ header: SweepHeader) { self.header = header }

  /// - Parameter lines: whole lines of a result, its header or not.
  func add(_ lines: [UInt8]) throws(InputError) {
    for line in lines.split(separator: UInt8(ascii: "\n")) where !SweepPartReader.isHeader(Array(line)) {
      guard let row = SweepPartReader.sums(Array(line), header) else {
        throw InputError(
          file: nil, message: "a line of the result is no cell's", remedy: "run the same command again")
      }
      rows.append(row)
    }
  }

  /// Reads a result that is complete.
  func read(_ path: String) throws(InputError) {
    let reader = try LineReader(path: path, isOwn: true)
    while let line = try reader.next() { try add(line.bytes) }
  }
}
