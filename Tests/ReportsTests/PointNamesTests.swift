import Testing

@testable import Reports

/// Names stand right, left, above or below their point, and nothing lies under them; else the point gets a number.
@Suite struct PointNamesTests {
  /// "ab" takes 2 x 0.65 x 13 = 16.9 across and 15 down.
  private func names(taken: [PointNames.Box]) -> PointNames {
    PointNames(bounds: .init(x: 0, y: 0, width: 200, height: 100), taken: taken)
  }

  @Test(arguments: zip([0, 1, 2, 3], [(109.0, 54.5), (74.1, 54.5), (91.55, 38), (91.55, 71)]))
  func firstFreeSide(_ count: Int, _ row: (x: Double, y: Double)) {
    let dots = [(110.0, 50.0), (80, 50), (100, 30)].prefix(count)
    var names = names(taken: dots.map { .init(x: $0.0 - 1, y: $0.1 - 1, width: 2, height: 2) })
    let place = names.place("ab", x: 100, y: 50)
    #expect(place.text == "ab" && abs(place.x - row.x) < 1e-9 && place.y == row.y)
    #expect(names.legend.isEmpty)
  }

  /// What would leave the drawing is no place, and a name is in the way of the next one.
  @Test func edgesAndOtherNamesAreInTheWay() {
    var names = names(taken: [])
    #expect(abs(names.place("ab", x: 190, y: 50).x - 164.1) < 1e-9)
    #expect(abs(names.place("ab", x: 150, y: 50).x - 124.1) < 1e-9)
  }

  /// A number is smaller than a name: "1" takes 8.45 across, and has room where "a long name" has none.
  @Test func aPointWithoutRoomGetsANumber() {
    var names = names(taken: [
      .init(x: 130, y: 0, width: 1, height: 100), .init(x: 70, y: 0, width: 1, height: 100),
      .init(x: 0, y: 0, width: 200, height: 35), .init(x: 0, y: 62, width: 200, height: 38),
    ])
    let place = names.place("a long name", x: 100, y: 50)
    #expect(place.text == "1" && place.x == 109)
    #expect(names.legend.map(\.text) == ["a long name"])
  }
}
