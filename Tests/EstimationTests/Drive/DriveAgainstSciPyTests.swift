import Foundation
import RealModule
import TestSupport
import Testing

@testable import Estimation

private enum DriveTests {
  static let folder = RepositoryPath.data("drive_tests")
  static let isThere = FileManager.default.fileExists(atPath: folder)
}

/// Measured drives against values of Reference/drive_reference.py.
@Suite(.enabled(if: DriveTests.isThere, "needs drive_tests of GEOJOULE_DATA"))
struct DriveAgainstSciPyTests {
  /// A second of a log: rows of one time stamp merged as the script does.
  struct Second {
    var time = 0.0
    var place = SIMD3<Double>.zero
    var level = 0.0
    var rate = 0.0
    var mode = ""
    var cell = ""
    var isIdle = true
  }

  private static func earth(_ latitude: Double, _ longitude: Double) -> SIMD3<Double> {
    let (a, f) = (6_378_137.0, 1 / 298.257223563)
    let e2 = f * (2 - f)
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    let n = a / (1 - e2 * Double.sin(phi) * Double.sin(phi)).squareRoot()
    return SIMD3(
      n * Double.cos(phi) * Double.cos(lambda), n * Double.cos(phi) * Double.sin(lambda), n * (1 - e2) * Double.sin(phi)
    )
  }

  private static func time(_ stamp: String) -> Double {
    let parts = stamp.split { $0 == "." || $0 == "_" }.compactMap { Double($0) }
    guard parts.count == 6 else { return 0 }
    // Inside a month only differences matter.
    return ((parts[2] * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]
  }

  static func seconds(_ name: String) throws -> [Second] {
    let text = try String(contentsOfFile: "\(DriveTests.folder)/\(name)", encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    func column(_ name: String) -> Int { rows[0].firstIndex(of: name) ?? 0 }
    let (level, rate, mode, cell, state) = (
      column("RSRP"), column("DL_bitrate"), column("NetworkMode"), column("RAWCELLID"), column("State")
    )
    var groups: [[[String]]] = []
    for row in rows.dropFirst() {
      if groups.last?[0][0] == row[0] { groups[groups.count - 1].append(row) } else { groups.append([row]) }
    }
    return groups.map { group in
      func mean(_ index: Int) -> Double {
        let values = group.compactMap { Double($0[index]) }
        return values.reduce(0, +) / Double(max(1, values.count))
      }
      let last = group[group.count - 1]
      return Second(
        time: time(last[0]), place: earth(Double(last[2]) ?? 0, Double(last[1]) ?? 0), level: mean(level),
        rate: mean(rate) * 1e3, mode: last[mode], cell: last[cell],
        isIdle: group.allSatisfy { $0[state] == "I" || !["I", "D", "VD"].contains($0[state]) })
    }
  }

  @Test(
    arguments: [
      ("driving_2019.12.16_12.27.05.csv", 21, 8.8397, 1.47056, 3.63143),
      ("driving_2019.12.17_07.32.39.csv", 94, 13.3764, 5.67879, 8.59966),
      ("driving_2020.02.13_13.03.24.csv", 13, 11.0861, 0.62438, 2.00525),
      ("driving_2020.02.14_07.29.00.csv", 77, 11.9404, 5.08922, 8.05978),
    ])
  func `cell changes and their intervals are those of SciPy`(
    name: String, count: Int, kilometres: Double, low: Double, high: Double
  ) throws {
    var (total, anchor) = (0.0, SIMD3<Double>?.none)
    var cells: [String] = []
    let points = try Self.seconds(name).map { second -> DrivePoint in
      let from = anchor ?? second.place
      if anchor == nil { anchor = second.place }
      let gap = ((second.place - from) * (second.place - from)).sum().squareRoot()
      if gap >= 10 { (total, anchor) = (total + gap, second.place) }
      if !cells.contains(second.cell) { cells.append(second.cell) }
      return DrivePoint(time: second.time, distance: total, cell: cells.firstIndex(of: second.cell))
    }
    let fit = try HandoverFit([(name, points)])
    #expect(fit.rate.count == count)
    #expect(agree(fit.rate.exposure, kilometres, within: 1e-4))
    #expect(agree(fit.rate.interval95.lowerBound, low, within: 2e-4))
    #expect(agree(fit.rate.interval95.upperBound, high, within: 2e-4))
  }

  @Test func `throughput against received power is that of SciPy`() throws {
    let limit = 1_155_340.0
    let samples = try Self.seconds("driving_2019.12.17_07.32.39.csv").filter {
      $0.mode == "5G" && !$0.isIdle && $0.rate >= limit
    }.enumerated().filter { $0.offset % 5 == 0 }.map {
      SignalSample(time: $0.element.time, drive: 0, level: $0.element.level, value: $0.element.rate)
    }
    #expect(samples.count == 252)
    let fit = try ThroughputFit(samples)
    let level = try #require(fit.ranking.first { $0.model == .level })
    // Least absolute deviations: no step in either coefficient makes their sum smaller.
    func sum(_ a: Double, _ b: Double) -> Double {
      samples.reduce(0) { $0 + abs(Double.log10($1.value) - a - b * ($1.level + 100) / 10) }
    }
    let (a, b) = (level.parameters[0], level.parameters[1])
    for step in [-0.003, 0.003] {
      #expect(sum(a + step, b) > sum(a, b) - 1e-4)
      #expect(sum(a, b + step) > sum(a, b) - 1e-4)
    }
    #expect(sum(a, b) < sum(6.991298, 0.134191) - 0.1)
    // SciPy's maximum likelihood with correlated noise: 7.1190 ± 0.1129 and 0.0719 ± 0.0461. Here the noise's shape is
    // averaged over, so that errors are a little larger.
    let steps = samples.indices.map { $0 == 0 ? .infinity : samples[$0].time - samples[$0 - 1].time }
    let columns = ThroughputModel.level.columns(samples.map(\.level), samples.map { _ in 0 })
    let regression = try CorrelatedRegression(
      response: samples.map { Double.log10($0.value) }, steps: steps, design: { _ in (columns, []) })
    for (k, expected) in [(7.1190, 0.1129), (0.0719, 0.0461)].enumerated() {
      let found = try #require(regression.estimate(k))
      #expect(abs(found.value - expected.0) < 0.3 * expected.1, "\(found)")
      #expect((0.9...1.5).contains(found.standardError / expected.1), "\(found)")
    }
    // SciPy finds a time constant of 37.9 s.
    #expect((20...90).contains(try #require(regression.time).estimate.value))
  }
}
