import Analysis
import DeviceModel
import Core
import Simulation

extension RunReport {
  /// The run before it is written in a format: its figures, then its energy by component and state, and by cause; pages have
  /// the day in pictures.
  package var document: ReportDocument {
    let counts = counts
    // The picture and what it comes down to stand first.
    let day = detail.map(Self.daySections) ?? []
    var sections = Array(day.prefix(2))
    sections += [
      .init(pageTitle: "Figures", table: figureTable),
      .init(
        title: "Counts",
        table: .of(counts, nameWidth: 60) { columns in
          columns.words(["count"], name: "count") { $0.0 }
          columns.figures(["value"], name: "value") { $0.1 }
        }),
    ]
    sections += day.dropFirst(2)
    if !legs.isEmpty { sections.append(.init(title: "Legs of the day", table: legTable)) }
    sections += energySections(EnergyBreakdown(ledger: record.ledger, prices: record.prices), of: "the phone")
    if let watch = record.watch {
      sections += energySections(EnergyBreakdown(ledger: watch.ledger, prices: watch.prices), of: "the watch")
    }
    return ReportDocument(
      title: context.title, headline: finding, subtitle: context.subtitle, keyFigures: keyFigures, sections: sections,
      closing: [context.certainty(hasPrediction: prediction != nil)]
        + [context.next.map { "Next: \($0)" }].compactMap(\.self),
      remarks: [prices] + context.extrapolation(to: hours) + metrics.allNotes + context.notes,
      background: context.background,
      context: context,
      version: context.version, command: context.command)
  }

  /// What prices by state sum up, which profiles list apart.
  private var prices: String {
    let suspended = record.prices.power(
      .processor, state: ApplicationProcessor.State.suspended.rawValue, bin: .strong)
    return "Prices: those of a processor that is not suspended include \(Figure.text(suspended.milliwatts)) mW of "
      + "'suspended'; 'base' is 'drain' and 'background_location' of the profile, and 'travelling' on the way."
  }

  private var keyFigures: [ReportDocument.KeyFigure] {
    let use = metrics.isAtRest ? StrategyUse.live : use
    let error = metrics[use.error95].map {
      ReportDocument.KeyFigure(
        value: "\(Figure.plain($0)) m",
        label: "error that 95 % of the \(use == .live ? "positions held" : "recorded track") stay below")
    }
    return [
      .battery(battery, "of the battery in \(ComparisonReport.text(hours: hours))", predicted: predictedBattery)
    ]
      + [error].compactMap(\.self)
  }

  /// Each leg's time and energy, how much of its moving time was good enough, and what failed where that was not all.
  private var legTable: ReportTable {
    func share(_ part: KeyPath<LegShares, Int>) -> (RunLeg) -> Double? {
      { $0.shares.flatMap { $0.moving > 0 ? Double($0[keyPath: part]) / Double($0.moving) : nil } }
    }
    let limits = legs.compactMap(\.shares).first
    return .of(legs) { columns in
      columns.words(["leg"]) { $0.name }
      columns.numbers(["time"], rounding: .span) { $0.time.seconds }
      columns.numbers(["energy"], unit: "J") { $0.energy.joules }
      if let limits {
        columns.numbers(["track", "in \(limits.trackText)"], unit: "%", rounding: .share, cell: share(\.track))
        columns.numbers(["now", "in \(limits.nowText)"], unit: "%", rounding: .share, cell: share(\.now))
      }
      columns.words(["what failed,", "% of time"]) { leg in
        leg.failures.map { "\($0.cause.rawValue) \(Figure.percent($0.time / leg.time))" }.joined(separator: ", ")
      }
    }
  }

  private var figureTable: ReportTable {
    var present = Metric.byRank.filter {
      metrics[$0] != nil && !(metrics.isAtRest && ComparisonReport.isOfMovingTime($0))
        && !(hasNoPosition && $0.isAboutPositions) && !(searches != nil && $0.isAboutTrack)
    }
    if searches != nil { present = [.standardSearch] + present.filter { $0 != .standardSearch } }
    struct Row {
      let name: String
      let column: String
      let rounding: FigureRounding
      let value: Double?
      let predicted: ClosedRange<Double>?
    }
    let day = ComparisonReport.text(hours: hours)
    let battery = Row(
      name: "battery in \(day) %", column: "battery_percent", rounding: .battery, value: battery,
      predicted: predictedBattery)
    let rows =
      [battery]
      + present.map { metric in
        let about = metric.descriptor
        // What is named by its column alone has no rounding of its own.
        let hasTitle = !about.title.isEmpty
        let sign = metric == .distanceError ? metrics.isTrackTooShort ? ", too short" : ", too long" : ""
        return Row(
          name: hasTitle
            ? about.title + sign + (about.unit.isEmpty ? "" : " \(about.unit)")
            : about.column.replacing("_", with: " "),
          column: about.column, rounding: hasTitle ? about.rounding : .three, value: metrics[metric],
          predicted: metric.isWholePhone ? predictionRange(of: metric) : nil)
      }
    var table = ReportTable.of(rows, nameWidth: 40) { columns in
      columns.words(["figure"], name: "figure") { $0.column }
      columns.labelled(["value"]) { ($0.rounding.text($0.value), $0.value) }
      columns.numbers(name: "value") { $0.value }
      columns.figures(["predicted"], note: "Meant to hold about 90 % of real runs.") { row in
        row.predicted.map(row.rounding.ends) ?? (prediction == nil ? "" : Figure.missing)
      }
      columns.ranges(name: "prediction", ends: ("p5", "p95")) { $0.predicted }
    }
    table.labels = Dictionary(uniqueKeysWithValues: zip(rows.indices, rows.map(\.name)))
    return table
  }

  // MARK: Energy

  /// A line of a table: one component's state, event or direction of bytes, over all causes.
  private struct Item {
    var component = ""
    let label: String
    var span = TimeSpan.zero
    var count: Int64 = 0
    var energy = Energy.zero
    var isBytes = false

    /// The time or the count, in words.
    var amount: (text: String, value: Double?) {
      if isBytes { return ("\(DecimalText.grouped(Int(count))) B", Double(count)) }
      return count > 0
        ? ("\(DecimalText.grouped(Int(count))) x", Double(count)) : (Figure.time(span), span.seconds)
    }

    var price: String {
      if isBytes { return "\(Figure.text(energy.joules / Double(count) / 8 * 1e9)) nJ/bit" }
      if count > 0 { return "\(Figure.text((energy / Double(count)).millijoules)) mJ" }
      return span > .zero ? "\(Figure.text((energy / span).milliwatts)) mW" : ""
    }
  }

  /// The direction's name; on a further access of the network with that, such as `bytes sent on 3G`.
  private static func name(of direction: EnergyLedger.Direction, on access: RadioTechnology?) -> String {
    direction.name.replacing("_", with: " ") + (access.map { " on \($0.title)" } ?? "")
  }

  private static func items(_ breakdown: EnergyBreakdown) -> [Item] {
    let lines = breakdown.lines.map { line in
      var item =
        switch line.kind {
        case .state(let state, let bin, let dwell):
          Item(
            label: ComponentStates.name(of: line.component, state: state) + (bin == .weak ? ", weak signal" : ""),
            span: dwell)
        case .charge(let charge, let events): Item(label: charge.name, count: events)
        case .bytes(let direction, let access, let bytes):
          Item(label: name(of: direction, on: access), count: bytes, isBytes: true)
        }
      (item.component, item.energy) = (line.component.name, line.energy)
      return item
    }
    return Component.allCases.flatMap { component in
      lines.filter { $0.component == component.name }.grouped(by: \.label).map { same in
        same.dropFirst().reduce(into: same[0]) {
          $0.span += $1.span
          $0.count += $1.count
          $0.energy += $1.energy
        }
      }
    }
  }

  private func energySections(_ breakdown: EnergyBreakdown, of name: String) -> [ReportDocument.Section] {
    let items = Self.items(breakdown)
    let causes = breakdown.lines.grouped { CauseName.of($0.cause) }.map { lines in
      (name: CauseName.of(lines[0].cause), energy: lines.reduce(.zero) { $0 + $1.energy })
    }
    let sums =
      Component.allCases.filter { component in breakdown.lines.contains { $0.component == component } }
      .map { (name: $0.name, energy: breakdown.energy(of: $0)) } + [(name: "total", energy: breakdown.total)]
    func energies<Row>(_ columns: ReportColumns<Row>, _ energy: (Row) -> Energy) -> [ReportTable.Column] {
      [
        columns.numbers(["energy"], name: "energy_J", unit: "J", rank: 1) { energy($0).joules },
        columns.numbers(["share"], name: "share", unit: "%", rounding: .share, rank: 2) {
          breakdown.total > .zero ? energy($0) / breakdown.total : nil
        },
      ]
    }
    func table(_ heading: String, _ rows: [(name: String, energy: Energy)]) -> ReportTable {
      .of(rows) { columns in
        columns.words([heading], name: heading) { $0.name }
        energies(columns, \.energy)
      }
    }
    return [
      ReportDocument.Section(
        title: "Energy of \(name) by state",
        table: .of(items) { columns in
          columns.words(["component"], name: "component") { $0.component }
          columns.words(["state"], name: "state") { $0.label }
          columns.labelled(["time or count"], name: "amount") { $0.amount }
          columns.figures(["price"], rank: 3) { $0.price }
          energies(columns, \.energy)
        }),
      ReportDocument.Section(title: "Energy of \(name) by component", table: table("component", sums)),
      ReportDocument.Section(title: "Energy of \(name) by cause", table: table("for", causes)),
    ]
  }
}
