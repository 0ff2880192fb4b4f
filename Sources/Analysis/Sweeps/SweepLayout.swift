/// How the runs of a sweep are cut into work items: cells side by side, times seeds.
///
/// An item has at most `runLimit` runs, and at most `seedLimit` seeds. A small sweep is cut into smaller items, down to a
/// single run or to the cells that share a timeline on one seed, so that many shards have work. Items are numbered from 0:
/// all blocks of seeds of the first cells, then those of the next cells. So the sums of a cell are complete after a few
/// items in a row, and memory need not grow with the number of seeds.
public struct SweepLayout: Sendable, Hashable {
  /// Runs of an item.
  public static let runLimit = 128
  /// Seeds of an item.
  public static let seedLimit = 64
  /// How many items a sweep should have at least, as far as it has runs.
  public static let leastItems = 256

  /// Cells of a plan.
  public static let cellLimit = 10_000_000
  /// Seeds of a plan.
  public static let seedCountLimit = 10_000_000
  /// The largest first seed of a plan.
  public static let firstSeedLimit: UInt64 = 1_000_000_000_000

  public let cellCount: Int
  public let seedCount: Int
  public let cellsPerItem: Int
  public let seedsPerItem: Int

  /// - Parameters:
  ///   - cells: at least 1.
  ///   - seeds: at least 1.
  ///   - together: how many cells in a row may share a timeline; items are cut between such rows where they fit.
  public init(cells: Int, seeds: Int, together: Int = 1) {
    precondition(cells >= 1 && seeds >= 1 && together >= 1, "a sweep has a cell and a seed")
    let (runs, isHuge) = cells.multipliedReportingOverflow(by: seeds)
    let limit = isHuge ? Self.runLimit : min(Self.runLimit, max(1, runs / Self.leastItems))
    let widest = min(cells, Self.runLimit)
    let unit = together <= widest ? together : widest
    let width = min(widest, max(unit, limit / unit * unit))
    cellCount = cells
    seedCount = seeds
    cellsPerItem = width
    seedsPerItem = max(1, min(Self.seedLimit, limit / width, seeds))
  }

  /// As it was written down; `nil` for numbers that no plan gives.
  public init?(cells: Int, seeds: Int, cellsPerItem: Int, seedsPerItem: Int) {
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
  public var blocks: Int { (seedCount + seedsPerItem - 1) / seedsPerItem }

  public var itemCount: Int { (cellCount + cellsPerItem - 1) / cellsPerItem * blocks }

  /// Which cells an item has.
  public func cells(of item: Int) -> Range<Int> {
    let first = item / blocks * cellsPerItem
    return first..<min(first + cellsPerItem, cellCount)
  }

  /// Which seeds an item has, counted from 0.
  public func seeds(of item: Int) -> Range<Int> {
    let first = item % blocks * seedsPerItem
    return first..<min(first + seedsPerItem, seedCount)
  }

  /// How many runs an item has.
  public func runs(of item: Int) -> Int { cells(of: item).count * seeds(of: item).count }
}
