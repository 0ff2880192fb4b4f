import ArgumentParser
import Testing
import World

@testable import GeoJouleCLI

/// Wrong usage is exit code 64 and leaves standard output empty.
@Suite struct UsageErrorTests {
  /// Every command, in the order of the help.
  static let commands = GeoJouleCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    .map { $0._commandName }.joined(separator: ", ")

  static let mistakes: [([String], String)] = [
    (
      ["frobnicate"],
      "error: unknown command 'frobnicate'; commands: \(UsageErrorTests.commands)"
    ),
    (["comprae"], "error: unknown command 'comprae'; did you mean 'compare'? commands: \(UsageErrorTests.commands)"),
    (["help", "shwo"], "error: unknown command 'shwo'; did you mean 'show'? commands: \(UsageErrorTests.commands)"),
    (["baseline", "updat"], "error: unknown command 'updat'; did you mean 'update'? commands: update, path"),
    (["compare", "--seeds", "-1"], "error: --seeds takes 1 to 1,000,000"),
    (["run", "--seed", "-1"], "error: The value '-1' is invalid for '--seed <n>'"),
    (["compare", "--csv", ""], "error: --csv needs the name of a file, or '-' for standard output"),
    (["check", "--junit", ""], "error: --junit needs the name of a file, or '-' for standard output"),
    (
      ["compare", "--csv", "a.csv", "--json", "./a.csv"],
      "error: --csv and --json name the same file './a.csv'; give each its own"
    ),
    (
      ["run", "--timeline", "a.csv", "--perfetto", "a.csv"],
      "error: --timeline and --perfetto name the same file 'a.csv'; give each its own"
    ),
    (
      ["compare", "--csv", "-", "--format", "json"],
      "error: --format and '-' both write to standard output; leave out one of them"
    ),
    (
      ["compare", "--track-noise", "5m"],
      "error: --track-noise belongs to --track; the positions of a scenario have no noise"
    ),
    (
      ["compare", "--track", "a.gpx", "--track-noise", "-3m"],
      "error: The value '-3m' is invalid for '--track-noise <distance>': it is outside 0 m to 1 km"
    ),
    (
      ["compare", "--track", "a.gpx", "--track-noise", "2,5m"],
      "error: The value '2,5m' is invalid for '--track-noise <distance>': decimals take a point: write 2.5m"
    ),
    (["compare", "--seed", "3"], "error: Unknown option '--seed'. Did you mean '--seeds' or '--first-seed'?"),
    (["import", "a.csv", "--out", "b"], "error: Unknown option '--out'. Did you mean '--output'?"),
    (["import", "-o", "b", "a.csv"], "error: Unknown option '-o'. Did you mean '--output'?"),
    (
      ["compare", "city-run", "sales-day"],
      "error: 'city-run' and 'sales-day': the command takes one day; run it once for each"
    ),
    (
      ["compare", "city-run", "--scenario", "sales-day"],
      "error: 'city-run' and --scenario both name the day; give one of them"
    ),
    (["run", "--seeds", "3"], "error: Unknown option '--seeds'. Did you mean '--seed'?"),
    (["optimize", "--seeds", "3"], "error: Unknown option '--seeds'. Did you mean '--runs'?"),
    (["explain", "frobnicate"], "error: 'frobnicate' is no known word; 'geojoule explain' lists all words"),
    (
      ["validate", "strategy.yml"],
      "error: 'strategy.yml' is no folder of measured days; 'geojoule validate-file strategy.yml' checks a file"
    ),
    (
      ["compare", "--failure", "all"],
      "error: The value 'all' is invalid for '--failure <name>': write one of \(Failure.allCases.map(\.rawValue).joined(separator: ", "));"
        + " with 'geojoule check --limit', all tries each on a day of its own"
    ),
    (["compare", "--frobnicate"], "error: Unknown option '--frobnicate'"),
    (["check", "--frobnicate"], "error: Unknown option '--frobnicate'"),
    (["compare", "--seeds", "0"], "error: --seeds takes 1 to 1,000,000"),
    (["compare", "--seeds", "many"], "error: The value 'many' is invalid for '--seeds <n>'"),
    (["compare", "--jobs", "0"], "error: --jobs takes 1 to 1024"),
    (["compare", "--first-seed", "18446744073709551615"], "error: --first-seed is too large"),
    (
      ["compare", "--scenario", "commute", "--track", "a.gpx"],
      "error: --scenario and --track exclude each other; give one of them"
    ),
    (
      ["compare", "--surroundings", "urban"],
      "error: --surroundings belongs to --track; scenarios have their own"
    ),
    (
      ["compare", "--csv", "-", "--json", "-"],
      "error: only one of --csv, --json, --markdown and --html can be '-', standard output"
    ),
    (
      ["run", "--timeline", "-", "--deliveries", "-"],
      "error: only one of --csv, --json, --markdown, --html, --timeline, --deliveries and --perfetto can be '-', standard output"
    ),
    (
      ["compare", "--track", "a.gpx", "--track-noise", "5"],
      "error: The value '5' is invalid for '--track-noise <distance>': it has no unit; add one, as in 5m"
    ),
    (["compare", "--strategy"], "error: Missing value for '--strategy <name|file>'"),
    (["show", "device"], "error: name one of the devices; 'geojoule list devices' shows all"),
    (
      ["list", "devcies"],
      "error: The value 'devcies' is invalid for '<kind>'. "
        + "Please provide one of 'devices', 'networks', 'scenarios', 'strategies' or 'populations'."
    ),
  ]

  @Test(arguments: mistakes)
  func wrongUsageIsNamed(_ arguments: [String], _ expected: String) throws {
    let outcome = try BuiltTool.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").first.map(String.init) == expected)
  }

  /// A wrong watch is wrong although no strategy uses it; a phone on the wrist and a watch as the phone are said.
  /// Also for what is checked after the parser.
  @Test func theUsageIsThatOfTheCommand() throws {
    for arguments in [["compare", "--seeds", "1", "--seeds", "2"], ["compare", "--mode", "run"], ["compare", "-"]] {
      let lines = try BuiltTool.run(arguments).errors.split(separator: "\n")
      #expect(
        lines[1] == "Usage: geojoule compare [<options>] [<name|file> ...]"
          && lines[2].contains("geojoule compare --help"))
    }
    let baseline = try BuiltTool.run(["baseline", "update", "a", "--jobs", "1", "--jobs", "2"])
    #expect(baseline.errors.contains("\nUsage: geojoule baseline update "), "\(baseline.errors)")
  }

  @Test func failuresOfAndroidAreItsOwn() throws {
    let none = ["compare", "none", "--seeds", "1", "--failure", "killed_at_screen_off"]
    let refused = try BuiltTool.run(none)
    #expect(
      refused.status == 65 && refused.errors.contains("'killed_at_screen_off' happens on phones with Android alone"))
    #expect(try BuiltTool.run(none + ["--device", "pixel-9"]).status == 0)
  }

  @Test func devicesThatCannotBeMeantAreRefusedOrSaid() throws {
    let compare = ["compare", "--scenario", "city-run", "--seeds", "1", "--format", "markdown", "--strategy"]
    let unknown = try BuiltTool.run(compare + ["continuous", "--watch", "regions"])
    #expect(unknown.status == 65)
    #expect(unknown.errors.contains("unknown device 'regions'"))
    try withTemporaryFolder { folder in
      try write("battery: 3 W\n", to: "\(folder)/worn.yml")
      let own = try BuiltTool.run(compare + ["continuous", "--watch", "\(folder)/worn.yml"])
      #expect(own.status == 65)
      #expect(own.errors.contains("worn.yml:1:"))
    }
    #expect(
      try BuiltTool.run(compare + ["none", "--device", "watch"]).text.contains(
        "with a battery of 1.19 Wh it is no phone"))
    #expect(
      try BuiltTool.run(compare + ["watch-workout", "--watch", "iphone-6"]).text.contains(
        "it is no watch, but is worn as one"))
  }
}
