import Foundation
import Testing

/// A value that was fitted to some data is no prior for the same data.
@Suite struct PriorProvenanceTests {
  @Test func aPriorFittedToTheSameDataIsRefused() throws {
    try withTemporaryFolder { folder in
      var levels = "time_s,level_percent,phone\n"
      for hour in 0..<30 { levels += "\(3600 * hour),\(100 - hour),ios-1\n" }
      try write(levels, to: folder + "/levels.csv")
      try write("phone,strategy,start,end\nios-1,continuous,0,108000\n", to: folder + "/runs.csv")
      let digest = "5baebe51a526"
      try write(
        """
        name: mine
        summary: "made up"
        inherits: iphone-6
        base:
          drain: {mean: 12 mW, deviation: 6 mW, range: [3 mW, 35 mW], distribution: lognormal, trust: fitted, source: "fit of levels.csv (SHA-256 \(digest)), model drain"}

        """, to: folder + "/mine.yml")
      let arguments = [
        "fit", "power", "--levels", "levels.csv", "--runs", "runs.csv", "--device", "mine.yml", "--fit", "base.drain",
        "--seeds", "1",
      ]
      let outcome = try BuiltTool.run(arguments, in: folder)
      #expect(outcome.status == 65, "\(outcome.errors)")
      #expect(
        outcome.errors.contains(
          "'base.drain' of the device 'mine' was fitted to these data (levels.csv, SHA-256 \(digest))"),
        "\(outcome.errors)")
      #expect(outcome.errors.contains("--no-priors"))
      // With values of another origin, or without priors, the fit goes on to the next check.
      let other = try BuiltTool.run(arguments + ["--no-priors"], in: folder)
      #expect(!other.errors.contains("count them twice"), "\(other.errors)")
    }
  }
}
