/// How much a search may spend, and where its seeds begin.
package struct SearchSettings: Sendable, Hashable {
  /// Fewer runs than this tell nothing.
  package static let leastRuns = 200
  /// Sobol's sequence, which fills the space at the start, has so many dimensions.
  package static let mostAxes = 40

  /// All runs of all points together, those that confirm the result included; at least `leastRuns`.
  package let runs: Int
  package let firstSeed: UInt64
  /// Objectives that differ by no more than this share are as good as each other. Above 0, below 1.
  package let tolerance: Double

  /// The chance that all racing tests of a stage together drop the best point wrongly.
  static let raceError = 0.05
  /// How sure a point has to be, on one side, to meet a constraint before it is chosen among the finalists.
  static let margin = 0.7
  /// How sure points inside the edge of the constraints are, which are prepared in case those at the edge turn out to be
  /// beyond it.
  static let ladder = [0.7, 0.85, 0.95, 0.995]
  /// Seeds of the rounds of a race. The search uses no others.
  static let looks = [4, 8, 16, 32]
  /// Shares of the runs; what is left confirms the result.
  static let (screening, refinement, sensitivity) = (0.3, 0.4, 0.08)

  package init(runs: Int = 3_000, firstSeed: UInt64 = 1, tolerance: Double = 0.05) {
    precondition(runs >= Self.leastRuns && tolerance > 0 && tolerance < 1, "enough runs and a tolerance")
    self.runs = runs
    self.firstSeed = firstSeed
    self.tolerance = tolerance
  }
}
