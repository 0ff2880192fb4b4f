/// By how much samples that repeat their neighbours widen the error of their mean.
///
/// The mean's 95 % interval comes from all shapes of noise that the data allow (`CorrelatedRegression`), Student's quantile
/// included; its square over that of as many independent samples of known variance is the widening. So an error times its
/// root, times 1.96, is right for short series too, where a plug-in time constant is too short. Of more than 4,000 samples means of
/// neighbours count; where a mean is as long as the time constant, the widening is up to 40 % too large.
struct CorrelationTime {
  /// Of the variance of a mean.
  let widening: Double
  /// Samples over `widening` less what few samples add to it: independent samples the mean is worth, at most all.
  let effectiveSamples: Double

  /// - Throws: `tooFewSamples` under 3 samples.
  init(_ series: TimeSeries) throws(EstimationError) {
    let points = series.points
    let count = Double(points.count)
    guard points.count >= 3 else { throw .tooFewSamples(have: points.count, need: 3) }
    let mean = points.reduce(0) { $0 + $1.value } / count
    let values = points.map { $0.value - mean }
    let variance = values.reduce(0) { $0 + $1 * $1 } / count
    guard variance > 0, variance.isFinite, points.contains(where: { $0.value != points[0].value }) else {
      (widening, effectiveSamples) = (1, count)
      return
    }
    let deviation = variance.squareRoot()
    let scaled = try TimeSeries(
      points.map { TimeSeries.Point(time: $0.time, value: ($0.value - mean) / deviation, leg: $0.leg) })
    let series = try Self.blocks(scaled)
    let isWhole = series.points.count == points.count
    let regression = try CorrelatedRegression(mean: series)
    guard let estimate = regression.estimate(0) else { throw .didNotConverge(reason: "no mean") }
    effectiveSamples =
      isWhole
      ? regression.effectiveSamples : min(count, 1 / (estimate.standardError * estimate.standardError))
    let half = (estimate.interval95.upperBound - estimate.interval95.lowerBound) / 2
    let score = LikelihoodFit.score
    widening = max(1, half * half * count / (score * score))
  }

  private static let mostPoints = 4_000

  /// Means of neighbours where there are many samples: what is slower than a block shows in them.
  private static func blocks(_ series: TimeSeries) throws(EstimationError) -> TimeSeries {
    let (points, times) = (series.points, series.points.map(\.time))
    let blocks = RowBlocks(legs: points.map(\.leg), times: times, most: mostPoints, longestGap: .infinity)
    if blocks.size == 1 { return series }
    let means = zip(blocks.means(times), blocks.means(points.map(\.value)))
    return try TimeSeries(
      zip(blocks.ranges, means).map { TimeSeries.Point(time: $1.0, value: $1.1, leg: points[$0.lowerBound].leg) })
  }
}

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

  /// - Parameters:
  ///   - visits: series of values with the weight of each (the time it stands for); weights above 0.
  /// - Throws: `EstimationError.tooFewSamples` under 8 samples in all.
  init(visits: [[(value: Double, weight: Double)]]) throws(EstimationError) {
    let visits = visits.filter { !$0.isEmpty }
    let count = visits.reduce(0) { $0 + $1.count }
    guard count >= 8 else { throw .tooFewSamples(have: count, need: 8) }
    let weight = visits.joined().reduce(0) { $0 + $1.weight }
    let mean = visits.joined().reduce(0) { $0 + $1.weight * $1.value } / weight
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
      // Long and short visits differ alike: the largest decides the mean, and says nothing of its own distance.
      let weights = visits.map { $0.reduce(0) { $0 + $1.weight } / weight }
      let means = visits.map { visit in
        visit.reduce(0) { $0 + $1.value * $1.weight } / visit.reduce(0) { $0 + $1.weight }
      }
      let between = means.scatter / Double(means.count - 1) * dot(weights, weights)
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
  }
}
