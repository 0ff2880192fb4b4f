/// Which column of a table has which meaning, as the user says it: `time=unix_s,lat=latitude_deg` or a YAML file with
/// `time: unix_s` lines. A unit may follow the column's name: `time=stamp:ms`.
package struct ColumnMapping: Sendable, Hashable {
  struct Target: Sendable, Hashable {
    let column: String
    let unit: String?
    /// Where a mapping file says so; `nil` for what the user typed.
    var place: Place?

    /// An error in what the mapping says, at its place.
    func error(_ message: String, remedy: String) -> InputError {
      guard let place else { return InputError(file: nil, message: "--columns: \(message)", remedy: remedy) }
      return InputError(file: place.file, line: place.line, column: place.column, message: message, remedy: remedy)
    }

    /// The error of a column that the table lacks: at the mapping file's place, or in the table's heading for what the user typed.
    func isMissing(among headings: [String], _ rows: CSVRowReader) -> InputError {
      let remedy = Suggestion.remedy(for: column, among: headings, what: "columns")
      guard place == nil else { return error("\(rows.file) has no column '\(column)'", remedy: remedy) }
      return rows.error("the table has no column '\(column)'", at: rows.fields.first, remedy: remedy)
    }
  }

  struct Place: Sendable, Hashable {
    let file: String
    let line: Int?
    let column: Int?
  }

  let targets: [String: Target]
  /// Whether the user could have said it with `--columns`.
  let isOffered: Bool

  /// Every role is found by its usual headings.
  package static let automatic = ColumnMapping(targets: [:])
  /// The same, of a file for which `--columns` says nothing.
  package static let fixed = ColumnMapping(targets: [:], isOffered: false)

  init(targets: [String: Target], isOffered: Bool = true) { (self.targets, self.isOffered) = (targets, isOffered) }

  /// - Parameter argument: pairs, or the path of a YAML file where it has no `=`.
  /// - Throws: `InputError` for a malformed pair, a role given twice, and an unreadable file.
  package init(argument: String) throws(InputError) {
    if argument.contains("=") {
      var targets: [String: Target] = [:]
      for pair in argument.split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
          throw InputError(
            file: nil, message: "'\(pair)' in --columns is not a pair",
            remedy: "write MEANING=COLUMN, such as time=unix_s")
        }
        guard targets[String(parts[0])] == nil else {
          throw InputError(
            file: nil, message: "'\(parts[0])' is given twice in --columns", remedy: "keep one of them")
        }
        targets[String(parts[0])] = Self.target(String(parts[1]))
      }
      self.init(targets: targets)
    } else {
      try self.init(file: argument)
    }
  }

  private init(file: String) throws(InputError) {
    var mapping = try YAMLDocument(text: try TextFile.read(file), file: file).root.mapping()
    var targets: [String: Target] = [:]
    for (key, value) in mapping.all() {
      targets[key] = Self.target(try value.string())
      let place = mapping.error(at: key, "", remedy: "")
      targets[key]?.place = Place(file: file, line: place.line, column: place.column)
    }
    self.init(targets: targets)
  }

  private static func target(_ text: String) -> Target {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return Target(column: text, unit: nil) }
    return Target(column: String(text[..<colon]), unit: String(text[text.index(after: colon)...]))
  }
}
