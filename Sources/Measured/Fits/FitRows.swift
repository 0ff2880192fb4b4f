import Core
package import Estimation
import RealModule
package import Reports

/// The rows of fits, for `--data`: the same fit of these rows gives the same values.
extension ReportTable {
  /// Position errors, with the share of smaller ones that a model expects, and its normal score as residual.
  ///
  /// - Parameter fit: which of several fits; `nil` for the only one.
  package static func errors(
    _ rows: [(leg: Int, error: PairedError, accuracy: Double?)], _ model: FittedErrorModel, of fit: String? = nil
  ) -> ReportTable {
    let hasAxes = rows.contains { $0.error.axes.count == 2 }
    return .of(rows) { columns in
      if let fit { columns.words(name: "fit") { _, _, _ in fit } }
      columns.numbers(name: "leg") { leg, _, _ in Double(leg) }
      columns.numbers(name: "time_s") { _, error, _ in error.time }
      columns.numbers(name: "error_m") { _, error, _ in error.magnitude }
      if hasAxes {
        columns.numbers(name: "east_m") { _, error, _ in error.axes.first }
        columns.numbers(name: "north_m") { _, error, _ in error.axes.last }
      }
      if !hasAxes {
        columns.numbers(name: "across_m") { _, error, _ in error.axes.first }
      }
      columns.numbers(name: "accuracy_m") { _, _, accuracy in accuracy }
      columns.numbers(name: "fitted_share") { _, error, _ in model.cumulative(error.magnitude) }
      columns.numbers(name: "residual_score") { _, error, _ in
        NormalDistribution.quantile(model.cumulative(error.magnitude))
      }
    }
  }

  /// Whole tails, above idle power where the name says so; a phase is a stretch at one level.
  package static func tails(_ fit: RadioTailFit) -> ReportTable {
    let idle = fit.steps.levels[0]
    let mean = fit.summary["tail.duration"]?.value
    let phases = fit.tails.map(\.phases.count).max() ?? 0
    return .of(fit.tails) { columns in
      columns.numbers(name: "start_s") { $0.start }
      columns.numbers(name: "duration_s") { $0.seconds }
      columns.numbers(name: "power_W") { $0.energy / $0.seconds }
      columns.numbers(name: "energy_above_idle_J") { $0.energy - idle * $0.seconds }
      columns.words(name: "levels") { $0.phases.map { "\($0.level)" }.joined(separator: " ") }
      for phase in 0..<phases {
        columns.numbers(name: "tail_\(phase + 1).duration_s") { $0.phases.dropFirst(phase).first?.seconds }
        columns.numbers(name: "tail_\(phase + 1).power_W") { $0.phases.dropFirst(phase).first?.mean }
      }
      columns.numbers(name: "fitted_duration_s") { _ in mean }
      columns.numbers(name: "residual_duration_s") { tail in mean.map { tail.seconds - $0 } }
    }
  }

  /// Probes, with the median of their level; residuals are of the logarithm.
  package static func probes(_ samples: [IdleGapSample], _ fit: IdleGapFit) -> ReportTable {
    func fitted(_ sample: IdleGapSample) -> Double { fit.latencies[fit.steps.count { $0 <= sample.gap }] }
    return .of(samples) { columns in
      columns.numbers(name: "gap_s") { $0.gap }
      columns.numbers(name: "rtt_s") { $0.roundTrip }
      columns.numbers(name: "fitted_s") { fitted($0) }
      columns.numbers(name: "residual_ln") { Double.log($0.roundTrip / fitted($0)) }
    }
  }

  /// A power trace with the state that each sample lies in; those in the guard time around a change are not used.
  package static func trace(_ trace: PowerTrace, _ spans: [LabelledSpan], _ fit: StatePowerFit) -> ReportTable {
    let means = Dictionary(fit.states.map { ($0.state, $0.power.mean) }, uniquingKeysWith: { first, _ in first })
    var next = 0
    let rows = trace.times.indices.map { index -> (time: Double, watts: Double, state: String, isUsed: Bool) in
      let time = trace.times[index]
      while next < spans.count, spans[next].end <= time { next += 1 }
      let isInside = next < spans.count && spans[next].start <= time
      return (
        time, trace.watts[index], isInside ? spans[next].state : "", isInside && fit.used[next].contains(time)
      )
    }
    return .of(rows) { columns in
      columns.numbers(name: "time_s") { $0.time }
      columns.numbers(name: "power_W") { $0.watts }
      columns.words(name: "state") { $0.state }
      columns.words(name: "used") { $0.isUsed ? "yes" : "no" }
      columns.numbers(name: "fitted_W") { means[$0.state] }
      columns.numbers(name: "residual_W") { row in means[row.state].map { row.watts - $0 } }
    }
  }

  /// Readings of gauges with hours in each state; at its end a run's shown and expected drop.
  package static func readings(_ runs: [JointRun], _ names: [String], _ fit: DrainFit) -> ReportTable {
    let residuals = Dictionary(fit.runs.map { ($0.run, $0) }, uniquingKeysWith: { first, _ in first })
    let rows = runs.flatMap { run in
      run.readings.enumerated().map { index, reading in
        (run: run, reading: reading, end: index == run.readings.count - 1 ? residuals[run.name] : nil)
      }
    }
    return .of(rows) { columns in
      columns.words(name: "run") { $0.run.name }
      columns.words(name: "strategy") { $0.run.timeline }
      columns.words(name: "phone") { $0.run.phone }
      columns.words(name: "occasion") { $0.run.occasion }
      columns.numbers(name: "time_h") { $0.reading.hour }
      columns.numbers(name: "level_percent") { Double($0.reading.level) }
      for (index, name) in names.enumerated() {
        columns.numbers(name: "exposure.\(name)") { $0.reading.exposure[index] }
      }
      columns.numbers(name: "shown_points") { $0.end?.shownDrop }
      columns.numbers(name: "fitted_points") { $0.end?.expectedDrop }
      columns.numbers(name: "residual_points") { row in row.end.map { $0.shownDrop - $0.expectedDrop } }
      columns.numbers(name: "residual_score") { $0.end?.score }
    }
  }

  /// Readings of gauges with hours in each term; fitted with the phone's effect, without those of the occasion and the run.
  package static func readings(_ runs: [JointRun], _ design: JointDesign, _ fit: JointDrainFit) -> ReportTable {
    let effects = Dictionary(fit.phones.map { ($0.name, $0.effect) }, uniquingKeysWith: { first, _ in first })
    let hold = fit.summary["gauge.hold"]?.value ?? 0
    func fitted(_ run: JointRun, _ reading: JointRun.Reading) -> Double {
      let drain = fit.drain(reading.exposure, design: design).percent
      return max(0, drain * Double.exp(effects[run.phone] ?? 0) - hold)
    }
    let terms = design.terms.map { term in term.map { design.quantities[$0].name }.joined(separator: "*") }
    return .of(runs.flatMap { run in run.readings.map { (run: run, reading: $0) } }) { columns in
      columns.words(name: "run") { $0.run.name }
      columns.words(name: "timeline") { $0.run.timeline }
      columns.words(name: "phone") { $0.run.phone }
      columns.words(name: "occasion") { $0.run.occasion }
      columns.words(name: "travels") { $0.run.travels ? "yes" : "no" }
      columns.numbers(name: "time_h") { $0.reading.hour }
      columns.numbers(name: "level_percent") { Double($0.reading.level) }
      columns.numbers(name: "step_percent") { $0.reading.step }
      for (index, term) in terms.enumerated() {
        columns.numbers(name: "exposure.\(term)_h") { $0.reading.exposure[index] }
      }
      columns.numbers(name: "fitted_points") { fitted($0.run, $0.reading) }
      columns.numbers(name: "residual_points") { 100 - Double($0.reading.level) - fitted($0.run, $0.reading) }
    }
  }
}
