import Analysis
import Quantities

/// An optimization as CSV: a row for each finalist, then for each point that was tried, for each step of the search, and for
/// each parameter that was varied around the result. Columns carry their unit, missing is empty.
public struct OptimizationCSV: Sendable {
  public init() {}

  public func render(_ report: OptimizationReport) -> String {
    let columns = columns(report)
    var text = CSVLine.text(columns.map(CSVLine.cell))
    func add(_ cells: [String: String]) { text += CSVLine.text(columns.map { cells[$0] ?? "" }) }
    for (place, finalist) in report.outcome.finalists.enumerated() {
      var cells = point(finalist.point, "finalist", report)
      set("objective", finalist.objective, &cells)
      let prediction = report.predictionRange(of: finalist)
      cells["objective_p5"] = CSVLine.number(prediction?.lowerBound)
      cells["objective_p95"] = CSVLine.number(prediction?.upperBound)
      set("trade_off", finalist.tradeOff, &cells)
      set("difference", finalist.difference, &cells)
      for (constraint, figure) in zip(report.constraints.indices, finalist.constraints) {
        let name = Self.name(constraint)
        cells[name] = CSVLine.number(figure.figure?.mean)
        cells["\(name)_bound"] = CSVLine.number(figure.bound)
        cells["\(name)_verdict"] = figure.verdict.rawValue
      }
      cells["violation"] = CSVLine.number(finalist.violation)
      cells["seeds"] = "\(report.outcome.reportSeeds.count)"
      cells["recommended"] = place == report.outcome.recommended ? "true" : "false"
      cells["on_front"] = finalist.isOnFront ? "true" : "false"
      cells["as_given"] = finalist.isStart ? "true" : "false"
      add(cells)
    }
    for trial in report.outcome.trials {
      var cells = point(trial.point, "trial", report)
      cells["objective"] = CSVLine.number(trial.objective)
      cells["trade_off"] = CSVLine.number(trial.tradeOff)
      cells["violation"] = CSVLine.number(trial.violation)
      cells["seeds"] = "\(trial.seeds)"
      add(cells)
    }
    for step in report.outcome.steps {
      var cells = point(step.best, step.stage.rawValue, report)
      cells["objective"] = CSVLine.number(step.objective)
      cells["trade_off"] = CSVLine.number(step.tradeOff)
      cells["violation"] = CSVLine.number(step.violation)
      cells["seeds"] = "\(step.seeds)"
      cells["runs"] = "\(step.runs)"
      add(cells)
    }
    for variation in report.outcome.variations {
      var cells = point(variation.point, "variation", report)
      set("objective", variation.objective, &cells)
      set("trade_off", variation.tradeOff, &cells)
      set("difference", variation.difference, &cells)
      cells["violation"] = CSVLine.number(variation.violation)
      cells["seeds"] = "\(variation.objective?.count ?? 0)"
      add(cells)
    }
    return text
  }

  static func name(_ constraint: Int) -> String { "constraint_\(constraint + 1)" }

  private func columns(_ report: OptimizationReport) -> [String] {
    var parameters: [String] = []
    for variant in report.variants {
      for axis in variant.axes where !parameters.contains(axis.name) { parameters.append(axis.name) }
    }
    func figures(_ name: String) -> [String] { [name, "\(name)_ci95_low", "\(name)_ci95_high"] }
    return ["row", "strategy"] + parameters + ["seeds", "runs", "objective", "objective_p5", "objective_p95"]
      + figures("objective").dropFirst() + figures("trade_off")
      + report.constraints.indices.flatMap {
        [Self.name($0), "\(Self.name($0))_bound", "\(Self.name($0))_verdict"]
      } + figures("difference") + [
        "violation", "recommended", "on_front", "as_given", "objective_column", "trade_off_column",
      ]
  }

  private func set(_ name: String, _ figure: SampleStatistics?, _ cells: inout [String: String]) {
    let interval = name == "difference" ? figure?.meanInterval : figure?.flooredInterval
    cells[name] = CSVLine.number(figure?.mean)
    cells["\(name)_ci95_low"] = CSVLine.number(interval?.lowerBound)
    cells["\(name)_ci95_high"] = CSVLine.number(interval?.upperBound)
  }

  private func point(_ point: SearchPoint, _ row: String, _ report: OptimizationReport) -> [String: String] {
    let name = report.name(point)
    var cells = [
      "row": row, "strategy": CSVLine.cell(name.strategy), "objective_column": report.objective.column,
      "trade_off_column": report.tradeOff.column,
    ]
    for label in name.labels {
      switch label.value {
      case .number(let number): cells[label.name] = DecimalText.exact(number)
      default: cells[label.name] = CSVLine.cell(OptimizationReport.text(label))
      }
    }
    return cells
  }
}
