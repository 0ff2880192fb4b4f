package import Analysis
import Quantities

/// Which app uses the energy when several apps share a phone: what every format of it renders.
package struct SharingReport: Sendable {
  package var context: ReportContext
  package var attribution: Attribution

  package init(context: ReportContext, attribution: Attribution) {
    self.context = context
    self.attribution = attribution
  }

  /// One line of the table: an app, or a sum over the apps.
  struct Row {
    let name: String
    let alone: Value
    let byAbsence: Value
    let booked: Value
  }

  /// Joules over the seeds, with the prediction range.
  struct Value {
    let statistics: SampleStatistics?
    let prediction: ClosedRange<Double>?
  }

  func value(
    within limits: ClosedRange<Double> = -.infinity ... .infinity, _ figure: (SharedSeed) -> Double
  ) -> Value {
    Value(statistics: attribution.statistics(figure, within: limits), prediction: attribution.predictionRange(figure))
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

  /// The sentence it comes down to.
  var finding: String {
    guard let together = attribution.together, let saved = attribution.savedBySharing,
      let alone = attribution.statistics({ $0.alone.reduce(0, +) }), alone.mean > 0
    else { return "There is no location use to attribute." }
    let apps = "\(attribution.apps.count) apps"
    let share = Figure.text(100 * abs(saved.mean) / alone.mean, decimals: 1)
    return "Together \(apps) take \(Figure.text(together.mean)) J for location, \(share) % "
      + "\(saved.mean >= 0 ? "less" : "more") than the sum of each alone."
  }

  /// The attribution before it is written in a format.
  package var document: ReportDocument {
    ReportDocument(
      title: context.title, headline: finding, subtitle: context.subtitle,
      sections: [ReportDocument.Section(table: table)],
      closing: [
        "How sure: \(attribution.prediction == nil ? "" : "about 90 % of real runs lie in the predicted range. ")"
          + "\(context.provenance)."
      ], remarks: context.notes,
      background: table.shown().filter { !$0.note.isEmpty }.map { "\($0.title): \($0.note)" }
        + ["By absence can exceed alone: beside another app an app gets fixes it did not ask for, and handles them."]
        + context.background, version: context.version, command: context.command)
  }

  /// A row for each app, then the sum, and what holds for all together.
  private var table: ReportTable {
    let rows = rows
    let sums = [
      ("together", "together", value(\.together)),
      // Differences of costs that share the phone have no prediction range of their own.
      ("saved_by_sharing", "saved by sharing", Value(statistics: attribution.savedBySharing, prediction: nil)),
      ("joint", "saved only if several stop", Value(statistics: attribution.joint, prediction: nil)),
    ]
    let count = rows.count + sums.count
    var columns = [
      ReportTable.Column(name: "app", heading: ["app"], cells: .words(rows.map(\.name) + sums.map(\.0))),
      ReportTable.Column(
        name: "seeds", cells: .numbers(Array(repeating: Double(attribution.seeds.count), count: count), .three)),
      ReportTable.Column(
        name: "duration_s", cells: .numbers(Array(repeating: attribution.duration.seconds, count: count), .three)),
    ]
    func add(_ name: String, _ heading: String, rank: Int, _ note: String, _ values: [Value?]) {
      columns += [
        ReportTable.Column(
          name: name, heading: [heading], unit: "J", rank: rank, note: note,
          cells: .numbers(values.map { $0?.statistics?.mean }, .three)),
        ReportTable.Column(
          name: name, heading: [heading, "predicted"], unit: "J", rank: rank + 4,
          note: "About 90 % of real runs lie in it.",
          cells: .ranges(values.map { $0?.prediction }, .three, low: "p5", high: "p95")),
        ReportTable.Column(
          name: name, heading: [heading, "interval"], unit: "J", rank: rank + 8,
          note: "95 % interval of the mean over the seeds.",
          cells: .ranges(values.map { $0?.statistics?.meanInterval }, .three, low: "ci95_low", high: "ci95_high")),
      ]
    }
    let none = [Value?](repeating: nil, count: sums.count)
    add(
      "alone_J", "alone", rank: 1,
      "What the app costs with the others on the phone but without location.", rows.map(\.alone) + none)
    add(
      "by_absence_J", "by absence", rank: 2, "What is saved if only this app stops using location.",
      rows.map(\.byAbsence) + none)
    add(
      "booked_J", "booked", rank: 3,
      "The ledger's account; what several apps use is charged to the first that asked.", rows.map(\.booked) + none)
    add(
      "together_J", "together", rank: 4, "What location costs all apps.",
      [Value?](repeating: nil, count: rows.count) + sums.map(\.2))
    return ReportTable(
      columns: columns,
      labels: Dictionary(uniqueKeysWithValues: sums.enumerated().map { (rows.count + $0.offset, $0.element.1) }))
  }
}
