import Core
import RealModule

/// What the runs of one cell add up to. Parts made anywhere merge to the same bits in any order.
package struct CellSums: Sendable, Hashable {
  package struct Figure: Sendable, Hashable {
    /// Of the runs that have the figure.
    package var sum: ExactSum
    /// The smallest and the largest value; `nil` when no run has one.
    package var range: ClosedRange<Double>?

    package init(sum: ExactSum = ExactSum(), range: ClosedRange<Double>? = nil) {
      self.sum = sum
      self.range = range
    }

    /// The standard deviation of the sample; `nil` for fewer than two values, and 0 where all are equal.
    package var deviation: Double? {
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

  /// What prediction ranges need: variances of the logarithm of a run's drain around the predicted one.
  package struct Prediction: Sendable, Hashable {
    /// Beyond what drawn parameters supply.
    package var remaining: Figure
    /// What drawn parameters supply.
    package var drawn: Figure

    package init(remaining: Figure, drawn: Figure) {
      self.remaining = remaining
      self.drawn = drawn
    }
  }

  package private(set) var firstSeed: UInt64
  package private(set) var seeds: Int
  /// In the order of the sweep's metrics.
  package private(set) var figures: [Figure]
  /// `nil` where no figure is the whole phone's.
  package private(set) var prediction: Prediction?
  /// What the runs have to say, each once, sorted.
  package private(set) var notes: [String]

  package init(firstSeed: UInt64, seeds: Int, figures: [Figure], prediction: Prediction? = nil, notes: [String]) {
    self.prediction = prediction
    self.firstSeed = firstSeed
    self.seeds = seeds
    self.figures = figures
    self.notes = notes
  }

  /// - Parameters:
  ///   - runs: at least one.
  ///   - model: makes prediction ranges; `nil` for none.
  /// - Throws: `ExactSum.Overflow` for a figure that is too large to be added up.
  package init(_ runs: [RunMetrics], metrics: [Metric], model: PredictionModel? = nil) throws(ExactSum.Overflow) {
    var figures = [Figure](repeating: Figure(), count: metrics.count)
    for run in runs {
      for (place, metric) in metrics.enumerated() {
        if let value = run[metric] { try figures[place].add(value) }
      }
    }
    var prediction: Prediction?
    if let model {
      var sums = Prediction(remaining: Figure(), drawn: Figure())
      for run in runs {
        let variances = model.logVariances(share: run.locationShare ?? 1)
        try sums.remaining.add(variances.remaining)
        try sums.drawn.add(variances.drawn)
      }
      prediction = sums
    }
    self.init(
      firstSeed: runs.map(\.seed).min() ?? 0, seeds: runs.count, figures: figures, prediction: prediction,
      notes: Set(runs.flatMap(\.notes)).sorted())
  }

  /// - Parameter other: of the same metrics.
  /// - Throws: `ExactSum.Overflow` when a sum no longer fits.
  package mutating func merge(_ other: CellSums) throws(ExactSum.Overflow) {
    firstSeed = min(firstSeed, other.firstSeed)
    seeds += other.seeds
    for place in figures.indices { try figures[place].merge(other.figures[place]) }
    if let own = other.prediction {
      try prediction?.remaining.merge(own.remaining)
      try prediction?.drawn.merge(own.drawn)
    }
    if notes != other.notes { notes = Set(notes + other.notes).sorted() }
  }

  /// The prediction range of a figure of the whole phone: the lognormal distribution with the mean and the deviation of the runs,
  /// wider by what `PredictionModel` lays over each; `nil` where there is none.
  package func predictionRange(of figure: Figure) -> ClosedRange<Double>? {
    guard let remaining = prediction?.remaining.sum.mean, let drawn = prediction?.drawn.sum.mean,
      let mean = figure.sum.mean, mean > 0
    else { return nil }
    let relative = (figure.deviation ?? 0) / mean
    let ofRuns = Double.log(onePlus: relative * relative)
    let deviation = (ofRuns + remaining + 2 * drawn / Double(figure.sum.count)).squareRoot()
    let (median, factor) = (
      mean / Double.exp(ofRuns / 2), Double.exp(NormalDistribution.quantile(PredictionModel.ends.1) * deviation)
    )
    return median / factor...median * factor
  }
}
