import RealModule

/// How far the means of visits to one state lie apart, measured by the noise inside the visits.
///
/// Sum over visits of (visit's mean - common mean)^2 / variance of the visit's mean, the common mean weighted with the
/// inverse variances (Cochran, Biometrics 10, 1954). The variance of a visit's mean is the long-run variance of the noise,
/// pooled over visits, over the visit's effective length; the long-run variance is Newey and West's (1987) with Andrews's
/// bandwidth (1991). Over its degrees of freedom the sum follows an F distribution where visits differ by that noise only.
/// Range of validity: visits much longer than the correlation of the noise; else the noise looks smaller than it is.
package struct VisitSpread: Sendable, Hashable {
  /// The sum.
  package let statistic: Double
  /// Visits less one.
  package let degreesOfFreedom: Double
  /// Of the noise: samples over correlation length, less the visits.
  package let noiseDegreesOfFreedom: Double

  /// `nil` with fewer than 2 visits of 8 samples, or without noise.
  init?(_ visits: [[(value: Double, weight: Double)]]) {
    let visits = visits.filter { $0.count >= 8 }
    guard visits.count >= 2 else { return nil }
    var means: [Double] = []
    var lengths: [Double] = []
    var centred: [[Double]] = []
    for visit in visits {
      let weight = visit.reduce(0) { $0 + $1.weight }
      let mean = visit.reduce(0) { $0 + $1.weight * $1.value } / weight
      means.append(mean)
      lengths.append(weight * weight / visit.reduce(0) { $0 + $1.weight * $1.weight })
      centred.append(visit.map { $0.value - mean })
    }
    let count = Double(centred.reduce(0) { $0 + $1.count })
    let squares = centred.reduce(0) { $0 + CorrelatedMean.lagged($1, by: 0) }
    guard squares > 0 else { return nil }
    let r = min(0.999, max(-0.999, centred.reduce(0) { $0 + CorrelatedMean.lagged($1, by: 1) } / squares))
    let a = 4 * r * r / ((1 - r * r) * (1 - r * r))
    let longest = centred.map(\.count).max() ?? 1
    let bandwidth = max(0, min(longest - 1, Int((1.1447 * Double.root(a * count, 3)).rounded(.up))))
    var sum = squares
    if bandwidth > 0 {
      for lag in 1...bandwidth {
        let share = 1 - Double(lag) / Double(bandwidth + 1)
        sum += 2 * share * centred.reduce(0) { $0 + CorrelatedMean.lagged($1, by: lag) }
      }
    }
    // Anticorrelation is not credited beyond what a tenth of the plain variance allows.
    let pooled = max(sum, 0.1 * squares)
    let variance = pooled / (count - Double(visits.count))
    let total = lengths.reduce(0, +)
    let common = zip(means, lengths).reduce(0) { $0 + $1.0 * $1.1 } / total
    statistic = zip(means, lengths).reduce(0) { $0 + $1.1 * ($1.0 - common) * ($1.0 - common) } / variance
    degreesOfFreedom = Double(visits.count - 1)
    noiseDegreesOfFreedom = max(1, count * min(1, squares / pooled) - Double(visits.count))
  }
}
