/// Points that fill the unit cube evenly, without a library: each dimension counts in a prime of its own (J. H. Halton, "On
/// the efficiency of certain quasi-random sequences of points", Numerische Mathematik 2 (1960) 84-90).
package enum HaltonSequence {
  private static let primes = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
    113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173,
  ]
  /// It has so many dimensions.
  package static let mostDimensions = primes.count

  /// - Parameters:
  ///   - index: from 1.
  ///   - dimensions: at most `mostDimensions`.
  static func point(_ index: Int, dimensions: Int) -> [Double] {
    precondition(dimensions <= mostDimensions, "a prime for each dimension")
    return primes.prefix(dimensions).map { prime in
      var (rest, share, value) = (index, 1.0, 0.0)
      while rest > 0 {
        share /= Double(prime)
        value += share * Double(rest % prime)
        rest /= prime
      }
      return value
    }
  }

  /// The first points.
  package static func points(dimensions: Int, count: Int) -> [[Double]] {
    (0..<count).map { point($0 + 1, dimensions: dimensions) }
  }
}
