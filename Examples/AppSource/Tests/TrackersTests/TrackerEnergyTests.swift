import GeoJouleTesting
import Testing
import Trackers

/// Energy assertions on a simulated working day.
@Suite struct TrackerEnergyTests {
  @Test func aDayOfTrailsCostsLessThanAQuarterOfTheBattery() async throws {
    var options = TrailRecorder.Options()
    options.pausesAutomatically = true
    options.activityType = .fitness
    let result = try await simulate(.commute, "modern-phone") { [options] in TrailRecorder(options: options) }
    #expect(result.drainPercentPerHour < 1)
    #expect(try #require(result.errorP50) < 1_000)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func theJournalAddsLessThanHalfAPercentAnHour(_ seed: UInt64) async throws {
    let result = try await simulate(.commute, "modern-phone", seed: seed) {
      let journal = PlaceJournal()
      journal.follow()
      return journal
    }
    #expect(result.addedDrainPercentPerHour < 0.5)
    #expect(result.deliveries > 1_000)
  }
}
