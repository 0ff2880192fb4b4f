import Testing

/// Wrong usage is exit code 64 and leaves standard output empty.
@Suite struct UsageErrorTests {
  @Test(arguments: [
    (["frobnicate"], "Error: Unexpected argument 'frobnicate'"),
    (["compare", "--frobnicate"], "Error: Unknown option '--frobnicate'"),
    (["compare", "--seeds", "0"], "Error: --seeds takes 1 to 1000000"),
    (["compare", "--seeds", "many"], "Error: The value 'many' is invalid for '--seeds <n>'"),
    (["compare", "--jobs", "0"], "Error: --jobs takes 1 to 1024"),
    (["compare", "--first-seed", "18446744073709551615"], "Error: --first-seed is too large"),
    (
      ["compare", "--scenario", "commute", "--track", "a.gpx"],
      "Error: --scenario and --track exclude each other; give one of them"
    ),
    (
      ["compare", "--surroundings", "urban"],
      "Error: --surroundings belongs to --track; scenarios have their own"
    ),
    (
      ["compare", "--csv", "-", "--json", "-"],
      "Error: only one of --csv, --json and --html can be '-', standard output"
    ),
    (
      ["run", "--timeline", "-", "--deliveries", "-"],
      "Error: only one of --timeline and --deliveries can be '-', standard output"
    ),
    (
      ["compare", "--track", "a.gpx", "--track-noise", "5"],
      "Error: The value '5' is invalid for '--track-noise <distance>'"
    ),
    (["compare", "--strategy"], "Error: Missing value for '--strategy <name|file>'"),
    (["show", "device"], "Error: Missing expected argument '<name|file>'"),
    (
      ["list", "devcies"],
      "Error: The value 'devcies' is invalid for '<kind>'. "
        + "Please provide one of 'devices', 'networks', 'scenarios' or 'strategies'."
    ),
  ])
  func wrongUsageIsNamed(_ arguments: [String], _ expected: String) throws {
    let outcome = try BuiltTool.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").first.map(String.init) == expected)
  }
}
