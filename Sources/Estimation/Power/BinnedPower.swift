/// Mean power over equal bins of time.
struct BinnedPower: Sendable, Hashable {
  /// Where the first bin starts, in seconds.
  let start: Double
  /// In seconds.
  let width: Double
  /// One mean per bin.
  var watts: [Double]

  /// Where bin `i` starts, in seconds.
  func time(of i: Int) -> Double { start + Double(i) * width }
}
