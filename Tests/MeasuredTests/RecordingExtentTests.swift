import Core
import FileFormats
import Testing
import World

@testable import Measured

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
}
