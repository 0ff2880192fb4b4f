/// Something that draws energy: a state of a component, or an event with an energy of its own.
package struct DrainComponent: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Watts, against hours spent in the state.
    case power
    /// Joules, against the number of events.
    case energyPerEvent
  }

  /// What is known before: a normal distribution, in the component's unit.
  package struct Prior: Sendable, Hashable {
    package let mean: Double
    /// Above 0.
    package let deviation: Double

    package init(mean: Double, deviation: Double) {
      self.mean = mean
      self.deviation = deviation
    }
  }

  package enum Treatment: Sendable, Hashable {
    /// Estimated, 0 or more.
    case fitted(prior: Prior?)
    /// Taken as it is.
    case fixed(Double)
  }

  /// The parameter's key path, such as `gnss.tracking_strong`.
  package let name: String
  package let kind: Kind
  package let treatment: Treatment

  package init(name: String, kind: Kind = .power, treatment: Treatment = .fitted(prior: nil)) {
    self.name = name
    self.kind = kind
    self.treatment = treatment
  }

  var unit: String {
    switch kind {
    case .power: "W"
    case .energyPerEvent: "J"
    }
  }

  /// Percent of the capacity that one unit of exposure (an hour, an event) takes at one watt or joule.
  func percentPerUnit(capacityWattHours: Double) -> Double {
    switch kind {
    case .power: 100 / capacityWattHours
    case .energyPerEvent: 100 / (3_600 * capacityWattHours)
    }
  }

  var isFitted: Bool {
    if case .fitted = treatment { return true }
    return false
  }

  var prior: Prior? {
    if case .fitted(let prior) = treatment { return prior }
    return nil
  }

  func check() throws(EstimationError) {
    switch treatment {
    case .fixed(let value):
      guard value.isFinite, value >= 0 else { throw .badInput("\(name) is fixed at \(value): give 0 or more") }
    case .fitted(let prior?):
      guard prior.mean.isFinite, prior.deviation.isFinite, prior.deviation > 0 else {
        throw .badInput("the prior of \(name) needs a finite mean and a deviation above 0")
      }
    case .fitted(nil): break
    }
  }
}

/// What the drain model takes of one run: its first and its last level below 100 %.
///
/// The fall between them does not depend on the order of what the run did, and more readings would add little: what differs
/// from run to run outweighs a gauge's rounding. The first level counts at the middle of its readings. The last one,
/// which the run's end cuts short, counts at its last reading: a time that the level does not choose has an even rounding error. So does a
/// first level whose beginning was not seen. Levels under 3 % are left out, and readings below 100 % before a return to it. Where
/// the gauge drops first, readings before it has settled and later ones of 100 % are left out instead. A run that never leaves
/// 100 % says that it drained no more. One that begins below 100 % tells its slope only.
struct DrainData: Sendable {
  struct Row: Sendable {
    /// Of the fitted components, in percent per unit.
    let exposure: [Double]
    /// What the fixed components drain, in percent.
    let fixed: Double
    /// 100 minus the level.
    let shown: Double
  }

  let run: GaugeRun
  /// The first level and the last; one where they are the same.
  private(set) var rows: [Row] = []
  /// The last reading of 100 %, and the one after it; `nil` for a run that never leaves 100 %.
  private(set) var fall: (before: Row, after: Row?)?
  let beginsFull: Bool
  let leftOut: Int
  /// Variance of a level by the gauge's step, in percent squared (Sheppard 1898).
  var rounding: Double { run.readings.first.map { $0.step * $0.step / 12 } ?? 0 }

  init(_ run: GaugeRun, components: [DrainComponent], capacityWattHours: Double, gauge: GaugeStart = .plateau) {
    self.run = run
    beginsFull = run.readings.first.map { $0.level >= 100 } ?? false
    func row(_ a: GaugeRun.Reading, _ b: GaugeRun.Reading) -> Row {
      var (exposure, fixed) = ([Double](), 0.0)
      for (j, component) in components.enumerated() {
        let amount =
          (a.exposure[j] + b.exposure[j]) / 2 * component.percentPerUnit(capacityWattHours: capacityWattHours)
        switch component.treatment {
        case .fitted: exposure.append(amount)
        case .fixed(let value): fixed += amount * value
        }
      }
      return Row(exposure: exposure, fixed: fixed, shown: Double(100 - b.level))
    }
    var (lastFull, settled) = (-1, 0.0)
    switch gauge {
    case .plateau: if beginsFull { lastFull = run.readings.lastIndex { $0.level >= 100 } ?? -1 }
    case .firstDrop(let hours): if beginsFull { settled = hours }
    }
    let after = run.readings[(lastFull + 1)...].filter { settled == 0 || $0.hour >= settled }
    let kept = after.filter { $0.level >= 3 && (gauge == .plateau || $0.level < 100) }
    leftOut = after.count - kept.count + run.readings[..<(lastFull + 1)].count { $0.level < 100 }
    guard let first = kept.first, let last = kept.last else {
      if lastFull >= 0, run.drop == 0 { fall = (row(run.readings[lastFull], run.readings[lastFull]), nil) }
      return
    }
    if lastFull >= 0 { fall = (row(run.readings[lastFull], run.readings[lastFull]), row(first, first)) }
    let firstLevel = kept.prefix { $0.level == first.level }
    let startsWhole = lastFull >= 0 || (after.first.map { $0.level != first.level } ?? false)
    // A last level above those left out ends by itself.
    let lastLevel = kept[(kept.lastIndex { $0.level != last.level }.map { $0 + 1 } ?? 0)...]
    let endsWhole = (run.readings.last?.level ?? 0) < 3
    if firstLevel.count < kept.count { rows.append(row(first, startsWhole ? firstLevel.last ?? first : first)) }
    rows.append(row(endsWhole ? lastLevel.first ?? last : last, last))
  }

  /// Whether the run says how fast the level falls.
  var tellsSlope: Bool { rows.count >= (beginsFull ? 1 : 2) }
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
