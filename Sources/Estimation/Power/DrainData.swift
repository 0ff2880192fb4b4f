/// Something that draws energy: a state of a component, or an event with an energy of its own.
package struct DrainComponent: Sendable {
  /// The parameter's key path, such as `gnss.tracking_strong`.
  package let name: String
  /// Joules against the number of events; else watts against hours spent in the state.
  let isEnergy: Bool
  /// What is known before of one that is fitted: a normal distribution, in the component's unit.
  let prior: (mean: Double, deviation: Double)?
  /// Taken as it is; `nil` for one that is fitted, 0 or more.
  let fixed: Double?

  package init(
    name: String, isEnergy: Bool = false, prior: (mean: Double, deviation: Double)? = nil, fixed: Double? = nil
  ) {
    (self.name, self.isEnergy, self.prior, self.fixed) = (name, isEnergy, prior, fixed)
  }

  var unit: String { isEnergy ? "J" : "W" }

  /// What one unit of exposure counts as beside watts: an hour, or for an event a second.
  var hoursPerUnit: Double { isEnergy ? 1 / 3_600 : 1 }

  func check() throws(EstimationError) {
    if let fixed, !(fixed.isFinite && fixed >= 0) {
      throw .badInput("\(name) is fixed at \(fixed): give 0 or more")
    }
    if let prior, !(prior.mean.isFinite && prior.deviation.isFinite && prior.deviation > 0) {
      throw .badInput("the prior of \(name) needs a finite mean and a deviation above 0")
    }
  }
}

/// What the drain model takes of one run: its start, its first and its last level below 100 % and the reading before the first.
///
/// The fall does not depend on the order of what the run did, and more readings would add little: what differs
/// from run to run outweighs a gauge's rounding. The time of the first level is chosen by the level itself: the last reading of 100 %
/// before it says so. Levels under 3 % are left out, and readings below 100 % before a return to it. Where the gauge drops first,
/// readings before it has settled and later ones of 100 % are left out instead. A run that never leaves 100 % says that it drained
/// no more. One that begins below 100 % tells its slope only.
struct DrainData: Sendable {
  let run: JointRun
  /// The first is the start.
  let readings: [JointRun.Reading]
  let beginsFull: Bool
  let leftOut: Int

  init(_ run: JointRun, gauge: GaugeStart = .plateau) {
    self.run = run
    beginsFull = run.readings.first.map { $0.level >= 100 } ?? false
    var (lastFull, settled) = (0, 0.0)
    switch gauge {
    case .plateau: if beginsFull { lastFull = run.readings.lastIndex { $0.level >= 100 } ?? 0 }
    case .firstDrop(let hours): if beginsFull { settled = hours }
    }
    let after = run.readings[(lastFull + 1)...].filter { settled == 0 || $0.hour >= settled }
    let kept = after.filter { $0.level >= 3 && (gauge == .plateau || $0.level < 100) }
    leftOut = after.count - kept.count + run.readings[..<lastFull].count { $0.level < 100 }
    var readings = Array(run.readings.prefix(1))
    if lastFull > 0 { readings.append(run.readings[lastFull]) }
    readings += kept.prefix(1)
    if kept.count > 1 { readings += kept.suffix(1) }
    self.readings = readings
  }

  /// Whether the run says how fast the level falls.
  var tellsSlope: Bool { readings.contains { $0.level < (readings.first?.level ?? 0) } }

  /// Exposures in the order of the components, events as seconds.
  func run(of components: [DrainComponent], _ options: DrainFitOptions) -> JointRun {
    JointRun(
      name: run.name, timeline: run.timeline, phone: options.devicesDiffer ? run.phone : "",
      occasion: options.occasionsDiffer ? run.occasion.isEmpty ? "run \(run.name)" : run.occasion : "", travels: false,
      readings: readings.map { reading in
        JointRun.Reading(
          hour: reading.hour, level: reading.level, step: reading.step,
          exposure: zip(reading.exposure, components).map { $0 * $1.hoursPerUnit })
      })
  }

  /// At the last reading; `nil` for a run that does not begin full or never leaves 100 %.
  func residual(
    _ fit: JointDrainFit, _ design: JointDesign, _ components: [DrainComponent], _ options: DrainFitOptions
  ) -> DrainRunResidual? {
    guard beginsFull, tellsSlope, let last = self.run(of: components, options).readings.last else { return nil }
    func value(_ name: String) -> Double { fit.summary[name]?.value ?? 0 }
    let drain = fit.drain(last.exposure, design: design).percent
    let spread = ["run_deviation", "phone_deviation", "occasion_deviation"].reduce(0) { $0 + value($1) * value($1) }
    let own = ["gauge.hold_deviation", "reading_deviation.at_rest"].reduce(0) { $0 + value($1) * value($1) }
    // The rounding to steps is even (Sheppard 1898).
    let variance = last.step * last.step / 12 + own + spread * drain * drain
    return DrainRunResidual(
      run: run.name, strategy: run.timeline, device: run.phone, occasion: run.occasion,
      shownDrop: Double(100 - last.level), expectedDrop: drain - value("gauge.hold"), deviation: variance.squareRoot())
  }
}

/// A run's shown drop beside what the fitted model expects, at its last reading.
package struct DrainRunResidual: Sendable, Hashable {
  package let run: String
  package let strategy: String
  package let device: String
  /// What it shares with runs side by side; empty for a run on its own.
  package let occasion: String
  /// 100 minus the last level that was used, in percent points.
  package let shownDrop: Double
  /// In percent points, the plateau taken off.
  package let expectedDrop: Double
  /// Of the shown drop around the expectation, from all causes of the model, in percent points.
  package let deviation: Double

  /// Shown minus expected, in deviations.
  package var score: Double { (shownDrop - expectedDrop) / deviation }
}
