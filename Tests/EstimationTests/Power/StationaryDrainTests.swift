import Estimation
import Foundation
import TestSupport
import Testing

/// Battery levels of phones lying still, measured by MobilityNet.
private enum StationaryData {
  static let folder = URL(fileURLWithPath: RepositoryPath.data("mobilitynet/stationary"))

  static var isThere: Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("battery.csv").path)
  }

  private static func rows(_ name: String) throws -> [[String]] {
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// One component per configuration of a system: the whole phone's power under it.
  static func runs(of system: String) throws -> (runs: [JointRun], configurations: [String]) {
    var levels: [String: [(time: Double, level: Int)]] = [:]
    for row in try rows("battery.csv") {
      guard let time = Double(row[2]), let level = Double(row[3]) else { continue }
      levels[row[0] + "." + row[1], default: []].append((time, Int(level)))
    }
    var names: [String] = []
    var parts: [(name: String, device: String, config: Int, levels: [(hour: Double, level: Int)])] = []
    for row in try rows("runs.csv") where row[2] == system {
      guard let start = Double(row[7]), let end = Double(row[8]) else { continue }
      // The same setting has one name in both series of runs but for its filter.
      let name = row[6] + (row[1].contains("_hf_") ? "" : " (filter 30)")
      if !names.contains(name) { names.append(name) }
      let own = (levels[row[1] + "." + row[3]] ?? []).filter { $0.time >= start && $0.time <= end }
        .sorted { $0.time < $1.time }
      guard own.count >= 3, let config = names.firstIndex(of: name) else { continue }
      parts.append((row[0], row[3], config, own.map { (($0.time - start) / 3_600, $0.level) }))
    }
    let runs = parts.map { part in
      JointRun(
        name: part.name, timeline: names[part.config], phone: part.device, levels: part.levels,
        exposurePerHour: names.indices.map { $0 == part.config ? 1 : 0 })
    }
    return (runs, names)
  }
}

@Suite(.enabled(if: StationaryData.isThere, "needs mobilitynet/stationary of GEOJOULE_DATA"))
struct StationaryDrainTests {
  private func fit(_ system: String, capacity: Double) throws -> DrainFit {
    let (runs, configurations) = try StationaryData.runs(of: system)
    return try DrainFit(
      runs: runs, components: configurations.map { DrainComponent(name: $0) },
      options: DrainFitOptions(capacityWattHours: capacity, devicesDiffer: true))
  }

  private func watts(_ fit: DrainFit, _ name: String) throws -> Double {
    try #require(fit.summary.parameters.first { $0.name.hasPrefix(name) }).value
  }

  @Test func iPhonesAtRest() throws {
    let fit = try fit("ios", capacity: 6.91)
    // Another analysis of the same days: at 100 % until 4.4 % is used; the joint fit has 4.1 (docs/sources.md, A8).
    #expect(try #require(fit.summary["gauge.plateau"]?.interval95).contains(4.4))
    let best = try watts(fit, "best_high_accuracy_high")
    #expect((0.26...0.34).contains(best), "\(best)")
    // Ten metres costs the same as best; a filter of 30 m hardly helps; a hundred metres is under half.
    #expect(abs(try watts(fit, "10m") / best - 1) < 0.1)
    #expect((0.8...1.05).contains(try watts(fit, "best_high_accuracy_medium") / best))
    for name in ["100m_lowpwr", "100m_balanced"] { #expect((0.3...0.5).contains(try watts(fit, name) / best)) }
  }

  @Test func androidPhonesAtRest() throws {
    let fit = try fit("android", capacity: 12.2)
    let best = try watts(fit, "best_high_accuracy_high")
    #expect((0.17...0.21).contains(best), "\(best)")
    #expect((0.45...0.7).contains(try watts(fit, "best_high_accuracy_medium") / best))
    // This gauge has no plateau: it falls fast in the first hours.
    #expect(try #require(fit.summary["gauge.plateau"]).value < 2)
  }
}
