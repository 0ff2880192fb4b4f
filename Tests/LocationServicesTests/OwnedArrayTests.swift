import Testing

@testable import LocationServices

@Suite struct OwnedArrayTests {
  private final class Count {
    var made = 0
    var ended = 0
  }

  private struct Item: ~Copyable {
    let count: Count
    var value: Int

    init(_ value: Int, _ count: Count) {
      (self.value, self.count) = (value, count)
      count.made += 1
    }

    deinit { count.ended += 1 }
  }

  @Test func everyElementSurvivesGrowthAndEndsOnce() {
    let count = Count()
    do {
      var items = OwnedArray<Item>(capacity: 0)
      for value in 0..<37 { items.append(Item(3 * value + 1, count)) }
      #expect(count.made == 37)
      #expect(count.ended == 0)
      items[11].value += 5
      var values: [Int] = []
      for index in items.indices { values.append(items[index].value) }
      #expect(values == (0..<37).map { 3 * $0 + 1 + ($0 == 11 ? 5 : 0) })
      #expect(items.firstIndex { $0.value == 39 } == 11)
      #expect(!items.contains { $0.value == 34 })
    }
    #expect(count.ended == 37)
  }

  @Test func removedElementsEndAtOnceAndTheirPlacesAreUsedAgain() {
    let count = Count()
    do {
      var items = OwnedArray<Item>()
      for value in 0..<5 { items.append(Item(value, count)) }
      items.removeAll { $0.value == 1 || $0.value == 4 }
      #expect(count.ended == 2)
      #expect(items.count == 3)
      for value in 7..<10 { items.append(Item(value, count)) }
      var values: [Int] = []
      for index in items.indices { values.append(items[index].value) }
      #expect(values == [0, 2, 3, 7, 8, 9])
      #expect(count.ended == 2)
      items.removeAll { _ in true }
      #expect(items.count == 0)
      #expect(count.ended == 8)
    }
    #expect(count.made == 8)
    #expect(count.ended == 8)
  }
}
