import Foundation
import Testing

/// A network with further accesses, from the command line.
@Suite struct NetworkAccessCommandTests {
  private static let town = """
    summary: "LTE with 3G and 5G"
    inherits: lte
    access:
      umts:
        network: 3g
        share: {mean: 0.37, distribution: fixed, trust: estimate, source: s}
        stay: {mean: 1.3 km, distribution: fixed, trust: estimate, source: s}
      nr_nsa:
        network: nr-nsa
        share: {mean: 0.29, distribution: fixed, trust: estimate, source: s}
        stay: {mean: 900 m, distribution: fixed, trust: estimate, source: s}

    """

  @Test func runsShowTheTimesAndSayWhatAPhoneLacks() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(atPath: "\(folder)/my/networks", withIntermediateDirectories: true)
      try Self.town.write(toFile: "\(folder)/my/networks/town.yml", atomically: true, encoding: .utf8)
      let common = ["--catalog", "my", "--network", "town", "--scenario", "drive-to-la", "--quiet"]
      let run = try BuiltTool.run(
        ["run", "--strategy", "continuous"] + common, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      for access in ["main access", "3G", "5G NSA"] { #expect(run.text.contains("time on \(access)"), "\(run.text)") }
      #expect(run.text.contains("umts_idle") && run.text.contains("nr_nsa_idle"))
      // The iPhone 6 has no modem for 5G: it stays on LTE there.
      let old = try BuiltTool.run(["run", "--strategy", "continuous", "--device", "iphone-6"] + common, in: folder)
      #expect(old.status == 0, "\(old.errors)")
      #expect(old.text.contains("has no 5G NSA modem: it stays on town where that has 5G NSA"), "\(old.text)")
      #expect(!old.text.contains("nr_nsa"))
      let shown = try BuiltTool.run(["show", "network", "town", "--catalog", "my"], in: folder)
      #expect(shown.text.contains("access:\n  umts:\n    network: \"3g\"\n    share: {mean: 0.37,"), "\(shown.text)")
      let sweep = """
        scenarios: [drive-to-la]
        devices: [modern-phone]
        networks: [town]
        strategies: [hundred-meters]
        axes:
          - {network_value: access.umts.stay, values: [300 m, 3 km]}
        metrics: [cellular_J]
        seeds: 2

        """
      try sweep.write(toFile: "\(folder)/plan.yml", atomically: true, encoding: .utf8)
      let swept = try BuiltTool.run(
        ["sweep", "plan.yml", "--catalog", "my", "--output", "r.jsonl", "--quiet"], in: folder)
      #expect(swept.status == 0, "\(swept.errors)")
    }
  }
}
