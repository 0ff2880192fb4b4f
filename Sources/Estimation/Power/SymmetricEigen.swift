internal import CGSL

/// Eigenvalues and vectors of a symmetric matrix, in ascending order (GSL: tridiagonal reduction and QR).
enum SymmetricEigen {
  static func decompose(_ matrix: [[Double]]) throws(EstimationError) -> (values: [Double], vectors: [[Double]]) {
    let n = matrix.count
    guard n > 0 else { return ([], []) }
    let copy = try GSLMatrix(matrix)
    let values = try GSLVector(count: n)
    let vectors = try GSLMatrix(rows: n, columns: n)
    let workspace = try GSL.allocated(gsl_eigen_symmv_alloc(n), "eigenvalues of order \(n)")
    defer { gsl_eigen_symmv_free(workspace) }
    try GSL.check(gsl_eigen_symmv(copy.pointer, values.pointer, vectors.pointer, workspace), "eigenvalues")
    try GSL.check(
      gsl_eigen_symmv_sort(values.pointer, vectors.pointer, GSL_EIGEN_SORT_VAL_ASC), "order of eigenvalues")
    return (values.values, (0..<n).map { k in (0..<n).map { vectors[$0, k] } })
  }
}
