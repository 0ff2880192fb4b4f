package import Analysis
import Core
import DeviceModel
package import Simulation

/// One strategy's run: its figures, where the energy went, and for whom.
package struct RunReport: Sendable, RenderedReport {
  package var context: ReportContext
  package var strategy: String
  package var use: StrategyUse
  package var metrics: RunMetrics
  package var record: RunRecord
  /// Makes prediction ranges; without it there are none.
  package var prediction: PredictionModel?
  /// Off the charger, for the battery of a day's use.
  package var hours = Metric.standardHours
  /// The legs of the day and the stays between them.
  package var legs: [RunLeg] = []
  /// The run with its timeline, for pages.
  package var detail: RunDetail?

  package init(
    context: ReportContext, strategy: String, use: StrategyUse, metrics: RunMetrics, record: RunRecord,
    prediction: PredictionModel? = nil
  ) {
    (self.prediction, self.context, self.strategy, self.use) = (prediction, context, strategy, use)
    (self.metrics, self.record) = (metrics, record)
  }

  var finding: String {
    let remarks = [
      predictedBattery.map { "predicted \(Self.percent.ends($0))" }, context.extrapolated(battery, to: hours),
    ].compactMap(\.self)
    let drain =
      "\(Self.percent.text(battery)) % of the battery in \(ComparisonReport.text(hours: hours))"
      + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
    let cost = "\(PlainText.line(strategy)) takes \(drain)"
    if let searches, case .search(let metres, let seconds) = Metric.standardSearch {
      return "\(cost). \(Figure.percent(searches)) % of its searches have a position within "
        + "\(Metric.metres(metres, " ")) after \(Metric.time(seconds, " "))."
    }
    let use = metrics.isAtRest ? StrategyUse.live : use
    guard metrics[use.error95] != nil else {
      guard let missed = metrics[.missedEvents], let events = metrics[.trueEvents] else {
        return "\(cost) and gets no position."
      }
      let late = metrics[.eventLatencyP50].map { ", half of them within \(Figure.span($0))" } ?? ""
      return "\(cost). It reports \(record.events.count) events\(late), and misses "
        + "\(Self.counted(Int(missed))) of \(Self.counted(Int(events))) true ones."
    }
    let within = "within \(Figure.text(metrics[use.error95])) m of the truth"
    let (share, isLive) = (metrics[use.coverage] ?? 0, use == .live)
    let (what, time) = isLive ? ("The position held", "time") : ("Its track", "moving time")
    if share > Self.whole { return "\(cost). \(what) is \(within) for 95 % of the \(time)." }
    return "\(cost). \(isLive ? "It holds a position" : "Its track covers") \(Figure.percent(share)) % of the \(time), "
      + "95 % of that \(within)."
  }

  /// Whether it reports events only, or nothing.
  var hasNoPosition: Bool { metrics[.locationsPerHour] == 0 }

  /// Of a strategy that looks for one position at a time, the share of searches that found a good one.
  var searches: Double? { RunMetrics.searchesOnly([metrics]) ? metrics[.standardSearch] : nil }

  private static let percent = FigureRounding.battery

  var battery: Double? { metrics[.drainPercentPerHour].map { $0 * hours } }

  /// The same of real runs; meant to hold about 90 % of them.
  var predictedBattery: ClosedRange<Double>? {
    predictionRange(of: .drainPercentPerHour).map { $0.lowerBound * hours...$0.upperBound * hours }
  }

  /// A share of the time that reads as all of it.
  private static let whole = 0.995

  /// What is counted, beside the figures that are compared.
  var counts: [(String, String)] {
    var rows = [
      ("positions", Self.counted(record.fixes.count)), ("deliveries", Self.counted(record.deliveries)),
      ("wake-ups", Self.counted(record.wakeups)), ("uploads", Self.counted(record.uploads)),
    ]
    rows += accessTimes
    let scans = record.wifiScans
    if scans.asked > 0 {
      rows += [
        ("scans asked for", Self.counted(scans.asked)), ("scans let through", Self.counted(scans.admitted)),
        ("scans refused", Self.counted(scans.refused)),
      ]
    }
    let shown = record.indicators
    rows += [
      (shown.marks.isEmpty ? "location icon shown" : "arrow shown", shown.arrow),
      ("marked in the settings", shown.marks.first),
      (shown.marks.isEmpty ? "in the Privacy Dashboard" : "in the list of 24 h", shown.lists.first),
    ].compactMap { name, time in time.map { (name, Figure.time($0)) } }
    if let watch = record.watch {
      rows += [
        ("wake-ups of the watch", Self.counted(watch.wakeups)),
        ("messages over the link", Self.counted(watch.messages)),
        ("failed messages", Self.counted(watch.failedMessages)),
      ]
    }
    if metrics[.missedEvents] != nil { rows.append(("events reported", Self.counted(record.events.count))) }
    return rows
  }

  private static func counted(_ count: Int) -> String { DecimalText.grouped(count) }

  /// The time on each access of the cellular network, where it has several.
  private var accessTimes: [(String, String)] {
    var spans: [RadioTechnology?: TimeSpan] = [:]
    for code in EnergyLedger.states(of: .cellular) {
      let span = record.ledger.dwell(.cellular, state: code)
      guard span > .zero, let (state, access) = CellularRadio.State.decoded(code), ![.off, .searching].contains(state)
      else { continue }
      spans[access, default: .zero] += span
    }
    let others = RadioTechnology.allCases.filter { spans[$0] != nil }
    guard !others.isEmpty else { return [] }
    return ([nil] + others).map { ("time on \($0?.title ?? "main access")", Figure.time(spans[$0] ?? .zero)) }
  }

  func predictionRange(of metric: Metric) -> ClosedRange<Double>? {
    prediction?.range(of: BudgetMetric(metric), runs: [metrics], none: [])
  }
}

extension RunReport {
  /// One run as JSON, as `docs/schema/run.schema.json` describes it: its figures, and its energy by component, state, signal
  /// and cause; missing is `null`.
  package var json: String {
    let ranges = Metric.allCases.filter(\.isWholePhone).map { ($0.column, range(of: $0)) }
    let value: JSONValue = [
      "schema": "geojoule-run", "schema_version": 1, "geojoule_version": context.version,
      "title": context.title, "strategy": strategy, "use": use.rawValue, "scenario": context.scenario,
      "device": context.device, "network": context.network, "duration_s": context.duration.seconds,
      "seed": context.firstSeed, "parameters": context.parameters.rawValue, "command": context.command,
      "finding": PlainText.line(finding), "provenance": context.provenance,
      "notes": metrics.allNotes + context.allNotes,
      "figures": JSONValue.object(Metric.allCases.map { ($0.column, metrics[$0].json) }),
      "prediction": JSONValue.object(ranges), "energy": energy(of: record),
    ]
    return value.text
  }

  private func range(of metric: Metric) -> JSONValue {
    predictionRange(of: metric).map { ["p5": $0.lowerBound, "p95": $0.upperBound] } ?? .null
  }

  private func energy(of record: RunRecord) -> [JSONValue] {
    lines(EnergyBreakdown(ledger: record.ledger, prices: record.prices), prefix: "")
      + (record.watch.map { lines(EnergyBreakdown(ledger: $0.ledger, prices: $0.prices), prefix: "watch_") } ?? [])
  }

  /// Components, states and what is paid at instants are called as in the timeline.
  private func lines(_ breakdown: EnergyBreakdown, prefix: String) -> [JSONValue] {
    breakdown.lines.map { line in
      let (state, signal, time, count): (String, String?, TimeSpan?, Int64?) =
        switch line.kind {
        case .state(let state, let bin, let dwell):
          (ComponentStates.name(of: line.component, state: state), bin.name, dwell, nil)
        case .charge(let charge, let count): (charge.name, nil, nil, count)
        case .bytes(let direction, let access, let count):
          (ComponentStates.name(of: direction, on: access), nil, nil, count)
        }
      return [
        "component": prefix + line.component.name, "state": state, "signal": signal,
        "cause": CauseName.of(line.cause.purpose), "app": UInt64(line.cause.app), "time_s": time?.seconds,
        "count": count, "energy_J": line.energy.joules,
      ]
    }
  }
}
