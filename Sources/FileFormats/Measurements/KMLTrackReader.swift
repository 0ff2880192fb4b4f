import Analysis
import World

/// Reads `gx:Track` elements of KML 2.2 with Google's extensions: pairs of `<when>` and `<gx:coord>` (longitude,
/// latitude, altitude), and a `gx:SimpleArrayData` called `accuracy` where there is one.
enum KMLTrackReader {
  static func read(bytes: [UInt8], file: String) throws(InputError) -> FixRecording {
    let parser = KMLTrackParser(file: file)
    try XMLReader(root: "kml", kind: "KML file", remedy: "give a KML file with a <gx:Track>").read(
      bytes, file: file, into: parser)
    return FixRecording(
      file: file, digest: SHA256.hexadecimal(of: bytes), format: .kml, fixes: parser.fixes, skipped: parser.tally.rows)
  }
}
