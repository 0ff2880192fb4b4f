internal import CGSL
import Core
import RealModule

/// The GNU Scientific Library with its error handler off: it returns a status instead of ending the process.
///
/// Call `prepare()` before the first GSL function of a task; the wrappers in this folder do it themselves.
enum GSL {
  private static let handlerIsOff: Bool = {
    _ = gsl_set_error_handler_off()
    return true
  }()

  /// Switches the handler off, once per process. Costs a load and a branch afterwards.
  @inline(__always)
  static func prepare() { precondition(handlerIsOff) }

  /// - Throws: `EstimationError.gsl` with GSL's own text for any status but success.
  static func check(_ status: Int32, _ operation: String) throws(EstimationError) {
    if status == Int32(GSL_SUCCESS) { return }
    let text = gsl_strerror(status).map { String(cString: $0) } ?? "status \(status)"
    throw .gsl(status: "\(operation): \(text)")
  }

  /// A number from one of GSL's functions without a status, such as `gsl_cdf_tdist_Pinv`.
  ///
  /// - Throws: `EstimationError.gsl` when it is not finite.
  static func finite(_ operation: String, _ function: () -> Double) throws(EstimationError) -> Double {
    prepare()
    let value = function()
    guard value.isFinite else { throw .gsl(status: "\(operation): not a finite number") }
    return value
  }

  /// The value that a share of Student's t distribution stays below.
  ///
  /// - Parameter degrees: of freedom, above 0.
  /// - Throws: `EstimationError.gsl` when it is not finite.
  static func studentQuantile(_ degrees: Double, share: Double = 0.975) throws(EstimationError) -> Double {
    try finite("Student's quantile") { gsl_cdf_tdist_Pinv(share, degrees) }
  }

  /// Memory of GSL, which gives a null pointer where it has none or where a size is refused.
  static func allocated<T>(_ pointer: T?, _ operation: String) throws(EstimationError) -> T {
    guard let pointer else { throw .gsl(status: "\(operation): no memory, or a refused size") }
    return pointer
  }
}

/// Logarithm and slope of the normal distribution function, good far into the tail where the function itself is 0.
package enum NormalTail {
  /// ln P(Z <= z).
  package static func logCumulative(_ z: Double) -> Double {
    GSL.prepare()
    return z == -.infinity ? z : gsl_sf_log_erfc(-z / 2.0.squareRoot()) - Double.log(2)
  }

  /// Normal scores of the values' ranks: their correlation is not hidden by a single outlier. Equal values, as from rounded
  /// positions, share the middle of their ranks: in order of time they would seem to rise together.
  static func scores(_ values: [Double]) -> [Double] {
    var scores = values
    let order = values.indices.sorted { values[$0] < values[$1] }
    for equal in runs(of: order.indices, beginAt: { values[order[$0]] != values[order[$0 - 1]] }) {
      let middle = Double(equal.lowerBound + equal.upperBound) / 2
      let score = NormalDistribution.quantile(middle / Double(values.count))
      for k in equal { scores[order[k]] = score }
    }
    return scores
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
      let logProbability = far + Double.log(-Double.expMinusOne(min(near - far, -1e-12)))
      func slope(_ z: Double) -> Double { .exp(-z * z / 2 - 0.5 * Double.log(2 * .pi) - logProbability) }
      self.logProbability = logProbability
      (slopeAtHigh, slopeAtLow) = (slope(high), slope(low))
    }
  }
}

/// The chi-square distribution.
enum ChiSquare {
  /// The probability of a value above `x`.
  static func upperTail(_ x: Double, degreesOfFreedom: Double) -> Double {
    GSL.prepare()
    return gsl_cdf_chisq_Q(x, degreesOfFreedom)
  }

  /// The value that a share of the distribution stays below.
  ///
  /// - Throws: `EstimationError.gsl` when it is not finite.
  static func quantile(_ share: Double, degreesOfFreedom: Double) throws(EstimationError) -> Double {
    try GSL.finite("chi-square quantile") { gsl_cdf_chisq_Pinv(share, degreesOfFreedom) }
  }
}
