import Analysis
import Core
import Testing

@Suite struct WaiverTests {
  @Test func aWaiverHoldsToItsLastDay() throws {
    let days = try ["2026-01-01", "2026-01-31", "2026-02-01"].map { try #require(CalendarDay($0)) }
    let waiver = Waiver(owner: "Ada", reason: "r", expires: days[1])
    #expect(days.map { waiver.holds(on: $0) } == [true, true, false])
  }
}
