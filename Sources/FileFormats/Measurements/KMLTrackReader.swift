import Analysis
import World

/// Reads `gx:Track` elements of KML 2.2 with Google's extensions: pairs of `<when>` and `<gx:coord>` (longitude,
/// latitude, altitude), and a `gx:SimpleArrayData` called `accuracy` where there is one.
enum KMLTrackReader {
  static func read(bytes: [UInt8], file: String) throws(InputError) -> FixRecording {
    do throws(InputError) {
      try GPXProlog.check(bytes, file: file)
    } catch {
      throw InputError(
        file: error.file, line: error.line, column: error.column, message: error.message,
        remedy: error.remedy.replacing("<gpx", with: "<kml").replacing("GPX", with: "KML"))
    }
    let parser = KMLTrackParser(file: file)
    try parser.parse(bytes)
    return FixRecording(
      file: file, digest: SHA256.hexadecimal(of: bytes), format: .kml, fixes: parser.fixes, skipped: parser.tally.rows)
  }
}
