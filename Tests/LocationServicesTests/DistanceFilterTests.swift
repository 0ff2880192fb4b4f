import Core
import Testing
import World

@testable import LocationServices

@Suite struct DistanceFilterTests {
  @Test func belowAKilometreTheFilterOnlyWithholdsDeliveries() {
    var bench = Bench.opened(motion: .walking) { app, host in
      let manager = app.makeManager(host)
      manager.distanceFilter = 30
      manager.startUpdatingLocation()
    }
    for step in 0...90 {
      bench.advance(to: Double(step))
      bench.fix(east: Double(step) * 1.01)
      // The radios go on all the same.
      #expect(bench.system.demand.gnss == .continuous)
    }
    #expect(bench.journal.times("1 locations") == [0, 30, 60, 90])
  }

  @Test func aBetterFixPassesUntilTheAskedAccuracyIsReached() {
    let filter = DistanceFilter(metres: 500, satisfiedRadius: 100)
    func passes(_ accuracy: Double, after last: Double) -> Bool {
      filter.passes(
        Bench.location(east: 1, accuracy: accuracy), after: Bench.location(accuracy: last), isStill: false)
    }
    #expect(passes(1500, after: 3000))
    #expect(!passes(1501, after: 3000))
    #expect(passes(65, after: 165))
    // 100 m was asked for: once the report says 100 m, nothing better is needed.
    #expect(passes(50, after: 101))
    #expect(!passes(5, after: 100))
  }

  @Test func whereAKilometreWasAskedForAPositionOf100MetresStillPassesAfterOneOf1000() {
    let filter = DistanceFilter(metres: 10_000, satisfiedRadius: 1000)
    func passes(_ accuracy: Double, after last: Double) -> Bool {
      filter.passes(
        Bench.location(east: 1, accuracy: accuracy), after: Bench.location(accuracy: last), isStill: true)
    }
    #expect(passes(100, after: 1000))
    #expect(!passes(501, after: 1000))
    #expect(!passes(5, after: 100))
  }

  @Test func atRestSatelliteFixesStepByFiveMetresAndOthersByTwiceTheirRadius() {
    func passes(_ east: Double, isStill: Bool, fromGNSS: Bool, filter: Double = 1) -> Bool {
      DistanceFilter(metres: filter, satisfiedRadius: 10).passes(
        Bench.location(east: east, accuracy: 30), after: Bench.location(accuracy: 10), isStill: isStill,
        fromGNSS: fromGNSS)
    }
    #expect(passes(2, isStill: false, fromGNSS: true))
    #expect(!passes(4.9, isStill: true, fromGNSS: true))
    #expect(passes(5.1, isStill: true, fromGNSS: true))
    #expect(!passes(5.1, isStill: true, fromGNSS: true, filter: 7))
    #expect(!passes(59, isStill: true, fromGNSS: false))
    #expect(passes(61, isStill: true, fromGNSS: false))
  }

  @Test func atRestWiFiPositionsPassThroughASessionThatAsksForNoBetter() {
    func passes(_ accuracy: DesiredAccuracy, fromGNSS: Bool) -> Bool {
      DistanceFilter(
        metres: 1, satisfiedRadius: accuracy.satisfiedRadius, holdsAtRest: accuracy.wantsGNSS
      ).passes(
        Bench.location(east: 4, accuracy: 65), after: Bench.location(accuracy: 65), isStill: true, fromGNSS: fromGNSS)
    }
    #expect(passes(.hundredMeters, fromGNSS: false))
    #expect(!passes(.hundredMeters, fromGNSS: true))
    #expect(!passes(.best, fromGNSS: false))
    #expect(!passes(.nearestTenMeters, fromGNSS: true))
  }

  @Test func aFilterOfKilometresIsNotPassedByACellsOwnError() {
    let filter = DistanceFilter(metres: 1000, satisfiedRadius: 1000)
    func passes(_ east: Double) -> Bool {
      filter.passes(
        Bench.location(east: east, accuracy: 1500), after: Bench.location(accuracy: 500), isStill: false)
    }
    #expect(!passes(1400))
    #expect(passes(1501))
  }

  @Test func withoutAFilterEveryFixIsDelivered() {
    let filter = DistanceFilter(metres: -1, satisfiedRadius: 10)
    #expect(filter.passes(Bench.location(), after: Bench.location(), isStill: true))
  }

  @Test func theSleepIsWhatIsLeftOfTheFilterOverTheTopSpeedAtLeastAMinute() {
    let filter = DistanceFilter(metres: 3000, satisfiedRadius: 1000)
    func sleep(_ motion: MotionClass, moved: Double = 0, accuracy: Double = 0) -> Double {
      filter.sleep(moved: moved, accuracy: accuracy, motion: motion).seconds
    }
    #expect(sleep(.still) == 1000)
    #expect(sleep(.walking, moved: 510, accuracy: 90) == 800)
    #expect(sleep(.running, accuracy: 200) == 350)
    #expect(sleep(.cycling) == 150)
    #expect(sleep(.automotive) == 60)
    #expect(sleep(.still, moved: 2999, accuracy: 65) == 60)
    for (slow, fast) in zip(MotionClass.allCases, MotionClass.allCases.dropFirst()) {
      #expect(slow.topSpeed <= fast.topSpeed)
    }
  }

  private func sleeper() -> Bench {
    .opened(motion: .walking) { app, host in
      let manager = app.makeManager(host)
      manager.desiredAccuracy = .kilometer
      manager.distanceFilter = 3000
      manager.startUpdatingLocation()
    }
  }

  @Test func aFilterOfKilometresLetsTheTechnologiesSleepUntilTheUserCanHaveMovedThatFar() {
    var bench = sleeper()
    #expect(bench.system.demand.wifi == .occasional)
    #expect(bench.system.demand.cell)
    bench.advance(to: 7)
    bench.fix(accuracy: 165)
    #expect(bench.system.demand.isEmpty)
    // (3000 - 0 - 165) / 3 = 945 s.
    #expect(bench.system.serviceDeadline(at: bench.now) == .seconds(952))
    // Fixes that others paid for do not reach it meanwhile.
    bench.advance(to: 500)
    bench.fix(east: 5000)
    #expect(bench.journal.times("1 locations") == [7])
    bench.advance(to: 952)
    #expect(bench.system.demand.wifi == .occasional)
    // 600 m on: withheld, and asleep for (3000 - 600 - 165) / 3 = 745 s.
    bench.fix(east: 600, accuracy: 165)
    #expect(bench.journal.deliveries.count == 1)
    #expect(abs(bench.system.serviceDeadline(at: bench.now).seconds - 1697) < 0.01)
  }

  @Test func aFasterMotionShortensTheSleepAndASlowerOneDoesNotLengthenIt() {
    var bench = sleeper()
    bench.fix(accuracy: 165)
    bench.advance(to: 100)
    bench.move(.cycling)
    // (3000 - 165) / 20 = 141.75 s from now.
    #expect(bench.system.serviceDeadline(at: bench.now) == .seconds(241.75))
    bench.move(.still)
    #expect(bench.system.serviceDeadline(at: bench.now) == .seconds(241.75))
  }

  @Test func technologiesDoNotSleepOnAFixPoorerThanAskedFor() {
    var bench = sleeper()
    bench.fix(accuracy: 1500)
    #expect(bench.journal.deliveries.count == 1)
    #expect(!bench.system.demand.isEmpty)
  }
}
