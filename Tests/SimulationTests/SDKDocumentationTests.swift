import LocationServices
import Testing

/// Five configurations of each SDK's own documentation (docs/sources.md, C7) with the behaviour that it promises, on the walk of
/// `SDKConfigurationRunTests`: 1300 m in 1000 s, 10 min of rest before it and 39 min after it.
@Suite struct SDKDocumentationTests {
  /// A configuration in the words of this test, and what its documentation promises.
  struct Example: Sendable, CustomTestStringConvertible {
    /// What the documentation says.
    let promise: String
    var system: Platform?
    let text: String
    /// Deliveries on the way and in the 39 min of rest after it.
    let (walking, after): (ClosedRange<Int>, ClosedRange<Int>)
    /// How often the processor wakes: once for the start, then by fences, changes of motion and positions that come to a
    /// sleeping phone. Updates by satellites keep it awake.
    let wakes: ClosedRange<Int>
    /// Over the 67 min.
    let uploads: ClosedRange<Int>

    var testDescription: String { promise }

    init(
      _ promise: String, _ system: Platform?, walking: ClosedRange<Int>, after: ClosedRange<Int>,
      wakes: ClosedRange<Int> = 1...1,
      uploads: ClosedRange<Int> = 0...0, _ text: String
    ) {
      (self.promise, self.system, self.text) = (promise, system, text)
      (self.walking, self.after, self.wakes, self.uploads) = (walking, after, wakes, uploads)
    }
  }

  @Test(arguments: expo + geolocator + transistor + ownTracks + traccar)
  func itDoesWhatItsDocumentationPromises(_ example: Example) throws {
    let run = try SDKConfigurationRunTests.run(example.text, on: example.system)
    #expect(example.walking ~= run.walking, "\(run)")
    #expect(example.after ~= run.after, "\(run)")
    #expect(example.wakes ~= run.wakeups, "\(run)")
    #expect(example.uploads ~= run.uploads, "\(run)")
  }

  /// expo-location: reference of SDK 55, and the example app of its repository (S97).
  static let expo = [
    Example(
      "Balanced alone: on Android 100 m, and a few positions an hour without a service", .android15, walking: 0...4,
      after: 0...4,
      wakes: 2...6, "await Location.startLocationUpdatesAsync(TASK, { accuracy: Location.Accuracy.Balanced });"),
    Example(
      "the example app on iOS: deferring gathers what was delivered", .ios18, walking: 900...1100, after: 2000...2400,
      """
      import * as Location from 'expo-location';
      await Location.startLocationUpdatesAsync(TASK, {
        accuracy: Location.Accuracy.High, activityType: undefined, pausesUpdatesAutomatically: false,
        showsBackgroundLocationIndicator: false, deferredUpdatesInterval: 60 * 1000, // a minute
        deferredUpdatesDistance: 100, // m
        foregroundService: { notificationTitle: 'demo', notificationBody: 'at work', notificationColor: Colors.tint, },
      });
      """),
    Example(
      "the example app on Android: 50 m at High", .android15, walking: 18...27, after: 0...2,
      """
      {accuracy: Location.Accuracy.High, deferredUpdatesInterval: 60 * 1000, deferredUpdatesDistance: 100,
       foregroundService: {notificationTitle: 'demo', notificationBody: 'at work', notificationColor: '#abc'}}
      """),
    Example(
      "an interval of 5 s and a distance of 5 m: both hold on Android", .android15, walking: 150...215, after: 0...40,
      wakes: 1...1,
      "const o: LocationTaskOptions = {accuracy: Location.LocationAccuracy.High, timeInterval: 1000 * 5, distanceInterval: 5, foregroundService: {notificationTitle: 't', notificationBody: 'b', killServiceOnDestroy: true}}"
    ),
    Example(
      "10 m on iOS; the interval is Android's", .ios18, walking: 95...140, after: 0...40,
      "{ accuracy: Location.Accuracy.Highest, timeInterval: 60000, distanceInterval: 10, activityType: Location.ActivityType.Fitness }"
    ),
  ]

  /// geolocator 14: its page, which has one block for all systems, and the example of its part for Android (S98).
  static let geolocator: [Example] = {
    let page = """
      late LocationSettings locationSettings;
      if (defaultTargetPlatform == TargetPlatform.android) {
        locationSettings = AndroidSettings(
          accuracy: LocationAccuracy.high, distanceFilter: 100, forceLocationManager: true,
          intervalDuration: const Duration(seconds: 10),
          // keeps the app alive
          foregroundNotificationConfig: const ForegroundNotificationConfig(
            notificationText: "it isn't over", notificationTitle: "At work", enableWakeLock: true,
          )
        );
      } else if (defaultTargetPlatform == TargetPlatform.iOS || defaultTargetPlatform == TargetPlatform.macOS) {
        locationSettings = AppleSettings(
          accuracy: LocationAccuracy.high, activityType: ActivityType.fitness, distanceFilter: 100,
          pauseLocationUpdatesAutomatically: true, showBackgroundLocationIndicator: false,
        );
      } else if (kIsWeb) {
        locationSettings = WebSettings(accuracy: LocationAccuracy.high, maximumAge: Duration(minutes: 5));
      } else {
        locationSettings = LocationSettings(accuracy: LocationAccuracy.high, distanceFilter: 100);
      }
      """
    return [
      Example("100 m, with a wake lock, on Android", .android15, walking: 9...14, after: 0...2, page),
      Example("100 m on iOS", .ios18, walking: 9...14, after: 0...2, page),
      Example(
        "the settings of every system: without a notification a few positions an hour behind the screen", .android15,
        walking: 0...4, after: 0...4, wakes: 2...6,
        "final LocationSettings s = LocationSettings(accuracy: LocationAccuracy.high, distanceFilter: 100);"),
      Example(
        "10 m at 1 s on Android", nil, walking: 95...135, after: 0...20,
        """
        final androidSettings = AndroidSettings(
          accuracy: LocationAccuracy.best, distanceFilter: 10, intervalDuration: const Duration(seconds: 1),
          forceLocationManager: false, useMSLAltitude: true,
          foregroundNotificationConfig: const ForegroundNotificationConfig(
            notificationText: "t", notificationTitle: "u", enableWakeLock: false, color: Colors.amber));
        """),
      Example(
        "the defaults on iOS: every position, also behind the screen", .ios18, walking: 900...1100, after: 2000...2400,
        "const LocationSettings(accuracy: LocationAccuracy.best)"),
    ]
  }()

  /// Transistor's background geolocation: READMEs of 2018 (flat), reference of version 5 (groups) (S82, S99).
  static let transistor = [
    Example(
      "flat: 10 m, sent one by one; rests a minute after the last motion", .ios18, walking: 70...140, after: 0...20,
      wakes: 2...3, uploads: 70...170,
      """
      BackgroundGeolocation.ready({
        desiredAccuracy: BackgroundGeolocation.DESIRED_ACCURACY_HIGH, distanceFilter: 10, // m
        stopTimeout: 1, debug: true, logLevel: BackgroundGeolocation.LOG_LEVEL_VERBOSE, stopOnTerminate: false,
        startOnBoot: true, url: 'https://a.example/locations', batchSync: false, autoSync: true,
        headers: {"X-A": "b"}, params: {"c": "d"}
      }, (state) => {});
      """),
    Example(
      "groups: 20 m, sent one by one, at rest a fence and a heartbeat each minute", .android15, walking: 35...66,
      after: 0...25, wakes: 40...55,
      uploads: 35...95,
      """
      bg.Config config = bg.Config(
        geolocation: bg.GeoConfig(desiredAccuracy: bg.DesiredAccuracy.high, distanceFilter: 20.0, stopTimeout: 5,
          stationaryRadius: 150),
        activity: bg.ActivityConfig(activityRecognitionInterval: 10000, disableStopDetection: false,
          minimumActivityRecognitionConfidence: 75, motionTriggerDelay: 30000),
        http: bg.HttpConfig(url: 'https://a.example', method: 'POST', autoSync: true, headers: {'B': 'c'},
          params: {'d': 123}),
        persistence: bg.PersistenceConfig(persistMode: bg.PersistMode.all, maxDaysToPersist: 14, extras: {'e': '1'}),
        app: bg.AppConfig(stopOnTerminate: false, startOnBoot: true, enableHeadless: true, heartbeatInterval: 60),
        logger: bg.LoggerConfig(debug: true, logLevel: bg.LogLevel.verbose, logMaxDays: 3),
      );
      """),
    Example(
      "uploads of ten positions", .ios18, walking: 70...140, after: 0...20, wakes: 2...3, uploads: 7...16,
      """
      BackgroundGeolocation.ready({
        http: { url: "https://a.example/bulk", autoSync: true, batchSync: true, maxBatchSize: 25, autoSyncThreshold: 10,
          rootProperty: "locations", timeout: 60000 },
        geolocation: { stopTimeout: 1 },
        authorization: { strategy: 'JWT', accessToken: 'f' },
        app: { notification: { title: 'g', text: 'h' } }
      });
      """),
    Example(
      "significant changes only", .ios18, walking: 1...3, after: 0...1, wakes: 2...4,
      "BackgroundGeolocation.ready({ geolocation: { useSignificantChangesOnly: true } });"),
    Example(
      "an interval of 5 s counts without a distance", .android15, walking: 150...210, after: 0...12, wakes: 150...215,
      """
      BackgroundGeolocation.ready({ geolocation: {
        geofenceProximityRadius: 1000, geofenceInitialTriggerEntry: true, geofenceModeHighAccuracy: true,
        desiredAccuracy: DesiredAccuracy.Medium, locationUpdateInterval: 5000, distanceFilter: 0 } });
      """),
    Example(
      "beside a distance the interval does not count", .android15, walking: 60...140, after: 0...40, wakes: 2...4,
      "{ desiredAccuracy: BackgroundGeolocation.DesiredAccuracy.High, distanceFilter: 10, locationUpdateInterval: 300000 }"
    ),
    Example(
      "without stop detection iOS never rests", .ios18, walking: 900...1100, after: 2000...2400,
      "{ activity: { disableStopDetection: true }, geolocation: { pausesLocationUpdatesAutomatically: false, distanceFilter: 0 } }"
    ),
  ]

  /// OwnTracks: booklet, its configuration files, and a test of its app for Android (S100).
  static let ownTracks = [
    Example(
      "nothing said of location: significant changes on iOS", .ios18, walking: 1...3, after: 0...1, wakes: 2...4,
      uploads: 1...4,
      #"{"_type": "configuration", "auth": true, "username": "a", "password": "b", "host": "c.example", "port": 8883}"#),
    Example(
      "the older sample: 500 m on Android, whatever the interval", .android15, walking: 1...4, after: 0...2,
      wakes: 2...70,
      uploads: 1...7,
      #"""
      {"username": "a", "password": "b", "clientId": "c", "pubRetain": true, "subTopic": "d/+/+",
       "allowRemoteLocation": true, "cmd": true, "pubTopicBase": "", "_type": "configuration", "tid": "eF",
       "host": "g.example", "willRetain": false, "updateAddressBook": true, "port": 8883, "pubQos": 2,
       "locatorInterval": 180, "tls": true, "auth": true, "cleanSession": false}
      """#),
    Example(
      "move mode on iOS: 100 m or 5 min", .ios18, walking: 12...19, after: 7...10, uploads: 20...32,
      #"{"_type": "configuration", "monitoring": 2}"#),
    Example(
      "move mode on Android: each 10 s, whatever the displacement", .android15, walking: 95...108, after: 70...240,
      uploads: 230...410, #"{"_type": "configuration", "monitoring": 2, "locatorDisplacement": 500}"#),
    Example(
      "the app's own test: 5 m and a minute on Android", .android15, walking: 14...40, after: 0...40, wakes: 2...70,
      uploads: 14...90,
      #"""
      {"_type": "configuration", "waypoints": [{"_type": "waypoint", "desc": "a", "lat": 53.6, "lon": -1.5, "rad": 100, "tst": 7}],
       "autostartOnBoot": true, "connectionTimeoutSeconds": 34, "debugLog": true, "fusedRegionDetection": true,
       "geocodeEnabled": true, "ignoreInaccurateLocations": 150, "locatorDisplacement": 5, "locatorInterval": 60, "mode": 0,
       "monitoring": 1, "moveModeLocatorInterval": 10, "osmTileScaleFactor": 3.352, "ping": 30, "ws": false}
      """#),
    Example(
      "manual mode publishes nothing", .ios18, walking: 0...0, after: 0...0,
      #"{"_type": "configuration", "monitoring": 0}"#),
  ]

  /// Traccar Client 10: its page of settings and the keys that its links take (S101).
  static let traccar = [
    Example(
      "a link with the defaults: 75 m, more by the errors of Wi-Fi; the interval does not count", .android15,
      walking: 12...30,
      after: 0...12,
      wakes: 100...600, uploads: 4...20,
      "org.traccar.client://configure?url=https%3A%2F%2Fa.example%3A5055&id=7&accuracy=medium&distance=75&interval=300&heartbeat=900&stop_detection=true"
    ),
    Example(
      "the same on iOS", .ios18, walking: 12...26, after: 0...12, wakes: 2...3, uploads: 4...20,
      "https://a.example:5055?id=7&accuracy=medium&distance=75&interval=300&buffer=true"),
    Example(
      "a distance of 0: each 60 s on Android", .android15, walking: 15...19, after: 2...12, wakes: 2...70,
      uploads: 15...35,
      "https://a.example:5055/?id=7&accuracy=high&distance=0&interval=60"),
    Example(
      "highest: satellites stay on, a position each 50 m or 5 min is sent", .ios18, walking: 22...29, after: 7...9,
      uploads: 31...41,
      "{id: '7', accuracy: 'highest', distance: 50, interval: 300, angle: 30, heartbeat: 0, buffer: true, wakelock: true}"
    ),
    Example(
      "no stop detection: it never rests; a position each 30 s at the soonest", .android15, walking: 95...140,
      after: 0...60,
      uploads: 25...75, #"{"accuracy": "high", "distance": 10, "interval": 300, "stop_detection": false}"#),
  ]
}
