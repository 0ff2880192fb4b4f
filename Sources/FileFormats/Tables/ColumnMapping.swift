/// Which column of a table has which meaning, as the user says it: `time=unix_s,lat=latitude_deg` or a YAML file with
/// `time: unix_s` lines. A unit may follow the column's name: `time=stamp:ms`.
package struct ColumnMapping: Sendable, Hashable {
  struct Target: Sendable, Hashable {
    /// Of the column, and what may follow after a colon: times hold colons, and so may headings.
    let text: String
    /// Where a mapping file says so; `nil` for what the user typed.
    var place: FilePlace?

    func error(_ message: String, remedy: String) -> InputError {
      place?.error(message, remedy: remedy)
        ?? InputError(file: nil, message: "--columns: \(message)", remedy: remedy)
    }

    /// The column that is meant, and what follows the colon behind its name.
    ///
    /// - Throws: `InputError` where the table lacks it: at the mapping file's place, or in the table's heading for what the user
    ///   typed.
    func column(among headings: [ColumnHeading], _ rows: CSVRowReader) throws(InputError) -> (index: Int, rest: String)
    {
      let names = headings.map(\.text)
      if let index = names.firstIndex(of: text) { return (index, "") }
      let longest = names.indices.filter { !names[$0].isEmpty && text.hasPrefix(names[$0] + ":") }
        .max { names[$0].count < names[$1].count }
      if let longest { return (longest, String(text.dropFirst(names[longest].count + 1))) }
      let colon = text.lastIndex(of: ":").flatMap { $0 > text.startIndex ? $0 : nil }
      let column = String(text[..<(colon ?? text.endIndex)])
      let remedy = Suggestion.remedy(for: column, among: names, what: "columns")
      guard place == nil else { throw error("\(rows.file) has no column '\(column)'", remedy: remedy) }
      throw rows.error("the table has no column '\(column)'", at: rows.fields.first, remedy: remedy)
    }
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
        targets[String(parts[0])] = Target(text: String(parts[1]))
      }
      self.init(targets: targets)
    } else {
      try self.init(file: argument)
    }
  }

  private init(file: String) throws(InputError) {
    var targets: [String: Target] = [:]
    for entry in try YAMLDocument(text: try TextFile.read(file), file: file).root.mapping().entries {
      targets[entry.key] = Target(text: try entry.value.string(), place: entry.place)
    }
    self.init(targets: targets)
  }

  func check(among names: [String]) throws(InputError) {
    for (key, target) in targets.sorted(by: { $0.key < $1.key }) where !names.contains(key) {
      throw target.error(
        "unknown meaning '\(key)'", remedy: Suggestion.remedy(for: key, among: names, what: "meanings"))
    }
  }
}
