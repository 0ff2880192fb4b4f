import CGSL
import Core

/// Points that fill the unit cube evenly, from sequences of GSL.
package enum QuasiRandom {
  /// Some points of Sobol's sequence (Sobol 1967; Bratley and Fox, "Algorithm 659", ACM Trans. Math. Software 14, 1988), in Antonov
  /// and Saleev's order, which begins at 0. Those before them are skipped, which takes some nanoseconds each.
  ///
  /// The first point is the middle of the cube; the first 2^k - 1 points have each coordinate m / 2^k once. Coordinates lie
  /// above 0 and below 1. Take 2^k - 1 points where a choice is free.
  ///
  /// - Throws: `badInput` unless there are 1 to 40 dimensions: beyond them GSL would give zeros.
  package static func sobol(dimensions: Int, _ range: Range<Int>) throws(EstimationError) -> [[Double]] {
    try points(cgsl_qrng_sobol(), dimensions, range)
  }

  /// Reverse Halton (Vandewoestyne and Cools, "Good permutations for deterministic scrambled Halton sequences in terms of
  /// L2-discrepancy", 2006), shifted by a random vector. It is defined for up to 1,229 dimensions. Coordinate d counts in the d-th
  /// prime, so fewer points than that prime do not fill it; they are refused. The shift modulo 1 (Cranley and Patterson, SIAM J.
  /// Numer. Anal. 13, 1976) makes every point uniform, so that averages are unbiased; it depends on the seed.
  ///
  /// - Throws: `badInput` for more dimensions than the sequence has, and for fewer points than the last one's prime.
  static func halton(count: Int, dimensions: Int, seed: UInt64) throws(EstimationError) -> [[Double]] {
    let points = try points(cgsl_qrng_reversehalton(), dimensions, 0..<count)
    let prime = prime(number: dimensions)
    guard count >= prime else {
      throw .badInput("\(count) rows do not fill \(dimensions) dimensions evenly; at least \(prime) are needed")
    }
    let shift = (0..<dimensions).map { StableHash.unit(StableHash.combine(seed, UInt64($0), 0x5e_5e)) }
    return points.map { point in
      zip(point, shift).map {
        let sum = $0 + $1
        return sum < 1 ? sum : sum - 1
      }
    }
  }

  /// Some points of a sequence of GSL, which begins at 0.
  ///
  /// - Throws: `badInput` for more dimensions than this GSL has, and `gsl` where it has no memory.
  private static func points(
    _ type: UnsafePointer<gsl_qrng_type>?, _ dimensions: Int, _ range: Range<Int>
  ) throws(EstimationError) -> [[Double]] {
    GSL.prepare()
    let most = Int(cgsl_qrng_max_dimension(type))
    guard (1...most).contains(dimensions) else {
      throw .badInput("\(dimensions) dimensions; the sequence is made for 1 to \(most)")
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
