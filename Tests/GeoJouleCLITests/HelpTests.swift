import Foundation
import TestSupport
import Testing

@Suite struct HelpTests {
  @Test func withoutArgumentsTheToolPrintsItsHelp() throws {
    let outcome = try BuiltTool.run([])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    expectGolden("help.txt", outcome.text)
  }

  @Test(arguments: ["compare", "run", "list", "show", "validate-file"])
  func everyCommandHasHelp(_ command: String) throws {
    let outcome = try BuiltTool.run([command, "--help"])
    #expect(outcome.status == 0)
    expectGolden("help-\(command).txt", outcome.text)
  }

  @Test func theVersionIsOneLine() throws {
    let outcome = try BuiltTool.run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: ".").count == 3)
    #expect(outcome.text.hasSuffix("\n"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionScriptsKnowTheCommands(_ shell: String) throws {
    let outcome = try BuiltTool.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0)
    for word in ["compare", "validate-file", "track-noise", "until-empty"] { #expect(outcome.text.contains(word)) }
  }

  @Test func theManualCanBeMade() throws {
    let outcome = try BuiltTool.run(["--experimental-dump-help"])
    #expect(outcome.status == 0)
    let tree = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    let command = tree?["command"] as? [String: Any]
    #expect(command?["commandName"] as? String == "geojoule")
    #expect((command?["subcommands"] as? [Any])?.count ?? 0 >= 5)
  }
}
