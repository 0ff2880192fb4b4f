public import World

/// What is kept of a person: their groups and a few figures for each strategy. All else goes with the run.
public struct PersonFigures: Sendable, Hashable {
  /// From 1.
  public let number: Int
  public let seed: UInt64
  public let traits: PersonTraits
  /// By strategy, then in the order of `PopulationFigure.allCases`.
  public let values: [[Double?]]

  public init(number: Int, seed: UInt64, traits: PersonTraits, values: [[Double?]]) {
    self.number = number
    self.seed = seed
    self.traits = traits
    self.values = values
  }

  public func value(_ strategy: Int, _ figure: PopulationFigure) -> Double? { values[strategy][figure.rawValue] }
}
