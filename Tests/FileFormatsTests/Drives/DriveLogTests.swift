import Foundation
import TestSupport
import Testing
import World

@testable import FileFormats

@Suite struct DriveLogTests {
  static let heading =
    "Timestamp,Longitude,Latitude,Speed,Operatorname,CellID,NetworkMode,RSRP,RSRQ,SNR,CQI,RSSI,DL_bitrate,UL_bitrate,State,"
    + "RAWCELLID"
  static let rows = [
    "2019.12.16_12.27.05,-8.388209,51.935592,36,B,12,5G,-100,-11,5.0,12,-90,30,8,D,11016972",
    "2019.12.16_12.27.06,-8.388363,51.93558,36,B,12,5G,-98,-11,7.0,12,-90,3000,70,D,11016972",
    "2019.12.16_12.27.06,-8.388363,51.93558,36,B,12,LTE,-96,-11,-,12,-90,5000,90,I,11016973",
    "2019.12.16_12.27.08,0,0,36,B,12,HSPA+,-97,-,2147483647,-,-,0,0,I,2147483647",
  ]

  private func read(
    _ text: String, columns: String? = nil, limit: Double = 0.05
  ) throws -> DriveLog {
    let mapping = try columns.map { try ColumnMapping(argument: $0) } ?? .automatic
    return try DriveLogReader(mapping: mapping, policy: RowPolicy(badShareLimit: limit)).read(
      bytes: Array(text.utf8), file: "a.csv")
  }

  private func lines(_ parts: [String]) -> String { parts.joined(separator: "\n") + "\n" }

  @Test func `a G-NetTrack log is read as the app writes it`() throws {
    let log = try read(lines([Self.heading] + Self.rows))
    #expect(log.format == "G-NetTrack")
    #expect(log.rows == 4)
    #expect(log.samples.count == 3)
    #expect(!log.knowsZone)
    let first = log.samples[0]
    #expect(first.time == 1_576_499_225)
    #expect(first.position == GeodeticPosition(latitude: 51.935592, longitude: -8.388209))
    #expect(abs((first.speed ?? 0) - 10) < 1e-12)
    #expect((first.rsrp, first.snr, first.downlink, first.uplink) == (-100, 5, 30_000, 8_000))
    #expect((first.access, first.cell, first.isIdle) == (.nrNSA, "11016972", false))
    // Two rows of a second: numbers averaged where they are there, the last name holds.
    let second = log.samples[1]
    #expect((second.rsrp, second.snr, second.downlink) == (-97, 7, 4_000_000))
    #expect((second.access, second.cell, second.isIdle) == (.lte, "11016973", false))
    let last = log.samples[2]
    #expect(last.position == nil && last.cell == nil && last.snr == nil && last.rsrq == nil)
    #expect(last.access == .umts)
    #expect(log.missing.contains { $0.reason == "position without a value: 0,0 stands for not known" && $0.count == 1 })
    #expect(log.missing.contains { $0.reason.hasPrefix("SNR ") && $0.count == 1 && $0.reason.contains("2147483647") })
    #expect(log.missing.contains { $0.reason == "RAWCELLID without a value: no serving cell" })
  }

  @Test func `columns are found in any order, case and separator, with decimal commas`() throws {
    let order = [15, 12, 7, 0, 2, 1, 3, 6, 9]
    func picked(_ line: String) -> [String] {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return order.map { cells[$0] }
    }
    let plain = try read(lines([Self.heading] + Self.rows))
    for separator in [";", "\t"] {
      let text = lines(
        [picked(Self.heading).map { $0.uppercased() }.joined(separator: separator)]
          + Self.rows.map { picked($0).map { $0.replacing(".0", with: ",0") }.joined(separator: separator) })
      // The times hold points too.
      let log = try read(text.replacing("12,0", with: "12.0"))
      #expect(log.samples.map(\.rsrp) == plain.samples.map(\.rsrp))
      #expect(log.samples.map(\.snr) == plain.samples.map(\.snr))
      #expect(log.samples.map(\.cell) == plain.samples.map(\.cell))
      #expect(log.samples.map(\.position?.latitude) == plain.samples.map(\.position?.latitude))
    }
    let comma = try read("time;lat;lon;rsrp\n2020-01-02 03:04:05;51,5;-8,25;-101,5\n")
    #expect(comma.samples[0].position == GeodeticPosition(latitude: 51.5, longitude: -8.25))
    #expect(comma.samples[0].rsrp == -101.5)
  }

  @Test(
    arguments: [
      ("2019.12.16_12.27.05", 1_576_499_225.0), ("16.12.2019 12:27:05,250", 1_576_499_225.25),
      ("16/12/2019 12:27:05", 1_576_499_225), ("Dec 16, 2019 12:27:05 PM", 1_576_499_225),
      ("16-Dec-2019 00:27:05", 1_576_456_025), ("20191216122705", 1_576_499_225),
      ("20191216_122705", 1_576_499_225), ("2019-12-16T12:27:05+01:00", 1_576_495_625),
      ("2019-12-16 12:27:05", 1_576_499_225), ("1576499225", 1_576_499_225), ("1576499225120", 1_576_499_225.12),
      ("16/12/19 12:27", 1_576_499_220), ("12.5", 12.5),
    ])
  func `times are read in the forms that apps write`(text: String, seconds: Double) throws {
    let reading = try #require(TimeColumn(order: .dayFirst).reading(text))
    #expect(abs(reading.seconds - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "-", "yesterday", "2019.13.16_12.27.05", "2019.12.16_25.27.05", "12:27:05", "51.93, -8.3", "1e400",
  ])
  func `what is no time is refused`(text: String) { #expect(TimeColumn(order: .dayFirst).reading(text) == nil) }

  @Test func `day and month are told apart by all dates, or by the user`() throws {
    func times(_ dates: [String], _ columns: String? = nil) throws -> DriveLog {
      try read(lines(["Stamp,lat,lon"] + dates.map { "\($0) 10:00:00,51,-8" }), columns: columns ?? "time=Stamp")
    }
    #expect(try times(["03/04/2020", "03/17/2020"]).samples[0].time == 1_583_316_000)
    let either = try times(["03/04/2020", "04/04/2020"])
    #expect(either.samples[0].time == 1_585_908_000)
    #expect(either.notes.contains { $0.contains("day or the month") })
    let said = try times(["03/04/2020"], "time=Stamp:MM/dd/yyyy HH:mm:ss,zone=+02:30")
    #expect(said.samples[0].time == 1_583_316_000 - 9000)
    #expect(!said.notes.contains { $0.contains("day or the month") })
  }

  @Test func `an hour put back does not fold the drive onto itself, and rows out of order are sorted`() throws {
    let summer = ["2020.10.25_01.59.58", "2020.10.25_01.59.59", "2020.10.25_01.00.01", "2020.10.25_01.00.02"]
    let log = try read(lines(["time,rsrp"] + summer.map { "\($0),-90" }))
    #expect(log.samples.map { $0.time - log.samples[0].time } == [0, 1, 3, 4])
    #expect(log.notes.contains { $0.contains("an hour") })
    let mixed = try read("time,rsrp\n100,-91\n102,-93\n101,-92\n")
    #expect(mixed.samples.map(\.rsrp) == [-91, -92, -93])
    #expect(mixed.notes.contains { $0.contains("not in order") })
  }

  @Test func `a speed without a unit takes the one that agrees with the positions`() throws {
    // 20 m/s northwards.
    func log(_ speed: String, _ heading: String = "speed") throws -> DriveLog {
      try read(
        lines(
          ["time,lat,lon,\(heading)"] + (0..<60).map { "\($0),\(51 + Double($0) * 20 / 111_226),-8,\(speed)" }))
    }
    for (text, heading) in [
      ("20", "speed"), ("72", "Speed"), ("20", "speed_mps"), ("72", "Speed (km/h)"),
    ] {
      #expect(abs((try log(text, heading).samples[3].speed ?? 0) - 20) < 0.1, "\(text) \(heading)")
    }
  }

  /// Apps that write the newest row first, and tables sorted by another column.
  @Test func `a speed's unit does not depend on the order of the rows`() throws {
    let rows = (0..<120).map { "\($0),\(51 + Double($0) * 20 / 111_226),-8,72" }
    let orders = [rows, rows.reversed(), rows.indices.map { rows[$0 * 37 % 120] }]
    for order in orders {
      let log = try read(lines(["time,lat,lon,speed"] + order))
      #expect(log.samples.allSatisfy { abs(($0.speed ?? 0) - 20) < 0.1 }, "\(log.notes)")
      #expect(log.samples.map(\.time) == (0..<120).map(Double.init))
    }
  }

  /// Two hours of local times: only a file in order of time shows that a clock was put back.
  @Test func `local times in any order stay as they are`() throws {
    let rows = (0..<240).map { k in "2020.10.25_\(k / 60 + 10).\(k % 60 < 10 ? "0" : "")\(k % 60).00,-90" }
    for order in [rows, rows.reversed(), rows.indices.map { rows[$0 * 97 % 240] }] {
      let log = try read(lines(["time,rsrp"] + order))
      #expect(log.samples.map { $0.time - log.samples[0].time } == (0..<240).map { Double($0) * 60 }, "\(log.notes)")
      #expect(!log.notes.contains { $0.contains("an hour") })
    }
  }

  @Test func `rates without a unit are not guessed, with one they are read`() throws {
    let plain = try read("time,rsrp,dl\n1,-90,5\n2,-91,6\n")
    #expect(plain.samples[0].downlink == nil)
    #expect(plain.notes.contains { $0.contains("--columns downlink=dl:Mbit/s") })
    let forms: [(String, String?)] = [
      ("DL (Mbps)", nil), ("dl", "downlink=dl:Mbit/s"), ("dl_mbps", nil), ("DL Mbps", nil), ("DownloadSpeedMbps", nil),
    ]
    for (heading, columns) in forms {
      #expect(try read("time,rsrp,\(heading)\n1,-90,5\n", columns: columns).samples[0].downlink == 5e6)
    }
    #expect(try read("time,rsrp,DL [MB/s]\n1,-90,5\n").samples[0].downlink == 40e6)
  }

  @Test func `bad rows are counted with their line, and too many refuse the file`() throws {
    var rows = (0..<40).map { "2020.01.01_10.00.\($0 < 10 ? "0" : "")\($0),51,-8,-90" }
    rows[6] = "2020.01.01_10.00.06,51,-8,-9x"
    rows.insert("2020.01.01_10.00.44,51,-8,-90,7,7", at: 20)
    let text = lines(["Time,lat,lon,rsrp"] + rows)
    let log = try read(text, limit: 0.06)
    #expect(log.skipped.map(\.firstLine) == [8, 22])
    #expect(log.samples.count == 39)
    let error = #expect(throws: InputError.self) { try read(text, limit: 0.04) }
    #expect(error?.line == 8)
    #expect(error?.message.contains("2 of 41 rows are bad") == true)
  }

  @Test(
    arguments: [
      ("", "empty"), ("a,b,c\n1,2,3\n", "'a', 'b', 'c'"), ("time,lat,lon,rsrp\n", "no rows"),
      ("Dear Sir\n\nPlease find\n", "the table has one column"), ("time,altitude\n1,2\n", "a position or a signal"),
      ("\u{0}\u{1}", "binary"),
    ])
  func `a file of another kind is refused with its columns and the option that would read it`(
    text: String, words: String
  ) {
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    if words.contains("'a'") { #expect(error?.remedy.contains("--columns time=") == true) }
  }

  @Test func `columns that nobody knows are named by the user`() throws {
    let log = try read(
      "Uhrzeit|Breite|Laenge\n".replacing("|", with: ";") + "01.02.2020 10:11:12;51,5;-8,5\n",
      columns: "time=Uhrzeit:dd.MM.yyyy HH:mm:ss,lat=Breite,lon=Laenge,zone=+01:00")
    #expect(log.samples[0].time == 1_580_551_872 - 3600)
    #expect(throws: InputError.self) { try read("a,b,c\n1,2,3\n", columns: "time=d,lat=b,lon=c") }
    #expect(throws: InputError.self) { try read("a,b,c\n1,2,3\n", columns: "time=a,lat=b,lon=c,zone=Dublin") }
    #expect(throws: InputError.self) { try read("a,b,c\n1,2,3\n", columns: "time=a:noon,lat=b,lon=c") }
  }

  @Test func `satellites of GnssLogger and NMEA stand beside the fixes, and the search for the first is timed`() throws
  {
    let logger = """
      # Raw,utcTimeMillis,TimeNanos,Cn0DbHz
      # Status,UnixTimeMillis,SignalCount,SignalIndex,ConstellationType,Svid,CarrierFrequencyHz,Cn0DbHz
      # Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,UnixTimeMillis
      Status,1600000000000,5,0,1,3,1575420030,20.0
      Status,1600000007000,5,0,1,3,1575420030,40.0
      Status,1600000007000,5,1,1,4,1575420030,38.0
      Status,1600000007000,5,2,1,5,1575420030,36.0
      Status,1600000007000,5,3,1,6,1575420030,34.0
      Status,1600000007000,5,4,1,7,1575420030,10.0
      Fix,GPS,51.5,-8.25,100,3.5,7.0,1600000007100
      """
    let log = try read(logger)
    #expect(log.format == "GnssLogger")
    #expect(log.samples[0].carrierToNoise == 37)
    #expect(log.samples[0].satellites == 5)
    #expect(log.samples[0].accuracy == 7)
    #expect(abs(log.searches[0] - 7.1) < 1e-6)
    let raw = try read("# Raw,utcTimeMillis,TimeNanos,Cn0DbHz\nRaw,1600000000000,1,31.5\nRaw,1600000001000,1,32.5\n")
    #expect(raw.samples.map(\.carrierToNoise) == [31.5, 32.5])
    #expect(raw.samples.allSatisfy { $0.position == nil })
  }

  static let folder = RepositoryPath.data("drive_tests")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: folder), "needs drive_tests of GEOJOULE_DATA"))
  func `every drive of the shared data reads without options`() throws {
    // Rows, time stamps, cells met, seconds without SNR: counted by Tests/EstimationTests/Reference/drive_reference.py.
    let expected = [
      "driving_2019.12.16_12.27.05.csv": [1338, 13], "driving_2019.12.17_07.32.39.csv": [2576, 30],
      "driving_2020.02.13_13.03.24.csv": [2468, 10], "driving_2020.02.14_07.29.00.csv": [2139, 30],
      "static_2020.02.13_13.57.29.csv": [3148, 1],
    ]
    for (name, counts) in expected.sorted(by: { $0.key < $1.key }) {
      let log = try DriveLogReader().read(path: "\(Self.folder)/\(name)")
      #expect(log.format == "G-NetTrack")
      #expect(log.rows == counts[0])
      #expect(log.skipped.isEmpty)
      #expect(log.samples.allSatisfy { $0.position != nil && $0.rsrp != nil && $0.access != nil && $0.speed != nil })
      #expect(Set(log.samples.compactMap(\.cell)).count <= counts[1])
    }
  }

  /// Beyond what an access can report is not known, which is not without coverage: the service may be there.
  @Test(
    arguments: [
      ("3G", -24, nil), ("3G", -25, -25), ("3G", -120, -120), ("4G", -164, nil), ("4G", -140, -140), ("4G", -24, nil),
      ("2G", -113, -113),
      ("2G", -24, nil), ("5G", -150, -150), ("5G SA", -157, nil), ("LTE", 0, nil),
    ] as [(String, Int, Double?)])
  func levelsThatAnAccessCannotHaveAreMissing(access: String, level: Int, expected: Double?) throws {
    let row = "2025.03.04_09.00.0"
    let log = try read(
      lines(
        ["Timestamp\tLongitude\tLatitude\tOperatorname\tNetworkTech\tLevel"]
          + (0..<3).map { "\(row)\($0)\t13.3\t52.5\tX\t\(access)\t\(level)" }))
    #expect(
      log.format == "G-NetTrack"
        && log.samples.allSatisfy { $0.rsrp == expected && $0.access != nil && $0.access != DriveAccess.none })
    #expect(log.missing.isEmpty == (expected != nil))
  }

  @Test func aFileOfTestsHasItsOwnColumns() throws {
    let log = try read(
      lines(
        ["Timestamp,Longitude,Latitude,Operatorname,NetworkTech,Level,TESTDOWNLINK,TESTUPLINK"]
          + (0..<2).map { "2025.03.04_09.0\($0).30,13.3,52.5,X,4G,-85,20030,6030" }))
    #expect(
      log.samples.map(\.downlink) == [20_030_000, 20_030_000] && log.samples.map(\.uplink) == [6_030_000, 6_030_000])
  }
}
