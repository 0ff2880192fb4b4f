import Foundation
import Testing

/// What people's files say reaches neither a terminal nor a build server as a command.
@Suite struct PrintedTextTests {
  @Test func aTableOfEscapesIsQuotedHarmlessly() throws {
    try withTemporaryFolder { folder in
      try write("ttff_s,fixed\n\u{1B}[2J\u{1B}[31mPWNED,yes\n", to: "\(folder)/t.csv")
      try write("name: \"\\e[31m\\n::error::x\"\nkind: standrad\n", to: "\(folder)/s.yml")
      try write("summary: x\nkind: \"\\e[31m\\n::error::x\"\n", to: "\(folder)/k.yml")
      for arguments in [
        ["fit", "ttff", "t.csv"], ["validate-file", "s.yml"], ["run", "--strategy", "k.yml"],
        ["run", "--strategy", "::error::\u{1B}[31m\n::error::x"], ["run", "--strategy", "::error::\nx.yml"],
        ["##[error]x"], ["\n::error::x"],
      ] {
        let outcome = try BuiltTool.run(arguments, in: folder)
        #expect([64, 65].contains(outcome.status), "\(arguments)")
        #expect(!outcome.errors.contains("\u{1B}"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("##["), "\(outcome.errors)")
        #expect(!outcome.errors.split(separator: "\n").contains { $0.hasPrefix("::") }, "\(outcome.errors)")
      }
    }
  }

  /// Found by fuzzing: what stands under a fit's table, and CSV.
  @Test func noNameReachesTheTerminalAsItIs() throws {
    try withTemporaryFolder { folder in
      let rows = (0..<400).map {
        "\(Double($0) / 10),\($0 % 100 < 60 ? 0.03 : 1.2),\($0 % 100 < 60 ? "off" : "on\u{1B}[31m")\n"
      }
      try write("time_s,power_W,state\n" + rows.joined(), to: "\(folder)/p.csv")
      try write("time_s,power_W,state\n" + rows.joined() + "41,2,\u{9B}31m\n", to: "\(folder)/q.csv")
      try write(SweepFiles.day, to: "\(folder)/day.yml")
      try write("name: \"a\\e[31m\"\nsummary: x\nkind: none\n", to: "\(folder)/s.yml")
      let compare = ["compare", "s.yml", "day.yml", "--seeds", "1", "--format"]
      let fits = [["fit", "power", "p.csv"], ["fit", "power", "q.csv"], ["fit", "power", "q.csv", "--yaml", "-"]]
      for command in fits + ["table", "csv", "json", "markdown", "html"].map({ compare + [$0] }) {
        let outcome = try BuiltTool.run(command, in: folder)
        #expect(outcome.status == 0, "\(command): \(outcome.errors)")
        let shown = outcome.text + outcome.errors
        #expect(!shown.unicodeScalars.contains { "\u{1B}\u{9B}".unicodeScalars.contains($0) }, "\(command)")
      }
    }
  }

  @Test func noReportHoldsACommandToABuildServer() throws {
    try withTemporaryFolder { folder in
      let day = SweepFiles.day.replacingOccurrences(of: "name: walk", with: "name: \"::error::pwned\"")
      try write(day, to: "\(folder)/day.yml")
      try write("name: \"::stop-commands::x\"\nsummary: x\nkind: none\n", to: "\(folder)/s.yml")
      try write("name: \"##[error]x\"\nsummary: x\nkind: standard\n", to: "\(folder)/t.yml")
      try write(
        """
        budgets:
          - name: "::error::b"
            scenarios: [day.yml]
            devices: [modern-phone]
            strategies: [s.yml, t.yml]
            seeds: 2
            limits: [{metric: energy_J, max: 1}]

        """, to: "\(folder)/b.yml")
      let two = ["--strategy", "s.yml", "--strategy", "t.yml", "--seeds", "2", "--scenario", "day.yml"]
      let commands = [
        ["compare", "--format", "table"] + two, ["compare", "--format", "markdown"] + two,
        ["compare", "--format", "csv"] + two, ["share"] + two, ["run", "--scenario", "day.yml", "--strategy", "s.yml"],
        ["run", "--scenario", "day.yml", "--strategy", "t.yml"], ["check", "b.yml"], ["check", "b.yml", "--github"],
      ]
      for command in commands {
        let outcome = try BuiltTool.run(command, in: folder)
        #expect([0, 2].contains(outcome.status), "\(command): \(outcome.errors)")
        for line in (outcome.text + outcome.errors).split(separator: "\n") {
          let text = line.drop { $0 == " " }
          // The annotations themselves name the file.
          if text.hasPrefix("::"), !text.hasPrefix("::error file=b.yml,line=7,") { Issue.record("\(command): \(line)") }
          if !command.contains("csv") { #expect(!line.contains("##["), "\(command): \(line)") }
        }
      }
    }
  }
}
