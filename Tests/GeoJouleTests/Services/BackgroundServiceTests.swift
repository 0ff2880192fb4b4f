import GeoJoule
import Testing

/// S8 to S13, S20 and S21: what an app may do behind the screen. Each expectation is derived from the words of its source.
@Suite struct BackgroundServiceTests {
  // S8. The Energy Efficiency Guide: in the background positions are kept and delivered together once the app's distance or
  // time is up; then one finish callback. Ended with iOS 13 (documentation).
  @Test func deferredPositionsComeTogetherAtTheLimit() throws {
    func journal(_ platform: Platform) throws -> Journal {
      let journal = Journal()
      _ = try ServiceDay.run(ServiceDay.rest(minutes: 30, ServiceDay.openSky), on: platform, journal: journal) {
        app, _ in
        let manager = app.makeManager(.best)
        manager.startUpdatingLocation()
        app.onBackground = { _ in manager.allowDeferredLocationUpdates(untilTraveled: .infinity, timeout: 200) }
      }
      return journal
    }
    let deferred = try journal(.ios12)
    #expect(deferred.all("finished well").count == 1)
    #expect(deferred.all("locations").contains { $0.locations.count >= 150 })
    #expect(try journal(.ios18).all("locations").allSatisfy { $0.locations.count < 10 })
  }

  // S9. Session of 2012: a session in the background whose user does not move is paused, far later than an app's own timer of
  // half a minute to a minute would; observed: after 10 to 20 min. Nothing comes while it is paused; opening the app resumes.
  @Test func aSessionOfAUserAtRestIsPausedAndResumedOnTheScreen() throws {
    let script = ServiceDay.opened(and: [
      ScriptEvent(instant: .minutes(50), kind: .screenOn), ScriptEvent(instant: .minutes(50), kind: .foreground),
    ])
    for seed in 1...6 as ClosedRange<UInt64> {
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.rest(minutes: 60, ServiceDay.openSky, script: script), seed: seed, journal: journal
      ) { app, _ in
        let manager = app.makeManager(.best)
        manager.pausesLocationUpdatesAutomatically = true
        manager.startUpdatingLocation()
      }
      let paused = try #require(journal.all("paused").first).time
      #expect((7 * 60...26 * 60).contains(paused), "\(paused)")
      #expect(try #require(journal.all("resumed").first).time >= 3000)
      #expect(!journal.all("locations").contains { (paused + 5..<3000).contains($0.time) })
    }
  }

  // S10. Session of 2012: the activity type decides; a runner at rest is paused later than a driver.
  @Test func aRunnerAtRestIsPausedLaterThanADriver() throws {
    func pause(_ activity: ActivityType, seed: UInt64) throws -> Double {
      let journal = Journal()
      _ = try ServiceDay.run(ServiceDay.rest(minutes: 60, ServiceDay.openSky), seed: seed, journal: journal) { app, _ in
        let manager = app.makeManager(.best)
        manager.activityType = activity
        manager.pausesLocationUpdatesAutomatically = true
        manager.startUpdatingLocation()
      }
      return try #require(journal.all("paused").first).time
    }
    for seed in 1...4 as ClosedRange<UInt64> {
      #expect(try pause(.fitness, seed: seed) > pause(.automotiveNavigation, seed: seed))
    }
  }

  // S11. Session of 2012: an app that handles positions more slowly than they come gets several at once, in order of time.
  @Test func aSlowAppGetsArraysInOrder() throws {
    let journal = Journal()
    _ = try ServiceDay.run(ServiceDay.rest(minutes: 5, ServiceDay.openSky), journal: journal) { app, host in
      app.makeManager(.best).startUpdatingLocation()
      app.onUpdate = { [weak host] _, _ in host?.work(for: 4.3) }
    }
    let arrays = journal.all("locations").map { $0.locations.map(\.timestamp) }
    #expect(arrays.contains { $0.count >= 4 })
    #expect(arrays.flatMap(\.self) == arrays.flatMap(\.self).sorted())
  }

  // S12. Session of 2015: without the flag a session that leaves the screen is suspended with its app.
  @Test func withoutTheFlagPositionsEndWithTheScreen() throws {
    func last(_ flag: Bool) throws -> Instant {
      try ServiceDay.run(ServiceDay.rest(minutes: 20, ServiceDay.openSky)) { app, _ in
        let manager = app.makeManager(.best)
        manager.allowsBackgroundLocationUpdates = flag
        manager.startUpdatingLocation()
      }.record.fixes.last?.delivered ?? .start
    }
    #expect(try last(false) <= .seconds(70))
    #expect(try last(true) > .minutes(19))
  }

  // S12. Session of 2012: the arrow stays for ten seconds after the last use, the settings mark the app for a minute. Also for
  // one request, and for a session that stops at once.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func theShortestUseIsShown(seed: UInt64) throws {
    let day = ServiceDay.rest(minutes: 20, ServiceDay.openSky)
    let asked = try ServiceDay.run(day, seed: seed) { app, _ in app.makeManager(.best).requestLocation() }
    let answered = try #require(asked.record.fixes.first).delivered
    let began = asked.record.timeline.first { $0.component == .processor && $0.state != 0 }?.start ?? .start
    let used = (answered - began).seconds
    #expect((10...10 + used).contains(asked.record.indicators.arrow.seconds), "\(asked.record.indicators.arrow)")
    #expect((60...60 + used).contains(asked.record.indicators.marks[0].seconds))
    let stopped = try ServiceDay.run(day, seed: seed) { app, _ in
      let manager = app.makeManager(.best)
      manager.startUpdatingLocation()
      manager.stopUpdatingLocation()
    }
    #expect(abs(stopped.record.indicators.arrow.seconds - 10) < 0.01)
    #expect(abs(stopped.record.indicators.marks[0].seconds - 60) < 0.01)
    let idle = try ServiceDay.run(day, seed: seed) { app, _ in _ = app.makeManager(.best) }
    #expect(idle.record.indicators.arrow == .zero && idle.record.indicators.marks[0] == .zero)
  }

  // S13. Session of 2012: a significant change wakes the app, a background task and standard updates find a good position
  // within half a minute to a minute, then all stops.
  @Test func aCheckInLooksForAMinuteAfterAChange() async throws {
    var request = try Requests.make("iphone-6", strategies: ["check-in", "continuous"], seeds: 1, parameters: .fixed)
    request.scenario = ServiceDay.way(metres: 5000, after: 5)
    let run = try SingleRun(request)
    // One for each of the six to ten changes of the walk, the first one at the launch included.
    let searches = run.record.searches
    #expect((6...11).contains(searches.count) && run.record.uploads == searches.count, "\(searches.count)")
    #expect(searches.allSatisfy { $0.found && (1...45).contains(($0.end - $0.start).seconds) }, "\(searches)")
    let rows = try await Comparison.run(request).rows
    let share = try #require(rows[0].marginalEnergy).mean / #require(rows[1].marginalEnergy).mean
    #expect((0.03...0.2).contains(share), "\(share)")
  }

  // S20. Sessions of 2011 and 2015: denied gets an error and no position; when in use ends with the session begun on the
  // screen unless that may go on; monitoring services start an app only with always.
  @Test func whatRunsDependsOnWhatTheUserAllows() throws {
    let day = ServiceDay.way(.cycle, metres: 3000, speed: 4)
    func changes(_ authorization: Authorization) throws -> Int {
      try ServiceDay.run(day, authorization: authorization) { app, _ in
        app.makeManager().startMonitoringSignificantLocationChanges()
      }.record.fixes.filter { $0.delivered > .seconds(120) }.count
    }
    #expect(try changes(.always) > 0)
    #expect(try changes(.whenInUse) == 0)
    let journal = Journal()
    let run = try ServiceDay.run(day, authorization: .denied, journal: journal) { app, _ in
      app.makeManager(.best).startUpdatingLocation()
    }
    #expect(run.record.fixes.isEmpty && journal.all("failed denied").count == 1)
  }

  // S21. Session of 2020: areas of a couple to ten and more kilometres, at most about four an hour; regions are silent.
  @Test func withReducedAccuracyThereAreFourAreasAnHourAndNoRegions() throws {
    let journal = Journal()
    let run = try ServiceDay.run(
      ServiceDay.way(.drive, metres: 60_000, speed: 20), accuracy: .reduced, journal: journal
    ) { app, _ in
      let manager = app.makeManager(.best)
      manager.startUpdatingLocation()
      manager.startMonitoring(for: CircularRegion(center: ServiceDay.home, radius: 300, identifier: "home"))
    }
    let fixes = run.record.fixes
    #expect((2...5).contains(fixes.count), "\(fixes.count)")
    #expect(fixes.allSatisfy { $0.horizontalAccuracy >= 900 })
    #expect(!journal.entries.contains { $0.what.contains("home") })
  }
}
