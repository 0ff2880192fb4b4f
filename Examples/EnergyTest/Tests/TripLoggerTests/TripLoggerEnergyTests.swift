import GeoJoule
import Testing
import TripLogger

/// Energy assertions on a simulated working day.
@Suite struct TripLoggerEnergyTests {
  private func run(_ app: AppDefinition, seed: UInt64) throws -> AppRun {
    let catalog = Catalog()
    let device = try catalog.device("modern-phone")
    return try AppRun(
      of: app, device: device, network: try catalog.network(device.defaultNetwork),
      scenario: try catalog.scenario("commute"), seed: seed)
  }

  private let tripLogger = AppDefinition(name: "trip logger") { TripLogger() }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func aWorkingDayAddsLessThanOnePercentAnHour(_ seed: UInt64) throws {
    let run = try run(tripLogger, seed: seed)
    #expect(run.addedDrainPercentPerHour > 0.02)
    #expect(run.addedDrainPercentPerHour < 1)
  }

  @Test func tripsAreRecordedAllTheSame() throws {
    let run = try run(tripLogger, seed: 1)
    #expect(try #require(run.metrics[.availability]) > 0.9)
    #expect(try #require(run.metrics[.errorP50]) < 60)
    #expect(try #require(run.metrics[.uploadsPerHour]) < 10)
  }

  /// 31 points in two hours at home are no drain of positions at 100 m: 13 %/h of something else, say, are needed.
  @Test func aUsersComplaintIsJudged() async throws {
    let catalog = Catalog()
    let device = try catalog.device("modern-phone")
    let request = ComparisonRequest(
      device: device, network: try catalog.network(device.defaultNetwork), scenario: .hours(still: 2),
      strategies: [try catalog.strategy("hundred-meters")], seedCount: 8)
    var complaint = Complaint(hours: [0, 2], levels: [71, 40])
    complaint.seen[.screen] = 0
    let diagnosis = try await Diagnosis(of: complaint, request)
    #expect(diagnosis.verdict == .more && diagnosis.range.upperBound < 10)
    let other = try #require(diagnosis.findings.first { $0.cause == "other use" })
    #expect(other.explains && other.unit == "%/h")
    #expect(try #require(other.needed) > 11)
    #expect(other.needed ?? 99 < 15.5)
  }
}
