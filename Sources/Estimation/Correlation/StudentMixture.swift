internal import CGSL
import RealModule

/// A mixture of Student's distributions with the same degrees of freedom.
struct StudentMixture {
  struct Part {
    let weight: Double
    let centre: Double
    /// Above 0.
    let error: Double
  }

  private let parts: [Part]
  /// Infinite for a mixture of normal distributions.
  let degreesOfFreedom: Double

  /// - Parameter parts: at least one of a weight above 0; those under a ten-thousandth of the largest are left out.
  init(_ parts: [Part], degreesOfFreedom: Double) {
    let largest = parts.reduce(0) { max($0, $1.weight) }
    let kept = parts.filter { $0.weight > 1e-4 * largest }
    let total = kept.reduce(0) { $0 + $1.weight }
    self.parts = kept.map { Part(weight: $0.weight / total, centre: $0.centre, error: $0.error) }
    self.degreesOfFreedom = degreesOfFreedom
  }

  func cumulative(_ x: Double) -> Double {
    GSL.prepare()
    return parts.reduce(0) { sum, part in
      let z = (x - part.centre) / part.error
      let below = degreesOfFreedom.isFinite ? gsl_cdf_tdist_P(z, degreesOfFreedom) : gsl_cdf_ugaussian_P(z)
      return sum + part.weight * below
    }
  }

  /// The value that the share `p` (above 0, below 1) lies below; `nil` where the parts are no numbers.
  func quantile(_ p: Double) -> Double? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for part in parts {
      low = min(low, part.centre - 3 * part.error)
      high = max(high, part.centre + 3 * part.error)
    }
    guard low.isFinite, high.isFinite, low < high else { return nil }
    for _ in 0..<60 where cumulative(low) > p { low -= high - low }
    for _ in 0..<60 where cumulative(high) < p { high += high - low }
    return try? BrentRoot.find(between: low, and: high, tolerance: 1e-9 * (high - low)) {
      (x) throws(EstimationError) in cumulative(x) - p
    }
  }
}
