public import Analysis
import DeviceModel
import Quantities
import Simulation

/// One strategy's run as a page that explains it: why each part of the phone was on, for whom, and what it cost.
public struct RunHTML: Sendable {
  /// The table of episodes has this many rows at most.
  static let episodeLimit = 160

  public init() {}

  /// - Parameters:
  ///   - detail: a run that kept its timeline.
  ///   - prediction: makes prediction ranges; without it there are none.
  public func render(
    _ detail: RunDetail, context: ReportContext, prediction: PredictionModel? = nil
  ) -> String {
    let causes = EnergyCause.all(of: detail.record)
    let report = RunReport(
      context: context, strategy: detail.strategy, use: detail.use, metrics: detail.metrics, record: detail.record,
      prediction: prediction)
    let legend = prediction == nil ? [] : [ComparisonReport.predictionLegend]
    let notes = legend + detail.metrics.notes + context.allNotes
    var values = PageFrame.values(context, basis: [context.provenance] + notes)
    values["finding"] = report.finding
    let listed = causes.prefix(10)
    values["causes"] = CauseSentence.list(causes, limit: 10, radio: detail.radio)
    let rest = causes.dropFirst(10).reduce(0) { $0 + $1.share }
    values["rest"] =
      rest > 0
      ? "Together \(Figure.percent(listed.reduce(0) { $0 + $1.share })) % of the energy; everything else: "
        + "\(Figure.percent(rest)) %."
      : "Together they are all of the energy."
    values["ledger"] = causes.map(Self.ledgerRow)
    values["figures"] = report.figureRows.map { ["name": $0.0, "value": $0.1] }
    values["timeline"] = Self.timeline(
      TimelineChart(detail: detail.phone, powerSteps: 2880, shapeLimit: 6000), "purposes")
    values["watch"] = detail.watch.map(Self.watch)
    values["episodes"] = Self.episodes(detail)
    let map = DayMap(detail: detail, layout: .wide, dotLimit: 3000, circleLimit: 200).drawing()
    values["map"] = map.svg
    values["narrowMap"] = DayMap(detail: detail, layout: .narrow, dotLimit: 400, circleLimit: 24).drawing().svg
    values["mapCaption"] = map.remark
    let curve = BatteryCurve(detail, count: 480)
    func battery(_ layout: ChartLayout) -> String? {
      BatteryChart(curves: [curve], startOfDay: detail.startOfDay, highlighted: [detail.strategy], layout: layout).svg()
    }
    if let svg = battery(.wide) { values["battery"] = ["svg": svg, "narrow": battery(.narrow) ?? ""] }
    return PageFrame.render(RunTemplate.text, values)
  }

  private static func watch(_ detail: RunDetail) -> [String: Any] {
    var values: [String: Any] = [
      "name": PlainText.line(detail.strategy), "ledger": EnergyCause.all(of: detail.record).map(ledgerRow),
    ]
    let chart = TimelineChart(
      detail: detail, identifier: "watch-timeline", device: "watch", powerSteps: 2880, shapeLimit: 6000)
    if let timeline = timeline(chart, "watch-purposes") { values["timeline"] = timeline }
    return values
  }

  private static func timeline(_ chart: TimelineChart, _ purposes: String) -> [String: Any]? {
    guard let drawing = chart.drawing() else { return nil }
    let detail = chart.detail
    return [
      "svg": drawing.svg,
      "purposes": PurposeChart(detail: detail, identifier: purposes, device: chart.device).svg() ?? "",
      "caption": drawing.remark,
      "span": DecimalText.exact(detail.record.horizon.seconds), "clock": detail.startOfDay,
      "left": SVGCanvas.number(TimelineChart.left), "right": SVGCanvas.number(TimelineChart.right),
    ]
  }

  private static func episodes(_ detail: RunDetail) -> [String: Any]? {
    let (rows, bridged) = ActivityInterval.joined(detail.record, limit: episodeLimit)
    guard !rows.isEmpty else { return nil }
    var about = "Every stretch in which a component was not at rest, for whom and at what cost, in order of time."
    if bridged > .zero {
      about +=
        " Stretches for the same cause with breaks of up to \(Figure.time(bridged)) between them share a row; 'on' "
        + "is the time without the breaks. 'geojoule run --timeline' writes every state."
    }
    return ["about": about, "rows": rows.map { episodeRow($0, detail) }]
  }

  private static func episodeRow(_ episode: ActivityInterval, _ detail: RunDetail) -> [String: Any] {
    func clock(_ instant: Instant) -> String {
      ClockAxis.text(detail.startOfDay + Int(instant.seconds.rounded(.down)), withSeconds: true)
    }
    return [
      "component": ChartWords.title(of: episode.component), "from": clock(episode.start), "to": clock(episode.end),
      "fromValue": DecimalText.exact(episode.start.seconds), "toValue": DecimalText.exact(episode.end.seconds),
      "on": Figure.text(episode.active.seconds), "onValue": DecimalText.exact(episode.active.seconds),
      "energy": Figure.text(episode.energy.joules),
      "energyValue": DecimalText.significant(episode.energy.joules, digits: 6),
      "power": Figure.text(
        episode.active > .zero ? (episode.energy / episode.active).milliwatts : nil),
      "role": ChartWords.doing(episode.component, episode.role), "cause": CauseName.of(episode.cause),
    ]
  }

  private static func ledgerRow(_ cause: EnergyCause) -> [String: Any] {
    [
      "component": ChartWords.title(of: cause.component), "role": ChartWords.doing(cause.component, cause.role),
      "cause": CauseName.of(cause.cause), "time": Figure.text(cause.span.seconds),
      "timeValue": DecimalText.exact(cause.span.seconds), "energy": Figure.text(cause.energy.joules),
      "energyValue": DecimalText.significant(cause.energy.joules, digits: 6), "share": Figure.percent(cause.share),
    ]
  }
}
