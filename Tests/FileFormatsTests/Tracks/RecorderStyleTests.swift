import Analysis
import Foundation
import Core
import TestSupport
import Testing
import World

@testable import FileFormats

/// Files in the style of recorders, planners, converters and cloud exports, all made up here.
///
/// Unless a case says otherwise, a file holds three points: 52.5, 13.25 at 10:00:00 on 1 January 2020, 7 s and 20 s later
/// some metres to the north-east.
@Suite struct RecorderStyleTests {
  static let start = 1_577_872_800.0
  static let places = [(52.5, 13.25), (52.5003, 13.2504), (52.5006, 13.251)]
  static let clocks = ["10:00:00", "10:00:07", "10:00:20"]

  static func read(_ text: String, pace: Speed? = nil, day: CalendarDay? = nil) throws(InputError) -> RawTrack {
    try TrackReader(pace: pace, day: day).track(bytes: Array(text.utf8), file: "f")
  }

  static func failure(_ text: String, pace: Speed? = nil) -> String {
    do {
      let track = try read(text, pace: pace)
      return "accepted: \(track.points.count) points, \(track.notes)"
    } catch { return "\(error)" }
  }

  static func utf16(_ text: String, little: Bool, mark: Bool = true) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
      little ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
  }

  /// `body` for each of the three points, with latitude, longitude, date and time.
  static func points(_ body: (Double, Double, String) -> String) -> String {
    zip(places, clocks).map { body($0.0.0, $0.0.1, "2020-01-01T\($0.1)Z") }.joined(separator: "\n")
  }

  static func trkpts(_ extra: String = "") -> String {
    points { "<trkpt lat=\"\($0)\" lon=\"\($1)\"><time>\($2)</time>\(extra)</trkpt>" }
  }

  static func check(_ track: RawTrack, start: Double = start, _ comment: Comment? = nil) {
    #expect(track.startUnixSeconds == start, comment)
    #expect(track.points.map(\.instant) == [.start, .seconds(7), .seconds(20)], comment)
    for (point, place) in zip(track.points, places) {
      #expect(abs(point.latitude - place.0) < 1e-9 && abs(point.longitude - place.1) < 1e-9, comment)
    }
  }
}
