import GeoJoule
import Testing

/// Android as the developer of a delivery app meets it. Each expectation is derived from the words of its source.
@Suite struct AndroidAppServiceTests {
  private static let seeds: ClosedRange<UInt64> = 1...20

  /// Times at which something was noted, in minutes.
  private func minutes(
    _ what: String, _ scenario: Scenario, on platform: Platform, seed: UInt64,
    _ code: @escaping @Sendable (JournalApp, AppHost) -> Void
  ) throws -> [Double] {
    let journal = Journal()
    _ = try ServiceDay.run(scenario, on: platform, device: "pixel-9", seed: seed, journal: journal, code)
    return journal.all(what).map { $0.time / 60 }
  }

  /// Notes each 30 s by a clock of the app's.
  private static func ticking(
    _ start: @escaping @Sendable (AppHost, @escaping () -> Void) -> Void, wakeLock: Bool = false
  ) -> @Sendable (JournalApp, AppHost) -> Void {
    { app, host in
      host.startForegroundService()
      if wakeLock { host.acquireWakeLock() }
      func tick() {
        app.note("tick")
        start(host, tick)
      }
      start(host, tick)
    }
  }

  // Reference of `SystemClock`: `Handler` goes by a clock that stands still in deep sleep. "Choose the right technology" (wake
  // locks): a foreground service alone does not keep the processor awake; a partial wake lock does. "Optimize for Doze": exact
  // alarms wake the phone, and wait while it dozes, from minute 64 on; those that are allowed while idle go on.
  @Test func aTimerOfAForegroundServiceStopsWhileThePhoneSleeps() throws {
    let desk = ServiceDay.rest(minutes: 120, ServiceDay.flat)
    let handler = { @Sendable (host: AppHost, tick: @escaping () -> Void) in _ = host.schedule(after: 30, tick) }
    for seed in Self.seeds {
      let sleeping = try minutes("tick", desk, on: .android15, seed: seed, Self.ticking(handler))
      #expect(sleeping.count { $0 > 2 } < 30, "\(sleeping.count)")
      let awake = try minutes("tick", desk, on: .android15, seed: seed, Self.ticking(handler, wakeLock: true))
      #expect((237...240).contains(awake.count), "\(awake.count)")
      let alarms = try minutes(
        "tick", desk, on: .android15, seed: seed, Self.ticking { _ = $0.setAlarm(after: 30, $1) })
      #expect((120...132).contains(alarms.count) && !alarms.contains { (65...119).contains($0) }, "\(alarms.count)")
      let idle = try minutes(
        "tick", desk, on: .android15, seed: seed, Self.ticking { _ = $0.setAlarm(after: 30, whileIdle: true, $1) })
      // 72 an hour while it dozes (AOSP, `ALLOW_WHILE_IDLE_QUOTA`).
      #expect((66...74).contains(idle.count { (64...119).contains($0) }), "\(idle.count)")
    }
  }

  // A lock has its price: the processor of a phone at rest is awake for two hours, 96 mW here.
  @Test func aWakeLockIsPaidFor() throws {
    func energy(wakeLock: Bool, seed: UInt64) throws -> Double {
      try ServiceDay.run(ServiceDay.rest(minutes: 120, ServiceDay.flat), on: .android15, device: "pixel-9", seed: seed)
      {
        $1.startForegroundService()
        if wakeLock { $1.acquireWakeLock() }
      }.addedEnergy.joules
    }
    for seed in Self.seeds {
      #expect(try energy(wakeLock: true, seed: seed) > energy(wakeLock: false, seed: seed) + 300)
    }
  }

  // "Restrictions on starting a foreground service from the background" (Android 12): geofences and changes of activity are on
  // the list of exemptions, WorkManager is not. The refusal is said.
  @Test func sinceAndroid12WorkMayNotBeginAForegroundService() throws {
    func run(_ platform: Platform, seed: UInt64) throws -> AppRun {
      try ServiceDay.run(
        ServiceDay.way(metres: 5000, before: 30, ServiceDay.openSky), on: platform, device: "pixel-9", seed: seed
      ) { app, host in
        let client = host.makeFusedLocationClient()
        app.kept.append(client)
        host.onWork { _ in
          guard !host.isInForeground else { return }
          host.startForegroundService()
          client.requestLocationUpdates(FusedLocationRequest(priority: .highAccuracy, interval: 1)) {
            app.note("fix", $0)
          }
        }
        host.scheduleWork("track", every: 900)
      }
    }
    for seed in Self.seeds {
      let refused = try run(.android12, seed: seed).record
      #expect(refused.fixes.count < 60, "\(refused.fixes.count)")
      #expect(refused.missingServices.contains { $0.message.contains("ForegroundServiceStartNotAllowedException") })
      let allowed = try run(.android11, seed: seed).record
      #expect(allowed.fixes.count > 1500 && allowed.missingServices.isEmpty, "\(allowed.fixes.count)")
    }
  }

  @Test func aGeofenceAndAnAlarmMayBeginAForegroundService() throws {
    for byAlarm in [false, true] {
      var counts: [Int] = []
      for seed in Self.seeds {
        let record = try ServiceDay.run(
          ServiceDay.way(metres: 5000, before: 10, ServiceDay.openSky), on: .android15, device: "pixel-9", seed: seed
        ) { app, host in
          let client = host.makeFusedLocationClient()
          let geofences = host.makeGeofencingClient()
          app.kept += [client, geofences] as [AnyObject]
          func track() {
            host.startForegroundService()
            client.requestLocationUpdates(FusedLocationRequest(priority: .highAccuracy, interval: 1)) {
              app.note("fix", $0)
            }
          }
          if byAlarm {
            host.setAlarm(after: 660, track)
          } else {
            geofences.onTransition = { if case .exited = $0 { track() } }
            geofences.addGeofence("home", center: ServiceDay.home, radius: 150, onEnter: false)
          }
        }.record
        #expect(record.missingServices.isEmpty)
        counts.append(record.fixes.count)
      }
      // A geofence may be missed.
      #expect(counts.count { $0 > 1500 } >= (byAlarm ? 20 : 16), "\(counts)")
    }
  }

  // "Cached apps freezer": an intent thaws a frozen process. "Background location limits": two positions an hour, here in four
  // hours on foot. With a callback they wait, which is said.
  @Test func aPendingIntentReachesAFrozenAppAndACallbackDoesNot() throws {
    func run(_ delivery: FusedLocationRequest.Delivery, seed: UInt64, killed: Bool = false) throws -> AppRun {
      let kill = killed ? [ScriptEvent(instant: .minutes(10), kind: .terminate)] : []
      return try ServiceDay.run(
        ServiceDay.way(metres: 20_000, script: ServiceDay.opened(and: kill)), on: .android15, device: "pixel-9",
        seed: seed
      ) { app, host in
        let client = host.makeFusedLocationClient()
        app.kept.append(client)
        client.onPendingIntent { app.note("intent", $0) }
        guard host.isInForeground else { return }
        var request = FusedLocationRequest(priority: .balanced, interval: 60)
        request.delivery = delivery
        client.requestLocationUpdates(request) { app.note("fix", $0) }
      }
    }
    for seed in Self.seeds {
      for killed in [false, true] {
        let intents = try run(.pendingIntent, seed: seed, killed: killed).record
        let later = intents.fixes.count { $0.delivered > .minutes(2) }
        #expect((5...9).contains(later) && intents.missingServices.isEmpty, "\(later)")
      }
      let callbacks = try run(.callback, seed: seed).record
      #expect(callbacks.fixes.count { $0.delivered > .minutes(2) } == 0)
      #expect(callbacks.missingServices.contains { $0.message.contains("freezes the app") })
    }
  }

  // Reference of `PeriodicWorkRequest`: the first run comes at once. "Optimize for Doze": the lighter kind defers jobs as well,
  // idle from minute 5 for 5 min, then for 10 and 15.
  @Test func workBeginsAtOnceAndWaitsForTheWindowsOfLightDoze() throws {
    for seed in Self.seeds {
      let runs = try minutes("work", ServiceDay.way(metres: 5000), on: .android15, seed: seed) { app, host in
        host.onWork { _ in app.note("work") }
        host.scheduleWork("sync", every: 900)
      }
      #expect(try #require(runs.first) < 0.1, "\(runs)")
      #expect(runs.count >= 2 && !runs.contains { (5.2..<9.9).contains($0) || (11.1..<20.9).contains($0) }, "\(runs)")
    }
  }

  // AOSP, `QuotaController`: three sessions of jobs in 24 h for an app that is rarely used, 48 h after it was on the screen
  // (AOSP, `AppStandbyController`).
  @Test func anAppThatNobodyOpensWorksAFewTimesADay() throws {
    for seed in Self.seeds {
      func runs(_ platform: Platform) throws -> Int {
        try minutes("work", ServiceDay.rest(minutes: 84 * 60, ServiceDay.flat), on: platform, seed: seed) { app, host in
          host.onWork { _ in app.note("work") }
          host.scheduleWork("sync", every: 900)
        }.count { (60 * 60..<84 * 60).contains($0) }
      }
      #expect((2...4).contains(try runs(.android15)))
      // Before the buckets, each window of Doze has its run: four in 24 h and more.
      #expect(try runs(.android8) >= 4)
    }
  }

  // "Create and monitor geofences": two to three minutes in the mean, up to six after the phone was stationary for long.
  @Test func aGeofenceIsLateAfterALongRest() throws {
    /// `nil` for one that was missed.
    func latency(restedFor minutes: Double, seed: UInt64) throws -> Double? {
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.way(metres: 5000, before: minutes, ServiceDay.openSky), on: .android15, device: "pixel-9",
        seed: seed,
        journal: journal
      ) { app, host in
        let geofences = host.makeGeofencingClient()
        app.kept.append(geofences)
        geofences.onTransition = { if case .exited = $0 { app.note("left") } }
        geofences.addGeofence("home", center: ServiceDay.home, radius: 100, onEnter: false)
      }
      return journal.all("left").first { $0.time > minutes * 60 }.map { $0.time - minutes * 60 - 100 / 1.4 }
    }
    let rested = try Self.seeds.compactMap { try latency(restedFor: 120, seed: $0) }
    let moving = try Self.seeds.compactMap { try latency(restedFor: 10, seed: $0) }
    #expect(rested.count >= 16 && moving.count >= 16)
    #expect((200...300).contains(ServiceDay.mean(rested)), "\(rested)")
    #expect((90...200).contains(ServiceDay.mean(moving)), "\(moving)")
  }

  // "Define your WorkRequests": a worker may take 10 min, in which it waits for a position it asks for, also one of satellites. It is
  // more than half an hour after the last one, so that Android looks for it.
  @Test(arguments: [LocationPriority.balanced, .highAccuracy])
  func workThatAsksForOnePositionGetsIt(_ priority: LocationPriority) throws {
    for seed in Self.seeds {
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.way(metres: 10_000), on: .android15, device: "pixel-9", seed: seed, journal: journal
      ) { app, host in
        let client = host.makeFusedLocationClient()
        app.kept.append(client)
        host.onWork { _ in
          app.note("work")
          let request = FusedLocationRequest(priority: priority, interval: 60, duration: 120, maxUpdates: 1)
          client.requestLocationUpdates(request) { app.note("fix", $0) }
        }
        host.scheduleWork("look", every: 3600)
      }
      let (asked, fixes) = (journal.all("work"), journal.all("fix"))
      #expect((1...3).contains(asked.count) && fixes.count == asked.count, "\(asked.count) and \(fixes.count)")
    }
  }

  // Reference of `LocationRequest.Builder`: a first position from before is no older than the maximum age, the interval unless
  // it is set. `getLastLocation` takes any age and looks for nothing.
  @Test(arguments: [(nil as Double?, false), (600, true), (0, false)])
  func aFirstPositionIsNoOlderThanItsMaximumAge(_ age: Double?, comesAtOnce: Bool) throws {
    for seed in Self.seeds {
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.rest(minutes: 12, ServiceDay.flat), on: .android15, device: "pixel-9", seed: seed, journal: journal
      ) { app, host in
        host.startForegroundService()
        let client = host.makeFusedLocationClient()
        app.kept.append(client)
        client.requestLocationUpdates(FusedLocationRequest(interval: 3, maxUpdates: 1)) { app.note("first", $0) }
        host.setAlarm(after: 300) {
          client.requestLastLocation { app.note("last", $0) }
          var request = FusedLocationRequest(interval: 3, maxUpdates: 1)
          request.maxUpdateAge = age
          client.requestLocationUpdates(request) { app.note("again", $0) }
        }
      }
      let (last, again) = (try #require(journal.all("last").first), try #require(journal.all("again").first))
      // The process takes a second or two to start.
      #expect(last.time < 305 && last.locations[0].timestamp < 100, "\(last.time)")
      #expect((again.time < 305 && again.locations[0].timestamp < 100) == comesAtOnce, "\(again.time)")
    }
  }
}
