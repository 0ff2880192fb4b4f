import Core

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
  package let notes: [String]

  static let roles = [
    ColumnRole("time", .time, aliases: ["unix", "time", "timestamp"], isRequired: true),
    ColumnRole(
      "level", .number(units: UnitTable.percent, valid: 0...100), aliases: ["level", "battery level", "battery"],
      isRequired: true, defaultUnit: "%"),
    ColumnRole("phone", .text, aliases: ["phone", "device"], isRequired: false),
    ColumnRole("timeline", .text, aliases: ["timeline", "run"], isRequired: false),
  ]

  /// Whether numbers are shares of 1, as `UIDevice.batteryLevel` gives them: none above 1, and one between 0 and 1.
  package static func areShares(_ values: [Double]) -> Bool {
    let known = values.filter { $0 >= 0 }
    return known.allSatisfy { $0 <= 1 } && known.contains { $0 > 0 && $0 < 1 }
  }

  static let shareNote = "levels are shares of 1, as iOS gives them: 0.9 is 90 %"

  /// The gauge's step in percent: 10 or 5 where nine of ten readings are a multiple of it, at three levels or more; else 1.
  ///
  /// Recent iPhones give an app 100, 95, 90 and so on, with rare others. Give all levels of a gauge: a night may have two of them.
  /// However often it is read, a full gauge counts once.
  package static func step(of levels: [Double]) -> Double {
    let levels = levels.filter { $0 < 100 } + (levels.contains(100) ? [100] : [])
    for step in [10.0, 5] {
      let whole = levels.filter { $0.truncatingRemainder(dividingBy: step) == 0 }
      if whole.count * 10 >= levels.count * 9, Set(whole).count >= 3 { return step }
    }
    return 1
  }

  package init(
    bytes: [UInt8], file: String, mapping: ColumnMapping = .fixed, policy: RowPolicy = RowPolicy()
  ) throws(InputError) {
    let table = try TableReader(roles: Self.roles, mapping: mapping, policy: policy).read(
      bytes: bytes, file: file)
    let times = table.numbers("time") ?? []
    var levels = table.numbers("level") ?? []
    var notes: [String] = []
    if !table.namedUnits.contains("level"), Self.areShares(levels) {
      levels = levels.map { ($0 * 1e8).rounded() / 1e6 }
      notes = [Self.shareNote]
    }
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
    let coarse = self.groups.values.filter { Self.step(of: $0.map(\.percent)) > 1 }
    if let first = coarse.first {
      let step = Int(Self.step(of: first.map(\.percent)))
      notes.append(
        "levels in steps of \(step) %: each is known to within \(DecimalText.exact(Double(step) / 2)) points")
    }
    self.notes = notes
  }
}
