/// How far a gauge fell in some hours, as it was read and as it was predicted.
package struct DrainCheck: Sendable, Hashable {
  /// Above 0.
  package let hours: Double
  /// In percent points.
  package let measured: Double
  /// By seed, in percent points.
  package let predicted: [Double]

  package init(hours: Double, measured: Double, predicted: [Double]) {
    self.hours = hours
    self.measured = measured
    self.predicted = predicted
  }

  /// In percent per hour.
  package var measuredRate: Double { measured / hours }
  /// By seed, in percent per hour.
  package var predictedRates: [Double] { predicted.map { $0 / hours } }

  /// The sum of several stretches; `nil` when there is none, or when they last no time.
  package static func sum(_ parts: [DrainCheck]) -> DrainCheck? {
    guard let first = parts.first else { return nil }
    var predicted = [Double](repeating: 0, count: first.predicted.count)
    var (hours, measured) = (0.0, 0.0)
    for part in parts {
      hours += part.hours
      measured += part.measured
      for seed in predicted.indices where seed < part.predicted.count { predicted[seed] += part.predicted[seed] }
    }
    return hours > 0 ? DrainCheck(hours: hours, measured: measured, predicted: predicted) : nil
  }
}

/// A measured run beside its prediction.
package struct RunCheck: Sendable {
  package let name: String
  package let timeline: String
  package let configuration: String
  package let phone: String
  /// It has legs; otherwise it rests.
  package let travels: Bool
  /// From the first reading to the last; `nil` where the drain is not judged.
  package let drain: DrainCheck?
  /// Of it, stretches between readings that lie in legs for two thirds or more.
  package let onTrips: DrainCheck?
  /// Of it, stretches that lie in legs for a third or less.
  package let atRest: DrainCheck?
  /// Of the phone's gauge, in percent.
  package var gaugeStep = 1.0
  /// Of the stretches on trips, by way to travel.
  package var byMode: [String: DrainCheck] = [:]
  /// Drops in percent points of which a real run's is a draw, in ascending order: seeds, and what no parameter says of
  /// phones, days and runs.
  package var rangeDrops: [Double] = []
  /// The same with the other use that the other phones' runs show; `nil` where too few phones have runs.
  package var otherUse: OtherUse?
  /// By seed, in percent points: the drop with the phone's own factor; empty for an unknown phone.
  package var knownPhone: [Double] = []
  package var fixesPerMinute = Figure()
  /// Time in which positions came without a gap of five minutes.
  package var trackedHours = Figure()
  /// From a departure until positions come, in the mean in minutes; empty without legs.
  package var startDelay = Figure()

  /// What a run's positions say.
  package struct Figure: Sendable {
    /// `nil` where the data hold no fixes of the run.
    package let measured: Double?
    /// By seed.
    package let predicted: [Double]

    package init(_ measured: Double? = nil, predicted: [Double] = []) {
      self.measured = measured
      self.predicted = predicted
    }
  }

  package struct OtherUse: Sendable {
    /// By seed, with its median, in percent points.
    package let drops: [Double]
    /// In percent points, in ascending order: as `RunCheck.rangeDrops`, over its uncertainty too.
    package let rangeDrops: [Double]

    package init(drops: [Double], rangeDrops: [Double]) {
      self.drops = drops
      self.rangeDrops = rangeDrops
    }
  }

  package init(
    name: String, timeline: String, configuration: String, phone: String, travels: Bool, drain: DrainCheck?,
    onTrips: DrainCheck?, atRest: DrainCheck?
  ) {
    (self.name, self.timeline, self.configuration, self.phone) = (name, timeline, configuration, phone)
    (self.travels, self.drain, self.onTrips, self.atRest) = (travels, drain, onTrips, atRest)
  }
}
