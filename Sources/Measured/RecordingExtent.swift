import Core
package import FileFormats
package import World

/// How long a recording lasts, when it begins, what it counts and how far it goes: what every command that reads one states of it.
package enum RecordingExtent {
  /// - Parameters:
  ///   - times: in seconds, since 1970 or from any start; without any there is no line.
  ///   - counts: such as two of `level`.
  ///   - way: positions in order of time.
  package static func lines(
    _ times: [Double], _ counts: [(count: Int, what: String)], way: [GeodeticPosition] = []
  ) -> [String] {
    guard let first = times.min(), let last = times.max() else { return [] }
    let isDate = first > 1e8 && first < 4e9
    let start = isDate ? " from \(TimeText.minute(Int64(first) * 1_000_000_000))" : ""
    let parts = counts.map { "\($0.count) \($0.what)\($0.count == 1 ? "" : "s")" }.joined(separator: ", ")
    let places = way.map { $0.earthVector() }
    let metres = zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    return [
      "\(TimeSpan.seconds(last - first).clockText)\(start), \(parts)"
        + (way.isEmpty ? "" : " over \(DecimalText.significant(metres / 1_000, digits: 3)) km")
    ]
  }

  package static func lines(_ track: RawTrack) -> [String] {
    lines(
      track.points.map { track.startUnixSeconds + ($0.instant - .start).seconds }, [(track.points.count, "point")],
      way: track.points.map { GeodeticPosition(latitude: $0.latitude, longitude: $0.longitude) })
  }

  package static func lines(_ fixes: [MeasuredFix]) -> [String] {
    lines(fixes.map(\.unixSeconds), [(fixes.count, "position")], way: fixes.map(\.position))
  }
}
