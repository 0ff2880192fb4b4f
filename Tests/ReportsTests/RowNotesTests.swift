import Testing

@testable import Reports

@Suite struct RowNotesTests {
  private let rows = [
    ("a", ["paused 5 times", "on Android 15"]), ("b", ["paused 11 times in 3 h"]), ("c", ["on Android 15", "42 m"]),
    ("d", ["43 m"]),
  ]

  @Test func aNoteIsSaidOnceWithItsRows() {
    #expect(
      RowNotes.lines(rows) == [
        "a: paused 5 times", "a, c: on Android 15", "b: paused 11 times in 3 h", "c: 42 m", "d: 43 m",
      ])
  }

  /// Notes that differ in figures alone stand once when there are many; those that begin with a figure have nothing in common.
  @Test func manyNotesAreGrouped() {
    #expect(RowNotes.lines(rows, limit: 4) == ["a, b: paused ...", "a, c: on Android 15", "c: 42 m", "d: 43 m"])
    #expect(RowNotes.lines(rows, limit: 5).count == 5)
  }

  @Test(arguments: [
    (0.904, 0.9, "90.4", "90"), (0.9, 0.9, "90", "90"), (0.83, 0.79, "83", "79"), (0.8996, 0.9, "89.96", "90"),
  ])
  func sharesThatDifferReadDifferently(_ row: (share: Double, other: Double, text: String, otherText: String)) {
    let texts = Figure.percents(row.share, row.other)
    #expect(texts.0 == row.text && texts.1 == row.otherText)
  }
}
