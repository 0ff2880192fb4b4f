import CGSL
import RealModule

/// Logarithm and slope of the normal distribution function, good far into the tail where the function itself is 0 (GSL).
package enum NormalTail {
  /// ln P(Z <= z).
  package static func logCumulative(_ z: Double) -> Double {
    GSL.prepare()
    return z == -.infinity ? z : gsl_sf_log_erfc(-z / 2.0.squareRoot()) - Double.log(2)
  }

  /// The slope of ln P(Z <= z): density over distribution function.
  static func slope(_ z: Double) -> Double {
    GSL.prepare()
    return gsl_sf_hazard(-z)
  }

  /// ln P(low < Z <= high), and the density at either end over that probability.
  struct Interval {
    let logProbability: Double
    let slopeAtHigh: Double
    let slopeAtLow: Double

    init(low: Double, high: Double) {
      // In the lower tail, where differences of the distribution function keep their digits.
      let isTurned = low > 0
      let far = logCumulative(isTurned ? -low : high)
      let near = logCumulative(isTurned ? -high : low)
      let logProbability = far + Double.log(-Double.expMinusOne(near - far))
      func slope(_ z: Double) -> Double { .exp(-z * z / 2 - 0.5 * Double.log(2 * .pi) - logProbability) }
      self.logProbability = logProbability
      (slopeAtHigh, slopeAtLow) = (slope(high), slope(low))
    }
  }
}
