import Analysis
import Core
import DeviceModel
import FileFormats
import LocationServices
import Strategies
import TestSupport
import Testing

@testable import Documents

/// The strategy of a configuration in a file `app.ts`.
func configured(_ text: String, on system: Platform?) throws -> StrategySpecification {
  var catalog = Catalog()
  catalog.system = system
  return try catalog.strategy(CatalogEntry(kind: .strategies, path: "app.ts", text: text))
}

/// The forms that code takes, and what is wrong with it.
@Suite struct SDKConfigurationTests {
  /// The same object in four notations.
  @Test(arguments: [
    #"{"accuracy": 4, "distanceInterval": 37, "timeInterval": 90000}"#,
    "// mine\nconst o: LocationTaskOptions = {accuracy: Location.Accuracy.High, /* m */ distanceInterval: 37,\n timeInterval: 1.5 * 60 * 1000,} as const;",
    "import {\n Accuracy } from 'expo-location';\nawait Location.startLocationUpdatesAsync('t', {'accuracy': Accuracy.High, distanceInterval: 3_7, timeInterval: 9e4, deferredUpdatesInterval: null});",
  ])
  func notationsAreReadAlike(_ text: String) throws {
    let strategy = try configured(text, on: .android15)
    #expect(strategy.kind == "fused" && strategy.platform == .android15)
    #expect(strategy.note == "few positions behind the screen without a foregroundService")
    #expect(
      strategy.parameters == [
        "priority": .choice("high_accuracy"), "interval": .time(90), "min_distance": .distance(37),
        "delivery": .choice("pending_intent"), "foreground_service": .flag(false),
      ])
  }

  /// Of a whole file the object that goes to a call for updates is read.
  @Test(arguments: [
    """
    import { ask } from './ask'
    export default ({ state }) => (next) => {
      // it's the driver's phone; expressions of keys that are not modelled are no errors
      if (!state.on) { return next({ distanceInterval: 1 }) }
      const first = await Location.getCurrentPositionAsync({ accuracy: Location.Accuracy.Lowest });
      await Location.startLocationUpdatesAsync(TASK, {
        accuracy: Location.Accuracy.High, distanceInterval: 37, timeInterval: 1.5 * 60 * 1000,
        foregroundService: Platform.OS === 'android' ? { notificationTitle: `It's ${next}` } : undefined,
        mayShowUserSettingsDialog, deferredUpdatesTimeout: state.late || 5,
      }).then((s) => { if (!s.enabled) { start() } });
    """,
    """
    Stream<Position> positions(int n) => Geolocator.getPositionStream(
      locationSettings: switch (defaultTargetPlatform) {
        TargetPlatform.iOS => AppleSettings(accuracy: LocationAccuracy.low, distanceFilter: 5),
        TargetPlatform.android => AndroidSettings(
          accuracy: LocationAccuracy.high, distanceFilter: 37, intervalDuration: Duration(milliseconds: 90_000),
          foregroundNotificationConfig: ForegroundNotificationConfig(notificationText: 'each $n min')),
        _ => const LocationSettings(accuracy: LocationAccuracy.high),
      });
    """,
  ])
  func aFileOfCodeIsRead(_ text: String) throws {
    let strategy = try configured(text, on: .android15)
    #expect(strategy.kind == "fused" && strategy.parameters["priority"] == .choice("high_accuracy"))
    #expect(strategy.parameters["interval"] == .time(90) && strategy.parameters["min_distance"] == .distance(37))
    #expect(strategy.parameters["foreground_service"] == .flag(true))
  }

  /// What is asked of the platform alone takes the branch of the system; constants of the file are their values.
  @Test(arguments: [
    ("timeInterval: Platform.OS === 'ios' ? 5000 : 7000", 7.0), ("timeInterval: Platform.OS == 'android' ? 7e3 : 5", 7),
    ("timeInterval: (Platform.OS !== \"ios\") ? 7 * 1000 : undefined", 7),
    ("timeInterval: Platform.OS === 'ios' ? undefined : 7_000", 7),
    ("timeInterval: Platform.OS === 'ios' ? 5000 : undefined", 2), ("timeInterval: EACH", 19),
    ("timeInterval: 2 * EACH", 38), ("timeInterval: EACH * 3", 57), ("timeInterval: LATE", 11),
    ("timeInterval: Platform.OS === 'ios' ? 1 : EACH", 19),
    ("timeInterval: Platform.select({ ios: 5000, android: 7000, default: 3 })", 7),
    ("timeInterval: Platform.select({ ios: 5000, default: 7 * 1000 })", 7),
    ("...SLOW", 13), ("timeInterval: 5, ...SLOW", 13), ("...SLOW, timeInterval: 5000", 5),
  ])
  func platformsAndConstants(_ key: String, seconds: Double) throws {
    let text = """
      const EACH = 19 * 1000, other = 3;
      export const LATE: number = Platform.OS === 'android' ? 11000 : 23000;
      const SLOW = { timeInterval: 13_000 };
      const twice = 1; { const twice = 2 }
      const OPTIONS: LocationTaskOptions = { accuracy: Location.Accuracy.High, distanceInterval: 3, \(key) } as const;
      """
    #expect(try configured(text, on: .android15).parameters["interval"] == .time(seconds))
  }

  /// As people paste them: the pairs alone, milliseconds of an older geolocator, keys of OwnTracks that are gone.
  @Test func olderAndBarePairsAreRead() throws {
    let bare = "desiredAccuracy: 0,\n distanceFilter: 17,\n stopTimeout: 3, activityType: 'Fitness'"
    #expect(try configured(bare, on: .ios18) == configured("{\(bare)}", on: .ios18))
    let older = "getPositionStream(desiredAccuracy: LocationAccuracy.low, distanceFilter: 11, timeInterval: 9000)"
    let android = try configured(older, on: .android15)
    #expect(android.parameters["interval"] == .time(9) && android.parameters["min_distance"] == .distance(11))
    #expect(android.parameters["priority"] == .choice("low_power"))
    let gone = #"{"_type": "configuration", "monitoring": 2, "locatorInterval": 600, "watsonDeviceId": "a"}"#
    #expect(try configured(gone, on: .ios18).note == "not modelled: watsonDeviceId")
  }

  @Test func platformsOfDart() throws {
    let text = """
      static const int metres = 31;
      final wait = const Duration(seconds: 43);
      getPositionStream(locationSettings: LocationSettings(distanceFilter: Platform.isIOS ? 17 : metres,
        accuracy: !Platform.isAndroid ? LocationAccuracy.low : LocationAccuracy.medium));
      """
    let (apple, android) = (try configured(text, on: .ios18), try configured(text, on: .android15))
    #expect(apple.parameters["distance_filter"] == .distance(17) && android.parameters["min_distance"] == .distance(31))
    #expect(apple.parameters["desired_accuracy"] == .choice("kilometer"))
    #expect(android.parameters["priority"] == .choice("balanced"))
    let own = "final n = 5; AndroidSettings(distanceFilter: defaultTargetPlatform == TargetPlatform.iOS ? 3 : n)"
    #expect(try configured(own, on: .android15).parameters["min_distance"] == .distance(5))
  }

  /// Nobody knows other conditions, constants that stand twice, and what is computed.
  @Test(arguments: [
    "Platform.OS === 'ios' && wide ? 1 : 2", "wide ? 1 : 2", "Platform.Version > 30 ? 1 : 2", "twice", "computed",
    "later", "6 * unknown", "own",
  ])
  func otherExpressionsAreErrors(_ value: String) {
    let text = """
      const twice = 1; { const twice = 2 }
      const computed = twice + 1; const own = own;
      Location.startLocationUpdatesAsync('t', {accuracy: 3, distanceInterval: \(value)}); const later = 5;
      """
    let message = failure { _ = try configured(text, on: .android15) }
    #expect(message.contains("distanceInterval: '\(value.split(separator: " ")[0])"), "\(message)")
  }

  @Test(arguments: [
    ("{\n accuracy: 3,\n distanceIntervall: 5}", "app.ts:3:2: error: unknown key 'distanceIntervall'; the nearest"),
    ("{accuracy: 3,\n distanceInterval: far() }", "app.ts:2:20: error: distanceInterval: a mapping stands"),
    ("{accuracy: Location.Accuracy.Hihg}", "unknown value 'Location.Accuracy.Hihg'; did you mean 'High'?"),
    ("{distanceInterval: -1, accuracy: 3}", "distanceInterval: -1 is outside 0 to"),
    ("{distanceInterval: 'x', accuracy: 3}", "'x' is not a number"),
    (
      "AndroidSettings(accuracy: LocationAccuracy.high, distanceFilter: wide ? 1 : 2)",
      "app.ts:1:66: error: distanceFilter: 'wide ? 1 : 2' has no value in this file; write a number"
    ),
    ("AndroidSettings(distanceFilter: 1, distanceFilter: 2)", "the key 'distanceFilter' is given twice"),
    ("AndroidSettings(distanceFilter: 10", "the object has no end"),
    ("AppleSettings(activityType: 'fitness", "the text that begins here has no end"),
    ("WebSettings(accuracy: LocationAccuracy.high)", "WebSettings are not for android-15; paste"),
    ("AppleSettings(distanceFilter: 7)", "AppleSettings are not for android-15"),
    ("if (a) {\n s = AndroidSettings(distanceFiltre: 7); }", "app.ts:2:22: error: unknown key 'distanceFiltre'"),
    (
      "{geolocation: {distanceFilter: 10}, stopTimeout: 3,\n distanceFilter: 50}",
      "distanceFilter: the key is given twice; keep one of them"
    ),
    ("{accuracy: 3, ...mine}", "app.ts:1:15: error: the file does not say what '...mine' holds; paste its keys"),
    ("{accuracy: fine ? Location.Accuracy.High : Location.Accuracy.Low}", "Location.Accuracy.Low' has no value in"),
    ("{accuracy: 3, foregroundService: bg ? {killServiceOnDestroy: true} : undefined}", "foregroundService: 'bg ? "),
    ("{accuracy: 3, foregroundService: 'yes'}", "foregroundService: 'yes' is no object; write the object"),
    (
      "{accuracy: 3, foregroundService: 5}",
      "foregroundService: '5' has no value in this file; write the object, or false"
    ),
    ("{accuracy: 3, timeInterval: 60 * 1000 / 2}", "timeInterval: '60 * 1000 / 2' has no value in this file"),
    ("{accuracy: 3, distanceInterval: 5,\n timeInterval: [", "the object has no end"),
    ("accuracy=high&stop_detctoin=true", "id, url, buffer, service, startTime, stopTime"),
  ])
  func mistakesAreNamed(_ text: String, said: String) {
    let message = failure { _ = try configured(text, on: .android15) }
    #expect(message.contains(said), "\(message)")
  }

  /// What the other system reads may be anything.
  @Test func keysOfTheOtherSystemNeedNoValue() throws {
    let apple = try configured("{accuracy: 3, timeInterval: CONFIG.each, distanceInterval: 7}", on: .ios18)
    #expect(apple.parameters["distance_filter"] == .distance(7) && apple.note == "Android only: timeInterval")
    let flag = "{distanceFilter: 9, stopTimeout: 3, pausesLocationUpdatesAutomatically: !always}"
    #expect(try configured(flag, on: .android15).note?.contains("iOS only: pausesLocationUpdatesAutomatically") == true)
    #expect(failure { _ = try configured(flag, on: .ios18) }.contains("'! always' has no value in this file"))
  }

  /// A foreground service is there where an object is given, or a name for one.
  @Test(arguments: [("false", false), ("null", false), ("{notificationTitle: 'a'}", true), ("notification", true)])
  func aForegroundServiceIsGiven(_ value: String, isGiven: Bool) throws {
    let strategy = try configured("{accuracy: 3, distanceInterval: 5, foregroundService: \(value)}", on: .android15)
    #expect(strategy.parameters["foreground_service"] == .flag(isGiven))
    #expect(strategy.note?.contains("few positions behind the screen") ?? false != isGiven)
  }

  /// `watchPositionAsync` gives positions while the app is on the screen.
  @Test func positionsWhileInUse() throws {
    let text = "Location.watchPositionAsync({accuracy: 4, distanceInterval: 5}, seen)"
    let (apple, android) = (try configured(text, on: .ios18), try configured(text, on: .android15))
    #expect(apple.authorization == .whenInUse && android.authorization == .whenInUse && android.note == nil)
    #expect(apple.parameters["allows_background"] == .flag(false))
    #expect(android.parameters["foreground_service"] == .flag(false))
    let both = "\(text); Location.startLocationUpdatesAsync('t', {accuracy: 3})"
    #expect(try configured(both, on: .ios18).authorization == .always)
  }

  /// Constants of constants, each of which has the one before four times: 4^14 of the first.
  @Test(.timeLimit(.minutes(1))) func constantsDoNotGrowWithoutEnd() {
    var text = "const a0 = { timeInterval: 7 };\n"
    for level in 1...14 {
      let spread = [String](repeating: "...a\(level - 1)", count: 4).joined(separator: ", ")
      text += "const a\(level) = { \(spread) };\n"
    }
    let message = failure {
      _ = try configured("\(text)startLocationUpdatesAsync('t', { accuracy: 3, ...a14 });", on: .android15)
    }
    #expect(message.contains("holds; paste its keys"), "\(message)")
  }

  /// Dart's text of several lines.
  @Test func threeQuotes() throws {
    let text = """
      bg.Config(persistence: bg.PersistenceConfig(locationTemplate: \'\'\'{
        "latitude": <%= latitude %>, "it's": 'b'
      }\'\'\'), geolocation: bg.GeoConfig(distanceFilter: 37, stopTimeout: 3))
      """
    #expect(try configured(text, on: .ios18).setting("rest_time") == .time(180))
  }

  /// Where a configuration means something else on each system, one is asked for; where its constructor names it, none.
  @Test func theSystemIsAskedFor() throws {
    let both = "if (a) { s = AndroidSettings(distanceFilter: 7); } else { s = AppleSettings(distanceFilter: 11); }"
    for text in ["{accuracy: 3, distanceInterval: 5}", "LocationSettings(distanceFilter: 5)", both] {
      #expect(throws: InputError.self) { _ = try configured(text, on: nil) }
      do { _ = try configured(text, on: nil) } catch let error as InputError {
        #expect(error.isUsage && error.remedy == "add --system ios-18 or --system android-15")
      }
    }
    #expect(try configured(both, on: .ios18).parameters["distance_filter"] == .distance(11))
    #expect(try configured(both, on: .android15).parameters["min_distance"] == .distance(7))
    #expect(try configured("AppleSettings(distanceFilter: 5)", on: nil).platform == .ios18)
    #expect(try configured("AndroidSettings(distanceFilter: 5)", on: nil).platform == .android15)
  }

  /// The phone's system stands in for the one that was not asked for, and changes nothing of what says its own.
  @Test func thePhoneDecidesTheSystem() throws {
    func strategy(_ text: String, on phone: PhoneSystem) throws -> StrategySpecification {
      var catalog = Catalog()
      catalog.phone = phone
      return try catalog.strategy(CatalogEntry(kind: .strategies, path: "app.ts", text: text))
    }
    let text = "{accuracy: 3, distanceInterval: 5}"
    #expect(try strategy(text, on: .android).parameters["min_distance"] == .distance(5))
    #expect(try strategy(text, on: .ios).parameters["distance_filter"] == .distance(5))
    #expect(try strategy("AppleSettings(distanceFilter: 5)", on: .android).platform == .ios18)
  }

  /// A call for one position is no stream: the search that it is, each time the app is opened.
  @Test(arguments: [
    ("await Location.getCurrentPositionAsync({accuracy: Location.Accuracy.High});", "nearest_ten_meters", true),
    ("await Geolocator.getCurrentPosition(desiredAccuracy: LocationAccuracy.low);", "kilometer", true),
    (
      "Geolocator.getCurrentPosition(locationSettings: const LocationSettings(accuracy: LocationAccuracy.medium))",
      "hundred_meters", true
    ),
    (
      "Geolocator.getPositionStream(locationSettings: LocationSettings(accuracy: LocationAccuracy.low)); getCurrentPosition()",
      "kilometer", false
    ),
    (
      "Location.watchPositionAsync({accuracy: Location.Accuracy.High}, f); Location.getCurrentPositionAsync({})",
      "nearest_ten_meters", false
    ),
  ])
  func aCallForOnePosition(_ text: String, accuracy: String, isForOne: Bool) throws {
    let apple = try configured(text, on: .ios18)
    #expect((apple.kind == "one_shot") == isForOne && apple.looksForOne == isForOne)
    #expect(apple.parameters["desired_accuracy"] == .choice(accuracy))
    #expect(try configured(text, on: .android15).looksForOne == isForOne)
  }

  /// Android gives up after the call's time limit; Expo's fused request after 30 s. A position of the interval's age will do.
  @Test func aCallForOnePositionGivesUp() throws {
    func times(_ text: String) throws -> [Double] {
      var times: [Double] = []
      for case .request(let request) in try #require(try configured(text, on: .android15).composite).actions {
        times += [request.duration, request.interval]
      }
      return times
    }
    let duration = "intervalDuration: Duration(seconds: 13)"
    #expect(try times("Geolocator.getCurrentPosition(timeLimit: Duration(seconds: 17))") == [17, 5])
    #expect(
      try times("Geolocator.getCurrentPosition(locationSettings: AndroidSettings(\(duration)))") == [.infinity, 13])
    #expect(try times("Location.getCurrentPositionAsync({accuracy: 4})") == [30, 2])
    #expect(try times("Location.getCurrentPositionAsync({accuracy: 4, timeInterval: 45000})") == [30, 45])
  }

  /// Types of JavaScript have no whole numbers.
  @Test func halfAMinuteIsForJavaScript() throws {
    let strategy = try configured("{stopTimeout: 0.5, distanceFilter: 20}", on: .ios18)
    #expect(strategy.setting("rest_time") == .time(30))
  }

  /// Advice is given in the keys of the file, and read back it is the same strategy.
  @Test(arguments: [
    (
      "{accuracy: Location.Accuracy.Highest}", Platform.ios18, "distance_filter", StrategyValue.distance(37),
      "distanceInterval: 37"
    ),
    ("{accuracy: 5, distanceInterval: 3}", .android15, "interval", .time(45), "timeInterval: 45000"),
    (
      "{accuracy: 5}", .android15, "priority", .choice("balanced"),
      "accuracy: Location.Accuracy.Balanced, distanceInterval: 25, timeInterval: 1000"
    ),
    (
      "AppleSettings(distanceFilter: 5)", .ios18, "desired_accuracy", .choice("kilometer"),
      "accuracy: LocationAccuracy.low"
    ),
    (
      "AndroidSettings(distanceFilter: 5)", .android15, "interval", .time(31),
      "intervalDuration: const Duration(milliseconds: 31000)"
    ),
    ("{accuracy: 3, timeInterval: 7000}", .android15, "max_delay", .time(0), "accuracy: Location.Accuracy.Balanced"),
    ("{stopTimeout: 7, distanceFilter: 20}", .ios18, "desired_accuracy", .choice("kilometer"), "desiredAccuracy: 1000"),
    ("{stopTimeout: 7, distanceFilter: 20}", .ios18, "rest_time", .time(60), "stopTimeout: 1"),
    ("{url: 'u', distanceFilter: 20}", .ios18, "batch_count", .distance(9), "autoSyncThreshold: 9"),
    ("{url: 'u', distanceFilter: 20}", .android15, "wifi_only", .flag(true), "disableAutoSyncOnCellular: true"),
    (#"{"monitoring": 1, "locatorInterval": 60}"#, .android15, "interval", .time(95), "locatorInterval: 95"),
    ("accuracy=high&distance=50", .ios18, "distance_filter", .distance(130), "distance: 130"),
  ])
  func advice(_ text: String, system: Platform, setting: String, value: StrategyValue, said: String) throws {
    var catalog = Catalog()
    catalog.system = system
    let base = try configured(text, on: system)
    var changed = base
    switch (setting, value) {
    case ("batch_count", .distance(let count)): changed.upload?.batchCount = Int(count)
    case ("wifi_only", .flag(let isOn)): changed.upload?.onWiFiOnly = isOn
    default: changed.set(setting, value)
    }
    let answer = try #require(try SDKConfiguration.answer(text, file: "app.ts", name: "app", system: system))
    #expect(answer.keys(for: changed) == said)
    // No key makes another kind of it.
    changed.kind = "visits"
    #expect(answer.keys(for: changed) == nil && answer.keys(for: base) != nil)
  }

  /// A search changes what the keys say; each of its points is a configuration, the first the one that was given.
  @Test(arguments: [
    ("{accuracy: 4, distanceInterval: 37}", Platform.android15, ["priority", "interval", "min_distance"]),
    ("{accuracy: 4, distanceInterval: 37}", .ios18, ["desired_accuracy", "distance_filter", "pauses_automatically"]),
    ("AndroidSettings(distanceFilter: 5)", .android15, ["priority", "interval", "min_distance"]),
    (
      "AndroidSettings(distanceFilter: 9, foregroundNotificationConfig: ForegroundNotificationConfig(enableWakeLock: true))",
      .android15, ["priority", "interval", "min_distance"]
    ),
    ("{stopTimeout: 7, distanceFilter: 20}", .ios18, ["desired_accuracy", "distance_filter"]),
    ("{stopTimeout: 7, distanceFilter: 20}", .android15, ["priority", "interval", "min_distance"]),
    (#"{"monitoring": 1, "locatorInterval": 60}"#, .android15, ["priority", "interval", "min_distance"]),
    (
      #"{"monitoring": 1, "locatorInterval": 95, "pegLocatorFastestIntervalToInterval": true}"#, .android15,
      ["priority", "interval", "min_distance"]
    ),
    (#"{"monitoring": 2, "moveModeLocatorInterval": 30}"#, .android15, ["priority", "interval", "min_distance"]),
    (#"{"monitoring": 1}"#, .ios18, []),
    ("accuracy=high&distance=50", .ios18, ["desired_accuracy", "distance_filter"]),
  ])
  func aSearchStaysAmongConfigurations(_ text: String, system: Platform, axes: [String]) throws {
    let answer = try #require(try SDKConfiguration.answer(text, file: "app.ts", name: "app", system: system))
    let variant = OptimizationVariant(answer)
    #expect(variant.axes.map(\.name) == axes)
    #expect(variant.space.starts.map(variant.strategy) == [answer.base])
    var found: Set<StrategySpecification> = []
    for share in axes.isEmpty ? [] : [0.0, 0.2, 0.45, 0.7, 1] {
      let strategy = variant.strategy(variant.axes.map { $0.searched.value(at: share) })
      let keys = try #require(answer.keys(for: strategy))
      #expect(!answer.options.sdk.hasWholeNumbers || keys.firstMatch(of: /\d\.\d/) == nil, "\(keys)")
      found.insert(strategy)
    }
    #expect(found.count >= min(4, 2 * axes.count), "\(found.count)")
  }

  /// The settings of the two apps, whose exports have many keys beside those of location.
  @Test func exportsOfAppsAreRead() throws {
    let ownTracks =
      #"{"_type": "configuration", "monitoring": 1, "locatorInterval": 95, "mode": 3, "url": "https://a.b", "tid": "ab", "waypoints": [{"_type": "waypoint", "lat": 1.5, "lon": 2.5, "tst": 7}]}"#
    let strategy = try configured(ownTracks, on: .android15)
    #expect(
      strategy.parameters == [
        "priority": .choice("balanced"), "interval": .time(95), "min_interval": .time(1),
        "min_distance": .distance(500), "foreground_service": .flag(true),
      ])
    #expect(strategy.upload?.batchCount == 1 && strategy.note == "not modelled: mode, url, tid, waypoints")
    #expect(try configured(#"{"_type": "configuration", "monitoring": -1}"#, on: .ios18).kind == "none")
    // Positions of the app are no settings of it.
    #expect(try SDKConfiguration.name(of: #"{"_type": "location", "lat": 1.5, "lon": 2.5}"#, file: "f") == nil)
    let traccar = try configured("org.traccar.client://config?accuracy=low&distance=120&buffer=false", on: .android15)
    #expect(traccar.summary == "Configuration of Traccar Client" && traccar.note == "not modelled: buffer")
    #expect(failure { _ = try configured("accuracy=best&distance=5", on: .ios18) }.contains("unknown value 'best'"))
  }

  /// geolocator's service holds a wake lock where it is asked to; Transistor's interval counts without a distance only.
  @Test func androidsDetails() throws {
    let notification =
      "foregroundNotificationConfig: ForegroundNotificationConfig(notificationText: 't', enableWakeLock: yes)"
    let kinds = try ["true", "false"].map { flag in
      try configured("AndroidSettings(\(notification.replacing("yes", with: flag)))", on: nil)
    }
    #expect(kinds.map(\.kind) == ["composite", "fused"] && kinds[1].parameters["foreground_service"] == .flag(true))
    #expect(kinds[0].composite?.states[0].enter.prefix(2) == [.beginForegroundService, .acquireWakeLock])
    let keys = "stopTimeout: 7, locationUpdateInterval: 41000, distanceFilter: "
    #expect(try configured("{\(keys)0}", on: .android15).note == nil)
    let note = "beside a distance without effect: locationUpdateInterval"
    #expect(try configured("{\(keys)20}", on: .android15).note?.contains(note) == true)
  }

  @Test func keysWithoutEffectAreListed() throws {
    let text = "{accuracy: 3, timeInterval: 7000, deferredUpdatesInterval: 5, showsBackgroundLocationIndicator: true}"
    #expect(
      try configured(text, on: .ios18).note
        == "Android only: timeInterval; not modelled: deferredUpdatesInterval, showsBackgroundLocationIndicator")
  }

  /// A strategy file stays one, whatever its keys; other text is nobody's configuration.
  @Test func strategyFilesAreNoConfigurations() throws {
    let own = #"{"summary": "t", "kind": "fused", "parameters": {"interval": "19 s"}}"#
    #expect(try configured(own, on: nil).parameters["interval"] == .time(19))
    // Code of others is not read as a strategy file; half of the keys make it an SDK's.
    for text in [
      "{}", "navigator.geolocation.watchPosition(ok, err, {maximumAge: 0, enableHighAccuracy: true, timeout: 5})",
    ] {
      let message = failure { _ = try configured(text, on: .ios18) }
      #expect(
        message.hasPrefix("app.ts: error: this is no configuration of an SDK that is known; known are expo-location"))
    }
    let half = "{timeout: 5, distanceFilter: 3, a: 1, b: 2"
    #expect(try SDKConfiguration.name(of: half + "}", file: "f") == "background-geolocation")
    #expect(try SDKConfiguration.name(of: half + ", c: 3}", file: "f") == nil)
  }

  /// No bytes crash the reader.
  @Test func anyBytesAreReadOrRefused() {
    let seed = "AndroidSettings(a: [1, 'x', {b: const C(2 * 3)}], // c\n /* d */ \"e\\\": <F, G>{} as H) ?i=j&k"
    var bytes = Array(seed.utf8)
    var state: UInt64 = 71
    for _ in 0..<4000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      _ = failure { _ = try ObjectLiteral.all(in: String(decoding: bytes, as: UTF8.self), file: "f") }
      if state >> 60 == 0 { bytes = Array(seed.utf8) }
    }
    func fault(_ text: String) -> String {
      failure { _ = try ObjectLiteral.all(in: text, file: "f").first?.object.get() }
    }
    #expect(
      fault(String(repeating: "{a: ", count: 40)).contains("f:1:133: error: values are nested more than 32 deep"))
    #expect(fault("=&a==b&&?=") == "done")
    #expect(fault("{a: <" + String(repeating: "<", count: 99_999)) != "done")
  }
}
