import FileFormats
import GeoJoule
import Core
import Testing
import World

/// An app of the user's own, through the front door.
@Suite struct AppRunTests {
  /// What the catalogue's `continuous` does, as a user would write it.
  private final class Recorder: SimulatedApp, LocationManagerDelegate {
    private var manager: LocationManager?

    func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
      let manager = host.makeLocationManager()
      manager.delegate = self
      manager.desiredAccuracy = .best
      manager.pausesLocationUpdatesAutomatically = false
      manager.allowsBackgroundLocationUpdates = true
      manager.startUpdatingLocation()
      self.manager = manager
    }
  }

  private func run(_ app: AppDefinition) throws -> AppRun {
    let device = try Requests.catalog.device("modern-phone")
    return try AppRun(
      of: app, device: device, network: try Requests.catalog.network(device.defaultNetwork),
      scenario: try Requests.catalog.scenario("city-run"))
  }

  @Test func aUsersOwnTypeGivesTheFiguresOfTheStrategyThatDoesTheSame() async throws {
    let own = try run(AppDefinition(name: "recorder") { Recorder() })
    let row = try await Comparison.run(
      try Requests.make(strategies: ["continuous"], seeds: 1, parameters: .fixed)
    ).rows[0]
    for metric in Metric.allCases { #expect(own.metrics[metric] == row.runs[0][metric], "\(metric.column)") }
    #expect(own.addedEnergy.joules == row.marginalEnergy?.mean)
    #expect(own.addedDrainPercentPerHour > 0.5)
    #expect(!own.record.timeline.isEmpty)
  }

  @Test func aCallOfWhatTheSystemLacksIsSaid() throws {
    final class Asker: SimulatedApp, LocationManagerDelegate {
      private var manager: LocationManager?

      func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
        let manager = host.makeLocationManager()
        manager.delegate = self
        manager.requestLocation()
        manager.startMonitoringVisits()
        manager.requestLocation()
        self.manager = manager
      }
    }
    let run = try run(AppDefinition(name: "asker", platform: .ios7) { Asker() })
    #expect(run.record.missingServices.map(\.service) == [.requestLocation, .visits])
    #expect(run.record.fixes.isEmpty)
    #expect(
      run.record.notes == [
        "ios-7 has no requestLocation (since iOS 9): calls of it do nothing",
        "ios-7 has no visit monitoring (since iOS 8): calls of it do nothing",
      ])
    let modern = try self.run(AppDefinition(name: "asker", platform: .ios9) { Asker() })
    #expect(modern.record.missingServices.isEmpty)
  }

  /// Its process starts once, though the battery is empty long before the end: such runs were simulated a second time to see when.
  @Test func aRunIsSimulatedOnce() throws {
    let starts = Counts()
    let stay = Leg(
      dwell: "stay", at: GeodeticPosition(latitude: 47.37, longitude: 8.54).earthVector(), stay: .toTheEnd,
      surroundings: Surroundings(sky: .openSky, accessPoints: .many, cells: .urban))
    let day = Scenario(
      name: "stay", summary: "", notes: [], horizon: .start + .hours(71), legs: [stay],
      script: [ScriptEvent(instant: .start, kind: .foreground)])
    let device = try Requests.catalog.device("modern-phone")
    let app = AppDefinition(name: "recorder") {
      starts.note(1)
      return Recorder()
    }
    let run = try AppRun(
      of: app, device: device, network: try Requests.catalog.network(device.defaultNetwork), scenario: day)
    let empty = try #require(run.metrics[.batteryEmpty])
    #expect(empty > 5 && empty < 70)
    #expect(starts.all == [1])
  }

  @Test func anAppWithoutLocationAddsNothing() throws {
    final class Idle: SimulatedApp {
      func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {}
    }
    let run = try run(AppDefinition(name: "idle") { Idle() })
    #expect(run.addedEnergy == .zero)
    #expect(run.metrics[.availability] == 0)
  }
}
