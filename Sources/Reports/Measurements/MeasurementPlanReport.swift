import Analysis

/// Which runs of a phone would tell most about a question: what every format of it renders.
package struct MeasurementPlanReport: Sendable, RenderedReport {
  /// A run that could be made, `at rest` or `on the move`: what the gauge would fall by in percent points, and the deviation of
  /// the answer in %/h, were this the only run.
  package typealias Run = (strategy: String, place: String, hours: Double, drop: Double, deviation: Double)

  /// A run of the plan, its day from 0 over all weekends, and the deviation of the answer (%/h) once it and those before it
  /// are made.
  package typealias Step = (run: Int, day: Int, deviation: Double)

  /// What is asked, such as `continuous less hundred-meters on commute`.
  package var question: String
  /// With the profile's means, in %/h.
  package var answer: Double
  /// Of the answer now, in %/h.
  package var deviation: Double
  package var device: String
  /// Of a weekend.
  package var hours: Double
  /// The best first.
  package var runs: [Run]
  package var weekends: [[Step]]
  package var seeds: Int
  package var version: String
  package var command: String

  package init(
    question: String, answer: Double, deviation: Double, device: String, hours: Double, runs: [Run],
    weekends: [[Step]], seeds: Int, version: String, command: String
  ) {
    (self.question, self.answer, self.deviation, self.device) = (question, answer, deviation, device)
    (self.hours, self.runs, self.weekends, self.seeds) = (hours, runs, weekends, seeds)
    (self.version, self.command) = (version, command)
  }

  /// What is left of the answer's deviation after so many weekends.
  private func deviation(after weekends: Int) -> Double {
    self.weekends.prefix(weekends).compactMap(\.last).last?.deviation ?? deviation
  }

  private func name(_ run: Run) -> String { "\(run.strategy), \(run.place), \(Figure.tick(run.hours)) h" }

  var finding: String {
    guard let weekend = weekends.first, !weekend.isEmpty else {
      return
        "No run would tell more about \(question) than is known: \(Figure.text(answer)) ± \(Figure.text(deviation)) %/h."
    }
    let again = weekends.count > 1 ? ", a second weekend to ± \(Figure.text(deviation(after: 2)))" : ""
    return
      "\(question): \(Figure.text(answer)) ± \(Figure.text(deviation)) %/h now. \(Figure.tick(hours)) hours of measuring "
      + "bring it to ± \(Figure.text(deviation(after: 1)))\(again)."
  }

  package var document: ReportDocument {
    var sections = [ReportDocument.Section(title: "Each run alone", table: table)]
    for (number, steps) in weekends.enumerated() where !steps.isEmpty {
      let lines = steps.enumerated().map { place, step in
        "\(place + 1). day \(step.day + 1): \(name(runs[step.run])): ± \(Figure.text(step.deviation)) %/h"
      }
      sections.append(
        ReportDocument.Section(title: number == 0 ? "The best weekend" : "A second weekend", paragraphs: lines))
    }
    return ReportDocument(
      title: "What to measure", headline: finding,
      subtitle: "\(device); \(Figure.tick(hours)) h a weekend; days of \(seeds) seeds", sections: sections,
      closing: [
        "How sure: linear in the logarithms of powers, with the profile's deviations before and readings of whole percents.",
        "Next: 'geojoule import' each log with its --strategy, then 'geojoule profile make'.",
      ], background: table.meanings, version: version,
      command: command)
  }

  /// A row for each run, the best first.
  private var table: ReportTable {
    let columns = ReportColumns(Array(runs.enumerated()))
    func count(_ weekend: Int) -> ReportTable.Column {
      columns.counts(["in weekend", "\(weekend + 1)"], name: "in_weekend_\(weekend + 1)") { run in
        weekends.indices.contains(weekend) ? weekends[weekend].count { $0.run == run.offset } : nil
      }
    }
    return ReportTable {
      columns.words(["strategy"], name: "strategy") { $1.strategy }
      columns.words(["where"], name: "place") { $1.place }
      columns.numbers(["time"], name: "hours", unit: "h", note: "Length of the run.") { $1.hours }
      columns.numbers(["fall"], name: "drop_percent", unit: "points", note: "Expected fall of the gauge.") { $1.drop }
      columns.numbers(name: "deviation_before_percent_per_hour") { _ in deviation }
      columns.numbers(
        ["answer", "within ±"], name: "deviation_percent_per_hour", unit: "%/h",
        note: "Deviation of the answer after this run alone."
      ) { $1.deviation }
      columns.numbers(
        ["variance", "removed"], name: "variance_removed", unit: "%", rounding: .share,
        note: "Of the answer, by this run alone."
      ) { _, run in deviation > 0 ? 1 - run.deviation * run.deviation / (deviation * deviation) : nil }
      count(0)
      count(1)
    }
  }

  /// Everything; `docs/measure-your-phone.md` says what the members mean.
  package var json: String {
    func step(_ step: Step) -> JSONValue {
      [
        "strategy": runs[step.run].strategy, "place": runs[step.run].place, "hours": runs[step.run].hours,
        "day": step.day + 1, "deviation_percent_per_hour": step.deviation,
      ]
    }
    let value: JSONValue = [
      "schema": "geojoule-measurement-plan", "schema_version": 1, "geojoule_version": version, "command": command,
      "device": device, "question": question, "answer_percent_per_hour": answer,
      "deviation_percent_per_hour": deviation, "hours": hours,
      "runs": runs.map { run -> JSONValue in
        [
          "strategy": run.strategy, "place": run.place, "hours": run.hours, "drop_percent": run.drop,
          "deviation_percent_per_hour": run.deviation,
        ]
      },
      "weekends": weekends.map { $0.map(step) },
    ]
    return value.text
  }
}
