import DeviceModel
import Documents
import Estimation
import FileFormats
import Foundation
import RealModule
import Reports
import TestSupport
import Testing

@testable import Measured

/// Which seconds of a drive test the network's speed, on logs made by hand.
@Suite struct DriveThroughputTests {
  /// - Parameter rows: bit rates down and up in Mbit/s; the received power goes from -80 to -109 dBm and back.
  private static func throughput(_ rows: [(down: Double, up: Double?)], access: String = "LTE") throws
    -> DriveThroughput
  {
    var text = "time_s,lat,lon,rsrp_dBm,downlink_Mbps,uplink_Mbps,access\n"
    for (second, row) in rows.enumerated() {
      let latitude = 47.1 + 0.000117 * Double(second)
      text += "\(1_600_000_000 + second),\(latitude),8.3,\(-80 - second * 7 % 30),\(row.down),"
      text += "\(row.up.map { "\($0)" } ?? ""),\(access)\n"
    }
    return DriveThroughput(try DriveLogs.data(text))
  }

  /// Rates with a little of their own, so that no two are alike.
  private static func rows(_ count: Int, _ down: Double, up: Double? = nil) -> [(down: Double, up: Double?)] {
    (0..<count).map { place in
      let factor = 1 + 0.013 * Double(place * 11 % 23)
      return (down * factor, up.map { $0 * factor })
    }
  }

  /// Of 100 seconds the slowest of the fastest tenth decides: 11 of 4 Mbit/s are a test, 9 are the traffic of apps.
  @Test func theFastestTenthShowsWhetherATestRan() throws {
    let test = try Self.throughput(Self.rows(89, 0.05) + Self.rows(11, 4))
    #expect(test.fitted.map(\.samples.count) == [100], "\(test.outcome.notInformed.map(\.why))")
    let apps = try Self.throughput(Self.rows(91, 0.05) + Self.rows(9, 4))
    #expect(apps.fitted.isEmpty)
    #expect(
      apps.outcome.notInformed.contains { $0.why.hasPrefix("no transfer ran: nine tenths of the seconds are below") })
  }

  /// The line is at 300 kbit/s.
  @Test func lessThanThreeHundredKilobitsIsNoTest() throws {
    #expect(try Self.throughput(Self.rows(97, 0.24)).fitted.count == 1)
    #expect(try Self.throughput(Self.rows(97, 0.22)).fitted.isEmpty)
  }

  /// Under a hundredth of the fastest tenth a second is a pause.
  @Test func pausesAreLeftOut() throws {
    let test = try Self.throughput(Self.rows(83, 20) + Self.rows(7, 0.15) + Self.rows(5, 0.31))
    #expect(test.fitted.first?.samples.count == 88)
    #expect(
      test.outcome.sections.first?.figures.contains { $0.name == "Left out" && $0.text.hasPrefix("7 seconds") } == true)
  }

  /// Traffic under 15 % of the other direction's is answers to it.
  @Test func answersAreNoTransfer() throws {
    func rows(_ share: Double) -> [(down: Double, up: Double?)] {
      Self.rows(97, 10).map { ($0.down, $0.down * share) }
    }
    let answers = try Self.throughput(rows(0.14))
    #expect(answers.fitted.map(\.direction) == [.downlink])
    #expect(
      answers.outcome.notInformed.contains { $0.why.hasPrefix("its traffic is answers") },
      "\(answers.outcome.notInformed.map(\.why))")
    #expect(try Self.throughput(rows(0.16)).fitted.map(\.direction) == [.downlink, .uplink])
  }

  /// A log that names no access is of LTE; one that names another has its own.
  @Test func aLogWithoutAnAccessIsOfLTE() throws {
    #expect(try Self.throughput(Self.rows(97, 7), access: "").fitted.map(\.access) == [.lte])
    #expect(try Self.throughput(Self.rows(97, 7), access: "UMTS").fitted.map(\.access) == [.umts])
    #expect(try Self.throughput(Self.rows(97, 7), access: "no service").fitted.isEmpty)
  }

  /// What nine tenths of the seconds are below is that of all seconds: 9 of 100 are at 1 Mbit/s, 31 at 0.2 Mbit/s, 60 slower.
  @Test func theLineIsOfAllSeconds() throws {
    func why(_ rows: [(down: Double, up: Double?)]) throws -> String {
      try #require(Self.throughput(rows).outcome.notInformed.first { $0.what.hasPrefix("downlink throughput") }).why
    }
    func rows(_ count: Int, _ rate: Double) -> [(down: Double, up: Double?)] {
      (0..<count).map { _ in (rate, nil) }
    }
    let (most, few) = (
      try why(rows(60, 0.01) + rows(31, 0.2) + rows(9, 1)), try why(rows(80, 0.013) + rows(15, 0.127) + rows(5, 0.2))
    )
    #expect(most.hasSuffix("below 200 kbit/s") && few.hasSuffix("below 127 kbit/s"), "\(few)")
  }

  /// Own transfers in a twentieth of the seconds, or in 60 of them, are tried; fewer are none.
  @Test func aTwentiethOrAMinuteOfOwnTransfersIsTried() throws {
    // So many seconds of a transfer up, and answers in all others.
    func isTried(_ own: Int, of all: Int) throws -> Bool {
      let rows: [(down: Double, up: Double?)] = Self.rows(all, 10).enumerated().map { place, row in
        (row.down, place < own ? row.down : 0.02 * row.down)
      }
      let found = try Self.throughput(rows)
      return !found.outcome.notInformed.contains {
        $0.what.hasPrefix("uplink") && $0.why.hasPrefix("its traffic is answers")
      }
    }
    #expect(try isTried(7, of: 140))
    #expect(try !isTried(7, of: 141))
    #expect(try isTried(60, of: 1300))
    #expect(try !isTried(59, of: 1300))
  }

  /// A rate's error is that of its fit and that between drives, as squares of lg(rate).
  @Test func aRateOfANetworkIsAsCertainAsDrivesAgree() throws {
    let found = try Self.throughput(Self.rows(97, 7))
    var network = DriveNetwork(name: "n", base: try Catalog().network("lte"), source: "s")
    network.take(found)
    let entry = try #require(found.fitted.first)
    let reference = DriveNetwork.reference(
      entry.samples.map(\.level), ends: [entry.fit.levels.lowerBound],
      knees: entry.fit.levelSummary["knee"].map { [$0] } ?? [])
    let within = LevelRate(entry.fit.levelModel, entry.fit.levelSummary, at: reference).variance
    let between = DriveDifferences(entry.samples, around: entry.fit).another
    #expect(between > 0.2 && between < 0.5)
    let deviation = (within + between * between).squareRoot() * Double.log(10)
    let value = try #require(network.profile.values["downlink_rate"])
    let mean = entry.fit.median(at: reference) * Double.exp(deviation * deviation / 2)
    #expect(abs(value.mean / mean - 1) < 1e-3)
    #expect(abs(value.deviation / mean / (Double.exp(deviation * deviation) - 1).squareRoot() - 1) < 2e-3)
  }

  @Test func ratesAreInWordsOfPeople() {
    #expect(DriveThroughput.text(1_234_567) == "1.23 Mbit/s" && DriveThroughput.text(999_400) == "999 kbit/s")
  }
}

/// Logs of drives from the text of a table.
enum DriveLogs {
  static func data(_ text: String) throws -> DriveData {
    var read: DriveData?
    try withTemporaryFolder { folder in
      let file = "\(folder)/monday.csv"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      read = try DriveData([file], reader: DriveLogReader(mapping: .automatic, policy: RowPolicy(badShareLimit: 0.05)))
    }
    return try #require(read)
  }
}
