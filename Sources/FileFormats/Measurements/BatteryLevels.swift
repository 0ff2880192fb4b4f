import Quantities

/// What battery gauges showed: levels in percent over time, perhaps of several phones in one file.
package struct BatteryLevels: Sendable {
  package struct Reading: Sendable, Hashable {
    /// Seconds since 1970, or from any start.
    package let time: Double
    /// 0 to 100.
    package let percent: Double
    package let line: Int
  }

  package let file: String
  /// SHA-256 of the file.
  package let digest: String
  /// In order of time, by group; the group is `""` in a file without such a column, else `timeline.phone`.
  package let groups: [String: [Reading]]
  package let skipped: [SkippedRows]

  static let roles = [
    ColumnRole("time", .time, aliases: ["unix", "time", "timestamp"], isRequired: true),
    ColumnRole(
      "level", .number(units: [UnitSymbol("%", 1)], valid: 0...100), aliases: ["level", "battery level", "battery"],
      isRequired: true, defaultUnit: "%"),
    ColumnRole("phone", .text, aliases: ["phone", "device"], isRequired: false),
    ColumnRole("timeline", .text, aliases: ["timeline", "run"], isRequired: false),
  ]

  /// - Throws: `InputError` for an unreadable file, missing columns and more bad rows than the policy allows.
  package init(
    path: String, mapping: ColumnMapping = .fixed, policy: RowPolicy = RowPolicy()
  ) throws(InputError) {
    try self.init(bytes: try TextFile.bytes(path), file: path, mapping: mapping, policy: policy)
  }

  /// - Parameter file: the file's name for messages.
  /// - Throws: as `init(path:mapping:policy:)` does.
  package init(
    bytes: [UInt8], file: String, mapping: ColumnMapping = .fixed, policy: RowPolicy = RowPolicy()
  ) throws(InputError) {
    let table = try MeasurementTableReader(roles: Self.roles, mapping: mapping, policy: policy).read(
      bytes: bytes, file: file)
    let (times, levels) = (table.numbers("time") ?? [], table.numbers("level") ?? [])
    let (phones, timelines) = (table.texts("phone"), table.texts("timeline"))
    var groups: [String: [Reading]] = [:]
    for row in 0..<table.count {
      let key = [timelines?[row], phones?[row]].compactMap(\.self).joined(separator: ".")
      groups[key, default: []].append(Reading(time: times[row], percent: levels[row], line: table.lines[row]))
    }
    self.file = file
    digest = table.digest
    self.groups = groups.mapValues { $0.sorted { ($0.time, $0.line) < ($1.time, $1.line) } }
    skipped = table.skipped
  }
}
