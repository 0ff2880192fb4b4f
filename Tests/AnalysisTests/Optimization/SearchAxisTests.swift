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

  @Test("No limit lies beyond an end, and has an eighth of the coordinates")
  func unlimited() {
    let axis = Self.axes[1]
    #expect(axis.value(at: 0) == .infinity && axis.value(at: 0.125) == 5)
    #expect(axis.coordinate(of: .infinity) == 0 && Self.axes[2].coordinate(of: .infinity) == 1)
    #expect(Self.axes[2].value(at: 0.875) == 0.7 && Self.axes[2].value(at: 0.876) == .infinity)
  }

  @Test("Beside an ordered choice and a whole number lie its neighbours, beside another choice all others")
  func choices() {
    #expect(Self.axes[5].besides(2) == [1, 3] && Self.axes[5].besides(0) == [1])
    #expect(SearchAxis("x", .choice(count: 3, isOrdered: false)).besides(1) == [0, 2])
    #expect(Self.axes[0].besides(7) == [] && Self.axes[3].besides(7) == [6, 8])
    #expect(Self.axes[3].besides(3) == [4] && Self.axes[3].besides(17) == [16])
  }

  /// `from: 1e-320 m, to: 3 m` was a ratio of infinity, and its value no number: found by fuzzing `optimize`.
  @Test(arguments: [
    (2_024 * .leastNonzeroMagnitude, 3), (.leastNonzeroMagnitude, 1.7e308), (1e-300, 1e-290), (1e290, 1.7e308),
    (7, 0.5e3), (1e-30, 1e30), (1, 1.000_000_1),
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
