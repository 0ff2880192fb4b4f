import Foundation
import Testing

/// A message shows text of a file only once the file is of the kind that the command reads.
@Suite struct SecretTests {
  private static let files = [
    ("dotenv", "SECRET_TOKEN=s3cr3t17\nX=1\n"),
    ("gitconfig", "[core]\n  extraheader = AUTHORIZATION: basic s3cr3t17\n"),
    ("credentials", "https://user:s3cr3t17@example.com\n"), ("key", "s3cr3t17s3cr3t17\ns3cr3t17s3cr3t17\n"),
    ("token.json", "{\"s3cr3t17\": 1}"), ("list.yml", "- s3cr3t17\n- other\n"),
    ("twice", "a/s3cr3t17: 1\na/s3cr3t17: 2\n"),
  ]

  @Test(arguments: files)
  func nothingOfAFileOfAnotherKindIsShown(name: String, text: String) throws {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/\(name)")
      try write(SweepFiles.day, to: "\(folder)/walk.yml")
      for part in ["scenarios: [./\(name)]", "devices: [./\(name)]", "strategies: [./\(name)]"] {
        let lines = ["scenarios: [walk.yml]", "devices: [modern-phone]", "strategies: [none]"].map { line in
          line.prefix(5) == part.prefix(5) ? part : line
        }
        try write(
          "budgets:\n  - name: x\n    seeds: 1\n    limits: [{metric: energy_J, max: 1}]\n"
            + lines.map { "    \($0)\n" }.joined(), to: "\(folder)/budgets.yml")
        try expectNothing(["check", "budgets.yml"], folder)
      }
      for command in [
        ["check", name], ["sweep", name], ["validate-file", name], ["merge", name], ["fit", "ttff", name],
        ["fit", "error", name, "--scatter"], ["fit", "drive", name, "--output", "my"], ["import", name],
        ["import", "metrickit", name], ["compare", "--track", name],
      ] {
        try expectNothing(command, folder)
      }
    }
  }

  private func expectNothing(_ command: [String], _ folder: String) throws {
    let outcome = try BuiltTool.run(command, in: folder)
    #expect([64, 65].contains(outcome.status), "\(command): \(outcome.errors)")
    #expect(!(outcome.text + outcome.errors).contains("s3cr3t17"), "\(command): \(outcome.errors)")
  }

  @Test func aLongNumberMakesAShortMessage() throws {
    try withTemporaryFolder { folder in
      try write("name: x\nsummary: x\nlasts: \(String(repeating: "7", count: 15_000)),5 h\n", to: "\(folder)/day.yml")
      let outcome = try BuiltTool.run(["compare", "--scenario", "day.yml"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.utf8.count < 3_000, "\(outcome.errors.utf8.count)")
    }
  }

  /// Azure's and GitHub's runners take `##[name]` for a command anywhere in a line.
  @Test func noFormatHoldsACommandToABuildServer() throws {
    try withTemporaryFolder { folder in
      try write(SweepFiles.day, to: "\(folder)/day.yml")
      try write(
        "name: \"##[error]x ##vso[task]y\"\nsummary: \"##[warning]z\"\nkind: none\n", to: "\(folder)/t.yml")
      for format in ["table", "csv", "json", "markdown", "html"] {
        let outcome = try BuiltTool.run(
          ["compare", "day.yml", "t.yml", "--seeds", "1", "--format", format], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(!outcome.text.contains("##[") && !outcome.text.contains("##vso["), "\(format)")
      }
      let shown = try BuiltTool.run(["show", "./t.yml"], in: folder)
      #expect(!shown.text.contains("##["), "\(shown.text) \(shown.errors)")
    }
  }
}
