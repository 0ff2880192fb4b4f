public import Analysis
import DeviceModel
import Quantities
public import Simulation

/// One strategy's run on the terminal: its figures, then where the energy went and for whom.
public struct RunReport: Sendable {
  public var context: ReportContext
  public var strategy: String
  public var use: StrategyUse
  public var metrics: RunMetrics
  public var record: RunRecord
  /// Makes prediction ranges; without it there are none.
  public var prediction: PredictionModel?

  public init(
    context: ReportContext, strategy: String, use: StrategyUse, metrics: RunMetrics, record: RunRecord,
    prediction: PredictionModel? = nil
  ) {
    self.prediction = prediction
    self.context = context
    self.strategy = strategy
    self.use = use
    self.metrics = metrics
    self.record = record
  }

  /// - Parameter isWide: also shows what is known of the day.
  public func render(width: Int = 100, isColoured: Bool = false, isWide: Bool = false) -> String {
    let width = max(width, 60)
    let style = TextStyle(isColoured: isColoured)
    var lines = TextWrap.lines(finding, width: width).map(style.bold)
    lines += TextWrap.lines(PlainText.line(context.subtitle), width: width).map(style.dim)
    lines.append("")
    lines += figures.lines(width: width, style: TextStyle(isColoured: false)).dropFirst()
    lines.append("")
    lines.append(LedgerTable(width: width, isColoured: isColoured).render(record))
    let legend = prediction == nil ? [] : [ComparisonReport.predictionLegend]
    let notes = isWide ? context.allNotes : context.notes
    for note in legend + metrics.notes + notes + [context.provenance] {
      lines += TextWrap.lines(PlainText.line(note), width: width, indent: "  ")
    }
    lines.append(style.dim("Again: \(PlainText.line(context.command))"))
    return lines.joined(separator: "\n") + "\n"
  }

  /// One sentence.
  var finding: String {
    let predicted = predictionRange(of: .drainPercentPerHour).map { " (prediction \(Figure.drain($0)))" } ?? ""
    let drain = "\(Figure.drain(metrics[.drainPercentPerHour])) %/h of the battery\(predicted)"
    let name = PlainText.line(strategy)
    let use = metrics.isAtRest ? StrategyUse.live : use
    guard metrics[use.error95] != nil else {
      guard let missed = metrics[.missedEvents] else {
        return "\(name) takes \(drain) and gets no position."
      }
      let late = metrics[.eventLatencyP50].map { ", half of them within \(Figure.text($0)) s" } ?? ""
      return "\(name) takes \(drain) and reports \(record.events.count) events\(late); "
        + "\(Figure.text(missed)) were missed."
    }
    let within = "within \(Figure.text(metrics[use.error95])) m of the truth"
    let share = metrics[use.coverage] ?? 0
    let cost = "\(name) takes \(drain)"
    switch use {
    case .live:
      if share > Self.whole { return "\(cost); 95 % of the time the position held is \(within)." }
      return "\(cost); a position is held \(Figure.percent(share)) % of the time, 95 % of that \(within)."
    case .record:
      let time = "the time on the move"
      if share > Self.whole { return "\(cost); 95 % of \(time) the recorded track is \(within)." }
      return "\(cost); the recorded track covers \(Figure.percent(share)) % of \(time), 95 % of that \(within)."
    }
  }

  /// A share of the time that reads as all of it.
  private static let whole = 0.995

  private var figures: TextTable {
    let rows = figureRows
    return TextTable(columns: [
      .init(heading: [], alignment: .left, cells: rows.map(\.0)),
      .init(heading: [], alignment: .left, cells: rows.map(\.1)),
    ])
  }

  /// What was measured, and how much.
  var figureRows: [(String, String)] {
    func value(_ metric: Metric, _ unit: String) -> String {
      metrics[metric].map { "\(Figure.text($0)) \(unit)" } ?? Figure.missing
    }
    func predicted(_ metric: Metric) -> String {
      predictionRange(of: metric).map { ", prediction \(Figure.text($0))" } ?? ""
    }
    var rows = [
      ("energy, screen off", value(.energy, "J") + predicted(.energy)),
      ("average power", value(.averagePower, "mW") + predicted(.averagePower)),
      ("error of the position held, p50 / p68 / p95", triple([.errorP50, .errorP68, .errorP95], "m")),
      ("age of the position held, p50 / p95", triple([.ageP50, .ageP95], "s")),
    ]
    let (track, covered) = (triple([.trackErrorP50, .trackErrorP95], "m"), Figure.percent(metrics[.trackCoverage]))
    if metrics.isAtRest {
      rows += [("error of the recorded track, p50 / p95", track), ("time the track covers", "\(covered) %")]
    } else {
      rows += [
        ("age of it on the move, p95", triple([.movingAgeP95], "s")), ("error of the recorded track, p50 / p95", track),
        ("error of the track on the move, p50 / p95", triple([.movingErrorP50, .movingErrorP95], "m")),
        (
          "time the track covers, all / on the move", "\(covered) / \(Figure.percent(metrics[.movingCoverage])) %"
        ),
      ]
    }
    rows += [
      ("time the app holds a position", "\(Figure.percent(metrics[.availability])) %"),
      ("first position after", value(.firstFix, "s")),
      ("positions", "\(record.fixes.count) in \(record.deliveries) deliveries"),
      ("wake-ups / uploads", "\(record.wakeups) / \(record.uploads)"),
    ]
    rows += accessRow
    let scans = record.wifiScans
    if scans.asked > 0 {
      rows.append(
        ("scans of the app: asked for / let through / refused", "\(scans.asked) / \(scans.admitted) / \(scans.refused)")
      )
    }
    let shown = record.indicators
    let signs = [
      (shown.marks.isEmpty ? "location icon" : "arrow", shown.arrow), ("settings", shown.marks.first),
      (shown.marks.isEmpty ? "Privacy Dashboard" : "list of 24 h", shown.lists.first),
    ].compactMap { name, time in time.map { (name, Figure.time($0)) } }
    rows.append(
      (
        "shown to the user: \(signs.map(\.0).joined(separator: " / "))", signs.map(\.1).joined(separator: " / ")
      ))
    if let watch = record.watch {
      rows += [
        ("the watch: energy, display off", value(.watchEnergy, "J")),
        ("the watch: drain of its own battery", value(.watchDrainPercentPerHour, "%/h")),
        (
          "the watch: wake-ups / over the link / failed",
          "\(watch.wakeups) / \(watch.parcels) / \(watch.failedMessages)"
        ),
      ]
    }
    if metrics[.watchBatteryEmpty] != nil {
      rows.append(("the watch: battery empty after", value(.watchBatteryEmpty, "h")))
    }
    if let missed = metrics[.missedEvents] {
      rows.append(("event latency, p50 / p95", triple([.eventLatencyP50, .eventLatencyP95], "s")))
      rows.append(
        (
          "events notified / missed / false",
          "\(record.events.count) / \(Figure.text(missed)) / \(Figure.text(metrics[.falseEvents]))"
        ))
    }
    if metrics[.batteryEmpty] != nil { rows.append(("battery empty after", value(.batteryEmpty, "h"))) }
    return rows
  }

  /// The time on each access of the cellular network, where it has several.
  private var accessRow: [(String, String)] {
    var spans: [RadioTechnology?: TimeSpan] = [:]
    for code in EnergyLedger.states(of: .cellular) {
      let span = record.ledger.dwell(.cellular, state: code)
      guard span > .zero, let (state, access) = CellularRadio.State.decoded(code), ![.off, .searching].contains(state)
      else { continue }
      spans[access, default: .zero] += span
    }
    let others = RadioTechnology.allCases.filter { spans[$0] != nil }
    guard !others.isEmpty else { return [] }
    let names = ["main access"] + others.map(\.title)
    let times = ([nil] + others).map { Figure.time(spans[$0] ?? .zero) }
    return [("time on \(names.joined(separator: " / "))", times.joined(separator: " / "))]
  }

  func predictionRange(of metric: Metric) -> ClosedRange<Double>? {
    prediction?.range(of: BudgetMetric(metric), runs: [metrics], none: [])
  }

  private func triple(_ parts: [Metric], _ unit: String) -> String {
    parts.allSatisfy { metrics[$0] == nil }
      ? Figure.missing : parts.map { Figure.text(metrics[$0]) }.joined(separator: " / ") + " \(unit)"
  }
}
