import Core
import Testing
@testable import World

@testable import LocationServices

@Suite struct ReducedAccuracyTests {
  private func area(_ east: Double, radius: Double = 5_890) -> ReducedArea {
    ReducedArea(centre: Bench.berlin.moved(east: east, north: 0), radius: radius)
  }

  private func session(
    accuracy: AccuracyAuthorization = .reduced, desired: DesiredAccuracy = .best, filter: Double = -1,
    motion: MotionClass = .automotive, platform: Platform = .ios14
  ) -> Bench {
    .opened(accuracy: accuracy, platform: platform, motion: motion) { app, host in
      let manager = app.makeManager(host)
      manager.desiredAccuracy = desired
      manager.distanceFilter = filter
      manager.startUpdatingLocation()
    }
  }

  /// What the driver does when an area is due.
  private func compute(_ bench: inout Bench, _ east: Double) {
    #expect(bench.system.reducedAccuracyDue(at: bench.now) == bench.now)
    bench.system.reducedAreaComputed(area(east), at: bench.now)
    bench.settle()
  }

  @Test func aSessionGetsTheAreaAndNoPositionAndNeedsNoTechnology() {
    var bench = session()
    #expect(bench.system.demand.reduced)
    #expect(bench.system.demand.gnss == .off && bench.system.demand.wifi == .off && !bench.system.demand.cell)
    compute(&bench, 900)
    bench.advance(to: 10)
    bench.fix(accuracy: 5)
    #expect(bench.journal.deliveries.count == 1)
    #expect(bench.journal.deliveries[0].locations[0].horizontalAccuracy == 5_890)
  }

  @Test func itIsComputedAtMostFourTimesAnHour() {
    var bench = session()
    for minute in stride(from: 0.0, to: 240, by: 15) {
      bench.advance(to: minute * 60)
      compute(&bench, minute * 1000)
      #expect(bench.system.reducedAccuracyDue(at: bench.now) == bench.now + .minutes(15))
    }
    #expect(bench.journal.deliveries.count == 16)
  }

  @Test func anAreaThatHasNotChangedIsNotDeliveredAgain() {
    var bench = session()
    for (minute, east) in [(0.0, 0.0), (15, 0), (30, 9000), (45, 9000), (60, 0)] {
      bench.advance(to: minute * 60)
      compute(&bench, east)
    }
    #expect(bench.journal.times("1 locations") == [0, 1800, 3600])
  }

  @Test func aPhoneAtRestKeepsItsAreaUntilItMoves() {
    var bench = session(motion: .still)
    compute(&bench, 0)
    #expect(bench.system.reducedAccuracyDue(at: bench.now) == .never)
    bench.advance(to: 5000)
    bench.move(.walking)
    #expect(bench.system.reducedAccuracyDue(at: bench.now) == bench.now)
  }

  @Test func anotherSessionIsShownTheStaleAreaAtOnce() {
    var bench = session()
    compute(&bench, 0)
    bench.advance(to: 600)
    bench.act {
      $0.managers[0].stopUpdatingLocation()
      $0.managers[0].startUpdatingLocation()
    }
    #expect(bench.journal.times("1 locations") == [0, 600])
    #expect(bench.journal.deliveries[1].locations[0].timestamp == 0)
    #expect(bench.system.reducedAccuracyDue(at: bench.now) == .seconds(900))
  }

  @Test func theAppMayAskForTheAreaByItself() {
    var bench = session(accuracy: .full, desired: .reduced)
    compute(&bench, 0)
    bench.fix(accuracy: 5)
    #expect(bench.journal.deliveries.map(\.locations[0].horizontalAccuracy) == [5_890])
    // It can have more whenever it likes.
    bench.act { $0.managers[0].desiredAccuracy = .best }
    #expect(bench.system.demand.gnss == .continuous && !bench.system.demand.reduced)
    bench.fix(accuracy: 5)
    #expect(bench.journal.deliveries.count == 2)
  }

  @Test func beforeIOS14ThereIsNoReducedAccuracy() {
    let bench = session(accuracy: .reduced, platform: .ios13point4)
    #expect(bench.system.demand.gnss == .continuous)
    #expect(!bench.system.demand.reduced)
  }

  @Test func temporaryFullAccuracyBringsPositions() {
    var bench = session()
    compute(&bench, 0)
    bench.act { $0.managers[0].requestTemporaryFullAccuracyAuthorization(withPurposeKey: "navigate") }
    bench.advance(to: 5)
    #expect(bench.system.demand.gnss == .continuous)
    bench.fix(accuracy: 5)
    #expect(bench.journal.deliveries.last?.locations[0].horizontalAccuracy == 5)
  }

  @Test func aRequestEndsWithTheArea() {
    var bench = Bench.opened(accuracy: .reduced, platform: .ios14, motion: .walking) { app, host in
      app.makeManager(host).requestLocation()
    }
    bench.advance(to: 2)
    compute(&bench, 0)
    #expect(bench.journal.lines == ["0.0 launched by user", "2.0 1 locations"])
    #expect(bench.system.demand.isEmpty)
    // The next one within a quarter of an hour gets the same.
    bench.advance(to: 200)
    bench.act { $0.managers[0].requestLocation() }
    #expect(bench.journal.deliveries.map(\.locations[0].timestamp) == [2, 2])
  }

  @Test func aDistanceFilterHoldsForCentres() {
    var bench = session(filter: 10_000)
    for (minute, east) in [(0.0, 0.0), (15, 9_000), (30, 18_000)] {
      bench.advance(to: minute * 60)
      compute(&bench, east)
    }
    #expect(bench.journal.times("1 locations") == [0, 1800])
  }

  @Test func significantChangeSaysNothingWhileTheAreaIsTheSame() {
    var bench = Bench.opened(accuracy: .reduced, platform: .ios14) { app, host in
      app.makeManager(host).startMonitoringSignificantLocationChanges()
    }
    func measure(_ east: Double, area centre: Double) {
      #expect(bench.system.significantChangeDue(at: bench.now) <= bench.now)
      bench.system.significantChangeMeasurementBegins(at: bench.now)
      if bench.system.significantChangeNeedsArea(at: bench.now) {
        bench.system.reducedAreaComputed(area(centre), at: bench.now)
      }
      bench.system.significantChangeMeasured(
        Bench.location(east: east, accuracy: 65, at: bench.now.seconds), at: bench.now)
      bench.settle()
    }
    measure(0, area: 0)
    bench.leave()
    bench.advance(to: 1000)
    bench.system.hintOfMovement()
    // The user has moved on by 3 km, inside the same area.
    measure(3_000, area: 0)
    #expect(bench.journal.deliveries.count == 1)
    bench.advance(to: 1400)
    bench.system.hintOfMovement()
    // Not before the area may be computed again; then once.
    #expect(bench.system.significantChangeDue(at: bench.now) == .seconds(1900))
    bench.advance(to: 1900)
    measure(9_000, area: 8_000)
    #expect(bench.journal.deliveries.count == 2)
    #expect(bench.journal.deliveries[1].locations[0].horizontalAccuracy == 5_890)
  }

  @Test func aPlaceIsShownAsTheAreaButAtItsTime() {
    var bench = session()
    let visit = Bench.location(east: 77, accuracy: 20, at: 40)
    #expect(bench.system.context.place(visit, asSeenBy: 0) == nil)
    compute(&bench, 500)
    let shown = bench.system.context.place(visit, asSeenBy: 0)
    #expect(shown?.timestamp == 40)
    #expect(shown?.horizontalAccuracy == 5_890)
    #expect(session(accuracy: .full).system.context.place(visit, asSeenBy: 0) == visit)
  }
}
