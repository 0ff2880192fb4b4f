package import Analysis
package import Core

/// What a check of a budget file found: what every check format renders. It holds no path of the machine and no clock,
/// so that equal inputs give equal bytes.
package struct BudgetReport: Sendable, RenderedReport {
  /// The budget file as the user named it.
  package var file: String
  /// In the order of the file.
  package var findings: [BudgetFinding]
  /// How many limits of the file are switched off.
  package var limitsOff: Int
  /// The day on which waivers were looked at.
  package var today: CalendarDay
  package var version: String
  package var command: String
  /// What a reader has to know about all findings.
  package var notes: [String]
  /// What to try where a strategy's energy is over its limit, by strategy.
  package var suggestions: [String: String] = [:]
  /// What to do next, in a sentence.
  package var next: String?

  package init(
    file: String, findings: [BudgetFinding], limitsOff: Int = 0, today: CalendarDay, version: String, command: String,
    notes: [String] = []
  ) {
    (self.file, self.findings, self.limitsOff, self.today) = (file, findings, limitsOff, today)
    (self.version, self.command, self.notes) = (version, command, notes)
  }

  package var isBroken: Bool { findings.contains { $0.status == .broken } }

  package func count(_ status: BudgetFinding.Status) -> Int { findings.count { $0.status == status } }

  /// Broken limits first, the one furthest beyond first; what is within comes last, the nearest to its limit first.
  package var worstFirst: [BudgetFinding] {
    findings.enumerated().sorted {
      ($0.element.status, -$0.element.verdict.excess, $0.offset) < (
        $1.element.status, -$1.element.verdict.excess, $1.offset
      )
    }.map(\.element)
  }

  /// The outcome: of promises the answer to the worst of them.
  package var sentence: String {
    let promises = worstFirst.filter { $0.limit.promise != nil }
    guard let worst = promises.first.map(BudgetWords.promise) else { return budgetSentence }
    if findings.count == 1 { return worst }
    if promises.count < findings.count { return "\(budgetSentence) \(worst)" }
    return "\(count(.within)) of \(findings.count) promises are kept. The worst: \(worst)"
  }

  private var budgetSentence: String {
    func limits(_ count: Int) -> String { count == 1 ? "1 limit" : "\(count) limits" }
    var parts: [String] = []
    let (broken, warnings, waived) = (count(.broken), count(.warning), count(.waived))
    if warnings > 0 { parts.append("\(warnings) with a warning") }
    if waived > 0 { parts.append("\(waived) waived") }
    if limitsOff > 0 { parts.append("\(limitsOff) switched off") }
    let rest = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    if broken > 0 {
      return "Power budget broken: \(broken) of \(limits(findings.count)) exceeded\(rest)."
    }
    return "Within the power budget: \(limits(findings.count)) checked\(rest)."
  }
}

extension BudgetReport {
  /// The check before it is written in a format: a row for each limit, the worst first.
  package var document: ReportDocument {
    let findings = worstFirst
    let columns = ReportColumns(findings)
    // Only what tells the rows apart; what all share stands above the table.
    let conditions: [KeyPath<BudgetFinding, String>] = [\.scenario, \.device, \.network]
    let differing = conditions.filter { path in Set(findings.map { $0[keyPath: path] }).count > 1 }
    let shared = Set(findings.map(BudgetWords.conditions))
    // Rows of one strategy are distinguished by nothing else.
    let rowsOfStrategies = Set(findings.map { [$0.strategy, BudgetWords.conditions($0)] })
    let tellsRows = rowsOfStrategies.count > Set(findings.map(\.strategy)).count
    var table = ReportTable {
      columns.words(["strategy"], name: "strategy") { $0.strategy }
      columns.words(name: "budget") { $0.budget }
      columns.words(name: "scenario") { $0.scenario }
      columns.words(name: "device") { $0.device }
      columns.words(name: "network") { $0.network }
      columns.words(["conditions"], rank: tellsRows ? 2 : 5) { finding in
        differing.map { finding[keyPath: $0] }.joined(separator: ", ")
      }
      columns.words(name: "metric") { $0.limit.metric.column }
      columns.words(["figure"], rank: 2) { BudgetWords.figure($0.limit) }
      columns.words(["result"], name: "status", rank: 1) { $0.status.rawValue }
      columns.words(name: "level") { $0.limit.level.rawValue }
      columns.figures(["found"], rank: 3, cell: BudgetWords.deciding)
      columns.figures(
        ["change"], rank: 3, note: "Since the base branch's baseline, over the seeds that both have.",
        cell: BudgetWords.sinceBase)
      columns.figures(["95 % interval"], rank: 10, cell: BudgetWords.interval)
      columns.numbers(name: "mean") { $0.verdict.figure?.mean }
      columns.ranges(name: "mean", ends: ("low", "high")) { finding in
        finding.verdict.figure.flatMap { $0.low <= $0.high ? $0.low...$0.high : nil }
      }
      columns.numbers(name: "change") { $0.verdict.change?.mean }
      columns.numbers(name: "baseline_mean") { $0.verdict.baselineMean }
      columns.numbers(name: "base_mean") { $0.sinceBase?.old }
      columns.numbers(name: "base_change") { $0.sinceBase.map { $0.new - $0.old } }
      columns.ranges(
        ["predicted"], name: "prediction", ends: ("p5", "p95"), rank: 5, note: "Meant to hold about 90 % of real runs."
      ) { $0.prediction }
      columns.words(["allowed"], rank: 4) {
        let sign = $0.limit.bound.isRelative ? "" : "<= "
        return BudgetWords.allowed($0.limit).replacing("at most ", with: sign).replacing("at least", with: ">=")
      }
      columns.words(["limit"], name: "limit", rank: 4) { $0.limit.promise == nil ? $0.limit.bound.kind : "promise" }
      columns.words(name: "bound") { $0.limit.bound.key }
      columns.numbers(name: "allowed") { $0.limit.bound.value }
      columns.numbers(name: "allowed_percent") { $0.limit.bound.tolerance?.percent }
      columns.numbers(name: "allowed_absolute") { $0.limit.bound.tolerance?.absolute }
      columns.counts(["seeds"], name: "seeds", rank: 11) { $0.verdict.seeds }
      columns.words(name: "file") { $0.limit.place.file }
      columns.numbers(name: "line") { Double($0.limit.place.line) }
    }
    table.leastColumns = 5
    table.alarming = Set(findings.indices.filter { findings[$0].status == .broken })
    let kept = count(.within)
    table.folded = (findings.count - kept, kept == 1 ? "1 limit is kept" : "\(kept) limits are kept")
    return ReportDocument(
      title: "Power budget \(file)", headline: sentence,
      subtitle: (shared.count == 1 ? findings.first.map(BudgetWords.conditions) ?? "" : "As of \(today)")
        + (findings.isEmpty ? "" : "; \(BudgetWords.simulation(findings))"),
      sections: findings.isEmpty ? [] : [ReportDocument.Section(table: table)],
      closing: findings.filter { $0.status != .within }.map { finding in
        "\(finding.status.rawValue): \(BudgetWords.message(finding)) "
          + "[\(finding.limit.place.text)]"
      } + [next.map { "Next: \($0)" }].compactMap(\.self), suggestions: suggestion,
      marker: BudgetReport.marker(for: file) + "\n", remarks: BudgetWords.kinds(findings) + notes,
      foldedRemarks: findings.flatMap(remarks),
      background: table.meanings, version: version,
      command: command)
  }

  /// The first line of a comment: the same for every check of the same file.
  static func marker(for file: String) -> String {
    // Two hyphens or a bracket would end the comment.
    var name = ""
    for scalar in file.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      let safe: Unicode.Scalar = isPlain || "._/".unicodeScalars.contains(scalar) ? scalar : "-"
      if safe == "-", name.hasSuffix("-") { continue }
      name.unicodeScalars.append(safe)
    }
    return "<!-- geojoule-check: \(name) -->"
  }

  /// What to try where energy is over its limit.
  private var suggestion: [String] {
    let over = worstFirst.filter { [.broken, .warning].contains($0.status) && $0.isAboutEnergy }
    var names = over.map(\.strategy).uniqued()
    let known = names.compactMap { name in suggestions[name].map { "try: \(name): \($0)" } }
    names.removeAll { suggestions[$0] != nil }
    guard !names.isEmpty else { return known }
    let list = names.prefix(5).map { MarkdownRoom.clip($0) }.joined(separator: ", ")
    return known + ["try: 'geojoule advise' simulates changes to \(list)."]
  }

  /// Whether no other day, with a failure or without, needs more of the same limit.
  private func isLoosest(_ finding: BudgetFinding) -> Bool {
    guard let own = finding.tighterLimit else { return false }
    return findings.allSatisfy { other in
      guard other.limit.place == finding.limit.place, other.strategy == finding.strategy else { return true }
      guard other.status == .within, let tight = other.tighterLimit else { return false }
      return finding.limit.bound.key == "min" ? own <= tight : own >= tight
    }
  }

  /// What to know of a limit that is kept.
  private func remarks(_ finding: BudgetFinding) -> [String] {
    // A baseline that takes in a gain takes in what broke a limit, too.
    let mayUpdate = !findings.contains { $0.status == .broken && $0.limit.place.file == finding.limit.place.file }
    let subject = "\(BudgetWords.subject(finding)) (\(BudgetWords.conditions(finding)))"
    return (finding.status == .within ? BudgetWords.remarks(finding) : []).map { "\(subject): \($0)" }
      + [BudgetWords.hint(finding, mayUpdate: mayUpdate, mayTighten: isLoosest(finding))].compactMap(\.self).map {
        "hint: \(subject): \($0)"
      }
  }
}

extension BudgetReport {
  /// A check as JSON, as `docs/schema/check.schema.json` describes it. Findings stand in the file's order.
  package var json: String {
    let counts = BudgetFinding.Status.allCases.map { ($0.rawValue, count($0)) } + [("off", limitsOff)]
    let value: JSONValue = [
      "schema": "geojoule-check", "schema_version": 1, "geojoule_version": version,
      "file": file, "today": today.description, "command": command, "is_broken": isBroken,
      "sentence": sentence, "counts": JSONValue.object(counts.map { ($0.0, $0.1.json) }), "notes": notes,
      "findings": findings.map(finding),
    ]
    return value.text
  }

  private func finding(_ finding: BudgetFinding) -> JSONValue {
    let (limit, verdict) = (finding.limit, finding.verdict)
    let (kept, ends) = (verdict.shareBeyond.map { 1 - $0 }, verdict.beyond)
    return [
      "budget": finding.budget, "scenario": finding.scenario, "device": finding.device, "network": finding.network,
      "strategy": finding.strategy, "metric": limit.metric.column, "bound": bound(limit.bound),
      "limit": limit.bound.kind, "level": limit.level.rawValue, "decide_on": limit.decideOn.rawValue,
      "status": finding.status.rawValue, "seeds": verdict.seeds, "seeds_are_auto": finding.isSequential,
      "is_certain": verdict.isCertain, "confidence": verdict.rule.confidence,
      "prediction": finding.prediction.map { ["p5": $0.lowerBound, "p95": $0.upperBound] as JSONValue },
      "kept": limit.promise.map { _ in
        ["share": kept, "low": ends.map { 1 - $0.upperBound }, "high": ends.map { 1 - $0.lowerBound }] as JSONValue
      },
      "figure": verdict.figure.map(interval), "change": verdict.change.map(interval),
      "baseline_mean": verdict.baselineMean,
      "base": finding.sinceBase.map { ["mean": $0.old, "change": $0.new - $0.old] as JSONValue },
      "strategy_changed": finding.strategyChanged,
      "waiver": limit.waiver.map { waiver in
        [
          "owner": waiver.owner, "reason": waiver.reason, "expires": waiver.expires.description,
          "is_expired": finding.waiverExpired,
        ] as JSONValue
      },
      "tighter_limit": finding.tighterLimit, "is_improvement": finding.isImprovement,
      "message": BudgetWords.message(finding), "line": limit.place.line, "column": limit.place.column,
      "fingerprint": finding.fingerprint,
    ]
  }

  private func bound(_ bound: BudgetBound) -> JSONValue {
    let tolerance = bound.tolerance.map { ["percent": $0.percent, "absolute": $0.absolute] as JSONValue }
    return ["kind": bound.key, "value": tolerance ?? bound.value.json]
  }

  /// The ends are `null` where one seed gives no interval.
  private func interval(_ interval: MeanInterval) -> JSONValue {
    ["mean": interval.mean, "count": interval.count, "low": interval.low, "high": interval.high]
  }
}

extension BudgetFinding {
  package var isAboutEnergy: Bool { limit.metric.metric.isWholePhone && verdict.figure != nil }
}
