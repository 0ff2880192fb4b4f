import RealModule

/// Statistics of cases that have weights, of any sum.
enum WeightedStatistics {
  /// The smallest value up to which half of the weight lies; `nil` without values.
  ///
  /// - Parameter weights: of each value, at least 0.
  static func median(_ values: [Double], weights: [Double]) -> Double? {
    let half = weights.reduce(0, +) / 2
    let cases = zip(values, weights).sorted { $0.0 < $1.0 }
    var below = 0.0
    return cases.first {
      below += $0.1
      return below >= half
    }?.0
  }

  /// The mutual information of a class and a bin, in bits: the entropies of both less that of their pairs
  /// (C. E. Shannon, Bell System Technical Journal 27, 1948, 379-423).
  ///
  /// - Parameters:
  ///   - bins: by class and case.
  ///   - weights: of the same, at least 0. Without any there is no information.
  static func information(_ bins: [[Int]], weights: [[Double]]) -> Double {
    let sum = max(.leastNormalMagnitude, weights.reduce(0) { $0 + $1.reduce(0, +) })
    func entropy(_ weights: [Double]) -> Double {
      // In the order of size: that of a hash table differs from run to run.
      weights.sorted().reduce(0) { $1 > 0 ? $0 - $1 / sum * .log2($1 / sum) : $0 }
    }
    var (all, pairs) = ([Int: Double](), [[Int: Double]](repeating: [:], count: bins.count))
    for index in bins.indices {
      for (bin, weight) in zip(bins[index], weights[index]) {
        all[bin, default: 0] += weight
        pairs[index][bin, default: 0] += weight
      }
    }
    let classes = weights.map { $0.reduce(0, +) }
    return entropy(classes) + entropy(Array(all.values)) - entropy(pairs.flatMap(\.values))
  }
}
