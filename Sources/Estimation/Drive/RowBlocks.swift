/// Consecutive rows of a drive in blocks that are averaged, so that at most a number of rows is left.
///
/// A model that is not linear in the data, such as one with a knee, is averaged itself: its mean over a block is not its value at
/// the block's mean.
struct RowBlocks {
  let ranges: [Range<Int>]
  /// Rows of a full block.
  let size: Int

  /// - Parameter isApart: whether a row does not go on from the one before.
  init(count: Int, most: Int, isApart: (Int) -> Bool) {
    size = max(1, (count + most - 1) / most)
    var ranges: [Range<Int>] = []
    var start = 0
    for end in 1..<max(2, count + 1) where end >= count || end - start == size || isApart(end) {
      ranges.append(start..<min(end, count))
      start = end
    }
    self.ranges = count > 0 ? ranges : []
  }

  func means(_ values: [Double]) -> [Double] {
    size == 1 ? values : ranges.map { range in values[range].reduce(0, +) / Double(range.count) }
  }

  func means(_ columns: [[Double]]) -> [[Double]] { columns.map(means) }
}
