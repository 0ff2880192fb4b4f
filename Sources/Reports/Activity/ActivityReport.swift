package import Analysis

/// What a real app's measured use of location cost, with what the estimate rests on.
package struct ActivityReport: Sendable, RenderedReport {
  package let estimate: ActivityEstimate
  /// What was assumed or left out in reading.
  package var notes: [String] = []
  /// The day, the phone and the seeds, in words.
  package let basis: String
  package let version: String
  package let command: String

  package init(_ estimate: ActivityEstimate, notes: [String] = [], basis: String, version: String, command: String) {
    (self.estimate, self.notes, self.basis) = (estimate, notes, basis)
    (self.version, self.command) = (version, command)
  }

  /// The estimate before it is written in a format: a row per accuracy and one for all.
  package var document: ReportDocument {
    let (whole, drain, fleet) = (estimate.whole, estimate.drain, fleet)
    let rows =
      estimate.parts.map { (part: ActivityEstimate.Part?.some($0), share: $0.share) } + [(part: nil, share: whole)]
    let table = ReportTable.of(rows) { columns in
      columns.words(["accuracy"], name: "accuracy") { $0.part?.accuracy ?? "all" }
      columns.numbers(["time"], name: "time_s", rounding: .span, rank: 1) { $0.part?.share.seconds }
      columns.numbers(name: "power_W") { $0.part?.power.mean }
      columns.numbers(["power"], unit: "mW", rank: 2) { $0.part.map { $0.power.mean * 1000 } }
      columns.ranges(name: "power_W", ends: ("p2_5", "p97_5")) { $0.part?.power.quantileRange }
      columns.numbers(["energy"], name: "energy_J", unit: "J", rank: 3) { $0.share.energy.mean }
      columns.ranges(
        ["predicted"], name: "energy_J", ends: ("p5", "p95"), unit: "J", rank: 3,
        note: "Meant to hold about 90 % of real runs."
      ) { $0.share.prediction }
      columns.ranges(
        ["interval"], name: "energy_J", ends: ("ci95_low", "ci95_high"), unit: "J", rank: 5,
        note: "95 % interval of the mean over the seeds."
      ) { $0.share.energy.meanInterval }
      columns.ranges(
        ["range"], name: "energy_J", ends: ("p2_5", "p97_5"), unit: "J", rank: 4,
        note: "95 % of drawn phones and days lie in it."
      ) { $0.share.energy.quantileRange }
      columns.numbers(["battery"], name: "drain_percent_per_hour", unit: "%/h", rounding: .drain, rank: 6) {
        $0.part == nil ? drain.mean : nil
      }
      columns.ranges(name: "drain_percent_per_hour", ends: ("p5", "p95")) {
        $0.part == nil ? estimate.drainPrediction : nil
      }
    }
    return ReportDocument(
      title: "Energy of an app's location use",
      headline: "Location took about \(Figure.text(whole.energy.mean)) J in "
        + "\(Figure.tick(whole.seconds / 3600)) h, "
        + "\(Figure.drain(drain.mean)) %/h of the battery\(predicted).",
      subtitle: basis,
      sections: [ReportDocument.Section(table: table)]
        + (estimate.states.isEmpty ? [] : [ReportDocument.Section(title: "By state of the app", table: stateTable)])
        + (fleet.isEmpty ? [] : [ReportDocument.Section(title: "By report, scaled to 24 h", table: fleetTable)]),
      closing: [Self.remark], remarks: notes, background: table.meanings, version: version,
      command: command)
  }

  private var stateTable: ReportTable {
    .of(estimate.states) { columns in
      columns.words(["domain"], name: "domain") { $0.domain }
      columns.words(["state"], name: "state") { $0.label }
      columns.numbers(["time"], name: "time_s", rounding: .span, rank: 1) { $0.share.seconds }
      columns.numbers(["background"], name: "background_s", rounding: .span, rank: 5) { $0.background }
      columns.numbers(["energy"], name: "energy_J", unit: "J", rank: 2) { $0.share.energy.mean }
      columns.ranges(["predicted"], name: "energy_J", ends: ("p5", "p95"), unit: "J", rank: 3) { $0.share.prediction }
      columns.numbers(["battery"], name: "percent_per_day", unit: "%/day", rounding: .drain, rank: 4) {
        $0.percentPerDay.mean
      }
    }
  }

  /// Empty for a single report.
  private var fleet: [Double] { estimate.fleet.count > 1 ? estimate.fleet : [] }

  private var fleetTable: ReportTable {
    .of([0.1, 0.5, 0.9]) { columns in
      columns.words(["share of reports below"], name: "quantile") { "\(Int($0 * 100)) %" }
      columns.numbers(["energy"], name: "energy_J_per_day", unit: "J") {
        fleet[min(fleet.count - 1, Int($0 * Double(fleet.count)))]
      }
    }
  }

  static let remark = """
    Power: what standard updates at this accuracy add to the same day without location. The report does not say whether \
    the user travelled or rested while they ran: choose the scenario that is like your users' days. Accuracies that ran at \
    once are counted twice. Significant change, regions and visits are not in the report.
    """

  package var json: String {
    func statistics(_ value: SampleStatistics, _ prediction: ClosedRange<Double>?? = nil) -> JSONValue {
      let mean: JSONValue = ["mean": value.mean]
      let rest: JSONValue = [
        "ci95_low": value.meanInterval?.lowerBound, "ci95_high": value.meanInterval?.upperBound,
        "p2_5": value.quantileRange?.lowerBound, "p97_5": value.quantileRange?.upperBound, "seeds": value.count,
      ]
      let predicted = prediction.map { ComparisonJSON.ends("p5", "p95", $0) } ?? []
      return mean + predicted + rest
    }
    let document: JSONValue = [
      "schema": "geojoule-activity-1", "period_s": estimate.whole.seconds,
      "energy_J": statistics(estimate.whole.energy, estimate.whole.prediction),
      "drain_percent_per_hour": statistics(estimate.drain, estimate.drainPrediction),
      "parts": estimate.parts.map { part -> JSONValue in
        [
          "accuracy": part.accuracy, "time_s": part.share.seconds, "power_W": statistics(part.power),
          "energy_J": statistics(part.share.energy, part.share.prediction),
        ]
      },
      "states": estimate.states.map { state -> JSONValue in
        [
          "domain": state.domain, "state": state.label, "time_s": state.share.seconds, "background_s": state.background,
          "energy_J": statistics(state.share.energy, state.share.prediction),
          "percent_per_day": state.percentPerDay.mean,
        ]
      },
      "reports_J_per_day": fleet, "notes": notes, "basis": basis, "command": command,
    ]
    return document.text
  }

  private var predicted: String { estimate.drainPrediction.map { " (predicted \(Figure.drain($0)) %/h)" } ?? "" }
}
