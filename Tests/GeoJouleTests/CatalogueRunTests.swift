import FileFormats
import GeoJoule
import Testing

/// Every file of the catalogue runs.
@Suite struct CatalogueRunTests {
  @Test(arguments: Requests.catalog.names(.scenarios), Requests.catalog.names(.devices))
  func everyScenarioRunsOnEveryDeviceWithEveryStrategy(_ scenario: String, _ device: String) async throws {
    let request = try Requests.make(
      device, scenario: scenario, strategies: Requests.catalog.names(.strategies), seeds: 2, jobs: 1)
    let result = try await Comparison.run(request)
    for row in result.rows {
      let energy = try #require(row[.energy])
      #expect(energy.mean > 0 && energy.mean.isFinite)
      #expect(row.duration == request.scenario.horizon - .start)
      if row.strategy == "none" {
        #expect(row.marginalEnergy?.mean == 0)
        #expect(row[.deliveriesPerHour]?.mean == 0)
      } else {
        // Nothing that asks for positions is cheaper than not asking.
        #expect(try #require(row.marginalEnergy).mean >= 0, "\(row.strategy)")
      }
    }
    let continuous = try #require(result.rows.first { $0.strategy == "continuous" })
    #expect(try #require(continuous[.availability]).mean > 0)
  }

  @Test(arguments: Requests.catalog.names(.networks))
  func everyNetworkServesTheModernPhone(_ network: String) async throws {
    let request = try Requests.make(network: network, strategies: ["continuous", "significant-change"], seeds: 2)
    for row in try await Comparison.run(request).rows { #expect(try #require(row[.energy]).mean > 0) }
  }
}
