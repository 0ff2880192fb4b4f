import TestSupport
import Testing
import World

@testable import FileFormats

@Suite struct FixReaderTests {
  static func read(_ text: String, policy: RowPolicy = .strict) throws -> FixRecording {
    try FixReader(policy: policy).read(bytes: Array(text.utf8), file: "f.txt")
  }

  static func failure(_ text: String) -> String {
    do { return "accepted: \(try read(text).fixes.count)" } catch { return "\(error)" }
  }

  /// With its checksum.
  static func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))"
  }

  /// The sentences that NMEA's own examples use: 48° 07.038' N, 11° 31.000' E, 22.4 kn, 23 March 1994, 12:35:19.
  @Test func readsTheTextbookSentences() throws {
    let recording = try Self.read(
      "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n"
        + "$GPGGA,123520,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*4D\r\n")
    #expect(recording.format == .nmea)
    #expect(recording.fixes.map(\.unixSeconds) == [764_426_119, 764_426_120])
    #expect(abs(recording.fixes[0].position.latitude - (48 + 7.038 / 60)) < 1e-12)
    #expect(abs(recording.fixes[0].position.longitude - (11 + 31.0 / 60)) < 1e-12)
    #expect(abs((recording.fixes[0].speed ?? 0) - 22.4 * 1852 / 3600) < 1e-12)
    #expect(recording.fixes[1].speed == nil)
  }

  @Test func countsInvalidFixesAndMergesOneInstant() throws {
    let lines = [
      Self.sentence("GNGGA,101010.00,4807.038,S,01131.000,W,1,08,0.9,5.4,M,46.9,M,,"),
      Self.sentence("GNRMC,101010.20,V,,,,,,,230320,,,N"),
      Self.sentence("GNRMC,101010.40,A,4807.038,S,01131.000,W,1.0,,230320,,,A"),
      Self.sentence("GNGGA,101010.40,4807.000,S,01131.000,W,1,08,0.9,5.4,M,46.9,M,,"),
      Self.sentence("GNGGA,101011.40,,,,,0,00,99.9,,,,,,"),
      Self.sentence("GNGSV,3,1,10,01,05,040,30"), "hello",
      "NMEA,\(Self.sentence("GNGGA,000001.60,4807.038,S,01131.000,W,1,08,0.9,5.4,M,46.9,M,,")),1584958210400",
    ]
    let recording = try FixReader(policy: RowPolicy(badShareLimit: 0.5)).read(
      bytes: Array(("$GPRMC,1*00\n$POLYN,TIME\n$GPGSV*00\n" + lines.joined(separator: "\n")).utf8), file: "n.txt")
    #expect(recording.fixes.count == 2)
    #expect(recording.fixes[0].unixSeconds == 1_584_958_210.4)
    #expect(recording.fixes[0].speed != nil, "RMC wins over GGA of the same instant")
    #expect(recording.fixes[0].position.latitude < -48 && recording.fixes[0].position.longitude < -11)
    #expect(recording.fixes[1].unixSeconds == 1_584_921_600 + 86_400 + 1.6, "past midnight")
    let reasons = recording.skipped.map { "\($0.count) \($0.reason) \($0.firstLine)" }
    #expect(
      reasons == ["1 no valid checksum 1", "1 no valid date before it 4", "2 the receiver called the fix invalid 5"])
  }

  @Test func refusesADamagedSentenceUnderTheStrictRule() {
    #expect(
      Self.failure("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6B\n").contains(
        "f.txt:1:1: error: the RMC sentence has no valid checksum"))
  }

  @Test(arguments: [
    (
      "# Fix,Provider,Latitude,Longitude,Altitude,Speed,Accuracy,(UTC)TimeInMs",
      "Fix,gps,37.422541,-122.081659,-33.0,1.5,3.9,1467321969000"
    ),
    (
      "# Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,UnixTimeMillis",
      "Fix,GPS,37.422541,-122.081659,-33.0,1.5,3.9,0.0,1467321969000"
    ),
  ])
  func readsBothGnssLoggerVersions(heading: String, row: String) throws {
    let recording = try Self.read(
      "# Header\n# \n# Raw,utcTimeMillis,TimeNanos\n\(heading)\n#\nRaw,1,2\n\(row)\nNav,1\n")
    #expect(recording.format == .gnssLogger)
    let fix = try #require(recording.fixes.first)
    #expect(fix.unixSeconds == 1_467_321_969 && fix.accuracy == 3.9 && fix.speed == 1.5 && fix.technology == "gps")
    #expect(fix.position.latitude == 37.422541 && fix.position.longitude == -122.081659)
    #expect(fix.line == 7)
  }

  @Test func refusesFixRowsWithoutTheirHeading() {
    #expect(
      Self.failure("Fix,gps,37.4,-122.0,-33.0,1.5,3.9,1467321969000\n").contains(
        "f.txt:1:1: error: no line '# Fix,Provider,...'"))
  }

  static func kml(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Placemark>
    <gx:Track>
    \(body)
    </gx:Track></Placemark></Document></kml>
    """
  }

  @Test func readsKMLTracks() throws {
    let recording = try FixReader(policy: RowPolicy(badShareLimit: 0.5)).read(
      bytes: Array(
        Self.kml(
          """
          <when>2020-01-01T00:00:01Z</when><when>2020-01-01T00:00:02.5Z</when><when>2020-01-01T00:00:03Z</when>
          <gx:coord>13.25 52.5 34</gx:coord><gx:coord>13.5 52.75 34</gx:coord><gx:coord></gx:coord>
          <ExtendedData><SchemaData><gx:SimpleArrayData name="accuracy"><gx:value>4.5</gx:value><gx:value>7</gx:value>
          <gx:value>9</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData>
          """
        ).utf8), file: "a.kml")
    #expect(recording.format == .kml)
    #expect(recording.fixes.map(\.unixSeconds) == [1_577_836_801, 1_577_836_802.5])
    #expect(recording.fixes.map(\.position.longitude) == [13.25, 13.5])
    #expect(recording.fixes.map(\.accuracy) == [4.5, 7])
    #expect(recording.skipped.isEmpty, "an empty coord is a time without a position, not a bad row")
  }

  @Test(arguments: [
    ("<when>2020-01-01T00:00:01Z</when>", "f.txt:3:1: error: the track has 1 times and 0 places"),
    ("<when>yesterday</when><gx:coord>1 2 3</gx:coord>", "'yesterday' is not a time"),
    ("<when>2020-01-01T00:00:01Z</when><gx:coord>1,2,3</gx:coord>", "the point has no latitude"),
    ("<when>2020-01-01T00:00:01Z", "this is not well-formed XML"),
  ])
  func namesTheFaultOfAKMLTrack(body: String, message: String) {
    #expect(Self.failure(Self.kml(body)).contains(message), "\(Self.failure(Self.kml(body)))")
  }

  @Test func readsGPXThroughTheTrackReader() throws {
    let recording = try Self.read(
      """
      <?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      <trkpt lat="52.5" lon="13.25"><time>2020-01-01T00:00:01Z</time></trkpt>
      <trkpt lat="52.5001" lon="13.25"><time>2020-01-01T00:00:03Z</time></trkpt></trkseg></trk></gpx>
      """)
    #expect(recording.format == .gpx && recording.fixes.map(\.unixSeconds) == [1_577_836_801, 1_577_836_803])
  }

  @Test func sortsByTimeAndSaysSo() throws {
    let recording = try Self.read("unix_s,lat,lon\n9,1,2\n7,3,4\n")
    #expect(recording.fixes.map(\.unixSeconds) == [7, 9])
    #expect(recording.notes == ["the rows were not in order of time; they were sorted"])
  }
}
