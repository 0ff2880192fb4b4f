import DeviceModel
import Core
import Testing
import World

@testable import LocationServices

/// Messages, work and conditions of the phone.
@Suite struct WakeServiceTests {
  private static func pushed(
    _ platform: Platform, every interval: Double? = nil, priority: PushMessage.Priority = .normal
  ) -> Bench {
    .opened(platform: platform, motion: .still) { app, host in
      host.onPush { [unowned app] in app.journal.note("push of \($0.sent)", at: app.now) }
      host.registerForPushes(every: interval, priority: priority)
    }
  }

  /// The network passes messages on at once.
  private static func pass(_ bench: inout Bench, to time: Double) {
    bench.advance(to: time)
    for upload in bench.system.systemRequests()?.uploads ?? [] {
      if let priority = upload.message { bench.system.messageArrived(app: 0, priority: priority, at: bench.now) }
    }
    bench.settle()
  }

  private static func send(_ bench: inout Bench, at time: Double) {
    pass(&bench, to: time)
    bench.system.messageSent(at: bench.now)
    pass(&bench, to: time + 1)
  }

  @Test func aSilentPushResumesASuspendedAppForHalfAMinute() {
    var bench = Self.pushed(.ios18)
    bench.leave()
    bench.advance(to: 60)
    #expect(bench.system.process(of: 0) == .suspended)
    Self.send(&bench, at: 100)
    #expect(bench.journal.times("push of 100.0") == [101])
    Self.pass(&bench, to: 130)
    #expect(bench.system.process(of: 0) == .background)
    Self.pass(&bench, to: 132)
    #expect(bench.system.process(of: 0) == .suspended)
  }

  @Test func aPushStartsAProcessThatIsNotThereButNotOneTheUserRemoved() {
    var bench = Self.pushed(.ios18)
    bench.kill()
    Self.send(&bench, at: 100)
    #expect(bench.journal.times("launched by push") == [101])
    bench.system.terminate(0, byUser: true, at: bench.now)
    Self.send(&bench, at: 200)
    #expect(bench.journal.entries.count { $0.text.hasPrefix("push of") } == 1)
  }

  @Test func threeSilentPushesAnHourPassAndTheNewestOfTheRestFollows() {
    var bench = Self.pushed(.ios18)
    bench.leave()
    for time in [100, 200, 300, 400, 500.0] { Self.send(&bench, at: time) }
    Self.pass(&bench, to: 5000)
    let told = bench.journal.entries.filter { $0.text.hasPrefix("push of") }
    #expect(told.map(\.text) == ["push of 100.0", "push of 200.0", "push of 300.0", "push of 500.0"])
    // An hour after the first.
    #expect(told.last?.time == 3701)
  }

  /// The phone takes 360 a day, and has one back each four minutes; what comes without is lost.
  @Test func locationPushesPassUntilTheDaysAllowanceIsGone() {
    var bench = Self.pushed(.ios17, priority: .location)
    bench.leave()
    for index in 1...367 { Self.send(&bench, at: Double(index) * 7) }
    let told = bench.journal.times("launched by user").count
    #expect(told == 1)
    // 2569 s have given ten back.
    #expect(bench.journal.entries.count { $0.text.hasPrefix("push of") } == 367)
    for index in 368...400 { Self.send(&bench, at: Double(index) * 7) }
    #expect(bench.journal.entries.count { $0.text.hasPrefix("push of") } == 371)
    Self.send(&bench, at: 2800 + 241)
    #expect(bench.journal.times("push of 3041.0") == [3042])
  }

  /// Neither Low Power Mode nor removal from the switcher keeps a location push back, as they do a silent one.
  @Test func aLocationPushRunsTheExtensionOfAnAppThatTheUserRemoved() {
    for (priority, count) in [(PushMessage.Priority.normal, 0), (.location, 1)] {
      var bench = Self.pushed(.ios17, priority: priority)
      bench.system.terminate(0, byUser: true, at: bench.now)
      bench.system.deviceChanged(.lowPower, isOn: true, at: bench.now)
      Self.send(&bench, at: 100)
      #expect(bench.journal.times("push of 100.0").count == count)
    }
  }

  @Test func aLocationPushNeedsAlwaysAndIOS15() {
    for (platform, authorization, count) in [
      (Platform.ios17, Authorization.always, 1), (.ios17, .whenInUse, 0), (.ios17, .provisionalAlways, 0),
      (.ios14, .always, 0),
    ] {
      var bench = Bench.opened(authorization: authorization, platform: platform) { app, host in
        host.onPush { [unowned app] in app.journal.note("push of \($0.sent)", at: app.now) }
        host.registerForPushes(priority: .location)
      }
      bench.leave()
      Self.send(&bench, at: 100)
      #expect(bench.journal.times("push of 100.0").count == count, "\(platform.name), \(authorization)")
    }
  }

  /// A widget of an app with when in use may ask for 15 min after the screen went off, one with always at any time.
  @Test(arguments: [
    (Authorization.whenInUse, 1750, [0, 1320, 2640.0], 2), (.whenInUse, 1730, [0, 1320], 3),
    (.always, 1730, [0, 1320, 2640, 3960, 5280], 0), (.denied, 1750, [], 5),
  ])
  func aWidgetMayAskUntilAQuarterOfAnHourAfterItWasSeen(
    _ authorization: Authorization, dark: Int, _ served: [Double], refused: Int
  ) {
    var bench = Bench.opened(authorization: authorization, platform: .ios18) { app, host in
      let manager = app.makeManager(host)
      manager.desiredAccuracy = .hundredMeters
      host.onWork { [unowned app] _ in
        app.journal.note("reload", at: app.now)
        manager.requestLocation()
      }
      host.reloadWidget(every: 1200)
    }
    bench.system.screenChanged(isOn: true, at: bench.now)
    bench.leave()
    for time in 0...5400 {
      if time == dark { bench.system.screenChanged(isOn: false, at: bench.now) }
      bench.advance(to: Double(time))
      if bench.system.demand != .none { bench.fix() }
    }
    // The first at once, then two minutes late each.
    #expect(bench.journal.times("reload").map { $0.rounded() } == [0, 1320, 2640, 3960, 5280])
    #expect(bench.journal.deliveries.map(\.time) == served)
    #expect(bench.journal.times("failed denied").count == refused)
  }

  /// Its reloads outlive the process, and start another.
  @Test func aWidgetsReloadStartsAProcess() {
    var bench = Bench.opened(platform: .ios18) { app, host in
      host.onWork { [unowned app] _ in app.journal.note("reload", at: app.now) }
      host.reloadWidget(every: 1200)
    }
    bench.kill()
    for time in 1...4000 { bench.advance(to: Double(time)) }
    // It is suspended in between.
    #expect(bench.journal.times("launched by work").map { $0.rounded() } == [1320])
    #expect(bench.journal.times("reload").map { $0.rounded() } == [0, 1320, 2640, 3960])
  }

  @Test func androidHasNoSuchLimitAndTheServerKeepsItsClock() {
    var bench = Self.pushed(.android14, every: 300, priority: .high)
    bench.leave()
    for time in 1...40 { Self.pass(&bench, to: Double(time) * 50 + 1) }
    let told = bench.journal.entries.filter { $0.text.hasPrefix("push of") }
    #expect(told.map(\.text) == (1...6).map { "push of \(Double($0) * 300)" })
  }

  @Test func lowPowerModeHoldsSilentPushesAndRefreshesBack() {
    var bench = Self.pushed(.ios18)
    bench.actOnHost { $0.scheduleBackgroundRefresh(after: 200) }
    bench.leave()
    bench.system.deviceChanged(.lowPower, isOn: true, at: bench.now)
    Self.send(&bench, at: 100)
    Self.pass(&bench, to: 1000)
    #expect(bench.journal.times("refresh").isEmpty)
    #expect(bench.journal.entries.allSatisfy { !$0.text.hasPrefix("push of") })
    bench.system.deviceChanged(.lowPower, isOn: false, at: bench.now)
    bench.settle()
    #expect(bench.journal.times("push of 100.0") == [1000])
    // A paused refresh resumes with the end of the mode, once.
    Self.pass(&bench, to: 2500)
    #expect(bench.journal.times("refresh") == [1000])
  }

  /// Before 9 a dark phone has no satellites, from 9 to 11 no positions, for no app; since 12 foreground services keep theirs.
  @Test(arguments: [
    (Platform.android6, true, PositioningDemand.GNSS.off, true), (.android8, true, .off, true),
    (.android9, true, .off, false), (.android10, true, .off, false), (.android11, true, .off, false),
    (.android12, true, .continuous, true), (.android14, true, .continuous, true),
    (.android6, false, .off, true), (.android9, false, .off, false), (.android11, false, .off, false),
    (.android12, false, .off, false), (.android14, false, .off, false),
  ])
  func inTheDarkBatterySaverTakesPositionsAsTheVersionSays(
    _ platform: Platform, hasService: Bool, gnss: PositioningDemand.GNSS, hasPositions: Bool
  ) {
    let request = FusedLocationRequest(priority: .highAccuracy, interval: 1)
    var bench = Bench.android(platform, request, motion: .walking, service: hasService)
    bench.leave()
    bench.settle()
    bench.system.deviceChanged(.lowPower, isOn: true, at: bench.now)
    bench.settle()
    #expect(bench.system.demand.gnss == gnss)
    #expect(bench.system.mayUseNetwork(0) == hasService)
    let before = bench.journal.deliveries.count
    bench.advance(to: 7)
    bench.fix(accuracy: 31, fromGNSS: false)
    #expect((bench.journal.deliveries.count > before) == hasPositions)
    bench.system.deviceChanged(.lowPower, isOn: false, at: bench.now)
    let mayAgain = bench.system.mayUseNetwork(0)
    #expect(mayAgain)
    bench.settle()
    if hasService { #expect(bench.system.demand.gnss == .continuous) }
  }

  /// The screen, whatever is on it, gives a foreground service its satellites back.
  @Test(arguments: [Platform.android6, .android8, .android9, .android11])
  func theScreenEndsWhatBatterySaverTakesInTheDark(_ platform: Platform) {
    let request = FusedLocationRequest(priority: .highAccuracy, interval: 1)
    var bench = Bench.android(platform, request, motion: .walking, service: true)
    bench.leave()
    bench.system.deviceChanged(.lowPower, isOn: true, at: bench.now)
    bench.settle()
    for isOn in [true, false, true] {
      bench.system.screenChanged(isOn: isOn, at: bench.now)
      bench.settle()
      #expect((bench.system.demand.gnss == .continuous) == isOn)
    }
  }

  /// A request made in the dark gets no position from before.
  @Test func batterySaverKeepsTheLastPositionToItself() {
    for (platform, count) in [(Platform.android8, 2), (.android11, 1), (.android14, 2)] {
      var bench = Bench.android(
        platform, FusedLocationRequest(priority: .highAccuracy, interval: 3), motion: .walking, service: true)
      bench.fix()
      bench.leave()
      bench.system.deviceChanged(.lowPower, isOn: true, at: bench.now)
      bench.settle()
      let journal = bench.journal
      bench.actOnHost {
        let client = $0.makeFusedLocationClient()
        client.requestLocationUpdates(FusedLocationRequest(priority: .highAccuracy, interval: 5)) {
          journal.note("again", at: 0, $0)
        }
      }
      bench.settle()
      #expect(bench.journal.deliveries.count == count, "\(platform.name)")
    }
  }

  @Test func iOSBeforeNineHasNoLowPowerMode() {
    for (platform, isHeld) in [(Platform.ios8, false), (.ios9, true)] {
      var bench = Self.pushed(platform)
      bench.leave()
      bench.system.deviceChanged(.lowPower, isOn: true, at: bench.now)
      Self.send(&bench, at: 100)
      #expect(bench.journal.times("push of 100.0").isEmpty == isHeld, "\(platform.name)")
    }
  }

  @Test func batterySaverTellsNoOldPositions() {
    for platform in [Platform.android8, .android12] {
      var bench = Bench.android(
        platform, FusedLocationRequest(priority: .highAccuracy, interval: 30), motion: .walking, service: false)
      bench.fix()
      bench.leave()
      bench.settle()
      let before = bench.journal.deliveries.count
      bench.system.deviceChanged(.lowPower, isOn: true, at: bench.now)
      bench.settle()
      bench.advance(to: 7200)
      #expect(bench.journal.deliveries.count == before, "\(platform.name)")
    }
  }

  @Test func conditionsAreToldToAnAppThatRunsAndWakeNobody() {
    var bench = Bench.opened(platform: .ios18, motion: .still) { app, host in
      host.observeDevice { [unowned app] in
        app.journal.note("\($0.condition.rawValue) \($0.isOn)", at: app.now)
      }
    }
    bench.system.deviceChanged(.charging, isOn: true, at: bench.now)
    bench.settle()
    bench.leave()
    bench.advance(to: 100)
    bench.system.deviceChanged(.onWiFi, isOn: true, at: bench.now)
    bench.settle()
    #expect(bench.journal.times("charging true") == [0])
    #expect(bench.journal.times("on_wifi true").isEmpty)
    bench.advance(to: 200)
    bench.open()
    #expect(bench.journal.times("on_wifi true") == [200])
  }

  @Test func workIsDoneEachIntervalWhenItsConditionsHold() {
    var bench = Bench.opened(platform: .android14, motion: .walking) { app, host in
      host.onWork { [unowned app] in app.journal.note("work \($0)", at: app.now) }
      host.scheduleWork("sync", every: 1200)
      host.scheduleWork("charged", every: 60, conditions: [.charging])
    }
    bench.kill()
    bench.advance(to: 3000)
    // At once, then two minutes late by the median, in a window of the lighter doze: dark from 0 s, idle from 240 to 540, from
    // 600 to 1200 and from 1260 to 2160 s. The process is started for it.
    #expect(bench.journal.times("work sync") == [0, 2160])
    #expect(bench.journal.times("launched by work").count == 1)
    #expect(bench.journal.times("work charged").isEmpty)
    bench.system.deviceChanged(.charging, isOn: true, at: bench.now)
    bench.settle()
    #expect(bench.journal.times("work charged") == [3000])
  }
}
