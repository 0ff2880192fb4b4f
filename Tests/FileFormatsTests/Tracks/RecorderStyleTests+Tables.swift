import Foundation
import Core
import Testing
import World

@testable import FileFormats

extension RecorderStyleTests {
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
    all["a sensor logger"] =
      "loggingTime(txt),locationTimestamp_since1970(s),locationLatitude(WGS84),locationLongitude(WGS84)\n"
      + "2020-01-01T10:00:03Z,1577872800,52.5,13.25\n2020-01-01T10:00:09Z,1577872807,52.5003,13.2504\n"
      + "2020-01-01T10:00:23Z,1577872820,52.5006,13.251\n"
    all["a health app"] =
      "com.example.location\nstart_time,latitude,longitude\n1577872800000,52.5,13.25\n1577872807000,52.5003,13.2504\n"
      + "1577872820000,52.5006,13.251\n"
    all["Java's dates"] =
      "GPS Time, Longitude, Latitude\nWed Jan 01 10:00:00 GMT+00:00 2020,13.25,52.5\n"
      + "Wed Jan 01 11:00:07 GMT+01:00 2020,13.2504,52.5003\nWed Jan 01 10:00:20 GMT+00:00 2020,13.251,52.5006\n"
    all["X and Y"] =
      "X,Y,time\n13.25,52.5,2020/01/01 10:00:00+00\n13.2504,52.5003,2020/01/01 10:00:07+00\n"
      + "13.251,52.5006,2020/01/01 10:00:20+00\n"
    all["well-known text"] =
      "WKT,time\n\"POINT (13.25 52.5)\",2020/01/01 10:00:00+00\nPOINT EMPTY,2020/01/01 10:00:03+00\n"
      + "POINT Z (13.2504 52.5003 7),2020/01/01 10:00:07+00\npoint(13.251 52.5006),2020/01/01 10:00:20+00\n"
    for (name, heading) in [
      ("animals", "timestamp,location-lat,location-long"), ("ships", "BaseDateTime,LAT,LON"),
      ("Italian", "data e ora;latitudine;longitudine"), ("Dutch", "tijd;breedtegraad;lengtegraad"),
      ("Polish", "czas;szerokość;długość"), ("Russian", "Время,Широта,Долгота"), ("Chinese", "时间,纬度,经度"),
      ("Japanese", "時刻,緯度,経度"), ("French", "Horodatage;Latitude;Longitude"),
      ("Portuguese", "Data/Hora,Latitude,Longitude"), ("German", "Zeitstempel;Breitengrad;Längengrad"),
    ] {
      let mark = heading.contains(";") ? ";" : ","
      all["\(name) headings"] =
        heading.replacing("data e ora", with: "data/ora") + "\n" + points { "\($2)\(mark)\($0)\(mark)\($1)" }
    }
    all["Italian date and time"] =
      "data;ora;latitudine;longitudine\n2020-01-01;10:00:00;52.5;13.25\n2020-01-01;10:00:07;52.5003;13.2504\n"
      + "2020-01-01;10:00:20;52.5006;13.251\n"
    return all
  }()

  @Test func rowsWithoutAPositionAreCounted() throws {
    let track = try Self.read(
      "time,lat,lon\n2020-01-01T10:00:01Z,,\n,,\n2020-01-01T10:00:02Z, ,\n" + Self.points { "\($2),\($0),\($1)" })
    Self.check(track)
    #expect(track.notes == ["left out: 2 rows without a position"])
    // Half a position is a fault, not a row without one.
    let half = Self.failure("time,lat,lon\n2020-01-01T10:00:01Z,5,\n" + Self.points { "\($2),\($0),\($1)" })
    #expect(
      half.hasPrefix("f:2:22: error: the point has no longitude; write degrees"),
      "\(half)")
  }

  @Test func timesWithoutADateGoOnAtMidnight() throws {
    let night = try Self.read(
      "time,lat,lon\n23:59:50,52.5,13.25\n23:59:57,52.5003,13.2504\n00:00:10.0,52.5006,13.251\n")
    Self.check(night, start: 86_390)
    #expect(night.notes == ["no row has a date"])
    let spans = try Self.read(
      "elapsed,lat,lon\n23:59:50,52.5,13.25\n23:59:57,52.5003,13.2504\n24:00:10,52.5006,13.251\n")
    Self.check(spans, start: 28_800 + 86_390)
    #expect(spans.notes == ["times count from the start of the recording; the day begins at 08:00"])
    #expect(Self.failure("time,lat,lon\n24:00:10,1,2\n").contains("'24:00:10' is not a time"))
  }

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
    #expect(Self.failure(text).contains("all points have the same time; take it as a route"))
    #expect(try Self.read(text, pace: .kilometresPerHour(5)).points.count == 3)
  }

  @Test func datesThatMayBeReadInTwoWaysAreReadInOneAndSaid() throws {
    let track = try Self.read("date,lat,lon\n03/04/2020 10:00:00,1,2\n04/04/2020 10:00:00,1,2\n")
    #expect(track.startUnixSeconds == 1_585_908_000)
    #expect(
      track.notes == [
        "the dates may have the day or the month in front; the day was taken", "times name no time zone; taken as UTC",
      ])
    let sure = try Self.read("date,lat,lon\n03/30/2020 10:00:00,1,2\n03/31/20 10:00:00,1,2\n")
    #expect(sure.startUnixSeconds == 1_585_562_400 && sure.notes == ["times name no time zone; taken as UTC"])
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
}
