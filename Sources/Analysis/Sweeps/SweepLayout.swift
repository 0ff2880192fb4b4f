/// How the runs of a sweep are cut into work items: cells side by side, times seeds.
///
/// An item has at most `runLimit` runs, and at most `seedLimit` seeds; a small sweep has smaller items, so that many shards
/// have work. The cut follows from the plan alone: every machine writes the same header. Items are numbered from 0: all blocks of seeds of
/// the first cells, then those of the next cells. So the sums of a cell are complete after a few items in a row, and
/// memory need not grow with the number of seeds.
package struct SweepLayout: Sendable, Hashable {
  package static let runLimit = 128
  package static let seedLimit = 64
  /// Items of a sweep that is large enough for so many.
  static let itemGoal = 512

  package static let cellLimit = 10_000_000
  package static let seedCountLimit = 10_000_000
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

  package func cells(of item: Int) -> Range<Int> {
    let first = item / blocks * cellsPerItem
    return first..<min(first + cellsPerItem, cellCount)
  }

  /// Which seeds an item has, counted from 0.
  package func seeds(of item: Int) -> Range<Int> {
    let first = item % blocks * seedsPerItem
    return first..<min(first + seedsPerItem, seedCount)
  }

  package func runs(of item: Int) -> Int { cells(of: item).count * seeds(of: item).count }
}

/// What a file of a sweep's results holds.
package enum SweepForm: Sendable, Hashable {
  /// All of it: the header, then a line for each row.
  case whole
  /// Items, each on a line of its own, to be merged; of a shard where one was asked for.
  case part(SweepShard?)
}

/// A line of a sweep's result: a cell over some seeds, or one run of it.
package struct SweepRow: Sendable {
  package enum Content: Sendable {
    case run(RunMetrics)
    case sums(CellSums)
  }

  package let cell: Int
  /// Which cell it is, in words and numbers.
  package let labels: [SweepLabel]
  package var content: Content

  package init(cell: Int, labels: [SweepLabel], content: Content) {
    self.cell = cell
    self.labels = labels
    self.content = content
  }
}

/// A column that says which cell a line is about.
package struct SweepLabel: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case text(String)
    /// In the label's unit.
    case number(Double)
    case flag(Bool)
    case none
  }

  /// The column, which ends with the unit.
  package let name: String
  /// Empty for plain numbers and words.
  package let unit: String
  package let value: Value

  package init(_ name: String, unit: String = "", _ value: Value) {
    (self.name, self.unit, self.value) = (name, unit, value)
  }

  /// The name in words, without its unit.
  package var words: String { Self.words(of: name, unit) }

  static func words(of column: String, _ unit: String) -> String {
    column.dropLast(ending(unit).count).split(separator: "_").joined(separator: " ")
  }

  /// What a column's name ends with: `_m_per_s`.
  package static func ending(_ unit: String) -> String {
    unit.isEmpty ? "" : "_\(unit.split(separator: "/").joined(separator: "_per_"))"
  }
}

/// One of several disjoint parts of a sweep: every so-many-th item, so that all parts take about as long.
package struct SweepShard: Sendable, Hashable {
  /// From 1 to `count`.
  package let number: Int
  package let count: Int

  package static let whole = SweepShard(uncheckedNumber: 1, count: 1)

  package init?(number: Int, count: Int) {
    guard number >= 1, number <= count else { return nil }
    self.init(uncheckedNumber: number, count: count)
  }

  private init(uncheckedNumber number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  package func items(of layout: SweepLayout) -> StrideTo<Int> {
    stride(from: number - 1, to: layout.itemCount, by: count)
  }
}
