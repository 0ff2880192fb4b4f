import Core
import Testing
import World

@testable import LocationServices

@Suite struct RegionTests {
  private func monitoring(
    _ authorization: Authorization = .always, platform: Platform = .ios12, regions: [CircularRegion] = [Bench.region()]
  ) -> Bench {
    .opened(authorization: authorization, platform: platform) { app, host in
      let manager = app.makeManager(host)
      for region in regions { manager.startMonitoring(for: region) }
    }
  }

  @Test func theAppIsToldOnEnteringAndOnLeaving() {
    var bench = monitoring()
    #expect(bench.regionLookDue == 0)
    bench.lookForRegions(east: 500)
    bench.advance(to: 1000)
    bench.goTo(east: 11)
    bench.advance(to: 2000)
    bench.goTo(east: 311)
    #expect(
      bench.journal.lines == [
        "0.0 launched by user", "0.0 monitors shop", "1020.0 entered shop", "1020.0 inside shop", "2020.0 left shop",
        "2020.0 outside shop",
      ])
  }

  /// The system notifies the user of an app that has when in use only, and neither tells nor starts the app.
  @Test(arguments: [Authorization.whenInUse, .always]) func aNotificationAtARegionNeedsNoApp(
    _ authorization: Authorization
  ) {
    var region = Bench.region()
    region.notifiesUser = true
    var bench = monitoring(authorization, regions: [region])
    bench.lookForRegions(east: 500)
    bench.leave()
    bench.kill()
    _ = bench.system.systemRequests()
    bench.advance(to: 1000)
    bench.goTo(east: 11)
    #expect(bench.system.systemRequests()?.notifications.map(\.isEntry) == [true])
    bench.advance(to: 2000)
    bench.goTo(east: 311)
    #expect(bench.system.systemRequests()?.notifications.map(\.isEntry) == [false])
    #expect(bench.process == .notRunning)
    #expect(!bench.journal.lines.contains { $0.contains("shop") && !$0.contains("monitors") })
  }

  /// Beside it the app's own region stays silent without always.
  @Test func aNotificationBringsNoRightForOtherRegions() {
    var shown = Bench.region("shown")
    shown.notifiesUser = true
    shown.notifyOnExit = false
    var bench = monitoring(.whenInUse, regions: [Bench.region(), shown])
    bench.lookForRegions(east: 500)
    bench.leave()
    bench.advance(to: 1000)
    bench.goTo(east: 11)
    bench.goTo(east: 500)
    #expect(bench.system.systemRequests()?.notifications.map(\.isEntry) == [true])
    #expect(!bench.journal.lines.contains { $0.contains("entered") || $0.contains("left") })
  }

  @Test func beingInsideToBeginWithIsNoEntry() {
    var bench = monitoring()
    bench.goTo(east: 11)
    bench.goTo(east: 311)
    #expect(bench.journal.lines.dropFirst(2).map { $0 } == ["40.0 left shop", "40.0 outside shop"])
  }

  @Test func onlyTheWantedCrossingsAreTold() {
    var entries = Bench.region("entry only")
    entries.notifyOnExit = false
    var exits = Bench.region("exit only")
    exits.notifyOnEntry = false
    var bench = monitoring(regions: [entries, exits])
    bench.lookForRegions(east: 500)
    bench.goTo(east: 11)
    bench.goTo(east: 500)
    let events = bench.journal.entries.map(\.text).filter { $0.hasPrefix("entered") || $0.hasPrefix("left") }
    #expect(events == ["entered entry only", "left exit only"])
  }

  @Test func anAppMayHaveTwentyRegionsBeaconsCountedIn() {
    let bench = Bench.opened { app, host in
      let manager = app.makeManager(host)
      for index in 1...17 { manager.startMonitoring(for: Bench.region("\(index)")) }
      for index in 18...21 { manager.startMonitoring(for: BeaconRegion(beacon: "b", identifier: "\(index)")) }
      manager.startMonitoring(for: Bench.region("22"))
    }
    let lines = bench.journal.entries.map(\.text)
    #expect(lines.count { $0.hasPrefix("monitors") } == 20)
    #expect(lines.suffix(2) == ["failed 21 5", "failed 22 5"])
  }

  @Test func aRegionOfTheSameNameReplacesTheOld() {
    var bench = monitoring(regions: [Bench.region(east: 0), Bench.region(east: 5000)])
    #expect(bench.system.board.regions.servedCount(0) == 1)
    bench.lookForRegions(east: 3000)
    bench.goTo(east: 0)
    #expect(bench.journal.entries.count { $0.text.hasPrefix("entered") } == 0)
    bench.goTo(east: 5000)
    #expect(bench.journal.entries.count { $0.text.hasPrefix("entered") } == 1)
  }

  @Test func whatIsNoLongerMonitoredIsSilent() {
    var bench = monitoring()
    bench.lookForRegions(east: 500)
    bench.act { $0.managers[0].stopMonitoring(identifier: "shop") }
    #expect(bench.system.monitorsRegions == false)
    #expect(bench.regionLookDue == nil)
    bench.goTo(east: 0)
    #expect(bench.journal.lines.count == 2)
  }

  @Test func aTerminatedAppIsLaunchedForACrossingAndItsNewProcessHearsOfIt() {
    var bench = monitoring()
    bench.lookForRegions(east: 500)
    bench.kill()
    bench.advance(to: 1000)
    bench.goTo(east: 0)
    #expect(
      bench.journal.lines.dropFirst(2).map { $0 } == [
        "1020.0 launched by location", "1020.0 entered shop", "1020.0 inside shop", "1020.0 monitors shop",
      ])
    bench.advance(to: 1030)
    #expect(bench.process == .suspended)
  }

  @Test func regionsStayWithTheSystemWhenTheProcessDoesNotAskAgain() {
    var bench = Bench.opened { app, host in
      let manager = app.makeManager(host)
      if host.now == 0 { manager.startMonitoring(for: Bench.region()) }
    }
    bench.lookForRegions(east: 500)
    bench.kill()
    bench.advance(to: 1000)
    bench.goTo(east: 0)
    #expect(bench.journal.lines.suffix(2) == ["1020.0 entered shop", "1020.0 inside shop"])
  }

  @Test func anEventWaitsForAProcessThatMakesItsManagerLater() {
    var bench = Bench.opened { app, host in
      if host.now == 0 { app.makeManager(host).startMonitoring(for: Bench.region()) }
    }
    bench.lookForRegions(east: 500)
    bench.kill()
    bench.advance(to: 1000)
    bench.goTo(east: 0)
    #expect(bench.journal.lines.last == "1020.0 launched by location")
    bench.advance(to: 1023)
    let (object, its) = (bench.system.apps[0].app, bench.system.apps[0].host)
    its?.timerActions[-1] = {
      guard let app = object as? RecordingApp, let host = its else { return }
      _ = app.makeManager(host)
    }
    bench.system.context.processes[0].mailbox.post(.timer(-1))
    bench.settle()
    #expect(bench.journal.lines.suffix(2) == ["1023.0 entered shop", "1023.0 inside shop"])
  }

  @Test func aSuspendedAppIsToldOnlyWithAlways() {
    for (authorization, count) in [(Authorization.whenInUse, 0), (.always, 1)] {
      var bench = monitoring(authorization, platform: .ios17)
      bench.lookForRegions(east: 500)
      bench.leave()
      bench.advance(to: 1000)
      bench.goTo(east: 0)
      #expect(bench.journal.entries.count { $0.text == "entered shop" } == count, "\(authorization)")
    }
  }

  @Test func deniedItFailsAtOnce() {
    var bench = monitoring(.denied)
    #expect(bench.journal.lines == ["0.0 launched by user", "0.0 failed shop 4"])
    #expect(bench.regionLookDue == nil)
    bench.goTo(east: 0)
    #expect(bench.journal.lines.count == 2)
  }

  @Test func nothingHappensBeforeThePhoneIsUnlockedForTheFirstTime() {
    var bench = monitoring()
    bench.lookForRegions(east: 500)
    bench.system.reboot(at: bench.now)
    bench.advance(to: 1000)
    bench.goTo(east: 0)
    #expect(bench.journal.lines.count == 2)
    bench.system.unlock(at: bench.now)
    #expect(bench.regionLookDue == 1020)
    bench.goTo(east: 0)
    #expect(bench.journal.lines.contains("1040.0 entered shop"))
  }

  @Test func everyPositionOnThePhoneIsUsed() {
    var bench = monitoring()
    bench.lookForRegions(east: 500)
    for second in 100...120 {
      bench.advance(to: Double(second))
      bench.system.noteForRegions(
        Bench.location(east: 11, accuracy: 5, at: Double(second)), isCell: false, at: bench.now)
      bench.settle()
    }
    #expect(bench.journal.times("entered shop") == [120])
  }

  @Test func towersAccessPointsAndTheScreenAreReasonsToLookButTheFirstVersionKnewTowersOnly() {
    for (platform, surroundings) in [(Platform.ios4, nil), (.ios5, 700.0)] as [(Platform, Double?)] {
      var bench = monitoring(platform: platform)
      bench.lookForRegions(east: 5000, accuracy: 711, isCell: true)
      bench.advance(to: 700)
      #expect(bench.regionLookDue == nil)
      bench.system.hintForRegions(.accessPoints)
      #expect(bench.regionLookDue == surroundings)
      bench.system.regionMeasurementBegins(at: bench.now)
      bench.system.hintForRegions(.servingCell)
      #expect(bench.regionLookDue == 700)
    }
  }

  @Test func theFirstVersionUsesNoPositionsButThoseOfCells() {
    for (platform, count) in [(Platform.ios4, 0), (.ios5, 1)] {
      var bench = monitoring(platform: platform)
      bench.lookForRegions(east: 5000, accuracy: 711, isCell: true)
      bench.goTo(east: 0)
      #expect(bench.journal.entries.count { $0.text == "entered shop" } == count)
    }
  }

  @Test func devicesWithoutCellularHaveRegionsSinceTheTilesOfVersionSix() {
    for (platform, line) in [(Platform.ios5, "0.0 failed shop 5"), (.ios6, "0.0 monitors shop")] {
      let bench = Bench.opened(platform: platform, significantChange: false) { app, host in
        app.makeManager(host).startMonitoring(for: Bench.region())
      }
      #expect(bench.journal.lines.last == line)
    }
  }

  @Test func theStateIsAnsweredAtOnceOrWhenItIsKnown() {
    var bench = monitoring()
    bench.act { $0.managers[0].requestState(for: .circular(Bench.region())) }
    #expect(bench.journal.lines.count == 2)
    bench.advance(to: 3)
    bench.lookForRegions(east: 11)
    #expect(bench.journal.lines.last == "3.0 inside shop")
    bench.advance(to: 5)
    bench.act { $0.managers[0].requestState(for: .circular(Bench.region())) }
    #expect(bench.journal.lines.suffix(2) == ["3.0 inside shop", "5.0 inside shop"])
  }

  @Test func aPositionNearTheEdgeIsFollowedUpFiveTimes() {
    var bench = monitoring()
    bench.lookForRegions(east: 150)
    var looks: [Double] = []
    while let due = bench.regionLookDue {
      bench.advance(to: due)
      looks.append(due)
      bench.lookForRegions(east: 150)
    }
    #expect(looks == [60, 120, 180, 240, 300])
  }

  @Test func afterAHintOfNetworksOneBadPositionDoesNotCloseTheCase() {
    for hint in MovementTrigger.allCases {
      var bench = monitoring()
      bench.lookForRegions(east: 500)
      bench.advance(to: 100)
      bench.system.hintForRegions(hint)
      #expect(bench.regionLookDue == 100)
      // The user is inside; the scan errs.
      bench.lookForRegions(east: 500)
      let isOfNetworks = hint == .accessPoints || hint == .association
      #expect(bench.regionLookDue == (isOfNetworks ? 160 : nil), "\(hint)")
      guard isOfNetworks else { continue }
      bench.advance(to: 160)
      bench.goTo(east: 0)
      #expect(bench.journal.times("entered shop") == [180])
      #expect(bench.regionLookDue == nil)
    }
  }

  @Test func theLookAtTheEndOfAHoldDoesNotStandForTheSecondOne() {
    var bench = monitoring()
    bench.lookForRegions(east: 500)
    bench.advance(to: 100)
    bench.system.hintForRegions(.accessPoints)
    bench.lookForRegions(east: 0)
    #expect(bench.regionLookDue == 120)
    bench.advance(to: 120)
    bench.lookForRegions(east: 500)
    #expect(bench.regionLookDue == 160)
  }

  @Test func beaconsAreToldAsRegions() {
    var bench = Bench.opened { app, host in
      app.makeManager(host).startMonitoring(for: BeaconRegion(beacon: "door", identifier: "door"))
    }
    #expect(bench.system.monitorsRegions == false)
    for (second, isNear) in [(1.0, false), (61.0, true), (62.0, true), (131.0, false)] {
      bench.advance(to: second)
      bench.system.beaconObserved(serial: 1, isNear: isNear, at: bench.now)
      bench.settle()
    }
    #expect(
      bench.journal.lines.dropFirst(2).map { $0 } == [
        "61.0 entered door", "61.0 inside door", "131.0 left door", "131.0 outside door",
      ])
  }

  @Test func withReducedAccuracyNeitherRegionsNorBeaconsAreTold() {
    var bench = Bench(accuracy: .reduced, platform: .ios14) { app, host in
      let manager = app.makeManager(host)
      manager.startMonitoring(for: Bench.region())
      manager.startMonitoring(for: BeaconRegion(beacon: "door", identifier: "door"))
    }
    bench.open()
    #expect(bench.regionLookDue == nil)
    bench.goTo(east: 500)
    bench.goTo(east: 0)
    bench.system.beaconObserved(serial: 2, isNear: false, at: bench.now)
    bench.system.beaconObserved(serial: 2, isNear: true, at: bench.now)
    bench.settle()
    #expect(bench.journal.entries.count { $0.text.hasPrefix("entered") } == 0)
  }
}
