import FileFormats
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Fits

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

  private func data(_ text: String) throws -> DriveData {
    var read: DriveData?
    try withTemporaryFolder { folder in
      let file = "\(folder)/monday.csv"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      read = try DriveData([file], reader: DriveLogReader(mapping: .automatic, policy: RowPolicy(badShareLimit: 0.05)))
    }
    return try #require(read)
  }

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
