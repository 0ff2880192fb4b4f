import Foundation
import Core
import TestSupport
import Testing
import World

@testable import FileFormats

/// Seven points a minute and 111 m apart, packed as apps and exports pack them.
struct PackedTrackTests {
  /// Two members, of one half of a GPX file each.
  static let gzip =
    "H4sIAAAAAAACA7NJL6iwsykpygYTxanpYLqgRCEnscRWycRMz8DAQEkhJz/PVslcz1QJKJuZm2pnZGBkpmtgrGtgGGJgYWVgAERR"
    + "NvpgKSAF0o9pjCFBYwyJMcaIoDFGxBhjjMUYAPqyAlgMAQAAH4sIAAAAAAACAzMwMtM1MNY1MAwxsLAyMLYyMIiy0S/JzE21A1JF"
    + "2QUldjZgSiEnscRWycRMz8DAREkhJz/PVslcz1QJKAtSa2SAYowJMcaYEjTGlBhjzAgaY4bNGBBdnJoOYQDJ9IIKOwD0wRgKDAEA"
    + "AA=="
  /// A picture, a part, and doc.kml.
  static let kmz =
    "UEsDBBQAAAAIAAAAIVCDFtyMAwAAAAEAAAAOAAAAZmlsZXMvaWNvbi5wbmerAABQSwMEFAAAAAgAAAAhUHUYZHcIAAAABgAAAAkA"
    + "AABvdGhlci5rbWyzyc7N0bcDAFBLAwQUAAAACAAAACFQL+2wubIAAABZAgAABwAAAGRvYy5rbWyF0s0KgzAMB/BXEe+2sX5slK7P"
    + "sIOn3aQrdWitaKF9/DkHm4IQyCEkv0v4R/R2SKIdxuWWdt5PnNIQAnGTHs1rIaP2dBWUEZZ+GTfxII1zZtBEObtBHf2GpbgPrdK2"
    + "nXspTOTN3Kq1C50eJQNWZ1BkkDdw5QBrPQTdVqcgxwDDQIGBEgMVBuo9WA9Wzs1PeSFVUtYEABIQ9Dc+ATkGGAYKDJQYqDBQHwH9"
    + "B0t3cX8eQb4BUEsBAhQDFAAAAAgAAAAhUIMW3IwDAAAAAQAAAA4AAAAAAAAAAAAAAIABAAAAAGZpbGVzL2ljb24ucG5nUEsBAhQD"
    + "FAAAAAgAAAAhUHUYZHcIAAAABgAAAAkAAAAAAAAAAAAAAIABLwAAAG90aGVyLmttbFBLAQIUAxQAAAAIAAAAIVAv7bC5sgAAAFkC"
    + "AAAHAAAAAAAAAAAAAACAAV4AAABkb2Mua21sUEsFBgAAAAADAAMAqAAAADUBAAAAAA=="
  static let twoTracks =
    "UEsDBBQAAAAIAAAAIVCRZug2gAAAABgCAAAFAAAAYS5ncHizSS+osLMpKcoGE8Wp6WC6oEQhJ7HEVsnETM/AwEBJISc/z1bJXM9U"
    + "CSibmZtqZ2RgZKZrYKxrYBhiYGFlYABEUTb6YCkgBdKPaYwhQWMMiTHGiKAxRsQYY0zQGGNijDEhaIwJMcaYEjTGlBhjzAgaY4bN"
    + "GH1YzOuD04E+KEkAAFBLAwQUAAAACAAAACFQkWboNoAAAAAYAgAABQAAAGIuZ3B4s0kvqLCzKSnKBhPFqelguqBEISexxFbJxEzP"
    + "wMBASSEnP89WyVzPVAkom5mbamdkYGSma2Csa2AYYmBhZWAARFE2+mApIAXSj2mMIUFjDIkxxoigMUbEGGNM0BhjYowxIWiMCTHG"
    + "mBI0xpQYY8wIGmOGzRh9WMzrg9OBPihJAABQSwECFAMUAAAACAAAACFQkWboNoAAAAAYAgAABQAAAAAAAAAAAAAAgAEAAAAAYS5n"
    + "cHhQSwECFAMUAAAACAAAACFQkWboNoAAAAAYAgAABQAAAAAAAAAAAAAAgAGjAAAAYi5ncHhQSwUGAAAAAAIAAgBmAAAARgEAAAAA"
  static let noTrack =
    "UEsDBBQAAAAIAAAAIVCDFtyMAwAAAAEAAAAGAAAAYS50eHR4qwAAUEsBAhQDFAAAAAgAAAAhUIMW3IwDAAAAAQAAAAYAAAAAAAAA"
    + "AAAAAIABAAAAAGEudHh0eFBLBQYAAAAAAQABADQAAAAnAAAAAAA="

  private func read(_ text: String, named name: String, cut: Int = 0) throws -> RawTrack {
    var track: RawTrack?
    try withTemporaryFolder { folder in
      let data = try #require(Data(base64Encoded: text))
      try data.dropLast(cut).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      track = try TrackReader().track(path: "\(folder)/\(name)")
    }
    return try #require(track)
  }

  private func failure(_ text: String, named name: String, cut: Int = 0) -> String {
    do {
      _ = try read(text, named: name, cut: cut)
      return "read"
    } catch { return "\(error)" }
  }

  @Test(arguments: [("ride.gpx.gz", gzip), ("ride.kmz", kmz)])
  func packedTracksAreRead(name: String, text: String) throws {
    let track = try read(text, named: name)
    #expect(track.points.count == 7 && track.points.last?.instant.seconds == 360)
    #expect(abs((track.points.last?.latitude ?? 0) - 46.006) < 1e-12)
    #expect(TrackReader.stem(of: name) == "ride" && TrackReader.stem(of: "ride.gz") == "ride")
    #expect(TrackReader.stem(of: "ride.yml") == nil && TrackReader.stem(of: ".gz") == nil)
  }

  @Test func whatCannotBeUnpackedSaysWhy() {
    #expect(
      failure(Self.gzip, named: "a.gpx.gz", cut: 9).contains("a.gpx.gz: error: the gzip file is damaged, cut off"))
    #expect(failure(Self.kmz, named: "a.kmz", cut: 9).contains("the zip archive is damaged"))
    #expect(
      failure(Self.twoTracks, named: "a.zip").contains(
        "the archive holds 2 files: 1 'a.gpx', 2 'b.gpx'; name one with --track-recording"))
    #expect(failure(Self.noTrack, named: "a.zip").contains("the archive holds no recording that is known"))
  }

  @Test func unpackingStopsAtItsLimit() throws {
    let data = [UInt8](try #require(Data(base64Encoded: Self.gzip)))
    let whole = try #require(Unpacking.bytes(data[...], .gzip, limit: 10_000))
    #expect(Unpacking.bytes(data[...], .gzip, limit: whole.count) == whole)
    #expect(Unpacking.bytes(data[...], .gzip, limit: whole.count - 1) == nil)
    #expect(Unpacking.bytes((data + [0, 0, 0])[...], .gzip, limit: 10_000) == whole)
    #expect(Unpacking.bytes((data + [0, 7, 0])[...], .gzip, limit: 10_000) == nil)
    #expect(Unpacking.bytes([], .gzip, limit: 10_000) == nil)
    for index in data.indices {
      var broken = data
      broken[index] ^= 0x41
      let result = Unpacking.bytes(broken[...], .gzip, limit: 10_000)
      #expect(result == nil || result == whole, "\(index)")
    }
  }

  /// Receivers save planned tracks without times beside the recording.
  @Test(arguments: [(3, true), (6, true), (7, false), (20, false)])
  func plannedPartsAreLeftOut(planned: Int, isRead: Bool) throws {
    func part(_ count: Int, isTimed: Bool) -> String {
      "<trk><trkseg>"
        + (0..<count).map { index in
          "<trkpt lat=\"46.00\(index % 10)\" lon=\"7.5\">"
            + (isTimed ? "<time>2026-03-01T08:0\(index):00Z</time>" : "") + "</trkpt>"
        }.joined() + "</trkseg></trk>"
    }
    let text = "<gpx>" + part(planned, isTimed: false) + part(7, isTimed: true) + "</gpx>"
    do {
      let track = try TrackReader().track(bytes: Array(text.utf8), file: "f")
      #expect(isRead && track.points.count == 7)
      #expect(track.notes == ["parts without any time left out: \(planned) of \(planned + 7) points"])
    } catch { #expect(!isRead && "\(error)".contains("the point has no time"), "\(error)") }
  }
}
