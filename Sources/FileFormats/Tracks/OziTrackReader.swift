/// Reads OziExplorer's track files (PLT), of which GeoLife's trajectories are a kind: six lines of heading, then latitude,
/// longitude, 1 where a segment begins, height in feet (-777 for none) and days since 30 December 1899 in UTC.
enum OziTrackReader {
  private static let headingLines = 6
  private static let metresPerFoot = 0.3048
  private static let noHeight = -777.0

  /// - Parameter head: the beginning of a file, in ASCII.
  static func isKnown(_ head: [UInt8]) -> Bool {
    ["OziExplorer Track Point File", "Geolife trajectory"].contains { head.starts(with: $0.utf8) }
  }

  static func points(_ text: [UInt8], file: String) -> RecordedPoints {
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
      let place = FilePlace(file, number, 1)
      guard var point = group.point(cells[0], cells.count > 1 ? cells[1] : nil, at: place) else { continue }
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
