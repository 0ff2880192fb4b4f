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
