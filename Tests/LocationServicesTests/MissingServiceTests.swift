import Core
import Testing

@testable import LocationServices

@Suite struct MissingServiceTests {
  /// What an app on this system called for and its system lacks.
  private func missing(
    on platform: Platform, _ body: @escaping @Sendable (RecordingApp, AppHost) -> Void
  ) -> [SystemService] {
    Bench.opened(platform: platform, setUp: body).system.missingServices.map(\.service)
  }

  @Test(arguments: Platform.ios)
  func eachCallOfWhatTheSystemLacksIsKeptOnce(_ platform: Platform) {
    let found = missing(on: platform) { app, host in
      for _ in 0..<2 {
        let manager = app.makeManager(host)
        manager.activityType = .airborne
        manager.pausesLocationUpdatesAutomatically = true
        manager.desiredAccuracy = .reduced
        manager.requestLocation()
        manager.startMonitoringVisits()
      }
      app.keep.append(host.makeServiceSession())
      app.keep.append(host.makeBackgroundActivitySession())
      app.keep.append(host.liveUpdates(.standard) { _ in })
      host.scheduleBackgroundRefresh(after: 100)
    }
    let all: [SystemService] = [
      .airborneActivity, .automaticPausing, .reducedAccuracy, .requestLocation, .visits, .serviceSession,
      .backgroundActivitySession, .liveUpdates, .backgroundAppRefresh,
    ]
    #expect(Set(found) == Set(all.filter { !platform.offers($0) }))
    #expect(found.count == Set(found).count)
  }

  @Test func anAppThatKeepsToItsSystemLacksNothing() {
    for platform in Platform.ios {
      let found = missing(on: platform) { app, host in
        let manager = host.makeLocationManager()
        manager.delegate = app
        manager.desiredAccuracy = .hundredMeters
        manager.startUpdatingLocation()
        app.managers.append(manager)
      }
      #expect(found.isEmpty, "\(platform.name)")
    }
  }
}
