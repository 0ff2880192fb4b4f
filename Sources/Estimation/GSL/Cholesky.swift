import CGSL
import RealModule

/// Cholesky's factor of a symmetric positive definite matrix that is scaled to a unit diagonal first (GSL): A = S L L^T S.
struct Cholesky {
  private let factor: [[Double]]
  private let scale: [Double]

  /// `nil` when the matrix is not positive definite, or a pivot of the scaled one is under 1e-11: its inverse would hold few digits.
  init?(_ matrix: [[Double]]) {
    let scale = matrix.indices.map { max(0, matrix[$0][$0]).squareRoot() }
    self.scale = scale
    guard scale.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    if matrix.isEmpty {
      factor = []
      return
    }
    GSL.prepare()
    let size = matrix.count
    var lower = zip(matrix, scale).flatMap { row, own in zip(row, scale).map { $0 / (own * $1) } }
    let status = lower.withUnsafeMutableBufferPointer { lower in
      var view = gsl_matrix_view_array(lower.baseAddress, size, size)
      return gsl_linalg_cholesky_decomp1(&view.matrix)
    }
    guard status == Int32(GSL_SUCCESS) else { return nil }
    let values = (0..<size).map { Array(lower[$0 * size..<($0 + 1) * size]) }
    guard values.indices.allSatisfy({ values[$0][$0] * values[$0][$0] > 1e-11 }) else { return nil }
    factor = values
  }

  var logDeterminant: Double {
    zip(factor.indices, scale).reduce(0) { $0 + 2 * Double.log(factor[$1.0][$1.0] * $1.1) }
  }

  /// (S L)^-1 b.
  private func halfSolve(_ right: [Double]) -> [Double] {
    var y = zip(right, scale).map { $0 / $1 }
    for i in y.indices {
      for k in 0..<i { y[i] -= factor[i][k] * y[k] }
      y[i] /= factor[i][i]
    }
    return y
  }

  /// A^-1 b.
  func solve(_ right: [Double]) -> [Double] {
    var x = halfSolve(right)
    for i in x.indices.reversed() {
      x[i] /= factor[i][i]
      for k in 0..<i { x[k] -= factor[i][k] * x[i] }
    }
    return zip(x, scale).map { $0 / $1 }
  }

  /// A^-1.
  var inverse: [[Double]] {
    let half = factor.indices.map { k in halfSolve(factor.indices.map { $0 == k ? 1 : 0 }) }
    return half.map { a in half.map { dot(a, $0) } }
  }
}

extension Collection<Double> {
  /// Of at least one value.
  var mean: Double { reduce(0, +) / Double(count) }

  /// The sum of squared deviations from the mean.
  var scatter: Double {
    let mean = mean
    return reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }
}

func dot(_ a: [Double], _ b: [Double]) -> Double {
  precondition(a.count <= b.count)
  return a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { dot(a, $0) } }
}

/// The products of columns with each other.
func products(_ columns: [[Double]]) -> [[Double]] { columns.map { a in columns.map { dot(a, $0) } } }

/// A sum of columns of equal length, each times a factor.
func combination(_ columns: [[Double]], _ factors: [Double]) -> [Double] {
  var sum = [Double](repeating: 0, count: columns.first?.count ?? 0)
  for (column, factor) in zip(columns, factors) { for i in sum.indices { sum[i] += factor * column[i] } }
  return sum
}

/// a^T A b; factors beyond the matrix do not count.
func quadraticForm(_ a: [Double], _ matrix: [[Double]], _ b: [Double]) -> Double {
  dot(matrix.map { dot($0, b) }, a)
}

/// In eight partial sums, which the processor adds at once; over the shorter length.
func dot(_ a: UnsafeBufferPointer<Double>, _ b: UnsafeBufferPointer<Double>) -> Double {
  let count = min(a.count, b.count)
  guard count > 0, let x = UnsafeRawPointer(a.baseAddress), let y = UnsafeRawPointer(b.baseAddress) else { return 0 }
  var (sums, i) = (SIMD8<Double>.zero, 0)
  while i + 8 <= count {
    sums +=
      x.loadUnaligned(fromByteOffset: 8 * i, as: SIMD8<Double>.self)
      * y.loadUnaligned(fromByteOffset: 8 * i, as: SIMD8<Double>.self)
    i += 8
  }
  var sum = sums.sum()
  while i < count {
    sum += a[i] * b[i]
    i += 1
  }
  return sum
}
