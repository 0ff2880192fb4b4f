import DeviceModel
import Documents
import LocationServices
import Strategies
import TestSupport
import Testing

private func strategyError(_ text: String) -> String {
  failure { _ = try StrategyReader.read(text, file: "s.yml", name: "s") }
}

/// Strategies of Android: their words, and what each system refuses.
@Suite struct AndroidStrategyTests {
  @Test func everyWordIsReadAndWritten() throws {
    let text = """
      summary: t
      kind: fused
      system: android-12
      authorization: when_in_use
      accuracy: reduced
      parameters: {priority: balanced, interval: 17 s, min_interval: 3 s, min_distance: 41 m, max_delay: 7 min, granularity: coarse, delivery: pending_intent, foreground_service: false, handling_time: 20 ms}
      """
    let strategy = try StrategyReader.read(text, file: "s.yml", name: "s")
    #expect(strategy.platform == .android12 && strategy.accuracy == .reduced)
    #expect(strategy.parameters["min_interval"] == .time(3) && strategy.parameters["min_distance"] == .distance(41))
    let again = try StrategyReader.read(StrategyWriter.text(of: strategy), file: "s.yml", name: "s")
    #expect(again.parameters == strategy.parameters && again.platform == strategy.platform)
  }

  @Test(arguments: ["fused", "activity_gated", "android_geofences", "android_trip_tracking", "wifi_scans"])
  func kindsOfAndroidRunOnAPresentVersionUnlessToldOtherwise(_ kind: String) throws {
    let strategy = try StrategyReader.read("summary: t\nkind: \(kind)\n", file: "s.yml", name: "s")
    #expect(strategy.platform == .android15)
    #expect(
      strategyError("summary: t\nkind: \(kind)\nsystem: ios-18\n").hasPrefix("s.yml:3:9: error: system: ios-18 has no ")
    )
  }

  @Test func whatOneSystemLacksIsSaidWithTheVersionsThatHaveIt() {
    let fused = strategyError("summary: t\nkind: fused\nsystem: ios-18\n")
    #expect(fused.contains("(on Android only)") && fused.contains("android-6") && !fused.contains("ios-17"))
    #expect(strategyError("summary: t\nkind: standard\nsystem: android-9\n").contains("standard updates (on iOS only)"))
    #expect(strategyError("summary: t\nkind: visits\nsystem: android-9\n").contains("(on iOS only)"))
    let coarse = strategyError("summary: t\nkind: fused\nsystem: android-10\nparameters: {granularity: coarse}\n")
    #expect(coarse.contains("android-10 has no reduced accuracy (since Android 12)"))
    #expect(coarse.contains("android-12") && !coarse.contains("ios-"))
    let whileUsing = strategyError("summary: t\nkind: fused\nsystem: android-8\nauthorization: when_in_use\n")
    #expect(whileUsing.contains("(since Android 10)") && !whileUsing.contains("ios-"))
    let old = strategyError("summary: t\nkind: fused\nsystem: android-5\n")
    #expect(old.contains("unknown value 'android-5'") && old.contains("android-6") && !old.contains("ios-"))
    #expect(strategyError("summary: t\nkind: fused\nsystem: windows-7\n").contains("ios-4, "))
    #expect(strategyError("summary: t\nkind: fused\nsdk: ios-18\n").contains("'sdk' is for iOS"))
  }

  /// Every name of `LocationRequest.Builder`, and a setter's; each of the constants.
  @Test(arguments: [
    ("PRIORITY_HIGH_ACCURACY", LocationPriority.highAccuracy), ("PRIORITY_BALANCED_POWER_ACCURACY", .balanced),
    ("Priority.PRIORITY_LOW_POWER", .lowPower), ("PRIORITY_PASSIVE", .passive), ("PRIORITY_NO_POWER", .passive),
  ])
  func androidsOwnWordsAreUnderstood(_ word: String, priority: LocationPriority) throws {
    let request =
      "{priority: \(word), intervalMillis: 7000, minUpdateIntervalMillis: 3 s, minUpdateDistanceMeters: 41, "
      + "setMaxUpdateDelayMillis: 63000, durationMillis: 540000, maxUpdates: 17, maxUpdateAgeMillis: 90000, "
      + "granularity: GRANULARITY_FINE, delivery: pending_intent}"
    let text = """
      summary: t
      kind: composite
      states:
        a:
          enter: [request: \(request)]
      """
    let strategy = try StrategyReader.read(text, file: "s.yml", name: "s")
    var wanted = FusedLocationRequest(
      priority: priority, interval: 7, minUpdateInterval: 3, minUpdateDistance: 41, maxUpdateDelay: 63,
      granularity: .fine, duration: 540, maxUpdates: 17)
    (wanted.maxUpdateAge, wanted.delivery) = (90, .pendingIntent)
    #expect(strategy.composite?.states[0].enter == [.request(wanted)])
    // Only Android has what the file uses.
    #expect(strategy.platform == .android15)
    let again = try StrategyReader.read(StrategyWriter.text(of: strategy), file: "s.yml", name: "s")
    #expect(again.composite == strategy.composite)
    let fused =
      "summary: t\nkind: fused\nparameters: {priority: \(word), smallestDisplacement: 41, delivery: pending_intent}\n"
    let given = try StrategyReader.read(fused, file: "s.yml", name: "s")
    #expect(
      given.parameters["priority"] == .choice(priority.rawValue) && given.parameters["min_distance"] == .distance(41))
    #expect(given.fusedRequest?.delivery == .pendingIntent)
  }

  @Test func aNumberWithoutAUnitIsAskedForOneAndAKeyGivenTwiceIsRefused() {
    let plain = strategyError("summary: t\nkind: fused\nparameters: {interval: 5000}\n")
    #expect(plain.contains("s.yml:3:24: error: parameters.interval: ") && plain.contains("ms"), "\(plain)")
    let twice = strategyError("summary: t\nkind: fused\nparameters: {interval: 5 s, intervalMillis: 5000}\n")
    #expect(twice.contains("unknown key 'intervalMillis'"), "\(twice)")
  }

  @Test func wordsOfScansAreReadAndWritten() throws {
    let text = """
      summary: t
      kind: wifi_scans
      system: android-10
      parameters: {interval: 41 s, placed_by: own_database, foreground_service: false, scan_throttling: false, handling_time: 20 ms}
      """
    let strategy = try StrategyReader.read(text, file: "s.yml", name: "s")
    #expect(strategy.parameters["scan_throttling"] == .flag(false))
    #expect(strategy.parameters["interval"] == .time(41))
    let again = try StrategyReader.read(StrategyWriter.text(of: strategy), file: "s.yml", name: "s")
    #expect(again.parameters == strategy.parameters && again.platform == .android10)
    let early = strategyError("summary: t\nkind: wifi_scans\nsystem: android-9\nparameters: {scan_throttling: false}\n")
    #expect(early.contains("android-9 has no developer option 'Wi-Fi scan throttling' (since Android 10)"))
    #expect(early.hasPrefix("s.yml:4:31: error: "), "\(early)")
    let on = "summary: t\nkind: wifi_scans\nsystem: android-8\nparameters: {scan_throttling: true}\n"
    #expect(try StrategyReader.read(on, file: "s.yml", name: "s").platform == .android8)
  }

  @Test func theMappingOfMobilityNetHasBothSystemsWithTheSameConfigurations() throws {
    let mapping = try RunMapping.mobilityNet(catalog: Catalog())
    let (ios, android) = (try #require(mapping.strategies[.ios]), try #require(mapping.strategies[.android]))
    #expect(Set(ios.keys) == Set(android.keys))
    #expect(android.values.allSatisfy { $0.platform == .android6 })
    #expect(android["HAMFDC"]?.kind == "android_trip_tracking")
    #expect(android["HAMFDC"]?.parameters["interval"] == .time(30))
    #expect(android["POWER_CONTROL"]?.parameters["priority"] == .choice("passive"))
    #expect(android["100m_lowpwr_accuracy_high_frequency_stationary"]?.parameters["priority"] == .choice("low_power"))
  }
}
