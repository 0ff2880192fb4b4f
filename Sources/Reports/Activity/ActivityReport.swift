package import Analysis
import Quantities

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

  package let parts: [Part]
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
      headline: "Location took about \(Figure.text(energy.mean)) J in \(TickText.text(periodSeconds / 3600)) h, "
        + "\(Figure.drain(drain.mean)) %/h of the battery\(predicted).",
      subtitle: basis, sections: [.init(table: table)], closing: [Self.remark],
      background: table.meanings, version: version,
      command: command)
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
      "basis": basis, "command": command,
    ]
    return document.text
  }

  private var predicted: String { drainPrediction.map { " (predicted \(Figure.drain($0)) %/h)" } ?? "" }
}
