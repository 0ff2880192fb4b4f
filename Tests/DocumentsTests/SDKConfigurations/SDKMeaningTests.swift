import Core
import FileFormats
import LocationServices
import Strategies
import Testing

@testable import Documents

/// What each key of an SDK means, as its documentation says (sources C7).
@Suite struct SDKMeaningTests {
  private static func actions(_ text: String, on system: Platform) throws -> [CompositeAction] {
    try #require(try configured(text, on: system).composite).actions
  }

  /// The first request and the first configuration of a composite.
  private static func request(_ text: String) throws -> FusedLocationRequest {
    let all = try actions(text, on: .android15).compactMap {
      if case .request(let request) = $0, request.maxUpdates > 1 { request } else { nil }
    }
    return try #require(all.last)
  }

  private static func configuration(_ text: String) throws -> CompositeConfiguration {
    let all = try actions(text, on: .ios18).compactMap { if case .configure(let one) = $0 { one } else { nil } }
    return try #require(all.first)
  }

  // MARK: expo-location

  @Test func expoWithoutOptions() throws {
    let text = "await Location.startLocationUpdatesAsync('task', {});"
    #expect(
      try configured(text, on: .ios18).parameters == [
        "desired_accuracy": .choice("hundred_meters"), "distance_filter": .distance(.infinity),
        "activity_type": .choice("other"), "pauses_automatically": .flag(false), "allows_background": .flag(true),
      ])
    #expect(
      try configured(text, on: .android15).parameters == [
        "priority": .choice("balanced"), "interval": .time(3), "min_distance": .distance(100),
        "delivery": .choice("pending_intent"), "foreground_service": .flag(false),
      ])
  }

  @Test(arguments: [
    ("Lowest", 1, "three_kilometers", "low_power", 10.0, 3000.0), ("Low", 2, "kilometer", "balanced", 5, 1000),
    ("Balanced", 3, "hundred_meters", "balanced", 3, 100), ("High", 4, "nearest_ten_meters", "high_accuracy", 2, 50),
    ("Highest", 5, "best", "high_accuracy", 1, 25),
    ("BestForNavigation", 6, "best_for_navigation", "high_accuracy", 0.5, 0),
  ])
  func expoAccuracies(
    _ word: String, _ number: Int, _ apple: String, _ priority: String, _ seconds: Double, _ metres: Double
  ) throws {
    for value in ["Location.Accuracy.\(word)", "\(number)"] {
      let text = "Location.startLocationUpdatesAsync('t', {accuracy: \(value)})"
      #expect(try configured(text, on: .ios18).parameters["desired_accuracy"] == .choice(apple))
      let android = try configured(text, on: .android15).parameters
      #expect(android["priority"] == .choice(priority) && android["interval"] == .time(seconds))
      #expect(android["min_distance"] == .distance(metres))
    }
  }

  // MARK: geolocator

  @Test(arguments: [
    ("lowest", "passive", "three_kilometers"), ("low", "low_power", "kilometer"),
    ("medium", "balanced", "hundred_meters"), ("high", "high_accuracy", "nearest_ten_meters"),
    ("best", "high_accuracy", "best"), ("bestForNavigation", "high_accuracy", "best_for_navigation"),
    ("reduced", "passive", "reduced"),
  ])
  func geolocatorAccuracies(_ word: String, _ priority: String, _ apple: String) throws {
    let text = "LocationSettings(accuracy: LocationAccuracy.\(word), distanceFilter: 7)"
    let android = try configured(text, on: .android15).parameters
    #expect(android["priority"] == .choice(priority) && android["interval"] == .time(5))
    #expect(android["min_distance"] == .distance(7) && android["foreground_service"] == .flag(false))
    let ios = try configured(text, on: .ios18).parameters
    #expect(ios["desired_accuracy"] == .choice(apple) && ios["distance_filter"] == .distance(7))
    #expect(ios["pauses_automatically"] == .flag(false) && ios["allows_background"] == .flag(true))
  }

  @Test func geolocatorOnIOS() throws {
    let text =
      "AppleSettings(activityType: ActivityType.fitness, pauseLocationUpdatesAutomatically: true, allowBackgroundLocationUpdates: false)"
    #expect(
      try configured(text, on: nil).parameters == [
        "desired_accuracy": .choice("best"), "distance_filter": .distance(.infinity),
        "activity_type": .choice("fitness"), "pauses_automatically": .flag(true), "allows_background": .flag(false),
      ])
  }

  // MARK: Transistor background geolocation

  /// Satellites at `High` and for navigation only; the first releases wrote 0.
  @Test(arguments: [
    (-2, "NAVIGATION", "best_for_navigation", "high_accuracy"), (-1, "HIGH", "best", "high_accuracy"),
    (0, "HIGH", "best", "high_accuracy"), (10, "MEDIUM", "hundred_meters", "balanced"),
    (100, "LOW", "hundred_meters", "balanced"), (1000, "VERY_LOW", "kilometer", "low_power"),
    (3000, "LOWEST", "three_kilometers", "low_power"),
  ])
  func transistorAccuracies(_ number: Int, _ word: String, _ apple: String, _ priority: String) throws {
    for value in ["\(number)", "BackgroundGeolocation.DESIRED_ACCURACY_\(word)"] {
      let text = "{desiredAccuracy: \(value), stopTimeout: 5}"
      let accuracy = try #require(try Self.configuration(text).desiredAccuracy)
      #expect(DesiredAccuracy.names.first { $0.value == accuracy }?.name == apple)
      #expect(try Self.request(text).priority.rawValue == priority)
    }
  }

  @Test func transistorWithoutOptions() throws {
    let text = "BackgroundGeolocation.ready({})"
    let (apple, android) = (try Self.configuration(text), try Self.request(text))
    #expect(apple.distanceFilter == 10 && apple.pausesAutomatically == false && apple.desiredAccuracy == .best)
    #expect(android.minUpdateDistance == 10 && android.maxUpdateDelay == 0 && android.interval == 1)
    #expect(try Self.actions(text, on: .ios18).contains(.elasticFilter(10)))
    for system in [Platform.ios18, .android15] {
      let strategy = try configured(text, on: system)
      #expect(strategy.setting("rest_time") == .time(300) && strategy.upload == nil)
    }
  }

  @Test(arguments: [
    ("distanceFilter: 30", 30.0), ("distanceFilter: 30, elasticityMultiplier: 4", 120),
    ("distanceFilter: 30, elasticityMultiplier: 0", nil), ("distanceFilter: 30, disableElasticity: true", nil),
  ])
  func transistorsElasticity(_ keys: String, _ metres: Double?) throws {
    let filters = try Self.actions("{stopTimeout: 5, \(keys)}", on: .ios18).compactMap {
      if case .elasticFilter(let metres) = $0 { metres } else { nil }
    }
    #expect(filters.first == metres && Set(filters).count <= 1)
    let note = try configured("{stopTimeout: 5, \(keys)}", on: .android15).note ?? ""
    #expect(note.contains("elasticity: not modelled on Android") == (metres != nil))
  }

  /// Less than 200 m is not possible; `stopTimeout` is in minutes, `deferTime` in milliseconds.
  @Test func transistorsRadiusAndTimes() throws {
    func radius(_ keys: String, _ system: Platform) throws -> Double? {
      try Self.actions("{stopTimeout: 5, \(keys)}", on: system).lazy.compactMap {
        if case .fence(let fence) = $0 { fence.radius } else { nil }
      }.first
    }
    for system in [Platform.ios18, .android15] {
      #expect(try radius("", system) == 200 && radius("stationaryRadius: 340", system) == 340)
      #expect(try configured("{stopTimeout: 7, autoSync: true}", on: system).setting("rest_time") == .time(420))
    }
    #expect(try Self.request("{stopTimeout: 5, deferTime: 45000}").maxUpdateDelay == 45)
    let fastest = try Self.request(
      "{stopTimeout: 5, distanceFilter: 0, locationUpdateInterval: 9000, fastestLocationUpdateInterval: 4000}")
    #expect(fastest.interval == 9 && fastest.minUpdateInterval == 4)
  }

  /// Without stop detection Android never rests, and iOS pauses by itself, until a fence is left; without its pausing it never does.
  @Test(arguments: [
    ("disableStopDetection: true", true), ("pausesLocationUpdatesAutomatically: false", false),
    ("disableStopDetection: true, pausesLocationUpdatesAutomatically: false", false),
    ("pausesLocationUpdatesAutomatically: false, preventSuspend: true, heartbeatInterval: 60", false),
  ])
  func transistorWithoutStops(_ keys: String, pauses: Bool) throws {
    let text = "{distanceFilter: 20, \(keys)}"
    #expect(
      try configured(text, on: .ios18).composite?.states.map(\.name)
        == (pauses ? ["moving", "stationary"] : ["moving"]))
    #expect(try Self.configuration(text).pausesAutomatically == pauses)
    let states = try configured(text, on: .android15).composite?.states.count
    #expect((states == 1) == keys.contains("disableStopDetection"))
  }

  /// The first rest ends the tracking: nothing listens from then on.
  @Test(arguments: [Platform.ios18, .android15])
  func transistorStopsForGood(_ system: Platform) throws {
    let program = try #require(try configured("{stopOnStationary: true, distanceFilter: 20}", on: system).composite)
    let last = try #require(program.states.first { $0.name == "stopped" })
    #expect(last.rules.isEmpty && !program.states.contains { $0.name == "stationary" })
    let stops: [CompositeAction] =
      system == .ios18 ? [.stop(.standard)] : [.stop(.fused), .endForegroundService, .stop(.motionActivity)]
    #expect(last.enter == stops)
  }

  @Test func transistorsOtherKeys() throws {
    let android = try configured("{geolocation: {useSignificantChangesOnly: true}}", on: .android15)
    #expect(android.kind == "activity_gated")
    #expect(
      android.parameters == [
        "priority": .choice("balanced"), "interval": .time(600), "foreground_service": .flag(false),
      ])
    let uploads = "{url: 'u', distanceFilter: 20, batchSync: true, maxBatchSize: 7, geofenceModeHighAccuracy: true"
    let each = try configured("\(uploads)}", on: .ios18)
    #expect(each.upload?.batchCount == 1)
    #expect(each.note == "not modelled: batchSync, maxBatchSize, geofenceModeHighAccuracy")
    #expect(try configured("\(uploads), autoSyncThreshold: 12}", on: .ios18).upload?.batchCount == 12)
    #expect(try configured("\(uploads), autoSync: false}", on: .ios18).upload == nil)
    #expect(try configured("\(uploads), disableAutoSyncOnCellular: true}", on: .ios18).upload?.onWiFiOnly == true)
  }

  // MARK: OwnTracks

  private static func ownTracks(_ keys: String, on system: Platform) throws -> StrategySpecification {
    try configured("{\"_type\": \"configuration\", \(keys)}", on: system)
  }

  @Test(arguments: [
    (-1, "none", 1.0, "low_power", 60.0, 500.0, false), (0, "none", 1, "low_power", 60, 500, false),
    (1, "significant_change", 1, "balanced", 60, 500, true), (2, "composite", 10, "high_accuracy", 10, 0, true),
  ])
  func ownTracksModes(
    _ mode: Int, _ apple: String, _ least: Double, _ priority: String, _ interval: Double, _ metres: Double,
    _ publishes: Bool
  ) throws {
    #expect(try Self.ownTracks("\"monitoring\": \(mode)", on: .ios18).kind == apple)
    let android = try Self.ownTracks("\"monitoring\": \(mode)", on: .android15)
    #expect(
      android.parameters == [
        "priority": .choice(priority), "interval": .time(interval), "min_interval": .time(least),
        "min_distance": .distance(metres), "foreground_service": .flag(true),
      ])
    #expect(android.upload?.batchCount == (publishes ? 1 : nil))
  }

  /// iOS has `locatorInterval` and `locatorDisplacement` in move mode, Android in the others; Android's move mode has its own.
  @Test func ownTracksIntervals() throws {
    let keys = "\"locatorInterval\": 40, \"locatorDisplacement\": 70, \"moveModeLocatorInterval\": 25, \"monitoring\": "
    let significant = try Self.ownTracks(keys + "1", on: .android15)
    #expect(significant.parameters["interval"] == .time(40) && significant.parameters["min_distance"] == .distance(70))
    #expect(significant.note == "in move mode only: moveModeLocatorInterval")
    let move = try Self.ownTracks(keys + "2", on: .android15)
    #expect(move.parameters["interval"] == .time(25) && move.parameters["min_distance"] == .distance(0))
    #expect(move.note == "not in move mode: locatorInterval, locatorDisplacement")
    let apple = try #require(try Self.ownTracks(keys + "2", on: .ios18).composite)
    #expect(apple.actions.contains(.setTimer("next", after: 40)))
    #expect(apple.states[0].rules.first?.conditions == [.movedAtLeast(70)])
    let quiet = try Self.ownTracks(keys + "1", on: .ios18)
    #expect(quiet.kind == "significant_change" && quiet.note?.contains("in move mode only: locatorInterval") == true)
  }

  @Test func ownTracksOnAndroid() throws {
    for (number, word) in ["passive", "low_power", "balanced", "high_accuracy"].enumerated() {
      let keys = "\"locatorPriority\": \(number), \"monitoring\": 1, \"locatorInterval\": 900"
      #expect(try Self.ownTracks(keys, on: .android15).parameters["priority"] == .choice(word))
      let pegged = try Self.ownTracks(keys + ", \"pegLocatorFastestIntervalToInterval\": true", on: .android15)
      #expect(pegged.parameters["min_interval"] == .time(900))
    }
  }

  // MARK: Traccar Client

  @Test(arguments: [
    ("highest", "best_for_navigation", "high_accuracy"), ("high", "best", "high_accuracy"),
    ("medium", "hundred_meters", "balanced"), ("low", "hundred_meters", "balanced"),
  ])
  func traccarAccuracies(_ word: String, _ apple: String, _ priority: String) throws {
    let text = "accuracy=\(word)&distance=130&interval=600"
    let accuracy = try #require(try Self.configuration(text).desiredAccuracy)
    #expect(DesiredAccuracy.names.first { $0.value == accuracy }?.name == apple)
    #expect(try Self.request(text).priority.rawValue == priority)
    #expect(try Self.request(text).minUpdateDistance == (word == "highest" ? 0 : 130))
  }

  /// At the highest accuracy iOS sends a position after the distance or the interval, whichever is first; others keep by one of both.
  @Test func traccarKeepsByDistanceOrInterval() throws {
    let text = "accuracy=highest&distance=130&interval=600&angle=30&stop_detection=true&heartbeat=60"
    let both = try configured(text, on: .ios18)
    let program = try #require(both.composite)
    #expect(program.actions.filter { $0 == .setTimer("next", after: 600) }.count == 2)
    #expect(program.states[0].rules.first?.conditions == [.movedAtLeast(130)])
    #expect(both.note == "not modelled: angle; without effect at the highest accuracy: stop_detection, heartbeat")
    let timed = try configured(text.replacing("distance=130", with: "distance=0"), on: .ios18).composite
    #expect(timed?.states[0].rules.first?.actions == [.drop])
    let high = try configured("accuracy=high&distance=130&interval=600&angle=30&fastest_interval=20", on: .ios18)
    #expect(high.note == "at the highest accuracy only: angle; beside a distance without effect: interval")
    #expect(high.upload?.batchInterval == 20)
    let each = try configured("accuracy=high&distance=0&interval=600", on: .android15)
    #expect(each.upload?.batchInterval == 600 && each.setting("interval") == .time(600))
  }

  /// `medium`, 75 m, 30 s at the soonest, 300 s without a distance, stops detected, no heartbeat.
  @Test func traccarWithoutOptions() throws {
    let plain = try configured("{id: '7', url: 'https://a.b:5055', stop_detection: true}", on: .ios18)
    #expect(plain.setting("desired_accuracy") == .choice("hundred_meters"))
    #expect(plain.setting("distance_filter") == .distance(75) && plain.setting("rest_time") == .time(300))
    #expect(plain.upload?.batchInterval == 30 && plain.composite?.states.map(\.name).contains("stationary") == true)
    #expect(try configured("id=7&distance=0", on: .android15).setting("interval") == .time(300))
    #expect(try configured("{id: '7', distance: 75}", on: .ios18).composite == plain.composite)
  }

  /// The wake lock is held while the user moves, on Android.
  @Test func traccarsWakeLock() throws {
    let held = try Self.actions("accuracy=high&wakelock=true", on: .android15)
    #expect(held.contains(.acquireWakeLock) && held.contains(.releaseWakeLock))
    #expect(try !Self.actions("accuracy=high", on: .android15).contains(.acquireWakeLock))
    #expect(try configured("accuracy=high&wakelock=true", on: .ios18).note == "Android only: wakelock")
    #expect(try configured("accuracy=high&buffer=false", on: .ios18).note == "not modelled: buffer")
  }
}
