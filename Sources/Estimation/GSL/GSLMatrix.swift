import CGSL

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

  var rows: Int { pointer.pointee.size1 }
  var columns: Int { pointer.pointee.size2 }

  subscript(i: Int, j: Int) -> Double {
    get {
      precondition(i >= 0 && i < rows && j >= 0 && j < columns)
      return pointer.pointee.data[i * pointer.pointee.tda + j]
    }
    nonmutating set {
      precondition(i >= 0 && i < rows && j >= 0 && j < columns)
      pointer.pointee.data[i * pointer.pointee.tda + j] = newValue
    }
  }

  var values: [[Double]] { GSLMatrix.copy(pointer) }

  /// The elements of any GSL matrix.
  static func copy(_ matrix: UnsafePointer<gsl_matrix>) -> [[Double]] {
    let m = matrix.pointee
    return (0..<m.size1).map { i in (0..<m.size2).map { j in m.data[i * m.tda + j] } }
  }
}
