@testable import FileFormats
import Foundation
import Core
import TestSupport
import Testing
import World

@Suite struct GPXReaderTests {
  static func gpx(_ body: String, version: String = "1.1") -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"\(version)\" creator=\"t\" "
      + "xmlns=\"http://www.topografix.com/GPX/1/\(version.last ?? "1")\">\n\(body)\n</gpx>\n"
  }

  /// Points one second apart, each on its own line, the first on line 4.
  static func points(_ coordinates: [(String, String)], name: String = "trkpt") -> String {
    coordinates.enumerated().map { index, point in
      "<\(name) lat=\"\(point.0)\" lon=\"\(point.1)\"><time>2020-01-01T10:00:0\(index)Z</time></\(name)>\n"
    }.joined()
  }

  static func track(_ coordinates: [(String, String)]) -> String {
    gpx("<trk><trkseg>\n\(points(coordinates))</trkseg></trk>")
  }

  static func read(_ text: String) throws -> RawTrack {
    try TrackReader().track(TrackReader.points(Array(text.utf8), file: "a.gpx", format: .gpx), file: "a.gpx")
  }

  static func failure(_ text: String) -> String {
    do {
      return "accepted: \(try read(text).points.count) points"
    } catch { return "\(error)" }
  }

  @Test(arguments: ["1.0", "1.1"])
  func readsTracks(version: String) throws {
    let text = Self.gpx(
      """
      <metadata><name>all</name><time>2020-01-01T00:00:00Z</time></metadata>
      <trk><name>A &amp; B &lt;x&gt;</name><trkseg>
      <trkpt lat="52.5" lon="13.25"><ele>34.5</ele><time>2020-01-01T10:00:00.5Z</time>
        <extensions><x:time xmlns:x="y">never</x:time><x:ele xmlns:x="y">1</x:ele></extensions></trkpt>
      </trkseg><trkseg>
      <trkpt lat="52.6" lon="13.35"><time>2020-01-01T10:20:00Z</time></trkpt>
      </trkseg></trk>
      <wpt lat="1" lon="2"><name>home</name></wpt>
      """, version: version)
    let track = try Self.read(text)
    #expect(track.name == "A & B <x>")
    #expect(track.startUnixSeconds == 1_577_872_800.5)
    #expect(track.points.count == 2)
    #expect(track.points[0] == RawTrack.Point(instant: .start, latitude: 52.5, longitude: 13.25, elevation: 34.5))
    #expect(track.points[1] == RawTrack.Point(instant: .seconds(1_199.5), latitude: 52.6, longitude: 13.35))
    #expect(track.notes == [])
  }

  /// 36 steps of 20 s at 5 m/s to the east at 60 degrees north, written with latitude and longitude in turn: 200 m, not 100.
  @Test(arguments: [("<speed>5</speed>", true), ("<speed>9</speed>", false), ("", false)])
  func speedsTellSwappedPlaces(speed: String, isRefused: Bool) {
    let points = (0...36).map { index in
      let time = format(index)
      return
        "<trkpt lat=\"\(10 + Double(index) * 0.0018)\" lon=\"60\">\(speed)<time>2019-08-31T17:\(time)Z</time></trkpt>"
    }
    let text = Self.gpx("<trk><trkseg>\(points.joined())</trkseg></trk>", version: "1.0")
    #expect(Self.failure(text).contains("only with latitude and longitude in turn") == isRefused)
  }

  /// Minutes and seconds of a multiple of 20 s.
  private func format(_ index: Int) -> String { "\(Self.two(index / 3)):\(Self.two(index % 3 * 20))" }

  @Test func readsRoutesAndWaypoints() throws {
    let places = [("52.5", "13.25"), ("52.5001", "13.2501")]
    let route = try Self.read(
      Self.gpx("<rte><name>r</name>\n\(Self.points(places, name: "rtept"))</rte>"))
    #expect(route.points.count == 2)
    #expect(route.name == "r")
    #expect(route.notes == ["route points taken as a track"])
    let waypoints = try Self.read(Self.gpx(Self.points(places, name: "wpt")))
    #expect(waypoints.points.count == 2)
    #expect(waypoints.notes == ["waypoints taken as a track"])
  }

  @Test func readsPrefixedElements() throws {
    let text = """
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:trk><g:trkseg>
      <g:trkpt lat="1" lon="2"><g:time>2020-01-01T10:00:00Z</g:time></g:trkpt>
      <g:trkpt lat="1" lon="2.0001"><g:time>2020-01-01T10:00:03Z</g:time></g:trkpt>
      </g:trkseg></g:trk></g:gpx>
      """
    #expect(try Self.read(text).points.count == 2)
  }

  @Test func mergesPointsOfOneTime() throws {
    let text = Self.gpx(
      """
      <trk><trkseg>
      <trkpt lat="10" lon="179.9999"><time>2020-01-01T10:00:00Z</time></trkpt>
      <trkpt lat="10.0002" lon="-179.9999"><time>2020-01-01T10:00:00Z</time></trkpt>
      <trkpt lat="10.0002" lon="-179.9998"><time>2020-01-01T10:00:09Z</time></trkpt>
      </trkseg></trk>
      """)
    let track = try Self.read(text)
    #expect(track.points.count == 2)
    #expect(abs(track.points[0].latitude - 10.0001) < 1e-9)
    #expect(abs(abs(track.points[0].longitude) - 180) < 1e-9)
    #expect(track.notes == ["1 points with the time of the one before merged into it"])
  }

  @Test func aPhonesTrackMayCrossTheDateLine() throws {
    let track = try Self.read(Self.track([("-17", "179.99995"), ("-17", "-179.99995"), ("-17", "-179.99985")]))
    let scenario = Scenario(track: track, name: "t", noise: .zero)
    let world = WorldRealization(scenario: scenario, seed: 1, environment: RadioEnvironment())
    #expect(abs(world.journey.length - 21.3) < 0.2)
  }

  static let mistakes: [(String, String)] = [
    ("", "a.gpx: error: the file is empty; give a recording, such as a GPX file"),
    ("lat,lon\n1,2\n", "a.gpx:1:1: error: this is not an XML file; give a GPX file, which starts with <?xml or <gpx"),
    (
      "<kml><Document/></kml>",
      "a.gpx:1:1: error: this is not a GPX file: its outermost element is <kml>; "
        + "give a GPX file, which starts with <?xml or <gpx"
    ),
    (
      gpx(""), "a.gpx: error: the file has no points; export a track with <trkpt>, <rtept> or <wpt> points"
    ),
    (
      gpx("<trk><trkseg>\n<trkpt lat=\"1\" lon=\"2\"/>\n<trkpt lat=\"1\" lon=\"2\"/>\n</trkseg></trk>"),
      "a.gpx:4:1: error: no point has a time; "
        + "take it as a route with --mode walk, run, bicycle or car, or --speed '5 km/h', or export it with times"
    ),
    (
      gpx(
        "<trk><trkseg>\n<trkpt lat=\"1\" lon=\"2\"><time>2020-01-01T10:00:00Z</time></trkpt>\n"
          + "<trkpt lat=\"1\" lon=\"2\"/>\n</trkseg></trk>"),
      "a.gpx:5:1: error: the point has no time, others have one; add a time to it or remove it, or take all as a route with --mode or --speed"
    ),
    (
      gpx(
        "<trk><trkseg>\n<trkpt lat=\"1\" lon=\"2\"><time>2020-01-01T10:00:07.5Z</time></trkpt>\n"
          + "<trkpt lat=\"1\" lon=\"2\"><time>2020-01-01T10:00:05Z</time></trkpt>\n</trkseg></trk>"),
      "a.gpx:5:1: error: the time goes back by 2.5 s; "
        + "put the points in order of time; keep one device's recording in a file"
    ),
    (
      gpx("<trk><trkseg>\n<trkpt lat=\"1\" lon=\"2\"><time>yesterday</time></trkpt>\n</trkseg></trk>"),
      "a.gpx:4:24: error: 'yesterday' is not a time; write times such as 2019-08-31T17:05:21Z"
    ),
    (
      track([("52", "13"), ("91", "13")]),
      "a.gpx:5:1: error: the latitude 91 is outside -90 to 90 degrees; "
        + "check whether latitude and longitude are swapped"
    ),
    (
      track([("52", "181")]),
      "a.gpx:4:1: error: the longitude 181 is outside -180 to 180 degrees; "
        + "check whether latitude and longitude are swapped"
    ),
    (
      track([("nan", "13")]),
      "a.gpx:4:1: error: the latitude 'nan' is not a number; write degrees with a point for decimals"
    ),
    (
      track([("52", "1e999")]),
      "a.gpx:4:1: error: the longitude '1e999' is not a number; write degrees with a point for decimals"
    ),
    (
      track([("52,5,1", "13")]),
      "a.gpx:4:1: error: the latitude '52,5,1' is not a number; write degrees with a point for decimals"
    ),
    (
      gpx("<trk><trkseg>\n<trkpt lat=\"52\"/></trkseg></trk>"),
      "a.gpx:4:1: error: the point has no longitude; write degrees with a point for decimals"
    ),
    (
      track([("52", "13"), ("42", "3")]),
      "a.gpx:5:1: error: the track jumps 1342 km from one point to the next; "
        + "remove the stray points, or split the file here"
    ),
    (
      track([("52", "13"), ("52.01", "13")]),
      "a.gpx:5:1: error: the track jumps 1.113 km within 1 s, faster than 350 m/s; "
        + "remove the stray points, or split the file here"
    ),
    (
      track([("52", "13")]),
      "a.gpx:4:1: error: the track has only one point; "
        + "give a track of at least two instants, or write a scenario that stays at this place"
    ),
    (
      gpx("<trk><trkseg>\n" + points([("52", "13")]) + points([("52", "13")]) + "</trkseg></trk>"),
      "a.gpx:4:1: error: all points have the same time; give a track of at least two instants"
    ),
  ]

  /// Points at these times, each on its own line, the first on line 4.
  static func track(at times: [String]) -> String {
    let points = times.map { "<trkpt lat=\"52\" lon=\"13\"><time>\($0)</time></trkpt>\n" }
    return gpx("<trk><trkseg>\n\(points.joined())</trkseg></trk>")
  }

  @Test func aTrackLastsAMonthAtMost() throws {
    let start = "2020-01-01T10:00:00Z"
    #expect(try Self.read(Self.track(at: [start, "2020-02-01T10:00:00Z"])).points.count == 2)
    #expect(
      Self.failure(Self.track(at: [start, "2020-01-31T10:00:00Z", "2020-02-01T10:00:01Z", "2021-01-01T10:00:00Z"]))
        == "a.gpx:6:1: error: from this point on the track is longer than 31 days, the longest allowed; "
        + "split the file here, or take one day of it with --track-day 2019-08-31")
    #expect(
      Self.failure(Self.track(at: [start, "2020-01-01T10:00:05Z", "2021-01-01T10:00:00Z"]))
        == "a.gpx:6:1: error: from this point on the track is longer than 31 days, the longest allowed; "
        + "split the file here, or take one day of it with --track-day 2019-08-31")
  }

  @Test func timesThreeHundredYearsApartDoNotOverflow() {
    let (early, late) = ("1900-01-01T00:00:00Z", "2200-12-31T00:00:00Z")
    #expect(Self.failure(Self.track(at: [early, late])).contains("is longer than 31 days"))
    #expect(Self.failure(Self.track(at: [late, early])).hasPrefix("a.gpx:5:1: error: the time goes back by "))
  }

  @Test(arguments: mistakes)
  func saysWhatIsWrongAndWhere(text: String, message: String) {
    #expect(Self.failure(text) == message)
  }

  @Test func aPointHalfAnHourLaterMayBeFarAway() throws {
    let text = Self.gpx(
      """
      <trk><trkseg><trkpt lat="52" lon="13"><time>2020-01-01T10:00:00Z</time></trkpt>
      <trkpt lat="54" lon="13"><time>2020-01-01T10:30:00Z</time></trkpt></trkseg></trk>
      """)
    #expect(try Self.read(text).points.count == 2)
  }

  @Test(arguments: [40, 110, 200, 260])
  func brokenXMLIsAnError(length: Int) {
    let whole = Self.track([("52", "13"), ("52.0001", "13")])
    let message = Self.failure(String(whole.prefix(length)))
    #expect(message.contains("a.gpx:"))
    #expect(message.contains("this is not well-formed XML"))
  }

  @Test(arguments: [
    "<trk><trkseg></trk></trkseg>", "<trk name=x></trk>", "<trk>&undefined;</trk>", "<trk>\u{1}</trk>",
  ])
  func malformedXMLIsAnError(body: String) {
    #expect(Self.failure(Self.gpx(body)).contains("this is not well-formed XML"))
  }

  @Test func anXMLBombIsRefusedUnread() {
    var bomb = "<?xml version=\"1.0\"?>\n<!-- <gpx> -->\n<!DOCTYPE gpx [\n<!ENTITY a \"lol\">\n"
    for (name, before) in zip("bcdefghij", "abcdefghi") {
      bomb += "<!ENTITY \(name) \"\(String(repeating: "&\(before);", count: 10))\">\n"
    }
    bomb += "]>\n<gpx><trk><name>&j;</name></trk></gpx>"
    #expect(
      Self.failure(bomb)
        == "a.gpx:3:1: error: the file has a document type declaration, which could define entities; "
        + "entities are not expanded; remove the <!DOCTYPE ...> part; a GPX file needs none")
  }

  @Test func anExternalEntityIsRefused() {
    let text = "<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\">\n<gpx/>"
    #expect(Self.failure(text).hasPrefix("a.gpx:1:1: error: the file has a document type declaration"))
  }

  @Test func tenMegabytesAreReadInUnderASecond() throws {
    var body = "<trk><trkseg>\n"
    var count = 0
    while body.utf8.count < 10_000_000 {
      let seconds = count % 60
      let minutes = count / 60 % 60
      let hours = count / 3_600 % 24
      let day = count / 86_400 + 1
      body += "<trkpt lat=\"52.\(100_000 + count % 800_000)\" lon=\"13.25\"><time>2020-01-\(Self.two(day))T"
      body += "\(Self.two(hours)):\(Self.two(minutes)):\(Self.two(seconds))Z</time></trkpt>\n"
      count += 1
    }
    let bytes = Array(Self.gpx(body + "</trkseg></trk>").utf8)
    // The best of three, since other tests run at the same time.
    var best = Duration.seconds(1_000)
    for _ in 0..<3 where best >= .seconds(1) {
      let start = ContinuousClock.now
      #expect(try TrackReader().track(bytes: bytes, file: "a.gpx").points.count == count)
      best = min(best, ContinuousClock.now - start)
    }
    #expect(best < .seconds(1))
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  @Test func theLongestRisingPartIsFound() {
    #expect(TrackAssembly.longestRising([1, 2, 9, 3, 3, 4]) == [0, 1, 3, 4, 5])
    #expect(TrackAssembly.longestRising([5, 4, 3]).count == 1)
    #expect(TrackAssembly.longestRising([]).isEmpty)
  }
}
