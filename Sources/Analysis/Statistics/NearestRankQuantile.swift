/// Quantiles by nearest rank: the smallest value that at least the given share of all values do not exceed.
///
/// The result is always one of the values, so it is exact and does not depend on an interpolation rule (method 1 of
/// Hyndman and Fan 1996). Shares are whole thousandths, so that ranks are integers and no rounding can shift them.
package enum NearestRankQuantile {
  /// The rank, counted from 0, of the quantile at `perMille` thousandths of `count` values.
  package static func rank(perMille: Int, count: Int) -> Int {
    max(0, min(count - 1, (count * perMille + 999) / 1000 - 1))
  }

  /// The quantile of `values`, which are reordered; `nil` when there are none. Takes time linear in their number.
  package static func select(perMille: Int, from values: inout [Double]) -> Double? {
    select(perMilles: [perMille], from: &values)?[0]
  }

  /// Several quantiles in one go, each searched only above the one before.
  ///
  /// - Parameters:
  ///   - perMilles: ascending.
  ///   - count: looks at so many of the first values only, and leaves the others where they are; all when left out.
  package static func select(
    perMilles: [Int], from values: inout [Double], first count: Int? = nil
  ) -> [Double]? {
    let count = min(count ?? values.count, values.count)
    guard count > 0 else { return nil }
    return values.withUnsafeMutableBufferPointer { all in
      let buffer = UnsafeMutableBufferPointer(rebasing: all[..<count])
      var start = 0
      return perMilles.map { perMille in
        let rank = rank(perMille: perMille, count: buffer.count)
        defer { start = max(start, rank) }
        return select(rank: rank, from: buffer, above: min(start, rank))
      }
    }
  }

  /// The quantile of values that are already in ascending order; `nil` when there are none.
  package static func value(perMille: Int, sorted values: [Double]) -> Double? {
    values.isEmpty ? nil : values[rank(perMille: perMille, count: values.count)]
  }

  /// The central range of such a share of values in ascending order; `nil` when there are none.
  package static func range(perMille: Int, sorted values: [Double]) -> ClosedRange<Double>? {
    guard let low = value(perMille: (1000 - perMille) / 2, sorted: values),
      let high = value(perMille: (1000 + perMille) / 2, sorted: values)
    else { return nil }
    return low...high
  }

  /// Quickselect (Hoare 1961) with the median of three as pivot. Everything before `rank` ends up no larger,
  /// everything after it no smaller. Everything
  /// before `start` must already be no larger than what follows.
  static func select(rank: Int, from values: UnsafeMutableBufferPointer<Double>, above start: Int) -> Double {
    var (low, high) = (start, values.count - 1)
    while low < high {
      let (a, b, c) = (values[low], values[low + (high - low) / 2], values[high])
      let pivot = max(min(a, b), min(max(a, b), c))
      var (i, j) = (low, high)
      while i <= j {
        while values[i] < pivot { i += 1 }
        while values[j] > pivot { j -= 1 }
        if i <= j {
          values.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if rank <= j {
        high = j
      } else if rank >= i {
        low = i
      } else {
        break
      }
    }
    return values[rank]
  }
}
