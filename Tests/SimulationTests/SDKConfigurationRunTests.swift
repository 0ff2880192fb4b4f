import Core
import DeviceModel
import Documents
import LocationServices
import Simulation
import Strategies
import Testing

/// What configurations promise, on a walk of 1300 m from 600 to 1600 s and an hour of rest around it.
@Suite struct SDKConfigurationRunTests {
  struct Promise: Equatable {
    let before: Int
    let walking: Int
    let after: Int
    let wakeups: Int
    let uploads: Int
  }

  /// Deliveries before the walk, on it, and from a minute after it on; the system's wake-ups and the uploads.
  static func run(
    _ text: String, on system: Platform?
  ) throws -> Promise {
    var catalog = Catalog()
    catalog.system = system
    let strategy = try catalog.strategy(CatalogEntry(kind: .strategies, path: "app.json", text: text))
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let phone = try PhoneConfiguration(device: device, network: network, apps: [try strategy.appDefinition()])
    let record = PhoneSimulation.record(of: phone, world: Trials.world(Trials.walk(), seed: 3, network: network))
    let times = record.fixes.map(\.delivered.seconds)
    return Promise(
      before: times.count { $0 < 600 }, walking: times.count { (600..<1660).contains($0) },
      after: times.count { $0 >= 1660 }, wakeups: record.wakeups, uploads: record.uploads)
  }

  // MARK: expo-location

  /// On Android an accuracy brings a distance of its own: 100 m at Balanced, 25 m at Highest.
  @Test func expoOnAndroidHasADistanceOfItsAccuracy() throws {
    let balanced = try Self.run("{accuracy: Location.Accuracy.Balanced, foregroundService: {}}", on: .android15)
    let highest = try Self.run("{accuracy: Location.Accuracy.Highest, foregroundService: {}}", on: .android15)
    // 13 of 100 m, and some by the error of network positions.
    #expect(12...20 ~= balanced.walking, "\(balanced)")
    #expect(35...52 ~= highest.walking, "\(highest)")
    #expect(highest.uploads == 0)
  }

  /// `timeInterval` paces Android, and is ignored on iOS.
  @Test func expoPacesAndroidByTime() throws {
    let text = "{accuracy: 5, timeInterval: 20000, distanceInterval: 0, foregroundService: {notificationTitle: 't'}}"
    let android = try Self.run(text, on: .android15)
    let apple = try Self.run(text, on: .ios18)
    // At rest each 30 s: above 10 s Android's high accuracy has a still phone's positions from Wi-Fi.
    #expect(48...54 ~= android.walking && 74...80 ~= android.after, "\(android)")
    #expect(apple.walking > 900 && apple.after > 2000, "\(apple)")
  }

  /// Without a foreground service Android gives a background task a few positions an hour; they start its process.
  @Test func expoWithoutAServiceIsLimited() throws {
    let text = "{accuracy: 5, timeInterval: 1000, distanceInterval: 0}"
    let run = try Self.run(text, on: .android15)
    #expect(1...6 ~= run.walking + run.after, "\(run)")
    #expect(run.wakeups > 0)
  }

  /// On iOS updates pause after some 20 min at rest where the option says so. Expo gathers deferred updates of what was delivered already.
  @Test func expoOnIOSPausesWhereAsked() throws {
    let text =
      "await Location.startLocationUpdatesAsync('t', {accuracy: Location.Accuracy.Highest, activityType: Location.ActivityType.Fitness, pausesUpdatesAutomatically: true})"
    let pausing = try Self.run(text, on: .ios18)
    let running = try Self.run(text.replacing("true", with: "false"), on: .ios18)
    let gathering = try Self.run(
      text.replacing("true", with: "false, deferredUpdatesInterval: 60000, deferredUpdatesDistance: 50"), on: .ios18)
    #expect(running.walking > 900 && running.after > 2000, "\(running)")
    #expect(3 * pausing.after < 2 * running.after, "\(pausing)")
    #expect(gathering == running)
  }

  // MARK: geolocator

  /// 5 s where no interval is given; at rest a filter withholds all.
  @Test func geolocatorDeliversEachFiveSeconds() throws {
    let plain = try Self.run(
      "AndroidSettings(foregroundNotificationConfig: const ForegroundNotificationConfig(a: 1))", on: nil)
    let filtered = try Self.run(
      "AndroidSettings(distanceFilter: 100, intervalDuration: const Duration(seconds: 10), foregroundNotificationConfig: const ForegroundNotificationConfig(notificationTitle: 'x', notificationText: 'y'))",
      on: nil)
    #expect(195...214 ~= plain.walking && 450...470 ~= plain.after, "\(plain)")
    #expect(9...13 ~= filtered.walking && 0...2 ~= filtered.after, "\(filtered)")
  }

  /// Updates go on behind the screen unless the settings forbid it.
  @Test func geolocatorOnIOSGoesOnBehindTheScreen() throws {
    let on = try Self.run("AppleSettings(accuracy: LocationAccuracy.high, distanceFilter: 50)", on: nil)
    let off = try Self.run(
      "AppleSettings(accuracy: LocationAccuracy.high, distanceFilter: 50, allowBackgroundLocationUpdates: false)",
      on: nil)
    #expect(20...27 ~= on.walking, "\(on)")
    #expect(off.walking + off.after == 0, "\(off)")
  }

  // MARK: Transistor background geolocation

  /// Groups and flat keys are the same strategy; on the walk each 10 m or more, at rest nothing after 5 min.
  @Test func transistorRestsAtAFence() throws {
    let flat =
      "{desiredAccuracy: BackgroundGeolocation.DESIRED_ACCURACY_HIGH, distanceFilter: 20, stopTimeout: 3, url: 'https://a.b'}"
    let nested =
      "bg.Config(geolocation: bg.GeoConfig(desiredAccuracy: bg.DesiredAccuracy.high, distanceFilter: 20.0, stopTimeout: 3), http: bg.HttpConfig(url: 'https://a.b'))"
    for system in [Platform.ios18, .android15] {
      let run = try Self.run(flat, on: system)
      #expect(try Self.run(nested, on: system) == run)
      #expect(20...66 ~= run.walking && run.after < 40 && run.wakeups > 0, "\(system.name): \(run)")
      #expect(run.uploads >= 20, "\(system.name): \(run)")
    }
  }

  /// Updates that never pause switch stop detection off on iOS: positions go on at rest.
  @Test func transistorWithoutStopDetectionNeverRests() throws {
    let on = try Self.run(
      "{desiredAccuracy: -1, distanceFilter: 0, pausesLocationUpdatesAutomatically: false}", on: .ios18)
    let off = try Self.run("{desiredAccuracy: -1, distanceFilter: 0, stopTimeout: 3}", on: .ios18)
    #expect(on.after > 2000 && off.after < 700, "\(on) \(off)")
  }

  /// A threshold gathers the uploads of 25 positions.
  @Test func transistorGathersUploads() throws {
    let text = "{distanceFilter: 10, disableElasticity: true, disableStopDetection: true, url: 'https://a.b'"
    let each = try Self.run(text + "}", on: .android15)
    let gathered = try Self.run(text + ", autoSyncThreshold: 25}", on: .android15)
    #expect(each.uploads > 20 * gathered.uploads && gathered.uploads > 0, "\(each) \(gathered)")
  }

  /// Uploads that keep off cellular wait for Wi-Fi, which the walk has none of.
  @Test func transistorWaitsForWiFi() throws {
    let text = "{distanceFilter: 10, http: {url: 'https://a.b', disableAutoSyncOnCellular: true}}"
    let (waiting, sending) = (
      try Self.run(text, on: .ios18), try Self.run(text.replacing("true", with: "false"), on: .ios18)
    )
    #expect(waiting.uploads == 0 && sending.uploads > 60 && waiting.walking == sending.walking, "\(waiting) \(sending)")
  }

  /// Three forms of one key are one behaviour; the lowest accuracy needs no satellites and finds the walk all the same.
  @Test func transistorSharesItsFormsOfAccuracy() throws {
    let forms = [
      "{desiredAccuracy: 3000, distanceFilter: 50}",
      "{geolocation: {desiredAccuracy: BackgroundGeolocation.DESIRED_ACCURACY_LOWEST, distanceFilter: 50}}",
      "bg.Config(desiredAccuracy: DesiredAccuracy.lowest, distanceFilter: 50.0)",
    ]
    let runs = try forms.map { try Self.run($0, on: .android15) }
    #expect(Set(runs.map(\.walking)).count == 1 && runs[0] == runs[2], "\(runs)")
  }

  /// Significant changes only: a few positions on the way, none at rest.
  @Test func transistorBySignificantChanges() throws {
    let run = try Self.run("{geolocation: {useSignificantChangesOnly: true}}", on: .ios18)
    #expect(1...3 ~= run.walking && 0...1 ~= run.after, "\(run)")
  }

  /// At rest iOS has heartbeats only where it may not suspend the app, Android each 60 s at the soonest. They bring no position.
  @Test func transistorsHeartbeatsWakeARestingPhone() throws {
    func run(_ keys: String, _ system: Platform) throws -> Promise {
      try Self.run("{geolocation: {distanceFilter: 20, stopTimeout: 3}, app: {\(keys)}}", on: system)
    }
    let (android, minute) = (try run("", .android15), try run("heartbeatInterval: 60", .android15))
    // 46 min at rest.
    #expect(2...4 ~= android.wakeups && 44...50 ~= minute.wakeups, "\(android) \(minute)")
    #expect(minute.walking == android.walking && minute.after == android.after)
    #expect(try run("heartbeatInterval: 7", .android15) == minute)
    #expect(try run("heartbeatInterval: 60, preventSuspend: true", .android15) == minute)
    let (apple, awake) = (try run("", .ios18), try run("heartbeatInterval: 60, preventSuspend: true", .ios18))
    #expect(try run("heartbeatInterval: 60", .ios18) == apple)
    #expect(apple.wakeups == 2 && 44...50 ~= awake.wakeups && awake.after == 0, "\(apple) \(awake)")
    // Sensors notice the walk before the fence is left.
    #expect(45...52 ~= apple.walking && 60...70 ~= awake.walking, "\(apple) \(awake)")
  }

  /// Motion must last as long as `motionTriggerDelay` before Android's updates begin: 5 of 17 min without.
  @Test func transistorWaitsForLastingMotion() throws {
    func run(_ delay: Int, _ system: Platform) throws -> Promise {
      let keys = "geolocation: {distanceFilter: 20, stopTimeout: 3}, activity: {motionTriggerDelay: \(delay)}"
      return try Self.run("{\(keys)}", on: system)
    }
    let (at0, at30, at300) = (try run(0, .android15), try run(30_000, .android15), try run(300_000, .android15))
    #expect(at0.walking - at30.walking == 2 && 17...20 ~= at0.walking - at300.walking, "\(at0) \(at30) \(at300)")
    #expect(try run(300_000, .ios18) == run(0, .ios18))
  }

  /// A change of motion sends what waits for a batch: into the first rest, into the walk, and into the rest after it.
  @Test(arguments: [Platform.ios18, .android15])
  func transistorSendsAtChangesOfMotion(_ system: Platform) throws {
    let text = "{url: 'https://a.b', autoSyncThreshold: 1000, distanceFilter: 20, stopTimeout: 3}"
    #expect(try Self.run(text, on: system).uploads == 3)
  }

  // MARK: OwnTracks

  /// Move mode of iOS: each 100 m of 1300, and one each 5 min, 8 in the 43 min of rest after it; each is published.
  @Test func ownTracksMovesByDistanceAndTime() throws {
    let text = #"{"_type": "configuration", "monitoring": 2, "locatorInterval": 300, "locatorDisplacement": 100}"#
    let run = try Self.run(text, on: .ios18)
    #expect(12...19 ~= run.walking && 7...10 ~= run.after, "\(run)")
    #expect(abs(run.uploads - run.before - run.walking - run.after) <= 1, "\(run)")
    let rare = try Self.run(text.replacing("300", with: "1200").replacing("100}", with: "400}"), on: .ios18)
    #expect(3...5 ~= rare.walking && 2...4 ~= rare.after, "\(rare)")
  }

  /// Significant mode of iOS is Apple's service, whatever interval and displacement say.
  @Test func ownTracksWaitsForSignificantChanges() throws {
    let run = try Self.run(#"{"_type": "configuration", "monitoring": 1, "locatorInterval": 7}"#, on: .ios18)
    #expect(1...3 ~= run.walking && 0...1 ~= run.after, "\(run)")
    #expect(run.wakeups > 0)
  }

  /// Android: 10 s by satellites in move mode, on and on; 500 m of 1300 in significant mode; nothing sent in manual mode.
  @Test func ownTracksOnAndroidHasItsModes() throws {
    func run(_ mode: Int, _ more: String = "") throws -> Promise {
      try Self.run(#"{"_type": "configuration", "monitoring": \#(mode)\#(more)}"#, on: .android15)
    }
    let (move, significant, manual) = (try run(2), try run(1), try run(0))
    #expect(95...108 ~= move.walking && move.after > 100 && move.uploads > 200, "\(move)")
    #expect(1...4 ~= significant.walking && significant.uploads > 0, "\(significant)")
    #expect(manual.uploads == 0, "\(manual)")
    let slow = try run(2, #", "moveModeLocatorInterval": 50, "pegLocatorFastestIntervalToInterval": true"#)
    #expect(18...22 ~= slow.walking, "\(slow)")
  }

  // MARK: Traccar Client

  /// 75 m where nothing is given; at rest a fence only.
  @Test func traccarTakesADistance() throws {
    for system in [Platform.ios18, .android15] {
      let run = try Self.run("https://a.example:5055?id=7&accuracy=high&interval=60", on: system)
      #expect(6...18 ~= run.walking && run.after < 12 && run.wakeups > 0, "\(system.name): \(run)")
    }
    let far = try Self.run("{accuracy: 'high', distance: 400, interval: 60}", on: .ios18)
    // Three of 400 m; each start of the updates begins with the newest position that iOS has.
    #expect(3...7 ~= far.walking, "\(far)")
  }

  /// On iOS a position is kept each 30 s at the soonest: at 10 m, 1.3 m/s, each fourth.
  @Test func traccarKeepsAPositionEachHalfMinute() throws {
    let text = "{accuracy: 'high', distance: 10, fastest_interval: 30, stop_detection: false}"
    let (slow, fast) = (try Self.run(text, on: .ios18), try Self.run(text.replacing("30", with: "0"), on: .ios18))
    #expect(2 * slow.uploads < fast.uploads && slow.uploads >= 25, "\(slow) \(fast)")
  }

  /// A heartbeat asks for a position and sends it: at rest in 34 min of the last 39, on Android each minute at the soonest.
  @Test func traccarSendsAPositionAtEachHeartbeat() throws {
    func run(_ keys: String, _ system: Platform) throws -> Promise {
      let run = try Self.run("{distance: 75, \(keys)}", on: system)
      #expect(abs(run.before + run.walking + run.after - run.uploads) <= 4, "\(run)")
      return run
    }
    for system in [Platform.ios18, .android15] {
      #expect(try run("accuracy: 'high', heartbeat: 0", system).after == 0)
      #expect(6...7 ~= (try run("accuracy: 'high', heartbeat: 300", system).after))
    }
    #expect(6...7 ~= (try run("accuracy: 'highest', heartbeat: 300", .android15).after))
    #expect(32...35 ~= (try run("accuracy: 'high', heartbeat: 30", .android15).after))
    #expect(65...80 ~= (try run("accuracy: 'high', heartbeat: 30", .ios18).after))
  }

  /// The highest accuracy takes every position, and keeps each 100 m; on iOS it never rests.
  @Test func traccarAtItsHighestKeepsByDistance() throws {
    let run = try Self.run("{accuracy: 'highest', distance: 100}", on: .ios18)
    #expect(12...16 ~= run.walking && run.uploads >= 12 && run.uploads < 25, "\(run)")
    let resting = try catalogStrategy("{accuracy: 'highest', distance: 100}", .ios18)
    #expect(resting.composite?.states.map(\.name) == ["moving", "due"])
    let android = try catalogStrategy("{accuracy: 'highest', distance: 100, wakelock: true}", .android15)
    #expect(android.composite?.states.last?.leave == [.releaseWakeLock])
  }

  private func catalogStrategy(_ text: String, _ system: Platform) throws -> StrategySpecification {
    var catalog = Catalog()
    catalog.system = system
    return try catalog.strategy(CatalogEntry(kind: .strategies, path: "app.json", text: text))
  }
}
