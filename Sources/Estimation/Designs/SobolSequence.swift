import CGSL
import Core

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
    return try QuasiRandom.points(cgsl_qrng_sobol(), dimensions, range)
  }
}

/// Points that fill the unit cube evenly: GSL's reverse Halton sequence, shifted by a random vector.
///
/// Reverse Halton (Vandewoestyne and Cools, "Good permutations for deterministic scrambled Halton sequences in terms of
/// L2-discrepancy", 2006) is defined for up to 1,229 dimensions. GSL's Sobol generator is for 40 only and silently
/// gives zeros above. Coordinate d counts in the d-th prime, so fewer points than that prime do not fill it; they are
/// refused. The shift modulo 1 (Cranley and Patterson, SIAM J. Numer. Anal. 13, 1976) makes every point
/// uniform, so that averages are unbiased; it depends on the seed.
enum QuasiRandom {
  static var mostDimensions: Int { Int(cgsl_qrng_max_dimension(cgsl_qrng_reversehalton())) }

  /// - Throws: `badInput` for more dimensions than the sequence has, and for fewer points than the last one's prime.
  static func points(count: Int, dimensions: Int, seed: UInt64) throws(EstimationError) -> [[Double]] {
    GSL.prepare()
    guard (1...mostDimensions).contains(dimensions) else {
      throw .badInput("\(dimensions) dimensions; the sequence has 1 to \(mostDimensions)")
    }
    let prime = prime(number: dimensions)
    guard count >= prime else {
      throw .badInput("\(count) rows do not fill \(dimensions) dimensions evenly; at least \(prime) are needed")
    }
    let shift = (0..<dimensions).map { StableHash.unit(StableHash.combine(seed, UInt64($0), 0x5e_5e)) }
    return try points(cgsl_qrng_reversehalton(), dimensions, 0..<count).map { point in
      zip(point, shift).map {
        let sum = $0 + $1
        return sum < 1 ? sum : sum - 1
      }
    }
  }

  /// Some points of a sequence of GSL, which begins at 0.
  ///
  /// - Throws: `badInput` for more dimensions than this GSL has, and `gsl` where it has no memory.
  fileprivate static func points(
    _ type: UnsafePointer<gsl_qrng_type>?, _ dimensions: Int, _ range: Range<Int>
  ) throws(EstimationError) -> [[Double]] {
    GSL.prepare()
    guard Int(cgsl_qrng_max_dimension(type)) >= dimensions else {
      throw .badInput("\(dimensions) dimensions; this GSL has \(cgsl_qrng_max_dimension(type))")
    }
    let generator = try GSL.allocated(gsl_qrng_alloc(type, UInt32(dimensions)), "quasi-random sequence")
    defer { gsl_qrng_free(generator) }
    var points: [[Double]] = []
    points.reserveCapacity(range.count)
    var point = [Double](repeating: 0, count: dimensions)
    for index in 0..<range.upperBound {
      try GSL.check(gsl_qrng_get(generator, &point), "quasi-random sequence")
      if index >= range.lowerBound { points.append(point) }
    }
    return points
  }

  /// 2, 3, 5, 7 for 1, 2, 3, 4.
  static func prime(number: Int) -> Int {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < number {
      if primes.allSatisfy({ $0 * $0 > candidate || candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.last ?? 2
  }
}
