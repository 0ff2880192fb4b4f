@testable import FileFormats
import Testing

@Suite struct PowerAndBatteryReaderTests {
  static func power(_ text: String, voltage: Double? = nil) throws -> PowerRecording {
    try PowerRecordingReader(policy: .strict, voltage: voltage).read(bytes: Array(text.utf8), file: "p.csv")
  }

  /// The headings of real exports; 0.31 A at 3.9 V is 1.209 W.
  @Test(
    arguments: [
      ("Time (s),Main Avg Current (mA),Main Avg Voltage (V)\n0.5,310,3.9\n", nil),
      ("Timestamp(ms),Current(uA)\n500,310000\n", 3.9),
      ("Timestamp(ms),Current(uA),D0-D7\n500,310000,00000000\n", 3.9),
      ("#time,current,voltage\n0.5,0.31,3.9\n", nil),
      ("#time,current,voltage,power,charge,energy\n0.5,0.31,3.9,1.209,0,0\n", nil),
      ("time (s),current (A),voltage (V)\n0.5,0.31,3.9\n", nil),
      ("time_s,power_mW\n0.5,1209\n", nil),
    ] as [(String, Double?)])
  func knowsTheExportsOfPowerMonitors(text: String, voltage: Double?) throws {
    let recording = try Self.power(text, voltage: voltage)
    #expect(recording.times == [0.5])
    #expect(abs(recording.watts[0] - 1.209) < 1e-12)
  }

  @Test(arguments: [
    ("Timestamp(ms),Current(uA)\n500,310000\n", "a current but no voltage; say the supply's voltage with --voltage"),
    ("time_s,voltage_V\n1,3.9\n", "neither a power nor a current"),
    ("time_s,current\n1,3.9\n", "does not say its unit"),
    ("time_s,power_W\n2,1\n1,1\n", "p.csv:3:1: error: the time goes back"),
  ])
  func refusesTracesThatDoNotSayEnough(text: String, message: String) {
    do {
      _ = try Self.power(text)
      Issue.record("accepted")
    } catch { #expect("\(error)".contains(message), "\(error)") }
  }

  @Test func averagesSamplesOfOneTimeStamp() throws {
    let recording = try Self.power("time_s,power_W,state\n1,1.21,idle\n1,0.26,idle\n1,0.33,idle\n2,5,busy\n")
    #expect(recording.times == [1, 2])
    #expect(abs(recording.watts[0] - 0.6) < 1e-12)
    #expect(recording.states == ["idle", "busy"])
  }

  /// As `geojoule import` writes them: a mean over 100 s to 200 s stands at 150 s. Without an end it stands at its time.
  @Test func aMeanOverASpanStandsAtItsMiddle() throws {
    let recording = try Self.power("time_s,power_W,end_s\n100,0.73,200\n301,0.91,700\n800,0.13,\n")
    #expect(recording.times == [150, 500.5, 800] && recording.watts == [0.73, 0.91, 0.13])
  }

  @Test func groupsBatteryLevelsByPhone() throws {
    let levels = try BatteryLevels(
      bytes: Array(
        "timeline,phone,unix_s,level_percent\nday,ios-1,20,99\nday,ios-1,10,100\nday,ios-2,10,98\n".utf8),
      file: "b.csv")
    #expect(levels.groups["day.ios-1"]?.map(\.percent) == [100, 99])
    #expect(levels.groups["day.ios-2"]?.map(\.time) == [10])
  }
}
