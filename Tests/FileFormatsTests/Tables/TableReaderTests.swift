import Foundation
import TestSupport
import Testing
import World

@testable import FileFormats

@Suite struct TableReaderTests {
  static func fixes(_ text: String, _ columns: String? = nil, policy: RowPolicy = RowPolicy()) throws -> FixRecording {
    let mapping = try columns.map { try ColumnMapping(argument: $0) } ?? .automatic
    return try FixReader(mapping: mapping, policy: policy).read(bytes: Array(text.utf8), file: "f.csv")
  }

  static func failure(_ text: String, _ columns: String? = nil, policy: RowPolicy = .strict) -> String {
    do {
      return "accepted: \(try fixes(text, columns, policy: policy).fixes.count)"
    } catch { return "\(error)" }
  }

  @Test func readsTheHeadingsOfTheMeasuredData() throws {
    let recording = try Self.fixes(
      """
      unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m,speed_mps
      1565459530.34,37.3909628,-122.0865993,8.0,0
      1565459561.91,37.3910527,-122.0864678,16,-1

      """)
    #expect(recording.fixes.map(\.unixSeconds) == [1565459530.34, 1565459561.91])
    #expect(recording.fixes[1].position.latitude == 37.3910527)
    #expect(recording.fixes[1].position.longitude == -122.0864678)
    #expect(recording.fixes.map(\.accuracy) == [8, 16])
    #expect(recording.fixes.map(\.speed) == [0, nil])
    #expect(recording.fixes[1].line == 3)
    #expect(recording.digest.count == 64 && recording.skipped.isEmpty)
  }

  @Test(
    arguments: [
      ("t,y,x\n1500,1.5,2.5\n", "time=t:ms,lat=y,lon=x", 1.5),
      ("t;y;x\r\n1500;1.5;2.5\r\n", "time=t:ms,lat=y,lon=x", 1.5),
      ("\u{FEFF}time,lat,lon\n2020-01-01T00:00:00.25Z,1.5,2.5", nil, 1577836800.25),
      ("time,lat,lon\n2020-01-01 00:00:00.25,1.5,2.5\n", nil, 1577836800.25),
      ("Timestamp (ms)\tLatitude\tLongitude\n1234\t1.5\t2.5\n", nil, 1.234),
      ("# made by hand\nunix_s,lat,lon\n7,1.5,2.5\n", nil, 7),
      ("\"unix_s\",\"lat\",\"lon\"\n\"7\",\"1.5\",\"2.5\"\n", nil, 7),
    ] as [(String, String?, Double)])
  func readsManyDialects(text: String, columns: String?, time: Double) throws {
    let recording = try Self.fixes(text, columns)
    #expect(recording.fixes.count == 1)
    #expect(recording.fixes[0].unixSeconds == time)
    #expect(recording.fixes[0].position.latitude == 1.5)
    #expect(recording.fixes[0].position.longitude == 2.5)
  }

  @Test func readsAMappingFile() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("map-\(UInt64.random(in: 0 ... .max)).yml")
    try Data("time: stamp:us\nlat: north\nlon: east\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Self.fixes("stamp,north,east\n7000000,1.5,2.5\n", file.path).fixes[0].unixSeconds == 7)
  }

  @Test(arguments: [
    ("lat: north\nlatt: north\nlon: east\n", "map.yml:2:1: error: unknown meaning 'latt'; did you mean 'lat'?"),
    ("lat: north\ntime: stamp:week\nlon: east\n", "map.yml:2:1: error: 'week' is not a unit of the time"),
    (
      "time: stamp:s\nlat: south\nlon: east\n",
      "map.yml:2:1: error: f.csv has no column 'south'; valid columns: stamp, north, east"
    ),
  ])
  func aMistakeInAMappingFileHasItsPlace(map: String, message: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("map-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("map.yml")
    try Data(map.utf8).write(to: file)
    let text = Self.failure("stamp,north,east\n7,1.5,2.5\n", file.path)
    #expect(text.contains(message), "\(text)")
  }

  @Test func readsQuotedFieldsAsTheStandardSays() throws {
    let table = try TableReader(
      roles: [
        ColumnRole("name", .text, aliases: ["name"], isRequired: true),
        ColumnRole("time", .time, aliases: ["time"], isRequired: true),
      ]
    ).read(bytes: Array("name,time_s\n\"a, \"\"b\"\"\nc\",1\nplain,2\n".utf8), file: "t.csv")
    #expect(table.texts("name") == ["a, \"b\"\nc", "plain"])
    #expect(table.lines == [2, 4])
  }

  @Test(arguments: [
    ("", "f.csv: error: the file is empty"),
    ("unix_s,lat,lon\n", "f.csv: error: the file has a heading but no rows"),
    ("unix_s,lat\n1,2\n", "f.csv:1:1: error: no column is known as 'lon'; the columns are 'unix_s', 'lat'; name it"),
    ("time,lat,lon\n1500,1,2\n", "f.csv:2:1: error: '1500' is not a time"),
    ("unix_s,lat,lon\n1,91,2\n", "f.csv:2:3: error: lat 91 is outside -90 to 90"),
    ("unix_s,lat,lon\n1,2,3\n1,x,2\n", "f.csv:3:3: error: 'x' is not a number"),
    ("unix_s,lat,lon\n1,,2\n", "f.csv:2:3: error: lat is missing"),
    ("unix_s,lat,lon\n1,nan,2\n", "f.csv:2:3: error: 'nan' is not a number"),
    ("unix_s,lat,lon\n1,0x1p3,2\n", "'0x1p3' is not a number"),
    ("unix_s,lat,lon\n1,2,3,4\n", "f.csv:2: error: the row has 4 cells, the heading has 3"),
    ("unix_s,lat,lon\n1,\"2,3\n", "f.csv:2:3: error: the quote that starts here is not closed"),
    ("unix_s,lat,lon\n1,\"2\"x,3\n", "f.csv:2:6: error: text follows a closing quote"),
    ("unix_s,unix_ms,lat,lon\n1,1,2,3\n", "may both be the time"),
    ("unix_s,lat,lon\u{0}\n1,2,3\n", "UTF-16 or binary"),
  ])
  func namesThePlaceOfAMistake(text: String, message: String) {
    #expect(Self.failure(text).contains(message), "\(Self.failure(text))")
  }

  @Test(arguments: [
    ("tme=unix_s", "unknown meaning 'tme'; did you mean 'time'?"),
    ("time=nix_s", "the table has no column 'nix_s'; did you mean 'unix_s'?"),
    ("time=unix_s:weeks", "'weeks' is not a unit of the time"),
    ("time=unix_s,time=lat", "'time' is given twice"),
    ("time=", "is not a pair"),
  ])
  func refusesAMappingThatDoesNotFit(columns: String, message: String) {
    #expect(Self.failure("unix_s,lat,lon\n1,2,3\n", columns).contains(message))
  }

  @Test func skipsAndCountsAFewBadRows() throws {
    var text = "unix_s,lat,lon\n"
    for i in 0..<97 { text += "\(i),1.5,2.5\n" }
    text += "97,,2.5\n98,1.5\n99,95,2.5\n"
    let recording = try Self.fixes(text)
    #expect(recording.fixes.count == 97)
    #expect(
      recording.skipped == [
        SkippedRows(reason: "lat is missing", count: 1, firstLine: 99),
        SkippedRows(reason: "another number of cells than the heading", count: 1, firstLine: 100),
        SkippedRows(reason: "lat is outside -90 to 90", count: 1, firstLine: 101),
      ])
    let tooMany = Self.failure(text, policy: RowPolicy(badShareLimit: 0.029))
    #expect(tooMany.contains("f.csv:99:4: error: lat is missing; 3 of 100 rows are bad; write a number here, or allow"))
  }

  @Test(arguments: [
    "1", "-0", "0.1", "37.3909628", "-122.0864678", "1565459561.91", "1e-3", "12345678901234567890", ".5", "5.",
    "0.000000000000000000000001", "9007199254740993", "1.7976931348623157e308",
    "179769313486231570000000000000000000000",
  ])
  func readsEveryDecimalAsTheStandardLibraryDoes(text: String) {
    let expected = Double(text == "5." ? "5.0" : text)
    #expect(Array(text.utf8).withUnsafeBufferPointer { DecimalBytes.number($0, 0, text.utf8.count) } == expected)
  }

  @Test(arguments: ["", "-", ".", "1e", "e5", "1_0", "0x10", "inf", "nan", "1e400", "1,5", "--1", "1.2.3", "१"])
  func refusesWhatIsNoDecimal(text: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer { DecimalBytes.number($0, 0, text.utf8.count) } == nil)
  }

  @Test func convertsUnitsExactly() throws {
    let recording = try PowerRecordingReader().read(
      bytes: Array("Timestamp(ms),Power (mW)\n100,1210\n300,260\n".utf8), file: "p.csv")
    #expect(recording.times == [0.1, 0.3])
    #expect(recording.watts == [1.21, 0.26])
    let fixes = try Self.fixes("unix_s,lat,lon,speed (km/h),accuracy_ft\n7,1.5,2.5,36,50\n")
    #expect(fixes.fixes[0].speed == 10)
    #expect(fixes.fixes[0].accuracy == 50 * 0.3048)
  }
}
