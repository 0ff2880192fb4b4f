import CGSL
import Core

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
    let generator = try GSL.allocated(
      gsl_qrng_alloc(cgsl_qrng_reversehalton(), UInt32(dimensions)), "quasi-random sequence")
    defer { gsl_qrng_free(generator) }
    let shift = (0..<dimensions).map { StableHash.unit(StableHash.combine(seed, UInt64($0), 0x5e_5e)) }
    var point = [Double](repeating: 0, count: dimensions)
    var points: [[Double]] = []
    points.reserveCapacity(count)
    for _ in 0..<count {
      try GSL.check(gsl_qrng_get(generator, &point), "quasi-random sequence")
      points.append(
        zip(point, shift).map {
          let sum = $0 + $1
          return sum < 1 ? sum : sum - 1
        })
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
