import DeviceModel
import Documents
import GeoJoule
import Synchronization
import Testing
import World

@testable import Analysis

/// Complaints of a day, and of a part of it: an hour at home, then two hours in a car.
@Suite struct DiagnosisRunTests {
  private static func bank(
    hours: Double, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> DiagnosisModel {
    let catalog = Catalog()
    let device = try catalog.device("modern-phone")
    let run = DiagnosisRun(
      ComparisonRequest(
        device: device, network: try catalog.network(of: device, file: nil), scenario: .hours(still: 1, driving: 2),
        strategies: [try catalog.strategy("auto-pause")], firstSeed: 3, seedCount: 2))
    var complaint = Complaint(hours: [0, hours], levels: [90, 71])
    complaint.seen[.screen] = 0
    return try await run.model(for: complaint, progress: progress)
  }

  /// Half of a day has half of its time in the background, its positions and its outage.
  @Test func aPartOfADayHasItsShare() async throws {
    let (part, day) = (try await Self.bank(hours: 1.5), try await Self.bank(hours: 3))
    for seed in 0..<2 {
      let (awake, long) = (part.base[seed].seen[.background] ?? 0, day.base[seed].seen[.background] ?? 0)
      #expect(awake > 0 && abs(2 * awake - long) < 1e-9)
      let (some, all) = (part.base[seed].seen[.fixes] ?? 0, day.base[seed].seen[.fixes] ?? 0)
      #expect(all > 0 && abs(2 * some - all) < 1e-9)
    }
    func outage(_ bank: DiagnosisModel) -> Double? { bank.causes.first { $0.name == "no service" }?.amount?.simulated }
    #expect(outage(part) == 0.5 && outage(day) == 1)
  }

  /// Days with failures are a part of the work of a seed.
  @Test func progressEndsWithTheSeeds() async throws {
    let most = Mutex(0)
    _ = try await Self.bank(hours: 3) { done in most.withLock { $0 = max($0, done) } }
    #expect(most.withLock(\.self) == 2)
  }
}
