import Analysis
import Core

extension OptimizationReport {
  /// The result before it is written in a format: the finalists, the whole trade-off, the path of the search, and how the
  /// answer depends on each parameter.
  package var document: ReportDocument {
    let findings = findings
    let parts = [finalistSection(Array(findings.dropFirst())), trialSection, pathSection].compactMap(\.self)
    return ReportDocument(
      title: title, headline: findings.first ?? title, subtitle: basis.first ?? "", keyFigures: keyFigures,
      sections: parts + worseSections + (outcome.variations.isEmpty ? [] : [variationSection]),
      closing: [answer].compactMap(\.self) + legend,
      remarks: Array(basis.dropFirst()), background: [Self.method], files: [file], version: version, command: command)
  }

  /// The battery that the recommended point takes in a day, and what it was weighed by.
  private var keyFigures: [ReportDocument.KeyFigure] {
    let battery = battery.map { percent, time in
      ReportDocument.KeyFigure.battery(
        percent, "of the battery in \(time) with the \(isFound ? "recommended" : "nearest") point")
    }
    let limited = otherConstraints.first { constraints[$0].figure != objective }.map {
      (constraints[$0].figure, best.constraints[$0].figure?.mean)
    }
    let kept = isTradeOffLimited ? nil : limited
    let others = [(objective, best.objective?.mean), kept ?? (tradeOff, best.tradeOff?.mean)].map { figure, value in
      ReportDocument.KeyFigure(value: Self.value(value, figure), label: figure.words)
    }
    return [battery].compactMap(\.self) + others
  }

  /// Where the trade-off is against a figure that nobody limited, the limited ones say more.
  private var isTradeOffLimited: Bool {
    constraints.isEmpty || constraints.contains { $0.figure.column == tradeOff.column }
  }

  private var worseSections: [ReportDocument.Section] {
    worse.map { [.init(title: "What gets worse than with \($0.name) as given", table: $0.table)] } ?? []
  }

  private static let method =
    "Method: Halton points, then boxes around the best that become narrow, with successive halving on common seeds. "
    + "Finalists are chosen and reported on seeds of their own. docs/optimize.md has the sources."

  /// What the marks of rows mean.
  private var legend: [String] {
    var lines =
      starred.isEmpty
      ? []
      : ["* on the front: no other finalist has both less \(objective.words) and less \(tradeOff.words)."]
    if outcome.finalists.count > 1 {
      lines.append("difference: to the \(isFound ? "recommended" : "nearest") point, on the same seeds.")
    }
    if !constraints.isEmpty { lines.append("meets: by the mean; ~ where the 95 % bound is beyond the limit.") }
    return lines
  }

  /// Long words in two lines.
  private static func heading(_ figure: BudgetMetric) -> [String] {
    let words = figure.words
    return words.count > 10 ? words.split(separator: " ", maxSplits: 1).map(String.init) : [words]
  }

  private func number<Row>(
    _ columns: ReportColumns<Row>, _ figure: BudgetMetric, rank: Int, _ cell: (Row) -> Double?
  ) -> ReportTable.Column {
    columns.numbers(
      Self.heading(figure), unit: figure.metric.descriptor.unit, rounding: figure.searched, rank: rank, cell: cell)
  }

  // MARK: Finalists and the trade-off

  /// What a point is among those that matter.
  private func standing(_ point: SearchPoint) -> String {
    if point == best.point { return isFound ? "recommended" : "nearest" }
    return outcome.finalists.contains { $0.point == point } ? "finalist" : ""
  }

  /// The finalists on the front, where it leaves any out.
  private var starred: [Int] {
    let front = outcome.finalists.indices.filter { outcome.finalists[$0].isOnFront }
    return front.count == outcome.finalists.count ? [] : front
  }

  private func finalistSection(_ findings: [String]) -> ReportDocument.Section {
    let finalists = outcome.finalists
    let (names, same) = settings(of: finalists.map(\.point))
    var table = ReportTable.of(Array(zip(finalists, names)), nameWidth: 26) { columns in
      columns.words(["point"]) { $0.isStart ? "\($1) (as given)" : $1 }
      columns.words(["standing"], rank: 1) { $0.0.point == best.point ? standing($0.0.point) : "" }
      number(columns, objective, rank: 2) { $0.0.objective?.mean }
      columns.ranges(["prediction"], unit: objective.unit.worded, rounding: objective.searched, rank: 5) {
        predictionRange(of: $0.0)
      }
      columns.ranges(["range"], unit: objective.unit.worded, rounding: objective.searched, rank: 40) {
        $0.0.objective?.flooredInterval
      }
      number(columns, tradeOff, rank: isTradeOffLimited ? 3 : 9) { $0.0.tradeOff?.mean }
      columns.ranges(["its range"], unit: tradeOff.unit.worded, rounding: tradeOff.searched, rank: 41) {
        $0.0.tradeOff?.flooredInterval
      }
      columns.figures(["difference"], unit: objective.unit.worded, rank: 6) { difference($0.0) }
      for place in otherConstraints {
        number(columns, constraints[place].figure, rank: isTradeOffLimited ? 10 + place : 3) {
          $0.0.constraints[place].figure?.mean
        }
      }
      if !constraints.isEmpty { columns.words(["meets"], rank: 4) { meets($0.0) } }
    }
    table.starred = Set(starred)
    table.listsLongNames = true
    return ReportDocument.Section(
      title: "Finalists", paragraphs: findings + same, table: table, charts: [ReportChart(frontPlot(seenFront))])
  }

  /// `nil` of one point.
  private var trialSection: ReportDocument.Section? {
    let all = seenFront
    // Points whose figures read the same are one row, that of a finalist or of the first.
    var rows: [String: SearchOutcome.Trial] = [:]
    let texts = all.map { trial in
      "\(Self.value(trial.objective, objective)), \(Self.value(trial.tradeOff, tradeOff)), \(trial.violation == 0)"
    }
    for (text, trial) in zip(texts, all) where rows[text].map({ standing($0.point).isEmpty }) ?? true {
      if rows[text] == nil || !standing(trial.point).isEmpty { rows[text] = trial }
    }
    let seen = all.filter { trial in rows.values.contains { $0.point == trial.point } }
    guard seen.count > 1 else { return nil }
    let (names, same) = settings(of: seen.map(\.point))
    let merged = seen.count < all.count ? " Of points with the same figures, one is shown." : ""
    var table = ReportTable.of(Array(zip(seen, names)), nameWidth: 26) { columns in
      columns.words(["point"]) { $1 }
      columns.words(["standing"], rank: 4) { standing($0.0.point) }
      number(columns, objective, rank: 1) { $0.0.objective }
      number(columns, tradeOff, rank: 2) { $0.0.tradeOff }
      columns.counts(["seeds"], rank: 5) { $0.0.seeds }
      if !constraints.isEmpty { columns.words(["meets"], rank: 3) { $0.0.violation == 0 ? "yes" : "no" } }
    }
    table.listsLongNames = true
    return ReportDocument.Section(
      title: "The whole trade-off",
      paragraphs: [
        "Of \(outcome.trials.count) points tried, those that no other beats in both "
          + "\(objective.words) and \(tradeOff.words)\(otherConstraints.isEmpty ? "" : " while it keeps the other constraints"). "
          + "Figures are means on the search's seeds; few seeds say little.\(merged)"
      ] + same, table: table)
  }

  private func label(_ figure: BudgetMetric) -> String {
    figure.words + (figure.unit.symbol.isEmpty ? "" : ", \(figure.unit.symbol)")
  }

  private func frontPlot(_ seen: [SearchOutcome.Trial]) -> FitPlot {
    func place(_ trial: SearchOutcome.Trial) -> (x: Double, y: Double)? {
      guard let x = trial.tradeOff, let y = trial.objective else { return nil }
      return (x, y)
    }
    func place(_ finalist: SearchOutcome.Finalist) -> (x: Double, y: Double)? {
      guard let x = finalist.tradeOff?.mean, let y = finalist.objective?.mean else { return nil }
      return (x, y)
    }
    let trials = outcome.trials.compactMap(place)
    var series = [
      FitPlot.Series("tried", .points, trials),
      .init("front of all tried", .line, Self.stairs(seen.compactMap(place).sorted { $0.x < $1.x })),
    ]
    for finalist in outcome.finalists {
      guard let place = place(finalist) else { continue }
      if let range = finalist.objective?.flooredInterval {
        series.append(.init("", .whisker, [(place.x, range.lowerBound), (place.x, range.upperBound)]))
      }
      if let range = finalist.tradeOff?.flooredInterval {
        series.append(.init("", .whisker, [(range.lowerBound, place.y), (range.upperBound, place.y)]))
      }
    }
    let others = outcome.finalists.filter { $0.point != best.point }
    for (name, mark, finalists) in [
      ("finalist", FitPlot.Mark.dots, others.filter(\.isFeasible)),
      ("finalist that breaks a constraint", .crosses, others.filter { !$0.isFeasible }),
      (isFound ? "recommended" : "nearest", .chosen, [best]),
    ] where !finalists.isEmpty {
      series.append(.init(name, mark, finalists.compactMap(place)))
    }
    let heights = trials.map(\.y) + outcome.finalists.compactMap { place($0)?.y }
    if let limit = constraints.first(where: { $0.figure.column == tradeOff.column && $0.side == .atMost }),
      let low = heights.min(), let high = heights.max()
    {
      series.append(.init("limit", .reference, [(limit.limit, low), (limit.limit, high)]))
    }
    func isWide(_ values: [Double]) -> Bool {
      values.allSatisfy { $0 > 0 } && (values.max() ?? 0) > 30 * (values.min() ?? 1)
    }
    return FitPlot(
      title: "Front",
      caption:
        "Left and low is better. Points tried and their front are on the search's seeds. Finalists are on fresh seeds, "
        + "with their 95 % intervals, and may lie beside the front.",
      x: .init(label(tradeOff), isLogarithmic: isWide(trials.map(\.x))),
      y: .init(label(objective), isLogarithmic: isWide(heights)), series: series)
  }

  /// A front as steps: between two of its points, nobody knows of anything better than the costlier one.
  private static func stairs(_ front: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    var steps: [(x: Double, y: Double)] = []
    for point in front {
      if let last = steps.last { steps.append((point.x, last.y)) }
      steps.append(point)
    }
    return steps
  }

  // MARK: Path

  private var pathSection: ReportDocument.Section {
    let steps = outcome.steps.filter { $0.objective.isFinite }
    let (met, broken) = (steps.filter { $0.violation == 0 }, steps.filter { $0.violation > 0 })
    var series = [FitPlot.Series("a step's best point", .points, met.map { (Double($0.runs), $0.objective) })]
    // Means over other numbers of seeds are those of other days: each number has a line of its own.
    var hasName = false
    for seeds in Set(met.map(\.seeds)).sorted() {
      var least: [(x: Double, y: Double)] = []
      for step in met where step.seeds == seeds {
        least.append((Double(step.runs), min(least.last?.y ?? .infinity, step.objective)))
      }
      guard least.count > 1 else { continue }
      series.append(.init(hasName ? "" : "least so far on as many seeds", .line, least))
      hasName = true
    }
    series.append(.init("breaks a constraint", .crosses, broken.map { (Double($0.runs), $0.objective) }))
    var shown: [SearchStep] = []
    for step in steps where shown.last.map({ $0.best != step.best || $0.stage != step.stage }) ?? true {
      shown.append(step)
    }
    return ReportDocument.Section(
      title: "Path of the search",
      paragraphs: [
        "Steps that changed the best point of what they looked at; their figures are those of the search's seeds."
      ],
      table: .of(shown) { columns in
        columns.words(["stage"]) { $0.stage.rawValue }
        columns.counts(["runs"], rank: 1) { $0.runs }
        columns.counts(["points"], rank: 2) { $0.candidates }
        columns.counts(["seeds"], rank: 3) { $0.seeds }
        number(columns, objective, rank: 4) { $0.objective }
        number(columns, tradeOff, rank: 5) { $0.tradeOff }
        columns.words(["point"], rank: 6) { text($0.best) }
      },
      charts: [
        ReportChart(
          FitPlot(
            title: "Path",
            caption:
              "The best point of each step against the runs spent until then, with a line for each number of seeds.",
            x: .init("Runs"), y: .init(label(objective)), series: series))
      ], isDetail: true)
  }

  // MARK: Sensitivity

  private var variationSection: ReportDocument.Section {
    let (axes, variations) = (variants[best.point.variant].axes, outcome.variations)
    return ReportDocument.Section(
      title: "Sensitivity of the answer",
      paragraphs: [
        "One parameter changed at a time, the others as in the \(isFound ? "recommended" : "nearest") point, on the first seeds "
          + "of the report. A few seeds say little of the constraints: see the finalists."
      ],
      table: .of(variations) { columns in
        columns.words(["parameter"]) { axes[$0.axis].words }
        columns.words(["value"], rank: 1) { variation in
          let labels = name(variation.point).labels
          return variation.axis < labels.count ? Self.text(labels[variation.axis]) : ""
        }
        number(columns, objective, rank: 2) { $0.objective?.mean }
        columns.numbers(["change"], unit: objective.unit.worded, rank: 3) { $0.difference?.mean }
        columns.ranges(["range"], unit: objective.unit.worded, rounding: objective.searched, rank: 4) {
          $0.difference?.meanInterval
        }
        number(columns, tradeOff, rank: 5) { $0.tradeOff?.mean }
        columns.words(["meets"], rank: 6) { meets($0) }
        columns.counts(["seeds"], rank: 7) { Self.seeds($0) }
      }, charts: axes.indices.compactMap { variationPlot($0, axes[$0]).map { ReportChart($0) } }, isDetail: true)
  }

  private func variationPlot(_ number: Int, _ axis: SearchAxis) -> FitPlot? {
    let isLogarithmic: Bool
    switch axis.form {
    case .continuous(_, let log), .whole(_, let log): isLogarithmic = log
    case .choice: return nil
    }
    let own = outcome.variations.filter { $0.axis == number && $0.point.values[number].isFinite }
    guard !own.isEmpty, let mean = best.objective?.mean else { return nil }
    var curve: [(x: Double, y: Double)] = own.compactMap { variation in
      variation.difference.map { (variation.point.values[number], $0.mean) }
    }
    if best.point.values[number].isFinite { curve.append((best.point.values[number], 0)) }
    var series = [FitPlot.Series("change", .line, curve.sorted { $0.x < $1.x }), .init("", .points, curve)]
    for variation in own {
      guard let range = variation.difference?.meanInterval else { continue }
      let x = variation.point.values[number]
      series.append(.init("", .whisker, [(x, range.lowerBound), (x, range.upperBound)]))
    }
    let (unit, name) = (axis.unit, axis.words)
    return FitPlot(
      title: name,
      caption:
        "How the \(objective.words) of \(Self.value(mean, objective)) changes when \(name) alone changes, over "
        + "\(own.map(Self.seeds).max() ?? 0) seeds; bars are 95 % intervals of the paired difference.",
      x: .init(unit.isEmpty ? name : "\(name), \(unit)", isLogarithmic: isLogarithmic),
      y: .init("Change, \(objective.unit.worded.isEmpty ? objective.column : objective.unit.worded)"), series: series)
  }

  // MARK: File

  /// A row for each finalist, then for each point that was tried, for each step of the search, and for each parameter that was
  /// varied around the result.
  private var file: ReportTable {
    let finalists = outcome.finalists.enumerated().map { place, finalist in
      var row = point(finalist.point, "finalist", finalist.violation, seeds: outcome.reportSeeds.count)
      row = row + figures("objective", finalist.objective) + figures("trade_off", finalist.tradeOff)
      row = row + ComparisonJSON.ends("objective_p5", "objective_p95", predictionRange(of: finalist))
      row = row + figures("difference", finalist.difference)
      for (constraint, figure) in finalist.constraints.enumerated() {
        let name = Self.name(constraint)
        row =
          row + [
            (name, (figure.figure?.mean).json), ("\(name)_bound", figure.bound.json),
            ("\(name)_verdict", figure.verdict.rawValue.json),
          ]
      }
      let marks: JSONValue = [
        "recommended": place == outcome.recommended, "on_front": finalist.isOnFront, "as_given": finalist.isStart,
      ]
      return row + marks
    }
    let seen = Set(seenFront.map(\.point))
    let trials = outcome.trials.map { trial in
      point(trial.point, "trial", trial.violation, seeds: trial.seeds)
        + [
          ("objective", trial.objective.json), ("trade_off", trial.tradeOff.json),
          ("on_front", seen.contains(trial.point).json),
        ]
    }
    let steps = outcome.steps.map { step in
      point(step.best, step.stage.rawValue, step.violation, seeds: step.seeds)
        + [("objective", step.objective.json), ("trade_off", step.tradeOff.json), ("runs", step.runs.json)]
    }
    let variations = outcome.variations.map { variation in
      point(variation.point, "variation", variation.violation, seeds: Self.seeds(variation))
        + figures("objective", variation.objective) + figures("trade_off", variation.tradeOff)
        + figures("difference", variation.difference)
    }
    return ReportTable(objects: finalists + trials + steps + variations, names: fileColumns)
  }

  private static func name(_ constraint: Int) -> String { "constraint_\(constraint + 1)" }

  private var fileColumns: [String] {
    let parameters = variants.flatMap { $0.axes.map(\.name) }.uniqued()
    func figures(_ name: String) -> [String] { [name, "\(name)_ci95_low", "\(name)_ci95_high"] }
    return ["row", "strategy"] + parameters + ["seeds", "runs", "objective", "objective_p5", "objective_p95"]
      + figures("objective").dropFirst() + figures("trade_off")
      + constraints.indices.flatMap { [Self.name($0), "\(Self.name($0))_bound", "\(Self.name($0))_verdict"] }
      + figures("difference") + [
        "violation", "recommended", "on_front", "as_given", "objective_column", "trade_off_column",
      ]
  }

  private func figures(_ name: String, _ figure: SampleStatistics?) -> [(String, JSONValue)] {
    let interval = name == "difference" ? figure?.meanInterval : figure?.flooredInterval
    return [(name, (figure?.mean).json)] + ComparisonJSON.ends("\(name)_ci95_low", "\(name)_ci95_high", interval)
  }

  private func point(_ point: SearchPoint, _ row: String, _ violation: Double, seeds: Int) -> JSONValue {
    let name = name(point)
    let about: JSONValue = [
      "row": row, "strategy": name.strategy, "objective_column": objective.column,
      "trade_off_column": tradeOff.column, "violation": violation, "seeds": seeds,
    ]
    return about
      + name.labels.map { label in
        if case .number(let number) = label.value { return (label.name, number.json) }
        return (label.name, .string(Self.text(label)))
      }
  }
}
