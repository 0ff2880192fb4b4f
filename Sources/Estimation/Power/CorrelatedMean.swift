import RealModule

/// The mean of samples that are correlated in time, with an honest standard error.
///
/// The samples come in visits (unbroken series). Inside them the noise is taken as a Gauss-Markov process with white noise, over all
/// shapes that the data allow (`CorrelationTime`). What differs from visit to visit cannot be seen inside one: with at least 3
/// visits the standard error is the larger of this and the one between visits.
package struct CorrelatedMean: Sendable, Hashable {
  package let mean: Double
  package let standardError: Double
  /// For Student's quantile: effective samples or visits, less one, whichever gave the standard error.
  package let degreesOfFreedom: Double
  /// How many independent samples of the same spread would give this standard error.
  package let effectiveCount: Double
  package let count: Int
  package let visits: Int
  /// How far visits lie apart beyond the noise inside them; `nil` for a single visit.
  package let visitsApart: VisitSpread?

  /// - Parameters:
  ///   - visits: series of values with the weight of each (the time it stands for); weights above 0.
  /// - Throws: `EstimationError.tooFewSamples` under 8 samples in all.
  init(visits: [[(value: Double, weight: Double)]]) throws(EstimationError) {
    let visits = visits.filter { !$0.isEmpty }
    let count = visits.reduce(0) { $0 + $1.count }
    guard count >= 8 else { throw .tooFewSamples(have: count, need: 8) }
    var (weight, sum) = (0.0, 0.0)
    for visit in visits {
      for sample in visit {
        weight += sample.weight
        sum += sample.weight * sample.value
      }
    }
    let mean = sum / weight
    // Scores: deviations times their share of the weight, so that their sum's variance is that of the mean.
    let scores = visits.map { visit in visit.map { ($0.value - mean) * $0.weight / weight } }
    let squares = scores.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } }
    let series = try TimeSeries(
      scores.enumerated().flatMap { leg, scores in
        scores.enumerated().map {
          TimeSeries.Point(time: Double($0.offset), value: $0.element * Double(count), leg: leg)
        }
      })
    let correlation = try CorrelationTime(series)
    // The widening is that of the 95 % interval: Student's quantile is in it.
    var degrees = max(2, correlation.effectiveSamples - 1)
    let t = try GSL.studentQuantile(degrees) / LikelihoodFit.score
    var variance = squares * correlation.widening / (t * t)
    if visits.count >= 3 {
      let totals = scores.map { $0.reduce(0, +) }
      let between = totals.reduce(0) { $0 + $1 * $1 } * Double(visits.count) / Double(visits.count - 1)
      if between > variance {
        variance = between
        degrees = Double(visits.count - 1)
      }
    }
    self.mean = mean
    standardError = variance.squareRoot()
    degreesOfFreedom = degrees
    effectiveCount = variance > 0 ? min(Double(count), squares / variance * Double(count)) : Double(count)
    self.count = count
    self.visits = visits.count
    visitsApart = VisitSpread(visits)
  }

  static func lagged(_ series: [Double], by lag: Int) -> Double {
    guard series.count > lag else { return 0 }
    var sum = 0.0
    for i in lag..<series.count { sum += series[i] * series[i - lag] }
    return sum
  }
}
