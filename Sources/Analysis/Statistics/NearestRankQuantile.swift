/// Quantiles by nearest rank: the smallest value that at least the given share of all values do not exceed.
///
/// The result is always one of the values, so it is exact and does not depend on an interpolation rule (method 1 of
/// Hyndman and Fan 1996). Shares are whole thousandths, so that ranks are integers and no rounding can shift them.
package enum NearestRankQuantile {
  /// The rank, counted from 0, of the quantile at `perMille` thousandths of `count` values.
  package static func rank(perMille: Int, count: Int) -> Int {
    max(0, min(count - 1, (count * perMille + 999) / 1000 - 1))
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
}
