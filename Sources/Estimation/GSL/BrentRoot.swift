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
