public import Analysis
import Quantities

/// What a real app's measured use of location cost, with what the estimate rests on.
public struct ActivityReport: Sendable {
  /// One accuracy's part.
  public struct Part: Sendable {
    public let accuracy: String
    public let seconds: Double
    /// In watts.
    public let power: SampleStatistics
    /// In joules.
    public let energy: SampleStatistics

    public init(accuracy: String, seconds: Double, power: SampleStatistics, energy: SampleStatistics) {
      self.accuracy = accuracy
      self.seconds = seconds
      self.power = power
      self.energy = energy
    }
  }

  public let parts: [Part]
  public let periodSeconds: Double
  /// In joules.
  public let energy: SampleStatistics
  /// In percent of the battery per hour of the period.
  public let drain: SampleStatistics
  /// The day, the phone and the seeds, in words.
  public let basis: String
  public let command: String

  public init(
    parts: [Part], periodSeconds: Double, energy: SampleStatistics, drain: SampleStatistics, basis: String,
    command: String
  ) {
    self.parts = parts
    self.periodSeconds = periodSeconds
    self.energy = energy
    self.drain = drain
    self.basis = basis
    self.command = command
  }

  /// For a terminal.
  ///
  /// - Parameter width: in columns.
  public func table(width: Int = 100, isColoured: Bool = false) -> String {
    let style = TextStyle(isColoured: isColoured)
    let hours = Figure.text(periodSeconds / 3600)
    var lines = TextWrap.lines(
      "Location took about \(Figure.text(energy.mean)) J in \(hours) h, \(Figure.drain(drain.mean)) %/h of the "
        + "battery\(Self.range(energy, "J")).", width: width, indent: "")
    lines += TextWrap.lines(basis, width: width, indent: "")
    lines.append("")
    let names = parts.map(\.accuracy) + ["all"]
    let table = TextTable(columns: [
      .init(heading: ["accuracy"], alignment: .left, cells: names),
      .init(heading: ["time", "s"], cells: parts.map { Figure.text($0.seconds) } + [""]),
      .init(heading: ["power", "mW"], cells: parts.map { Figure.text($0.power.mean * 1000) } + [""]),
      .init(heading: ["energy", "J"], cells: parts.map { Figure.text($0.energy.mean) } + [Figure.text(energy.mean)]),
      .init(
        heading: ["range", "J"],
        cells: parts.map { Figure.text($0.energy.quantileRange) } + [Figure.text(energy.quantileRange)]),
    ])
    lines += table.lines(width: width, style: style)
    lines.append("")
    lines += TextWrap.lines(Self.remark, width: width, indent: "  ")
    lines.append("Again: \(PlainText.line(command))")
    return lines.joined(separator: "\n") + "\n"
  }

  static let remark = """
    Power: what standard updates at this accuracy add to the same day without location. The report does not say whether \
    the user travelled or rested while they ran: choose the scenario that is like your users' days. Accuracies that ran at \
    once are counted twice. Significant change, regions and visits are not in the report.
    """

  /// One row per accuracy and one for all; columns carry their unit, missing is empty.
  public var csv: String {
    var rows = [
      "accuracy,time_s,power_W,power_W_p2_5,power_W_p97_5,energy_J,energy_J_ci95_low,energy_J_ci95_high,energy_J_p2_5,"
        + "energy_J_p97_5,drain_percent_per_hour"
    ]
    func number(_ value: Double?) -> String { value.map(DecimalText.exact) ?? "" }
    func energies(_ value: SampleStatistics) -> [String] {
      [
        number(value.mean), number(value.meanInterval?.lowerBound), number(value.meanInterval?.upperBound),
        number(value.quantileRange?.lowerBound), number(value.quantileRange?.upperBound),
      ]
    }
    for part in parts {
      let power = [
        number(part.power.mean), number(part.power.quantileRange?.lowerBound),
        number(part.power.quantileRange?.upperBound),
      ]
      rows.append(
        ([part.accuracy, number(part.seconds)] + power + energies(part.energy) + [""]).joined(separator: ","))
    }
    rows.append((["all", "", "", "", ""] + energies(energy) + [number(drain.mean)]).joined(separator: ","))
    return rows.joined(separator: "\n") + "\n"
  }

  public var json: String {
    func statistics(_ value: SampleStatistics) -> JSONValue {
      .object([
        ("mean", .number(value.mean)), ("ci95_low", JSONValue(value.meanInterval?.lowerBound)),
        ("ci95_high", JSONValue(value.meanInterval?.upperBound)), ("p2_5", JSONValue(value.quantileRange?.lowerBound)),
        ("p97_5", JSONValue(value.quantileRange?.upperBound)), ("seeds", .integer(UInt64(value.count))),
      ])
    }
    let document = JSONValue.object([
      ("schema", .string("geojoule-activity-1")), ("period_s", .number(periodSeconds)),
      ("energy_J", statistics(energy)), ("drain_percent_per_hour", statistics(drain)),
      (
        "parts",
        .array(
          parts.map {
            .object([
              ("accuracy", .string($0.accuracy)), ("time_s", .number($0.seconds)), ("power_W", statistics($0.power)),
              ("energy_J", statistics($0.energy)),
            ])
          })
      ), ("basis", .string(basis)), ("command", .string(command)),
    ])
    return document.text
  }

  private static func range(_ statistics: SampleStatistics, _ unit: String) -> String {
    guard let range = statistics.quantileRange else { return "" }
    return
      ", 95 % of phones and days between \(Figure.text(range.lowerBound)) and \(Figure.text(range.upperBound)) \(unit)"
  }
}
