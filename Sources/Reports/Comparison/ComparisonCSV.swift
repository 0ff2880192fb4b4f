import Analysis
import Quantities

/// A comparison as comma-separated values, one row per strategy. Columns carry their units; missing is empty.
public struct ComparisonCSV: Sendable {
  public init() {}

  /// Every column, in order.
  public static let columns: [String] = layout.map(\.name)

  public func render(_ report: ComparisonReport) -> String {
    var text = CSVLine.text(Self.columns)
    for row in report.rows {
      text += CSVLine.text(Self.layout.map { $0.cell(report.context, row) })
    }
    return text
  }

  private struct Column: Sendable {
    let name: String
    let cell: @Sendable (ReportContext, StrategySummary) -> String
  }

  private static let layout: [Column] = {
    var columns = [
      Column(name: "strategy") { _, row in CSVLine.cell(row.strategy) },
      Column(name: "device") { context, _ in CSVLine.cell(context.device) },
      Column(name: "scenario") { context, _ in CSVLine.cell(context.scenario) },
      Column(name: "seeds") { _, row in "\(row.runs.count)" },
      Column(name: "duration_s") { _, row in CSVLine.seconds(row.duration.nanoseconds) },
    ]
    columns += [mean(.energy)] + intervals(.energy)
    columns.append(Column(name: "marginal_energy_J") { _, row in CSVLine.number(row.marginalEnergy?.mean) })
    columns += [mean(.drainPercentPerHour)] + intervals(.drainPercentPerHour)
    let rest = Metric.allCases.drop { $0 != .averagePower }
    columns += rest.map(mean)
    columns.append(Column(name: "note") { _, row in CSVLine.cell(row.notes.joined(separator: "; ")) })
    return columns
  }()

  private static func mean(_ metric: Metric) -> Column {
    Column(name: metric.column) { _, row in CSVLine.number(row[metric]?.mean) }
  }

  private static func intervals(_ metric: Metric) -> [Column] {
    let name = metric.column
    return [
      Column(name: "\(name)_ci95_low") { _, row in CSVLine.number(row[metric]?.flooredInterval?.lowerBound) },
      Column(name: "\(name)_ci95_high") { _, row in CSVLine.number(row[metric]?.meanInterval?.upperBound) },
      Column(name: "\(name)_p2_5") { _, row in CSVLine.number(row[metric]?.quantileRange?.lowerBound) },
      Column(name: "\(name)_p97_5") { _, row in CSVLine.number(row[metric]?.quantileRange?.upperBound) },
    ]
  }
}
