import CGSL

/// A root of a continuous function between two points of opposite sign (Brent 1973, `gsl_root_fsolver_brent`).
enum BrentRoot {
  /// - Throws: `didNotConverge`, `gsl` when the signs are equal, and whatever `function` throws.
  static func find(
    between low: Double, and high: Double, tolerance: Double,
    _ function: @escaping (Double) throws(EstimationError) -> Double
  ) throws(EstimationError) -> Double {
    GSL.prepare()
    let box = Box(function)
    return try withExtendedLifetime(box) { () throws(EstimationError) -> Double in
      let solver = try GSL.allocated(gsl_root_fsolver_alloc(cgsl_root_brent()), "root")
      defer { gsl_root_fsolver_free(solver) }
      var description = gsl_function(
        function: { x, box in
          guard let box else { return .nan }
          return Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().value(x)
        }, params: Unmanaged.passUnretained(box).toOpaque())
      return try withUnsafeMutablePointer(to: &description) { (f) throws(EstimationError) -> Double in
        let status = gsl_root_fsolver_set(solver, f, min(low, high), max(low, high))
        if let error = box.error { throw error }
        try GSL.check(status, "root bracket")
        for _ in 1...100 {
          let status = gsl_root_fsolver_iterate(solver)
          if let error = box.error { throw error }
          try GSL.check(status, "root step")
          let (lower, upper) = (gsl_root_fsolver_x_lower(solver), gsl_root_fsolver_x_upper(solver))
          if abs(upper - lower) < tolerance || box.latest == 0 { return gsl_root_fsolver_root(solver) }
        }
        throw .didNotConverge(iterations: 100, reason: "no root within tolerance")
      }
    }
  }

  private final class Box {
    let function: (Double) throws(EstimationError) -> Double
    var error: EstimationError?
    var latest = Double.nan

    init(_ function: @escaping (Double) throws(EstimationError) -> Double) { self.function = function }

    func value(_ x: Double) -> Double {
      guard error == nil else { return 0 }
      do {
        latest = try function(x)
        return latest
      } catch {
        self.error = error
        return 0
      }
    }
  }
}

/// Where a condition that holds from some place on begins, by halving: to 2^-80 of the interval, or to neighbouring numbers.
func bisection(_ low: Double, _ high: Double, _ holds: (Double) -> Bool) -> Double {
  var (low, high) = (low, high)
  for _ in 0..<80 {
    let middle = (low + high) / 2
    guard low < middle, middle < high else { break }
    if holds(middle) { high = middle } else { low = middle }
  }
  return (low + high) / 2
}

/// Nelder and Mead's simplex in GSL's form `nmsimplex2`: finds the neighbourhood of a minimum without derivatives.
enum SimplexMinimizer {
  struct Outcome {
    let point: [Double]
    let value: Double
    let iterations: Int
    /// Whether the simplex shrank to the tolerance before the last permitted step.
    let contracted: Bool
  }

  /// - Parameters:
  ///   - steps: initial size of the simplex along each axis.
  ///   - tolerance: the simplex's mean size at which to stop.
  ///   - function: a value that is not finite counts as very bad.
  /// - Throws: `gsl`. A simplex that did not contract is returned and says so.
  static func minimize(
    from start: [Double], steps: [Double], tolerance: Double = 1e-4, iterations limit: Int = 2_000,
    _ function: @escaping ([Double]) -> Double
  ) throws(EstimationError) -> Outcome {
    GSL.prepare()
    let n = start.count
    let box = Box(function)
    return try withExtendedLifetime(box) { () throws(EstimationError) -> Outcome in
      let minimizer = try GSL.allocated(
        gsl_multimin_fminimizer_alloc(cgsl_minimizer_nmsimplex2(), n), "simplex of \(n) dimensions")
      defer { gsl_multimin_fminimizer_free(minimizer) }
      var description = gsl_multimin_function(
        f: { point, box in
          guard let point, let box else { return .nan }
          let value = Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().function(GSLVector.copy(point))
          return value.isFinite ? value : 1e300
        }, n: n, params: Unmanaged.passUnretained(box).toOpaque())
      let x = try GSLVector(start)
      let step = try GSLVector(steps)
      return try withUnsafeMutablePointer(to: &description) { (f) throws(EstimationError) -> Outcome in
        try GSL.check(gsl_multimin_fminimizer_set(minimizer, f, x.pointer, step.pointer), "simplex start")
        for iteration in 1...limit {
          let status = gsl_multimin_fminimizer_iterate(minimizer)
          let size = gsl_multimin_fminimizer_size(minimizer)
          if size < tolerance || status == Int32(GSL_ENOPROG) {
            return Outcome(
              point: GSLVector.copy(gsl_multimin_fminimizer_x(minimizer)),
              value: gsl_multimin_fminimizer_minimum(minimizer), iterations: iteration, contracted: true)
          }
          try GSL.check(status, "simplex step")
        }
        return Outcome(
          point: GSLVector.copy(gsl_multimin_fminimizer_x(minimizer)),
          value: gsl_multimin_fminimizer_minimum(minimizer), iterations: limit, contracted: false)
      }
    }
  }

  private final class Box {
    let function: ([Double]) -> Double
    init(_ function: @escaping ([Double]) -> Double) { self.function = function }
  }
}
