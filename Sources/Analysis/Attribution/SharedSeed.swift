/// What several apps cost on one seed, in joules above the same apps without location.
package struct SharedSeed: Sendable, Hashable {
  package let seed: UInt64
  /// All apps together.
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
    self.together = together
    self.alone = alone
    self.byAbsence = byAbsence
    self.booked = booked
  }

  /// What sharing saves: the costs alone, less the cost together.
  package var savedBySharing: Double { alone.reduce(0, +) - together }
  /// What no single app's absence would save: the cost together, less the savings of each absence.
  package var joint: Double { together - byAbsence.reduce(0, +) }
}
