import Foundation
import Core
import Testing
import World

@testable import FileFormats

/// Kinds of recordings that apps and tools write, made up here, each with its neighbours and what it says of itself.
@Suite struct TrackKindTests {
  private static func points(_ text: String) throws(InputError) -> RecordedPoints {
    try points(Array(text.utf8))
  }

  private static func points(_ bytes: [UInt8]) throws(InputError) -> RecordedPoints {
    try TrackReader.points(bytes, file: "f", format: FixFormat.detect(bytes))
  }

  private static func track(_ text: String, recording: String? = nil, day: CalendarDay? = nil) throws(InputError)
    -> RawTrack
  {
    try TrackReader(day: day, recording: recording).track(bytes: Array(text.utf8), file: "f")
  }

  private static func failure(_ text: String) -> String {
    do { return "accepted: \(try track(text).points.count)" } catch { return "\(error)" }
  }

  // MARK: Tables

  /// Three rows from 2020-05-20 18:40 on, at 52.5, 13.4 and 0.001 degrees further north each.
  private static func rows(_ heading: String, separator: String = ",", _ row: (Double, Int) -> String) -> String {
    ([heading] + (0..<3).map { row(52.5 + 0.001 * Double($0), $0) }).joined(separator: "\n") + "\n"
  }

  private static func scaled(_ value: Double, _ factor: Double) -> Double { value * factor }
  private static func seconds(_ start: Int, _ minute: Int) -> Int { start + 60 * minute }
  private static func seconds(_ value: Double, _ step: Double) -> Double { value + step }

  /// The bytes of a number, as well-known binary has them.
  private static func hex(_ value: Double, _ isLittle: Bool = true) -> String {
    let bytes = withUnsafeBytes(of: isLittle ? value.bitPattern.littleEndian : value.bitPattern.bigEndian, Array.init)
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  private static let tables: [String: String] = [
    "WKT, PostGIS": rows("id,timestamp,the_geom") { "\($1),2020-05-20 18:4\($1):00+00,POINT(13.4 \($0))" },
    "WKT, EWKT": rows("time;geom") { "2020-05-20T18:4\($1):00Z;SRID=4326;POINT (13.4 \($0))" }.replacingOccurrences(
      of: "SRID=4326;P", with: "P"),
    "WKT, quoted EWKT": rows("time,geometry") { "2020-05-20T18:4\($1):00Z,\"SRID=4326;POINT Z (13.4 \($0) 7)\"" },
    "WKT, under location": rows("time,location") { "2020-05-20T18:4\($1):00Z,POINT(13.4 \($0))" },
    "WKB, PostGIS": rows("time,geom") { "2020-05-20T18:4\($1):00Z,0101000020E6100000\(hex(13.4))\(hex($0))" },
    "WKB, big endian": rows("time,wkb") {
      "2020-05-20T18:4\($1):00Z,\\x0000000001\(hex(13.4, false))\(hex($0, false))"
    },
    "offset in a column": rows("time,tz,lat,lon") { "2020-05-20T20:4\($1):00,+02:00,\($0),13.4" },
    "GPSBabel": rows("No,Latitude,Longitude,utc_d,utc_t") { "\($1),\($0),13.4,2020/05/20,18:4\($1):00" },
    "E7": rows("timestampMs,latitudeE7,longitudeE7") {
      "\(seconds(1_590_000_000, $1))000,\(Int(scaled($0, 1e7).rounded())),134000000"
    },
    "radians": rows("time,lat_rad,lon_rad") {
      "2020-05-20T18:4\($1):00Z,\(scaled($0, Double.pi / 180)),\(scaled(13.4, Double.pi / 180))"
    },
    "semicircles": rows("time,position_lat (semicircles),position_long (semicircles)") {
      "2020-05-20T18:4\($1):00Z,\(scaled($0, 11_930_464.711)),\(scaled(13.4, 11_930_464.711))"
    },
    "Apple's epoch": rows("apple_epoch_s,lat,lon") { "\(seconds(611_692_800, $1)),\($0),13.4" },
    "GPS epoch": rows("gps_epoch_s,lat,lon") { "\(seconds(1_274_035_218, $1)),\($0),13.4" },
    "two equal latitudes": rows("time,lat,lon,latitude,longitude") {
      "2020-05-20T18:4\($1):00Z,\($0),13.4,\(seconds($0, 0.0001)),13.4"
    },
    "offset": rows("time;lat;lon") { "2020-05-20T20:4\($1):00+02:00;\($0);13,4" },
    "month first": rows("date,time,lat,lon") { "5/20/2020,6:4\($1):00 PM,\($0),13.4" },
  ]

  @Test(arguments: tables.keys.sorted())
  func tablesOfOtherTools(name: String) throws {
    let track = try Self.track(try #require(Self.tables[name]))
    #expect(track.startUnixSeconds == 1_590_000_000, "\(track.notes)")
    #expect(track.points.map { $0.instant } == [.start, .seconds(60), .seconds(120)])
    for (index, point) in track.points.enumerated() {
      let north = 52.5 + 0.001 * Double(index) + (name == "two equal latitudes" ? 0.0001 : 0)
      #expect(abs(point.latitude - north) < 1e-6 && abs(point.longitude - 13.4) < 1e-6)
    }
  }

  @Test(
    arguments: [
      (
        "local_time,lat,lon\n2020-05-20T18:40:00,1,2\n2020-05-20T18:41:00,1.0001,2\n",
        ["times name no time zone; taken as UTC"]
      ),
      ("time_utc,lat,lon\n2020-05-20T18:40:00,1,2\n2020-05-20T18:41:00,1.0001,2\n", []),
      ("time,lat,lon\n2020-05-20T18:40:00Z,1,2\n2020-05-20T18:41:00Z,1.0001,2\n", []),
      (
        "time,lat,lon,latitude\n2020-05-20T18:40:00Z,1,2,1.001\n2020-05-20T18:41:00Z,1.0001,2,1.001\n",
        ["positions are those under 'latitude'; other columns agree to 0.01 degrees"]
      ),
      (
        "apple_epoch_s,lat,lon\n611692800,1,2\n611692860,1.0001,2\n",
        ["'apple_epoch_s' counts from 2001, as Apple's systems do"]
      ),
    ])
  func assumptionsAreNamed(text: String, notes: [String]) throws {
    #expect(try Self.points(text).notes == notes)
  }

  @Test(
    arguments: [
      (
        "time,lat,lon,latitude,longitude\n2020-05-20T18:40:00Z,52.5,13.4,53.5,14.4\n",
        "f:2:32: error: 'latitude' and 'lat' may both be"
      ),
      (
        "timestamp,lat,lon\n611692800,1,2\n611692860,1,2\n",
        "may be from 1970 (Unix) or 2001 (Apple): 1989-05-20 or 2020-05-20"
      ),
      (
        "gps_time,lat,lon\n1274035200,1,2\n1274035260,1,2\n",
        "may be from 1970 (Unix) or 1980 (GPS): 2010-05-16 or 2020-05-20"
      ),
      ("time,lat,lon\n2020-05-20T18:40:00Z,0,0\n2020-05-20T18:41:00Z,0,0\n", "all points lie at 0, 0"),
      (
        "[{\"timestamp\": 611692800, \"lat\": 1, \"lon\": 2}, {\"timestamp\": 611692860, \"lat\": 1, \"lon\": 2.1}]",
        "may be from 1970 (Unix) or 2001 (Apple): 1989-05-20 or 2020-05-20"
      ),
    ])
  func whatIsAmbiguousIsRefused(text: String, message: String) {
    #expect(Self.failure(text).contains(message), "\(Self.failure(text))")
  }

  @Test func sensorLogsColumnsAreRead() throws {
    let text = """
      loggingTime(txt),locationTimestamp_since1970(s),locationLatitude(WGS84),locationLongitude(WGS84),locationSpeed(km/h),locationHorizontalAccuracy(m),batteryLevel(R)
      2024-05-05T10:00:00.000+02:00,1714896000,48.1,11.5,7.2,5,0.81
      2024-05-05T10:01:00.000+02:00,1714896060,48.1001,11.5,3.6,7,0.80

      """
    let group = try #require(try Self.points(text).best)
    let points = Array(group.parts.joined())
    #expect(points.map(\.speed) == [2, 1] && points.map(\.accuracy) == [5, 7])
    #expect(points.map(\.nanoseconds) == [1_714_896_000_000_000_000, 1_714_896_060_000_000_000])
  }

  // MARK: Several recordings

  private static func gpx(_ tracks: [(name: String, first: String, lat: Double, lon: Double)]) -> String {
    "<gpx version=\"1.1\">"
      + tracks.map { track in
        "<trk><name>\(track.name)</name><trkseg>"
          + (0..<3).map {
            "<trkpt lat=\"\(track.lat + 0.0001 * Double($0))\" lon=\"\(track.lon)\"><time>\(track.first)T10:0\($0):00Z</time></trkpt>"
          }
          .joined() + "</trkseg></trk>"
      }.joined() + "</gpx>"
  }

  @Test(
    arguments: [
      (
        [("A", "2020-05-20", 52.5, 13.4), ("B", "2020-05-25", 52.5, 13.4)],
        "5 days apart: 1 'A' of 2020-05-20, 2 'B' of 2020-05-25"
      ),
      (
        [("A", "2020-05-20", 52.5, 13.4), ("B", "2020-05-21", -33.9, 151.2)],
        "km apart: 1 'A' of 2020-05-20, 2 'B' of 2020-05-21"
      ),
    ] as [([(String, String, Double, Double)], String)])
  func recordingsFarApartAreNamed(tracks: [(String, String, Double, Double)], message: String) throws {
    let text = Self.gpx(tracks.map { ($0.0, $0.1, $0.2, $0.3) })
    #expect(Self.failure(text).contains(message), "\(Self.failure(text))")
    for recording in ["B", "2"] {
      #expect(try Self.track(text, recording: recording).points.map(\.latitude)[0] == tracks[1].2)
    }
    let none = #expect(throws: InputError.self) { try Self.track(text, recording: "C") }
    #expect(none?.message.hasPrefix("the file has no recording 'C'; it has 1 'A'") == true)
  }

  @Test func recordingsOfATableAreNamed() throws {
    let text =
      "track,time,lat,lon\n"
      + [("x", "20"), ("y", "27")].flatMap { name, day in
        (0..<3).map { "\(name),2020-05-\(day)T10:0\($0):00Z,52.50\($0),13.4" }
      }.joined(separator: "\n")
    #expect(Self.failure(text).contains("1 'x' of 2020-05-20, 2 'y' of 2020-05-27"))
    #expect(try Self.track(text, recording: "y").startUnixSeconds == 1_590_573_600)
  }

  /// Two phones in turn, 1.1 km apart: neither their mean nor the way between them is a track.
  @Test(
    arguments: [
      "device_id,time,lat,lon\n" + inTurn("\n") { "\($0),2020-05-20T10:0\($1):00Z,\($2),13.4" },
      "["
        + inTurn(",") {
          "{\"deviceId\": \"\($0)\", \"time\": \"2020-05-20T10:0\($1):00Z\", \"lat\": \($2), \"lon\": 13.4}"
        }
        + "]",
      inTurn("\n") {
        "{\"_type\": \"location\", \"tid\": \"\($0)\", \"tst\": \(seconds(1_589_968_800, $1)), \"lat\": \($2), \"lon\": 13.4}"
      },
    ])
  func devicesInTurnAreNamed(text: String) throws {
    #expect(Self.failure(text).contains("overlap in time: 1 '7a' of 2020-05-20, 2 '7b' of"), "\(Self.failure(text))")
    let imported = RecordingImportTests.failure(Array(text.utf8))
    #expect(imported.contains("'7a' and '7b' overlap in time"), "\(imported)")
    let track = try Self.track(text, recording: "7b")
    #expect(track.startUnixSeconds == 1_589_968_800 && track.points.map(\.latitude) == [52.51, 52.5101, 52.5102])
  }

  private static func inTurn(_ separator: String, _ row: (String, Int, Double) -> String) -> String {
    let north = [[52.5, 52.51], [52.5001, 52.5101], [52.5002, 52.5102]]
    return north.indices.flatMap { step in [("7a", 0), ("7b", 1)].map { row($0.0, step, north[step][$0.1]) } }.joined(
      separator: separator)
  }

  /// A history that names its device once, as Home Assistant's short form does, is one recording.
  @Test func positionsWithoutADeviceAreThoseOfTheOneBefore() throws {
    let text =
      "["
      + (0..<3).map {
        "{\($0 == 0 ? "\"entity_id\": \"x\", " : "")\"tst\": \(1_590_000_000 + 60 * $0), \"lat\": 52.5, \"lon\": 13.\(4 + $0)}"
      }
      .joined(separator: ",") + "]"
    let group = try #require(try Self.points(text).best)
    #expect(group.parts.map(\.count) == [3])
  }

  // MARK: Axes

  /// One metre a second to the east at 60 degrees north; in turn, the same numbers are two metres.
  @Test(arguments: [10, 60]) func speedsTellLatitudeAndLongitudeInTurn(step seconds: Int) throws {
    func text(_ isTurned: Bool) -> String {
      "time,lat,lon,speed (m/s)\n"
        + (0..<80).map { step in
          let (north, east) = (60.0, 10 + Double(seconds * step) / 55_800)
          return "\(1_590_000_000 + seconds * step),\(isTurned ? east : north),\(isTurned ? north : east),1"
        }.joined(separator: "\n")
    }
    #expect(try Self.track(text(false)).points.count == 80)
    #expect(Self.failure(text(true)).contains("only with latitude and longitude in turn"))
  }

  // MARK: JSON

  private static let visit =
    "{\"startTime\": \"2024-05-05T18:00:00.000+02:00\", \"endTime\": \"2024-05-06T07:40:00.000+02:00\", \"visit\": {\"topCandidate\": "
    + "{\"placeLocation\": {\"latLng\": \"48.1°, 11.5°\"}}}}"
  private static let path =
    "{\"startTime\": \"2024-05-06T06:00:00.000+02:00\", \"endTime\": \"2024-05-06T08:00:00.000+02:00\", \"timelinePath\": ["
    + "{\"point\": \"48.1001°, 11.5001°\", \"time\": \"2024-05-06T07:20:00.000+02:00\"}, "
    + "{\"point\": \"48.12°, 11.53°\", \"time\": \"2024-05-06T07:52:00.000+02:00\"}, "
    + "{\"point\": \"48.14°, 11.56°\", \"time\": \"2024-05-06T08:00:00.000+02:00\"}]}"

  /// A night at home is held, and the path leads away from it; of the day itself the night counts from midnight on.
  @Test func staysAndPathAreOneDay() throws {
    let text = "{\"semanticSegments\": [\(Self.path), \(Self.visit)]}"
    let track = try Self.track(text)
    #expect(track.points.map(\.instant.seconds) == [0, 49_200, 49_920, 50_400])
    #expect(track.points.prefix(2).allSatisfy { $0.latitude == 48.1 && $0.longitude == 11.5 })
    #expect(track.notes.contains("stays of the timeline held: 1; positions during them passed over: 1"))
    let day = try Self.track(text, day: CalendarDay(year: 2024, month: 5, day: 6))
    #expect(day.startUnixSeconds == 1_714_953_600 && day.points.map(\.instant.seconds) == [0, 20_400, 21_120, 21_600])
  }

  /// OwnTracks writes positions, and settings with places in them.
  @Test(arguments: [("location", true), ("configuration", false)])
  func settingsAreNoTrack(type: String, isTrack: Bool) {
    let text = "{\"_type\": \"\(type)\", \"tst\": 7, \"waypoints\": [{\"lat\": 1.5, \"lon\": 2.5}]}"
    #expect(TrackReader.isTrack(Array(text.utf8)) == isTrack)
  }

  @Test func wayPointsWithoutEndsAreAllRead() throws {
    let text =
      "{\"timelineObjects\": [{\"activitySegment\": {\"startLocation\": {}, \"endLocation\": {}, \"duration\": {\"startTimestamp\": "
      + "\"2014-05-05T07:00:00.000Z\", \"endTimestamp\": \"2014-05-05T07:10:00.000Z\"}, \"waypointPath\": {\"waypoints\": ["
      + "{\"latE7\": 481000000, \"lngE7\": 115000000}, {\"latE7\": 481040000, \"lngE7\": 115000000}, {\"latE7\": 481080000, \"lngE7\": "
      + "115000000}]}}}]}"
    #expect(TrackReader.isTrack(Array(text.utf8)))
    let instants = try Self.track(text).points.map(\.instant.seconds)
    #expect(instants.count == 3 && instants[0] == 0 && abs(instants[1] - 300) < 1 && instants[2] == 600)
  }

  @Test(
    arguments: [
      (
        "{\"deviceId\": 1, \"fixTime\": \"T\", \"latitude\": 48.1, \"longitude\": EAST, \"speed\": 10, \"attributes\": {\"batteryLevel\": 1}}",
        18.52 / 3.6, 1
      ),
      ("{\"timestamp\": \"T\", \"coordinate\": {\"latitude\": 48.1, \"longitude\": EAST}, \"speed\": 3}", 3, nil),
      (
        "{\"last_changed\": \"T\", \"state\": \"home\", \"attributes\": {\"latitude\": 48.1, \"longitude\": EAST, \"gps_accuracy\": 7, \"speed\": 2}}",
        2, nil
      ),
      ("{\"time\": \"T\", \"lat\": 48.1, \"lon\": EAST, \"batteryLevel\": 0.5}", nil, 50),
      ("{\"time\": \"T\", \"location\": {\"coordinate\": {\"lat\": 48.1, \"lng\": EAST}, \"speed\": 5}}", 5, nil),
      ("{\"time\": \"T\", \"loc\": {\"type\": \"Point\", \"coordinates\": [EAST, 48.1]}, \"speed\": 4}", 4, nil),
      ("{\"time\": \"T\", \"lat\": 48.1, \"lon\": EAST, \"batt\": 1}", nil, 1),
      ("{\"time\": \"T\", \"coordinates\": [EAST, 48.1], \"speed\": 6}", 6, nil),
      ("{\"time\": \"T\", \"location\": {\"coordinates\": [EAST, 48.1, 520]}}", nil, nil),
      ("{\"s\": \"home\", \"a\": {\"latitude\": 48.1, \"longitude\": EAST}, \"lc\": \"T\"}", nil, nil),
    ] as [(String, Double?, Double?)])
  func objectsOfServers(object: String, speed: Double?, battery: Double?) throws {
    let objects = (0..<3).map {
      object.replacing("\"T\"", with: "\"2024-05-05T08:0\($0):00Z\"").replacing("EAST", with: "11.\($0)")
    }
    let points = Array(try #require(try Self.points("[\(objects.joined(separator: ","))]").best).parts.joined())
    #expect(points.count == 3 && points.map(\.longitude) == [11.0, 11.1, 11.2])
    #expect(points[0].nanoseconds == 1_714_896_000_000_000_000)
    for point in points {
      #expect(speed == nil ? point.speed == nil : abs((point.speed ?? 0) - (speed ?? 0)) < 1e-9)
      #expect(point.battery == battery)
    }
  }

  // MARK: XML

  @Test func emptyCoordinatesAreTimesWithoutAPosition() throws {
    let coordinates = [
      "<coord/>", "<coord>11.5 48.1 520</coord>", "<coord> </coord>", "<coord>11.5001 48.1 520</coord>",
    ]
    let pairs = coordinates.enumerated().map { "<when>2024-05-05T08:00:0\($0)Z</when>\($1)" }.joined()
    let track = try Self.track("<kml><Document><Placemark><Track>\(pairs)</Track></Placemark></Document></kml>")
    #expect(track.points.count == 2 && track.notes.contains("2 times without a position passed over"))
  }

  @Test(arguments: ["rte", "wpt"])
  func plannedPointsAreARouteWhereASpeedIsGiven(kind: String) throws {
    let points = (0..<3).map {
      "<\(kind == "rte" ? "rtept" : "wpt") lat=\"48.\(1 + $0)\" lon=\"11.5\"><time>2024-05-05T08:00:0\($0)Z</time></\(kind == "rte" ? "rtept" : "wpt")>"
    }
    let body = kind == "rte" ? "<rte>\(points.joined())</rte>" : points.joined()
    // 11 km or, as in a town, 0.9 km within a second.
    for text in [body, body.replacing("48.2", with: "48.108").replacing("48.3", with: "48.116")] {
      #expect(Self.failure("<gpx>\(text)</gpx>").contains("take it as a route with --mode"))
    }
    let track = try TrackReader(pace: .kilometresPerHour(50)).track(bytes: Array("<gpx>\(body)</gpx>".utf8), file: "f")
    #expect(track.notes.contains("3 of 3 points have a time, which is not used: taken as a route"))
    #expect(track.points.count >= 3 && abs(track.points[0].latitude - 48.1) < 1e-9)
  }

  // MARK: FIT

  /// A file of a definition of `record` in either order of bytes, and of records with a short header.
  private static func fit(isBig: Bool, places: [(Double, Double)?], speed: UInt16 = 2_500) -> [UInt8] {
    func word(_ value: UInt32, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
      return isBig ? bytes.reversed() : bytes
    }
    func angle(_ degrees: Double) -> UInt32 { UInt32(bitPattern: Int32((degrees / 180 * 2_147_483_648).rounded())) }
    // Local type 3 with a developer's field of two bytes; fields: time, latitude, longitude, height, speed, heart rate.
    let order: UInt8 = isBig ? 1 : 0
    var data: [UInt8] = [0x63, 0, order]
    data += word(20, 2)
    data += [6, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 2, 2, 0x84, 6, 2, 0x84, 3, 1, 2] as [UInt8]
    data += [1, 0, 2, 0] as [UInt8]
    // Local type 1: no time of its own.
    data += [0x41, 0, order] as [UInt8]
    data += word(20, 2)
    data += [2, 0, 4, 0x85, 1, 4, 0x85] as [UInt8]
    for (index, place) in places.enumerated() {
      let (north, east) = place.map { (angle($0.0), angle($0.1)) } ?? (0x7FFF_FFFF, 0x7FFF_FFFF)
      if index == 1 {
        // 1,083,830,430 + 7 s in the last five bits.
        let time = UInt8((1_083_830_430 + 7) & 0x1F)
        data.append(0xA0 | time)
        data += word(north, 4)
        data += word(east, 4)
      } else {
        data.append(0x03)
        data += word(UInt32(1_083_830_430 + 7 * index), 4)
        data += word(north, 4)
        data += word(east, 4)
        data += word(2_657, 2)
        data += word(UInt32(speed), 2)
        data += [140, 9, 9] as [UInt8]
      }
    }
    var body: [UInt8] = [14, 0x20, 0, 0]
    for shift in [0, 8, 16, 24] { body.append(UInt8(truncatingIfNeeded: data.count >> shift)) }
    body += Array(".FIT".utf8)
    body += [0, 0] as [UInt8]
    body += data
    // Bit by bit, as a check of the reader's table.
    var sum: UInt16 = 0
    for byte in body {
      sum ^= UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
    }
    return body + [UInt8(sum & 0xFF), UInt8(sum >> 8)]
  }

  @Test(arguments: [false, true])
  func aFITFileIsRead(isBig: Bool) throws {
    let bytes = Self.fit(isBig: isBig, places: [(47.5, 8.5), (47.5001, -8.5), nil, (47.5002, 8.5)])
    let points = try Self.points(bytes)
    let all = Array(try #require(points.best).parts.joined())
    #expect(all.map { $0.nanoseconds.map { $0 / 1_000_000_000 } } == [1_714_896_030, 1_714_896_037, 1_714_896_051])
    #expect(
      zip(all.map(\.latitude), [47.5, 47.5001, 47.5002]).allSatisfy { abs($0 - $1) < 1e-6 }
        && abs(all[1].longitude + 8.5) < 1e-6)
    #expect(all.map(\.speed) == [2.5, nil, 2.5] && abs((all[0].elevation ?? 0) - 31.4) < 1e-9)
    #expect(points.notes == ["1 of 4 records without a position passed over"])
    // Two activities one after the other.
    #expect(try Self.points(bytes + bytes).best?.count == 6)
  }

  @Test func aDamagedFITFileIsRefused() {
    let bytes = Self.fit(isBig: false, places: [(47.5, 8.5), (47.5001, 8.5)])
    for length in 13..<bytes.count {
      let failure = #expect(throws: InputError.self) { try Self.points(Array(bytes[..<length])) }
      #expect(failure?.message.contains("damaged or cut off") == true)
    }
    for index in bytes.indices.dropFirst(12) {
      var broken = bytes
      broken[index] ^= 0x11
      #expect(throws: InputError.self) { try Self.points(broken) }
    }
  }
}
