/// How the runs of a sweep are cut into work items: cells side by side, times seeds.
///
/// An item has at most `runLimit` runs, and at most `seedLimit` seeds; a small sweep has smaller items, so that many shards
/// have work. The cut follows from the plan alone: every machine writes the same header. Items are numbered from 0: all blocks of seeds of
/// the first cells, then those of the next cells. So the sums of a cell are complete after a few items in a row, and
/// memory need not grow with the number of seeds.
package struct SweepLayout: Sendable, Hashable {
  /// Runs of an item.
  package static let runLimit = 128
  /// Seeds of an item.
  package static let seedLimit = 64
  /// Items of a sweep that is large enough for so many.
  static let itemGoal = 512

  /// Cells of a plan.
  package static let cellLimit = 10_000_000
  /// Seeds of a plan.
  package static let seedCountLimit = 10_000_000
  /// The largest first seed of a plan.
  package static let firstSeedLimit: UInt64 = 1_000_000_000_000

  package let cellCount: Int
  package let seedCount: Int
  package let cellsPerItem: Int
  package let seedsPerItem: Int

  /// - Parameters:
  ///   - cells: at least 1.
  ///   - seeds: at least 1.
  ///   - together: how many cells in a row may share a timeline; items are cut between such rows where they fit.
  package init(cells: Int, seeds: Int, together: Int = 1) {
    precondition(cells >= 1 && seeds >= 1 && together >= 1, "a sweep has a cell and a seed")
    let goal = max(1, min(Self.runLimit, cells * seeds / Self.itemGoal))
    // What shares a timeline stays together.
    let limit = min(cells, Self.runLimit, max(goal, together))
    let width = together <= limit ? limit / together * together : limit
    cellCount = cells
    seedCount = seeds
    cellsPerItem = width
    seedsPerItem = max(1, min(Self.seedLimit, goal / width, seeds))
  }

  /// As it was written down; `nil` for numbers that no plan gives.
  package init?(cells: Int, seeds: Int, cellsPerItem: Int, seedsPerItem: Int) {
    guard (1...Self.cellLimit).contains(cells), (1...Self.seedCountLimit).contains(seeds),
      (1...min(Self.runLimit, cells)).contains(cellsPerItem), (1...min(Self.seedLimit, seeds)).contains(seedsPerItem),
      cellsPerItem * seedsPerItem <= Self.runLimit
    else { return nil }
    cellCount = cells
    seedCount = seeds
    self.cellsPerItem = cellsPerItem
    self.seedsPerItem = seedsPerItem
  }

  /// Items for the same cells.
  package var blocks: Int { (seedCount + seedsPerItem - 1) / seedsPerItem }

  package var itemCount: Int { (cellCount + cellsPerItem - 1) / cellsPerItem * blocks }

  /// Which cells an item has.
  package func cells(of item: Int) -> Range<Int> {
    let first = item / blocks * cellsPerItem
    return first..<min(first + cellsPerItem, cellCount)
  }

  /// Which seeds an item has, counted from 0.
  package func seeds(of item: Int) -> Range<Int> {
    let first = item % blocks * seedsPerItem
    return first..<min(first + seedsPerItem, seedCount)
  }

  /// How many runs an item has.
  package func runs(of item: Int) -> Int { cells(of: item).count * seeds(of: item).count }
}
