package import Core

/// Whose the energy is when several apps use location on one phone, told in both ways that make sense.
///
/// The radios serve the union of what the apps ask for, and a position that one has caused reaches all. So there is no one
/// share of an app: **alone** is what it would cost by itself, **by absence** is what its absence would save. Their sums lie on
/// either side of the cost together when apps share radios, and the gaps are what sharing saves and what nobody's absence
/// alone would save. By absence may exceed alone: an app that gets the fixes of another has to handle them.
package struct Attribution: Sendable {
  package let apps: [String]
  package let duration: TimeSpan
  /// Makes prediction ranges; without it there are none.
  package var prediction: PredictionModel?
  /// In order of seed; not empty.
  package let seeds: [SharedSeed]

  /// - Precondition: there is at least one seed.
  package init(apps: [String], duration: TimeSpan, seeds: [SharedSeed]) {
    precondition(!seeds.isEmpty, "an attribution needs a seed")
    (self.apps, self.duration, self.seeds) = (apps, duration, seeds)
  }

  /// Over the seeds, in joules.
  package func statistics(
    _ value: (SharedSeed) -> Double, within limits: ClosedRange<Double> = -.infinity ... .infinity
  ) -> SampleStatistics? { SampleStatistics(seeds.map(value), within: limits) }

  /// The prediction range of what location use adds.
  package func predictionRange(_ value: (SharedSeed) -> Double) -> ClosedRange<Double>? {
    prediction?.range(seeds.map(value), shares: seeds.map { _ in 1 })
  }

  /// The percent of the battery that a figure in joules is in so many hours.
  package func percent(_ value: @escaping (SharedSeed) -> Double, hours: Double) -> (SharedSeed) -> Double {
    let times = 100 * hours / duration.hours
    return { $0.battery > 0 ? value($0) / $0.battery * times : 0 }
  }

  package var together: SampleStatistics? { statistics(\.together) }
  package var savedBySharing: SampleStatistics? { statistics(\.savedBySharing) }
  package var joint: SampleStatistics? { statistics(\.joint) }
}

/// What several apps cost on one seed, in joules above the same apps without location.
package struct SharedSeed: Sendable, Hashable {
  package let seed: UInt64
  package let together: Double
  /// Each app, the others without location.
  package let alone: [Double]
  /// What is saved when only this app goes without location.
  package let byAbsence: [Double]
  /// What the ledger of the run with all apps books to this app, above the components at rest: a shared activity to the first
  /// app that asked for it.
  package let booked: [Double]
  /// What the phone's battery holds, in joules.
  package let battery: Double

  package init(
    seed: UInt64, battery: Double, together: Double, alone: [Double], byAbsence: [Double], booked: [Double]
  ) {
    (self.seed, self.battery) = (seed, battery)
    (self.together, self.alone, self.byAbsence, self.booked) = (together, alone, byAbsence, booked)
  }

  package var savedBySharing: Double { alone.reduce(0, +) - together }
  /// What no single app's absence would save: the cost together, less the savings of each absence.
  package var joint: Double { together - byAbsence.reduce(0, +) }
}
