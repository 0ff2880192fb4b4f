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

/// A vector in GSL's memory, freed with its owner.
struct GSLVector: ~Copyable {
  let pointer: UnsafeMutablePointer<gsl_vector>

  /// All zero.
  init(count: Int) throws(EstimationError) {
    GSL.prepare()
    pointer = try GSL.allocated(gsl_vector_calloc(count), "vector of \(count)")
  }

  init(_ values: [Double]) throws(EstimationError) {
    try self.init(count: values.count)
    for (i, value) in values.enumerated() { pointer.pointee.data[i] = value }
  }

  deinit { gsl_vector_free(pointer) }

  var values: [Double] { GSLVector.copy(pointer) }

  /// The elements of any GSL vector.
  static func copy(_ vector: UnsafePointer<gsl_vector>) -> [Double] {
    let v = vector.pointee
    return (0..<v.size).map { v.data[$0 * v.stride] }
  }
}

/// A matrix in GSL's memory, row by row, freed with its owner.
struct GSLMatrix: ~Copyable {
  let pointer: UnsafeMutablePointer<gsl_matrix>

  /// All zero.
  init(rows: Int, columns: Int) throws(EstimationError) {
    GSL.prepare()
    pointer = try GSL.allocated(gsl_matrix_calloc(rows, columns), "matrix of \(rows) by \(columns)")
  }

  /// - Parameter rows: all of one length.
  init(_ rows: [[Double]]) throws(EstimationError) {
    let columns = rows.first?.count ?? 0
    guard rows.allSatisfy({ $0.count == columns }) else { throw .badInput("rows of unequal length") }
    try self.init(rows: rows.count, columns: columns)
    for (i, row) in rows.enumerated() {
      for (j, value) in row.enumerated() { pointer.pointee.data[i * pointer.pointee.tda + j] = value }
    }
  }

  deinit { gsl_matrix_free(pointer) }

  var values: [[Double]] {
    let m = pointer.pointee
    return (0..<m.size1).map { i in (0..<m.size2).map { j in m.data[i * m.tda + j] } }
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
    var first = 0
    while first < order.count {
      var last = first
      while last + 1 < order.count, values[order[last + 1]] == values[order[first]] { last += 1 }
      let score = NormalDistribution.quantile((Double(first + last) / 2 + 0.5) / Double(values.count))
      for k in first...last { scores[order[k]] = score }
      first = last + 1
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
