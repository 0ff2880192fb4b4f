import Foundation
import TestSupport
import Testing

@testable import GeoJouleCLI

@Suite struct HelpTests {
  @Test func withoutArgumentsTheToolPrintsItsHelp() throws {
    let outcome = try BuiltTool.run([])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    expectGolden("help.txt", outcome.text)
  }

  @Test(arguments: [
    "compare", "run", "sweep", "merge", "optimize", "advise", "check", "baseline", "list", "show", "validate-file",
    "schema",
  ])
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

  @Test func theVersionNamesTheCommitWhereItIsKnown() {
    #expect(ProgramVersion.text(version: "3.7.1", commit: "") == "3.7.1")
    #expect(ProgramVersion.text(version: "3.7.1", commit: "0a1b2c-dirty") == "3.7.1 (0a1b2c-dirty)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionScriptsKnowTheCommands(_ shell: String) throws {
    let outcome = try BuiltTool.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0)
    for word in ["compare", "validate-file", "track-noise", "until-empty"] { #expect(outcome.text.contains(word)) }
  }

  @Test func theManualHasValuesDefaultsAndExitCodes() throws {
    let outcome = try BuiltTool.run(["manual"])
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.first?.hasPrefix(".TH GEOJOULE 1 ") == true)
    let format = try #require(lines.firstIndex(of: "\\fB\\-\\-format\\fR \\fIformat\\fR"))
    #expect(
      lines[format + 1] == "What standard output shows. (values: table, csv, json, markdown, html; default: table)")
    #expect(
      outcome.text.contains("How many seeds; each draws a day and, with drawn parameters, a phone. (default: 40)"))
    let codes = try #require(lines.firstIndex(of: ".SH EXIT STATUS"))
    let found = lines[codes...].filter { $0.hasPrefix(".B ") && Int($0.dropFirst(3)) != nil }
    #expect(found == [".B 0", ".B 1", ".B 2", ".B 64", ".B 65"])
    for section in ["ENVIRONMENT", "OPTIONS", "COMMANDS"] { #expect(lines.contains(".SH \(section)")) }
    // Nothing is left that troff would take for an unknown request, and no paragraph mark stands without text.
    let requests = Set(lines.filter { $0.hasPrefix(".") }.map { String($0.prefix { $0 != " " }) })
    #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I", ".RS", ".RE", ".nf", ".fi"]))
    for (line, next) in zip(lines, lines.dropFirst()) where line == ".PP" { #expect(!next.hasPrefix(".")) }
    #expect(!outcome.text.contains("manual page in the form"))
  }
}
