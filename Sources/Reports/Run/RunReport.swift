public import Analysis
import DeviceModel
import Quantities
public import Simulation

/// One strategy's run: its figures, where the energy went, and for whom.
public struct RunReport: Sendable {
  public var context: ReportContext
  public var strategy: String
  public var use: StrategyUse
  public var metrics: RunMetrics
  public var record: RunRecord
  /// Makes prediction ranges; without it there are none.
  public var prediction: PredictionModel?
  /// The run with its timeline, for pages.
  public var detail: RunDetail?

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

  /// What is counted, beside the figures that are compared.
  var counts: [(String, String)] {
    var rows = [
      ("positions / deliveries", Self.counted([record.fixes.count, record.deliveries])),
      ("wake-ups / uploads", Self.counted([record.wakeups, record.uploads])),
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
      rows.append(
        (
          "the watch: wake-ups / over the link / failed",
          "\(watch.wakeups) / \(watch.parcels) / \(watch.failedMessages)"
        ))
    }
    if metrics[.missedEvents] != nil { rows.append(("events reported", "\(record.events.count)")) }
    return rows
  }

  private static func counted(_ counts: [Int]) -> String {
    counts.map { DecimalText.grouped($0) }.joined(separator: " / ")
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
}
