import ArgumentParser
import Testing

@testable import GeoJouleCLI

/// Examples in help can be copied: none reaches the 80 columns at which help is wrapped.
@Suite struct HelpExampleTests {
  private static func commands(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap(commands)
  }

  @Test func noExampleIsWrapped() {
    var examples = 0
    for command in Self.commands(below: GeoJouleCommand.self) {
      let lines = command.configuration.discussion.split(separator: "\n")
      for (number, line) in lines.enumerated() {
        let continues = number > 0 && lines[number - 1].hasSuffix("\\")
        guard line.hasPrefix("  geojoule ") || continues else { continue }
        examples += 1
        #expect(line.count < 80, "\(command.configuration.commandName ?? ""): \(line)")
      }
    }
    #expect(examples > 60)
  }

  @Test func everyCommandHasExamples() {
    for command in Self.commands(below: GeoJouleCommand.self) {
      let configuration = command.configuration
      guard configuration.subcommands.isEmpty, configuration.shouldDisplay else { continue }
      #expect(configuration.discussion.contains(/(^|\n)Examples?:\n  geojoule/), "\(command._commandName)")
    }
  }

  /// None is cut by the 80 columns; one that is written by hand names its command.
  @Test func everyUsageFitsALine() {
    for command in Self.commands(below: GeoJouleCommand.self) {
      let usage = GeoJouleCommand.usageString(for: command)
      #expect(usage.hasPrefix("geojoule") && usage.contains(command._commandName), "\(usage)")
      #expect("USAGE: \(usage)".count <= 80, "\(usage)")
    }
  }
}
