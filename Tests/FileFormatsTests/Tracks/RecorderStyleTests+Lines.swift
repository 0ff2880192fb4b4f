import Core
import Testing
import World

@testable import FileFormats

/// Recorders that write one position a line.
extension RecorderStyleTests {
  static let flight =
    "AXXX001 a recorder\r\nHFDTE010120\r\nHFPLTPILOTINCHARGE:B 1\r\nC010120095900010120000100\r\n"
    + "B1000005230000N01315000EA0003000031\r\nLXXX B comment\r\nB1000075230018N01315024EA-001200000\r\n"
    + "B1000205230036N01315060EV0000000000\r\nGABCDEF\r\n"
  static let ozi =
    "OziExplorer Track Point File Version 2.1\r\nWGS 84\r\nAltitude is in Feet\r\nReserved 3\r\n0,2,255,a walk  ,0,0,2,1\r\n3\r\n"
    + "  52.500000,  13.250000,1,    100.0,43831.4166667, 01-Jan-20, 10:00:00\r\n"
    + "  52.500300,  13.250400,0,   -777.0,43831.4167477, 01-janv.-20, 10:00:07\r\n"
    + "  52.500600,  13.251000,0,      0.0,43831.4168981,,\r\n"

  @Test func readsFlights() throws {
    let track = try Self.read(Self.flight)
    Self.check(track)
    // The receiver's height, else that of the pressure.
    #expect(track.points.map(\.elevation) == [31, -12, 0] && track.notes.isEmpty)
    Self.check(try Self.read(Self.flight.replacing("HFDTE010120", with: "HFDTEDATE:010120,01")))
    let late = try Self.read(Self.flight.replacing("HFDTE010120\r\n", with: "") + "HFDTE010120\r\n")
    Self.check(late)
    let undated = try Self.read(Self.flight.replacing("HFDTE010120\r\n", with: ""))
    Self.check(undated, start: 36_000)
    #expect(undated.notes == ["no record has a date"])
    #expect(TrackReader.isTrack(Array(Self.flight.utf8)))
    let fixes = try FixReader().read(bytes: Array(Self.flight.utf8), file: "f")
    #expect(fixes.format == .igc && fixes.fixes.map(\.unixSeconds) == [0, 7, 20].map { Self.start + $0 })
  }

  @Test func flightsHaveFurtherDecimalsMidnightsAndTheSouth() throws {
    let text =
      "AXXX\nHFDTE311219\nI033638FXA3940LAD4142LOD\nB2359535230000S01315000WA00030000310051234\n"
      + "B0000005230018S01315024WA00030000310051200\nB0000135230036S01315060WA00030000310059999\n"
    let track = try Self.read(text)
    #expect(track.startUnixSeconds == Self.start - 36_000 - 7)
    #expect(track.points.map(\.instant) == [.start, .seconds(7), .seconds(20)])
    #expect(abs(track.points[0].latitude + 52 + 30.00012 / 60) < 1e-12)
    #expect(abs(track.points[0].longitude + 13 + 15.00034 / 60) < 1e-12)
    #expect(abs(track.points[2].longitude + 13 + 15.06099 / 60) < 1e-12)
  }

  @Test func damagedFlightsAreRefusedWithTheirLine() throws {
    #expect(
      Self.failure(Self.flight.replacing("B1000075230018N", with: "B1000075260018N"))
        == "f:7:1: error: the B record has no valid time and place; remove the record")
    #expect(Self.failure(Self.flight.replacing("B100020", with: "B246020")).hasPrefix("f:8:1: error: the B record"))
    #expect(
      Self.failure(Self.flight.replacing("01315000EA", with: "18100000EA")).hasPrefix("f:5:1: error: the B record"))
    #expect(Self.failure("AXXX\nHFDTE010120\n") == "f: error: the file has no points; give a flight with B records")
    #expect(Self.failure("HFDTE010120\nB100000").hasPrefix("f:2:1: error: the B record"))
    // A midnight with each record ends where years do.
    let days = (0..<200_000).map { $0 % 2 == 0 ? "B2359595230000N01315000EA0\n" : "B0000005230000N01315000EA0\n" }
    #expect(Self.failure("HFDTE311298\n" + days.joined()).contains("error: "))
    for end in 0..<Self.flight.utf8.count {
      let part = Array(Self.flight.utf8.prefix(end))
      if let track = try? TrackReader().track(bytes: part, file: "f") { #expect(track.points.count <= 3) }
    }
  }

  @Test func readsOziExplorersTracks() throws {
    let track = try Self.read(Self.ozi)
    Self.check(track)
    #expect(track.name == "a walk" && track.notes.isEmpty)
    #expect(track.points.map { $0.elevation.map { ($0 * 100).rounded() } } == [3_048, nil, 0])
    let other = try Self.read(Self.ozi.replacing("WGS 84", with: "European 1950"))
    #expect(other.notes == ["places on the datum 'European 1950' taken as WGS 84; they may be some 100 m off"])
    let geolife =
      "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n"
      + "52.5,13.25,0,492,43831.4166666667,2020-01-01,10:00:00\n52.5003,13.2504,0,492,43831.4167476852,2020-01-01,10:00:07\n"
      + "52.5006,13.251,0,492,43831.4168981481,2020-01-01,10:00:20\n"
    Self.check(try Self.read(geolife))
    let route = Self.ozi.split(separator: "\r\n").enumerated().map { index, line in
      index < 6 ? String(line) : line.split(separator: ",").prefix(3).joined(separator: ",")
    }.joined(separator: "\n")
    #expect(Self.failure(route).hasPrefix("f:7:1: error: no point has a time; take it as a route with --mode"))
    let walk = try Self.read(route, pace: .kilometresPerHour(5))
    #expect(walk.points.count > 2 && walk.startUnixSeconds == 28_800)
  }

  @Test func damagedTracksOfOziExplorerAreRefusedWithTheirLine() throws {
    for (text, place, fault) in [
      ("  52.500300", "97", "latitude 97 is outside"), ("13.250400", "181", "longitude 181 is outside"),
      ("13.250400", "", "longitude '' is not a number"),
    ] {
      #expect(Self.failure(Self.ozi.replacing(text, with: place)).hasPrefix("f:8:1: error: the \(fault)"))
    }
    #expect(
      Self.failure(Self.ozi.replacing("43831.4167477", with: "1e300")).hasPrefix("f:8:1: error: the point has no time"))
    #expect(
      Self.failure("OziExplorer Track Point File Version 2.1")
        == "f: error: the file has no points; give a track with points")
    for end in 0..<Self.ozi.utf8.count {
      let part = Array(Self.ozi.utf8.prefix(end))
      if let track = try? TrackReader().track(bytes: part, file: "f") { #expect(track.points.count <= 3) }
    }
  }

  // MARK: - NMEA

  /// Bodies of sentences for the three points, with a clock, a latitude and a longitude.
  private static func sentences(_ body: (String, String, String) -> String) -> [String] {
    [
      ("100000.00", "5230.00000,N", "01315.00000,E"), ("100007.00", "5230.01800,N", "01315.02400,E"),
      ("100020.00", "5230.03600,N", "01315.06000,E"),
    ].map(body)
  }

  private static let date = FixReaderTests.sentence("GPZDA,100000.00,01,01,2020,00,00") + "\r\n"

  @Test(arguments: ["GP", "GN", "GL", "GA", "GB", "BD", "QZ"])
  func readsEveryPositionOfEverySystem(talker: String) throws {
    for bodies in [
      Self.sentences { "\(talker)GLL,\($1),\($2),\($0),A,A" },
      Self.sentences { "\(talker)GNS,\($0),\($1),\($2),ANN,8,1.0,31.0,40.0,," },
      Self.sentences { "\(talker)GGA,\($0),\($1),\($2),1,08,0.9,31.0,M,40.0,M,," },
    ] {
      let lines = bodies.map { FixReaderTests.sentence($0) + "\r\n" }.joined()
      Self.check(try Self.read(Self.date + lines), "\(bodies[0])")
      let undated = try Self.read(lines)
      Self.check(undated, start: 36_000)
      #expect(undated.notes == ["no sentence has a date"])
    }
  }

  @Test func invalidPositionsOfGLLAndGNSAreLeftOut() throws {
    let invalid = [
      "GNGLL,5130.00000,N,01315.00000,E,100001.00,V,N", "GNGNS,100002.00,5130.00000,N,01315.00000,E,NNN,0,9.9,,,,",
    ].map { FixReaderTests.sentence($0) + "\r\n" }.joined()
    let valid = Self.sentences { FixReaderTests.sentence("GNGLL,\($1),\($2),\($0),A,A") + "\r\n" }
    let timeless = FixReaderTests.sentence("GPGLL,5130.00,N,01315.00,E") + "\r\n"
    let track = try Self.read(Self.date + valid[0] + timeless + invalid + valid[1] + valid[2])
    Self.check(track)
    #expect(track.notes == ["2 x the receiver called the fix invalid, left out"])
    // Of one instant, RMC counts.
    let both = FixReaderTests.sentence("GNRMC,100007.00,A,5230.01800,N,01315.02400,E,0,0,010120,,,A") + "\r\n"
    let off = FixReaderTests.sentence("GNGLL,5230.02800,N,01315.02400,E,100007.00,A,A") + "\r\n"
    Self.check(try Self.read(Self.date + valid[0] + off + both + off + valid[2]))
  }

  @Test func tracksNeedNoChecksumsAndNoDates() throws {
    let bodies = Self.sentences { "GPRMC,\($0),A,\($1),\($2),0,0,010120,,,A" }
    let bare = bodies.map { "$\($0)\r\n" }
    let good = bodies.map { FixReaderTests.sentence($0) + "\r\n" }
    let wrong = good.map { $0.dropLast(3) + "zz\r\n" }.map(String.init)
    let mixed = try Self.read(good[0] + bare[1] + good[2])
    Self.check(mixed)
    #expect(mixed.notes == ["1 sentences without a checksum taken"])
    let none = try Self.read(wrong.joined())
    Self.check(none)
    #expect(none.notes == ["no sentence has a right checksum"])
    #expect(
      Self.failure(good[0] + wrong[1] + good[2]).hasPrefix("f:2:1: error: the RMC sentence has no valid checksum"))
    let undated = try Self.read(good.map { Self.undated($0) }.joined())
    Self.check(undated, start: 36_000)
    #expect(undated.notes == ["no sentence has a date"])
    // Errors of positions are data for a fit, which takes neither.
    for text in [good[0] + bare[1] + good[2], wrong.joined(), good.map { Self.undated($0) }.joined()] {
      #expect(throws: InputError.self) { try FixReader().read(bytes: Array(text.utf8), file: "f") }
    }
  }

  private static func undated(_ sentence: String) -> String {
    FixReaderTests.sentence(String(sentence.dropFirst().prefix { $0 != "*" }).replacing("010120", with: "")) + "\r\n"
  }

  // MARK: - Tables

  @Test(arguments: [
    "Time,Latitude,Longitude\n43831.4166667,52.5,13.25\n43831.4167477,52.5003,13.2504\n43831.4168981,52.5006,13.251\n",
    "Datum/Zeit;Breite;Länge\n43831,4166667;52,5;13,25\n43831,4167477;52,5003;13,2504\n43831,4168981;52,5006;13,251\n",
    "Date,Time,Lat,Lon\n43831,0.4166667,52.5,13.25\n43831,0.4167477,52.5003,13.2504\n43831,0.4168981,52.5006,13.251\n",
    "Lcl Date, Lcl Time, UTCOfst, Latitude, Longitude\n2020-01-01, 05:00:00, -05:00, 52.5, 13.25\n"
      + "2020-01-01, 05:00:07, -05:00, 52.5003, 13.2504\n2020-01-01, 05:00:20, -05:00, 52.5006, 13.251\n",
    "WigleWifi-1.4,appRelease=2.70,model=a\nMAC,SSID,AuthMode,FirstSeen,Channel,RSSI,CurrentLatitude,CurrentLongitude,Type\n"
      + "02:00:00:00:00:01,\"a, b\",[WPA2],2020-01-01 10:00:20,6,-70,52.5006,13.251,WIFI\n"
      + "02:00:00:00:00:02,,[WPA2],2020-01-01 10:00:00,6,-70,52.5,13.25,WIFI\n"
      + "02:00:00:00:00:03,,[WPA2],2020-01-01 10:00:07,6,-70,52.5003,13.2504,WIFI\n",
    "INDEX,DATE,TIME,LATITUDE N/S,LONGITUDE E/W\n1\0\0,200101,100000,52.500000N,13.250000E\n"
      + "2\0\0,200101,100007,52.500300N,13.250400E\n3\0\0,200101,100020,52.500600N,13.251000E\n",
    "time,lat,lon\n2020-01-01T10:00:00Z,52° 30.0' N,13°15'E\n2020-01-01T10:00:07Z,N 52 30 1.08,\"13°15'1.44\"\"E\"\n"
      + "2020-01-01T10:00:20Z,5230.036N,01315.06E\n",
  ])
  func readsTablesOfDayNumbersAnglesAndNetworks(text: String) throws { Self.check(try Self.read(text), "\(text)") }

  @Test func secondsAreNoDayNumbers() {
    let text = "Time,Latitude,Longitude\n43831.5,52.5,13.25\n43838.5,52.5003,13.2504\n43851.5,52.5006,13.251\n"
    #expect(Self.failure(text).hasPrefix("f:2:1: error: '43831.5' is not a time"))
    for angle in ["52°60'N", "52°30.5'7\"N", "N 52 30 1 1", "52.5°30'N", "5260.0N", "nan°N", "9100.0N"] {
      #expect(
        Self.failure("time,lat,lon\n2020-01-01T10:00:00Z,\"\(angle.replacing("\"", with: "\"\""))\",13.25\n").contains(
          "error: the latitude "), "\(angle)")
    }
  }
}
