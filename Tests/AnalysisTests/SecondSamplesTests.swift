import Core
import Testing

@testable import Analysis

extension SecondSamples {
  fileprivate mutating func append(_ value: Double, isMoving: Bool) {
    var writer = writer(for: 1, isMoving: isMoving)
    writer.append(value)
    take(writer, isMoving: isMoving)
  }
}

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
    for (place, value) in values.enumerated() { samples.append(value, isMoving: place % 3 == 1) }
    let way = values.enumerated().filter { $0.offset % 3 == 1 }.map(\.element).sorted()
    let sorted = values.sorted()
    #expect(
      samples.quantiles([1, 500, 501, 950, 1000])
        == [1, 500, 501, 950, 1000].map { NearestRankQuantile.value(perMille: $0, sorted: sorted)! })
    #expect(
      samples.quantiles([500, 950], movingOnly: true)
        == (way.isEmpty ? nil : [500, 950].map { NearestRankQuantile.value(perMille: $0, sorted: way)! }))
    #expect(samples.count == count && samples.movingCount == way.count)
  }

  /// A week is counted instead of kept, within a quarter of a thousandth, and takes no more memory than four days.
  @Test func longRunsAreCountedInNarrowBins() {
    var samples = SecondSamples()
    let values = values(7 * 86_400, seed: 41)
    for (place, value) in values.enumerated() { samples.append(value, isMoving: place % 3 == 1) }
    let sorted = values.sorted()
    let found = samples.quantiles([50, 500, 680, 950])
    for (value, perMille) in zip(found ?? [], [50, 500, 680, 950]) {
      let exact = NearestRankQuantile.value(perMille: perMille, sorted: sorted) ?? -1
      #expect(abs(value - exact) <= exact / 8192)
    }
    #expect(found?.count == 4 && samples.quantiles([500], movingOnly: true)?.count == 1)
    #expect(samples.count == values.count)
    var total = 0
    samples.forEach(movingOnly: false) { total += $1 }
    #expect(total == values.count)
  }

  @Test func aRepeatedValueCountsEachTime() {
    var samples = SecondSamples()
    for (value, count, moves) in [(5.0, 40_000, false), (2, 30_000, true), (9, 19_999, false), (4, 7, false)] {
      for _ in 0..<count { samples.append(value, isMoving: moves) }
      if value == 9 { #expect(samples.quantiles([333, 334, 777, 778]) == [2, 5, 5, 9]) }
    }
    #expect(samples.count == 90_006 && samples.movingCount == 30_000)
    // The last of them are beyond what is kept: they count in bins.
    #expect(samples.count(upTo: 4.5, movingOnly: false) == 30_007)
    var total = 0
    samples.forEach(movingOnly: false) { total += $1 }
    #expect(total == 90_006)
  }

  @Test func whatNeverMovesCountsAsTheWay() {
    var samples = SecondSamples()
    for value in [3.0, 1, 2] { samples.append(value, isMoving: false) }
    samples.countAllAsMoving()
    #expect(samples.quantiles([500], movingOnly: true) == [2])
    #expect(samples.movingCount == 3)
  }
}
