import Core
import World

/// Reads the `Fix` rows of Android's GnssLogger text log. Their columns are told by the comment `# Fix,Provider,...`.
///
/// Known headings: `Provider`, `Latitude(Degrees)`, `Longitude(Degrees)`, `Speed(Mps)`, `Accuracy(Meters)` and
/// `(UTC)TimeInMs` or `UnixTimeMillis` (google/gps-measurement-tools, GNSSLogger v2 and v3).
struct GnssLoggerReader {
  let policy: RowPolicy

  private struct Columns {
    var (time, latitude, longitude) = (-1, -1, -1)
    var provider: Int?
    var speed: Int?
    var accuracy: Int?

    init?(_ headings: [String]) {
      for (index, heading) in headings.enumerated() {
        switch ColumnHeading.key(heading) {
        case "provider": provider = index
        case "latitude", "latitudedegrees": latitude = index
        case "longitude", "longitudedegrees": longitude = index
        case "speed", "speedmps": speed = index
        case "accuracy", "accuracymeters": accuracy = index
        case "utctimeinms", "unixtimemillis": time = index
        default: break
        }
      }
      guard time > 0, latitude > 0, longitude > 0 else { return nil }
    }
  }

  func read(bytes: [UInt8], file: String) throws(InputError) -> FixRecording {
    var columns: Columns?
    var fixes: [MeasuredFix] = []
    var tally = RowTally()
    for (number, line) in TextLines(bytes) {
      if line.first == UInt8(ascii: "#") {
        let text = String(decoding: line.dropFirst().drop { $0 == 32 }, as: UTF8.self)
        if text.hasPrefix("Fix,") { columns = Columns(Self.split(text)) }
        continue
      }
      guard line.starts(with: Array("Fix,".utf8)) else { continue }
      guard let columns else {
        throw InputError(
          file: file, line: number, column: 1,
          message: "no line '# Fix,Provider,...' before it names the columns of a Fix row",
          remedy: "keep the log's comment lines")
      }
      let cells = Self.split(String(decoding: line, as: UTF8.self))
      func cell(_ index: Int?) -> Double? {
        guard let index, index < cells.count, let value = Double(cells[index]), value.isFinite else { return nil }
        return value
      }
      guard let time = cell(columns.time), let latitude = cell(columns.latitude),
        let longitude = cell(columns.longitude), abs(latitude) <= 90, abs(longitude) <= 180
      else {
        tally.skip(
          "the Fix row has no valid time and position", file, line: number,
          "the Fix row has no valid time and position", remedy: "remove the row")
        continue
      }
      guard TimeText.years.contains(time / 1000) else {
        let reason = "the time is outside the years 1900 to 2200"
        tally.skip(reason, file, line: number, reason, remedy: "remove the row")
        continue
      }
      fixes.append(
        MeasuredFix(
          unixSeconds: time / 1000, position: GeodeticPosition(latitude: latitude, longitude: longitude),
          accuracy: cell(columns.accuracy).flatMap { $0 > 0 ? $0 : nil },
          speed: cell(columns.speed).flatMap { $0 >= 0 ? $0 : nil },
          technology: columns.provider.flatMap { $0 < cells.count ? cells[$0].lowercased() : nil } ?? "", line: number))
    }
    try tally.check(policy, kept: fixes.count, file: file)
    return FixRecording(
      file: file, digest: SHA256.hexadecimal(of: bytes), format: .gnssLogger, fixes: fixes, skipped: tally.rows)
  }

  private static func split(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingBlanks() }
  }
}
