package import Analysis
import Core
import DeviceModel

/// Which app uses the energy when several apps share a phone: what every format of it renders.
package struct SharingReport: Sendable, RenderedReport {
  package var context: ReportContext
  package var attribution: Attribution
  /// Off the charger, for the battery of a day's use.
  package var hours = Metric.standardHours

  package init(context: ReportContext, attribution: Attribution) {
    (self.context, self.attribution) = (context, attribution)
  }

  /// One line of the table: an app, or a sum over the apps.
  struct Row {
    let name: String
    let alone: Value
    let byAbsence: Value
    let booked: Value
  }

  /// Joules over the seeds, with the prediction range, and both in percent of the battery.
  struct Value {
    let statistics: SampleStatistics?
    let prediction: ClosedRange<Double>?
    let percent: Double?
    let percentPrediction: ClosedRange<Double>?
  }

  /// - Parameter isPredicted: differences of costs that share the phone have no prediction range of their own.
  func value(
    within limits: ClosedRange<Double> = -.infinity ... .infinity, isPredicted: Bool = true,
    _ figure: @escaping (SharedSeed) -> Double
  ) -> Value {
    let percent = attribution.percent(figure, hours: hours)
    return Value(
      statistics: attribution.statistics(figure, within: limits),
      prediction: isPredicted ? attribution.predictionRange(figure) : nil,
      percent: attribution.statistics(percent, within: limits)?.mean,
      percentPrediction: isPredicted ? attribution.predictionRange(percent) : nil)
  }

  var rows: [Row] {
    let apps = attribution.apps.indices.map { app in
      Row(
        name: attribution.apps[app], alone: value { $0.alone[app] }, byAbsence: value { $0.byAbsence[app] },
        booked: value(within: 0 ... .infinity) { $0.booked[app] })
    }
    let sum = Row(
      name: "sum", alone: value { $0.alone.reduce(0, +) }, byAbsence: value { $0.byAbsence.reduce(0, +) },
      booked: value { $0.booked.reduce(0, +) })
    return apps + [sum]
  }

  var finding: String {
    let (battery, saved) = (value(\.together), value(isPredicted: false, \.savedBySharing))
    guard let points = saved.percent, (value { $0.alone.reduce(0, +) }.percent ?? 0) > 0 else {
      return "There is no location use to attribute."
    }
    let predicted = battery.percentPrediction.map { " (predicted \(FigureRounding.battery.ends($0)) %)" } ?? ""
    let isNoise = attribution.savedBySharing?.meanInterval?.contains(0) ?? false
    let saves =
      isNoise
      ? "about the sum of each alone."
      : "\(FigureRounding.battery.text(abs(points))) points \(points > 0 ? "less" : "more") than the sum of each alone."
    return "Together \(attribution.apps.count) apps take \(FigureRounding.battery.text(battery.percent)) % of the "
      + "battery in \(ComparisonReport.text(hours: hours))\(predicted) for location. That is \(saves)"
  }

  /// The attribution before it is written in a format.
  package var document: ReportDocument {
    ReportDocument(
      title: context.title, headline: finding, subtitle: context.subtitle, keyFigures: keyFigures,
      sections: [
        ReportDocument.Section(pageTitle: "What each app takes", charts: [chart]),
        ReportDocument.Section(pageTitle: "All figures", table: table),
      ],
      closing: [context.certainty(hasPrediction: attribution.prediction != nil)], remarks: context.notes,
      background: table.meanings
        + ["By absence can exceed alone: beside another app an app gets fixes it did not ask for, and handles them."]
        + context.background, version: context.version, command: context.command)
  }

  private var keyFigures: [ReportDocument.KeyFigure] {
    let (together, saved) = (value(\.together), value(isPredicted: false, \.savedBySharing))
    return [
      .battery(
        together.percent,
        "of the battery in \(ComparisonReport.text(hours: hours)) with \(attribution.apps.count) apps together",
        predicted: together.percentPrediction),
      .battery(value { $0.alone.reduce(0, +) }.percent, "as the sum of each app alone"),
      .battery(saved.percent, "saved by sharing"),
    ]
  }

  /// Each app by itself, and all together.
  private var chart: ReportChart {
    let values = rows.dropLast().map { (name: "\($0.name) alone", value: $0.alone) } + [("together", value(\.together))]
    let bars = values.compactMap { name, value in
      value.percent.map {
        BarChart.Bar(name: name, value: $0, interval: value.percentPrediction ?? $0...$0)
      }
    }
    let title = "Percent of the battery in \(ComparisonReport.text(hours: hours)), predicted range"
    return ReportChart(title: "What each app takes") { identifier in
      BarChart(
        bars: bars, title: title, about: "A bar for each app by itself and for all together", rounding: .battery,
        identifier: identifier
      ).svg()
    }
  }

  /// A row for each app, then the sum, and what holds for all together.
  private var table: ReportTable {
    let rows = rows
    let sums = [
      ("together", "together", value(\.together)),
      ("saved_by_sharing", "saved by sharing", value(isPredicted: false, \.savedBySharing)),
      ("joint", "saved only if several stop", value(isPredicted: false, \.joint)),
    ]
    let all =
      rows.indices.map { (name: rows[$0].name, row: Row?.some(rows[$0]), sum: Value?.none) }
      + sums.map { (name: $0.0, row: nil, sum: $0.2) }
    let columns = ReportColumns(all)
    func energy(
      _ name: String, _ heading: String, _ note: String, _ value: ((name: String, row: Row?, sum: Value?)) -> Value?
    ) -> [ReportTable.Column] {
      [
        columns.numbers([heading], unit: "%", rounding: .battery, note: note) { value($0)?.percent },
        columns.numbers([heading, "energy"], name: name, unit: "J", rank: 2) { value($0)?.statistics?.mean },
        columns.ranges(
          [heading, "predicted"], ends: ("p5", "p95"), unit: "%", rounding: .battery, rank: 1,
          note: "Meant to hold about 90 % of real runs."
        ) { value($0)?.percentPrediction },
        columns.ranges(name: name, ends: ("p5", "p95"), unit: "J") { value($0)?.prediction },
        columns.ranges(
          [heading, "interval"], name: name, ends: ("ci95_low", "ci95_high"), unit: "J", rank: 4,
          note: "95 % interval of the mean over the seeds."
        ) { value($0)?.statistics?.meanInterval },
      ]
    }
    var table = ReportTable(nameWidth: 22) {
      columns.words(["app"], name: "app") { $0.name }
      columns.numbers(name: "seeds") { _ in Double(attribution.seeds.count) }
      columns.numbers(name: "duration_s") { _ in attribution.duration.seconds }
      energy("alone_J", "alone", "What the app costs with the others on the phone but without location.") {
        $0.row?.alone
      }
      energy("by_absence_J", "by absence", "What is saved if only this app stops using location.") {
        $0.row?.byAbsence
      }
      energy("booked_J", "booked", "The ledger's account; what several apps use is charged to the first that asked.") {
        $0.row?.booked
      }
      energy("together_J", "together", "What location costs all apps.") { $0.sum }
    }
    table.labels = Dictionary(uniqueKeysWithValues: sums.enumerated().map { (rows.count + $0.offset, $0.element.1) })
    return table
  }
}

extension SharingReport {
  /// Attribution as JSON, each seed included, as `docs/schema/sharing.schema.json` describes it; missing is `null`.
  package var json: String {
    let (context, attribution) = (context, attribution)
    let value: JSONValue = [
      "schema": "geojoule-sharing", "schema_version": 1, "geojoule_version": context.version,
      "scenario": context.scenario, "device": context.device, "network": context.network, "seeds": context.seeds,
      "first_seed": context.firstSeed, "parameters": context.parameters.rawValue, "command": context.command,
      "duration_s": attribution.duration.seconds, "finding": finding,
      "apps": rows.dropLast().map { row -> JSONValue in
        [
          "app": row.name, "alone_J": Self.statistics(row.alone), "by_absence_J": Self.statistics(row.byAbsence),
          "booked_J": Self.statistics(row.booked),
        ]
      },
      "together_J": Self.statistics(value(\.together)),
      "saved_by_sharing_J": ComparisonJSON.statistics(attribution.savedBySharing),
      "joint_J": ComparisonJSON.statistics(attribution.joint),
      "runs": attribution.seeds.map { seed -> JSONValue in
        [
          "seed": seed.seed, "together_J": seed.together, "alone_J": seed.alone, "by_absence_J": seed.byAbsence,
          "booked_J": seed.booked,
        ]
      },
      "notes": context.allNotes + [context.provenance],
    ]
    return value.text
  }

  private static func statistics(_ value: SharingReport.Value) -> JSONValue {
    ComparisonJSON.statistics(value.statistics, prediction: .some(value.prediction))
  }
}
