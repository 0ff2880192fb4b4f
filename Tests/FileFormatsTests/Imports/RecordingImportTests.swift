import DeviceModel
import Foundation
import TestSupport
import Testing

@testable import FileFormats

/// Logs of phones, made up here, with what they say worked out by hand; and real ones where they are.
@Suite struct RecordingImportTests {
  static func read(_ text: String) throws(InputError) -> ImportedRecording {
    try RecordingImport.read(bytes: Array(text.utf8), file: "f")
  }

  static func failure(_ bytes: [UInt8]) -> String {
    do { return "accepted: \(try RecordingImport.read(bytes: bytes, file: "f").format)" } catch { return "\(error)" }
  }

  static let history = """
    Battery History (0% used, 1 used of 512KB, 1 strings using 1):
                        0 (10) RESET:TIME: 2026-01-31-01-44-02
                        0 (2) 100 status=discharging plug=none volt=4000 charge=3000 +running top=1000:"a b"
                 +10s000ms (2) 100 +gps +screen +wake_lock=10:"x +gps"
               +5m10s000ms (2) 100 -screen
              +10m00s000ms (2) 099 volt=3900 charge=2950 -gps
                     Details: cpu=1u+2s
              +20m00s000ms (2) 099 charge=2940
              +30m00s000ms (2) 098 plug=usb status=charging
              +40m00s000ms (2) 099 plug=none status=discharging charge=2990
              +50m00s000ms (2) 098 charge=2970

    Per-PID Stats:
      +1s000ms (2) 005

    """

  /// 50 mAh at 3.95 V over 600 s are 1.185 W; 10 mAh at 3.9 V 0.234 W; 20 mAh 0.468 W. Ten minutes on the charger count nothing.
  @Test func aHistoryIsLevelsPowerAndStates() throws {
    let recording = try Self.read(Self.history)
    let start = 1_769_823_842.0
    #expect(recording.system == .android)
    #expect(recording.readings.map { $0.time - start } == [0, 600, 1_800, 2_400, 3_000])
    #expect(recording.readings.map(\.percent) == [100, 99, 98, 99, 98])
    #expect(recording.power.map { $0.start - start } == [0, 600, 2_400])
    for (span, watts) in zip(recording.power, [1.185, 0.234, 0.468]) { #expect(abs(span.watts - watts) < 1e-9) }
    #expect(recording.charging == [start + 1_800...start + 2_400])
    #expect(recording.seconds(of: "gps") == 590)
    #expect(recording.seconds(of: "screen") == 300)
    #expect(recording.seconds(of: "running") == 3_000)
    let gps = recording.states.filter { $0.state == "gps" }
    #expect(ImportedRecording.seconds(gps, within: start + 100...start + 200) == 100)
    #expect(recording.stateNames == ["running", "gps", "screen"])
  }

  @Test func theCheckinFormSaysTheSame() throws {
    let text = """
      9,0,i,vers,36,220,UP1A.1,UP1A.1
      9,hsp,1,1000,"a,b"
      9,h,0:RESET:TIME:1769823842000
      9,h,0,Bl=100,Bs=d,Bp=n,Bv=4000,Bcc=3000,+r
      9,h,10000,+g,+S
      9,h,300000,-S
      9,h,290000,Bl=99,Bv=3900,Bcc=2950,-g
      9,h,600000,Bcc=2940
      9,h,600000,Bl=98,Bp=u,Bs=c
      9,h,600000,Bl=99,Bp=n,Bs=d,Bcc=2990
      9,h,600000,Bl=98,Bcc=2970

      """
    let (one, other) = (try Self.read(Self.history), try Self.read(text))
    #expect(one.readings.map(\.time) == other.readings.map(\.time))
    #expect(one.readings.map(\.percent) == other.readings.map(\.percent))
    #expect(one.power == other.power && one.states == other.states && one.charging == other.charging)
  }

  /// 10 mAh are taken in the sum, but at a lower voltage than the 50 mAh that came back: no power below 0 W.
  @Test func aCounterThatJumpsBackGivesNoNegativePower() throws {
    let text = """
      9,0,i,vers,36,220,UP1A.1,UP1A.1
      9,h,0:RESET:TIME:1769823842000
      9,h,0,Bl=100,Bs=d,Bp=n,Bv=4000,Bcc=3000,+r
      9,h,10000,Bcc=3050
      9,h,10000,Bv=2500,Bcc=2990
      9,h,600000,Bl=99,Bcc=2970

      """
    let recording = try Self.read(text)
    // 20 mAh at 2.5 V in 600 s.
    #expect(recording.power.map(\.watts) == [0.3])
  }

  @Test(
    arguments: [
      ("+1h02m03s004ms", 3_723.004), ("+2d1s", 172_801), ("0", 0), ("+7ms", 0.007), ("+1x", nil), ("1s", nil), ("+", 0),
      ("+5", nil), ("+99999999999s", nil),
    ] as [(String, Double?)])
  func timesOfTheHistory(text: String, seconds: Double?) {
    let found = BatteryHistoryReader.offset(text[...])
    #expect(found.map { ($0 * 1_000).rounded() } == seconds.map { ($0 * 1_000).rounded() })
  }

  /// Some phones count what was taken: the sign is told from what happens on battery.
  @Test func aCounterThatRisesCountsWhatWasTaken() throws {
    var text = Self.history
    for (old, new) in [("3000", "100"), ("2950", "150"), ("2940", "160"), ("2990", "110"), ("2970", "130")] {
      text = text.replacingOccurrences(of: "charge=\(old)", with: "charge=\(new)")
    }
    let recording = try Self.read(text)
    for (span, watts) in zip(recording.power, [1.185, 0.234, 0.468]) { #expect(abs(span.watts - watts) < 1e-9) }
    #expect(recording.notes.contains("the charge counter counts what was taken, not what is left"))
  }

  @Test func aBugReportIsUnpacked() throws {
    let zip =
      "UEsDBBQAAAAAAAAAIQBs0XD1AwAAAAMAAAALAAAAdmVyc2lvbi50eHQyLjBQSwMEFAAAAAgAAAAhADye6n8AAQAA7AEAAA8AAABi"
      + "dWdyZXBvcnQteC50eHSdT0trhDAQvudXzKWgbC2TqAWFHLpdbWXZB5r2uoimVtC4mFjov2+0h91De9kh5Av5HjPD+W1FOId66s/a"
      + "lEbGwJA9ekg9nwKyGNEecmMyJ+vSGDl+w2urzWDRwTuYtKzvgS4IwweElG3X84c2Y6sabQkLQN2YwB+F4FB0IU+KRMQi2yXXI893"
      + "EHjI/rMyFygizLtOmtetrj7LsZn7nbup4WpQEr6GzvAArWwhJffn92qclLLCq+QVxR5RW7bXSzRG0a/bjy5uFoVIyOZtd4RDCkWS"
      + "v2fPCXRDVZp2UDF52RfFaXvMToV4yoWNFyJNoZelAkfLyo2BsofwIkv2G/IDUEsBAhQDFAAAAAAAAAAhAGzRcPUDAAAAAwAAAAsA"
      + "AAAAAAAAAAAAAIABAAAAAHZlcnNpb24udHh0UEsBAhQDFAAAAAgAAAAhADye6n8AAQAA7AEAAA8AAAAAAAAAAAAAAIABLAAAAGJ1"
      + "Z3JlcG9ydC14LnR4dFBLBQYAAAAAAgACAHYAAABZAQAAAAA="
    let bytes = [UInt8](try #require(Data(base64Encoded: zip)))
    let recording = try RecordingImport.read(bytes: bytes, file: "f")
    #expect(recording.format == "Android bug report")
    #expect(recording.power.count == 1 && abs(recording.power[0].watts - 1.185) < 1e-9)
    #expect(recording.facts.map(\.value) == [12.5] && recording.facts[0].key == "gnss.ttff")
    for length in stride(from: 5, to: bytes.count, by: 7) {
      #expect(Self.failure(Array(bytes[..<length])).hasPrefix("f: error: "))
    }
    var broken = bytes
    for index in 100..<160 { broken[index] ^= 0x55 }
    #expect(Self.failure(broken).contains("damaged"))
  }

  /// A database as SQLite 3.40 wrote it with pages of 512 bytes, packed: 24 rows of the battery 300 s apart on five pages, of
  /// which one row has a text on pages of its own and four are on the charger; a column that was added later; a table
  /// without row numbers.
  static let powerlog: [UInt8] = {
    let text =
      "7ZhPbNtUHMffs5M4TZM6bVdS2OVp4pBuBVXiwCQKatqaLq2bZKmzrmwlcpNXN1tid7Y7GgkELSCBuPTAiRNIkzjACXHgsF1ASBMCaaBK2wlt"
      + "EgcOSGgwIaQhmZ/tPNpGqhoQFbTNT83P/n38/tj95fd9z5k5K1dsShYNs6ba5CnEIYzRCCEIoTB8RLRlbhzYFmO0t4XRkyUchBMe33fjTvwQ"
      + "/+aftu2/srCbkBAPLsjFwHP4HsL3wbXt8FkXF0Cc0PlZ6vb65tm7CMVwAGGh7IY5qHI//x8i/C24tv1fLcnxBZyTR1XbpmY9pVHdLkpXwY+q"
      + "pcsvqWa52LjU/wTmi9ByxjZMVaPZZWqqcOo3ft4wvbZKpUazi4sWtTlXCjB+6M4h+oe2HSFxiHv1j75D+HFwX+3nouO6HLf/z5TjQolTp/Cc"
      + "rS5UqXWlCtubokWvrFC91BzyY3kppUhESY3KEmm6mNTVGh2EaGBtDguJYhGvY2/Mlour9SrccR8tdyPJ9DhJZxRpQsqTXD49ncrPkSlpjqQK"
      + "SjadgUGnpYwySGzoYdlqbZnANPIgseqWTWteMBDzNnJfIvi7cSD3Mq5bP80LiUIBvz7TSNDeOtlKm0BTWvbu8U8zckKmV2n1RCO6kNbhom6n"
      + "au4XQKPzbMhBcs6o2kC2QNoaW1JNraJrWyxjwI5ekc7DRLJqb2s8dkYamyJJbzLy3LNkaMDLP49vI/wL/gEObTsc1smHEMeJqHuo+91SlPMC"
      + "LL4f/3qhHMV+hB+ErqmOr/+K+9anIPnfKce1k0GvHNeebpRjqlQyVnQbvqQ7JS1j6LSYMcrUaqVNR1M57t1jt3KEEgFt90pkYO3lgC/uE42b"
      + "lY2SalcMfVuZM+kdq1YgApGxV6yWGwpNt91it93vvVk8/oolvdxA/kBMAxoTjlOrYtIy/NtWTLVU39J/Dv+E8O/g2naoLRLh0fHxirVcVesh"
      + "gUe9E7kZX/83Ef4V34ND2w6F+Aehpnl0MyKOjsQ5NxC67ggjP16K+7/BNS4L/K0NX/8/R7gH3IG0jBBKJBL4FU++DXuJmp6L7pBdD5Gk6kni"
      + "TjldGCCzaeVMtqCQfHY2Pb52OSQkNA2v9+2+eqU0zaQa7K2KecOw3bVG0qmp1f9W48je69luXVtfHFi/rfaDpDGGp/+Rxvt/+93/yFmAFztW"
      + "3ZN6246sufofRycR/hl/j7/B1/FHaBN9gT5BH6AN9CrS0Ty8FTwDDZAYD8OywXFh1HNxyrkgDosiA91DsnMRQBcD8YDszAOIMdB1R3ZeBBD1"
      + "QQeKfTzNvwGgk4Hoaz6IMNCp+KCDgUgy44EwGzT8R8YpARAYEG5lnLI4/KYc6vDJO8HQtaxDxeGDnibIUkwMsucMrmadRXjwAAMBOetoAHgG"
      + "eJJzlgBwDOAHOacCADOAbuacS+Kwm/8wXt2Wf/wefhuvtuVxf03sZ4k4fj3tzEBmEgw8tpF2FACPMPBoOe0UAPQx0H960jkH4BgDieikMwug"
      + "l4G+u5POeQA9DBz7dMqZA9DNQO9bU84L4vCf"
    let packed = Data(base64Encoded: text).map { [UInt8]($0) } ?? []
    return Unpacking.bytes(packed[...], .deflate, limit: 10_000) ?? []
  }()

  /// The clock is 1577800000.5 ahead, from 3000 s on 1577800007.5; row i draws 150 + i mA at 3.9 V.
  @Test func aPowerlogIsADatabase() throws {
    let recording = try RecordingImport.read(bytes: Self.powerlog, file: "f")
    #expect(recording.format == "iPhone powerlog" && recording.system == .ios)
    #expect(recording.power.count == 18)
    #expect(recording.power[0].start == 1_577_800_200.5)
    #expect(abs(recording.power[0].watts - 0.585) < 1e-9 && abs(recording.power[17].watts - 0.6708) < 1e-9)
    #expect(recording.power[17].end == 1_577_807_107.5)
    #expect(recording.charging == [1_577_802_600.5...1_577_803_807.5])
    #expect(recording.readings.map(\.percent) == [80, 79, 78, 77, 76, 75, 74, 73, 73])
    #expect(recording.states.map(\.state) == ["location_best", "location_hundred_meters", "location"])
    #expect(recording.states[0].start == 1_577_800_500.5 && recording.states[1].start == 1_577_804_007.5)
    #expect(recording.facts.map(\.name) == ["energy accounted to Display", "energy accounted to GPS"])
    #expect(recording.facts[0].value == 3_600 && abs(recording.facts[1].value - 1_080.0018) < 1e-9)
    let database = try SQLiteFile(Self.powerlog, file: "f")
    var rows: [SQLiteFile.Row] = []
    try database.rows(of: "PLBatteryAgent_EventBackward_Battery") { rows.append($0) }
    #expect(rows.map { $0["none", "id"] } == (1...24).map { .integer($0) })
    #expect(rows[5]["note"] == .text(String(repeating: "y", count: 700)))
    #expect(rows.allSatisfy { $0["late"] == .null && $0["level"] != .null })
  }

  /// The format numbers of a database that keeps a log of changes beside it.
  @Test func aDatabaseWithAWriteAheadLogIsRead() throws {
    var bytes = Self.powerlog
    (bytes[18], bytes[19]) = (2, 2)
    #expect(try RecordingImport.read(bytes: bytes, file: "f").power.count == 18)
  }

  @Test func aDamagedDatabaseIsRefusedAndNeverFollowedInACircle() throws {
    let bytes = Self.powerlog
    for length in stride(from: 20, to: bytes.count, by: 61) {
      #expect(Self.failure(Array(bytes[..<length])).hasPrefix("f: error: "), "\(length)")
    }
    // An inner page of a table that names itself.
    let inner = try #require(stride(from: 0, to: bytes.count, by: 512).first { bytes[$0] == 5 })
    var circle = bytes
    for (place, byte) in zip(inner + 8..<inner + 12, [0, 0, 0, UInt8(inner / 512 + 1)]) { circle[place] = byte }
    #expect(Self.failure(circle).hasPrefix("f: error: the SQLite database is damaged or cut off; copy it again"))
    for seed in 0..<400 {
      var broken = bytes
      broken[(seed * 7_919 + 100) % bytes.count] ^= UInt8(truncatingIfNeeded: seed &* 37 | 1)
      let failure = Self.failure(broken)
      #expect(failure.hasPrefix("f") || failure.hasPrefix("accepted"), "\(seed): \(failure)")
    }
  }

  @Test func signsAndMicrovoltsOfBatteryManager() throws {
    let text = """
      timestamp,current_now,voltage_now,level,is_charging
      1577872800000,-350000,3900000,80,0
      1577872860000,-250000,3900000,79,0
      1577872920000,900000,4100000,79,1
      1577872980000,-300000,3900000,79,0
      1577873040000,-300000,3900000,78,0

      """
    let recording = try Self.read(text)
    for (span, watts) in zip(recording.power, [1.365, 1.17]) { #expect(abs(span.watts - watts) < 1e-9) }
    #expect(recording.power.count == 2)
    #expect(recording.charging == [1_577_872_920...1_577_872_980])
    #expect(recording.readings.map(\.percent) == [80, 79, 78])
    #expect(recording.notes.contains { $0.contains("negative") })
  }

  @Test func aMonitorsTableIsPower() throws {
    let text = "Time (s),Main Avg Current (mA),Main Avg Voltage (V)\n0,120,3.8\n0.5,400,3.8\n1.5,0,3.8\n"
    let recording = try Self.read(text)
    #expect(recording.power.map { ($0.watts * 1_000).rounded() } == [456, 1_520])
    #expect(abs((recording.meanPower ?? 0) - (0.456 * 0.5 + 1.52) / 1.5) < 1e-9)
    #expect(recording.system == nil)
  }

  @Test(arguments: [
    "time,level\n2026-01-03 22:00,97\n2026-01-04 06:00,93\n",
    "Date,Battery\n2026-01-03 22:00:00,97%\n2026-01-04 07:00:00+01:00,93 %\n",
  ])
  func aTableByHandHasLevels(_ text: String) throws {
    let readings = try Self.read(text).readings
    #expect(readings.map(\.time) == [1_767_477_600, 1_767_506_400] && readings.map(\.percent) == [97, 93])
  }

  @Test func logsOfAppsHaveLevelsAndPositions() throws {
    let overland = try Self.read(try #require(RecorderStyleTests.json["Overland"]))
    #expect(overland.fixes.count == 3 && overland.readings.map(\.percent) == [75, 75])
    let ownTracks = try Self.read(try #require(RecorderStyleTests.json["OwnTracks, one a line"]))
    #expect(ownTracks.readings.first?.percent == 61)
    let table = try Self.read("time,lat,lon,battery\n2020-01-01T10:00:00Z,1,2,50\n2020-01-01T11:00:00Z,1,2,47\n")
    #expect(table.readings.map(\.percent) == [50, 47])
    let none = try Self.read(try #require(RecorderStyleTests.gpx["waypoints only"]))
    #expect(none.notes.contains("no position says the battery's level"))
  }

  @Test func statisticsOfSatellitesAreFacts() throws {
    let text = """
      Location Manager state:
        GNSS_KPI_START
          KPI logging start time: +1d
          Number of location reports: 1234
          Percentage location failure: 1.5
          TTFF mean (sec): 12.75
          Top 4 Avg CN0 mean (dB-Hz): 27.5
        GNSS_KPI_END
        Power Metrics
          Energy consumed while on battery (mAh): 7.5

      """
    let recording = try Self.read(text)
    #expect(recording.facts.map(\.value) == [1_234, 1.5, 12.75, 27.5, 7.5])
    #expect(recording.facts.map(\.unit) == ["", "%", "s", "dB-Hz", "mAh"])
    #expect(recording.span == nil)
  }

  /// As `GnssPowerStats.java` prints it: the time and the first energy on one line, and numbers of Java.
  @Test func energiesOfTheReceiverAreFacts() throws {
    let text = """
      GNSS Manager:
        Last Power Stats:
          time: 7200000 (35 ms ago) +/- 2total power: 1.08E7mJ
          single-band tracking power: 4250.5mJ
          multi-band acquisition power: 750.0mJ
          other mode [3] power: 12.5mJ

      """
    let facts = try Self.read(text).facts
    #expect(facts.map(\.value) == [10_800, 4.2505, 0.75, 0.0125, 2, 1_500])
    #expect(facts.map(\.unit) == ["J", "J", "J", "J", "h", "mW"])
    #expect(facts[1].name == "energy, tracking one band" && facts[3].name == "energy, other mode [3]")
    let both = try Self.read("GNSS_KPI_START\n  TTFF mean (sec): 12.75\nGNSS_KPI_END\n" + text)
    #expect(both.facts.map(\.value) == [12.75] + facts.map(\.value))
    #expect(
      try Self.read("Last Power Stats:\n  total power: 5.0mJ\nx\n total power: 7.0mJ\n").facts.map(\.value) == [5e-3])
  }

  @Test(arguments: [
    ("", "f: error: the file is empty"),
    ("hello\n", "f:1:1: error: this is no log of a phone that is known; give dumpsys"),
    ("Battery History (0% used):\n", "f: error: the battery history holds no lines"),
    (
      "Battery History (0%):\n  0 (2) 100 +gps\n  +1q (2) 100 -gps\n",
      "f:3:1: error: the line has no valid time; 1 of 2 rows are bad; take the history again"
    ),
    (
      "Battery History (0%):\n  0 (2) 100 +gps\n  +1s (2) 777 -gps\n",
      "f:3:1: error: the line has a level outside 0 to 100 %"
    ),
    ("time,current,level\n1,2,3\n2,3,4\n", "f:1:1: error: the heading of the current does not say its unit"),
    ("time_s,current_mA\n1,2\n2,3\n", "f:2: error: the table has a current but no voltage"),
    ("hello, you\n", "f:1:1: error: this is no log of a phone that is known; give dumpsys"),
    (
      "Day,Charge left\n1,2\n",
      "f:1:1: error: no column is known as a time; the columns are 'Day', 'Charge left'; known names are unix, timestamp, time,"
    ),
    (
      "time,volume\n1,2\n",
      "f:1:1: error: no column is known as a level, power or current; the columns are 'time', 'volume'; known names are level,"
    ),
    (
      "time,level\n1,full\n2,half\n",
      "f:2: error: no row has a usable level, power, current or load; write plain numbers"
    ),
    (
      "[{\"timeStampBegin\": \"2025-05-05\"}]",
      "f: error: this is a payload of MetricKit; use 'geojoule import metrickit f'"
    ),
    ("time_s,power_mW\n1,2\n", "f: error: the table has fewer than two usable rows"),
    ("lat,lon\n1,2\n3,4\n", "f:2: error: the positions have no times"),
    ("Last Power Stats:\n  total power: NaNmJ\n", "f:1:1: error: there are no statistics of satellites"),
    ("GNSS_KPI_START\nGNSS_KPI_END\n", "f:1:1: error: there are no statistics of satellites"),
    ("PK\u{3}\u{4}", "f: error: the zip archive is damaged"),
  ])
  func whatIsNoLogIsRefusedWithARemedy(text: String, message: String) {
    let failure = Self.failure(Array(text.utf8))
    #expect(failure.hasPrefix(message), "\(failure)")
  }

  private static let shared = RepositoryPath.data("")
  private static let isThere = FileManager.default.fileExists(atPath: shared)

  /// 16 and 18 % of charge by the counter: 241 mAh in 42 min of navigation, 297 mAh in 29 min of video.
  @Test(.enabled(if: isThere, "needs the folders of GEOJOULE_DATA"))
  func realHistoriesAreRead() throws {
    let navigation = try RecordingImport.read(path: "\(Self.shared)/batterystats/scenario4_history.txt")
    #expect(navigation.seconds(of: "gps") > 1_800)
    #expect((1.2...1.7).contains(try #require(navigation.meanPower)), "\(navigation.meanPower ?? 0)")
    #expect(navigation.readings.first?.percent == 100)
    let video = try RecordingImport.read(path: "\(Self.shared)/batterystats/scenario2_history.txt")
    #expect(video.seconds(of: "video") > 600 && video.seconds(of: "gps") < 3)
    #expect(try #require(video.meanPower) > 1.5)
    for recording in [navigation, video] {
      #expect(recording.notes.contains("the charge counter counts what was taken, not what is left"))
      #expect(recording.skipped.isEmpty, "\(recording.skipped)")
    }
  }

  /// By the accumulated load off the charger, computed apart: 0.63883 W over 435.376 h.
  @Test(.enabled(if: isThere, "needs the folders of GEOJOULE_DATA"))
  func aRealPowerlogIsRead() throws {
    let recording = try RecordingImport.read(path: "\(Self.shared)/iphone_13_pro_max/battery.csv")
    #expect(abs(try #require(recording.meanPower) - 0.6388308) < 1e-6)
    let time = recording.power.reduce(0) { $0 + $1.end - $1.start }
    #expect(abs(time / 3_600 - 435.376_111) < 1e-5)
    #expect(recording.charging.count > 10)
  }

  /// Of powerlogs and traces, whose readers check no column.
  @Test func rowsBeyondSixtyAmperesAreCounted() throws {
    let rows = [(7.0, 1.5), (17, 61), (27, 2.5), (37, -75), (47, -60)].enumerated().map { index, value in
      PowerTableImport.Row(time: value.0, current: value.1, voltage: 4, line: index + 3)
    }
    var recording = ImportedRecording([], file: "log", format: "powerlog")
    try PowerTableImport.add(rows, hasCharger: false, to: &recording)
    #expect(recording.skipped.map(\.count) == [2] && recording.skipped.map(\.firstLine) == [4])
    #expect(recording.skipped.first?.reason == "current is outside -60 to 60 A")
  }

  // MARK: Discharges

  private static func log(_ levels: [(Double, Double)], charging: [ClosedRange<Double>] = []) -> ImportedRecording {
    var recording = ImportedRecording([], file: "log", format: "table")
    recording.readings = levels.map { BatteryLevels.Reading(time: $0.0, percent: $0.1, line: 1) }
    recording.charging = charging
    return recording
  }

  /// A rise of 34 points and one of 1 end a discharge; one of half a point is the gauge's own correction.
  @Test func aDischargeEndsWhereTheLevelRises() {
    let log = Self.log([
      (0, 50), (1800, 47), (3600, 81), (5400, 80.5), (7200, 81), (9000, 77), (12_600, 72), (13_000, 73),
    ])
    #expect(log.discharges.map { $0.map(\.percent) } == [[50, 47], [81, 80.5, 81, 77, 72], [73]])
    #expect(log.longestDischarge.map(\.percent) == [81, 80.5, 81, 77, 72])
    #expect(Self.log([(0, 40), (60, 52)]).longestDischarge.isEmpty)
  }

  /// A battery that holds 81 % on the charger, and takes 4 points in the 2 h after it. A time on the charger between two readings
  /// parts them, in whichever order the times are; one that ends with a reading does not.
  @Test func timeOnTheChargerIsNoDischarge() {
    let levels = [(0.0, 81.0), (3600, 81), (7200, 81), (10_800, 80), (14_400, 77), (18_000, 76)]
    #expect(Self.log(levels).longestDischarge.count == 6)
    let parted = Self.log(levels, charging: [15_000...15_060, 0...7000])
    #expect(parted.discharges.map { $0.map(\.percent) } == [[81], [81], [81, 80, 77], [76]])
    #expect(Self.log(levels, charging: [0...7200]).longestDischarge.map(\.time) == [7200, 10_800, 14_400, 18_000])
    #expect(Self.log(levels, charging: [0...18_000]).longestDischarge.isEmpty)
  }
}
