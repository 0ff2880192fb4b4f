import Quantities
import Testing

@testable import Analysis

@Suite struct SecondSamplesTests {
  /// Values of a wide range, many of them equal, as ages and squared errors are.
  private func values(_ count: Int, seed: UInt64) -> [Double] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let unit = Double(state >> 11) * 0x1p-53
      return state & 7 < 3 ? (unit * 5).rounded() : unit * unit * unit * 3e5
    }
  }

  @Test(arguments: [1, 2, 7, 999, 86_400])
  func selectionAgreesWithSorting(_ count: Int) {
    let values = values(count, seed: UInt64(count))
    var samples = SecondSamples()
    for (place, value) in values.enumerated() { samples.append(value, isOnWay: place % 3 == 1) }
    let way = values.enumerated().filter { $0.offset % 3 == 1 }.map(\.element).sorted()
    let sorted = values.sorted()
    let found = samples.quantiles(way: [500, 950], all: [1, 500, 501, 950, 1000])
    #expect(found.all == [1, 500, 501, 950, 1000].map { NearestRankQuantile.value(perMille: $0, sorted: sorted)! })
    #expect(
      found.way == (way.isEmpty ? nil : [500, 950].map { NearestRankQuantile.value(perMille: $0, sorted: way)! }))
    #expect(samples.count == count && samples.movingCount == way.count)
  }

  /// A week is counted instead of kept, within a quarter of a thousandth, and takes no more memory than four days.
  @Test func longRunsAreCountedInNarrowBins() {
    var samples = SecondSamples()
    let values = values(7 * 86_400, seed: 41)
    for (place, value) in values.enumerated() { samples.append(value, isOnWay: place % 3 == 1) }
    let sorted = values.sorted()
    let found = samples.quantiles(way: [500], all: [50, 500, 680, 950])
    for (value, perMille) in zip(found.all ?? [], [50, 500, 680, 950]) {
      let exact = NearestRankQuantile.value(perMille: perMille, sorted: sorted) ?? -1
      #expect(abs(value - exact) <= exact / 8192)
    }
    #expect(found.all?.count == 4 && found.way?.count == 1)
    #expect(samples.count == values.count)
    var total = 0
    samples.forEach(onWayOnly: false) { _ in total += 1 }
    #expect(total == values.count)
  }

  @Test func whatNeverMovesCountsAsTheWay() {
    var samples = SecondSamples()
    for value in [3.0, 1, 2] { samples.append(value, isOnWay: false) }
    samples.takeAllAsWay()
    #expect(samples.quantiles(way: [500], all: [1000]).way == [2])
    #expect(samples.movingCount == 3)
  }
}
