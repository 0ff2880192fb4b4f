import FileFormats
import Foundation
import Testing

/// `geojoule check` and `geojoule baseline update`, as a build server runs them.
@Suite struct CheckTests {
  /// A short day and two seeds, so that a check takes a fraction of a second.
  private func budgets(
    _ limits: String, strategies: String = "ours.yml", more: String = "baseline: base.json\n"
  ) -> String {
    """
    \(more)defaults: {scenarios: [city-run], devices: [modern-phone], seeds: 2}
    budgets:
      - name: runs
        strategies: [\(strategies)]
        limits:
    \(limits.split(separator: "\n").map { "      - \($0)" }.joined(separator: "\n"))

    """
  }

  private let ours = "summary: ours\nkind: standard\nparameters: {desired_accuracy: hundred_meters}\n"
  private let increase = "{metric: energy_J, max_increase: {percent: 1, absolute: 3}}"

  /// Runs in a folder with `budgets.yml` and `ours.yml`.
  private func inFolder(_ budgets: String, _ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try write(ours, to: "\(folder)/ours.yml")
      try write(budgets, to: "\(folder)/budgets.yml")
      try body(folder)
    }
  }

  /// The sentences of a report, whose lines are broken at 100 columns.
  private func unwrapped(_ text: String) -> String { text.replacingOccurrences(of: "\n  ", with: " ") }

  private func check(_ folder: String, _ arguments: [String] = []) throws -> BuiltTool.Outcome {
    try BuiltTool.run(["check", "--today", "2026-07-11"] + arguments, in: folder)
  }

  @Test func withinTheBudgetIsZero() throws {
    try inFolder(budgets("{metric: drain_percent_per_hour, max: 3}")) { folder in
      let outcome = try check(folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty)
      #expect(outcome.text.hasPrefix("Within the power budget: 1 limit checked."))
    }
  }

  @Test func aBreachIsTwoAndNamesTheLine() throws {
    try inFolder(budgets("{metric: availability, min: 0}\n{metric: drain_percent_per_hour, max: 0.1}")) { folder in
      let outcome = try check(folder)
      #expect(outcome.status == 2)
      #expect(outcome.errors.isEmpty)
      #expect(outcome.text.hasPrefix("Power budget broken: 1 of 2 limits exceeded."))
      #expect(outcome.text.contains("\ncity-run, modern-phone on lte; 2 seeds, fixed parameters\n"))
      #expect(outcome.text.contains("[budgets.yml:8]"))
      #expect(outcome.text.contains("\nNext: 'geojoule advise --scenario city-run ours.yml' says what to change.\n"))
    }
  }

  @Test func aWarningIsZero() throws {
    try inFolder(budgets("{metric: drain_percent_per_hour, max: 0.1, level: warn}")) { folder in
      let outcome = try check(folder)
      #expect(outcome.status == 0)
      #expect(outcome.text.contains("(1 with a warning)"))
    }
  }

  @Test func aLimitThatIsOffIsNotLookedAt() throws {
    try inFolder(budgets("{metric: drain_percent_per_hour, max: 0.1, level: off}")) { folder in
      let outcome = try check(folder)
      #expect(outcome.status == 0)
      #expect(outcome.text.hasPrefix("Within the power budget: 0 limits checked (1 switched off)."))
    }
  }

  @Test func aWaiverHoldsUntilItExpires() throws {
    let waiver = "waiver: {owner: Ada, reason: new antenna, expires: \"2026-07-11\"}"
    try inFolder(budgets("{metric: drain_percent_per_hour, max: 0.1, \(waiver)}")) { folder in
      let waived = try check(folder)
      #expect(waived.status == 0)
      #expect(unwrapped(waived.text).contains("Waived until 2026-07-11 by Ada: new antenna."))
      let expired = try BuiltTool.run(["check", "--today", "2026-07-12"], in: folder)
      #expect(expired.status == 2)
      #expect(unwrapped(expired.text).contains("The waiver of Ada expired on 2026-07-11: new antenna."))
    }
  }

  @Test func aMistypedMetricIsBadInput() throws {
    try inFolder(budgets("{metric: drain_percent_per_huor, max: 3}")) { folder in
      let outcome = try check(folder, ["--json", "check.json"])
      #expect(outcome.status == 65)
      #expect(
        outcome.errors
          == "budgets.yml:7:18: error: budgets[0].limits[0].metric: unknown metric 'drain_percent_per_huor'; "
          + "the nearest of the valid metrics is 'drain_percent_per_hour'\n")
      #expect(outcome.output.isEmpty)
      #expect(try contents(of: folder) == ["budgets.yml", "ours.yml"])
    }
  }

  @Test func aVanishedStrategyIsBadInput() throws {
    try inFolder(budgets("{metric: energy_J, max: 1e6}", strategies: "ours.yml, theirs.yml")) { folder in
      let outcome = try check(folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors
          == "budgets.yml:5:28: error: budgets[0].strategies[1]: theirs.yml: cannot read the file: "
          + "there is no such file or folder; check the path\n")
    }
    try inFolder(budgets("{metric: energy_J, max: 1e6}", strategies: "significant-chagne")) { folder in
      let outcome = try check(folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("did you mean 'significant-change'?"))
    }
  }

  @Test(arguments: [
    ["check", "--jobs", "0"], ["check", "--today", "yesterday"], ["check", "a.yml", "b.yml"],
    ["check", "--json", "-", "--sarif", "-"], ["check", "--github", "--json", "-"], ["baseline", "upadte"],
  ])
  func wrongUsageIsSixtyFour(_ arguments: [String]) throws {
    let outcome = try BuiltTool.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }

  @Test func withoutABudgetFileItSaysSo() throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(["check"], in: folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors == "budgets.yml: error: there is no such file in this folder; "
          + "write one with 'geojoule check --init', or name one: 'geojoule check FILE'\n")
    }
  }

  /// Battery, over own hours too, and an own threshold are no columns of every baseline: those that limits name are kept.
  @Test func aBaselineKeepsWhatItsLimitsName() throws {
    let limits = """
      {metric: battery, max_increase: {percent: 2}}
      {metric: battery in 7 h, max_increase: {percent: 2}}
      {metric: track in 37 m, max_decrease: {percent: 2}}
      """
    try inFolder(budgets(limits, strategies: "continuous")) { folder in
      #expect(try BuiltTool.run(["baseline", "update", "--quiet"], in: folder).status == 0)
      let outcome = try BuiltTool.run(["check", "--json", "-"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("track_in_37m"))
    }
  }

  /// An Android phone runs no live updates: the report says on what they ran.
  @Test func ofAnotherSystemsStrategyTheReportSaysSo() throws {
    let words = ["check", "--limit", "battery < 99 %", "--strategy", "live-updates", "--scenario", "city-run"]
    let other = try BuiltTool.run(words + ["--device", "pixel-9"])
    #expect(other.status == 0 && other.text.contains("live-updates: on iOS 18, with this Android phone's hardware"))
    #expect(try BuiltTool.run(words + ["--device", "iphone-6"]).text.contains("iphone-6 ends at ios-12"))
    #expect(!(try BuiltTool.run(words).text.contains("live-updates: on")))
  }

  /// Of a limit out of the command line nobody has seen a file: messages have what was typed.
  @Test func aLimitOfTheCommandLineIsCitedAsItWasTyped() throws {
    let limit = "drain_percent_per_hour<0.01"
    try withTemporaryFolder { folder in
      func check(_ strategy: String, _ more: [String] = []) throws -> BuiltTool.Outcome {
        try BuiltTool.run(["check", "--limit", limit, "--strategy", strategy] + more, in: folder)
      }
      let broken = try check("none")
      #expect(!broken.text.contains("\nNext: "), "there is no advice for 'none'")
      #expect(broken.status == 2 && unwrapped(broken.text).contains("[limit '\(limit)']"))
      #expect(unwrapped(broken.text).contains("Again: geojoule check --limit '\(limit)' --strategy none"))
      #expect(!broken.text.contains("command line:"))
      let server = try check("none", ["--github"])
      #expect(server.text.contains("\n::error title=none%3A drain_percent_per_hour max::"), "\(server.text)")
      let unknown = try check("non")
      #expect(unknown.status == 65 && unknown.errors.hasPrefix("error: unknown strategy 'non'; "), "\(unknown.errors)")
      let equal = try check("none", ["--limit", "drain_percent_per_hour <= 0.02 %/h"])
      #expect(equal.status == 64, "\(equal.errors)")
      #expect(equal.errors.hasPrefix("error: 'drain_percent_per_hour' has two such limits; keep the tighter one"))
      let modem = try check("none", ["--device", "iphone-6", "--network", "nr-sa"])
      #expect(modem.status == 65 && modem.errors.hasPrefix("error: the device 'iphone-6' has no "), "\(modem.errors)")
    }
  }

  /// Each seed is a person with a day of their own: the figure differs from that of one day for all.
  @Test func aPromiseIsAboutThePeopleOfAPopulation() throws {
    func check(_ left: Int, _ more: [String]) throws -> BuiltTool.Outcome {
      try BuiltTool.run(
        ["check", "--limit", "P(battery >= \(left) % after 12 h) >= 80 %", "--screen-on", "0h", "--strategy", "none"]
          + more)
    }
    let (kept, broken) = (
      try check(50, ["--population", "commuters"]), try check(99, ["--population", "commuters"])
    )
    #expect(kept.status == 0 && broken.status == 2, "\(kept.errors) \(broken.errors)")
    #expect(unwrapped(kept.text).hasPrefix("With none on commuters, 100 % of people ("), "\(kept.text)")
    #expect(unwrapped(kept.text).contains("--population commuters"), "\(kept.text)")
    #expect(try check(50, ["--population", "commuters", "--scenario", "hike"]).status == 64)
    #expect(try BuiltTool.run(["check", "--limit", "energy_J<3", "--population", "commuters"]).status == 64)
    let worse = try check(50, ["--population", "commuters", "--failure", "cold_day"])
    #expect(unwrapped(worse.text).contains("With none on commuters with cold_day, "), "\(worse.text)")
  }

  /// What a promise cannot be is refused; a day shorter than its hours, and failures that a phone does not have, are named.
  @Test func aPromiseSaysWhatItDoesNotHold() throws {
    func check(_ event: String, _ more: [String]) throws -> BuiltTool.Outcome {
      try BuiltTool.run(["check", "--limit", "P(\(event)) >= 80 %", "--strategy", "none", "--seeds", "20"] + more)
    }
    let (event, day) = ("battery >= 20 % after 12 h", ["--scenario", "city-run", "--screen-on", "0h"])
    #expect(try check("battery >= 120 % after 12 h", day).status == 64)
    #expect(try check(event, ["--screen-on", "13h"]).status == 64)
    #expect(try check(event, day + ["--failure", "service_killed"]).status == 65)
    let all = try check(event, day + ["--failure", "all"])
    #expect(all.status == 0, "\(all.errors)")
    let names = all.text.contains("left out for modern-phone: service_killed and killed_at_screen_off")
    #expect(names && all.text.contains("\ncity-run has "), "\(all.text)")
  }

  @Test func aBaselineIsMadeKeptAndBroken() throws {
    try inFolder(budgets(increase)) { folder in
      let missing = try check(folder)
      #expect(missing.status == 65)
      #expect(missing.errors.contains("make the baseline with 'geojoule baseline update budgets.yml'"))

      let update = try BuiltTool.run(["baseline", "update"], in: folder)
      #expect(update.status == 0)
      #expect(update.output.isEmpty)
      #expect(update.errors == "wrote base.json: 1 strategy\n")
      let baseline = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/base.json"))
      #expect(try BuiltTool.run(["baseline", "update", "--quiet", "--jobs", "1"], in: folder).errors.isEmpty)
      #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/base.json")) == baseline)

      let same = try check(folder)
      #expect(same.status == 0)
      #expect(same.text.firstMatch(of: /energy J +0 % +\+1 % or \+3 +relative/) != nil, "\(same.text)")

      // The strategy is what the budget is about: a worse one breaks it.
      try write(ours.replacingOccurrences(of: "hundred_meters", with: "best"), to: "\(folder)/ours.yml")
      let worse = try check(folder)
      #expect(worse.status == 2)
      let cause =
        "Changed since the baseline: parameters.desired_accuracy from hundred_meters to best [ours.yml:3]. Most of the rise: gnss"
      #expect(unwrapped(worse.text).contains(cause), "\(worse.text)")
      let annotation = try check(folder, ["--github"]).text
      #expect(annotation.contains("::error file=ours.yml,line=3,col=32,title=ours"), "\(annotation)")
      // A baseline of a former version has no keys.
      let old = String(decoding: baseline, as: UTF8.self).replacing(
        /"strategy_keys": .*/, with: "\"strategy_keys\": {},")
      try write(old, to: "\(folder)/base.json")
      let unknown = try unwrapped(check(folder).text)
      #expect(unknown.contains("The strategy has changed since the baseline. Most of the rise: gnss"), "\(unknown)")

      // A better one never fails.
      try write(ours.replacingOccurrences(of: "hundred_meters", with: "three_kilometers"), to: "\(folder)/ours.yml")
      let better = try check(folder)
      #expect(better.status == 0)
      #expect(unwrapped(better.text).contains(/J \([0-9.]+ %\): 'geojoule baseline update budgets.yml' keeps the gain/))

      // What moved, and why: the user's own file, then with it the version.
      let moved = try BuiltTool.run(["baseline", "update"], in: folder)
      #expect(moved.errors.contains("moved: ours on city-run with modern-phone: drain_percent_per_hour from "))
      #expect(moved.errors.contains(" %); your change: strategy\n"), "\(moved.errors)")
      #expect(moved.errors.contains(/energy_J from [0-9,.]+ to [0-9,.]+ \([-+][0-9.]+ %\);/), "\(moved.errors)")
      let text = try String(contentsOfFile: "\(folder)/base.json", encoding: .utf8)
      // A built program adds its commit in brackets.
      let version = try BuiltTool.run(["--version"]).text.prefix { !$0.isWhitespace }
      try write(text.replacingOccurrences(of: "\"\(version)\"", with: "\"0.0.9\""), to: "\(folder)/base.json")
      try write(ours, to: "\(folder)/ours.yml")
      let both = try BuiltTool.run(["baseline", "update"], in: folder).errors
      #expect(
        both.contains(
          "your change: strategy; the model may have: version 0.0.9 made the old baseline, this is \(version)"),
        "\(both)")
    }
  }

  @Test func whatIsNewOrGoneIsNamed() throws {
    try inFolder(budgets(increase)) { folder in
      #expect(try BuiltTool.run(["baseline", "update", "--quiet"], in: folder).status == 0)
      try write(ours, to: "\(folder)/theirs.yml")
      try write(budgets(increase, strategies: "theirs.yml"), to: "\(folder)/budgets.yml")
      let lines = try BuiltTool.run(["baseline", "update"], in: folder).errors.split(separator: "\n")
      try #require(lines.count == 3, "\(lines)")
      #expect(lines[1].hasPrefix("new: theirs on city-run with modern-phone, ") && lines[1].hasSuffix(", fixed"))
      #expect(lines[2].hasPrefix("gone: ours on city-run with modern-phone, ") && lines[2].hasSuffix(", fixed"))
    }
  }

  /// What decides nothing stops nothing, but for a file that is not there.
  @Test func aBaseBranchsBaselineDecidesNothing() throws {
    try inFolder(budgets("{metric: energy_J, max: 1e6}\n" + increase)) { folder in
      #expect(try BuiltTool.run(["baseline", "path"], in: folder).text == "base.json\n")
      #expect(try BuiltTool.run(["baseline", "update", "--quiet"], in: folder).status == 0)
      let same = try check(folder, ["--base", "base.json", "--csv", "-"])
      let lines = same.text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let place = try #require(lines.first?.firstIndex(of: "base_change"))
      #expect(lines.count == 3 && lines.dropFirst().allSatisfy { $0[place] == "0" })
      for text in ["", "{\"schema\": \"other\"}"] {
        try write(text, to: "\(folder)/old.json")
        let outcome = try check(folder, ["--base", "old.json"])
        #expect(
          outcome.status == 0 && unwrapped(outcome.text).contains("no change is shown"),
          "\(outcome.text)\(outcome.errors)")
      }
      #expect(try check(folder, ["--base", "none.json"]).status == 65)
    }
  }

  @Test func aBaselineOfOtherInputsIsRefused() throws {
    try inFolder(budgets(increase)) { folder in
      #expect(try BuiltTool.run(["baseline", "update"], in: folder).status == 0)
      let text = budgets(increase)

      try write(text.replacingOccurrences(of: "seeds: 2", with: "seeds: 5"), to: "\(folder)/budgets.yml")
      let seeds = try check(folder)
      #expect(seeds.status == 65)
      #expect(
        seeds.errors
          == "base.json: error: the baseline does not fit the budget: seed 3 and 2 more of 'ours' on city-run with "
          + "modern-phone is new; if the change is meant, run 'geojoule baseline update budgets.yml', which says what moved, and "
          + "review it\n")

      let device = try BuiltTool.run(["show", "device", "modern-phone"]).text
      try write(
        device.replacingOccurrences(of: "trust: estimate", with: "trust: declared"),
        to: "\(folder)/modern-phone.yml")
      try write(
        text.replacingOccurrences(of: "[modern-phone]", with: "[modern-phone.yml]"), to: "\(folder)/budgets.yml")
      let changed = try check(folder)
      #expect(changed.status == 65)
      #expect(
        changed.errors.hasPrefix(
          "base.json: error: the baseline does not fit the budget: the device 'modern-phone' has changed ("))

      try write(
        text.replacingOccurrences(of: "base.json", with: "{file: base.json, changed_strategy: refuse}"),
        to: "\(folder)/budgets.yml")
      #expect(try check(folder).status == 0)
      try write(ours + "use: record\n", to: "\(folder)/ours.yml")
      let strategy = try check(folder)
      #expect(strategy.status == 65)
      #expect(strategy.errors.contains("the strategy 'ours' has changed ("))
    }
  }

  @Test func aRelativeLimitNeedsABaseline() throws {
    try inFolder(budgets(increase, more: "")) { folder in
      let outcome = try check(folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors.hasPrefix("budgets.yml:6:42: error: 'max_increase' needs a baseline, and the file names none;"))
    }
    try inFolder(budgets("{metric: energy_J, max: 1e6}")) { folder in
      let outcome = try BuiltTool.run(["baseline", "update"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("no limit is against a baseline"))
    }
  }

  @Test func automaticSeedsStopWhenTheDecisionIsCertain() throws {
    let text = budgets("{metric: drain_percent_per_hour, max: 3}").replacingOccurrences(
      of: "seeds: 2", with: "seeds: auto, sequential: {first_look: 8, cap: 64}")
    try inFolder(text) { folder in
      let outcome = try check(folder, ["--json", "-"])
      #expect(outcome.status == 0)
      let json = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      let finding = try #require((json["findings"] as? [[String: Any]])?.first)
      #expect(finding["seeds"] as? Int == 8)
      #expect(finding["is_certain"] as? Bool == true)
      #expect(outcome.output == (try check(folder, ["--json", "-", "--jobs", "3"])).output)
    }
  }

  @Test func everyFormatIsWrittenInOneRun() throws {
    try inFolder(budgets("{metric: drain_percent_per_hour, max: 0.1}")) { folder in
      try write("earlier\n", to: "\(folder)/summary.md")
      let outcome = try BuiltTool.run(
        [
          "check", "\(folder)/budgets.yml", "--github", "--markdown", "m.md", "--json", "c.json", "--junit", "j.xml",
          "--sarif", "s.sarif", "--gitlab", "g.json", "--openmetrics", "o.txt",
        ], in: folder, environment: ["GITHUB_STEP_SUMMARY": "\(folder)/summary.md"])
      #expect(outcome.status == 2)
      #expect(
        outcome.text.contains("\n::error file=budgets.yml,line=7,col=47,title=ours%3A drain_percent_per_hour max::"))
      #expect(outcome.errors == "wrote j.xml\nwrote s.sarif\nwrote g.json\nwrote o.txt\nwrote c.json\nwrote m.md\n")
      let metrics = try String(contentsOfFile: "\(folder)/o.txt", encoding: .utf8)
      #expect(metrics.contains("bound=\"max\",level=\"error\",status=\"broken\"} 1\n"))
      let markdown = try String(contentsOfFile: "\(folder)/m.md", encoding: .utf8)
      #expect(markdown.hasPrefix("<!-- geojoule-check: budgets.yml -->\n"))
      #expect(try String(contentsOfFile: "\(folder)/summary.md", encoding: .utf8) == "earlier\n" + markdown)
    }
  }

  @Test func badInputIsAnnotatedToo() throws {
    try inFolder(budgets("{metric: enegy_J, max: 1}")) { folder in
      let outcome = try check(folder, ["--github"])
      #expect(outcome.status == 65)
      #expect(
        outcome.text.hasPrefix(
          "::error file=budgets.yml,line=7,col=18,title=geojoule check::budgets[0].limits[0].metric: unknown metric 'enegy_J'; "
        ))
    }
  }

  @Test func anUnwritablePlaceIsFoundBeforeTheRun() throws {
    try inFolder(budgets("{metric: drain_percent_per_hour, max: 3}")) { folder in
      let outcome = try check(folder, ["--junit", "no/j.xml"])
      #expect(outcome.status == 65)
      #expect(
        outcome.errors == "no/j.xml: error: the folder 'no' does not exist; make it, or name another place\n")
      #expect(outcome.output.isEmpty)
    }
  }
}
