import CGSL

/// Nonlinear least squares by Levenberg and Marquardt's method (`gsl_multifit_nlinear`): the smallest sum of
/// weight x residual^2.
struct LevenbergMarquardt {
  struct Outcome {
    let values: [Double]
    /// Sum of weight x residual^2.
    let sumOfSquares: Double
    /// (J^T W J)^-1: the covariance when the weights are the inverse variances of the rows.
    let inverseInformation: [[Double]]
    let iterations: Int
  }

  /// Fills the residuals (model minus data), one per row, for the given parameters.
  typealias Residuals = ([Double], UnsafeMutablePointer<Double>) -> Void
  /// Fills the derivatives of the residuals, row by row, `parameters` numbers each.
  typealias Jacobian = ([Double], UnsafeMutablePointer<Double>) -> Void

  var iterationLimit = 200
  /// Relative change of the parameters, and of the gradient, at which to stop.
  var tolerance = 1e-12

  /// - Parameters:
  ///   - rows: number of residuals, at least as many as parameters.
  ///   - weights: inverse variances, one per row; `nil` for equal ones.
  ///   - jacobian: `nil` for central differences.
  /// - Throws: `tooFewSamples`, `didNotConverge`, `singularJacobian`, `gsl`.
  func fit(
    from start: [Double], names: [String], rows: Int, weights: [Double]? = nil, residuals: @escaping Residuals,
    jacobian: Jacobian? = nil
  ) throws(EstimationError) -> Outcome {
    let count = start.count
    guard rows >= count else { throw .tooFewSamples(have: rows, need: count) }
    let box = Box(residuals, jacobian)
    return try withExtendedLifetime(box) { () throws(EstimationError) -> Outcome in
      var parameters = cgsl_nlinear_levenberg_marquardt()
      parameters.fdtype = GSL_MULTIFIT_NLINEAR_CTRDIFF
      GSL.prepare()
      let workspace = try GSL.allocated(
        gsl_multifit_nlinear_alloc(cgsl_nlinear_trust(), &parameters, rows, count), "least squares")
      defer { gsl_multifit_nlinear_free(workspace) }
      var problem = gsl_multifit_nlinear_fdf()
      problem.n = rows
      problem.p = count
      problem.params = Unmanaged.passUnretained(box).toOpaque()
      problem.f = { x, box, f in
        guard let x, let box, let f else { return Int32(GSL_EFAULT) }
        Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().fill(f.pointee, at: GSLVector.copy(x))
        return Int32(GSL_SUCCESS)
      }
      if jacobian != nil {
        problem.df = { x, box, j in
          guard let x, let box, let j, j.pointee.tda == j.pointee.size2 else { return Int32(GSL_EFAULT) }
          Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().jacobian?(GSLVector.copy(x), j.pointee.data)
          return Int32(GSL_SUCCESS)
        }
      }
      let x = try GSLVector(start)
      return try withUnsafeMutablePointer(to: &problem) { (problem) throws(EstimationError) -> Outcome in
        if let weights {
          guard weights.count == rows else { throw .badInput("\(weights.count) weights for \(rows) rows") }
          let weights = try GSLVector(weights)
          // The workspace copies the weights' square roots.
          try GSL.check(
            gsl_multifit_nlinear_winit(x.pointer, weights.pointer, problem, workspace), "least squares start")
        } else {
          try GSL.check(gsl_multifit_nlinear_init(x.pointer, problem, workspace), "least squares start")
        }
        return try run(workspace, names: names)
      }
    }
  }

  private func run(
    _ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>, names: [String]
  ) throws(EstimationError) -> Outcome {
    var reason: Int32 = 0
    let status = gsl_multifit_nlinear_driver(
      iterationLimit, tolerance, tolerance, 0, nil, nil, &reason, workspace)
    let iterations = Int(gsl_multifit_nlinear_niter(workspace))
    if status != Int32(GSL_SUCCESS) {
      // No further progress is what a start at the very minimum, or rounding, looks like.
      guard status == Int32(GSL_ENOPROG) || status == Int32(GSL_EMAXITER),
        gsl_multifit_nlinear_test(1e-7, 1e-7, 0, &reason, workspace) == Int32(GSL_SUCCESS)
      else { throw .didNotConverge(iterations: iterations, reason: GSL.text(status)) }
    }
    let values = GSLVector.copy(gsl_multifit_nlinear_position(workspace))
    guard values.allSatisfy(\.isFinite) else {
      throw .didNotConverge(iterations: iterations, reason: "a parameter left the numbers")
    }
    let residuals = gsl_multifit_nlinear_residual(workspace)
    var sum = 0.0
    try GSL.check(gsl_blas_ddot(residuals, residuals, &sum), "sum of squares")
    let information = try GSLMatrix(rows: values.count, columns: values.count)
    try GSL.check(
      gsl_blas_dsyrk(CblasLower, CblasTrans, 1, gsl_multifit_nlinear_jac(workspace), 0, information.pointer),
      "information")
    let symmetric = values.indices.map { i in values.indices.map { j in information[max(i, j), min(i, j)] } }
    guard let inverse = try PositiveDefinite.inverse(symmetric) else { throw .singularJacobian(parameters: names) }
    return Outcome(values: values, sumOfSquares: sum, inverseInformation: inverse, iterations: iterations)
  }

  private final class Box {
    let residuals: Residuals
    let jacobian: Jacobian?
    init(_ residuals: @escaping Residuals, _ jacobian: Jacobian?) {
      (self.residuals, self.jacobian) = (residuals, jacobian)
    }

    /// For differences GSL asks for a column of the Jacobian, whose elements lie apart.
    func fill(_ vector: gsl_vector, at x: [Double]) {
      if vector.stride == 1 { return residuals(x, vector.data) }
      var values = [Double](repeating: 0, count: vector.size)
      values.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { residuals(x, base) }
      }
      for (i, value) in values.enumerated() { vector.data[i * vector.stride] = value }
    }
  }
}
