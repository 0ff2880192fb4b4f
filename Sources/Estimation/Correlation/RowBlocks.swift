/// Consecutive rows of a leg in blocks that are averaged, so that about as many rows are left as asked for.
///
/// A model that is not linear in the data, such as one with a knee, is averaged itself: its mean over a block is not its value at
/// the block's mean.
struct RowBlocks {
  let ranges: [Range<Int>]
  /// Rows of a full block.
  let size: Int
  /// From the block before, in full blocks; infinite at the start of a leg.
  private(set) var steps: [Double] = []

  /// - Parameters:
  ///   - legs: of the rows, one after the other, such as drives.
  ///   - times: of the rows, in order in each leg.
  ///   - longestGap: a longer pause begins a leg.
  init(legs: [Int], times: [Double], most: Int, longestGap: Double = DrivePoint.longestGap) {
    size = max(1, (times.count + most - 1) / most)
    let unbroken = runs(of: times.indices) { legs[$0] != legs[$0 - 1] || times[$0] - times[$0 - 1] > longestGap }
    let size = size
    ranges = unbroken.flatMap { Self.even($0, size) }
    let places = means(times)
    let firsts = Set(unbroken.map(\.lowerBound))
    steps = ranges.indices.map { i in
      firsts.contains(ranges[i].lowerBound) ? .infinity : max(0, places[i] - places[i - 1]) / Double(size)
    }
  }

  /// Of about one length, since a short rest would count as much as a whole block.
  private static func even(_ leg: Range<Int>, _ size: Int) -> [Range<Int>] {
    let parts = (leg.count + size - 1) / size
    func place(_ k: Int) -> Int { leg.lowerBound + k * leg.count / parts }
    return (0..<parts).map { place($0)..<place($0 + 1) }
  }

  func means(_ values: [Double]) -> [Double] {
    size == 1 ? values : ranges.map { range in values[range].mean }
  }

  func means(_ columns: [[Double]]) -> [[Double]] { columns.map(means) }
}

/// Indices in runs: one begins at the first, and where a condition on an index and the one before it holds.
func runs(of indices: Range<Int>, beginAt begins: (Int) -> Bool) -> [Range<Int>] {
  let starts = indices.filter { $0 == indices.lowerBound || begins($0) }
  return zip(starts, starts.dropFirst() + [indices.upperBound]).map { $0..<$1 }
}
