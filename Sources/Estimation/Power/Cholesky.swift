import RealModule

/// The Cholesky factor of a small symmetric matrix, A = L L^T, scaled to a unit diagonal first.
///
/// For matrices of a few rows in inner loops; `PositiveDefinite` has GSL's for the rest.
struct Cholesky {
  private let factor: [[Double]]
  private let scale: [Double]

  /// `nil` when the matrix is not positive definite, or a pivot is under 1e-11 of its diagonal.
  init?(_ matrix: [[Double]]) {
    let n = matrix.count
    var scale: [Double] = []
    for i in 0..<n {
      guard matrix[i][i] > 0, matrix[i][i].isFinite else { return nil }
      scale.append(matrix[i][i].squareRoot())
    }
    var l = [[Double]](repeating: [Double](repeating: 0, count: n), count: n)
    for i in 0..<n {
      for j in 0...i {
        var sum = matrix[i][j] / (scale[i] * scale[j])
        for k in 0..<j { sum -= l[i][k] * l[j][k] }
        if i == j {
          guard sum > 1e-11 else { return nil }
          l[i][i] = sum.squareRoot()
        } else {
          l[i][j] = sum / l[j][j]
        }
      }
    }
    factor = l
    self.scale = scale
  }

  var logDeterminant: Double {
    factor.indices.reduce(0) { $0 + 2 * (Double.log(factor[$1][$1]) + Double.log(scale[$1])) }
  }

  /// The columns of L^T, as a least-squares matrix with A as its normal equations.
  var columns: [[Double]] { factor.indices.map { j in factor.indices.map { factor[j][$0] * scale[j] } } }

  /// L^-1 b, the target that goes with `columns`.
  func halfSolve(_ right: [Double]) -> [Double] {
    var y = [Double](repeating: 0, count: right.count)
    for i in right.indices {
      var sum = right[i] / scale[i]
      for k in 0..<i { sum -= factor[i][k] * y[k] }
      y[i] = sum / factor[i][i]
    }
    return y
  }

  /// A^-1.
  var inverse: [[Double]] {
    let n = factor.count
    // Row i of W is L^-1 e_i, so that A^-1 = W W^T in the scaled matrix.
    var rows = [[Double]](repeating: [Double](repeating: 0, count: n), count: n)
    for i in 0..<n {
      var unit = [Double](repeating: 0, count: n)
      unit[i] = 1
      for r in i..<n {
        var sum = unit[r]
        for k in i..<r { sum -= factor[r][k] * rows[i][k] }
        rows[i][r] = sum / factor[r][r]
      }
    }
    return (0..<n).map { i in
      (0..<n).map { j in
        var sum = 0.0
        for r in max(i, j)..<max(n, max(i, j)) { sum += rows[i][r] * rows[j][r] }
        return sum / (scale[i] * scale[j])
      }
    }
  }
}
