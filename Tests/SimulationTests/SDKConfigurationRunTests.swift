import Core
import DeviceModel
import Documents
import LocationServices
import Simulation
import Strategies
import Testing

/// What configurations promise, on a walk of 1300 m from 600 to 1600 s and an hour of rest around it.
@Suite struct SDKConfigurationRunTests {
  private struct Promise: Equatable {
    let before: Int
    let walking: Int
    let after: Int
    let wakeups: Int
    let uploads: Int
  }

  /// Deliveries before the walk, on it, and from a minute after it on; the system's wake-ups and the uploads.
  private static func run(
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

  /// Significant changes only: a few positions on the way, none at rest.
  @Test func transistorBySignificantChanges() throws {
    let run = try Self.run("{geolocation: {useSignificantChangesOnly: true}}", on: .ios18)
    #expect(1...3 ~= run.walking && 0...1 ~= run.after, "\(run)")
  }
}
