import CGSL

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
    throw .gsl(status: "\(operation): \(text(status))")
  }

  static func text(_ status: Int32) -> String {
    gsl_strerror(status).map { String(cString: $0) } ?? "status \(status)"
  }

  /// The value of a special function in its checked form, such as `gsl_sf_lngamma_e`.
  ///
  /// - Throws: `EstimationError.gsl` on a domain error, overflow or underflow.
  static func value(
    _ operation: String, _ function: (UnsafeMutablePointer<gsl_sf_result>) -> Int32
  ) throws(EstimationError) -> Double {
    prepare()
    var result = gsl_sf_result(val: .nan, err: .nan)
    try check(function(&result), operation)
    return result.val
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
