/// One run, boiled down to the sums that the drain model needs.
///
/// Rules: neighbouring readings of one level become a single row at the middle of their exposures, because a gauge that
/// repeats itself says nothing new. A level that the run's end (or beginning) cuts short has its middle elsewhere, so it
/// counts by its last (or first) reading: one at a time that the level does not choose has an even rounding error. Of
/// readings at 100 % only the last counts: the level fell between it and the next.
/// Levels under 3 % are left out. Where the gauge drops first, readings before it has settled and later ones of 100 % are
/// left out instead. A run that begins below 100 % did not begin full: its offset is free (normal, 30
/// points) and it tells nothing about the plateau. Where the fall within runs is not the expected one, only a run's first and last
/// level count: its total, which does not depend on the order of what it did.
struct DrainData: Sendable {
  let name: String
  let strategy: String
  let device: String
  var occasion: String
  /// Products of the columns 1, exposures of fitted components in percent per unit, drain of the fixed components, and
  /// shown drop; summed over rows.
  var products: [[Double]]
  let rows: Int
  /// The columns without the drop at the last reading of 100 %.
  let lastFull: [Double]?
  /// The same at the reading after it; `nil` where the level never falls.
  let firstBelow: [Double]?
  let beginsFull: Bool
  /// Variance of a level by the gauge's step, in percent squared.
  let rounding: Double
  /// The columns at the last row, drop included, for reports.
  let lastRow: [Double]?
  let leftOut: Int

  /// The offset's standard deviation for runs that did not begin full, in percent points.
  static let freeOffset = 30.0

  init(
    _ run: GaugeRun, components: [DrainComponent], capacityWattHours: Double, gauge: GaugeStart = .plateau,
    totalsOnly: Bool = false
  ) {
    name = run.name
    strategy = run.strategy
    device = run.device
    occasion = run.occasion
    let scale = components.map { $0.percentPerUnit(capacityWattHours: capacityWattHours) }
    func columns(_ exposure: [Double]) -> [Double] {
      var values = [1.0]
      var offset = 0.0
      for (j, component) in components.enumerated() {
        switch component.treatment {
        case .fitted: values.append(exposure[j] * scale[j])
        case .fixed(let value): offset += exposure[j] * scale[j] * value
        }
      }
      values.append(offset)
      return values
    }
    rounding = run.step * run.step / 12
    beginsFull = run.readings.first.map { $0.level >= 100 } ?? false
    let lastFullIndex: Int?
    let settled: Double
    switch gauge {
    case .plateau:
      lastFullIndex = beginsFull ? run.readings.lastIndex { $0.level >= 100 } : nil
      settled = 0
    case .firstDrop(let hours):
      lastFullIndex = nil
      settled = hours
    }
    lastFull = lastFullIndex.map { columns(run.readings[$0].exposure) }
    var dropped = 0
    // Whether the first level's own beginning was seen.
    var startsWhole = lastFull != nil
    var levels: [(level: Int, first: [Double], last: [Double])] = []
    for (i, reading) in run.readings.enumerated() {
      if let lastFullIndex, i <= lastFullIndex {
        if reading.level < 100 { dropped += 1 }
        continue
      }
      if beginsFull, settled > 0, reading.hour < settled { continue }
      guard reading.level >= 3, gauge == .plateau || reading.level < 100 else {
        dropped += 1
        if levels.isEmpty { startsWhole = true }
        continue
      }
      if let last = levels.last, last.level == reading.level {
        levels[levels.count - 1].last = reading.exposure
      } else {
        levels.append((reading.level, reading.exposure, reading.exposure))
      }
    }
    leftOut = dropped
    firstBelow = lastFull == nil ? nil : levels.first.map { columns($0.first) }
    func middle(_ a: [Double], _ b: [Double]) -> [Double] { columns(zip(a, b).map { ($0 + $1) / 2 }) }
    var table = levels.map { level in middle(level.first, level.last) + [Double(100 - level.level)] }
    func reading(_ place: Int, _ exposure: [Double]) -> [Double] {
      columns(exposure) + [Double(100 - levels[place].level)]
    }
    if let first = levels.first, !startsWhole { table[0] = reading(0, first.first) }
    // A last level above those left out ends by itself.
    if let last = levels.last, (run.readings.last?.level ?? 0) >= 3 {
      table[levels.count - 1] = reading(levels.count - 1, last.last)
    }
    if totalsOnly, let first = table.first, let last = table.last, table.count > 2 { table = [first, last] }
    rows = table.count
    lastRow = table.last
    let width = components.filter(\.isFitted).count + 3
    products = [[Double]](repeating: [Double](repeating: 0, count: width), count: width)
    for row in table {
      for i in 0..<width { for j in 0..<width { products[i][j] += row[i] * row[j] } }
    }
  }

  /// In percent points.
  var lastDrop: Double? { lastRow?.last }

  /// Whether the run says how fast the level falls.
  var tellsSlope: Bool { rows >= (beginsFull ? 1 : 2) }
}

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

/// A run's shown drop beside what the fitted model expects, at its last reading.
package struct DrainRunResidual: Sendable, Hashable {
  package let run: String
  package let strategy: String
  package let device: String
  /// What it shares with runs side by side; empty for a run on its own.
  package let occasion: String
  /// 100 minus the last level that was used, in percent points; half-way where it is the step into that level.
  package let shownDrop: Double
  /// In percent points, the plateau taken off.
  package let expectedDrop: Double
  /// Of the shown drop around the expectation, from all causes of the model, in percent points.
  package let deviation: Double

  /// Shown minus expected, in deviations.
  package var score: Double { (shownDrop - expectedDrop) / deviation }
}
