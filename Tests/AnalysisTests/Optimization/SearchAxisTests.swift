import Testing

@testable import Analysis

struct SearchAxisTests {
  static let axes = [
    SearchAxis("a", .continuous(5...1_000, isLogarithmic: true)),
    SearchAxis("b", .continuous(5...1_000, isLogarithmic: true), unlimited: .low),
    SearchAxis("c", .continuous(0...0.7, isLogarithmic: false), unlimited: .high),
    SearchAxis("d", .whole(3...17, isLogarithmic: false)),
    SearchAxis("e", .whole(1...4_000, isLogarithmic: true), unlimited: .high),
    SearchAxis("f", .choice(count: 5, isOrdered: true)), SearchAxis("g", .choice(count: 1, isOrdered: false)),
    SearchAxis("h", .continuous(1_000...1_001, isLogarithmic: true)),
    SearchAxis("i", .continuous(10...86_400, isLogarithmic: true), unlimited: .high, unit: "s"),
    SearchAxis("j", .continuous(0...1_000, isLogarithmic: false)),
  ]

  @Test("A value lies where it was taken from, and inside its range", arguments: axes)
  func roundTrip(axis: SearchAxis) {
    for step in 0...200 {
      let value = axis.value(at: Double(step) / 200)
      #expect(axis.value(at: axis.coordinate(of: value)) == value)
      #expect(axis.nearest(to: value) == value)
      if case .continuous(let range, _) = axis.form, value.isFinite { #expect(range.contains(value)) }
    }
  }

  @Test("Values are what people write")
  func rounding() {
    let rows: [(axis: Int, value: Double, rounded: Double)] = [
      (0, 65.1, 65), (0, 12.4, 12.5), (0, 70.7, 71), (0, 198, 200), (0, 999, 1_000), (8, 47.3, 47), (8, 733, 730),
      (8, 1_730, 1_740), (8, 9_100, 9_000), (8, 40_000, 40_200), (9, 333.3, 330), (9, 7, 10),
    ]
    for row in rows {
      let axis = Self.axes[row.axis]
      #expect(axis.readable(row.value) == row.rounded)
      #expect(axis.readable(row.rounded, .up) == row.rounded && axis.readable(row.rounded, .down) == row.rounded)
    }
    #expect(Self.axes[1].readable(.infinity) == .infinity && Self.axes[3].readable(7) == 7)
    #expect(Self.axes[0].readable(65.1, .up) == 66 && Self.axes[0].readable(65.1, .down) == 65)
  }

  @Test("Values of the search have three digits, no rounding dust")
  func digits() {
    #expect(Self.axes[0].value(at: 0) == 5 && Self.axes[0].value(at: 1) == 1_000)
    #expect(Self.axes[0].value(at: 0.5) == 70.7)
    #expect(Self.axes[2].value(at: 0.3) == 0.24)
    #expect(Self.axes[7].value(at: 0.123) == 1_000.12)
  }

  @Test("No limit lies beyond an end, and one step leads there and back")
  func unlimited() {
    let axis = Self.axes[1]
    #expect(axis.value(at: 0) == .infinity && axis.value(at: 0.125) == 5)
    #expect(axis.moved(5, by: -0.01, isMain: true) == .infinity)
    #expect(axis.moved(.infinity, by: 0.01, isMain: true) == 5)
    #expect(axis.moved(.infinity, by: -0.01, isMain: true) == .infinity)
    #expect(Self.axes[2].moved(.infinity, by: -0.01, isMain: true) == 0.7)
  }

  @Test("A whole number moves by one at least, where it is what moves")
  func wholeNumbers() {
    let axis = Self.axes[3]
    #expect(axis.moved(7, by: 0.001, isMain: true) == 8 && axis.moved(7, by: -0.001, isMain: true) == 6)
    #expect(axis.moved(7, by: 0.001, isMain: false) == 7)
    #expect(axis.moved(17, by: 0.3, isMain: true) == 17 && axis.moved(3, by: -0.3, isMain: true) == 3)
    #expect(Self.axes[4].moved(4_000, by: 0.001, isMain: true) == .infinity)
  }

  @Test("Beside an ordered choice lie its neighbours, beside another all others")
  func choices() {
    #expect(Self.axes[5].besides(2) == [1, 3] && Self.axes[5].besides(0) == [1])
    #expect(SearchAxis("x", .choice(count: 3, isOrdered: false)).besides(1) == [0, 2])
    #expect(Self.axes[0].besides(7) == [])
  }

  @Test("Directions of a poll stand at right angles, and turn from poll to poll")
  func directions() {
    for dimensions in 1...5 {
      for poll in 0...9 {
        let found = PollDirections.directions(dimensions: dimensions, poll: poll)
        #expect(found.count == 2 * dimensions)
        for (i, a) in found.enumerated() {
          #expect(abs(a.map(abs).max() ?? 0) == 1)
          for b in found[(i + 1)...] where b != a.map({ -$0 }) {
            #expect(abs(zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }) < 1e-9)
          }
        }
      }
    }
    #expect(PollDirections.directions(dimensions: 2, poll: 1) != PollDirections.directions(dimensions: 2, poll: 2))
  }

  @Test("A race drops what is surely worse; randomness drops the best in 5 of 100 at most")
  func race() {
    let test = EliminationTest(error: 0.05, looks: [4, 8, 16, 32], tests: 9)
    #expect(test.isAbove([3, 3.1, 2.9, 3, 3.2, 2.8, 3, 3], look: 8))
    #expect(!test.isAbove([3, -1, 2, 0, 1, -2, 3, -1], look: 8))
    var dropped = 0
    for trial in 0..<400 {
      let isDropped = (0..<9).contains { rival in
        let values = (0..<32).map {
          ConstructedProblem.normal(UInt64(trial) * 1_000_003 + UInt64(rival) * 1_009 + UInt64($0) * 7_919)
        }
        return [4, 8, 16, 32].contains { test.isAbove(Array(values.prefix($0)), look: $0) }
      }
      if isDropped { dropped += 1 }
    }
    #expect(dropped <= 32, "\(dropped) of 400")
  }

  /// `from: 1e-320 m, to: 3 m` was a ratio of infinity, and its value no number: found by fuzzing `optimize`.
  @Test(arguments: [
    (1e-320, 3), (4.9e-324, 1.7e308), (1e-300, 1e-290), (1e290, 1.7e308), (7, 0.5e3), (1e-30, 1e30), (1, 1.000_000_1),
  ])
  func endsMayBeAnyNumbers(_ low: Double, _ high: Double) {
    for isLogarithmic in [true, false] {
      let axis = SearchAxis("a", .continuous(low...high, isLogarithmic: isLogarithmic))
      var last = low
      for step in 0...40 {
        let value = axis.value(at: Double(step) / 40)
        #expect(value >= last && value <= high, "\(value) at \(step)")
        last = value
        #expect((0...1).contains(axis.coordinate(of: value)))
      }
      #expect(abs(axis.coordinate(of: axis.value(at: 0.5)) - 0.5) < 0.02 || high < 2)
    }
  }
}
