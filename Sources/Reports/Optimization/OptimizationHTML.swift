import Analysis

/// An optimization as one page that works offline, prints, and follows dark mode: the front, the path of the search, and how
/// the answer depends on each parameter.
public struct OptimizationHTML: Sendable {
  public init() {}

  public func render(_ report: OptimizationReport) -> String {
    let sections =
      [front(report), path(report)] + (report.outcome.variations.isEmpty ? [] : [sensitivity(report)]) + [
        method(report)
      ]
    return FitHTML().render(
      FitReport(
        title: report.title, findings: report.findings + report.basis, inputs: [], sections: sections, fragment: "",
        version: report.version, command: report.command), style: Self.css)
  }

  /// Points are long words: they take several lines, so that the figures beside them are seen.
  private static let css = """

    svg .whisker { fill: none; stroke: var(--soft); stroke-width: 1.2; }
    svg .dot { fill: var(--cellular); }
    svg .ring { fill: var(--page); stroke: var(--soft); stroke-width: 2; }
    svg .cross { stroke: var(--alert); stroke-width: 2.2; }
    tbody th { white-space: normal; min-width: 11rem; }
    """

  private func label(_ figure: OptimizationReport.Figured) -> String {
    OptimizationReport.words(figure) + (figure.unit.isEmpty ? "" : ", \(figure.unit)")
  }

  // MARK: Front

  private func front(_ report: OptimizationReport) -> FitSection {
    let outcome = report.outcome
    let trials: [(x: Double, y: Double)] = outcome.trials.compactMap { trial in
      guard let x = trial.tradeOff, let y = trial.objective else { return nil }
      return (x, y)
    }
    var series = [FitPlot.Series("tried", .points, trials)]
    let front = outcome.front.compactMap(place)
    series.append(.init("front", .line, Self.stairs(front.sorted { $0.x < $1.x })))
    for finalist in outcome.finalists {
      guard let place = place(finalist) else { continue }
      if let range = finalist.objective?.flooredInterval {
        series.append(.init("", .whisker, [(place.x, range.lowerBound), (place.x, range.upperBound)]))
      }
      if let range = finalist.tradeOff?.flooredInterval {
        series.append(.init("", .whisker, [(range.lowerBound, place.y), (range.upperBound, place.y)]))
      }
    }
    let (met, broken) = (outcome.finalists.filter(\.isFeasible), outcome.finalists.filter { !$0.isFeasible })
    for (name, mark, places) in [
      ("on it", FitPlot.Mark.dots, met.filter(\.isOnFront)), ("behind it", .rings, met.filter { !$0.isOnFront }),
      ("breaks a constraint", .crosses, broken),
    ] where !places.isEmpty {
      series.append(.init(name, mark, places.compactMap(place)))
    }
    if let best = place(report.best) {
      series.append(.init(report.isFound ? "recommended" : "nearest", .bars, [best]))
    }
    let heights = trials.map(\.y) + front.map(\.y)
    if let limit = report.constraints.first(where: { $0.figure.column == report.tradeOff.column && $0.side == .atMost }
    ),
      let low = heights.min(), let high = heights.max()
    {
      series.append(.init("limit", .reference, [(limit.limit, low), (limit.limit, high)]))
    }
    let isWide =
      trials.map(\.x).allSatisfy { $0 > 0 } && (trials.map(\.x).max() ?? 0) > 30 * (trials.map(\.x).min() ?? 1)
    var headings: [(name: String, unit: String)] = [("Point", ""), ("", "")]
    if !report.constraints.isEmpty { headings.append(("Meets", "")) }
    headings += [(OptimizationReport.words(report.objective), report.objective.unit)]
    if report.hasPrediction { headings.append(("Prediction", report.objective.unit)) }
    headings += [
      ("Range", ""),
      (OptimizationReport.words(report.tradeOff), report.tradeOff.unit), ("Range", ""),
    ]
    headings += report.otherConstraints.map {
      (OptimizationReport.words(report.constraints[$0].figure), report.constraints[$0].figure.unit)
    }
    headings += [("Difference", report.objective.unit)]
    let rows = report.rows.map { row in
      var cells = [
        row.point, row.mark == ">" ? "recommended" : row.mark == "?" ? "nearest" : row.mark == "*" ? "front" : "",
      ]
      if !report.constraints.isEmpty { cells.append(report.meets(row.finalist)) }
      cells.append(Figure.text(row.finalist.objective?.mean))
      if report.hasPrediction { cells.append(Figure.text(report.predictionRange(of: row.finalist))) }
      cells += [
        Figure.text(row.finalist.objective?.flooredInterval),
        Figure.text(row.finalist.tradeOff?.mean), Figure.text(row.finalist.tradeOff?.flooredInterval),
      ]
      cells += report.otherConstraints.map { Figure.text(row.finalist.constraints[$0].figure?.mean) }
      cells.append(report.difference(row.finalist))
      return cells
    }
    return FitSection(
      title: "Front and finalists",
      tables: [FitTable(title: "", headings: headings, rows: rows)],
      plots: [
        FitPlot(
          title: "Front",
          caption:
            "Finalists with their 95 % intervals, on fresh seeds; dots are all points tried, on the search's seeds. The "
            + "stem marks the \(report.isFound ? "recommended point" : "point nearest to the constraints").",
          x: .init(label(report.tradeOff), isLogarithmic: isWide), y: .init(label(report.objective)), series: series)
      ])
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

  private func place(_ finalist: SearchOutcome.Finalist) -> (x: Double, y: Double)? {
    guard let x = finalist.tradeOff?.mean, let y = finalist.objective?.mean else { return nil }
    return (x, y)
  }

  // MARK: Path

  private func path(_ report: OptimizationReport) -> FitSection {
    let steps = report.outcome.steps.filter { $0.objective.isFinite }
    let met = steps.filter { $0.violation == 0 }
    let broken = steps.filter { $0.violation > 0 }
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
    if !broken.isEmpty {
      series.append(.init("breaks a constraint", .bars, broken.map { (Double($0.runs), $0.objective) }))
    }
    var shown: [SearchStep] = []
    for step in steps where shown.last.map({ $0.best != step.best || $0.stage != step.stage }) ?? true {
      shown.append(step)
    }
    return FitSection(
      title: "Path of the search",
      tables: [
        FitTable(
          title:
            "Steps that changed the best point of what they looked at; their figures are those of the search's seeds.",
          headings: [
            ("Stage", ""), ("Runs", ""), ("Points", ""), ("Seeds", ""),
            (OptimizationReport.words(report.objective), report.objective.unit),
            (OptimizationReport.words(report.tradeOff), report.tradeOff.unit), ("Point", ""),
          ],
          rows: shown.map { step in
            [
              step.stage.rawValue, "\(step.runs)", "\(step.candidates)", "\(step.seeds)",
              Figure.text(step.objective), Figure.text(step.tradeOff), report.text(step.best),
            ]
          })
      ],
      plots: [
        FitPlot(
          title: "Path",
          caption:
            "The best point of each step against the runs spent until then, with a line for each number of seeds.",
          x: .init("Runs"),
          y: .init(label(report.objective)), series: series)
      ])
  }

  // MARK: Sensitivity

  private func sensitivity(_ report: OptimizationReport) -> FitSection {
    let axes = report.variants[report.best.point.variant].axes
    var plots: [FitPlot] = []
    for (number, axis) in axes.enumerated() where isNumber(axis) {
      let own = report.outcome.variations.filter { $0.axis == number && $0.point.values[number].isFinite }
      guard !own.isEmpty, let mean = report.best.objective?.mean else { continue }
      var curve: [(x: Double, y: Double)] = own.compactMap { variation in
        variation.difference.map { (variation.point.values[number], $0.mean) }
      }
      let here = report.best.point.values[number]
      if here.isFinite { curve.append((here, 0)) }
      var series = [FitPlot.Series("change", .line, curve.sorted { $0.x < $1.x }), .init("", .points, curve)]
      for variation in own {
        guard let range = variation.difference?.meanInterval else { continue }
        series.append(
          .init(
            "", .whisker,
            [(variation.point.values[number], range.lowerBound), (variation.point.values[number], range.upperBound)]))
      }
      let isLogarithmic: Bool
      switch axis.form {
      case .continuous(_, let log), .whole(_, let log): isLogarithmic = log
      case .choice: isLogarithmic = false
      }
      let unit = OptimizationReport.unit(of: axis.name)
      let name = OptimizationReport.parameter(axis.name)
      plots.append(
        FitPlot(
          title: name,
          caption:
            "How the \(OptimizationReport.words(report.objective)) of \(OptimizationReport.value(mean, report.objective)) "
            + "changes when \(name) alone changes, over \(own.map(OptimizationReport.seeds).max() ?? 0) seeds; bars are 95 % "
            + "intervals of the paired difference.",
          x: .init(unit.isEmpty ? name : "\(name), \(unit)", isLogarithmic: isLogarithmic),
          y: .init("Change, \(report.objective.unit.isEmpty ? report.objective.column : report.objective.unit)"),
          series: series))
    }
    let rows = report.outcome.variations.map { variation in
      let labels = report.name(variation.point).labels
      return [
        OptimizationReport.parameter(axes[variation.axis].name),
        variation.axis < labels.count ? OptimizationReport.text(labels[variation.axis]) : "",
        "\(OptimizationReport.seeds(variation))", Figure.text(variation.objective?.mean),
        Figure.text(variation.difference?.mean),
        Figure.text(variation.difference?.meanInterval), Figure.text(variation.tradeOff?.mean),
        report.meets(variation),
      ]
    }
    return FitSection(
      title: "Sensitivity of the answer",
      tables: [
        FitTable(
          title:
            "One parameter changed at a time, the others as in the \(report.isFound ? "recommended" : "nearest") point, on the "
            + "first seeds of the report. A few seeds say little of the constraints: see the finalists.",
          headings: [
            ("Parameter", ""), ("Value", ""), ("Seeds", ""),
            (OptimizationReport.words(report.objective), report.objective.unit),
            ("Change", report.objective.unit), ("Range", ""),
            (OptimizationReport.words(report.tradeOff), report.tradeOff.unit), ("Meets", ""),
          ], rows: rows)
      ], plots: plots)
  }

  private func isNumber(_ axis: SearchAxis) -> Bool { if case .choice = axis.form { false } else { true } }

  private func method(_ report: OptimizationReport) -> FitSection {
    FitSection(
      title: "How to read it",
      figures: report.legend.map { FitSection.Figures(name: "Marks", text: $0) } + [
        .init(
          name: "Method",
          text:
            "Sobol points, successive halving with racing on common seeds, surfaces and a pattern search around the best; "
            + "finalists are chosen and reported on seeds of their own. docs/optimize.md has the sources.")
      ])
  }
}
