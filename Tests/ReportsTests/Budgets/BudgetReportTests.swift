import Analysis
import Core
import DeviceModel
import Testing

@testable import Reports

@Suite struct BudgetReportTests {
  @Test func theWorstComesFirst() {
    let order = SampleChecks.report().worstFirst.map { "\($0.status.rawValue) \($0.limit.place.line)" }
    let statuses = SampleChecks.report().worstFirst.map(\.status)
    #expect(statuses == statuses.sorted())
    // Without a figure, then the one furthest beyond its limit.
    #expect(order.first == "broken 16")
    #expect(order[1] == "broken 9")
  }

  @Test func theSentenceCounts() {
    let report = SampleChecks.report()
    #expect(report.isBroken)
    #expect(
      report.sentence
        == "Power budget broken: 6 of 11 limits exceeded (1 with a warning, 1 waived, 1 switched off).")
    let fine = SampleChecks.report(Array(SampleChecks.findings.prefix(1)))
    #expect(!fine.isBroken)
    #expect(fine.sentence == "Within the power budget: 1 limit checked (1 switched off).")
  }

  /// `compare` draws a phone for each seed, so that its figures differ.
  @Test func seedsAndParametersStandBelowTheSentence() {
    let limit = SampleChecks.limit("energy_J", .max(1), line: 3)
    func line(_ findings: [BudgetFinding]) -> Substring? {
      DocumentText(width: 100).render(SampleChecks.report(findings).document).split(separator: "\n").dropFirst().first
    }
    let one = SampleChecks.finding("a", limit, [7])
    #expect(line([one]) == "commute, modern-phone on lte; 1 seed, fixed parameters")
    let drawn = SampleChecks.finding("a", limit, [7, 9, 11], parameters: .drawn)
    #expect(line([drawn]) == "commute, modern-phone on lte; 3 seeds, drawn parameters")
    #expect(line([drawn, one]) == "commute, modern-phone on lte; 1 to 3 seeds, drawn and fixed parameters")
  }

  /// What is typed in percent is shown in percent.
  @Test func sharesAreShownInPercent() throws {
    let least = SampleChecks.finding("a", SampleChecks.limit("track_in_30m", .min(0.755), line: 3), [0.813])
    #expect(BudgetWords.found(least) == "81.3 %" && BudgetWords.allowed(least.limit) == "at least 75.5 %")
    #expect(BudgetWords.message(least).contains("track_in_30m is 81.3 %; allowed is at least 75.5 %"))
    let fall = SampleChecks.limit(
      "track_in_30m", .maxDecrease(try #require(Tolerance(percent: nil, absolute: 0.07))), line: 3)
    #expect(BudgetWords.allowed(fall) == "at most -7 points")
    #expect(BudgetWords.found(SampleChecks.finding("a", fall, [0.75], old: [0.8])) == "-5.00 points (-6.25 %)")
  }

  /// Of 40 seeds two are above 80 %: 95 % keep it, by Clopper and Pearson 83.1 to 99.4 %, so that 95 % is not shown.
  @Test func aPromiseIsAnswered() throws {
    var limit = SampleChecks.limit("battery in 12 h (p95)", .max(80), line: 3, decideOn: .ciUpper)
    limit.promise = Promise(screenOn: .zero)
    let open = SampleChecks.finding("a", limit, [Double](repeating: 30, count: 38) + [81, 90])
    let share = "With a on commute, 95 % of phones and days (83 to 99.4 %) have 20 % of the battery left after 12 h."
    let promise = "The promise of 95 % is not shown by 40 seeds, so not kept. It is a 95 % interval over 40 seeds."
    #expect(SampleChecks.report([open]).sentence == "\(share) \(promise)")
    let kept = SampleChecks.finding("b", limit, [Double](repeating: 30, count: 140))
    #expect(BudgetWords.promise(kept).contains("The promise of 95 % is kept. It is a 95 % interval"))
    let report = SampleChecks.report([kept, open])
    #expect(report.sentence.hasPrefix("1 of 2 promises are kept. The worst: With a on commute, 95 % of"))
    let lines = DocumentText(width: 160).render(report.document)
    #expect(lines.contains("share with 20 % of the battery left after 12 h, %"), "\(lines)")
    #expect(lines.contains("It is a 95 % interval over 40 seeds.") && !lines.contains("Absolute limits"))
    #expect(report.json.contains(#""share": 0.95,"#))
    let mixed = SampleChecks.report([kept, SampleChecks.findings[0]])
    #expect(mixed.sentence.hasPrefix("Within the power budget: 2 limits checked (1 switched off). With b on commute,"))
  }

  /// The share that keeps a promise falls as the figure rises: its lower end decides. Elsewhere the end is that of what is shown.
  @Test func theEndThatDecidedIsNamed() {
    func end(_ bound: BudgetBound, _ basis: DecisionBasis, isPromise: Bool = false, ofMean: Bool = false) -> String? {
      var limit = SampleChecks.limit(
        ofMean ? "energy_J" : "battery in 12 h (p95)", bound, line: 3, decideOn: basis)
      if isPromise { limit.promise = Promise(screenOn: .zero) }
      let finding = SampleChecks.finding(
        "a", limit, [Double](repeating: 30, count: 38) + [81, 90],
        seeds: .auto(SequentialPlan(confidence: 0.95, firstLook: 40, cap: 40)))
      let remark = BudgetWords.remarks(finding).first { $0.hasPrefix("Not decided after 40 seeds; the ") }
      return remark.flatMap { $0.split(separator: " ").dropFirst(6).first.map(String.init) }
    }
    #expect(end(.max(80), .ciUpper, isPromise: true) == "lower")
    #expect(end(.max(80), .ciUpper) == "upper" && end(.max(80), .ciLower) == "lower")
    #expect(end(.max(80), .mean) == "share" && end(.max(33), .mean, ofMean: true) == "mean")
    #expect(end(.min(80), .ciUpper) == "lower" && end(.max(33), .ciUpper, ofMean: true) == "upper")
  }

  /// The quantile of a promise has no interval of a mean, nor has a single seed.
  @Test func openMetricsLeavesOutWhatIsNotThere() {
    var promise = SampleChecks.limit("battery in 12 h (p95)", .max(80), line: 3, decideOn: .ciUpper)
    promise.promise = Promise(screenOn: .zero)
    let energy = SampleChecks.limit("energy_J", .max(900), line: 5)
    let report = SampleChecks.report([
      SampleChecks.finding("a", promise, [Double](repeating: 31, count: 38) + [81, 90]),
      SampleChecks.finding("b", energy, [917]), SampleChecks.finding("c", energy, [911, 921, 931]),
    ])
    let lines = BudgetOpenMetrics().render(report).split(separator: "\n")
    func values(_ name: String) -> [String] {
      let samples = lines.filter { $0.hasPrefix("geojoule_budget_\(name){") }
      return samples.compactMap { $0.split(separator: " ").last.map(String.init) }
    }
    #expect(values("figure") == ["31", "917", "921"])
    #expect(values("figure_low") == ["896.1586228824966"] && values("figure_high") == ["945.8413771175034"])
  }

  @Test func theWayOnStandsBelowTheBrokenLimits() throws {
    var report = SampleChecks.report()
    #expect(!DocumentText().render(report.document).contains("Next: "))
    report.next = "'geojoule advise a.yml' says what to change."
    let lines = DocumentText(width: 1000).render(report.document).split(separator: "\n")
    let place = try #require(lines.firstIndex(of: "Next: 'geojoule advise a.yml' says what to change."))
    #expect(lines[place - 1].hasPrefix("waived: ") && lines[place + 1].hasPrefix("hint: "))
  }

  @Test func aCommentIsNeverTooLong() {
    let limit = SampleChecks.limit("energy_J", .max(1), line: 3)
    let many = (0..<3000).map {
      SampleChecks.finding("strategy-\($0)-<&|\(String(repeating: "_", count: 300))", limit, [2, 3])
    }
    let text = DocumentMarkdown().render(
      SampleChecks.report(many, notes: [String(repeating: "é", count: 9000)]).document)
    #expect(text.utf8.count <= 64_000)
    #expect(text.utf8.count > 32_000)
    #expect(text.contains("more rows are left out."))
    #expect(text.contains("more remarks are left out."))
    #expect(text.hasSuffix("--today 2026-07-11\n```\n"))
  }

  @Test func theMarkerIsOneCommentAndTellsFilesApart() {
    let marker = BudgetReport.marker(for: SampleChecks.hostile)
    #expect(marker.hasPrefix("<!-- geojoule-check: "))
    #expect(marker.hasSuffix(" -->"))
    #expect(!marker.dropFirst(4).dropLast(3).contains("--"))
    #expect(!marker.dropFirst(4).dropLast(3).contains(">"))
    #expect(BudgetReport.marker(for: "ci/budgets.yml") == "<!-- geojoule-check: ci/budgets.yml -->")
    // The command at the end stands in a code block, where markup is text.
    let text = String(DocumentMarkdown().render(SampleChecks.hostileReport.document).split(separator: "```")[0])
    #expect(text.components("<!--") == 2)
    #expect(text.components("-->") == 2)
  }

  /// What was simulated is said; of the others only how to find out.
  @Test func theCommentSaysWhatToTry() {
    var report = SampleChecks.report()
    #expect(
      DocumentMarkdown().render(report.document).contains(
        "- try: 'geojoule advise' simulates changes to hundred-meters."))
    report.suggestions = ["hundred-meters": "wait | for Wi-Fi: -31 % energy."]
    let text = DocumentMarkdown().render(report.document)
    #expect(text.contains("- try: hundred-meters: wait \\| for Wi-Fi: -31 % energy.\n"))
    #expect(!text.contains("simulates changes to hundred-meters"))
  }

  /// The columns and the order of the terminal's table: failures first, what is kept folded with its hints.
  @Test func theCommentHasTheTablesColumns() throws {
    let report = SampleChecks.report()
    let table = try #require(report.document.sections.first?.table)
    for isWide in [false, true] {
      let text = DocumentMarkdown(isWide: isWide).render(report.document)
      let parts = text.split(separator: "<details><summary>3 limits are kept</summary>\n\n")
      try #require(parts.count == 2)
      let folded = try #require(parts[1].split(separator: "\n</details>\n").first)
      let rows = [parts[0], folded].map { $0.split(separator: "\n").filter { $0.hasPrefix("| ") } }
      #expect(rows.map(\.count) == [2 + 8, 2 + 3])
      #expect(rows[0].prefix(2) == rows[1].prefix(2))
      let columns = table.shown(most: isWide ? .max : table.mostColumns)
      #expect(rows[0][0] == "| \(columns.map(\.label).joined(separator: " | ")) |")
      for (row, line) in (rows[0].dropFirst(2) + rows[1].dropFirst(2)).enumerated() {
        let cells = [table.name(row)] + columns.dropFirst().map { $0.text(row) }
        #expect(line == "| \(cells.map(PlainText.markdown).joined(separator: " | ")) |")
      }
      #expect(String(folded).components("- hint: ") == 3 && text.components("- hint: ") == 3)
      #expect(text.contains("\n- broken: none on commute") && !folded.contains("- broken"))
    }
  }

  /// The change since the base branch is a column of its own, of absolute limits too; without one there is no column.
  @Test func theChangeSinceTheBaseBranchIsAColumn() throws {
    let plain = try #require(SampleChecks.report().document.sections.first?.table)
    #expect(!plain.shown().contains { $0.title == "change" })
    var findings = ["energy_J", "age_p95_s", "availability"].map {
      SampleChecks.finding("ours", SampleChecks.limit($0, .max(2000), line: 3), [0.5, 0.5])
    }
    findings[0].sinceBase = (old: 800, new: 908)
    findings[1].sinceBase = (old: 2, new: 1.5)
    let report = SampleChecks.report(findings)
    let table = try #require(report.document.sections.first?.table)
    let column = try #require(table.shown(most: 6).first { $0.title == "change" })
    let cells = Dictionary(
      uniqueKeysWithValues: zip(report.worstFirst.map(\.limit.metric.column), (0..<3).map(column.text)))
    #expect(cells == ["energy_J": "+108 (+13.5 %)", "age_p95_s": "-0.500 s (-25.0 %)", "availability": ""])
    #expect(DocumentMarkdown().render(report.document).contains(" | +108 (+13.5 %) |"))
    #expect(report.json.contains("\"base\": {\n        \"mean\": 800,\n        \"change\": 108\n      }"))
  }

  @Test func movesAreWrittenAsFindingsAre() {
    #expect(
      BudgetWords.moved(BudgetMetric(.energy), from: 9041, to: 11_002) == "energy_J from 9041 to 11,002 (+21.7 %)")
    #expect(
      BudgetWords.moved(BudgetMetric(.drainPercentPerHour), from: 2.6, to: 2.1)
        == "drain_percent_per_hour from 2.60 to 2.10 (-19.2 %)")
    #expect(BudgetWords.moved(BudgetMetric(.component(.gnss)), from: 0, to: 3) == "gnss_J from 0 to 3.00")
  }

  /// What all rows share stands above the table; the rest is one column.
  @Test func differingConditionsAreAColumn() throws {
    let limit = SampleChecks.limit("energy_J", .max(9), line: 3)
    let findings = ["commute", "desk-day"].map { SampleChecks.finding("ours", limit, [2, 3], scenario: $0) }
    let table = try #require(SampleChecks.report(findings).document.sections.first?.table)
    let column = try #require(table.shown().first { $0.title == "conditions" })
    #expect((0..<2).map(column.text) == ["commute", "desk-day"])
    let alone = try #require(SampleChecks.report(Array(findings.prefix(1))).document.sections.first?.table)
    #expect(!alone.shown().contains { $0.title == "conditions" })
  }

  @Test func hostileNamesStayNames() {
    let report = SampleChecks.hostileReport
    let texts = [
      DocumentText(width: 100).render(report.document),
      String(DocumentMarkdown().render(report.document).split(separator: "```")[0]), report.json,
      BudgetJUnit().render(report), BudgetSARIF().render(report), BudgetGitLab().render(report),
      GitHubAnnotations().render(report), BudgetOpenMetrics().render(report),
    ]
    for text in texts {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::error::") })
    }
    for text in texts[1...5] { #expect(!text.contains("<script>")) }
    let annotations = GitHubAnnotations().render(report).split(separator: "\n")
    #expect(annotations.count == 2)
    for line in annotations {
      // The list of properties ends at the first "::" after the command.
      let properties = line.dropFirst(2).split(separator: "::", maxSplits: 1)[0]
      #expect(properties.split(separator: ",").count == 4)
    }
  }
}

extension String {
  /// How many parts a separator makes.
  fileprivate func components(_ separator: String) -> Int {
    var (count, rest) = (1, self[...])
    while let found = rest.firstRange(of: separator) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
