import Analysis
import Foundation
import Core
import Testing
import World

@testable import FileFormats

extension RecorderStyleTests {
  static let gpx: [String: String] = {
    var all: [String: String] = [:]
    all["Garmin with extensions and a prefix"] =
      [
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\" ?>\n<gpx xmlns=\"http://www.topografix.com/GPX/1/1\" ",
        "xmlns:x=\"y\" creator=\"Some watch\" version=\"1.1\"><metadata><link href=\"a\"><text>x</text></link></metadata>",
        "<trk><name><![CDATA[A <b> & c]]></name><trkseg>",
        trkpts("<ele>3.1</ele><extensions><x:T><x:hr>61</x:hr><x:time>never</x:time></x:T></extensions>"),
        "</trkseg></trk></gpx>",
      ].joined()
    all["prefixed names"] =
      [
        "<g:gpx xmlns:g='x'><g:trk><g:trkseg>",
        points { "<g:trkpt lat='\($0)' lon='\($1)'><g:time>\($2)</g:time></g:trkpt>" },
        "</g:trkseg></g:trk></g:gpx>",
      ].joined()
    all["GPX 1.0 with a document type"] =
      [
        "<?xml version=\"1.0\"?>\n<!DOCTYPE gpx SYSTEM \"http://www.topografix.com/gpx_1_0.dtd\">\n<gpx version=\"1.0\">",
        "<name></name><time>2019-01-01T00:00:00Z</time><bounds/><trk><name/><number>1</number><trkseg>\(trkpts())",
        "</trkseg></trk></gpx>",
      ].joined()
    all["a document type beside the file"] =
      "<!DOCTYPE gpx SYSTEM \"gpx.dtd\"><gpx><trk><trkseg>\(trkpts())</trkseg></trk></gpx>"
    all["blank lines before the declaration"] =
      "\n\n  <?xml version=\"1.0\" encoding=\"UTF-8\"?><gpx><trk><trkseg>\(trkpts())</trkseg></trk></gpx>"
    all["points directly in the track"] =
      "<gpx><trk>\(trkpts())</trk></gpx>"
    all["comma decimals"] =
      [
        "<gpx><trk><trkseg>",
        points {
          "<trkpt lat=\"\("\($0)".replacing(".", with: ","))\" lon=\"\("\($1)".replacing(".", with: ","))\">"
            + "<ele>3,5</ele><time>\($2)</time></trkpt>"
        },
        "</trkseg></trk></gpx>",
      ].joined()
    all["zone offsets"] =
      [
        "<gpx><trk><trkseg>",
        points {
          "<trkpt lat='\($0)' lon='\($1)'><time>\($2.replacing("T10", with: "T15").replacing("Z", with: "+05:00"))</time></trkpt>"
        },
        "</trkseg></trk></gpx>",
      ].joined()
    all["a blank for the T"] =
      [
        "<gpx><trk><trkseg>",
        points { "<trkpt lat='\($0)' lon='\($1)'><time>\($2.replacing("T", with: " "))</time></trkpt>" },
        "</trkseg></trk></gpx>",
      ].joined()
    all["milliseconds since 1970"] =
      [
        "<gpx><trk><trkseg>",
        zip(places, [0, 7, 20]).map {
          "<trkpt lat='\($0.0)' lon='\($0.1)'><time>\(Int(start + Double($1)) * 1000)</time></trkpt>"
        }.joined(),
        "</trkseg></trk></gpx>",
      ].joined()
    all["two tracks in the wrong order"] =
      [
        "<gpx><trk><name>b</name><trkseg><trkpt lat='52.5006' lon='13.251'><time>2020-01-01T10:00:20Z</time></trkpt></trkseg>",
        "</trk><trk><trkseg><trkpt lat='52.5' lon='13.25'><time>2020-01-01T10:00:00Z</time></trkpt>",
        "<trkpt lat='52.5003' lon='13.2504'><time>2020-01-01T10:00:07Z</time></trkpt></trkseg></trk></gpx>",
      ].joined()
    all["the same track twice"] =
      "<gpx><trk><trkseg>\(trkpts())</trkseg></trk><trk><trkseg>\(trkpts())</trkseg></trk></gpx>"
    all["waypoints of interest beside the track"] =
      "<gpx><wpt lat='1' lon='2'><time>2001-01-01T00:00:00Z</time></wpt><wpt lat='3' lon='4'>"
      + "<time>2003-01-01T00:00:00Z</time></wpt><trk><trkseg>\(trkpts())</trkseg></trk></gpx>"
    all["a route with times beside a track without"] =
      [
        "<gpx><rte>",
        points { "<rtept lat='\($0)' lon='\($1)'><time>\($2)</time></rtept>" },
        "</rte><trk><trkseg><trkpt lat='5' lon='6'/></trkseg></trk></gpx>",
      ].joined()
    all["waypoints only"] =
      [
        "<gpx>",
        points { "<wpt lat='\($0)' lon='\($1)'><time>\($2)</time><name/></wpt>" },
        "</gpx>",
      ].joined()
    all["segments without points"] =
      "<gpx><trk><trkseg/><trkseg>\(trkpts())</trkseg><trkseg></trkseg></trk></gpx>"
    return all
  }()

  @Test(arguments: gpx.keys.sorted())
  func readsGPX(style: String) throws {
    Self.check(try Self.read(try #require(Self.gpx[style])), "\(style)")
  }

  @Test(arguments: gpx.keys.sorted())
  func theEncodingDoesNotMatter(style: String) throws {
    let text = try #require(Self.gpx[style])
    for little in [true, false] {
      for mark in [true, false] {
        let bytes = Self.utf16(text, little: little, mark: mark)
        Self.check(try TrackReader().track(bytes: bytes, file: "f"), "\(style), UTF-16")
      }
    }
    Self.check(try TrackReader().track(bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8), file: "f"), "\(style), UTF-8")
  }

  @Test func undeclaredLatin1IsReadAndSaid() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><gpx><trk><name>Caf\u{E9}</name><trkseg>\(Self.trkpts())"
      + "</trkseg></trk></gpx>"
    let track = try TrackReader().track(bytes: text.unicodeScalars.map { UInt8($0.value) }, file: "f")
    #expect(track.name == "Café")
    #expect(track.notes == ["not UTF-8; read as windows-1252"])
    Self.check(track)
    let wrong = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><gpx><trk><trkseg>\(Self.trkpts())</trkseg></trk></gpx>"
    Self.check(try Self.read(wrong))
  }

  @Test func leapSecondsAndFractionsAreTimes() throws {
    let times = ["2016-12-31T23:59:59.25Z", "2016-12-31T23:59:60Z", "2017-01-01T00:00:01.75Z"]
    let points = times.map { "<trkpt lat='52.5' lon='13.25'><time>\($0)</time></trkpt>" }
    let track = try Self.read("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
    #expect(track.points.map(\.instant) == [.start, .seconds(0.75), .seconds(2.5)])
  }

  /// Forty points a second apart, one of which is changed.
  static func forty(_ index: Int, _ changed: String) -> String {
    let points = (0..<40).map { number in
      number == index
        ? changed
        : "<trkpt lat=\"52.5\" lon=\"13.25\"><time>2020-01-01T10:00:\(number < 10 ? "0" : "")\(number)Z</time></trkpt>"
    }
    return "<gpx><trk><trkseg>\n\(points.joined(separator: "\n"))\n</trkseg></trk></gpx>"
  }

  static let strays: [(String, String)] = [
    ("<trkpt lat='52.5' lon='13.25'/>", "without a time"),
    ("<trkpt lat='52.5' lon='13.25'><time/></trkpt>", "without a time"),
    ("<trkpt lat='52.5' lon='13.25'><time>soon</time></trkpt>", "with an unreadable time"),
    ("<trkpt lat='52.5' lon='13.25'><time>2020-01-01T09:59:31Z</time></trkpt>", "whose time goes back"),
    ("<trkpt lat='52.5' lon='13.25'><time>1999-08-22T00:00:00Z</time></trkpt>", "with a time far from all others"),
    ("<trkpt lat='0' lon='0'><time>2020-01-01T10:00:17Z</time></trkpt>", "at 0, 0"),
    ("<trkpt lat='53.5' lon='13.25'><time>2020-01-01T10:00:17Z</time></trkpt>", "too far from their neighbours"),
    ("<trkpt lat='95' lon='13.25'><time>2020-01-01T10:00:17Z</time></trkpt>", "without a valid place"),
    ("<trkpt lon='13.25'><time>2020-01-01T10:00:17Z</time></trkpt>", "without a valid place"),
  ]

  @Test(arguments: strays)
  func oneStrayPointOfFortyIsLeftOutAndSaid(point: String, why: String) throws {
    for index in [17, 0, 39] where index == 17 || !(why.contains("goes back") || why.contains("too far")) {
      let track = try Self.read(Self.forty(index, point))
      #expect(track.points.count == 39)
      #expect(track.notes == ["1 of 40 points left out: 1 \(why)"], "\(index)")
    }
  }

  @Test(arguments: strays)
  func aTrackOfWhichMoreThanOneInTwentyIsBadIsRefused(point: String, why: String) throws {
    // Six points, of which two are bad.
    let good = (0..<4).map { "<trkpt lat='52.5' lon='13.25'><time>2020-01-01T10:00:1\($0 * 2)Z</time></trkpt>" }
    let text =
      "<gpx><trk><trkseg>\n\(good[0])\n\(good[1])\n\(point)\n\(good[2])\n\(point)\n\(good[3])\n"
      + "</trkseg></trk></gpx>"
    let message = Self.failure(text)
    #expect(message.hasPrefix("f:4:") || message.hasPrefix("f:5:"), "\(message)")
    #expect(message.contains(": error: ") && message.contains("; "), "\(message)")
  }

  @Test func aTrackWithTheNewestPointFirstIsTurned() throws {
    let points = (0..<12).map { "<trkpt lat='52.5' lon='13.25'><time>2020-01-01T10:00:\(59 - $0)Z</time></trkpt>" }
    let track = try Self.read("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
    #expect(track.points.count == 12 && track.startUnixSeconds == Self.start + 48)
    #expect(track.notes == ["the newest point came first; the order was turned"])
  }

  @Test func recordingsThatOverlapAreOneIfFewPointsDo() throws {
    func part(_ range: Range<Int>, _ longitude: String) -> String {
      "<trkseg>"
        + range.map { "<trkpt lat='52.5' lon='\(longitude)'><time>2020-01-01T10:00:\($0)Z</time></trkpt>" }
        .joined(separator: "\n") + "</trkseg>"
    }
    let few = try Self.read("<gpx><trk>\(part(10..<40, "13.25"))\(part(38..<60, "13.2501"))</trk></gpx>")
    #expect(
      few.notes == [
        "1 points with the time of the one before merged into it",
        "1 of 52 points left out: 1 of recordings that overlap another",
      ])
    #expect(few.points.count == 50)
    let many = Self.failure("<gpx><trk>\n\(part(10..<40, "13.25"))\n\(part(20..<60, "13.2501"))</trk></gpx>")
    #expect(
      many.hasPrefix(
        "f:32:9: error: recordings of the file overlap in time: 1 of 2020-01-01, 2 of 2020-01-01; 19 of 70"), "\(many)")
    #expect(many.contains("take one with --track-recording"))
  }

  @Test func oneDayOfALongRecordingCanBeTaken() throws {
    let days = (1...40).flatMap { day in
      Self.clocks.map { clock in
        "<trkpt lat='52.5' lon='13.25'><time>2020-0\(day <= 31 ? 1 : 2)-\(day <= 31 ? (day < 10 ? "0\(day)" : "\(day)") : "0\(day - 31)")T\(clock)Z</time></trkpt>"
      }
    }
    let text = "<gpx><trk><trkseg>\n\(days.joined(separator: "\n"))</trkseg></trk></gpx>"
    #expect(
      Self.failure(text)
        == "f:96:1: error: from this point on the track is longer than 31 days, the longest allowed; split the file here, "
        + "or take one day of it with --track-day 2019-08-31")
    let track = try Self.read(text, day: CalendarDay("2020-02-03"))
    // The nights at one place are cut at midnight; the recording sets out at 10:00.
    #expect(track.startUnixSeconds == Self.start + 33 * 86_400 - 36_000)
    #expect(track.points.count == 5 && track.notes == ["of the file, only 2020-02-03 (UTC)"])
    let error = #expect(throws: InputError.self) { try Self.read(text, day: CalendarDay("2021-02-03")) }
    #expect(
      error?.description
        == "f: error: the file has no track on 2021-02-03; its points are of 2020-01-01 to 2020-02-09; "
        + "name one of these days with --track-day")
  }
}
