/// Settings of `DrainFit`.
package struct DrainFitOptions: Sendable, Hashable {
  /// The battery's energy from shown 100 % to 0 %, in watt-hours.
  package var capacityWattHours: Double
  /// Its relative standard deviation, shared by all powers, such as 0.06 for an unknown state of health.
  package var capacityRelativeDeviation: Double
  /// What the gauge does after a full charge.
  package var gauge: GaugeStart
  /// The gauge's plateau or first drop in percent points, where earlier runs have told it.
  package var plateauPrior: DrainComponent.Prior?
  /// Whether devices differ by a factor of their own, whose spread is then fitted too; needs 3 devices.
  package var devicesDiffer: Bool
  /// Whether runs of one occasion share a factor, whose spread is then fitted too; needs 3 occasions.
  package var occasionsDiffer: Bool
  /// Resampled fits for intervals; 0 leaves Student's intervals.
  package var bootstrapResamples: Int
  package var seed: UInt64

  package init(
    capacityWattHours: Double, capacityRelativeDeviation: Double = 0, gauge: GaugeStart = .plateau,
    plateauPrior: DrainComponent.Prior? = nil,
    devicesDiffer: Bool = false, occasionsDiffer: Bool = false, bootstrapResamples: Int = 0, seed: UInt64 = 1
  ) {
    self.capacityWattHours = capacityWattHours
    self.capacityRelativeDeviation = capacityRelativeDeviation
    self.gauge = gauge
    self.plateauPrior = plateauPrior
    self.devicesDiffer = devicesDiffer
    self.occasionsDiffer = occasionsDiffer
    self.bootstrapResamples = bootstrapResamples
    self.seed = seed
  }

  func check() throws(EstimationError) {
    guard capacityWattHours.isFinite, capacityWattHours > 0 else { throw .badInput("the capacity must be above 0 Wh") }
    guard capacityRelativeDeviation.isFinite, (0..<1).contains(capacityRelativeDeviation) else {
      throw .badInput("the capacity's relative deviation must be from 0 to below 1")
    }
    if case .firstDrop(let hours) = gauge {
      guard hours.isFinite, (0...48).contains(hours) else {
        throw .badInput("a gauge settles within 0 to 48 hours, not \(hours)")
      }
    }
    if let prior = plateauPrior {
      guard prior.mean.isFinite, prior.mean >= 0, prior.deviation.isFinite, prior.deviation > 0 else {
        throw .badInput("the plateau's prior needs a mean of 0 or more and a deviation above 0")
      }
    }
    guard bootstrapResamples == 0 || bootstrapResamples >= 100 else {
      throw .badInput("\(bootstrapResamples) resamples give no interval: 0 for none, or at least 100")
    }
  }
}
