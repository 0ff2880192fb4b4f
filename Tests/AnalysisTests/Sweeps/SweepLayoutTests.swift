import Analysis
import Testing

@Suite struct SweepLayoutTests {
  @Test(arguments: [
    (1, 1, 1), (1, 1000, 1), (7, 13, 1), (100, 9, 100), (128, 3, 1), (129, 3, 1), (300, 5, 60), (1000, 1, 250),
    (3, 64, 3),
    (40, 65, 40),
  ])
  func everyRunIsInOneItem(cells: Int, seeds: Int, together: Int) {
    let layout = SweepLayout(cells: cells, seeds: seeds, together: together)
    var found = [Int](repeating: 0, count: cells * seeds)
    for item in 0..<layout.itemCount {
      #expect(layout.runs(of: item) <= SweepLayout.runLimit)
      #expect((1...SweepLayout.seedLimit).contains(layout.seeds(of: item).count))
      for cell in layout.cells(of: item) { for seed in layout.seeds(of: item) { found[cell * seeds + seed] += 1 } }
    }
    #expect(found.allSatisfy { $0 == 1 })
    // The blocks of some cells follow each other.
    for item in 1..<max(2, layout.itemCount) where item < layout.itemCount && item % layout.blocks != 0 {
      #expect(layout.cells(of: item) == layout.cells(of: item - 1))
    }
  }

  @Test func phonesThatShareARunAreNotTornApart() {
    let layout = SweepLayout(cells: 300, seeds: 210, together: 60)
    #expect(layout.cellsPerItem == 120)
    #expect((0..<layout.itemCount).allSatisfy { layout.cells(of: $0).lowerBound % 60 == 0 })
  }

  /// 64 seeds of two strategies were one item once: the first of eight shards did everything.
  @Test func aSmallSweepHasWorkForManyShards() {
    #expect(SweepLayout(cells: 2, seeds: 64).itemCount == 128)
    #expect(SweepLayout(cells: 100, seeds: 7, together: 50).itemCount == 14)
    let larger = SweepLayout(cells: 40, seeds: 300, together: 4)
    #expect((larger.cellsPerItem, larger.seedsPerItem) == (20, 1))
    let large = SweepLayout(cells: 5, seeds: 100_000)
    #expect((large.cellsPerItem, large.seedsPerItem) == (5, 25))
  }

  @Test(arguments: [1, 2, 3, 8, 50])
  func shardsAreDisjointAndComplete(count: Int) throws {
    let layout = SweepLayout(cells: 9, seeds: 31)
    var items: [Int] = []
    for number in 1...count { items += Array(try #require(SweepShard(number: number, count: count)).items(of: layout)) }
    #expect(items.sorted() == Array(0..<layout.itemCount))
    #expect(SweepShard(number: 0, count: count) == nil)
    #expect(SweepShard(number: count + 1, count: count) == nil)
  }
}
