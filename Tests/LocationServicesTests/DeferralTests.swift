import Core
import Testing
import World

@testable import LocationServices

@Suite struct DeferralTests {
  /// An app in the background since 10 s, whose session has deferred since then.
  private func deferring(
    distance: Double = LocationManager.noLimit, timeout: Double = LocationManager.noLimit, chipCapacity: Int = 300
  ) -> Bench {
    var bench = Bench.opened(chipCapacity: chipCapacity, motion: .walking) { app, host in
      app.makeManager(host).startUpdatingLocation()
    }
    bench.advance(to: 10)
    bench.leave()
    bench.system.context.movement.hasSatelliteFix = true
    bench.act { $0.managers[0].allowDeferredLocationUpdates(untilTraveled: distance, timeout: timeout) }
    return bench
  }

  private func walk(_ bench: inout Bench, to end: Int, speed: Double = 1.5) {
    for second in Int(bench.now.seconds) + 1...end {
      bench.advance(to: Double(second))
      bench.fix(east: speed * Double(second), speed: speed)
    }
  }

  @Test func inTheBackgroundTheChipKeepsTheFixesWhileTheAppSleeps() {
    var bench = deferring()
    #expect(bench.system.demand.gnss == .batching)
    #expect(bench.system.demand.wifi == .off)
    walk(&bench, to: 60)
    #expect(bench.journal.deliveries.isEmpty)
  }

  @Test func whatTheChipKeepsIsForTheSessionThatDefersAlone() {
    var bench = Bench.opened(motion: .walking) { app, host in
      app.makeManager(host).startUpdatingLocation()
      let coarse = app.makeManager(host)
      coarse.desiredAccuracy = .threeKilometers
      coarse.startUpdatingLocation()
    }
    bench.advance(to: 10)
    bench.leave()
    bench.system.context.movement.hasSatelliteFix = true
    bench.act { $0.managers[0].allowDeferredLocationUpdates(untilTraveled: 1e4, timeout: 7.5) }
    #expect(bench.system.demand.gnss == .batching)
    for second in 11...16 {
      bench.advance(to: Double(second))
      bench.system.keepOnChip(Bench.location(at: Double(second)), at: bench.now)
      bench.settle()
      #expect(bench.journal.deliveries.isEmpty)
      #expect(bench.system.context.movement.lastPosition == nil)
    }
    bench.advance(to: 18)
    #expect(bench.journal.deliveries.map(\.locations.count) == [6])
    // Once it is delivered, the system knows where the user was last.
    #expect(bench.system.context.movement.lastPosition?.timestamp == 16)
  }

  @Test func atTheTimeLimitAllIsDeliveredInOneArrayInTimeOrderAndFinishedOnce() {
    var bench = deferring(timeout: 33.5)
    walk(&bench, to: 60)
    let held = bench.journal.deliveries[0]
    #expect(held.time == 43.5)
    #expect(held.locations.map(\.timestamp) == (11...43).map(Double.init))
    #expect(bench.journal.times("deferral finished without error") == [43.5])
    // From then on each fix comes by itself.
    #expect(bench.journal.deliveries.count == 1 + 17)
    #expect(bench.system.demand.gnss == .continuous)
  }

  @Test func atTheDistanceLimitAllIsDelivered() {
    // 1.5 m each second between fixes: 36 m after 24 s from the first fix at 11 s.
    var bench = deferring(distance: 36)
    walk(&bench, to: 60)
    #expect(bench.journal.times("deferral finished without error") == [35])
    #expect(bench.journal.deliveries[0].locations.count == 25)
  }

  @Test func aFullChipDeliversEarlyAndGoesOnDeferring() {
    var bench = deferring(chipCapacity: 7)
    walk(&bench, to: 32)
    #expect(bench.journal.times("7 locations") == [17, 24, 31])
    #expect(bench.journal.entries.filter { $0.text.hasPrefix("deferral") }.isEmpty)
    #expect(bench.system.demand.gnss == .batching)
    #expect(bench.journal.deliveries.flatMap(\.locations).map(\.timestamp) == (11...31).map(Double.init))
  }

  @Test func inTheForegroundNothingIsDeferred() {
    var bench = deferring()
    walk(&bench, to: 20)
    bench.open()
    #expect(bench.journal.times("10 locations") == [20])
    #expect(bench.system.demand.gnss == .continuous)
    walk(&bench, to: 25)
    #expect(bench.journal.times("1 locations") == [21, 22, 23, 24, 25])
    // The call is still good: back in the background deferral goes on.
    bench.leave()
    #expect(bench.system.demand.gnss == .batching)
    #expect(bench.journal.entries.filter { $0.text.hasPrefix("deferral") }.isEmpty)
  }

  @Test(arguments: [
    (11, DesiredAccuracy.best, -1.0, true, false), (12, .best, -1, false, true),
    (13, .nearestTenMeters, -1, true, true), (14, .bestForNavigation, 5, true, true),
  ])
  func aRefusalNamesItsCause(
    _ code: Int, accuracy: DesiredAccuracy, filter: Double, updating: Bool, hardware: Bool
  ) {
    let bench = Bench.opened(deferral: hardware) { app, host in
      let manager = app.makeManager(host)
      manager.desiredAccuracy = accuracy
      manager.distanceFilter = filter
      if updating { manager.startUpdatingLocation() }
      manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
    }
    #expect(bench.journal.times("deferral finished \(code)") == [0])
  }

  /// Positions of cells and Wi-Fi are none to go on from; nor is a fix once the receiver has lost the sky.
  @Test func withoutAFixItFails() {
    var bench = Bench.opened(motion: .walking) { app, host in app.makeManager(host).startUpdatingLocation() }
    func ask(at seconds: Double, _ bench: inout Bench) {
      bench.advance(to: seconds)
      bench.act { $0.managers[0].allowDeferredLocationUpdates(untilTraveled: 1e4, timeout: 1e4) }
    }
    bench.fix(accuracy: 31, fromGNSS: false)
    ask(at: 3, &bench)
    #expect(bench.journal.times("deferral finished 11") == [3])
    bench.fix(accuracy: 7)
    ask(at: 5, &bench)
    #expect(bench.journal.times("deferral finished 11") == [3])
    bench.system.gnssUnavailable(at: bench.now)
    bench.settle()
    ask(at: 11, &bench)
    #expect(bench.journal.times("deferral finished 11") == [3, 5, 11])
  }

  @Test func sinceIOS13ItFails() {
    let bench = Bench.opened(platform: .ios18) { app, host in
      #expect(!host.availability.deferredLocationUpdates)
      let manager = app.makeManager(host)
      manager.startUpdatingLocation()
      manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
    }
    #expect(bench.journal.times("deferral finished 11") == [0])
  }

  @Test func everyCallGetsOneFinishAndALaterOneCancelsTheEarlier() {
    var bench = deferring()
    walk(&bench, to: 12)
    bench.act { $0.managers[0].allowDeferredLocationUpdates(untilTraveled: 1e4, timeout: 1e4) }
    #expect(bench.journal.times("deferral finished 15") == [12])
    // What was held is not lost.
    #expect(bench.journal.times("2 locations") == [12])
    bench.act { $0.managers[0].disallowDeferredLocationUpdates() }
    #expect(bench.journal.times("deferral finished 15") == [12, 12])
    bench.act { $0.managers[0].disallowDeferredLocationUpdates() }
    #expect(bench.journal.times("deferral finished 15").count == 2)
  }

  @Test func stoppingOrAskingForLessCancelsIt() {
    for action in [
      { (app: RecordingApp) in app.managers[0].stopUpdatingLocation() },
      { (app: RecordingApp) in app.managers[0].distanceFilter = 7 },
      { (app: RecordingApp) in app.managers[0].desiredAccuracy = .hundredMeters },
    ] {
      var bench = deferring()
      bench.act(action)
      #expect(bench.journal.times("deferral finished 15") == [10])
    }
  }

  @Test func withoutAFixDeferralFailsAndWhatIsHeldIsDelivered() {
    var bench = deferring()
    walk(&bench, to: 15)
    bench.system.gnssUnavailable(at: bench.now)
    bench.settle()
    #expect(bench.journal.lines.suffix(2) == ["15.0 5 locations", "15.0 deferral finished 11"])
  }

  @Test func locationsThatWaitedTogetherComeAsOneArrayInTimeOrder() {
    var bench = Bench.opened(motion: .walking) { app, host in app.makeManager(host).startUpdatingLocation() }
    bench.processorRuns = false
    for second in 1...5 {
      bench.advance(to: Double(second))
      bench.fix(east: Double(second))
    }
    bench.processorRuns = true
    bench.advance(to: 7)
    bench.settle()
    #expect(bench.journal.deliveries.count == 1)
    #expect(bench.journal.deliveries[0].time == 7)
    #expect(bench.journal.deliveries[0].locations.map(\.timestamp) == [1, 2, 3, 4, 5])
  }
}
