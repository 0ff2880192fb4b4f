package import Analysis
import Quantities

/// What a real app's measured use of location cost, with what the estimate rests on.
package struct ActivityReport: Sendable {
  /// One accuracy's part.
  package struct Part: Sendable {
    package let accuracy: String
    package let seconds: Double
    /// In watts.
    package let power: SampleStatistics
    /// In joules.
    package let energy: SampleStatistics

    package init(accuracy: String, seconds: Double, power: SampleStatistics, energy: SampleStatistics) {
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
  /// The day, the phone and the seeds, in words.
  package let basis: String
  package let version: String
  package let command: String

  package init(
    parts: [Part], periodSeconds: Double, energy: SampleStatistics, drain: SampleStatistics, basis: String,
    version: String, command: String
  ) {
    self.parts = parts
    self.periodSeconds = periodSeconds
    self.energy = energy
    self.drain = drain
    self.basis = basis
    self.version = version
    self.command = command
  }

  /// The estimate before it is written in a format: a row per accuracy and one for all.
  package var document: ReportDocument {
    func energies(_ value: (SampleStatistics) -> Double?) -> [Double?] {
      parts.map { value($0.energy) } + [value(energy)]
    }
    func ranges(_ value: (SampleStatistics) -> ClosedRange<Double>?) -> [ClosedRange<Double>?] {
      parts.map { value($0.energy) } + [value(energy)]
    }
    let powers = parts.map { $0.power.mean } + [nil]
    let table = ReportTable(columns: [
      .init(name: "accuracy", heading: ["accuracy"], cells: .words(parts.map(\.accuracy) + ["all"])),
      .init(
        name: "time_s", heading: ["time"], unit: "s", rank: 1, cells: .numbers(parts.map { $0.seconds } + [nil], .three)
      ),
      .init(name: "power_W", cells: .numbers(powers, .three)),
      .init(heading: ["power"], unit: "mW", rank: 2, cells: .numbers(powers.map { $0.map { $0 * 1000 } }, .three)),
      .init(
        name: "power_W",
        cells: .ranges(parts.map { $0.power.quantileRange } + [nil], .three, low: "p2_5", high: "p97_5")),
      .init(name: "energy_J", heading: ["energy"], unit: "J", rank: 3, cells: .numbers(energies { $0.mean }, .three)),
      .init(
        name: "energy_J", heading: ["interval"], unit: "J", rank: 5, note: "95 % interval of the mean over the seeds.",
        cells: .ranges(ranges { $0.meanInterval }, .three, low: "ci95_low", high: "ci95_high")),
      .init(
        name: "energy_J", heading: ["range"], unit: "J", rank: 4, note: "95 % of phones and days lie in it.",
        cells: .ranges(ranges { $0.quantileRange }, .three, low: "p2_5", high: "p97_5")),
      .init(
        name: "drain_percent_per_hour", heading: ["battery"], unit: "%/h", rank: 6,
        cells: .numbers(parts.map { _ in nil } + [drain.mean], .drain)),
    ])
    return ReportDocument(
      title: "Energy of an app's location use",
      headline: "Location took about \(Figure.text(energy.mean)) J in \(Figure.text(periodSeconds / 3600)) h, "
        + "\(Figure.drain(drain.mean)) %/h of the battery\(Self.range(energy, "J")).",
      subtitle: basis, sections: [.init(table: table)], closing: [Self.remark],
      background: table.shown().filter { !$0.note.isEmpty }.map { "\($0.title): \($0.note)" }, version: version,
      command: command)
  }

  static let remark = """
    Power: what standard updates at this accuracy add to the same day without location. The report does not say whether \
    the user travelled or rested while they ran: choose the scenario that is like your users' days. Accuracies that ran at \
    once are counted twice. Significant change, regions and visits are not in the report.
    """

  package var json: String {
    func statistics(_ value: SampleStatistics) -> JSONValue {
      [
        "mean": value.mean, "ci95_low": value.meanInterval?.lowerBound, "ci95_high": value.meanInterval?.upperBound,
        "p2_5": value.quantileRange?.lowerBound, "p97_5": value.quantileRange?.upperBound, "seeds": value.count,
      ]
    }
    let document: JSONValue = [
      "schema": "geojoule-activity-1", "period_s": periodSeconds, "energy_J": statistics(energy),
      "drain_percent_per_hour": statistics(drain),
      "parts": parts.map { part -> JSONValue in
        [
          "accuracy": part.accuracy, "time_s": part.seconds, "power_W": statistics(part.power),
          "energy_J": statistics(part.energy),
        ]
      },
      "basis": basis, "command": command,
    ]
    return document.text
  }

  private static func range(_ statistics: SampleStatistics, _ unit: String) -> String {
    guard let range = statistics.quantileRange else { return "" }
    return
      ", 95 % of phones and days between \(Figure.text(range.lowerBound)) and \(Figure.text(range.upperBound)) \(unit)"
  }
}
