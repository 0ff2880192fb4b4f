public import Analysis

/// Whose the energy is when several apps share a phone: what every format of it renders.
public struct SharingReport: Sendable {
  public var context: ReportContext
  public var attribution: Attribution

  public init(context: ReportContext, attribution: Attribution) {
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
    return saved.mean >= 0
      ? "Together \(apps) take \(Figure.text(together.mean)) J for location, \(share) % less than the sum of each alone."
      : "Together \(apps) take \(Figure.text(together.mean)) J for location, \(share) % more than the sum of each alone."
  }

  /// What stands under the table.
  var remarks: [String] {
    let legend: [String] = attribution.prediction == nil ? [] : [ComparisonReport.predictionLegend]
    let about = [
      "alone: what the app would cost with the others on the phone but without location. by absence: what would be saved "
        + "if only this app went without location. booked: the ledger's own account above a phone at rest, in which what "
        + "several apps use is charged to the first that asked.",
      "Joules a run above the same apps without location; brackets hold the 95 % interval of the mean over the seeds.",
      "By absence can exceed alone: beside another app an app gets fixes it did not ask for, and has to handle them.",
    ]
    return legend + about + context.notes + [context.provenance]
  }
}
