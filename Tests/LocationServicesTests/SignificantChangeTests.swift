import Core
import Testing
import World

@testable import LocationServices

@Suite struct SignificantChangeTests {
  private func monitoring(_ authorization: Authorization = .always, on platform: Platform = .ios12) -> Bench {
    .opened(authorization: authorization, platform: platform) { app, host in
      app.makeManager(host).startMonitoringSignificantLocationChanges()
    }
  }

  private func due(_ bench: borrowing Bench) -> Double? {
    let due = bench.system.significantChangeDue(at: bench.now)
    return due == .never ? nil : due.seconds
  }

  @Test func theFirstPositionComesAtOnce() {
    var bench = monitoring()
    #expect(due(bench) == 0)
    bench.measureSignificantChange(east: 0)
    #expect(bench.journal.times("1 locations") == [0])
    #expect(due(bench) == nil)
  }

  @Test func aChangeNeeds500MetresAndFiveMinutes() {
    var bench = monitoring()
    bench.measureSignificantChange(east: 0)
    // A hint within five minutes is looked at when they are over.
    bench.advance(to: 120)
    bench.system.hintOfMovement()
    #expect(due(bench) == 300)
    bench.advance(to: 300)
    bench.measureSignificantChange(east: 499)
    #expect(bench.journal.deliveries.count == 1)
    #expect(due(bench) == nil)
    bench.advance(to: 310)
    bench.system.hintOfMovement()
    #expect(due(bench) == 310)
    bench.measureSignificantChange(east: 501)
    #expect(bench.journal.times("1 locations") == [0, 310])
  }

  /// Cells serve a phone in turn; iOS 4 took each for a move.
  @Test(arguments: [(Platform.ios4, [0.0, 310, 930]), (.ios5, [0, 620, 930])])
  func aCellsPositionIsAMoveBeyondBothRadii(_ platform: Platform, _ times: [Double]) {
    var bench = monitoring(on: platform)
    for (time, east, accuracy) in [(0.0, 0.0, 3000.0), (310, 2990, 1500), (620, 3010, 2000), (930, 1900, 65)] {
      bench.advance(to: time)
      bench.measureSignificantChange(east: east, accuracy: accuracy)
    }
    #expect(bench.journal.times("1 locations") == times)
  }

  @Test func aPositionFarOffWithinFiveMinutesWaitsForThem() {
    var bench = monitoring()
    bench.measureSignificantChange(east: 0)
    bench.advance(to: 100)
    bench.measureSignificantChange(east: 5000)
    #expect(bench.journal.deliveries.count == 1)
    #expect(due(bench) == 300)
  }

  @Test func withoutAHintNothingIsMeasured() {
    var bench = monitoring()
    bench.measureSignificantChange(east: 0)
    bench.advance(to: 5000)
    #expect(due(bench) == nil)
    bench.system.hintOfMovement()
    #expect(due(bench) == 5000)
  }

  @Test func aSuspendedAppIsWokenForAboutTenSeconds() {
    var bench = monitoring()
    bench.measureSignificantChange(east: 0)
    bench.leave()
    bench.advance(to: 1000)
    #expect(bench.process == .suspended)
    bench.measureSignificantChange(east: 700)
    #expect(bench.journal.times("1 locations") == [0, 1000])
    bench.advance(to: 1009.9)
    #expect(bench.process == .background)
    #expect(bench.system.processorHolder(at: bench.now)?.app == 0)
    bench.advance(to: 1010)
    #expect(bench.process == .suspended)
  }

  @Test func aTerminatedAppIsLaunchedAndTheNewProcessGetsThePosition() {
    var bench = monitoring()
    bench.measureSignificantChange(east: 0)
    bench.kill()
    bench.advance(to: 1000)
    bench.measureSignificantChange(east: 700)
    #expect(
      bench.journal.lines == [
        "0.0 launched by user", "0.0 1 locations", "1000.0 launched by location", "1000.0 1 locations",
      ])
    #expect(bench.journal.deliveries.last?.locations == [Bench.location(east: 700, accuracy: 65, at: 1000)])
    bench.advance(to: 1010)
    #expect(bench.process == .suspended)
  }

  @Test func aPositionWaitsForAProcessThatRegistersLater() {
    var bench = Bench.opened { app, host in
      let manager = app.makeManager(host)
      if host.now == 0 { manager.startMonitoringSignificantLocationChanges() }
    }
    bench.kill()
    bench.advance(to: 1000)
    bench.measureSignificantChange(east: 700)
    #expect(bench.journal.lines.last == "1000.0 launched by location")
    bench.advance(to: 1003)
    bench.act { $0.managers[0].startMonitoringSignificantLocationChanges() }
    #expect(bench.journal.times("1 locations") == [1003])
  }

  @Test func inTheBackgroundItNeedsAlways() {
    // Before iOS 13 it could not even be started with less.
    let cases = [(Authorization.whenInUse, Platform.ios12, 0), (.whenInUse, .ios13, 1), (.always, .ios12, 2)]
    for (authorization, platform, count) in cases {
      var bench = monitoring(authorization, on: platform)
      bench.measureSignificantChange(east: 0)
      bench.leave()
      bench.advance(to: 1000)
      bench.measureSignificantChange(east: 700)
      #expect(bench.journal.deliveries.count == count)
      #expect(bench.process == (count == 2 ? .background : .suspended))
    }
  }

  @Test func aLaunchByTheUserIsNotTurnedIntoOneInTheBackground() {
    var bench = monitoring()
    bench.measureSignificantChange(east: 0)
    bench.kill()
    bench.advance(to: 1000)
    bench.processorRuns = false
    bench.open()
    bench.measureSignificantChange(east: 700)
    bench.processorRuns = true
    bench.settle()
    #expect(bench.journal.times("launched by user") == [0, 1000])
    #expect(bench.process == .foreground)
    #expect(bench.journal.times("1 locations") == [0, 1000])
  }

  @Test func itIgnoresAccuracyAndFilterOfTheManager() {
    var bench = Bench.opened { app, host in
      let manager = app.makeManager(host)
      manager.desiredAccuracy = .best
      manager.distanceFilter = 100_000
      manager.startMonitoringSignificantLocationChanges()
    }
    #expect(bench.system.demand.isEmpty)
    bench.measureSignificantChange(east: 0)
    bench.advance(to: 1000)
    bench.measureSignificantChange(east: 700)
    #expect(bench.journal.deliveries.count == 2)
  }

  @Test func stoppedOrUnavailableItIsSilent() {
    var bench = monitoring()
    bench.measureSignificantChange(east: 0)
    bench.act { $0.managers[0].stopMonitoringSignificantLocationChanges() }
    bench.advance(to: 1000)
    bench.system.hintOfMovement()
    #expect(due(bench) == nil)
    bench.measureSignificantChange(east: 700)
    #expect(bench.journal.deliveries.count == 1)
    let without = Bench.opened(significantChange: false) { app, host in
      #expect(!host.availability.significantLocationChangeMonitoring)
      app.makeManager(host).startMonitoringSignificantLocationChanges()
    }
    #expect(due(without) == nil)
  }

  @Test(arguments: MovementTrigger.allCases)
  func iOS4KnowsTowersOnlyAndIOS5AccessPointsNetworksAndTheScreenToo(_ hint: MovementTrigger) {
    for platform in [Platform.ios4, .ios5, .ios18] {
      var bench = Bench.opened(platform: platform) { app, host in
        app.makeManager(host).startMonitoringSignificantLocationChanges()
      }
      bench.measureSignificantChange(east: 0)
      bench.advance(to: 700)
      bench.system.hintOfMovement(hint)
      #expect((due(bench) == 700) == (hint == .servingCell || platform != .ios4))
    }
  }

  @Test func aPositionOfAnotherSessionIsTakenWhenItIsFarAndLateEnoughAndGoodEnough() {
    var bench = monitoring()
    bench.measureSignificantChange(east: 0)
    func share(_ bench: inout Bench, east: Double, accuracy: Double = 10) {
      bench.system.shareWithSignificantChange(
        Bench.location(east: east, accuracy: accuracy, at: bench.now.seconds), at: bench.now)
      bench.settle()
    }
    bench.advance(to: 299)
    share(&bench, east: 800)
    // Nothing is left behind either: no measurement waits for the five minutes.
    #expect(bench.journal.deliveries.count == 1)
    #expect(due(bench) == nil)
    bench.advance(to: 300)
    share(&bench, east: 499)
    share(&bench, east: 800, accuracy: 501)
    #expect(bench.journal.deliveries.count == 1)
    share(&bench, east: 500.5)
    #expect(bench.journal.times("1 locations") == [0, 300])
    // A hint that waited is done with.
    bench.advance(to: 400)
    bench.system.hintOfMovement()
    bench.advance(to: 600)
    share(&bench, east: 1100)
    #expect(bench.journal.times("1 locations") == [0, 300, 600])
    #expect(due(bench) == nil)
  }

  @Test func aSharedPositionWakesASuspendedAppAndLaunchesATerminatedOne() {
    for kill in [false, true] {
      var bench = monitoring()
      bench.measureSignificantChange(east: 0)
      bench.leave()
      bench.advance(to: 60)
      if kill { bench.kill() }
      bench.advance(to: 1000)
      bench.system.shareWithSignificantChange(Bench.location(east: 700, accuracy: 10, at: 1000), at: bench.now)
      bench.settle()
      #expect(bench.journal.deliveries.last?.time == 1000)
      #expect(bench.process == .background)
      #expect(bench.journal.times("launched by location") == (kill ? [1000] : []))
    }
  }

  @Test func onlyTheFirstEventMayBeACachedPosition() {
    var bench = monitoring()
    let first = bench.system.significantChangeMeasurementBegins(at: bench.now)
    #expect(first.isFirst && first.app == 0)
    bench.system.significantChangeMeasured(Bench.location(at: 0), at: bench.now)
    bench.settle()
    bench.advance(to: 1000)
    bench.system.hintOfMovement()
    let next = bench.system.significantChangeMeasurementBegins(at: bench.now)
    #expect(!next.isFirst && next.app == 0)
  }
}
