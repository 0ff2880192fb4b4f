import ArgumentParser
import GeoJoule
import Reports

struct FitTableOptions: ParsableArguments {
  @Option(
    help: .value(
      "pairs|file",
      "Which column means what, such as time=unix_s,lat=latitude_deg; a unit may follow: time=stamp:ms. Or a YAML file "
        + "with 'time: unix_s' lines. (default: from the headings)"))
  var columns: String?

  @Option(
    help: .value("percent", "How many rows may be bad before the file is refused; bad rows are left out and counted."))
  var badRows: Double = 5

  func validate() throws {
    guard (0...100).contains(badRows) else { throw ValidationError("--bad-rows takes 0 to 100") }
  }

  var policy: RowPolicy { RowPolicy(badShareLimit: badRows / 100) }

  func mapping() throws(InputError) -> ColumnMapping {
    guard let columns else { return .automatic }
    return try ColumnMapping(argument: columns)
  }

  func reader(_ roles: [ColumnRole]) throws(InputError) -> TableReader {
    TableReader(roles: roles, mapping: try mapping(), policy: policy)
  }
}

struct FitOutputOptions: ParsableArguments {
  @Option(
    name: .customLong("yaml"),
    help: .value("file", "Writes the values as a piece of a profile, for review. (default: under the table)"),
    completion: .file())
  var fragment: String?

  @Option(help: FitDataOption.help, completion: .file())
  var data: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    try output.check(output.places + [("--yaml", fragment), ("--data", data)])
  }

  func prepare() throws(InputError) { try output.prepare(fragment, data) }

  /// Standard output shows the table unless a file option takes it.
  func write(_ report: FitReport) throws(InputError) {
    let report = report.naming(build: ProgramVersion.text)
    var shown = report
    if fragment != nil { shown.fragment = "" }
    try output.write(
      ReportRenderers(report, shown: shown.document),
      companions: (fragment.map { [($0, Array(report.fragment.utf8))] } ?? []) + report.dataFile(data))
  }
}

/// The rows of a fit as a file, for every fit.
enum FitDataOption {
  static let help = ArgumentHelp(
    "Writes the rows that were used as CSV, with groups, fitted values and residuals.", valueName: "file")
}

extension [KeyAssignment] {
  /// Profile keys by the parameters that they were given.
  var byParameter: [String: String] { Dictionary(map { ($0.parameter, $0.key) }, uniquingKeysWith: { $1 }) }
}

extension FitReport {
  func dataFile(_ path: String?) -> [OutputFile] {
    path.map { [($0, Array(DocumentCSV().render(rows[...]).utf8))] } ?? []
  }
}

struct FixSelectionOptions: ParsableArguments {
  @Option(
    help: .value(
      "file",
      "Uses the fixes between the start and the end of each row of a table (columns leg, start, end in Unix seconds)."),
    completion: .file())
  var legs: String?

  @Option(name: .customLong("leg"), help: .value("name", "Only rows of this leg; may be repeated."))
  var names: [String] = []

  @Option(help: .value("m", "Uses only fixes that report at least this radius, in metres."))
  var minAccuracy: Double?

  @Option(help: .value("m", "Uses only fixes that report at most this radius, in metres."))
  var maxAccuracy: Double?

  @Option(help: .value("name", "Uses only fixes of this technology, as the file names it."))
  var technology: String?

  @Option(help: .value("s", "Leaves out the fixes within so many seconds of the start of each run or leg."))
  var skipFirst = 0.0

  @Flag(help: "Leaves out fixes that repeat the position before them, as a cache does.")
  var dropRepeats = false

  func validate() throws {
    if !names.isEmpty, legs == nil { throw ValidationError("--leg belongs to --legs") }
    guard skipFirst >= 0 else { throw ValidationError("--skip-first takes 0 or more") }
  }

  static let legRoles = [ColumnRole("leg", .text, aliases: ["leg", "name"], isRequired: false)] + ColumnRole.span

  /// Seconds since 1970.
  func windows() throws(InputError) -> [ClosedRange<Double>]? {
    guard let legs else { return nil }
    let table = try TableReader(roles: Self.legRoles, policy: .strict).read(path: legs)
    let found = table.texts("leg")
    if !names.isEmpty, found == nil {
      throw InputError(file: legs, message: "the table has no column 'leg'", remedy: "add it, or leave out --leg")
    }
    for name in names where !(found ?? []).contains(name) {
      throw InputError(
        file: legs, message: "there is no leg '\(name)'",
        remedy: Suggestion.remedy(for: name, among: Array(Set(found ?? [])).sorted(), what: "legs"))
    }
    var windows: [ClosedRange<Double>] = []
    for row in 0..<table.count where names.isEmpty || names.contains(found?[row] ?? "") {
      windows.append(try table.span(row, of: "leg", in: legs))
    }
    return windows
  }

  /// The words that a report says about the selection.
  var words: [String] {
    var words: [String] = []
    if !names.isEmpty { words.append("only legs \(names.joined(separator: ", "))") }
    if let minAccuracy { words.append("reported radius at least \(DecimalText.significant(minAccuracy, digits: 4)) m") }
    if let maxAccuracy { words.append("reported radius at most \(DecimalText.significant(maxAccuracy, digits: 4)) m") }
    if let technology { words.append("only \(technology)") }
    if skipFirst > 0 { words.append("without the first \(DecimalText.significant(skipFirst, digits: 4)) s") }
    if dropRepeats { words.append("without repeated positions") }
    return words
  }

  /// Fixes in pieces that have nothing to do with each other: one per leg, or the whole file.
  func select(_ fixes: [MeasuredFix], _ windows: [ClosedRange<Double>]?) -> [[MeasuredFix]] {
    var pieces: [[MeasuredFix]] = []
    if let windows {
      pieces = windows.map { window in fixes.filter { window.contains($0.unixSeconds) } }
    } else {
      pieces = [fixes]
    }
    return pieces.map { piece in
      guard let start = piece.first?.unixSeconds else { return [] }
      var kept: [MeasuredFix] = []
      var before: MeasuredFix?
      for fix in piece {
        defer { before = fix }
        if fix.unixSeconds < start + skipFirst { continue }
        if dropRepeats, let before, before.position == fix.position { continue }
        if let technology, fix.technology != technology { continue }
        if let minAccuracy, fix.accuracy ?? -1 < minAccuracy { continue }
        if let maxAccuracy, fix.accuracy ?? .infinity > maxAccuracy { continue }
        kept.append(fix)
      }
      return kept
    }.filter { !$0.isEmpty }
  }
}

extension ColumnRole {
  /// When something began and ended.
  static let span = ["start", "end"].map { ColumnRole($0, .time, aliases: [$0], isRequired: true, defaultUnit: "s") }
}

extension MeasurementTable {
  func span(_ row: Int, of what: String, in file: String) throws(InputError) -> ClosedRange<Double> {
    guard let start = number("start", row), let end = number("end", row), end > start else {
      throw InputError(
        file: file, line: lines[row], column: 1, message: "the \(what) ends before it starts",
        remedy: "correct the times")
    }
    return start...end
  }
}
