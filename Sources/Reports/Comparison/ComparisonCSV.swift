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
    columns += [mean(.energy)] + prediction(.energy) + intervals(.energy)
    columns.append(Column(name: "marginal_energy_J") { _, row in CSVLine.number(row.marginalEnergy?.mean) })
    columns += ends("marginal_energy_J", "p5", "p95") { $0.marginalEnergyPrediction }
    columns += [mean(.drainPercentPerHour)] + prediction(.drainPercentPerHour) + intervals(.drainPercentPerHour)
    for metric in Metric.allCases.drop(while: { $0 != .averagePower }) {
      columns += [mean(metric)] + (metric.isWholePhone ? prediction(metric) : [])
    }
    columns.append(Column(name: "note") { _, row in CSVLine.cell(row.notes.joined(separator: "; ")) })
    return columns
  }()

  private static func mean(_ metric: Metric) -> Column {
    Column(name: metric.column) { _, row in CSVLine.number(row[metric]?.mean) }
  }

  private static func intervals(_ metric: Metric) -> [Column] {
    ends(metric.column, "ci95_low", "ci95_high") { $0[metric]?.flooredInterval }
      + ends(metric.column, "p2_5", "p97_5") { $0[metric]?.quantileRange }
  }

  private static func prediction(_ metric: Metric) -> [Column] {
    ends(metric.column, "p5", "p95") { $0.predictionRange(of: metric) }
  }

  private static func ends(
    _ name: String, _ low: String, _ high: String,
    _ range: @escaping @Sendable (StrategySummary) -> ClosedRange<Double>?
  ) -> [Column] {
    [
      Column(name: "\(name)_\(low)") { _, row in CSVLine.number(range(row)?.lowerBound) },
      Column(name: "\(name)_\(high)") { _, row in CSVLine.number(range(row)?.upperBound) },
    ]
  }
}
