import Core
import FileFormats
import Foundation
import Testing
import World

@testable import GeoJouleCLI

/// Length, begin, counts and way of a recording, which each command that reads one states.
@Suite struct RecordingExtentTests {
  private static func track(_ points: [(second: Double, latitude: Double)], start: Double) -> RawTrack {
    RawTrack(
      name: nil, startUnixSeconds: start,
      points: points.map {
        RawTrack.Point(instant: .seconds($0.second), latitude: $0.latitude, longitude: 8)
      }, notes: [])
  }

  /// A degree of the meridian is 111.18 km at 47 degrees: 0.003 of one are 334 m.
  @Test func aTrackHasPointsAndAWay() {
    let track = Self.track([(0, 47), (60, 47.001), (170, 47.003)], start: 1_714_896_000)
    #expect(RecordingExtent.lines(track) == ["2 min 50 s from 2024-05-05T08:00Z, 3 points over 0.334 km"])
  }

  @Test func whatHasNoTimeHasNoLine() {
    #expect(RecordingExtent.lines([], [(3, "level")]) == [])
    #expect(RecordingExtent.lines([52, 7, 19], [(1, "level"), (2, "sample")]) == ["45 s, 1 level, 2 samples"])
  }

  /// The same recording through every command that takes it.
  @Test(arguments: [
    ["compare", "--track", "w.csv", "--strategy", "none", "--seeds", "1"], ["run", "w.csv", "none"],
    ["validate-file", "w.csv"], ["import", "w.csv"], ["fit", "error", "w.csv", "--scatter"],
  ])
  func everyCommandStatesIt(command: [String]) throws {
    try withTemporaryFolder { folder in
      // 59 times 0.0001 degrees, and a metre to each side.
      let rows = (0..<60).map { second in
        "\(1_714_896_000 + second),\(47 + Double(second) * 1e-4),\(8 + Double(second % 2) * 1e-5),\(3 + second % 4)\n"
      }
      try write("unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m\n" + rows.joined(), to: "\(folder)/w.csv")
      let outcome = try BuiltTool.run(command, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains("59 s from 2024-05-05T08:00Z, "), "\(text)")
      #expect(text.contains(/60 (points|positions) over 0\.65\d km/), "\(text)")
    }
  }
}
