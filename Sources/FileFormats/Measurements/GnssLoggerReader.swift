/// Reads the `Fix` rows of Android's GnssLogger text log (google/gps-measurement-tools, GNSSLogger v2 and v3).
enum GnssLoggerReader {
  static func points(_ bytes: [UInt8], file: String) throws(InputError) -> RecordedPoints {
    var group = RecordedPoints.Group()
    try GnssLogRow.each(["Fix"], of: bytes) { row throws(InputError) in
      let line = FilePlace(file, row.line, 1)
      guard row.isNamed else {
        throw line.error(
          "no line '# Fix,Provider,...' before it names the columns of a Fix row",
          remedy: "keep the log's comment lines")
      }
      let place = group.point(
        row.text("latitude", "latitudedegrees"), row.text("longitude", "longitudedegrees"), at: line)
      guard var point = place, let time = group.time(row.text("utctimeinms", "unixtimemillis") ?? "", at: line)
      else { return }
      point.nanoseconds = time
      point.accuracy = row.number("accuracy", "accuracymeters").flatMap { $0 > 0 ? $0 : nil }
      point.speed = row.number("speed", "speedmps").flatMap { $0 >= 0 ? $0 : nil }
      point.technology = row.text("provider")?.lowercased() ?? ""
      group.append(point)
    }
    return RecordedPoints(
      groups: [group], remedy: "record with the location fixes switched on, so that the log has Fix rows")
  }
}

/// A row of Android's GnssLogger. A comment line such as `# Fix,Provider,...` names the columns of each kind.
struct GnssLogRow {
  let line: Int
  let kind: String
  private let cells: [String]
  /// By the letters and digits of their names.
  private let columns: [String: Int]?

  /// Whether a comment line has named the columns.
  var isNamed: Bool { columns != nil }

  static func each(
    _ kinds: [String], of bytes: [UInt8], _ body: (GnssLogRow) throws(InputError) -> Void
  ) throws(InputError) {
    let beginnings = kinds.map { Array("\($0),".utf8) }
    var columns: [String: [String: Int]] = [:]
    for (number, line) in TextLines(bytes) {
      let rest = line.drop { $0 == UInt8(ascii: "#") || $0 == 32 }
      guard let index = beginnings.firstIndex(where: { rest.starts(with: $0) }) else { continue }
      let cells = String(decoding: rest, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false).map {
        $0.trimmingBlanks()
      }
      if line.first == UInt8(ascii: "#") {
        columns[kinds[index]] = Dictionary(zip(cells.map(ColumnHeading.key), cells.indices)) { first, _ in first }
      } else {
        try body(GnssLogRow(line: number, kind: kinds[index], cells: cells, columns: columns[kinds[index]]))
      }
    }
  }

  /// The cell of the first of the names that the log has.
  func text(_ names: String...) -> String? { cell(names) }
  func number(_ names: String...) -> Double? { cell(names).flatMap(TrackNumber.plain) }

  private func cell(_ names: [String]) -> String? {
    guard let index = names.lazy.compactMap({ columns?[$0] }).first, index < cells.count else { return nil }
    return cells[index]
  }
}
