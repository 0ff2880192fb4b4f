/// A text format of one kind of recorder, with one position a line.
///
/// A further format is a file with such a value, and its name in `all`.
struct LineTrackFormat: Sendable {
  /// As messages name it.
  let name: String
  /// Whether the beginning of a file, as UTF-8, is of this format.
  let isKnown: @Sendable (_ head: [UInt8]) -> Bool
  /// All points of a file in UTF-8.
  let read: @Sendable (_ text: [UInt8], _ file: String) throws(InputError) -> RecordedPoints

  static let all = [IGCReader.format, OziTrackReader.format]

  /// The format of a file, by its first 8 KiB.
  static func of(_ bytes: [UInt8]) -> LineTrackFormat? {
    // Without the zeros of UTF-16, as only ASCII tells formats apart.
    let head = bytes.prefix(8192).filter { $0 > 0 && $0 < 0x80 }
    return all.first { $0.isKnown(head) }
  }

  static func points(_ bytes: [UInt8], file: String) throws(InputError) -> RecordedPoints {
    guard let format = of(bytes) else {
      let names = all.map(\.name).joined(separator: " nor ")
      throw InputError(file: file, message: "the file is neither \(names)", remedy: "give a recording of these formats")
    }
    let (text, note) = TextEncoding.utf8(bytes)
    return try format.read(text, file).noting(note)
  }
}

/// Reads OziExplorer's track files (PLT), of which GeoLife's trajectories are a kind: six lines of heading, then latitude,
/// longitude, 1 where a segment begins, height in feet (-777 for none) and days since 30 December 1899 in UTC.
enum OziTrackReader {
  static let format = LineTrackFormat(name: "PLT", isKnown: isKnown, read: points)

  private static let headingLines = 6
  private static let metresPerFoot = 0.3048
  private static let noHeight = -777.0

  private static func isKnown(_ head: [UInt8]) -> Bool {
    ["OziExplorer Track Point File", "Geolife trajectory"].contains { head.starts(with: $0.utf8) }
  }

  private static func points(_ text: [UInt8], _ file: String) throws(InputError) -> RecordedPoints {
    var group = RecordedPoints.Group()
    var notes: [String] = []
    var name: String?
    for (number, bytes) in TextLines(text) where bytes.contains(where: { $0 > 32 }) {
      let cells = String(decoding: bytes, as: UTF8.self)
        .split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingBlanks() }
      guard number > headingLines else {
        let datum = XMLElement.shown(cells[0])
        if number == 2, ColumnHeading.key(datum) != "wgs84" {
          notes.append("places on the datum '\(datum)' taken as WGS 84; they may be some 100 m off")
        }
        if number == 5, cells.count > 3 { name = cells[3].oneLine(200) }
        continue
      }
      let place = group.point(cells[0], cells.count > 1 ? cells[1] : nil, line: number) {
        InputError(file: file, line: number, column: 1, message: $0, remedy: $1)
      }
      guard var point = place else { continue }
      if cells.count > 3, let feet = TrackNumber.value(cells[3]), feet != noHeight {
        point.elevation = feet * metresPerFoot
      }
      if cells.count > 4, let days = TrackNumber.value(cells[4]) {
        point.nanoseconds = TimeText.nanoseconds(days: days)
      }
      if cells.count > 2, cells[2] == "1" { group.begin() }
      group.append(point)
    }
    return RecordedPoints(groups: [group], name: name, notes: notes, remedy: "give a track with points")
  }
}
