import DeviceModel
import Documents
import GeoJoule
import Testing
import World

@testable import Analysis

/// Complaints that are a part of a day: an hour at home, then two hours in a car.
@Suite struct DiagnosisRunTests {
  private static func bank(begin: Double, hours: Double) async throws -> CauseBank {
    let catalog = Catalog()
    let device = try catalog.device("modern-phone")
    var run = DiagnosisRun(
      ComparisonRequest(
        device: device, network: try catalog.network(of: device, file: nil), scenario: .hours(still: 1, driving: 2),
        strategies: [try catalog.strategy("auto-pause")], firstSeed: 3, seedCount: 2))
    run.start = begin
    var complaint = Complaint(hours: [0, hours], levels: [90, 71])
    complaint.seen[.screen] = 0
    return try await run.bank(for: complaint)
  }

  /// A processor sleeps in two parts of a day for as long as in both together, and no longer than a part.
  @Test func hoursOfSleepAreThoseOfTheComplaint() async throws {
    let (home, car, day) = (
      try await Self.bank(begin: 0, hours: 1), try await Self.bank(begin: 1, hours: 2),
      try await Self.bank(begin: 0, hours: 3)
    )
    for seed in 0..<2 {
      #expect(home.base[seed].asleep > 0 && home.base[seed].asleep <= 1)
      #expect(abs(home.base[seed].asleep + car.base[seed].asleep - day.base[seed].asleep) < 1e-9)
    }
  }

  /// The simulated outage is not in the first 12 minutes, which so tell nothing of it.
  @Test func anOutageOutsideOfTheComplaintIsNotLookedAt() async throws {
    let (early, day) = (try await Self.bank(begin: 0, hours: 0.2), try await Self.bank(begin: 0, hours: 3))
    #expect(early.notLookedAt.contains("no service: the simulated one lies outside the complaint"))
    #expect(!day.notLookedAt.contains { $0.hasPrefix("no service: the simulated") })
  }
}
