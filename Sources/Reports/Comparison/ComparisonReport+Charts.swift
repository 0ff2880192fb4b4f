import Analysis
import Core
import DeviceModel
import Simulation

extension ComparisonReport {
  // MARK: Groups

  /// More rows than this are read in groups, if they are of more than one.
  private static let mostUngrouped = 16

  /// Whether rows stand together by system and use.
  var isGrouped: Bool { rows.count > Self.mostUngrouped && Set(rows.map(group)).count > 1 }

  /// `iOS, record`: rows that compare with each other.
  func group(_ row: StrategySummary) -> String {
    let system = row.system.map { $0 == .android ? "Android, " : "iOS, " } ?? ""
    if row[.watchEnergy] != nil { return "\(system)with a watch" }
    return system + (row.error95 == nil ? "no positions" : row.use.rawValue)
  }

  /// The comparison with its rows in groups: of the phone's own system first, those with positions first.
  var grouped: ComparisonReport {
    guard isGrouped else { return self }
    let own = context.system ?? rows.first?.system
    func key(_ index: Int) -> (Int, Int, Int, Int) {
      let row = rows[index]
      return (
        row.system == own ? 0 : 1, row[.watchEnergy] == nil ? 0 : 1,
        row.error95 == nil ? 2 : row.use == .live ? 0 : 1, index
      )
    }
    let order = rows.indices.sorted { key($0) < key($1) }
    var copy = self
    copy.rows = order.map { rows[$0] }
    if let day, day.batteries.count == rows.count { copy.day?.batteries = order.map { day.batteries[$0] } }
    return copy
  }

  /// The groups with the indices of their rows; one without a name where there are none.
  private var parts: [(name: String, rows: Set<Int>)] {
    guard isGrouped else { return [("", Set(rows.indices))] }
    return rows.indices.grouped { group(rows[$0]) }.map { (group(rows[$0[0]]), Set($0)) }
  }

  // MARK: Sections of pages

  private static func drawn(
    _ title: String, paragraphs: [String] = [], list: [String] = [], table: ReportTable? = nil,
    _ charts: [ReportChart] = [], isDetail: Bool = false
  ) -> ReportDocument.Section {
    .init(
      title: title, paragraphs: paragraphs, list: list, table: table, isLinked: table != nil, charts: charts,
      isDetail: isDetail, isOnPagesOnly: true)
  }

  /// The battery over the day: one picture, or one for each group, of which that of the headline is open.
  var batterySections: [ReportDocument.Section] {
    guard let day else { return [] }
    let subject = shownRow
    let parts = parts.sorted { one, other in
      subject.map { one.rows.contains($0) && !other.rows.contains($0) } ?? false
    }
    return parts.enumerated().map { place, part in
      let title = "The battery over the day" + (part.name.isEmpty ? "" : ": \(part.name)")
      let caption = "Seed \(day.detail.record.seed). \(BatteryChart.caption(day.detail))"
      let chart = ReportChart(caption: caption, tool: .readout) { identifier in
        BatteryChart(day: day, report: self, only: part.rows, identifier: place == 0 ? "battery" : identifier).svg()
      }
      return Self.drawn(title, [chart], isDetail: place > 0)
    }
  }

  /// Battery against what is missed, where the energy goes, how errors and ages are distributed, and one day in full.
  var chartSections: [ReportDocument.Section] {
    let errors = parts.filter { part in part.rows.contains { rows[$0].error95 != nil } }
    let pareto = errors.map { part in
      ReportChart(title: part.name, caption: paretoCaption(part.rows), tool: .baselines) { identifier in
        ParetoChart(report: self, only: part.rows, identifier: part.name.isEmpty ? "pareto" : identifier).svg()
      }
    }
    let energy = ReportChart { _ in EnergyChart(report: self).svg() }
    let distributions = ReportChart(
      caption: "Each second of all seeds counts once. Errors are of the position held (live) or of the track (record)."
    ) { _ in DistributionChart(report: self).svg() }
    var sections = [
      Self.drawn("Battery against what is missed", pareto), Self.drawn("Where the energy goes", [energy]),
    ]
    sections += [
      Self.drawn("Power by component in numbers", table: powerTable, isDetail: true),
      Self.drawn("How errors and ages are distributed", [distributions]),
    ]
    return sections + (day.map { Self.sections(of: $0.detail) } ?? [])
  }

  private static func sections(of detail: RunDetail) -> [ReportDocument.Section] {
    let name = PlainText.line(detail.strategy)
    let causes = EnergyCause.all(of: detail.record).filter { $0.cause.purpose != .system }
    return [
      drawn(
        "The day on the map",
        paragraphs: [
          "Map and timeline show \(name) on seed \(detail.record.seed), the day on which its drain is the median. "
            + "'geojoule run --html' shows any other."
        ], [.map(of: detail)]),
      drawn("What every component did", [.timeline(of: detail)]),
      drawn(
        "What location use with \(name) spends most on",
        list: CauseSentence.list(causes, limit: 5, radio: detail.radio)),
    ]
  }

  private func paretoCaption(_ shown: Set<Int>) -> String {
    var text = "Left and low is better, on logarithmic axes; the line joins the Pareto-optimal strategies."
    if !limits.isEmpty { text += " Red lines are budgets: right of them a strategy breaks its budget." }
    let located = shown.filter { rows[$0].error95 != nil }
    if located.count > ParetoChart.mostNames { text += " Only Pareto-optimal strategies are named." }
    return text
  }

  private var powerTable: ReportTable {
    .of(rows) { columns in
      columns.words(["strategy"]) { $0.strategy }
      for component in Component.allCases {
        columns.numbers([ChartWords.title(of: component)], unit: "mW") { EnergyChart.power(of: component, in: $0) }
      }
      columns.numbers(["sum"], unit: "mW") { $0[.averagePower]?.mean }
      columns.numbers(["energy"], unit: "J") { $0[.energy]?.mean }
    }
  }
}

extension ReportChart {
  /// Where the phone was, and where the app thought it was.
  static func map(of detail: RunDetail, dotLimit: Int = 2500, circleLimit: Int = 120) -> ReportChart {
    ReportChart(remarked: "") { _ in
      let drawing = DayMap(detail: detail, dotLimit: dotLimit, circleLimit: circleLimit).drawing()
      return (drawing.svg, drawing.remark)
    }
  }

  /// What each component did.
  static func timeline(
    of detail: RunDetail, identifier: String = "timeline", device: String = "phone", powerSteps: Int = 1440,
    shapeLimit: Int = 3600
  ) -> ReportChart {
    ReportChart(remarked: "", tool: .zoom) { _ in
      let chart = TimelineChart(
        detail: detail, identifier: identifier, device: device, powerSteps: powerSteps, shapeLimit: shapeLimit)
      return chart.drawing().map { ($0.svg, $0.remark) }
    }
  }
}
