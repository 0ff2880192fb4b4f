import Analysis
@testable import Reports
import Testing

@Suite struct ScaleTests {
  @Test(arguments: [
    [0.25, 2.9], [0.31, 0.33], [1.0, 1.0], [12.4, 4217], [0.004, 97_000], [3.7, 5.1],
  ])
  func logarithmicAxesHaveSomeRoundTicks(values: [Double]) throws {
    let scale = try #require(LogScale(covering: values, margin: 0.06, start: 70, end: 700))
    let ticks = scale.ticks
    #expect((3...12).contains(ticks.count))
    #expect(ticks == ticks.sorted())
    for tick in ticks {
      #expect(scale.domain.contains(tick))
      #expect((70...700).contains(scale.pixel(tick)))
    }
    for value in values { #expect((70...700).contains(scale.pixel(value))) }
  }

  @Test func nothingAboveZeroHasNoLogarithmicAxis() {
    #expect(LogScale(covering: [], margin: 0.1, start: 0, end: 1) == nil)
    #expect(LogScale(covering: [0, -3, .nan], margin: 0.1, start: 0, end: 1) == nil)
  }

  @Test func linearTicksAreRound() {
    #expect(LinearScale.ticks(in: 0...341, about: 6) == [0, 100, 200, 300])
    #expect(LinearScale.ticks(in: 0...0.07, about: 6).count >= 3)
  }

  @Test(arguments: [
    (0.0, "0"), (0.000_31, "0.00031"), (0.083, "0.083"), (0.9996, "1.00"), (9.996, "10.0"), (99.97, "100"),
    (1733, "1733"), (12_345.6, "12,346"), (-2.345, "-2.35"),
    (-1.110_223_024_625_156_5e-16, "0"), (2e-12, "0.000000000002"),
  ])
  func figuresHaveThreeDigits(_ row: (value: Double, text: String)) { #expect(Figure.text(row.value) == row.text) }

  @Test(arguments: [(2.914, "2.91"), (0.083, "0.08"), (0.0042, "0.004"), (12.345, "12.3"), (0.859, "0.86"), (0, "0")])
  func drainHasTwoDecimals(_ row: (value: Double, text: String)) { #expect(Figure.drain(row.value) == row.text) }

  @Test func percentagesSayWhenTheyAreNotQuiteWhole() {
    #expect(Figure.percent(0.9982) == "99.8")
    #expect(Figure.percent(1) == "100")
    #expect(Figure.percent(0.917) == "92")
    #expect(Figure.percent(nil) == "-")
    #expect(Figure.percent(-1e-16) == "0")
    #expect(Figure.span(1e-16) == "0 s")
    #expect(FigureRounding.plain.text(10.3 - 9.1 - 1.2) == "0", "the last bit of a difference")
  }

  @Test func widthsFollowTheTerminal() {
    #expect(DisplayWidth.of("naïve") == 5)
    #expect(DisplayWidth.of("e\u{301}") == 1)
    #expect(DisplayWidth.of("日本") == 4)
    #expect(DisplayWidth.of("🛰️") == 2)
    #expect(DisplayWidth.clipped("hundred-meters", to: 8) == "hundred…")
  }
}
