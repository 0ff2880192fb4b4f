import DeviceModel
import Foundation
import TestSupport
import Testing

@testable import FileFormats

/// Kinds of phones' logs, made up here, each with its neighbours.
@Suite struct PhoneLogKindTests {
  private static func read(_ text: String) throws(InputError) -> ImportedRecording {
    try RecordingImport.read(bytes: Array(text.utf8), file: "f")
  }

  // MARK: Histories

  /// Ten hours on battery of which the receiver is on for three, as text and as checkin.
  private static func report(local: String, isCheckinFirst: Bool = false) -> String {
    let text = """
      Battery History (1% used):
                0 (9) RESET:TIME: \(local)
                0 (2) 100 status=discharging plug=none volt=4000 charge=3000
        +2h00m00s000ms (2) 090 charge=2700 +gps
        +5h00m00s000ms (2) 070 charge=2100 -gps
        +10h00m00s000ms (2) 050 charge=1500

      """
    let checkin = """
      9,0,i,vers,36,214,T,T
      9,h,0:RESET:TIME:1714896000000
      9,h,0,Bl=100,Bs=d,Bp=n,Bv=4000,Bcc=3000
      9,h,7200000,Bl=90,Bcc=2700,+g
      9,h,10800000,Bl=70,Bcc=2100,-g
      9,h,18000000,Bl=50,Bcc=1500
      9,0,i,vers,36,214,T,T
      9,h,0,Bl=3,+g

      """
    return "== dumpstate: x\n" + (isCheckinFirst ? checkin + "\n" + text : text + "\nStatistics\n" + checkin)
  }

  @Test(
    arguments: [
      ("2024-05-05-10-00-00", "UTC+02:00", false), ("2024-05-05-13-30-00", "UTC+05:30", true),
      ("2024-05-05-04-30-00", "UTC-03:30", false),
      ("2024-05-05-08-00-00", "UTC+00:00", true),
    ])
  func aBugReportsTwoHistoriesAreOne(local: String, zone: String, isCheckinFirst: Bool) throws {
    let recording = try Self.read(Self.report(local: local, isCheckinFirst: isCheckinFirst))
    #expect(recording.readings.map(\.percent) == [100, 90, 70, 50])
    #expect(recording.readings[0].time == 1_714_896_000)
    #expect(recording.span.map { $0.upperBound - $0.lowerBound } == 36_000)
    #expect(recording.seconds(of: "gps") == 10_800)
    #expect(recording.poweredSeconds == 36_000)
    #expect(
      recording.notes == ["the history is there as text and as checkin; one was read: the phone's clock is \(zone)"])
  }

  /// The clock is set 20 s after the start: what was closed before is moved, too. Seconds, milliseconds and years from making a phone.
  @Test(arguments: ["1766278461", "0", "1766278461000", "1199145600000"])
  func aClockSetAfterTheStartMovesWhatCameBefore(first: String) throws {
    let recording = try Self.read(
      """
      9,0,i,vers,36,214,T,T
      9,h,0:RESET:TIME:\(first)
      9,h,0,Bl=90,Bs=d,Bp=n,Bv=4250,Bcc=3600,+g,+S
      9,h,5000,-S
      9,h,15000:TIME:1714896000000
      9,h,7200000,Bl=84,Bcc=3360

      """)
    // A first time of 2025 is no unset clock; its step back of years is.
    #expect(recording.span == 1_714_895_980...1_714_903_200)
    #expect(
      recording.states.first { $0.state == "screen" }
        == .init(state: "screen", start: 1_714_895_980, end: 1_714_895_985))
    #expect(recording.seconds(of: "gps") == 7_220)
  }

  @Test func theLongFormsClockIsSetLater() throws {
    let recording = try Self.read(
      """
      Battery History (1% used):
                0 (9) RESET:TIME: 1970-01-21-10-37-58
                0 (2) 100 volt=4000 charge=3000 +screen
        +5s000ms (2) 100 -screen
        +20s000ms (9) TIME: 2024-05-05-10-00-00
        +1h00m20s000ms (2) 095 charge=2900

      """)
    #expect(recording.span == 1_714_903_180...1_714_906_800)
    #expect(recording.notes.contains { $0.contains("time zone the history does not tell") })
  }

  /// Eight hours off are no time of the history; the phone's clock tells them.
  @Test func theTimeThatAPhoneWasOffCounts() throws {
    let recording = try Self.read(
      """
      9,0,i,vers,36,214,T,T
      9,h,0:RESET:TIME:1714896000000
      9,h,0,Bl=90,Bp=n,Bv=4000
      9,h,60000:START
      9,h,0:TIME:1714924860000
      9,h,1000,Bl=89

      """)
    #expect(recording.readings.map { $0.time - 1_714_896_000 } == [0, 28_861])
  }

  // MARK: Tables

  private static func table(_ heading: String, _ rows: [String]) -> String {
    ([heading] + rows.enumerated().map { "\(1_577_872_800 + 600 * $0)" + $1 }).joined(separator: "\n") + "\n"
  }

  @Test(
    arguments: [
      ("N", false), ("nein", false), ("unplugged", false), ("not charging", false), ("Discharging", false),
      ("0.0", false), ("off", false),
      ("Y", true), ("ja", true), ("plugged", true), ("charging", true), ("2", true), ("USB", true), ("да", true),
      ("否", false),
    ])
  func wordsOfCharging(word: String, isCharging: Bool) throws {
    let recording = try Self.read(Self.table("unix_s,power_mW,is_charging", Array(repeating: ",700,\(word)", count: 3)))
    #expect(recording.charging.isEmpty != isCharging && recording.power.isEmpty == isCharging)
  }

  /// `BatteryManager` counts 1 unknown, 2 charging, 3 discharging, 4 not charging, 5 full.
  @Test(
    arguments: [
      ("2", true), ("5", true), ("Full", true), ("3", false), ("4", false), ("DISCHARGING", false), ("1", false),
      ("ok", false),
    ])
  func statusOfBatteryManager(word: String, isCharging: Bool) throws {
    for heading in ["status", "battery_status"] {
      let recording = try Self.read(
        Self.table("unix_s,power_mW,\(heading)", Array(repeating: ",700,\(word)", count: 3)))
      #expect(recording.charging.isEmpty != isCharging && recording.power.isEmpty == isCharging)
    }
  }

  @Test(arguments: ["Zeit;Akku", "czas;battery level", "heure;batterie", "时间;电量"])
  func levelsUnderWordsOfOtherLanguages(heading: String) throws {
    let recording = try Self.read(Self.table(heading, [";0,97", ";0,95", ";0,92"]))
    #expect(recording.readings.map(\.percent) == [97, 95, 92])
  }

  /// Points divide thousands where a number has two of them; what would be more than a phone draws has decimals.
  @Test(
    arguments: [
      ("current_mA;voltage_V", [";950.5;4", ";950.5;4"], 3.802), ("power_mW", [";250.125", ";250.125"], 0.250125),
      ("power_mW", [";1.234", ";0.766"], 0.001234),
      ("current_uA;voltage_V", [";950.123;4", ";1.050.500;4"], 3.800492),
    ])
  func pointsBeforeThreeDigits(heading: String, rows: [String], watts: Double) throws {
    let recording = try Self.read(Self.table("unix_s;\(heading)", rows))
    #expect(abs((recording.power.first?.watts ?? 0) - watts) < 1e-9)
  }

  @Test(
    arguments: [
      ("unix_s,power_mW,is_charging", [",700,null", ",700,n/a"], 0.7, "no row says whether the phone charged"),
      ("unix_s,power_mW", [",\"1,070\"", ",\"1,070\""], 1.07, "commas divide thousands: '1,070' is 1070"),
      ("unix_s,current_now,voltage_now", [",250,3900000", ",250,3900000"], 0.975, "'current_now' is in mA"),
      ("unix_s,current_now,voltage_now", [",250000,3900000", ",250000,3900000"], 0.975, nil),
      ("unix_s,current_mA,voltage_V,level", [",250,3.9,0.90", ",250,3.9,0.89"], 0.975, "levels are shares of 1"),
    ] as [(String, [String], Double, String?)])
  func whatAPowerTableAssumes(heading: String, rows: [String], watts: Double, note: String?) throws {
    let recording = try Self.read(Self.table(heading, rows))
    #expect(abs((recording.meanPower ?? 0) - watts) < 1e-9)
    if let note {
      #expect(recording.notes.contains { $0.hasPrefix(note) }, "\(recording.notes)")
    } else {
      #expect(recording.notes == [])
    }
    if heading.hasSuffix("level") { #expect(recording.readings.map(\.percent) == [90, 89]) }
  }

  @Test(
    arguments: [
      ("unix_s,power_W\n1577872800,900\n1577872860,900\n", "900 under 'power_W' is more than a phone draws"),
      ("unix_s;power_mW\n1577872800;1,000\n1577872860;2,000\n", "'1,000' may be 1 or 1000"),
      ("unix_s;power_mW\n1577872800;1.234\n1577872860;987\n", "under 'power_mW' may be 1.234 or 1234"),
      ("unix_s,power_mW,is_charging\n1577872800,7,perhaps\n1577872860,7,perhaps\n", "'perhaps' says neither"),
      (
        "timestamp,power_mW\n611692800,7\n611692860,7\n",
        "may be from 1970 (Unix) or 2001 (Apple): 1989-05-20 or 2020-05-20"
      ),
    ])
  func whatIsAmbiguousNamesBothReadings(text: String, message: String) {
    let failure = RecordingImportTests.failure(Array(text.utf8))
    #expect(failure.contains(message), "\(failure)")
  }

  @Test(arguments: [("apple_epoch_s", 978_307_200.0), ("gps_epoch_s", 315_964_782.0), ("unix_s", 0)])
  func headingsNameTheEpoch(heading: String, offset: Double) throws {
    let recording = try Self.read("\(heading),power_mW\n811692800,700\n811692860,700\n")
    #expect(recording.power.map(\.start) == [811_692_800 + offset])
  }

  /// A table of power, or of Monsoon's currents, without anything that a phone knows of itself.
  @Test(
    arguments: [
      ("unix_s,power_mW", ",700", ImportedRecording.Meter.monitor),
      ("unix_s,Main Avg Current (mA),Main Avg Voltage (V)", ",250,4", .monitor),
      ("unix_s,power_mW,level", ",700,97", .gauge), ("unix_s,power_mW,is_charging", ",700,0", .gauge),
      ("unix_s,current_now,voltage_now,power_mW", ",250000,3900000,975", .gauge),
      ("unix_s,current_mA,voltage_V", ",250,4", .gauge), ("unix_s,current_now,voltage_now", ",250000,3900000", .gauge),
      ("unix_s,power_mW,meter", ",700,gauge", .gauge), ("unix_s,power_mW,meter", ",700,", .gauge),
      ("unix_s,power_mW,meter", ",700,monitor", .monitor),
      ("unix_s,power_mW,level,meter", ",700,97,monitor", .monitor),
    ])
  func whoseMeterItIs(heading: String, row: String, meter: ImportedRecording.Meter) throws {
    #expect(try Self.read(Self.table(heading, [row, row])).power.meter == meter)
  }

  @Test func aTableWithARowOfTheGaugeIsTheGauges() throws {
    let rows = { (word: String) in Self.table("unix_s,power_W,meter", [",0.7,monitor", ",0.7,\(word)", ",0.7,gauge"]) }
    let power = try Self.read(rows("gauge")).power
    #expect(power.map(\.meter) == [.monitor, .gauge] && power.meter == .gauge)
    #expect(RecordingImportTests.failure(Array(rows("Monsoon").utf8)).contains("3:1: error: the meter 'Monsoon'"))
  }

  // MARK: Powerlog, satellites, telemetry

  /// 0.7 mAh in 3 and 4 minutes are 6 mA.
  @Test func minutesBySignalGiveTheReceiversCurrent() throws {
    let recording = try Self.read(
      """
      GNSS_KPI_START
        Number of TTFF reports: 3
      GNSS_KPI_END
      Power Metrics
        Time on battery (min): 87.5
        Amount of time (while on battery) Top 4 Avg CN0 > 20.0 dB-Hz (min): 3.0
        Amount of time (while on battery) Top 4 Avg CN0 <= 20.0 dB-Hz (min): 4.0
        Energy consumed while on battery (mAh): 0.7

      """)
    #expect(recording.facts.suffix(4).map(\.value) == [3, 4, 0.7, 6])
    #expect(recording.facts.last?.unit == "mA" && recording.facts.last?.key == "gnss.tracking_strong")
  }

  private static func reading(_ time: Int, sum: Int, count: Int) -> String {
    "{\"UpdateTime\": \(time), \"ExternalConnected\": true, \"CurrentCapacity\": 80, \"Voltage\": 4100, \"InstantAmperage\": 900, "
      + "\"PowerTelemetryData\": {\"SystemLoad\": 5, \"AccumulatedSystemLoad\": \(sum), \"SystemLoadAccumulatorCount\": \(count)}}"
  }

  /// 700 mW of a phone on a cable, by its counter; the charge current says nothing. A reading of the same time counts once.
  @Test func telemetryOverACable() throws {
    var lines: [String] = []
    for step in 0...40 {
      let line = Self.reading(1_714_896_000 + 20 * step, sum: 7_000 * step, count: 10 * step)
      lines.append(line)
      if step == 3 { lines.append(line) }
    }
    for text in [lines.joined(separator: "\n"), "[\(lines.joined(separator: ",\n"))]"] {
      let recording = try Self.read(text)
      #expect(recording.format == "iPhone battery telemetry" && recording.system == .ios)
      #expect(recording.power.count == 40 && recording.power.allSatisfy { abs($0.watts - 0.7) < 1e-12 })
      #expect(recording.readings.isEmpty)
      #expect(recording.facts.map(\.value) == [700, 0])
      #expect(recording.notes.contains("the mean power is known to 0 %: enough, the recording may stop"))
    }
  }

  @Test func unsteadyTelemetryAsksForMore() throws {
    var sum = 0
    let lines = (0...40).map { step in
      sum += step % 8 < 4 ? 3_000 : 9_000
      return Self.reading(1_714_896_000 + 20 * step, sum: sum, count: 10 * step)
    }
    let recording = try Self.read(lines.joined(separator: "\n"))
    #expect(recording.notes.contains { $0.hasSuffix("min more bring 5 %") }, "\(recording.notes)")
  }

  // MARK: Clients

  /// Times count 1,714,896,000 s behind; the battery is read until 7200 s.
  private static let powerlog: [UInt8] = {
    let text =
      "7VU/b9NAFL93ztmWSkSrIgWkRjqJpZUCAx26dMAJLqpqaElcFFjSw7m4FrEd2deibKQTH4KB79DP0I/AzsDAgFgYGBja8z/+pANekCrwT3fv7n"
      + "fv/aR3vnvn3hPLE5yOwshngq4jjADQfUoRQprsKvqJWt4LAPozNHTXAZIEw/eEq9lQ4Wqghuvp2XxDslX4f6CBotdGG5uvk/NX4D2Cr/BRDhX+"
      + "BdQVFQPG+grdu755rtZxRnH/WUIXQNUT+jz1yXCMDhHsSHPwV7LREzM7wFpjfx9Obgv2Ysz3rDYTgkdTw+WBGJjH0raZ8/IVi4aD3FUmRul0Tc"
      + "M2qW20LZOWUawKz+exYP6ESqnVohY/5uN8/jQcC+Zyuv3YNh+a3RbdDmRoIAx/wqPfHXHnkEWuF7jF2trsHmiNwQBm6/kWeyJMRLuJVk6zfLbC"
      + "KE3HlmnsjkYxF6UD8dxmS8ou7TiexoL7KVlLzp/AOwRf4AOcwamcVrhCWCIE46a+/Fn5ZIUOE14YLNYIhiZafjMsVm4pBKM7GPe73JX0URh48j"
      + "7Iu0luXMNERw28xQOH33y7CESHJj4vhJqe/f9XkGwV5jBjSlrQJ0t5QRef7ZfnpSi3ztiTrCeYOIpLB5K5gi4pu/yE5boHPPYiPjQc5yhizjT3"
      + "2tMJp7bZt1v0h9AMhln9XwA="
    let packed = Data(base64Encoded: text).map { [UInt8]($0) } ?? []
    return Unpacking.bytes(packed[...], .deflate, limit: 20_000) ?? []
  }()

  /// Fences are no location; what is open lasts to the log's end: 2,200 s of 100 m, 2,100 s of 1 km.
  @Test func aPowerlogsClientsByTypeAndOpenOnes() throws {
    let recording = try RecordingImport.read(bytes: Self.powerlog, file: "f")
    let states = Dictionary(uniqueKeysWithValues: recording.stateNames.map { ($0, recording.seconds(of: $0)) })
    #expect(
      states == [
        "location_best": 1_800, "fence": 6_300, "region_monitoring": 700, "location_hundred_meters": 2_200,
        "location_kilometer": 2_100,
      ])
    #expect(recording.notes.contains("2 uses of location without an end: taken to the log's end"))
  }

  // MARK: Levels

  @Test(
    arguments: [
      ([100, 95, 95, 90, 85], 5), ([100, 95, 90], 5), ([100, 95], 1), ([100, 99, 97, 95], 1), ([100, 90, 80, 70], 10),
      ([100, 95, 90, 85, 80, 75, 70, 65, 63, 60], 5), ([97, 92, 87], 1), ([], 1),
      ([Double](repeating: 100, count: 90) + [99, 98, 97, 96, 95, 90], 1),
    ] as [([Double], Double)])
  func stepsOfTheGauge(levels: [Double], step: Double) { #expect(BatteryLevels.step(of: levels) == step) }

  @Test func sharesAndStepsOfAHandMadeTable() throws {
    let levels = try BatteryLevels(bytes: Array("unix_s,level\n0,1.0\n60,0.95\n120,0.90\n".utf8), file: "f")
    #expect(levels.groups[""]?.map(\.percent) == [100, 95, 90])
    #expect(levels.notes == [BatteryLevels.shareNote, "levels in steps of 5 %: each is known to within 2.5 points"])
    let named = try BatteryLevels(bytes: Array("unix_s,level_pct\n0,0.9\n60,0.8\n".utf8), file: "f")
    #expect(named.groups[""]?.map(\.percent) == [0.9, 0.8] && named.notes == [])
  }
}
