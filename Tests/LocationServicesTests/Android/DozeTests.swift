import DeviceModel
import Core
import Testing
import World

@testable import LocationServices

@Suite struct DozeTests {
  /// Minutes at which it begins and ends to doze within a day, left alone from the start.
  private static func changes() -> [Int] {
    var doze = Doze()
    doze.update(isStill: true, isInteractive: false, isCharging: false, at: .start)
    var times: [Int] = []
    while doze.deadline < .start + .hours(24) {
      let now = doze.deadline
      doze.timerFired(at: now)
      times.append(Int((now.seconds / 60).rounded()))
    }
    return times
  }

  @Test func windowsGrowAndBecomeRarer() {
    // An hour and the sensing; then idle for 1, 2, 4, 6, 6 h with windows of 5 and 10 min.
    #expect(Self.changes() == [63, 123, 128, 248, 258, 498, 508, 868, 878, 1238, 1248])
  }

  @Test func itDozesOnlyStillDarkAndUnplugged() {
    for (still, interactive, charging) in [(false, false, false), (true, true, false), (true, false, true)] {
      var doze = Doze()
      doze.update(isStill: still, isInteractive: interactive, isCharging: charging, at: .start)
      #expect(doze.deadline == .never && !doze.isDozing)
    }
  }

  @Test func aMovementEndsItAndTheNextRestIsBelievedSooner() {
    var doze = Doze()
    doze.update(isStill: true, isInteractive: false, isCharging: false, at: .start)
    doze.timerFired(at: doze.deadline)
    #expect(doze.isDozing)
    doze.update(isStill: false, isInteractive: false, isCharging: false, at: .seconds(5000))
    #expect(!doze.isDozing && doze.deadline == .never)
    doze.update(isStill: true, isInteractive: false, isCharging: false, at: .seconds(6000))
    #expect(doze.deadline == .seconds(6000 + 43 * 60))
  }

  /// The provider computes one each 300 s, other apps cause one each 450 s, none while the phone dozes, and the one that was due
  /// meanwhile when the window opens at 123 min. From Android 8 on nobody measured them; an app in the background then looks each 30 min.
  @Test func othersCausePositionsOfAPhoneThatRestsAwake() {
    func minutes(_ platform: Platform) -> [Double] {
      var bench = Bench.android(platform, FusedLocationRequest(priority: .balanced, interval: 30), motion: .still)
      bench.leave()
      for second in stride(from: 0.0, through: 127 * 60, by: 2) {
        bench.advance(to: second, forFix: true)
        if bench.system.demand.wifi == .regular { bench.fix(accuracy: 31, fromGNSS: false) }
      }
      return bench.journal.deliveries.map { ($0.time / 3).rounded() / 20 }.filter { $0 < 20 || $0 > 60 }
    }
    #expect(minutes(.android6) == [0, 5.05, 7.5, 10.05, 15, 15.1, 60.4, 123, 123.05])
    #expect(minutes(.android8) == [0, 60.05, 123.05])
  }

  @Test func aDozingPhoneLooksForNothingButInWindows() {
    var bench = Bench.android(
      .android6, FusedLocationRequest(priority: .highAccuracy, interval: 1), motion: .still)
    bench.leave()
    #expect(bench.system.demand.gnss == .continuous)
    for (minute, isOn) in [(62.0, true), (64, false), (122, false), (125, true), (129, false)] {
      bench.advance(to: minute * 60)
      #expect((bench.system.demand.gnss == .continuous) == isOn, "\(minute)")
      #expect(bench.system.demand.heldBack == !isOn, "\(minute)")
      bench.fix()
    }
    // Minutes 62 and 125.
    #expect(bench.journal.deliveries.map(\.time) == [3720, 7500])
    bench.move(.walking)
    #expect(bench.system.demand.gnss == .continuous)
  }

  @Test func onTheScreenOrOnAChargerItDoesNotDoze() {
    let request = FusedLocationRequest(priority: .highAccuracy, interval: 1)
    var open = Bench.android(.android6, request, motion: .still)
    open.advance(to: 7200)
    #expect(open.system.demand.gnss == .continuous)
    var charging = Bench.android(.android6, request, motion: .still)
    charging.leave()
    charging.system.deviceChanged(.charging, isOn: true, at: charging.now)
    charging.advance(to: 7200)
    #expect(charging.system.demand.gnss == .continuous)
  }

  /// Doze takes the lighter one's place: in its windows apps have the network, whatever the lighter one would say.
  @Test func theLighterDozeRestsWhileThePhoneDozesOrIsInAWindow() {
    var light = LightDoze(after: .minutes(4))
    light.update(isInteractive: false, isCharging: false, isOverridden: false, at: .start)
    light.timerFired(at: light.deadline)
    #expect(light.isIdle)
    light.update(isInteractive: false, isCharging: false, isOverridden: true, at: .seconds(3780))
    #expect(!light.isIdle && light.deadline == .never)
    var bench = Bench.android(.android12, FusedLocationRequest(priority: .balanced, interval: 60), motion: .still)
    bench.leave()
    for (minute, may) in [(8.0, false), (64, false), (122, false), (125, true), (127, true), (129, false)] {
      bench.advance(to: minute * 60)
      #expect(bench.system.mayUseNetwork(0) == may, "\(minute)")
    }
  }

  @Test func sinceAndroid12EveryRequestForHighAccuracyGoesOn() {
    for (platform, interval, looks) in [
      (Platform.android10, 1.0, false), (.android12, 1, true), (.android11, 30, false), (.android12, 30, true),
    ] {
      var bench = Bench.android(
        platform, FusedLocationRequest(priority: .highAccuracy, interval: interval), motion: .still, service: true)
      bench.leave()
      // A position of 9 s before it dozes.
      bench.advance(to: 3771, forFix: true)
      bench.fix(accuracy: 31, fromGNSS: false)
      bench.advance(to: 64 * 60)
      var hasLooked = false
      for second in stride(from: 0.0, through: 40, by: 1) {
        bench.advance(to: 64 * 60 + second)
        hasLooked = hasLooked || bench.system.demand.wifi != .off || bench.system.demand.gnss != .off
      }
      #expect(hasLooked == looks, "\(platform.name) \(interval)")
    }
  }

  /// It dozes from 3780 s on, and a look brings its position after a second. One of 3768 s is told again, one of 3652 s is not: the
  /// next look brings one that is.
  @Test(
    arguments: [(313, [], [4081, 4394]), (331, [3984], [3984, 4315, 4646])] as [(Double, [Double], [Double])])
  func since11APositionOlderThan30SecondsIsNotToldAgain(_ interval: Double, found: [Double], told: [Double]) {
    for platform in [Platform.android11, .android15] {
      var bench = Bench.android(
        platform, FusedLocationRequest(priority: .balanced, interval: interval), motion: .still, service: true)
      bench.leave()
      var looks: [Double] = []
      for second in stride(from: 0.0, through: 4700, by: 1) {
        bench.advance(to: second, forFix: true)
        guard bench.system.demand.wifi == .regular else { continue }
        if second > 3780 { looks.append(second) }
        bench.fix(accuracy: 31, fromGNSS: false)
      }
      #expect(looks == found, "\(platform.name)")
      #expect(bench.journal.deliveries.map(\.time).filter { $0 > 3780 } == told, "\(platform.name)")
    }
  }

  @Test func iOSDoesNotDoze() {
    var bench = Bench.opened { app, host in app.makeManager(host).startUpdatingLocation() }
    bench.leave()
    bench.advance(to: 7200)
    #expect(bench.system.demand.gnss == .continuous)
  }
}

@Suite struct StandbyTests {
  /// How often an alarm each minute goes off within an hour, so long after the app was left.
  private static func times(_ platform: Platform, afterHours hours: Double, service: Bool = false) -> [Double] {
    var bench = Bench.opened(platform: platform, motion: .walking) { app, host in
      if service { host.startForegroundService() }
      _ = app.makeManager(host)
      for minute in 0..<60 {
        host.setAlarm(after: hours * 3600 + Double(minute) * 60 + 7) { app.journal.note("alarm", at: host.now) }
      }
    }
    bench.leave()
    bench.advance(to: (hours + 1) * 3600)
    return bench.journal.times("alarm")
  }

  private static func alarms(_ platform: Platform, afterHours hours: Double, service: Bool = false) -> Int {
    times(platform, afterHours: hours, service: service).count
  }

  @Test func alarmsAreRationedByHowRecentlyTheAppWasUsed() {
    #expect(Self.alarms(.android12, afterHours: 3) == 60)
    #expect(Self.alarms(.android12, afterHours: 13) == 10)
    #expect(Self.alarms(.android12, afterHours: 25) == 2)
    #expect(Self.alarms(.android12, afterHours: 49) == 1)
    #expect(Self.alarms(.android12, afterHours: 49, service: true) == 60)
    #expect(Self.alarms(.android8, afterHours: 25) == 60)
  }

  @Test(arguments: [(13.0, 6.0, 10), (25, 30, 2), (49, 120, 1)])
  func onAndroid9AnAlarmWaitsForSoLongAfterTheLast(hours: Double, minutes: Double, count: Int) {
    let times = Self.times(.android9, afterHours: hours)
    #expect(times.count == count && times.first == hours * 3600 + 7)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= minutes * 60 }, "\(times)")
  }

  @Test func anAlarmWakesAFrozenApp() {
    #expect(Self.times(.android14, afterHours: 1) == (0..<60).map { 3607 + Double($0) * 60 })
  }
}
