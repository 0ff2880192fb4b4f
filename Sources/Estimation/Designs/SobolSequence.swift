import CGSL

/// Points that fill the unit cube evenly: Sobol's sequence as GSL has it (Sobol 1967; Bratley and Fox, "Algorithm 659",
/// ACM Trans. Math. Software 14, 1988), in Antonov and Saleev's order.
///
/// The first point is the middle of the cube; the first 2^k - 1 points have each coordinate m / 2^k once. Coordinates lie
/// above 0 and below 1. Take 2^k - 1 points where a choice is free.
package struct SobolSequence: Sendable {
  /// GSL has direction numbers for so many dimensions. Beyond them it would give zeros.
  package static let mostDimensions = 40
  /// More points than this would take long to be skipped.
  package static let mostPoints = 1_000_000

  package let dimensions: Int

  /// - Throws: `EstimationError.badInput` unless there are 1 to 40 dimensions.
  package init(dimensions: Int) throws(EstimationError) {
    guard (1...Self.mostDimensions).contains(dimensions) else {
      throw .badInput("\(dimensions) dimensions; Sobol's sequence is made for 1 to \(Self.mostDimensions)")
    }
    self.dimensions = dimensions
  }

  /// Some points of the sequence, which begins at 0. Those before them are skipped, which takes some nanoseconds each.
  ///
  /// - Throws: `EstimationError` beyond `mostPoints`, and when GSL has no memory.
  package func points(_ range: Range<Int>) throws(EstimationError) -> [[Double]] {
    guard range.lowerBound >= 0, range.upperBound <= Self.mostPoints else {
      throw .badInput("\(range.upperBound) points; Sobol's sequence goes to \(Self.mostPoints) here")
    }
    GSL.prepare()
    let type = cgsl_qrng_sobol()
    guard Int(cgsl_qrng_max_dimension(type)) >= dimensions else {
      throw .badInput("\(dimensions) dimensions; this GSL has \(cgsl_qrng_max_dimension(type))")
    }
    let generator = try GSL.allocated(gsl_qrng_alloc(type, UInt32(dimensions)), "gsl_qrng_alloc")
    defer { gsl_qrng_free(generator) }
    var points: [[Double]] = []
    points.reserveCapacity(range.count)
    var point = [Double](repeating: 0, count: dimensions)
    for index in 0..<range.upperBound {
      try GSL.check(gsl_qrng_get(generator, &point), "gsl_qrng_get")
      if index >= range.lowerBound { points.append(point) }
    }
    return points
  }
}
