package import World

/// Reads tracks in GPX 1.0 and 1.1: track points, else route points, else waypoints, each with a time.
package enum GPXReader {
  /// - Throws: `InputError` when the file cannot be read, and for everything that is not a track in time.
  package static func track(path: String) throws(InputError) -> RawTrack {
    try track(bytes: try TextFile.bytes(path), file: path)
  }

  /// - Parameter file: the file's name for messages.
  /// - Throws: `InputError` for everything that is not a track in time.
  package static func track(bytes: [UInt8], file: String) throws(InputError) -> RawTrack {
    try TrackReader().track(try points(bytes, file: file), file: file)
  }

  /// All points, with times or without.
  static func points(_ bytes: [UInt8], file: String) throws(InputError) -> RecordedPoints {
    let parser = GPXParser(file: file)
    let isNamedSo = !DocumentPath.isPath(file) || file.lowercased().hasSuffix(".gpx")
    let note = try TrackXML.read(
      bytes, root: "gpx", kind: "GPX file",
      remedy: isNamedSo
        ? "give a GPX file, which starts with <?xml or <gpx" : "give a GPX file; a scenario is given with --scenario",
      file: file, into: parser)
    var points = parser.points
    if let note { points.notes.append(note) }
    return points
  }
}
