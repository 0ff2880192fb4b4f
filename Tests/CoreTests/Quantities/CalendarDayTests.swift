import Core
import Testing

@Suite struct CalendarDayTests {
  @Test(arguments: ["2026-12-31", "2024-02-29", "2000-02-29", "0001-01-01"])
  func daysReadBack(_ text: String) { #expect(CalendarDay(text)?.description == text) }

  @Test(arguments: [
    "2026-13-01", "2026-00-10", "2025-02-29", "1900-02-29", "2026-04-31", "2026-1-1", "26-01-01", "2026/01/01", "",
    "2026-01-01 ", "+026-01-01", "２０２６-01-01", "2026-01",
  ])
  func whatIsNoDayIsRefused(_ text: String) { #expect(CalendarDay(text) == nil) }

  @Test func daysAreInOrder() throws {
    let days = try ["2025-12-31", "2026-01-01", "2026-01-31", "2026-02-01"].map { try #require(CalendarDay($0)) }
    #expect(days == days.shuffled().sorted())
  }
}
