package import Analysis

/// What a real app's measured use of location cost, with what the estimate rests on.
package struct ActivityReport: Sendable, RenderedReport {
  /// One accuracy's part.
  package struct Part: Sendable {
    package let accuracy: String
    package let seconds: Double
    /// In watts.
    package let power: SampleStatistics
    /// In joules.
    package let energy: SampleStatistics
    /// The prediction range of the energy.
    package let prediction: ClosedRange<Double>?

    package init(
      accuracy: String, seconds: Double, power: SampleStatistics, energy: SampleStatistics,
      prediction: ClosedRange<Double>?
    ) {
      self.prediction = prediction
      self.accuracy = accuracy
      self.seconds = seconds
      self.power = power
      self.energy = energy
    }
  }

  /// A state that the app declares.
  package struct State: Sendable {
    package let domain: String
    package let label: String
    package let seconds: Double
    /// In the background; `nil` where the reports do not say it.
    package let background: Double?
    /// In joules.
    package let energy: SampleStatistics
    /// The prediction range of the energy.
    package let prediction: ClosedRange<Double>?
    /// Of the battery, in percent a day.
    package let percentPerDay: Double

    package init(
      domain: String, label: String, seconds: Double, background: Double?, energy: SampleStatistics,
      prediction: ClosedRange<Double>?, percentPerDay: Double
    ) {
      (self.domain, self.label, self.seconds, self.background) = (domain, label, seconds, background)
      (self.energy, self.prediction, self.percentPerDay) = (energy, prediction, percentPerDay)
    }
  }

  package let parts: [Part]
  package var states: [State] = []
  /// Energy of each report in joules per 24 h, ascending; empty for a single one.
  package var fleet: [Double] = []
  /// What was assumed or left out in reading.
  package var notes: [String] = []
  package let periodSeconds: Double
  /// In joules.
  package let energy: SampleStatistics
  /// In percent of the battery per hour of the period.
  package let drain: SampleStatistics
  /// Prediction ranges of both.
  package let energyPrediction: ClosedRange<Double>?
  package let drainPrediction: ClosedRange<Double>?
  /// The day, the phone and the seeds, in words.
  package let basis: String
  package let version: String
  package let command: String

  package init(
    parts: [Part], periodSeconds: Double, energy: (SampleStatistics, prediction: ClosedRange<Double>?),
    drain: (SampleStatistics, prediction: ClosedRange<Double>?), basis: String, version: String, command: String
  ) {
    (self.parts, self.periodSeconds, self.energy, self.drain) = (parts, periodSeconds, energy.0, drain.0)
    (energyPrediction, drainPrediction) = (energy.prediction, drain.prediction)
    (self.basis, self.version, self.command) = (basis, version, command)
  }

  /// The estimate before it is written in a format: a row per accuracy and one for all.
  package var document: ReportDocument {
    let rows = parts.map { (part: Part?.some($0), energy: $0.energy) } + [(part: nil, energy: energy)]
    let table = ReportTable.of(rows) { columns in
      columns.words(["accuracy"], name: "accuracy") { $0.part?.accuracy ?? "all" }
      columns.numbers(["time"], name: "time_s", rounding: .span, rank: 1) { $0.part?.seconds }
      columns.numbers(name: "power_W") { $0.part?.power.mean }
      columns.numbers(["power"], unit: "mW", rank: 2) { $0.part.map { $0.power.mean * 1000 } }
      columns.ranges(name: "power_W", ends: ("p2_5", "p97_5")) { $0.part?.power.quantileRange }
      columns.numbers(["energy"], name: "energy_J", unit: "J", rank: 3) { $0.energy.mean }
      columns.ranges(
        ["predicted"], name: "energy_J", ends: ("p5", "p95"), unit: "J", rank: 3,
        note: "Meant to hold about 90 % of real runs."
      ) { $0.part == nil ? energyPrediction : $0.part?.prediction }
      columns.ranges(
        ["interval"], name: "energy_J", ends: ("ci95_low", "ci95_high"), unit: "J", rank: 5,
        note: "95 % interval of the mean over the seeds."
      ) { $0.energy.meanInterval }
      columns.ranges(
        ["range"], name: "energy_J", ends: ("p2_5", "p97_5"), unit: "J", rank: 4,
        note: "95 % of drawn phones and days lie in it."
      ) { $0.energy.quantileRange }
      columns.numbers(["battery"], name: "drain_percent_per_hour", unit: "%/h", rounding: .drain, rank: 6) {
        $0.part == nil ? drain.mean : nil
      }
      columns.ranges(name: "drain_percent_per_hour", ends: ("p5", "p95")) { $0.part == nil ? drainPrediction : nil }
    }
    return ReportDocument(
      title: "Energy of an app's location use",
      headline: "Location took about \(Figure.text(energy.mean)) J in \(Figure.tick(periodSeconds / 3600)) h, "
        + "\(Figure.drain(drain.mean)) %/h of the battery\(predicted).",
      subtitle: basis,
      sections: [ReportDocument.Section(table: table)]
        + (states.isEmpty ? [] : [ReportDocument.Section(title: "By state of the app", table: stateTable)])
        + (fleet.count < 2 ? [] : [ReportDocument.Section(title: "By report, scaled to 24 h", table: fleetTable)]),
      closing: [Self.remark], remarks: notes, background: table.meanings, version: version,
      command: command)
  }

  private var stateTable: ReportTable {
    .of(states) { columns in
      columns.words(["domain"], name: "domain") { $0.domain }
      columns.words(["state"], name: "state") { $0.label }
      columns.numbers(["time"], name: "time_s", rounding: .span, rank: 1) { $0.seconds }
      columns.numbers(["background"], name: "background_s", rounding: .span, rank: 5) { $0.background }
      columns.numbers(["energy"], name: "energy_J", unit: "J", rank: 2) { $0.energy.mean }
      columns.ranges(["predicted"], name: "energy_J", ends: ("p5", "p95"), unit: "J", rank: 3) { $0.prediction }
      columns.numbers(["battery"], name: "percent_per_day", unit: "%/day", rounding: .drain, rank: 4) {
        $0.percentPerDay
      }
    }
  }

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
      "schema": "geojoule-activity-1", "period_s": periodSeconds, "energy_J": statistics(energy, energyPrediction),
      "drain_percent_per_hour": statistics(drain, drainPrediction),
      "parts": parts.map { part -> JSONValue in
        [
          "accuracy": part.accuracy, "time_s": part.seconds, "power_W": statistics(part.power),
          "energy_J": statistics(part.energy, part.prediction),
        ]
      },
      "states": states.map { state -> JSONValue in
        [
          "domain": state.domain, "state": state.label, "time_s": state.seconds, "background_s": state.background,
          "energy_J": statistics(state.energy, state.prediction), "percent_per_day": state.percentPerDay,
        ]
      },
      "reports_J_per_day": fleet, "notes": notes, "basis": basis, "command": command,
    ]
    return document.text
  }

  private var predicted: String { drainPrediction.map { " (predicted \(Figure.drain($0)) %/h)" } ?? "" }
}
