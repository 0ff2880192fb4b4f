import CGSL

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

  var count: Int { pointer.pointee.size }

  subscript(i: Int) -> Double {
    get {
      precondition(i >= 0 && i < count)
      return pointer.pointee.data[i * pointer.pointee.stride]
    }
    nonmutating set {
      precondition(i >= 0 && i < count)
      pointer.pointee.data[i * pointer.pointee.stride] = newValue
    }
  }

  var values: [Double] { GSLVector.copy(pointer) }

  /// The elements of any GSL vector.
  static func copy(_ vector: UnsafePointer<gsl_vector>) -> [Double] {
    let v = vector.pointee
    return (0..<v.size).map { v.data[$0 * v.stride] }
  }
}
