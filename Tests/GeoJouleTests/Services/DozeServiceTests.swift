import GeoJoule
import Testing

/// Android at rest and behind the screen. Each expectation is derived from the words of its source.
@Suite struct DozeServiceTests {
  /// Deliveries after the first two hours of ten on a desk, left alone after a minute.
  private func deliveries(
    _ platform: Platform, _ request: FusedLocationRequest, service: Bool, seed: UInt64 = 1
  ) throws -> (fixes: [DeliveredFix], run: AppRun) {
    let run = try ServiceDay.run(
      ServiceDay.rest(minutes: 600, ServiceDay.flat), on: platform, device: "nexus-6", seed: seed
    ) { app, host in
      if service { host.startForegroundService() }
      let client = host.makeFusedLocationClient()
      app.kept.append(client)
      client.requestLocationUpdates(request) { app.note("fused", $0) }
    }
    return (run.record.fixes.filter { $0.delivered > .hours(2) }, run)
  }

  static let seeds: ClosedRange<UInt64> = 1...20
  private static let balanced = FusedLocationRequest(priority: .balanced, interval: 60)

  // AOSP, StationaryThrottlingLocationProvider (since Android 11): while the phone is idle and still, each provider tells the
  // last position again at the interval it was asked for. What asks is the fused provider, at its own pace at rest (measured:
  // 300 s). A foreground service on Android 12 is not silent for eight hours at a desk.
  @Test func sinceAndroid11TheLastPositionIsToldAgainInDoze() throws {
    for seed in Self.seeds {
      let platform: Platform = seed.isMultiple(of: 2) ? .android11 : .android12
      let fixes = try deliveries(platform, Self.balanced, service: true, seed: seed).fixes
      // Twelve an hour.
      #expect((80...110).contains(fixes.count), "\(fixes.count)")
      let gaps = zip(fixes, fixes.dropFirst()).map { $1.delivered - $0.delivered }
      #expect(gaps.allSatisfy { $0 <= .seconds(330) }, "\(gaps.max() ?? .zero)")
    }
  }

  // The same, as read in a later version: a request for high accuracy goes on, whatever its interval. Eight hours of
  // positions each 5 s or each 30 s, less what a receiver under a roof misses.
  @Test func aRequestForHighAccuracyGoesOn() throws {
    for seed in Self.seeds {
      for (interval, least) in [(5.0, 2000), (30, 700)] {
        let request = FusedLocationRequest(priority: .highAccuracy, interval: interval)
        let goesOn = try deliveries(.android12, request, service: true, seed: seed).fixes.count
        let isHeld = try deliveries(.android10, request, service: true, seed: seed).fixes.count
        #expect(goesOn >= least && isHeld * 5 < goesOn, "\(goesOn) and \(isHeld) each \(interval) s")
      }
    }
  }

  // "Optimize for Doze and App Standby", and measured Nexus 6 on Android 6: nothing but in the windows.
  @Test func beforeAndroid11APhoneAtADeskIsSilentButInWindows() throws {
    for (platform, seed) in Self.seeds.flatMap({ [(Platform.android6, $0), (.android10, $0)] }) {
      let fixes = try deliveries(platform, Self.balanced, service: true, seed: seed).fixes
      #expect((1...12).contains(fixes.count), "\(platform.name): \(fixes.count)")
    }
  }

  // "Background location limits" (since Android 8): without a service a few positions an hour.
  @Test func behindTheScreenWithoutAServiceThereAreAFewAnHour() throws {
    for seed in Self.seeds {
      let fixes = try deliveries(.android12, Self.balanced, service: false, seed: seed).fixes
      #expect((8...32).contains(fixes.count), "\(fixes.count) in eight hours")
    }
  }

  // "Cached apps freezer": since Android 14 an app behind the screen without a service runs no code ten seconds later, until it
  // is opened again.
  @Test func sinceAndroid14AnAppWithoutAServiceIsFrozenBehindTheScreen() throws {
    let script = ServiceDay.opened(and: [
      ScriptEvent(instant: .minutes(100), kind: .screenOn), ScriptEvent(instant: .minutes(100), kind: .foreground),
    ])
    func times(_ platform: Platform, service: Bool, seed: UInt64) throws -> [Double] {
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.way(metres: 9000, script: script), on: platform, device: "nexus-6", seed: seed, journal: journal
      ) { app, host in
        if service { host.startForegroundService() }
        let client = host.makeFusedLocationClient()
        app.kept.append(client)
        client.requestLocationUpdates(Self.balanced) { app.note("fused", $0) }
      }
      return journal.all("fused").map(\.time)
    }
    for seed in Self.seeds {
      let frozen = try times(.android14, service: false, seed: seed)
      #expect(!frozen.contains { (75..<5999).contains($0) }, "\(frozen)")
      #expect(frozen.contains { $0 >= 6000 })
      #expect(try times(.android14, service: true, seed: seed).contains { (75..<5999).contains($0) })
      #expect(try times(.android12, service: false, seed: seed).contains { (75..<5999).contains($0) })
    }
  }

  // "Optimize for Doze and App Standby" (since Android 7): a phone that is dark and unplugged, carried or not, gives apps the
  // network in windows only; a foreground service keeps it.
  @Test func theLighterDozeHoldsUploadsBack() throws {
    func done(_ platform: Platform, service: Bool, seed: UInt64) throws -> [Double] {
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.way(metres: 3000), on: platform, device: "nexus-6", seed: seed, journal: journal
      ) { app, host in
        if service { host.startForegroundService() }
        for minute in 1...30 {
          host.setAlarm(after: Double(minute) * 60) { host.upload(bytes: 600) { app.note("sent") } }
        }
      }
      return journal.all("sent").map(\.time)
    }
    for seed in Self.seeds {
      let held = try done(.android12, service: false, seed: seed)
      #expect(try done(.android12, service: true, seed: seed).count == 30)
      // Dark from the first minute: idle from minute 5 for 5 min, then for 10 and 15.
      #expect(!held.contains { (310..<590).contains($0) }, "\(held)")
      #expect(held.contains { (600..<665).contains($0) }, "\(held)")
      #expect(try done(.android6, service: false, seed: seed).count == 30)
    }
  }

  // The same: in Doze's own windows of 5 min, the first after an hour, apps have the network.
  @Test func inAWindowOfDozeUploadsGo() throws {
    for seed in Self.seeds {
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.rest(minutes: 180, ServiceDay.flat), on: .android12, device: "nexus-6", seed: seed, journal: journal
      ) { app, host in
        host.setAlarm(after: 6000) { host.upload(bytes: 700) { app.note("sent") } }
      }
      let sent = try #require(journal.all("sent").first).time / 60
      // Dozing from minute 63, a window from 123 to 128.
      #expect((122.9...128.1).contains(sent), "\(sent)")
    }
  }
}
