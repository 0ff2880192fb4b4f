import ArgumentParser
import FileFormats

/// How tables are read.
struct FitTableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which column means what, such as time=unix_s,lat=latitude_deg; a unit may follow: time=stamp:ms. Or a YAML file "
        + "with 'time: unix_s' lines. (default: from the headings)", valueName: "pairs|file"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "How many rows may be bad before the file is refused; bad rows are left out and counted.", valueName: "percent"))
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
