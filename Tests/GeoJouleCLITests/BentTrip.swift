import Foundation
import Testing

/// A bent way of some 12 km, a phone that lies still beside it, and what a run's timeline says was drawn.
enum BentTrip {
  typealias Place = (longitude: Double, latitude: Double)

  static let way: [Place] = [(8.2, 47.1), (8.28, 47.12), (8.33, 47.09)]

  /// A scenario at the way's beginning.
  static func still(lasts: String) -> String {
    """
    name: still
    summary: "at rest"
    source: "made up"
    starts: "00:00"
    lasts: \(lasts)
    surroundings:
      house: {sky: indoor, access_points: many, cells: suburban, coverage: good, on_wifi: true}
    places:
      table: {position: [47.1, 8.2], surroundings: house}
    legs:
      - {leg: rest, kind: dwell, place: table}
    script:
      - {at: "00:00", event: screen_on}
      - {at: "00:00", event: foreground}
      - {at: "00:01", event: background}
      - {at: "00:01", event: screen_off}

    """
  }

  private static func metres(_ a: Place, _ b: Place) -> Double {
    let east = (b.longitude - a.longitude) * cos(47.1 * .pi / 180) * 111_320
    return hypot(east, (b.latitude - a.latitude) * 111_195)
  }

  /// The place that lies so far along the way, as a share of its length.
  static func place(at share: Double) -> Place {
    let lengths = [metres(way[0], way[1]), metres(way[1], way[2])]
    var gone = min(1, max(0, share)) * (lengths[0] + lengths[1])
    let part = gone < lengths[0] ? 0 : 1
    if part == 1 { gone -= lengths[0] }
    let f = gone / lengths[part]
    return (
      way[part].longitude + f * (way[part + 1].longitude - way[part].longitude),
      way[part].latitude + f * (way[part + 1].latitude - way[part].latitude)
    )
  }

  /// A track, made without the program.
  ///
  /// - Parameters:
  ///   - start: in Unix seconds.
  ///   - seconds: when there is a point, from the start on.
  ///   - share: how far along the way the phone is at a second.
  static func gpx(start: Double, at seconds: StrideThrough<Double>, share: (Double) -> Double) -> String {
    var text = "<gpx version=\"1.1\" creator=\"test\"><trk><trkseg>\n"
    let formatter = ISO8601DateFormatter()
    for second in seconds {
      let place = place(at: share(second))
      let time = formatter.string(from: Date(timeIntervalSince1970: start + second))
      text += "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\"><time>\(time)</time></trkpt>\n"
    }
    return text + "</trkseg></trk></gpx>\n"
  }

  /// Watt-hours of the whole phone until each of the seconds, from a timeline file.
  static func drawn(_ csv: String, at seconds: [Double]) throws -> [Double] {
    var sums = seconds.map { _ in 0.0 }
    for line in csv.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let (start, end) = (try #require(Double(cells[0])), try #require(Double(cells[1])))
      let energy = try #require(Double(cells[7]))
      for (i, second) in seconds.enumerated() where second > start {
        // What is paid per event has no length.
        sums[i] += (end > start ? energy * (min(second, end) - start) / (end - start) : energy) / 3600
      }
    }
    return sums
  }
}
