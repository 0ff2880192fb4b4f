import CGSL

/// Systems with a symmetric positive definite matrix, by Cholesky's decomposition.
enum PositiveDefinite {
  /// The inverse, or `nil` when the matrix is not positive definite, or so close to singular that the inverse would
  /// hold no correct digit (reciprocal condition of the matrix scaled to a unit diagonal below 1e-14).
  static func inverse(_ matrix: [[Double]]) throws(EstimationError) -> [[Double]]? {
    let n = matrix.count
    if n == 0 { return [] }
    guard let scale = scale(matrix) else { return nil }
    let scaled = try scaledMatrix(matrix, scale)
    guard gsl_linalg_cholesky_decomp1(scaled.pointer) == Int32(GSL_SUCCESS) else { return nil }
    let work = try GSLVector(count: 3 * n)
    var reciprocalCondition = 0.0
    try GSL.check(gsl_linalg_cholesky_rcond(scaled.pointer, &reciprocalCondition, work.pointer), "condition")
    guard reciprocalCondition > 1e-14 else { return nil }
    try GSL.check(gsl_linalg_cholesky_invert(scaled.pointer), "inverse")
    return (0..<n).map { i in (0..<n).map { j in scaled[i, j] / (scale[i] * scale[j]) } }
  }

  /// The x with `matrix` x = `right`; `nil` when the matrix is not positive definite.
  static func solve(_ matrix: [[Double]], _ right: [Double]) throws(EstimationError) -> [Double]? {
    let n = matrix.count
    if n == 0 { return [] }
    guard let scale = scale(matrix) else { return nil }
    let scaled = try scaledMatrix(matrix, scale)
    guard gsl_linalg_cholesky_decomp1(scaled.pointer) == Int32(GSL_SUCCESS) else { return nil }
    let x = try GSLVector((0..<n).map { right[$0] / scale[$0] })
    try GSL.check(gsl_linalg_cholesky_svx(scaled.pointer, x.pointer), "solution")
    return (0..<n).map { x[$0] / scale[$0] }
  }

  private static func scale(_ matrix: [[Double]]) -> [Double]? {
    let diagonal = matrix.indices.map { matrix[$0][$0] }
    guard diagonal.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    return diagonal.map { $0.squareRoot() }
  }

  private static func scaledMatrix(_ matrix: [[Double]], _ scale: [Double]) throws(EstimationError) -> GSLMatrix {
    try GSLMatrix(matrix.indices.map { i in matrix.indices.map { j in matrix[i][j] / (scale[i] * scale[j]) } })
  }
}
