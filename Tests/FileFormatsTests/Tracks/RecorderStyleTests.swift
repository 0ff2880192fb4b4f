import Analysis
import Foundation
import Quantities
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

  // MARK: - GPX

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
    #expect(many.hasPrefix("f:32:9: error: the time goes back by 19 s; 19 of 70 points are unusable"), "\(many)")
    #expect(many.contains("keep one device's recording in a file"))
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
    #expect(track.startUnixSeconds == Self.start + 33 * 86_400)
    #expect(track.points.count == 3 && track.notes == ["of the file, only 2020-02-03 (UTC)"])
    let error = #expect(throws: InputError.self) { try Self.read(text, day: CalendarDay("2021-02-03")) }
    #expect(
      error?.description
        == "f: error: the file has no track on 2021-02-03; its points are of 2020-01-01 to 2020-02-09; "
        + "name one of these days with --track-day")
  }

  // MARK: - Routes

  @Test func aRouteWithoutTimesTakesASpeed() throws {
    // A degree of latitude here is 111.26 km; 0.01 of it at 5 km/h takes 801 s.
    let text = "<gpx><rte><name>r</name><rtept lat='52.5' lon='13.25'/><rtept lat='52.51' lon='13.25'/></rte></gpx>"
    #expect(Self.failure(text).hasPrefix("f:1:25: error: no point has a time; take it as a route with --mode walk"))
    let track = try Self.read(text, pace: .kilometresPerHour(5))
    #expect(track.startUnixSeconds == 28_800 && track.name == "r")
    #expect(abs((track.points.last?.instant.seconds ?? 0) - 801.1) < 0.2)
    #expect(track.points.count == 15, "at most a minute apart")
    #expect(
      track.notes == ["route points taken as a track", "a route without times, taken at 5 km/h from 08:00"])
    let speeds = zip(track.points, track.points.dropFirst()).map { a, b in
      GeodeticPosition(latitude: a.latitude, longitude: a.longitude).earthVector().distance(
        to: GeodeticPosition(latitude: b.latitude, longitude: b.longitude).earthVector())
        / (b.instant - a.instant).seconds
    }
    for speed in speeds { #expect(abs(speed - 5 / 3.6) < 1e-3) }
  }

  @Test(arguments: [
    ("<gpx><rte><rtept lat='52.5' lon='13.25'/><rtept lat='52.5' lon='13.25'/></rte></gpx>", "the route has no length"),
    (
      "<gpx><rte><rtept lat='52.5' lon='13.25'/><rtept lat='-52.5' lon='-166'/></rte></gpx>",
      "at this speed the route takes longer than 31 days"
    ),
    ("<gpx><trk><trkseg>\(trkpts())</trkseg></trk></gpx>", "the track has times of its own"),
    ("<gpx><rte><rtept lat='52.5' lon='13.25'/></rte></gpx>", "the route has no length"),
  ])
  func routesThatAreNone(text: String, message: String) {
    #expect(
      Self.failure(text, pace: .kilometresPerHour(5)).contains(message),
      "\(Self.failure(text, pace: .kilometresPerHour(5)))")
  }

  @Test(arguments: [
    "<gpx><rte><rtept lat='52.5' lon='13.25'><extensions><x:rpt lat='52.5003' lon='13.2504'/></extensions></rtept>"
      + "<rtept lat='52.5006' lon='13.251'/></rte></gpx>",
    "<kml><Document><Placemark><LineString><coordinates>\n13.25,52.5,0 13.2504,52.5003,0 13.251,52.5006\n"
      + "</coordinates></LineString></Placemark></Document></kml>",
    "{\"type\":\"LineString\",\"coordinates\":[[13.25,52.5],[13.2504,52.5003],[13.251,52.5006]]}",
    "lat,lon\n52.5,13.25\n52.5003,13.2504\n52.5006,13.251\n",
    "{\"type\":\"MultiPoint\",\"coordinates\":[[13.25,52.5],[13.2504,52.5003],[13.251,52.5006]]}",
  ])
  func routesOfEachFormat(text: String) throws {
    let track = try Self.read(text, pace: .kilometresPerHour(5))
    #expect(track.points.count == 3)
    for (point, place) in zip(track.points, Self.places) {
      #expect(abs(point.latitude - place.0) < 1e-9 && abs(point.longitude - place.1) < 1e-9)
    }
  }

  // MARK: - Other XML

  static let xml: [String: String] = {
    var all: [String: String] = [:]
    all["TCX"] =
      [
        "<?xml version=\"1.0\"?><TrainingCenterDatabase xmlns=\"x\"><Activities><Activity Sport=\"Biking\"><Id>2020</Id><Lap>",
        "<Track>",
        points {
          "<Trackpoint><Time>\($2)</Time><Position><LatitudeDegrees>\($0)</LatitudeDegrees><LongitudeDegrees>\($1)"
            + "</LongitudeDegrees></Position><AltitudeMeters>3</AltitudeMeters></Trackpoint>"
            + "<Trackpoint><Time>\($2)</Time><HeartRateBpm><Value>99</Value></HeartRateBpm></Trackpoint>"
        },
        "</Track></Lap></Activity></Activities></TrainingCenterDatabase>",
      ].joined()
    all["KML track"] =
      [
        "<kml xmlns:gx='x'><Placemark><gx:Track>",
        points { "<when>\($2)</when><gx:coord>\($1) \($0) 3</gx:coord>" },
        "</gx:Track></Placemark></kml>",
      ].joined()
    all["KML tracks in one"] =
      [
        "<kml xmlns:gx='x'><Placemark><gx:MultiTrack><gx:Track>",
        points { "<when>\($2)</when><gx:coord>\($1) \($0)</gx:coord>" },
        "</gx:Track><gx:Track></gx:Track></gx:MultiTrack></Placemark></kml>",
      ].joined()
    all["KML placemarks of a converter, and their path"] =
      [
        "<kml><Document><LookAt><gx:TimeSpan><begin>2001-01-01T00:00:00Z</begin><end>2031-01-01T00:00:00Z</end></gx:TimeSpan>",
        "</LookAt><Folder>",
        points {
          "<Placemark><LookAt><longitude>1</longitude></LookAt><TimeStamp><when>\($2)</when></TimeStamp>"
            + "<Point><coordinates>\($1),\($0),3.0</coordinates></Point></Placemark>"
        },
        "<Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark></Folder></Document></kml>",
      ].joined()
    return all
  }()

  @Test(arguments: xml.keys.sorted())
  func readsOtherXML(style: String) throws {
    Self.check(try Self.read(try #require(Self.xml[style])), "\(style)")
  }

  @Test func aTimelineOfPlacemarksIsFollowedAtASteadyPace() throws {
    let text = """
      <kml><Document><Placemark><TimeSpan><begin>2020-01-01T10:00:00Z</begin><end>2020-01-01T10:20:00Z</end></TimeSpan>
      <LineString><coordinates>13.25,52.5 13.25,52.51 13.25,52.54</coordinates></LineString></Placemark>
      <Placemark><TimeSpan><begin>2020-01-01T10:20:00Z</begin><end>2020-01-01T11:00:00Z</end></TimeSpan>
      <Point><coordinates>13.25,52.54,0</coordinates></Point></Placemark></Document></kml>
      """
    let track = try Self.read(text)
    #expect(track.points.map { ($0.instant.seconds / 10).rounded() * 10 } == [0, 300, 1_200, 3_600])
    #expect(track.points.last?.latitude == 52.54)
  }

  // MARK: - JSON

  static let json: [String: String] = {
    var all: [String: String] = [:]
    all["GeoJSON with times of a line"] =
      [
        "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"name\":\"a\",\"coordTimes\":[",
        clocks.map { "\"2020-01-01T\($0)Z\"" }.joined(separator: ","),
        "]},\"geometry\":{\"type\":\"LineString\",",
        "\"coordinates\":[",
        places.map { "[\($0.1),\($0.0),3]" }.joined(separator: ","),
        "]}}]}",
      ].joined()
    all["GeoJSON with times of lines"] =
      [
        "{\"type\":\"Feature\",\"properties\":{\"coordinateProperties\":{\"times\":[[1577872800000,1577872807000],",
        "[\"1577872820000\"]]}},\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":[[[13.25,52.5],[13.2504,52.5003]],",
        "[[13.251,52.5006]]]}}",
      ].joined()
    all["GeoJSON with times as fourth numbers"] =
      "{\"type\":\"LineString\",\"coordinates\":[[13.25,52.5,0,1577872800],[13.2504,52.5003,0,1577872807],"
      + "[13.251,52.5006,0,1577872820]]}"
    all["GeoJSON of points, out of order"] =
      [
        "[",
        zip(places, clocks).reversed().map {
          "{\"type\":\"Feature\",\"properties\":{\"id\":7,\"time\":\"2020/01/01 \($1)+00\"},"
            + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\($0.1),\($0.0)]}}"
        }.joined(separator: ","),
        "]",
      ].joined()
    all["moving point"] =
      "{\"type\":\"MovingPoint\",\"datetimes\":[\"2020-01-01T10:00:00Z\",\"2020-01-01T10:00:07Z\",\"2020-01-01T10:00:20Z\"],"
      + "\"coordinates\":[[13.25,52.5],[13.2504,52.5003],[13.251,52.5006]]}"
    all["Overland"] =
      [
        "{\"locations\":[",
        zip(places, clocks).map {
          "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\($0.1),\($0.0)]},\"properties\":{"
            + "\"timestamp\":\"2020-01-01T\($1)Z\",\"battery_level\":0.75,\"battery_state\":\"unplugged\",\"wifi\":\"\"}}"
        }.joined(separator: ","),
        "],\"current\":{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}},",
        "\"trip\":{\"start_location\":{\"lat\":1,\"lon\":2}}}",
      ].joined()
    all["OwnTracks, one a line"] =
      zip(places, [0, 7, 20]).map {
        "{\"_type\":\"location\",\"lat\":\($0.0),\"lon\":\($0.1),\"tst\":\(Int(start) + $1),\"batt\":61,\"vel\":0}"
      }.joined(separator: "\n") + "\n{\"_type\":\"lwt\",\"tst\":1}\n"
    all["OwnTracks' log"] =
      zip(places, [0, 7, 20]).map {
        "2020-01-01T10:00:21Z\t*                 \t{\"_type\":\"location\",\"lat\":\($0.0),\"lon\":\($0.1),"
          + "\"tst\":\(Int(start) + $1)}"
      }.joined(separator: "\r\n") + "\r\n"
    all["OwnTracks by its server"] =
      [
        "{\"count\":3,\"status\":200,\"data\":[",
        zip(places, [0, 7, 20]).map {
          "{\"_type\":\"location\",\"lat\":\($0.0),\"lon\":\($0.1),\"tst\":\(Int(start) + $1),\"isotst\":\"x\"}"
        }.joined(separator: ","),
        "]}",
      ].joined()
    all["Google's records"] =
      [
        "{\"locations\":[",
        zip(places, [0, 7, 20]).map {
          "{\"latitudeE7\":\(Int(($0.0 * 1e7).rounded())),\"longitudeE7\":\(Int(($0.1 * 1e7).rounded())),"
            + "\"accuracy\":13,\"timestampMs\":\"\((Int(start) + $1) * 1000)\",\"activity\":[{\"timestampMs\":\"1\"}]}"
        }.joined(separator: ","),
        "]}",
      ].joined()
    all["Google's timeline of a phone"] =
      [
        "{\"semanticSegments\":[{\"startTime\":\"2020-01-01T11:00:00.000+01:00\",\"endTime\":\"2020-01-01T12:00:00.000+01:00\",",
        "\"timelinePath\":[{\"point\":\"52.5°, 13.25°\",\"time\":\"2020-01-01T11:00:00.000+01:00\"}]},{\"visit\":",
        "{\"topCandidate\":{\"placeLocation\":{\"latLng\":\"1°, 2°\"}}}}],\"rawSignals\":[{\"position\":{\"LatLng\":",
        "\"52.5003°, 13.2504°\",\"accuracyMeters\":9,\"timestamp\":\"2020-01-01T11:00:07.000+01:00\"}},{\"position\":",
        "{\"LatLng\":\"52.5006°, 13.251°\",\"timestamp\":\"2020-01-01T11:00:20.000+01:00\"}}]}",
      ].joined()
    all["Overland's batches, one after the other over many lines"] =
      places.indices.map {
        "{\"locations\": [\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\n\"coordinates\":[\(places[$0].1),"
          + "\(places[$0].0)]},\"properties\":{\"timestamp\":\"2020-01-01T\(clocks[$0])Z\"}}\n]\n}"
      }.joined(separator: "\n")
    all["a sequence of GeoJSON texts"] =
      zip(places, [0, 7, 20]).map {
        "\u{1E}{\"type\":\"Feature\",\"properties\":{\"timestamp\":\(Int(start) + $1)},\"geometry\":{\"type\":\"Point\","
          + "\"coordinates\":[\($0.1),\($0.0)]}}"
      }.joined(separator: "\n")
    all["Google's monthly history"] =
      [
        "{\"timelineObjects\":[{\"activitySegment\":{\"startLocation\":{\"latitudeE7\":525000000,\"longitudeE7\":132500000},",
        "\"endLocation\":{\"latitudeE7\":525006000,\"longitudeE7\":132510000},\"duration\":{\"startTimestamp\":",
        "\"2020-01-01T10:00:00Z\",\"endTimestamp\":\"2020-01-01T10:00:20.000Z\"},\"simplifiedRawPath\":{\"points\":[",
        "{\"latE7\":525003000,\"lngE7\":132504000,\"timestamp\":\"2020-01-01T10:00:07Z\"}]}}},{\"placeVisit\":{\"location\":",
        "{\"latitudeE7\":525006000,\"longitudeE7\":132510000},\"duration\":{\"startTimestampMs\":\"1577872820000\",",
        "\"endTimestampMs\":\"1577872820000\"}}}]}",
      ].joined()
    all["Google's visits and ways"] =
      [
        "[{\"startTime\":\"2020-01-01T11:00:00.000+01:00\",\"endTime\":\"2020-01-01T11:00:07.000+01:00\",\"activity\":",
        "{\"start\":\"geo:52.5,13.25\",\"end\":\"geo:52.5003,13.2504\"}},{\"startTime\":\"2020-01-01T11:00:20.000+01:00\",",
        "\"endTime\":\"2020-01-01T11:00:20.000+01:00\",\"visit\":{\"topCandidate\":{\"placeLocation\":{\"latLng\":",
        "\"52.5006°, 13.251°\"}}}}]",
      ].joined()
    all["rows of a server"] =
      [
        "[",
        zip(places, clocks).map {
          "{\"id\":1,\"deviceId\":9,\"serverTime\":\"2021-01-01T00:00:00Z\",\"fixTime\":\"2020-01-01T\($1).000+0000\","
            + "\"latitude\":\($0.0),\"longitude\":\"\($0.1)\",\"attributes\":{\"batteryLevel\":77}}"
        }.joined(separator: ",\n"),
        "]",
      ].joined()
    return all
  }()

  @Test(arguments: json.keys.sorted())
  func readsJSON(style: String) throws {
    Self.check(try Self.read(try #require(Self.json[style])), "\(style)")
  }

  /// Without positions on the way, one goes past its points at a steady pace.
  @Test func aWayOfTheMonthlyHistoryIsFollowed() throws {
    let text =
      "{\"timelineObjects\":[{\"activitySegment\":{\"startLocation\":{\"latitudeE7\":525000000,\"longitudeE7\":132500000},"
      + "\"endLocation\":{\"latitudeE7\":525400000,\"longitudeE7\":132500000},\"duration\":{\"startTimestamp\":"
      + "\"2020-01-01T10:00:00Z\",\"endTimestamp\":\"2020-01-01T10:40:00Z\"},\"waypointPath\":{\"waypoints\":["
      + "{\"latE7\":525100000,\"lngE7\":132500000}]}}}]}"
    let track = try Self.read(text)
    #expect(track.points.map { $0.instant.seconds.rounded() } == [0, 600, 2_400])
    #expect(track.notes == ["beginnings and ends of stays and ways taken as a track"])
  }

  // MARK: - Tables and sentences

  static let tables: [String: String] = {
    var all: [String: String] = [:]
    all["ISO 8601"] =
      "time,lat,lon\n" + points { "\($2),\($0),\($1)" }
    all["epoch seconds"] =
      "unix,latitude,longitude\n1577872800,52.5,13.25\n1577872807.0,52.5003,13.2504\n1577872820,52.5006,13.251"
    all["epoch milliseconds"] =
      "timestamp\tLat\tLng\n1577872800000\t52.5\t13.25\n1577872807000\t52.5003\t13.2504\n1577872820000\t52.5006\t13.251\n"
    all["semicolons, commas, date and time apart"] =
      "sep=;\r\nDatum;Date;Time;Latitude;Longitude\r\n1;01.01.2020;10:00:00;52,5;13,25\r\n2;01.01.2020;10:00:07;52,5003;13,2504"
      + "\r\n3;01.01.2020;10:00:20;52,5006;13,251\r\n"
    all["a converter's table"] =
      "No,Latitude,Longitude,Name,Altitude,Date,Time\n1,52.5,13.25,\"a, \"\"b\"\"\",3.1,2020/01/01,10:00:00\n"
      + "2,52.5003,13.2504,,,2020/01/01,10:00:07\n3,52.5006,13.251,,,2020/01/01,10:00:20\n"
    all["a data logger's comments and hemispheres"] =
      "# logger 7\n# serial 12\n#Date(UTC),Latitude (deg),Longitude (deg)\n20200101 100000,N52.5,13.25E\n"
      + "20200101 100007,52.5003N,13.2504E\n\n20200101 100020,52.5006,E 13.251\n"
    all["American dates"] =
      "Date Time,Lat,Lon\n01/01/2020 10:00:00 AM,52.5,13.25\n01/01/2020 10:00:07 AM,52.5003,13.2504\n"
      + "01/01/2020 10:00:20 am,52.5006,13.251\n12/31/2020 10:00:00 PM,,\n"
    all["a data logger with hemispheres in the heading"] =
      "INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT\r\n1,T,200101,100000,52.500000N,13.250000E,19\r\n"
      + "2,T,200101,100007,52.500300N,13.250400E,19\r\n3,T,200101,100020,52.500600N,13.251000E,19\r\n"
    all["bars between cells"] = "time|lat|lon\n" + points { "\($2)|\($0)|\($1)" }
    all["German words"] =
      "Datum;Uhrzeit;Breite;Länge\n01.01.2020;10:00:00;52,5;13,25\n01.01.2020;10:00:07;52,5003;13,2504\n"
      + "01.01.2020;10:00:20;52,5006;13,251\n"
    all["a tracking server"] =
      "Valid,Time,Latitude,Longitude,Speed\nTRUE,2020-01-01 10:00:00,52.5,13.25,1 kn\n"
      + "TRUE,2020-01-01 10:00:07,52.5003,13.2504,2 kn\nTRUE,2020-01-01 10:00:20,52.5006,13.251,3 kn\n"
    all["many rows without a position"] =
      "timestamp,accel,latitude,longitude\n1577872800,1,52.5,13.25\n1577872801,2,,\n1577872802,2,,\n1577872807,1,52.5003,13.2504\n"
      + "1577872820,1,52.5006,13.251\n"
    return all
  }()

  @Test(arguments: tables.keys.sorted())
  func readsTables(style: String) throws {
    let text = try #require(Self.tables[style])
    Self.check(try Self.read(text), "\(style)")
    Self.check(try TrackReader().track(bytes: Self.utf16(text, little: true), file: "f"), "\(style), UTF-16")
  }

  @Test func hemispheresOfTheirOwnColumnsCount() throws {
    let track = try Self.read(
      "DATE,TIME,LATITUDE,N/S,LONGITUDE,E/W\n2020/01/01,10:00:00,33.5,S,70.25,W\n2020/01/01,10:00:07,33.5001,S,70.25,W\n"
    )
    #expect(track.points.map(\.latitude) == [-33.5, -33.5001] && track.points[0].longitude == -70.25)
    Self.check(
      try TrackReader().track(
        bytes: try #require(Self.tables["German words"]).unicodeScalars.map { UInt8($0.value) }, file: "f"))
  }

  @Test func oneTimeForAllPointsIsNone() throws {
    let text =
      "<TrainingCenterDatabase><Courses><Course><Track>"
      + Self.points {
        "<Trackpoint><Time>\($2.prefix(11))10:00:00Z</Time><Position><LatitudeDegrees>\($0)</LatitudeDegrees>"
          + "<LongitudeDegrees>\($1)</LongitudeDegrees></Position></Trackpoint>"
      } + "</Track></Course></Courses></TrainingCenterDatabase>"
    #expect(Self.failure(text).contains("no point has a time"))
    #expect(try Self.read(text, pace: .kilometresPerHour(5)).points.count == 3)
  }

  @Test func datesThatMayBeReadInTwoWaysAreReadInOneAndSaid() throws {
    let track = try Self.read("date,lat,lon\n03/04/2020 10:00:00,1,2\n04/04/2020 10:00:00,1,2\n")
    #expect(track.startUnixSeconds == 1_585_908_000)
    #expect(track.notes == ["the dates may have the day or the month in front; the day was taken"])
    let sure = try Self.read("date,lat,lon\n03/30/2020 10:00:00,1,2\n03/31/20 10:00:00,1,2\n")
    #expect(sure.startUnixSeconds == 1_585_562_400 && sure.notes.isEmpty)
  }

  @Test func timesMayCountFromTheStart() throws {
    let track = try Self.read("elapsed (s),lat,lon\n0,52.5,13.25\n7,52.5003,13.2504\n20,52.5006,13.251\n")
    Self.check(track, start: 28_800)
    #expect(track.notes == ["times count from the start of the recording; the day begins at 08:00"])
  }

  static func sentences(_ bodies: [String], checked: Bool = true) -> String {
    bodies.map { checked ? FixReaderTests.sentence($0) : "$\($0)" }.joined(separator: "\r\n") + "\r\n"
  }

  static let ggas = zip(
    ["5230.0000", "5230.0180", "5230.0360"], zip(["01315.000", "01315.0240", "01315.0600"], clocks)
  ).map {
    "GNGGA,\($1.1.replacing(":", with: "")).00,\($0),N,\($1.0),E,1,08,0.9,5.4,M,46.9,M,,"
  }

  @Test func aFirstGGATakesTheDateThatFollows() throws {
    let rmc = "GNRMC,100020.00,A,5230.0360,N,01315.0600,E,1.0,,010120,,,A"
    Self.check(try Self.read(Self.sentences([Self.ggas[0], "GPGSV,1,1,00", Self.ggas[1], Self.ggas[2], rmc])))
    let unchecked = try Self.read(Self.sentences(Self.ggas + [rmc], checked: false))
    #expect(unchecked.notes == ["no sentence has a checksum"])
    Self.check(unchecked)
    Self.check(try Self.read(Self.sentences(Self.ggas + ["GPZDA,100021.00,01,01,2020,00,00"])))
    // A ship's receiver behind the comments of its logger.
    let integrated = (Self.ggas + [rmc]).map { "IN\($0.dropFirst(2))" }
    Self.check(try Self.read("# Bridge, 2 Hz\n" + Self.sentences(["INDPT,2.2,0.0"] + integrated)))
    Self.check(try Self.read("boot 1.2\n" + Self.sentences([Self.ggas[0], Self.ggas[1], rmc])))
  }

  @Test func theDayAfterMidnightIsTheNext() throws {
    let night = [
      "GPGGA,235950.00,5230.0000,N,01315.000,E,1,08,0.9,5.4,M,46.9,M,,",
      "GPGGA,235957.00,5230.0180,N,01315.0240,E,1,08,0.9,5.4,M,46.9,M,,",
      "GPGGA,000010.00,5230.0360,N,01315.0600,E,1,08,0.9,5.4,M,46.9,M,,",
    ]
    let track = try Self.read(Self.sentences(night))
    Self.check(track, start: 86_390)
    #expect(track.notes == ["no sentence has a date"])
    let dated = try Self.read(
      Self.sentences(night + ["GPRMC,000011.00,A,5230.0360,N,01315.0600,E,1.0,,020120,,,A"]))
    #expect(dated.startUnixSeconds == 1_577_923_190)
  }

  @Test func oneProviderOfALoggerIsTaken() throws {
    let text = """
      # Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,UnixTimeMillis
      Fix,GPS,52.5,13.25,1,1,3,0,1577872800000
      Fix,NLP,52.51,13.25,1,1,300,0,1577872803000
      Fix,GPS,52.5003,13.2504,1,1,3,0,1577872807000
      Fix,GPS,52.5006,13.251,1,1,3,0,1577872820000
      """
    let track = try Self.read(text)
    Self.check(track)
    #expect(track.notes == ["3 fixes of the provider gps taken, 1 of others not"])
  }

  // MARK: - What is no track

  static let others: [(String, String)] = [
    ("", "f: error: the file is empty; give a recording"),
    (" \n\u{0}", "f: error: the file is empty"),
    ("name: commute\nlegs: []\n", "f:1:1: error: this is no recording that can be read"),
    ("a,b\n1,2\n", "f:1:1: error: this is no recording that can be read"),
    ("<html></html>", "f:1:1: error: this is not a GPX file: its outermost element is <html>"),
    ("{\"a\": [1, 2}", "f:1:12: error: this is not valid JSON: a comma or a closing bracket is missing"),
    ("{\n \"a\": tru}", "f:2:7: error: this is not valid JSON: a value is missing"),
    ("{\"a\": 1}", "f: error: the file has no points; give GeoJSON, Overland"),
    (
      "{\"_type\":\"encrypted\",\"data\":\"x\"}",
      "f: error: the file has no points; export the positions without encryption"
    ),
    (
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\n\"coordinates\":[[1,99],[2,98]]}}",
      "f:2:16: error: the position is outside -90 to 90 degrees of latitude or -180 to 180 of longitude; 2 of 2 points"
    ),
    ("time,lat,lon\n", "f: error: the file has no points"),
    (
      "time,lat,lon\n5,1,2\n",
      "f:2:1: error: '5' is not a time; write times such as 2019-08-31T17:05:21Z, or name the unit"
    ),
    ("time,lat,lon\n2020-01-01T10:00:00Z,north,2\n", "f:2:22: error: 'north' is not a latitude of -90 to 90 degrees"),
    ("<TrainingCenterDatabase/>", "f: error: the file has no points; export an activity with its track"),
    (
      "<TrainingCenterDatabase><Trackpoint><Time>2020-01-01T10:00:00Z</Time></Trackpoint></TrainingCenterDatabase>",
      "f: error: the file has no points; export an activity recorded outdoors"
    ),
    ("<kml><Document/></kml>", "f: error: the file has no points; export a gx:Track"),
    (FixReaderTests.sentence("GPRMC,123519,V,,,,,,,230394,,"), "f: error: the file has no points; give a log with RMC"),
    ("AAAAAAAA.FITAAAA", "f: error: the file is a binary FIT file, which is not read; export it as GPX or TCX"),
    (
      String(repeating: "[", count: 100_000),
      "f:1:66: error: this is not valid JSON: values are nested more than 64 deep"
    ),
    (
      "<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\"><gpx/>",
      "f:1:1: error: the file has a document type declaration, which could define entities"
    ),
    (
      "<!DOCTYPE kml SYSTEM \"a.dtd\" [<!ENTITY a \"b\">]><kml/>",
      "f:1:1: error: the file has a document type declaration, which could define entities"
    ),
  ]

  @Test(arguments: others)
  func whatIsNoTrackIsRefusedWithARemedy(text: String, message: String) {
    let failure = Self.failure(text)
    #expect(failure.hasPrefix(message), "\(failure)")
    #expect(failure.contains("; "))
  }
}

@Suite struct TrackTimeTests {
  @Test(
    arguments: [
      ("2019-08-31 17:05:21", 1_567_271_121), ("2019-08-31 17:05:21 UTC", 1_567_271_121),
      ("2019/08/31 17:05:21 +0200", 1_567_263_921), ("31.08.2019 17:05", 1_567_271_100),
      ("20190831T170521Z", 1_567_271_121), ("20190831170521", 1_567_271_121),
      ("Sat, 31 Aug 2019 17:05:21 GMT", 1_567_271_121),
      ("Aug 31, 2019, 5:05:21 PM", 1_567_271_121), ("31-Aug-2019 05:05:21 am", 1_567_227_921),
      ("8/31/2019 12:00:00 AM", 1_567_209_600), ("2019:08:31 17:05:21", 1_567_271_121),
      ("2019.08.31_17.05.21", 1_567_271_121), ("31st Aug 2019 5.05.21 p", 1_567_271_121), ("31/08/19 17:05:21", nil),
      ("1567271121", 1_567_271_121), ("1567271121000", 1_567_271_121), ("1567271121000000", 1_567_271_121),
      ("1567271121000000000", 1_567_271_121), ("1.567271121e9", 1_567_271_121), ("03/04/2019 10:00:00", nil),
      ("2019-08-31", nil), ("17:05:21", nil), ("12345", nil), ("-1567271121", nil), ("99999999999999999999", nil),
      ("2019-13-31 17:05:21", nil), ("13 PM", nil), ("", nil), ("2019-08-31 13:05:21 PM", nil),
    ] as [(String, Int64?)])
  func reads(text: String, seconds: Int64?) {
    #expect(TrackTime.nanoseconds(text) == seconds.map { $0 * 1_000_000_000 })
  }

  @Test func theOrderOfADateIsNeverGuessed() {
    #expect(
      TrackTime.nanoseconds("03/04/2019 10:00:00", order: .dayFirst) == ISO8601Time.nanoseconds("2019-04-03T10:00:00Z"))
    #expect(
      TrackTime.nanoseconds("03/04/2019 10:00:00", order: .monthFirst)
        == ISO8601Time.nanoseconds("2019-03-04T10:00:00Z"))
  }

  @Test(arguments: ["1900-01-01", "1969-12-31", "1970-01-01", "2000-02-29", "2019-08-31", "2100-03-01", "2199-12-31"])
  func daysAreWrittenAsTheyAreRead(day: String) {
    for clock in ["00:00:00Z", "23:59:59.999Z"] {
      #expect(ISO8601Time.nanoseconds("\(day)T\(clock)").map(ISO8601Time.day) == day)
    }
  }

  @Test func theLongestRisingPartIsFound() {
    #expect(TrackAssembly.longestRising([1, 2, 9, 3, 3, 4]) == [0, 1, 3, 4, 5])
    #expect(TrackAssembly.longestRising([5, 4, 3]).count == 1)
    #expect(TrackAssembly.longestRising([]).isEmpty)
  }
}
