package import Analysis
import Core

/// Whether a drain is to be expected, what would explain it, and what to look at next: what every format of it renders.
package struct DiagnosisReport: Sendable, RenderedReport {
  package var context: ReportContext
  package var diagnosis: Diagnosis
  package var strategy: String
  /// Of two logs, what the first took in an hour, and the change with its 95 % interval, in percent points.
  package var change: (before: Double, change: Double, interval: ClosedRange<Double>)?

  package init(context: ReportContext, diagnosis: Diagnosis, strategy: String) {
    (self.context, self.diagnosis, self.strategy) = (context, diagnosis, strategy)
  }

  private var complaint: Complaint { diagnosis.complaint }
  private var time: String { TimeSpan.hours(complaint.length).clockText }

  private var seen: String {
    complaint.fall.map { "\(Figure.tick($0)) %" } ?? "A share of \(Figure.tick(complaint.seen[.share] ?? 0)) %"
  }

  /// Where the fall is not more than expected, and the app's own part of it is.
  private var appPart: String? {
    diagnosis.verdict == diagnosis.fallVerdict
      ? nil : "\(FigureRounding.battery.text(complaint.appFall ?? 0)) % by the app"
  }

  var finding: String {
    let cause = ", since the time \(complaint.isOnCharger ? "on the charger" : "with the screen on") decides"
    let decides = diagnosis.fallVerdict == .cannotTell ? cause : ""
    let own = appPart.map { "; \($0): \(diagnosis.verdict.rawValue)" } ?? ""
    return "\(seen) in \(time): \(diagnosis.fallVerdict.rawValue)\(decides)\(own)."
  }

  /// What is expected, and what has changed.
  private var expectation: [String] {
    let range = FigureRounding.battery.ends(diagnosis.range)
    let limit = FigureRounding.battery.text(diagnosis.threshold)
    let lit = complaint.screenHours ?? 0
    let screen = lit > 0 ? "the screen on for \(TimeSpan.hours(lit).clockText)" : "the screen off"
    let (what, gauge) =
      complaint.fall == nil
      ? ("takes \(range) % of what 9 of 10 such phones use", "in its settings")
      : ("takes \(range) % on 9 of 10 such phones", "on its gauge")
    let oneIn = Int(complaint.oneIn)
    let who =
      complaint.users == 1
      ? "About 1 in \(oneIn) shows"
      : "In about 1 case of \(oneIn) the worst of \(DecimalText.grouped(complaint.users)) shows"
    var lines = [
      "\(strategy) \(what) in \(time) with \(screen).",
      diagnosis.threshold < 100
        ? "\(who) \(limit) % or more \(gauge), which is the limit of what is expected."
        : "Nothing up to 100 % is more than expected.",
    ]
    if !diagnosis.findings[0].agrees {
      let isLow = complaint.fall == nil && complaint.seen[.share] ?? 0 < diagnosis.range.lowerBound
      lines.append(
        isLow
          ? "It is less than such phones show, as where the screen or other apps take the most."
          : "The positions or settings that were seen do not fit it.")
    }
    if let own = complaint.appFall, let limit = diagnosis.appLimit {
      lines.append(
        "By its share the app itself took \(FigureRounding.battery.text(own)) % of the battery: "
          + "\(own > limit ? "more than" : "within") the limit of \(FigureRounding.battery.text(limit)) %.")
    }
    if let change {
      lines.append(
        "Before it took \(Figure.text(change.before)) %/h; the change is \(Figure.change(change.change)) %/h "
          + "(95 %: \(Figure.change(change.interval.lowerBound)) to \(Figure.change(change.interval.upperBound))).")
    }
    return lines
  }

  /// Single causes, first those of which the median phone needs no more than there can be; where there are none, pairs.
  private var explanation: (sentence: String, list: [String]) {
    if diagnosis.findings[0].explains { return ("The strategy as configured would explain it.", []) }
    let single = diagnosis.findings.filter(\.explains)
    if !single.isEmpty {
      let list = (single.filter { !$0.needsMost } + single.filter(\.needsMost)).map {
        $0.needed == nil ? $0.cause : "\($0.cause) (\(amount($0)))"
      }
      return ("\(appPart ?? seen) needs\(single.count == 1 ? "" : " one of these causes"):", list)
    }
    let pairs = diagnosis.pairs.map { pair in
      [pair.first, pair.second].map { "\($0.cause) (\(amount($0)))" }.joined(separator: " and ")
    }
    return pairs.isEmpty
      ? ("No cause that was looked at explains it, nor do two together.", [])
      : ("No single cause explains it. Two together do:", pairs)
  }

  /// How probable each group of causes is; empty without probabilities.
  private var probabilities: [ReportDocument.Section] {
    let findings = diagnosis.findings
    let given = complaint.priors.sorted { $0.key < $1.key }.map { "\($0.key) \(Figure.text($0.value))" }
    let priors =
      given.isEmpty
      ? "All causes are equally probable before." : "Weights before: \(given.joined(separator: ", ")), each other 1."
    let list = diagnosis.groups.map { group in
      "\(Figure.percent(group.probability)) %: " + group.causes.map { findings[$0].cause }.joined(separator: "; ")
    }
    let order = findings.contains(where: \.agrees) ? [] : ["No cause shows what was seen: this is an order only."]
    guard !list.isEmpty else { return [] }
    let rules = ["\(priors) Observations do not separate those on one line."] + order
    return [.init(title: "How probable is each cause", paragraphs: rules, list: list)]
  }

  /// What each cause that still stands would show next; empty where nothing separates them.
  private var next: [ReportDocument.Section] {
    let findings = diagnosis.findings
    guard let next = diagnosis.next, !findings[0].explains, standing.count > 1 else { return [] }
    // Nobody reads them more exactly.
    let shown = Dictionary(grouping: standing) {
      next.values[$0] < 0.1 ? "0" : DecimalText.significant(next.values[$0], digits: 2)
    }
    let list = shown.sorted { $0.value[0] < $1.value[0] }.map { value, places in
      "\(places.map { findings[$0].cause }.joined(separator: "; ")): \(value)"
    }
    return [.init(title: "Look next at: \(next.name)", paragraphs: ["The median phone shows:"], list: list)]
  }

  /// Places of the causes that are still to be told apart, as configured first.
  private var standing: [Int] {
    let paired = diagnosis.pairs.flatMap { [$0.first.cause, $0.second.cause] }
    return diagnosis.findings.indices.filter {
      let finding = diagnosis.findings[$0]
      return $0 == 0 || finding.explains || (finding.probability ?? 0) > 0.05 || paired.contains(finding.cause)
    }
  }

  package var document: ReportDocument {
    let what = ReportDocument.Section(
      title: "What would explain it", paragraphs: [explanation.sentence], list: explanation.list,
      table: isExplained ? nil : table)
    let courses = ReportDocument.Section(title: "What was seen, and what causes predict", charts: charts)
    return ReportDocument(
      title: context.title, headline: finding, subtitle: context.subtitle,
      sections: [.init(paragraphs: expectation), what] + probabilities + next + (charts.isEmpty ? [] : [courses]),
      closing: [context.certainty(hasPrediction: true)],
      remarks: (isExplained ? [] : omissions) + context.notes,
      background: table.meanings + context.background, files: [table], version: context.version,
      command: context.command)
  }

  /// Then other causes are in files only.
  private var isExplained: Bool { diagnosis.findings[0].explains && diagnosis.groups.isEmpty }

  private var omissions: [String] {
    diagnosis.notLookedAt.grouped(by: \.reason).map {
      "not looked at (\($0[0].reason)): \($0.map(\.name).joined(separator: "; "))"
    }
  }

  private func amount(_ need: Diagnosis.Need) -> String {
    switch need.unit {
    case "h" where need.needed <= 0, "%/h" where need.needed <= 0, "x" where need.needed <= 1: "nothing"
    case "h": TimeSpan.hours(need.needed).clockText
    case "x": "\(Figure.text(need.needed)) times"
    default: "\(Figure.text(need.needed)) \(need.unit)"
    }
  }

  private func amount(_ finding: Diagnosis.Finding) -> String {
    guard let needed = finding.needed else { return finding.unit.isEmpty ? "" : "takes nothing" }
    let amount = amount((finding.cause, needed, finding.unit))
    return finding.needsMost ? (finding.explains ? "\(amount), 1 phone in 20" : "more than \(amount)") : amount
  }

  private func group(of finding: Diagnosis.Finding) -> Int? {
    diagnosis.groups.firstIndex { $0.causes.contains { diagnosis.findings[$0].cause == finding.cause } }
  }

  private var table: ReportTable {
    ReportTable.of(diagnosis.findings, nameWidth: 40) { columns in
      columns.words(["cause"], name: "cause") { $0.cause }
      columns.words(["would", "explain it"], name: "explains") { $0.explains ? "would" : "would not" }
      columns.words(
        ["needs"], note: "With so much of it the median phone falls as far as was seen, or its app takes its share.",
        cell: amount)
      columns.numbers(name: "needed") { $0.needed }
      columns.words(name: "needed_unit") { $0.unit }
      columns.file("is_app") { $0.isApp }
      columns.file("needs_more") { $0.needsMost }
      columns.ranges(
        ["falls by"], name: "fall_percent", ends: ("p5", "p95"), unit: "%", rounding: .battery, rank: 1,
        note: "Nine of ten phones, with the amounts that are usual for the cause and the model's own error."
      ) { $0.course.last?.range }
      columns.counts(name: "group_number") { group(of: $0).map { $0 + 1 } }
      columns.numbers(name: "group_probability") { group(of: $0).map { diagnosis.groups[$0].probability } }
      columns.words(["amounts", "rest on"], name: "source", rank: 9) { $0.source }
    }
  }

  /// The observed course over what the phone as configured and each cause that would explain it predict.
  private var charts: [ReportChart] {
    guard let first = complaint.levels.first else { return [] }
    return standing.map { diagnosis.findings[$0] }.map { finding in
      let course = zip(complaint.hours, finding.course)
      return ReportChart(
        FitPlot(
          title: PlainText.capitalized(finding.cause), caption: "Nine of ten phones lie between the thin lines.",
          x: .init("Time, h"), y: .init("Battery, %"),
          series: [
            .init("median", .line, course.map { ($0, first - $1.median) }),
            .init("nine of ten phones", .whisker, course.map { ($0, first - $1.range.lowerBound) }),
            .init("", .whisker, course.map { ($0, first - $1.range.upperBound) }),
            .init("observed", .dots, zip(complaint.hours, complaint.levels).map { ($0, $1) }),
          ]))
    }
  }

  /// Everything, as `docs/schema/diagnosis.schema.json` describes it.
  package var json: String {
    let value: JSONValue = [
      "schema": "geojoule-diagnosis", "schema_version": 1, "geojoule_version": context.version,
      "command": context.command, "strategy": strategy, "device": context.device, "scenario": context.scenario,
      "verdict": diagnosis.verdict.rawValue, "finding": finding, "fall_percent": complaint.fall.json,
      "fall_verdict": complaint.fall.map { _ in diagnosis.fallVerdict.rawValue }.json,
      "app_verdict": (complaint.fall == nil ? diagnosis.fallVerdict : diagnosis.appVerdict).map(\.rawValue).json,
      "app_percent": complaint.appFall.json, "app_threshold_percent": diagnosis.appLimit.json,
      "hours": complaint.length,
      "expected_percent": [diagnosis.range.lowerBound, diagnosis.range.upperBound],
      "threshold_percent": diagnosis.threshold, "change_percent_per_hour": (change?.change).json,
      "causes": diagnosis.findings.indices.map { JSONValue.object(table.members($0)) },
      "pairs": diagnosis.pairs.map { pair -> JSONValue in
        .array(
          [pair.first, pair.second].map {
            ["cause": $0.cause, "needed": $0.needed, "needed_unit": $0.unit]
          })
      },
      "groups": diagnosis.groups.map { group -> JSONValue in
        ["causes": group.causes.map { diagnosis.findings[$0].cause }, "probability": group.probability]
      },
      "next_observation": (diagnosis.next?.name).json, "next_values": (diagnosis.next?.values).json,
      "not_looked_at": diagnosis.notLookedAt.map { "\($0.name): \($0.reason)" },
      "notes": context.allNotes + [context.provenance],
    ]
    return value.text
  }
}
