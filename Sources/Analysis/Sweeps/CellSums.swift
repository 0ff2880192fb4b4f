/// What the runs of one cell add up to. Parts made anywhere merge to the same bits in any order.
public struct CellSums: Sendable, Hashable {
  /// One figure.
  public struct Figure: Sendable, Hashable {
    /// Of the runs that have the figure.
    public var sum: ExactSum
    /// The smallest and the largest value; `nil` when no run has one.
    public var range: ClosedRange<Double>?

    public init(sum: ExactSum = ExactSum(), range: ClosedRange<Double>? = nil) {
      self.sum = sum
      self.range = range
    }

    /// The standard deviation of the sample; `nil` for fewer than two values, and 0 where all are equal.
    public var deviation: Double? {
      guard let range, sum.count > 1 else { return nil }
      return range.lowerBound == range.upperBound ? 0 : sum.deviation
    }

    mutating func add(_ value: Double) throws(ExactSum.Overflow) {
      try sum.add(value)
      range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    }

    mutating func merge(_ other: Figure) throws(ExactSum.Overflow) {
      try sum.merge(other.sum)
      guard let wider = other.range else { return }
      range =
        range.map { min($0.lowerBound, wider.lowerBound)...max($0.upperBound, wider.upperBound) } ?? wider
    }
  }

  /// The smallest seed.
  public private(set) var firstSeed: UInt64
  /// How many runs there are.
  public private(set) var seeds: Int
  /// In the order of the sweep's metrics.
  public private(set) var figures: [Figure]
  /// What the runs have to say, each once, sorted.
  public private(set) var notes: [String]

  /// As it was written down.
  public init(firstSeed: UInt64, seeds: Int, figures: [Figure], notes: [String]) {
    self.firstSeed = firstSeed
    self.seeds = seeds
    self.figures = figures
    self.notes = notes
  }

  /// - Parameter runs: at least one.
  /// - Throws: `ExactSum.Overflow` for a figure that is too large to be added up.
  public init(_ runs: [RunMetrics], metrics: [Metric]) throws(ExactSum.Overflow) {
    var figures = [Figure](repeating: Figure(), count: metrics.count)
    for run in runs {
      for (place, metric) in metrics.enumerated() {
        if let value = run[metric] { try figures[place].add(value) }
      }
    }
    self.init(
      firstSeed: runs.map(\.seed).min() ?? 0, seeds: runs.count, figures: figures,
      notes: Set(runs.flatMap(\.notes)).sorted())
  }

  /// - Parameter other: of the same metrics.
  /// - Throws: `ExactSum.Overflow` when a sum no longer fits.
  public mutating func merge(_ other: CellSums) throws(ExactSum.Overflow) {
    firstSeed = min(firstSeed, other.firstSeed)
    seeds += other.seeds
    for place in figures.indices { try figures[place].merge(other.figures[place]) }
    if notes != other.notes { notes = Set(notes + other.notes).sorted() }
  }
}
