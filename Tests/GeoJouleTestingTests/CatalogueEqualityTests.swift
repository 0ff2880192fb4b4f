import Documents
import ExampleTrackers
import GeoJoule
import GeoJouleCoreLocation
import GeoJouleTesting
import Testing

/// An app's own source does what the catalogue's strategy does, to the last bit.
@Suite struct CatalogueEqualityTests {
  private static let catalog = Catalog()

  /// The figures of a strategy of the catalogue.
  private func strategy(
    _ name: String, on day: String, seed: UInt64 = 1, change: (inout StrategySpecification) -> Void = { _ in }
  ) throws -> AppRun {
    var strategy = try Self.catalog.strategy(name)
    change(&strategy)
    let device = try Self.catalog.device("modern-phone")
    return try AppRun(
      of: try strategy.appDefinition(), device: device, network: try Self.catalog.network(device.defaultNetwork),
      scenario: try Self.catalog.scenario(day), seed: seed)
  }

  private func expectEqual(_ own: SimulationResult, _ theirs: AppRun, sourceLocation: SourceLocation = #_sourceLocation)
  {
    #expect(own.run.metrics == theirs.metrics, sourceLocation: sourceLocation)
    #expect(own.run.record.timeline == theirs.record.timeline, sourceLocation: sourceLocation)
    #expect(own.run.record.fixes == theirs.record.fixes, sourceLocation: sourceLocation)
    #expect(own.run.record.events == theirs.record.events, sourceLocation: sourceLocation)
    #expect(own.deliveries == theirs.record.deliveries, sourceLocation: sourceLocation)
    #expect(own.addedEnergy == theirs.addedEnergy, sourceLocation: sourceLocation)
  }

  @Test(arguments: ["continuous", "distance-filter", "hundred-meters", "auto-pause"])
  func theRecorderEqualsTheStrategy(_ name: String) async throws {
    var options = TrailRecorder.Options()
    if name == "distance-filter" { options.distanceFilter = 30 }
    if name == "hundred-meters" { options.desiredAccuracy = kCLLocationAccuracyHundredMeters }
    if name == "auto-pause" { options.pausesAutomatically = true }
    let own = try await simulate("city-run", seed: 7) { [options] in TrailRecorder(options: options) }
    expectEqual(own, try strategy(name, on: "city-run", seed: 7))
    #expect(own.deliveries > 10)
  }

  @Test func theJournalEqualsLiveUpdates() async throws {
    let own = try await simulate("commute", seed: 3) {
      let journal = PlaceJournal()
      journal.follow()
      return journal
    }
    expectEqual(own, try strategy("live-updates", on: "commute", seed: 3))
    #expect(own.deliveries > 1_000)
  }

  @Test func theJournalEqualsTheMonitor() async throws {
    let places = try Self.catalog.scenario("commute").places.map {
      PlaceJournal.Place(
        name: "place \($0.name)",
        center: CLLocationCoordinate2D(latitude: $0.position.latitude, longitude: $0.position.longitude))
    }
    let own = try await simulate("commute", seed: 2) {
      let journal = PlaceJournal()
      journal.watch(places)
      return journal
    }
    expectEqual(own, try strategy("monitor", on: "commute", seed: 2) { $0.parameters["beacons"] = .flag(false) })
    #expect(own.events > 4)
  }

  /// Events start the process again after the system has ended it.
  @Test(arguments: ["significant-change", "visits", "regions"])
  func eventsEqualTheStrategy(_ name: String) async throws {
    final class Listener: CLLocationManagerDelegate {
      let manager = CLLocationManager()

      init(_ name: String, places: [(String, CLLocationCoordinate2D)]) {
        manager.delegate = self
        switch name {
        case "significant-change": manager.startMonitoringSignificantLocationChanges()
        case "visits": manager.startMonitoringVisits()
        default:
          for (name, center) in places {
            manager.startMonitoring(for: CLCircularRegion(center: center, radius: 100, identifier: name))
          }
        }
      }
    }
    for day in ["commute", "run-and-kill"] {
      let places = try Self.catalog.scenario(day).places.map {
        ($0.name, CLLocationCoordinate2D(latitude: $0.position.latitude, longitude: $0.position.longitude))
      }
      let own = try await simulate(SimulatedDay(day), seed: 5) { Listener(name, places: places) }
      expectEqual(own, try strategy(name, on: day, seed: 5))
    }
  }

  @Test func simulationsBesideEachOtherGiveTheSame() async throws {
    let results = try await withThrowingTaskGroup(of: SimulationResult.self) { group in
      for index in 0..<6 {
        group.addTask {
          try await simulate("city-run", seed: 11) {
            let journal = PlaceJournal()
            if index.isMultiple(of: 2) { journal.follow() } else { journal.watch([]) }
            return journal
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(results.map(\.run.metrics)).count == 2)
  }
}
