import Analysis
import Reports
import Testing

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
    let text = BudgetMarkdown().render(SampleChecks.report(many, notes: [String(repeating: "é", count: 9000)]))
    #expect(text.utf8.count <= 64_000)
    #expect(text.utf8.count > 32_000)
    #expect(text.contains("more rows |"))
    #expect(text.contains("more remarks are left out."))
    #expect(text.hasSuffix("2026-07-11\n"))
  }

  @Test func theMarkerIsOneCommentAndTellsFilesApart() {
    let marker = BudgetMarkdown.marker(for: SampleChecks.hostile)
    #expect(marker.hasPrefix("<!-- geojoule-check: "))
    #expect(marker.hasSuffix(" -->"))
    #expect(!marker.dropFirst(4).dropLast(3).contains("--"))
    #expect(!marker.dropFirst(4).dropLast(3).contains(">"))
    #expect(BudgetMarkdown.marker(for: "ci/budgets.yml") == "<!-- geojoule-check: ci/budgets.yml -->")
    // The command at the end stands in a code block, where markup is text.
    let text = String(BudgetMarkdown().render(SampleChecks.hostileReport).split(separator: "```")[0])
    #expect(text.components("<!--") == 2)
    #expect(text.components("-->") == 2)
  }

  /// What was simulated is said; of the others only how to find out.
  @Test func theCommentSaysWhatToTry() {
    var report = SampleChecks.report()
    #expect(BudgetMarkdown().render(report).contains("- try: `geojoule advise` simulates changes to hundred-meters"))
    report.suggestions = ["hundred-meters": "wait | for Wi-Fi: -31 % energy."]
    let text = BudgetMarkdown().render(report)
    #expect(text.contains("- try: hundred-meters: wait \\| for Wi-Fi: -31 % energy.\n"))
    #expect(!text.contains("simulates changes to hundred-meters"))
  }

  @Test func hostileNamesStayNames() {
    let report = SampleChecks.hostileReport
    let texts = [
      DocumentText(width: 100).render(report.document),
      String(BudgetMarkdown().render(report).split(separator: "```")[0]), report.json,
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
