package import World

/// What is kept of a person: their groups and a few figures for each strategy. All else goes with the run.
package struct PersonFigures: Sendable, Hashable {
  /// From 1.
  package let number: Int
  package let seed: UInt64
  package let traits: PersonTraits
  /// By strategy, then in the order of `PopulationFigure.allCases`.
  package let values: [[Double?]]
  /// By strategy: the figure of the limit that is asked for; empty without one.
  package var limited: [SeedValue] = []

  package init(number: Int, seed: UInt64, traits: PersonTraits, values: [[Double?]]) {
    self.number = number
    self.seed = seed
    self.traits = traits
    self.values = values
  }

  package func value(_ strategy: Int, _ figure: PopulationFigure) -> Double? { values[strategy][figure.rawValue] }
}
