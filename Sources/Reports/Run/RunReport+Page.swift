import Analysis
import Core

extension RunReport {
  /// The table of episodes has this many rows at most, the list of uses so many points.
  private static let (mostEpisodes, mostUses) = (160, 10)

  /// The day in pictures, and why each part of the phone was on.
  static func daySections(_ detail: RunDetail) -> [ReportDocument.Section] {
    func section(_ title: String, _ charts: [ReportChart]) -> ReportDocument.Section {
      .init(title: title, charts: charts, isOnPagesOnly: true)
    }
    let causes = EnergyCause.all(of: detail.record)
    let rest = causes.dropFirst(mostUses).reduce(0) { $0 + $1.share }
    let battery = ReportChart(
      caption: BatteryChart.caption(detail), tool: .readout
    ) { _ in
      BatteryChart(
        curves: [BatteryCurve(detail, count: 480)], startOfDay: detail.startOfDay, highlighted: [detail.strategy]
      ).svg()
    }
    func timeline(_ detail: RunDetail, _ device: String) -> ReportChart {
      let prefix = device == "phone" ? "" : "\(device)-"
      return .timeline(
        of: detail, identifier: "\(prefix)timeline", device: device, powerSteps: 2880, shapeLimit: 6000)
    }
    var sections = [
      section("The battery over the day", [battery]),
      .init(
        title: "Top \(mostUses) energy uses",
        paragraphs: rest > 0 ? ["All but \(Figure.percent(rest))\u{A0}% of the energy."] : [],
        list: CauseSentence.list(causes, limit: mostUses, radio: detail.radio), isOnPagesOnly: true),
      section("What every component did", [timeline(detail.phone, "phone")]),
    ]
    if let watch = detail.watch {
      sections.append(section("What the watch did", [timeline(watch, "watch")]))
    }
    sections.append(section("The day on the map", [.map(of: detail, dotLimit: 3000, circleLimit: 200)]))
    sections.append(causeSection("All causes", causes))
    if let watch = detail.watch {
      sections.append(causeSection("All causes on the watch", EnergyCause.all(of: watch.record)))
    }
    return sections + [episodes(detail)].compactMap(\.self)
  }

  private static func causeSection(_ title: String, _ causes: [EnergyCause]) -> ReportDocument.Section {
    .init(
      title: title,
      table: .of(causes) { columns in
        columns.words(["component"]) { ChartWords.title(of: $0.component) }
        columns.words(["doing"]) { ChartWords.doing($0.component, $0.role) }
        columns.words(["for"]) { CauseName.of($0.cause) }
        columns.numbers(["time"], unit: "s") { $0.span.seconds }
        columns.numbers(["energy"], unit: "J") { $0.energy.joules }
        columns.numbers(["share"], unit: "%", rounding: .share) { $0.share }
      }, isDetail: true, isOnPagesOnly: true)
  }

  private static func episodes(_ detail: RunDetail) -> ReportDocument.Section? {
    let (rows, bridged) = ActivityInterval.joined(detail.record, limit: mostEpisodes)
    guard !rows.isEmpty else { return nil }
    var about = "Every stretch in which a component was not at rest, for whom and at what cost, in order of time."
    if bridged > .zero {
      about +=
        " Stretches for the same cause with breaks of up to \(Figure.time(bridged)) between them share a row; 'on' "
        + "is the time without the breaks. 'geojoule run --timeline' writes every state."
    }
    func clock(_ instant: Instant) -> (text: String, value: Double?) {
      (ClockAxis.text(detail.startOfDay + Int(instant.seconds.rounded(.down)), withSeconds: true), instant.seconds)
    }
    return .init(
      title: "Why it was on", paragraphs: [about],
      table: .of(rows) { columns in
        columns.words(["component"]) { ChartWords.title(of: $0.component) }
        columns.labelled(["from"]) { clock($0.start) }
        columns.labelled(["to"]) { clock($0.end) }
        columns.numbers(["on"], unit: "s") { $0.active.seconds }
        columns.numbers(["energy"], unit: "J") { $0.energy.joules }
        columns.numbers(["power"], unit: "mW") { $0.active > .zero ? ($0.energy / $0.active).milliwatts : nil }
        columns.words(["mostly"]) { ChartWords.doing($0.component, $0.role) }
        columns.words(["for"]) { CauseName.of($0.cause) }
      }, isDetail: true, isOnPagesOnly: true)
  }
}
