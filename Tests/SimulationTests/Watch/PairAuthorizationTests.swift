import DeviceModel
import LocationServices
import Core
import Simulation
import Testing
import World

/// An app and its half on the watch are one authorization identity (2015 and 2020 sessions).
@Suite struct PairAuthorizationTests {
  private static func bench(
    _ script: [(Double, ScriptEvent.Kind)], _ user: UserDecisions, authorization: Authorization = .notDetermined,
    accuracy: AccuracyAuthorization = .full, platform: Platform = .ios18,
    phoneCode: @escaping HalfApp.Code = { _, _ in }, watchCode: @escaping HalfApp.Code = { _, _ in }
  ) throws -> PairBench {
    try PairBench(
      seconds: 120, script: script, authorization: authorization, accuracy: accuracy, platform: platform, user: user,
      phoneCode: phoneCode, watchCode: watchCode)
  }

  private static func user(_ access: UserDecisions.Access, after seconds: Double = 11) -> UserDecisions {
    var user = UserDecisions.standard
    (user.access, user.answersAfter) = (access, .seconds(seconds))
    return user
  }

  /// Notes the status each second from 1 s to 40 s after launch.
  private static let watches: HalfApp.Code = { app, host in
    let manager = host.makeLocationManager()
    app.managers.append(manager)
    for second in 1...60 {
      host.schedule(after: Double(second)) { app.note("\(manager.authorizationStatus)") }
    }
  }

  @Test(arguments: [Platform.ios9, .ios18])
  func aPromptOfTheWatchAppIsAnsweredOnThePhoneWhileTheWatchAppRunsOn(_ platform: Platform) throws {
    let bench = try Self.bench(
      [(2, .watchForeground)], Self.user(.whileUsing), platform: platform,
      watchCode: { app, host in
        Self.watches(app, host)
        app.managers[0].requestWhenInUseAuthorization()
      })
    bench.run()
    let lines = bench.journal.lines.filter { $0.hasPrefix("watch") }
    // It goes on each second while the prompt is out, and hears of the answer eleven seconds after it was shown.
    #expect(lines.count { $0.hasSuffix("notDetermined") } == 11)
    #expect(lines.count { $0.hasSuffix("authorizedWhenInUse") } == 49)
    #expect(!bench.journal.lines.contains { $0.hasPrefix("phone") })
  }

  @Test func whatIsGrantedOnThePhoneHoldsOnTheWatch() throws {
    let bench = try Self.bench(
      [(2, .watchForeground), (3, .foreground)], Self.user(.whileUsing, after: 7), platform: .ios9,
      phoneCode: { app, host in
        let manager = host.makeLocationManager()
        app.managers.append(manager)
        manager.requestWhenInUseAuthorization()
      }, watchCode: Self.watches)
    bench.run()
    #expect(bench.journal.lines.last?.hasSuffix("authorizedWhenInUse") == true)
  }

  @Test(arguments: [(Platform.ios13point4, false), (.ios14, true), (.ios18, true)])
  func allowOnceOnTheWatchServesThePhoneAppSinceIOS14(_ platform: Platform, isShared: Bool) throws {
    let bench = try Self.bench(
      [(2, .watchForeground), (30, .foreground)], Self.user(.once), platform: platform,
      phoneCode: Self.watches,
      watchCode: { app, host in
        Self.watches(app, host)
        app.managers[0].requestWhenInUseAuthorization()
      })
    bench.run()
    let last = bench.journal.lines.last { $0.hasPrefix("phone") }
    #expect(last?.hasSuffix(isShared ? "authorizedWhenInUse" : "notDetermined") == true)
    let watch = bench.journal.lines.last { $0.hasPrefix("watch") }
    #expect(watch?.hasSuffix("authorizedWhenInUse") == true)
  }

  @Test func allowOnceEndsWhenNeitherHalfIsInUse() throws {
    let bench = try Self.bench(
      [(2, .watchForeground), (30, .foreground), (40, .watchBackground), (55, .background), (80, .foreground)],
      Self.user(.once), phoneCode: Self.watches,
      watchCode: { app, _ in
        guard let host = app.host else { return }
        let manager = host.makeLocationManager()
        app.managers.append(manager)
        manager.requestWhenInUseAuthorization()
      })
    bench.run()
    func status(at second: Double) -> String? {
      bench.journal.lines.last { line in
        line.hasPrefix("phone") && (Double(line.split(separator: " ")[1].dropLast()) ?? 0) <= second
      }
    }
    // Between 40 and 55 s only the phone app is in use; after that none is.
    #expect(status(at: 50)?.hasSuffix("authorizedWhenInUse") == true)
    #expect(bench.journal.lines.last { $0.hasPrefix("phone") }?.hasSuffix("notDetermined") == true)
  }

  @Test(arguments: [Platform.ios14, .ios18])
  func aTemporaryUpgradeOnTheWatchServesThePhoneApp(_ platform: Platform) throws {
    var user = Self.user(.whileUsing, after: 5)
    user.temporaryFullAccuracy = true
    let notes: HalfApp.Code = { app, host in
      let manager = host.makeLocationManager()
      app.managers.append(manager)
      for second in 1...40 { host.schedule(after: Double(second)) { app.note("\(manager.accuracyAuthorization)") } }
    }
    let bench = try Self.bench(
      [(2, .watchForeground), (30, .foreground)], user, authorization: .whenInUse, accuracy: .reduced,
      platform: platform, phoneCode: notes,
      watchCode: { app, host in
        notes(app, host)
        app.managers[0].requestTemporaryFullAccuracyAuthorization(withPurposeKey: "run")
      })
    bench.run()
    let watch = bench.journal.lines.filter { $0.hasPrefix("watch") }
    #expect(watch.dropFirst().first?.hasSuffix("reduced") == true)
    #expect(watch.last?.hasSuffix("full") == true)
    #expect(bench.journal.lines.last { $0.hasPrefix("phone") }?.hasSuffix("full") == true)
  }

  @Test func aPromptAskedOutOfReachWaitsForNobody() throws {
    var bench = try Self.bench(
      [(2, .watchForeground)], Self.user(.whileUsing),
      watchCode: { app, host in
        Self.watches(app, host)
        app.managers[0].requestWhenInUseAuthorization()
      })
    bench.phone.device.bluetooth = nil
    bench.run()
    #expect(bench.journal.lines.last?.hasSuffix("notDetermined") == true)
  }
}
