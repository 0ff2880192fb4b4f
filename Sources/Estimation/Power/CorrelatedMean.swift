import RealModule

/// The mean of samples that are correlated in time, with an honest standard error.
///
/// The samples come in visits (unbroken series). The variance of the weighted mean is that of Newey and West
/// ("A simple, positive semi-definite, heteroskedasticity and autocorrelation consistent covariance matrix",
/// Econometrica 55, 1987): products of deviations inside a visit with weights 1 - lag / (bandwidth + 1). The bandwidth is
/// Andrews's (Econometrica 59, 1991) for a first-order autoregression: 1.1447 (a n)^(1/3), a = 4 r^2 / (1 - r^2)^2, r the
/// lag-one autocorrelation. What differs from visit to visit cannot be seen inside one: with at least 3 visits the
/// standard error is the larger of this and the one between visits.
public struct CorrelatedMean: Sendable, Hashable {
  public let mean: Double
  public let standardError: Double
  /// For Student's quantile: samples over correlation length, or visits less one, whichever gave the standard error.
  public let degreesOfFreedom: Double
  /// How many independent samples of the same spread would give this standard error.
  public let effectiveCount: Double
  public let count: Int
  public let visits: Int
  /// Lag-one autocorrelation inside visits.
  public let autocorrelation: Double
  /// In samples.
  public let bandwidth: Int
  /// How far visits lie apart beyond the noise inside them; `nil` for a single visit.
  public let visitsApart: VisitSpread?

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
    let neighbours = scores.reduce(0) { $0 + Self.lagged($1, by: 1) }
    let correlation = squares > 0 ? min(0.999, max(-0.999, neighbours / squares)) : 0
    let a = 4 * correlation * correlation / ((1 - correlation * correlation) * (1 - correlation * correlation))
    let longest = scores.map(\.count).max() ?? 1
    let wanted = 1.1447 * Double.root(a * Double(count), 3)
    let bandwidth = max(0, min(longest - 1, Int(wanted.rounded(.up))))
    var variance = squares
    if bandwidth > 0 {
      for lag in 1...bandwidth {
        let share = 1 - Double(lag) / Double(bandwidth + 1)
        variance += 2 * share * scores.reduce(0) { $0 + Self.lagged($1, by: lag) }
      }
    }
    variance = max(variance, squares / Double(count)) * Double(count) / Double(count - 1)
    var degrees = max(1, squares / variance * Double(count) - 1)
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
    autocorrelation = correlation
    self.bandwidth = bandwidth
    visitsApart = VisitSpread(visits)
  }

  static func lagged(_ series: [Double], by lag: Int) -> Double {
    guard series.count > lag else { return 0 }
    var sum = 0.0
    for i in lag..<series.count { sum += series[i] * series[i - lag] }
    return sum
  }
}
