import Analysis
import DeviceModel
import Quantities
import Simulation

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
      caption: "Full at the start, screen off; it rises where the day's script connects the charger.", tool: .readout
    ) { layout, _ in
      BatteryChart(
        curves: [BatteryCurve(detail, count: 480)], startOfDay: detail.startOfDay, highlighted: [detail.strategy],
        layout: layout
      ).svg()
    }
    func timeline(_ detail: RunDetail, _ device: String) -> ReportChart {
      let prefix = device == "phone" ? "" : "\(device)-"
      return .timeline(
        of: detail, identifier: "\(prefix)timeline", device: device, powerSteps: 2880, shapeLimit: 6000,
        purposes: "\(prefix)purposes")
    }
    var sections = [
      section("The battery over the day", [battery]),
      .init(
        title: "Top \(mostUses) energy uses",
        paragraphs: rest > 0 ? ["All but \(Figure.percent(rest))\u{A0}% of the energy."] : [],
        list: CauseSentence.list(causes, limit: mostUses, radio: detail.radio), isOnPagesOnly: true),
      section("What every component did, and for what", [timeline(detail.phone, "phone")]),
    ]
    if let watch = detail.watch {
      sections.append(section("What the watch did, and for what", [timeline(watch, "watch")]))
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
      table: ReportTable(columns: [
        .init(heading: ["component"], cells: .words(causes.map { ChartWords.title(of: $0.component) })),
        .init(heading: ["doing"], rank: 1, cells: .words(causes.map { ChartWords.doing($0.component, $0.role) })),
        .init(heading: ["for"], rank: 2, cells: .words(causes.map { CauseName.of($0.cause) })),
        .init(heading: ["time"], unit: "s", rank: 3, cells: .numbers(causes.map(\.span.seconds), .three)),
        .init(heading: ["energy"], unit: "J", rank: 4, cells: .numbers(causes.map(\.energy.joules), .three)),
        .init(heading: ["share"], unit: "%", rank: 5, cells: .numbers(causes.map(\.share), .share)),
      ]), isDetail: true, isOnPagesOnly: true)
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
    let powers = rows.map { $0.active > .zero ? ($0.energy / $0.active).milliwatts : nil }
    return .init(
      title: "Why it was on", paragraphs: [about],
      table: ReportTable(columns: [
        .init(heading: ["component"], cells: .words(rows.map { ChartWords.title(of: $0.component) })),
        .init(heading: ["from"], rank: 1, cells: .labelled(rows.map { clock($0.start) })),
        .init(heading: ["to"], rank: 2, cells: .labelled(rows.map { clock($0.end) })),
        .init(heading: ["on"], unit: "s", rank: 3, cells: .numbers(rows.map(\.active.seconds), .three)),
        .init(heading: ["energy"], unit: "J", rank: 4, cells: .numbers(rows.map(\.energy.joules), .three)),
        .init(heading: ["power"], unit: "mW", rank: 5, cells: .numbers(powers, .three)),
        .init(heading: ["mostly"], rank: 6, cells: .words(rows.map { ChartWords.doing($0.component, $0.role) })),
        .init(heading: ["for"], rank: 7, cells: .words(rows.map { CauseName.of($0.cause) })),
      ]), isDetail: true, isOnPagesOnly: true)
  }
}
