/// What a search chooses from: one or several variants, each with parameters of its own.
package struct SearchSpace: Sendable, Hashable {
  package struct Variant: Sendable, Hashable {
    package let name: String
    /// Empty for a variant with nothing to change.
    package let axes: [SearchAxis]
    /// Points that are tried in any case, such as what files say; at least the only one of a variant without axes.
    package let starts: [[Double]]

    package init(_ name: String, axes: [SearchAxis], starts: [[Double]] = []) {
      precondition(starts.allSatisfy { $0.count == axes.count }, "a value for each axis")
      self.name = name
      self.axes = axes
      self.starts = axes.isEmpty ? [[]] : starts
    }

    func point(_ variant: Int, at coordinates: [Double]) -> SearchPoint {
      SearchPoint(variant: variant, values: zip(axes, coordinates).map { $0.value(at: $1) })
    }

    /// How many points there are; `nil` for endlessly many, or too many to count.
    var count: Int? {
      var product = 1
      for axis in axes {
        guard let count = axis.count else { return nil }
        let (next, overflow) = product.multipliedReportingOverflow(by: count)
        guard !overflow else { return nil }
        product = next
      }
      return product
    }

    /// Every point, the last axis changing fastest.
    var all: [[Double]] {
      axes.reduce([[]]) { points, axis in points.flatMap { point in axis.all.map { point + [$0] } } }
    }
  }

  package let variants: [Variant]

  /// - Precondition: at least one variant.
  package init(_ variants: [Variant]) {
    precondition(!variants.isEmpty, "something to choose from")
    self.variants = variants
  }

  /// How many points there are; `nil` for endlessly many, or too many to count.
  package var count: Int? {
    var sum = 0
    for variant in variants {
      guard let count = variant.count, count < Int.max / 2 - sum else { return nil }
      sum += count
    }
    return sum
  }

  func axes(of point: SearchPoint) -> [SearchAxis] { variants[point.variant].axes }
}

/// Points that fill the unit cube evenly, without a library: each dimension counts in a prime of its own (J. H. Halton, "On
/// the efficiency of certain quasi-random sequences of points", Numerische Mathematik 2 (1960) 84-90).
package enum HaltonSequence {
  private static let primes = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
    113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173,
  ]
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

  package static func points(dimensions: Int, count: Int) -> [[Double]] {
    (0..<count).map { point($0 + 1, dimensions: dimensions) }
  }
}
