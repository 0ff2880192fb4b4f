/// One of several disjoint parts of a sweep: every so-many-th item, so that all parts take about as long.
package struct SweepShard: Sendable, Hashable {
  /// From 1 to `count`.
  package let number: Int
  package let count: Int

  /// All of it.
  package static let whole = SweepShard(uncheckedNumber: 1, count: 1)

  /// `nil` unless 1 <= number <= count.
  package init?(number: Int, count: Int) {
    guard number >= 1, number <= count else { return nil }
    self.init(uncheckedNumber: number, count: count)
  }

  private init(uncheckedNumber number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Its items, in order.
  package func items(of layout: SweepLayout) -> StrideTo<Int> {
    stride(from: number - 1, to: layout.itemCount, by: count)
  }
}
