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
}
