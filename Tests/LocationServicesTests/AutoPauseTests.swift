import Core
import Testing
import World

@testable import LocationServices

@Suite struct AutoPauseTests {
  /// A running session of an app in the background since 60 s, with auto-pause on.
  private func session(
    _ type: ActivityType = .other, motion: MotionClass = .still, variation: Double = 0,
    accuracy: DesiredAccuracy = .best, filter: Double = LocationManager.distanceFilterNone, satellites: Bool = true
  ) -> Bench {
    var bench = Bench.opened(motion: motion, satellites: satellites, pauseVariation: variation) { app, host in
      let manager = app.makeManager(host)
      manager.activityType = type
      manager.desiredAccuracy = accuracy
      manager.distanceFilter = filter
      manager.pausesLocationUpdatesAutomatically = true
      manager.startUpdatingLocation()
    }
    bench.advance(to: 60)
    bench.leave()
    return bench
  }

  /// Fixes every 10 s; `east` gives the place.
  private func travel(_ bench: inout Bench, to end: Double, east: (Double) -> Double = { _ in 0 }) {
    var time = bench.now.seconds
    while time < end {
      time += 10
      bench.advance(to: time)
      bench.fix(east: east(time), speed: 1)
    }
  }

  @Test(arguments: [
    (ActivityType.automotiveNavigation, 10.0), (.other, 15), (.otherNavigation, 15), (.fitness, 20), (.airborne, 20),
  ])
  func aUserWhoStaysIsPausedAfterThePatienceOfTheActivityType(_ type: ActivityType, minutes: Double) {
    var bench = session(type)
    travel(&bench, to: 60 + minutes * 60)
    #expect(bench.journal.times("paused").isEmpty)
    travel(&bench, to: 2000)
    // Counted from the first fix in the background, 10 s after it left the screen.
    #expect(bench.journal.times("paused") == [70 + minutes * 60])
    #expect(bench.system.demand.isEmpty)
  }

  @Test(arguments: [(-3.0, 0.75), (-1, 0.875), (0, 1), (1, 1.125), (3, 1.25)])
  func patienceVariesByAQuarterAtMost(_ variation: Double, share: Double) {
    let monitor = AutoPauseMonitor(activityType: .other, motion: .still, variation: variation, at: .start)
    #expect(monitor.patience == .seconds(900 * share))
  }

  @Test func aUserWhoMovesOnIsNotPaused() {
    var bench = session(.other, motion: .walking)
    travel(&bench, to: 7200) { $0 * 1.3 }
    #expect(bench.journal.times("paused").isEmpty)
  }

  @Test func aCarThatCirclesWithin100YardsIsPausedARunnerIsNot() {
    // To and fro over 80 m.
    func circle(_ time: Double) -> Double { abs(((time - 70) * 5).truncatingRemainder(dividingBy: 160) - 80) }
    var car = session(.automotiveNavigation, motion: .automotive)
    travel(&car, to: 1000, east: circle)
    #expect(car.journal.times("paused") == [670])
    var runner = session(.fitness, motion: .running)
    travel(&runner, to: 7200, east: circle)
    #expect(runner.journal.times("paused").isEmpty)
    // When the runner stands still, patience runs out as well.
    runner.move(.still)
    travel(&runner, to: 9000, east: circle)
    #expect(runner.journal.times("paused") == [8400])
  }

  @Test func aLargerCircleIsADrive() {
    var car = session(.automotiveNavigation, motion: .automotive)
    travel(&car, to: 7200) { abs(($0 * 5).truncatingRemainder(dividingBy: 1600) - 800) }
    #expect(car.journal.times("paused").isEmpty)
  }

  @Test func motionThatContradictsTheActivityTypePauses() {
    var runner = session(.fitness, motion: .running)
    travel(&runner, to: 500) { $0 * 3 }
    runner.move(.automotive)
    travel(&runner, to: 3000) { $0 * 15 }
    #expect(runner.journal.times("paused") == [1700])
    var driver = session(.automotiveNavigation, motion: .walking)
    travel(&driver, to: 3000) { $0 * 1.3 }
    #expect(driver.journal.times("paused") == [660])
  }

  @Test func aContradictionThatEndsDoesNotPause() {
    var runner = session(.fitness, motion: .running)
    for start in [1000.0, 3000, 5000] {
      travel(&runner, to: start) { $0 * 3 }
      runner.move(.automotive)
      travel(&runner, to: start + 1000) { $0 * 3 }
      runner.move(.running)
    }
    travel(&runner, to: 8000) { $0 * 3 }
    #expect(runner.journal.times("paused").isEmpty)
  }

  @Test func indoorsWithoutAnyFixItPauses() {
    var bench = session(.other, motion: .walking)
    bench.advance(to: 3000)
    #expect(bench.journal.times("paused") == [960])
  }

  /// That no position comes says nothing where nobody looks for satellites, as for an accuracy of 100 m.
  @Test func withoutAReceiverEveryAccuracyPausesAlike() {
    let cases: [(DesiredAccuracy, Bool, [Double])] = [
      (.best, false, []), (.hundredMeters, false, []), (.hundredMeters, true, []), (.best, true, [960]),
    ]
    for (accuracy, satellites, pauses) in cases {
      var bench = session(.other, motion: .walking, accuracy: accuracy, satellites: satellites)
      bench.advance(to: 3007)
      #expect(bench.journal.times("paused") == pauses, "\(accuracy) \(satellites)")
      bench.move(.still)
      bench.advance(to: 5011)
      #expect(bench.journal.times("paused") == (pauses.isEmpty ? [3907] : pauses))
    }
  }

  @Test func whileAFilterOfKilometresLetsTechnologiesSleepADriverIsNotPaused() {
    // At 60 m/s 50 km take 14 min, longer than the patience of 10.
    var car = session(.automotiveNavigation, motion: .automotive, filter: 50_000)
    var time = 61.0
    while time < 7200 {
      car.advance(to: time)
      if !car.system.demand.isEmpty { car.fix(east: 28 * time) }
      time += 1
    }
    #expect(car.journal.times("paused").isEmpty)
    #expect(car.journal.deliveries.count >= 3)
    // Who has parked is paused all the same: the sensors say so.
    car.move(.still)
    car.advance(to: 9000)
    #expect(car.journal.times("paused") == [7799])
  }

  @Test func positionsOfKilometresDoNotSayThatADriverStays() {
    // 28 m/s through cells of 8 km: a position each ten minutes, each within the last one's radius.
    for motion in [MotionClass.automotive, .cycling] {
      var rider = session(.other, motion: motion, accuracy: .threeKilometers)
      for minute in stride(from: 10.0, through: 120, by: 10) {
        rider.advance(to: minute * 60)
        rider.fix(east: 3000, accuracy: 4000, fromGNSS: false)
      }
      #expect(rider.journal.times("paused").isEmpty)
      rider.advance(to: 7300)
      rider.move(.still)
      rider.advance(to: 9000)
      #expect(rider.journal.times("paused") == [8200])
    }
  }

  @Test func someoneOnFootDoesNotStayHoweverSmallTheirRounds() {
    var walker = session(.other, motion: .walking)
    travel(&walker, to: 7200) { abs(($0 * 1.3).truncatingRemainder(dividingBy: 120) - 60) }
    #expect(walker.journal.times("paused").isEmpty)
    walker.move(.still)
    travel(&walker, to: 9000)
    #expect(walker.journal.times("paused") == [8100])
  }

  @Test func aCarThatCirclesOnPositionsFromWiFiIsPausedByThem() {
    var car = session(.automotiveNavigation, motion: .automotive, accuracy: .hundredMeters)
    car.fix(accuracy: 65, fromGNSS: false)
    for second in stride(from: 70.0, through: 200, by: 10) {
      car.advance(to: second)
      car.fix(east: 40, accuracy: 65, fromGNSS: false)
    }
    // No position for long, and then one that bears out that it is still there.
    car.advance(to: 1000)
    #expect(car.journal.times("paused").isEmpty)
    car.fix(east: 30, accuracy: 65, fromGNSS: false)
    car.advance(to: 1001)
    #expect(car.journal.times("paused") == [1000])
  }

  @Test func inTheForegroundItNeverPauses() {
    var bench = Bench.opened { app, host in
      let manager = app.makeManager(host)
      manager.pausesLocationUpdatesAutomatically = true
      manager.startUpdatingLocation()
    }
    travel(&bench, to: 20_000)
    #expect(bench.journal.times("paused").isEmpty)
    // Time on the screen does not count against the background's patience.
    bench.leave()
    travel(&bench, to: 20_900)
    #expect(bench.journal.times("paused").isEmpty)
    travel(&bench, to: 21_000)
    #expect(bench.journal.times("paused") == [20_910])
  }

  @Test func switchedOffItNeverPauses() {
    var bench = session()
    bench.act { $0.managers[0].pausesLocationUpdatesAutomatically = false }
    travel(&bench, to: 20_000)
    #expect(bench.journal.times("paused").isEmpty)
  }

  @Test func comingBackToTheScreenResumesWithACallback() {
    var bench = session()
    travel(&bench, to: 1500)
    #expect(bench.process == .suspended)
    let before = bench.journal.deliveries.count
    bench.advance(to: 5000)
    bench.fix()
    #expect(bench.journal.deliveries.count == before)
    bench.open()
    #expect(bench.journal.lines.suffix(2) == ["5000.0 foreground", "5000.0 resumed"])
    #expect(bench.system.demand.gnss == .continuous)
    bench.fix()
    #expect(bench.journal.deliveries.count == before + 1)
  }

  @Test func itIsToldFiveSecondsBeforeItIsSuspended() {
    var bench = session()
    travel(&bench, to: 970)
    #expect(bench.journal.times("paused") == [970])
    #expect(bench.process == .background)
    bench.advance(to: 974.9)
    #expect(bench.process == .background)
    bench.advance(to: 975)
    #expect(bench.process == .suspended)
  }

  @Test func afterAKillNothingIsResumed() {
    var bench = Bench.opened { app, host in
      let manager = app.makeManager(host)
      manager.pausesLocationUpdatesAutomatically = true
      if host.now == 0 { manager.startUpdatingLocation() }
    }
    bench.advance(to: 60)
    bench.leave()
    travel(&bench, to: 2000)
    #expect(bench.journal.times("paused").count == 1)
    bench.kill()
    bench.advance(to: 3000)
    bench.open()
    #expect(bench.journal.lines.last == "3000.0 launched by user")
    #expect(bench.journal.times("resumed").isEmpty)
    #expect(bench.system.demand.isEmpty)
  }

  @Test func aRestartByTheAppGivesANewTrial() {
    var bench = session()
    travel(&bench, to: 970)
    bench.act { $0.managers[0].startUpdatingLocation() }
    #expect(bench.system.demand.gnss == .continuous)
    travel(&bench, to: 3000)
    #expect(bench.journal.times("paused") == [970, 1880])
  }

  @Test func anotherActivityTypeGivesANewTrial() {
    var bench = session(.other)
    travel(&bench, to: 500)
    bench.act { $0.managers[0].activityType = .fitness }
    travel(&bench, to: 3000)
    #expect(bench.journal.times("paused") == [510 + 1200])
  }

  @Test func fromPausedItMayBeStoppedAndThenIsNotResumed() {
    var bench = session()
    travel(&bench, to: 970)
    bench.act { $0.managers[0].stopUpdatingLocation() }
    bench.advance(to: 2000)
    bench.open()
    #expect(bench.journal.times("resumed").isEmpty)
    #expect(bench.system.demand.isEmpty)
  }
}
