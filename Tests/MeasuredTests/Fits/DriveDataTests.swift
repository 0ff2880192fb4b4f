import Estimation
import Foundation
import Documents
import Core
import TestSupport
import Testing
import World

@testable import FileFormats
@testable import Measured

/// How logs become drives.
@Suite struct DriveDataTests {
  /// Rows a second apart that begin at each start: a northward way at 13 m/s on LTE.
  private func log(_ parts: [(start: Int, count: Int)]) -> String {
    var text = "time_s,lat,lon,rsrp_dBm,downlink_Mbps,access\n"
    for part in parts {
      for second in part.start..<(part.start + part.count) {
        let latitude = 47.1 + 0.000117 * Double(second)
        text += "\(1_600_000_000 + second),\(latitude),8.3,\(-97 - second % 7),\(11 + second % 5),LTE\n"
      }
    }
    return text
  }

  private func data(_ text: String) throws -> DriveData { try DriveLogs.data(text) }

  @Test func aPauseOfHalfAnHourDividesALog() throws {
    let drives = try data(log([(0, 31), (1_830, 43)])).drives
    #expect(drives.map(\.name) == ["monday (1)", "monday (2)"])
    #expect(drives.map(\.samples.count) == [31, 43])
  }

  @Test func aSecondLessIsOneDrive() throws {
    let drives = try data(log([(0, 31), (1_829, 43)])).drives
    #expect(drives.map(\.name) == ["monday"])
  }

  @Test func fewRowsBesideALongerDriveAreLeftOut() throws {
    let read = try data(log([(0, 43), (1_900, 9)]))
    #expect(read.drives.map(\.samples.count) == [43])
    #expect(read.warnings.contains { $0.hasPrefix("9 rows of") }, "\(read.warnings)")
  }

  @Test func tenRowsAreADrive() throws {
    let read = try data(log([(0, 43), (1_900, 10)]))
    #expect(read.drives.map(\.samples.count) == [43, 10])
  }

  // MARK: Logs of one drive

  private func log(_ name: String, from start: Int, count: Int, knowsZone: Bool, east: Double = 0) -> DriveLog {
    let samples = (0..<count).map { second -> DriveSample in
      var sample = DriveSample(time: Double(start + second), line: second + 2)
      sample.position = GeodeticPosition(latitude: 47.1 + 0.000117 * Double(second), longitude: 8.3 + east)
      return sample
    }
    return DriveLog(file: name, digest: name, format: "table", samples: samples, knowsZone: knowsZone)
  }

  /// Local times are off by quarters of an hour, here by two hours and a quarter; places decide which.
  @Test func aLocalClockIsMovedByQuartersOfAnHour() {
    let radio = log("radio", from: 1_600_000_000, count: 300, knowsZone: true)
    let local = log("local", from: 1_600_008_100, count: 300, knowsZone: false)
    #expect(DriveData.shift(from: local, to: radio) == -8100)
    // Ten minutes are no zone.
    #expect(DriveData.shift(from: log("a", from: 1_600_000_600, count: 300, knowsZone: false), to: radio) == nil)
    // Both clocks are UTC: another drive.
    #expect(DriveData.shift(from: log("a", from: 1_600_008_100, count: 300, knowsZone: true), to: radio) == nil)
  }

  /// A thousandth of a degree of longitude is 76 m here; 150 m are the limit.
  @Test func placesOfOneDriveLieTogether() {
    let radio = log("radio", from: 1_600_000_000, count: 300, knowsZone: true)
    let (near, far) = (
      log("near", from: 1_600_000_000, count: 300, knowsZone: true, east: 0.0019),
      log("far", from: 1_600_000_000, count: 300, knowsZone: true, east: 0.0021)
    )
    #expect(DriveData.shift(from: near, to: radio) == 0)
    #expect(DriveData.shift(from: far, to: radio) == nil)
  }

  /// Of ten seconds of both logs eight have the same cell, or lie within 30 m.
  @Test func mostSecondsOfOnePhoneAreTheSame() {
    func log(_ count: Int, _ change: (Int, inout DriveSample) -> Void) -> DriveLog {
      let samples = (0..<count).map { second -> DriveSample in
        var sample = DriveSample(time: 1_600_000_000 + Double(second), line: 2)
        change(second, &sample)
        return sample
      }
      return DriveLog(file: "d/\(count)", digest: "", format: "table", samples: samples, knowsZone: true)
    }
    let cells = log(40) { $1.cell = "a" }
    #expect(DriveData.isBeside(log(10) { $1.cell = $0 < 8 ? "a" : "b" }, cells))
    #expect(!DriveData.isBeside(log(10) { $1.cell = $0 < 7 ? "a" : "b" }, cells))
    func place(_ metres: Double) -> GeodeticPosition {
      GeodeticPosition(latitude: 47.1 + metres / 111_180, longitude: 8.3)
    }
    let places = log(40) { $1.position = place(0) }
    #expect(DriveData.isBeside(log(10) { $1.position = place(29) }, places))
    #expect(!DriveData.isBeside(log(10) { $1.position = place(31) }, places))
    // A log of half as many rows is none beside.
    #expect(!DriveData.isBeside(log(20) { $1.cell = "a" }, cells))
  }

  /// Without places a quarter of the seconds decides.
  @Test func aQuarterOfTheSecondsIsOneDrive() {
    func log(_ times: [Double]) -> DriveLog {
      DriveLog(
        file: "d", digest: "", format: "table", samples: times.map { DriveSample(time: $0, line: 2) }, knowsZone: true)
    }
    let radio = log((0..<100).map(Double.init))
    #expect(DriveData.shift(from: log([3, 7] + (0..<6).map { 900 + Double($0) }), to: radio) == 0)
    #expect(DriveData.shift(from: log([3] + (0..<7).map { 900 + Double($0) }), to: radio) == nil)
  }

  @Test func cellsAreNumberedInTheirOrder() throws {
    var text = "time_s,lat,lon,rsrp_dBm,cell\n"
    for second in 0..<30 { text += "\(1_600_000_000 + second),47.1,8.3,-91,\(second < 17 ? "A7" : "B3")\n" }
    let read = try data(text)
    #expect(read.cells == ["A7", "B3"])
    #expect(read.drives[0].points.map(\.cell) == (0..<30).map { $0 < 17 ? 0 : 1 })
  }

  /// A file of tests each 15 s beside a log, of the same phone; another phone beside it is a drive of its own.
  @Test(arguments: [("7-1", 1), ("9-9", 2)])
  func aFileOfTestsIsLaidOverItsLog(cell: String, drives: Int) throws {
    func rows(_ step: Int, cell: String, rate: String) -> String {
      stride(from: 0, to: 600, by: step).map { second in
        "\(1_600_000_000 + second),\(47.1 + 0.000117 * Double(second)),8.3,-97,4G,\(cell)\(rate.isEmpty ? "" : ",\(rate)")\n"
      }.joined()
    }
    var read: DriveData?
    try withTemporaryFolder { folder in
      let files = [
        ("a.csv", "time_s,lat,lon,rsrp_dBm,access,cellid\n" + rows(1, cell: "7-1", rate: "")),
        (
          "a_datatest.csv",
          "time_s,lat,lon,rsrp_dBm,access,cellid,TESTDOWNLINK (kbit/s)\n" + rows(15, cell: cell, rate: "20030")
        ),
      ]
      for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
      read = try DriveData(
        ["\(folder)/a_datatest.csv", "\(folder)/a.csv"],
        reader: DriveLogReader(mapping: .automatic, policy: RowPolicy(badShareLimit: 0.05)))
    }
    let data = try #require(read)
    #expect(data.drives.count == drives)
    let longest = try #require(data.drives.max { $0.samples.count < $1.samples.count })
    #expect(longest.samples.count == 600 && longest.samples.compactMap(\.downlink).count == (drives == 1 ? 40 : 0))
    #expect(abs(data.kilometres / Double(drives) - 7.8) < 0.1)
  }

  @Test func namesOfAFolderAreThoseThatFilesMayHave() {
    #expect(Catalogued.stem(of: "out/my drive 7") == "mydrive7")
    #expect(Catalogued.stem(of: "7th") == "fitted-7th")
    #expect(Catalogued.name(of: "logs/monday.am.csv") == "monday.am")
    #expect(Catalogued.name(of: ".hidden") == ".hidden")
  }

  @Test func valuesHaveFourDigits() {
    #expect(DriveValue.text(60.15e6, 46.6e6, median: 47.31e6, DataRate.units) == "60 ± 47 Mbit/s (median 47 Mbit/s)")
    #expect(DriveValue.text(293.7, 207.6, median: nil, Distance.units) == "294 ± 208 m")
    #expect(DriveValue.text(2.5, 0.12, median: nil, []) == "2.50 ± 0.12")
    #expect(DriveValue.rounded(0.000123456) == 0.0001235)
    #expect(DriveValue.rounded(-98_765_432) == -98_770_000)
    #expect(DriveValue.rounded(0) == 0)
  }
}
