import Core
import Testing
import World

@testable import LocationServices

/// Life of a process: launches into the background, kills by the system and by the user, restarts of the phone.
@Suite struct ProcessLifeTests {
  /// An app that watches for significant changes and records while it runs, killed at 100 s.
  private func killed(
    _ platform: Platform = .ios12, authorization: Authorization = .always, by kill: (inout Bench) -> Void
  ) -> Bench {
    var bench = Bench.opened(authorization: authorization, platform: platform) { app, host in
      let manager = app.makeManager(host)
      manager.startMonitoringSignificantLocationChanges()
      if host.isInForeground { manager.startUpdatingLocation() }
    }
    bench.measureSignificantChange(east: 0)
    bench.advance(to: 50)
    bench.leave()
    bench.advance(to: 100)
    kill(&bench)
    return bench
  }

  /// What the driver does after a hint that the user has moved.
  private func move(_ bench: inout Bench, at seconds: Double, east: Double) {
    bench.advance(to: seconds)
    bench.system.hintOfMovement()
    guard bench.system.significantChangeDue(at: bench.now) <= bench.now else { return }
    bench.measureSignificantChange(east: east)
  }

  @Test func afterAKillOnlyTheRegisteredServiceBringsTheAppBackAndNoSessionIsResumed() {
    var bench = killed { $0.kill() }
    let before = bench.journal.entries.count
    bench.advance(to: 3000)
    bench.fix()
    #expect(bench.journal.entries.count == before)
    move(&bench, at: 4000, east: 900)
    #expect(bench.journal.lines.dropFirst(before) == ["4000.0 launched by location", "4000.0 1 locations"])
    #expect(bench.system.demand.isEmpty)
    // About ten seconds, then it is suspended.
    bench.advance(to: 4009.9)
    #expect(bench.process == .background)
    bench.advance(to: 4010)
    #expect(bench.process == .suspended)
  }

  @Test(arguments: [(Platform.ios6, true), (.ios7, false), (.ios8, true), (.ios18, true)])
  func anAppThatTheUserRemovedIsStartedAgainByItsServiceButNotOnIOS7(_ platform: Platform, _ isStarted: Bool) {
    var bench = killed(platform) { bench in
      bench.system.terminate(0, byUser: true, at: bench.now)
      bench.settle()
    }
    move(&bench, at: 4000, east: 900)
    #expect(bench.journal.times("launched by location") == (isStarted ? [4000] : []))
    bench.advance(to: 5000)
    bench.open()
    bench.leave()
    bench.advance(to: 5500)
    bench.kill()
    // Opened once, it is an app like any other.
    move(&bench, at: 9000, east: 1900)
    #expect(bench.journal.times("launched by location").last == 9000)
  }

  @Test func untilTheFirstUnlockAfterARestartNoAppIsStarted() {
    var bench = killed { bench in
      bench.system.reboot(at: bench.now)
      bench.settle()
    }
    #expect(bench.process == .notRunning)
    #expect(bench.system.demand.isEmpty)
    move(&bench, at: 4000, east: 900)
    #expect(bench.journal.times("launched by location").isEmpty)
    bench.advance(to: 5000)
    bench.system.unlock(at: bench.now)
    // What happened in between is looked into at once.
    #expect(bench.system.significantChangeDue(at: bench.now) == bench.now)
    bench.measureSignificantChange(east: 900)
    #expect(bench.journal.times("launched by location") == [5000])
  }

  @Test func whoOpensAnAppHasUnlockedThePhone() {
    var bench = killed { $0.system.reboot(at: $0.now) }
    bench.advance(to: 200)
    bench.open()
    #expect(bench.journal.times("launched by user") == [0, 200])
    bench.advance(to: 250)
    bench.leave()
    bench.advance(to: 300)
    bench.kill()
    move(&bench, at: 4000, east: 900)
    #expect(bench.journal.times("launched by location") == [4000])
  }

  // MARK: Background updates by era

  @Test(arguments: [
    (Platform.ios8, SystemVersion(8), true, false, true), (.ios8, SystemVersion(8), false, true, false),
    (.ios9, SystemVersion(9), true, false, false), (.ios9, SystemVersion(9), true, true, true),
    (.ios9, SystemVersion(9), false, true, false), (.ios12, SystemVersion(8), true, false, true),
    (.ios8, SystemVersion(12), true, false, true),
  ])
  func beforeIOS9AndForAppsOfAnOlderSDKTheBackgroundModeAloneDecides(
    _ platform: Platform, sdk: SystemVersion, mode: Bool, flag: Bool, goesOn: Bool
  ) {
    var bench = Bench(platform: platform) { app, host in
      let manager = app.makeManager(host)
      manager.allowsBackgroundLocationUpdates = flag
      manager.startUpdatingLocation()
    }
    bench.redefine {
      $0.linkedSDK = sdk
      $0.hasLocationBackgroundMode = mode
    }
    bench.open()
    bench.leave()
    bench.advance(to: 100)
    #expect((bench.process == .background) == goesOn)
    #expect(bench.system.demand.isEmpty == !goesOn)
  }

  @Test func theBackgroundFlagIsOffUntilTheAppSetsIt() {
    var bench = Bench.opened(platform: .ios18) { _, host in
      let manager = host.makeLocationManager()
      #expect(!manager.allowsBackgroundLocationUpdates)
      manager.startUpdatingLocation()
    }
    bench.leave()
    bench.advance(to: 5)
    #expect(bench.process == .suspended)
  }

  @Test(arguments: [
    (Platform.ios12, SystemVersion(6), true), (.ios12, SystemVersion(5), false), (.ios5, SystemVersion(5), false),
    (.ios6, SystemVersion(6), true),
  ])
  func automaticPausingIsOnByDefaultForAppsLinkedAgainstIOS6(
    _ platform: Platform, sdk: SystemVersion, isOn: Bool
  ) {
    let journal = Journal()
    var bench = Bench(platform: platform) { _, host in
      journal.note("\(host.makeLocationManager().pausesLocationUpdatesAutomatically)", at: host.now)
    }
    bench.redefine { $0.linkedSDK = sdk }
    bench.open()
    #expect(journal.lines == ["0.0 \(isOn)"])
  }

  // MARK: Background app refresh

  private func refreshing(_ platform: Platform = .ios12) -> Bench {
    var bench = Bench.opened(platform: platform) { app, host in host.scheduleBackgroundRefresh(after: 600) }
    bench.advance(to: 20)
    bench.leave()
    return bench
  }

  @Test func aRefreshWakesASuspendedAppForHalfAMinute() {
    var bench = refreshing()
    bench.advance(to: 599)
    #expect(bench.process == .suspended)
    bench.advance(to: 600)
    #expect(bench.journal.lines.last == "600.0 refresh")
    bench.advance(to: 629.9)
    #expect(bench.process == .background)
    bench.advance(to: 630)
    #expect(bench.process == .suspended)
    // One for each request.
    bench.advance(to: 9000)
    #expect(bench.journal.times("refresh") == [600])
  }

  @Test func aRefreshStartsAnAppThatTheSystemHadEnded() {
    var bench = refreshing()
    bench.kill()
    bench.advance(to: 700)
    #expect(bench.journal.lines.suffix(2) == ["600.0 launched by backgroundRefresh", "600.0 refresh"])
  }

  @Test func thereIsNoRefreshForAnAppThatTheUserRemovedNorBeforeIOS7NorBeforeTheFirstUnlock() {
    var removed = refreshing()
    removed.system.terminate(0, byUser: true, at: removed.now)
    removed.advance(to: 700)
    removed.system.backgroundRefresh(0, at: removed.now)
    removed.settle()
    #expect(removed.journal.times("refresh").isEmpty)
    var old = refreshing(.ios6)
    old.advance(to: 700)
    old.system.backgroundRefresh(0, at: old.now)
    old.settle()
    #expect(old.journal.times("refresh").isEmpty)
    var locked = refreshing()
    locked.system.reboot(at: locked.now)
    locked.advance(to: 700)
    #expect(locked.journal.times("refresh").isEmpty)
  }

  // MARK: Who has access

  @Test func anAppHasAccessWhileASessionRunsOrAServiceWatches() {
    var bench = Bench.opened { app, host in
      app.makeManager(host).startUpdatingLocation()
      app.makeManager(host)
    }
    #expect(bench.system.access.apps == 1)
    bench.act { $0.managers[0].stopUpdatingLocation() }
    #expect(bench.system.access.apps == 0)
    bench.act { $0.managers[1].startMonitoringSignificantLocationChanges() }
    #expect(bench.system.access.apps == 1)
    bench.kill()
    #expect(bench.system.access.apps == 1)
    bench.open()
    bench.act { $0.managers[0].stopUpdatingLocation() }
    #expect(bench.system.access.apps == 1)
    bench.act { $0.managers[1].startMonitoringSignificantLocationChanges() }
    bench.act { $0.managers[1].stopMonitoringSignificantLocationChanges() }
    #expect(bench.system.access.apps == 0)
  }
}
