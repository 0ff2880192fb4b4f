import Core
import FileFormats
import LocationServices

/// Transistor Software's background geolocation (sources C7 [S82], [S99]): nested in groups since version 5, flat before.
///
/// While the user moves it asks for updates; after `stopTimeout` without motion it keeps a geofence only.
enum TransistorGeolocation {
  static let sdk = SDKConfiguration(
    name: "background-geolocation",
    marks: ["BackgroundGeolocation", "DESIRED_ACCURACY_", "DesiredAccuracy", "stopTimeout", "bg.Config("],
    groups: groups, modelled: modelled, others: others,
    answers: [
      .init(
        "desired_accuracy", "desiredAccuracy", SDKConfiguration.accuracies(["3000", "1000", "100", nil, "-1", "-2"])),
      .init("priority", "desiredAccuracy", ["high_accuracy": "-1", "balanced": "10", "low_power": "1000"]),
      .init("distance_filter", "distanceFilter", per: 1),
      .init("interval", "locationUpdateInterval", per: 1e-3), .init("rest_time", "stopTimeout", per: 60),
      .init("batch_count", "autoSyncThreshold", per: 1),
    ],
    strategy: { options throws(InputError) in try strategy(&options) })

  private static let groups = [
    "geolocation", "activity", "http", "app", "logger", "persistence", "authorization", "notification",
  ]
  private static let modelled = [
    "desiredAccuracy", "distanceFilter", "disableElasticity", "elasticityMultiplier", "stationaryRadius", "stopTimeout",
    "locationUpdateInterval", "fastestLocationUpdateInterval", "deferTime", "useSignificantChangesOnly",
    "pausesLocationUpdatesAutomatically", "disableStopDetection", "stopOnStationary", "url", "autoSync",
    "autoSyncThreshold", "activityType",
  ]
  private static let others = [
    "activityRecognitionInterval", "allowIdenticalLocations", "authorization", "autoSyncDelay",
    "backgroundPermissionRationale", "batchSync", "debug", "desiredOdometerAccuracy", "disableAutoSyncOnCellular",
    "disableLocationAuthorizationAlert", "disableMotionActivityUpdates", "disableProviderChangeRecord",
    "enableHeadless",
    "enableTimestampMeta", "extras", "filter", "foregroundService", "geofenceInitialTriggerEntry",
    "geofenceModeHighAccuracy", "geofenceProximityRadius", "geofenceTemplate", "headers", "heartbeatInterval",
    "httpRootProperty", "httpTimeout", "isMoving", "locationAuthorizationAlert", "locationAuthorizationRequest",
    "locationTemplate", "locationTimeout", "locationsOrderDirection", "logLevel", "logMaxDays", "maxBatchSize",
    "maxDaysToPersist", "maxMonitoredGeofences", "maxRecordsToPersist", "method",
    "minimumActivityRecognitionConfidence", "motionTriggerDelay", "notification", "params", "permissionRationale",
    "persistMode", "preventSuspend", "reset", "schedule", "scheduleUseAlarmManager", "showsBackgroundLocationIndicator",
    "speedJumpFilter", "startOnBoot", "stopAfterElapsedMinutes", "stopDetectionDelay", "stopOnTerminate",
    "triggerActivities", "transistorAuthorizationToken",
  ]

  /// What its keys say, with their defaults.
  struct Settings {
    var accuracy = -1.0
    var distance = 10.0
    /// `nil` without elasticity.
    var elasticity: Double? = 1
    var radius = 25.0
    var stopTimeout = 300.0
    var interval = 1.0
    var fastest: Double?
    var deferTime = 0.0
    var detectsStops = true
    /// Whether iOS may pause the updates where stops are not detected.
    var pauses = true
    var stopsForGood = false
    var significantOnly = false
    var activityType = "other"
    /// The policy of uploads; `nil` without a server.
    var upload: String?
    /// The way from one position to the next that is kept and sent at once, such as `75 m`; `nil` where all are kept.
    var keeps: String?
    var holdsWakeLock = false
  }

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    let system = try options.neededSystem()
    var settings = Settings()
    if let accuracy = try options.word(
      "desiredAccuracy",
      [
        "Navigation": "-2", "High": "-1", "Medium": "10", "Low": "100", "VeryLow": "1000", "Lowest": "3000",
        "DESIRED_ACCURACY_NAVIGATION": "-2", "DESIRED_ACCURACY_HIGH": "-1", "DESIRED_ACCURACY_MEDIUM": "10",
        "DESIRED_ACCURACY_LOW": "100", "DESIRED_ACCURACY_VERY_LOW": "1000", "DESIRED_ACCURACY_LOWEST": "3000",
        "-2": "-2", "-1": "-1", "0": "-1", "10": "10", "100": "100", "1000": "1000", "3000": "3000",
      ])
    {
      settings.accuracy = Double(accuracy) ?? -1
    }
    settings.distance = try options.number("distanceFilter", in: 0...1_000_000) ?? 10
    settings.elasticity = try options.number("elasticityMultiplier", in: 0...1000) ?? 1
    if try options.flag("disableElasticity") ?? false || settings.elasticity == 0 { settings.elasticity = nil }
    settings.radius = try options.number("stationaryRadius", in: 0...100_000) ?? 25
    settings.stopTimeout = 60 * (try options.number("stopTimeout", in: 0...1440) ?? 5)
    settings.interval = (try options.number("locationUpdateInterval", in: 0...86_400_000) ?? 1000) / 1000
    settings.fastest = try options.number("fastestLocationUpdateInterval", in: 0...86_400_000).map { $0 / 1000 }
    settings.deferTime = (try options.number("deferTime", in: 0...604_800_000) ?? 0) / 1000
    // Updates that never pause switch stop detection off, too.
    settings.pauses = try options.flag("pausesLocationUpdatesAutomatically") ?? true
    settings.detectsStops =
      !(try options.flag("disableStopDetection") ?? false) && (settings.pauses || system.isAndroid)
    settings.stopsForGood = try options.flag("stopOnStationary") ?? false
    settings.significantOnly = try options.flag("useSignificantChangesOnly") ?? false
    settings.activityType = try options.activityType()
    let threshold = try options.number("autoSyncThreshold", in: 0...100_000) ?? 0
    if options.has("url"), try options.flag("autoSync") ?? true {
      settings.upload = "batch_count: \(max(1, Int(threshold)))"
    }
    if settings.upload != nil, threshold > 1 {
      options.notes.append("uploads at a change of motion, which ignore the threshold: not modelled")
    }
    options.ignore(others)
    return strategy(settings, on: system, &options)
  }

  static func strategy(_ settings: Settings, on system: Platform, _ options: inout SDKOptions) -> SDKStrategy {
    let upload = settings.upload.map { "upload: {\($0)}\n" } ?? ""
    if settings.significantOnly {
      // Several positions an hour without a foreground service on Android.
      return system.isAndroid
        ? SDKStrategy(
          kind: "activity_gated", system: system,
          parameters: ["priority: balanced", "interval: 10 min", "foreground_service: false"], rest: upload)
        : SDKStrategy(kind: "significant_change", system: system, rest: upload)
    }
    if system.isAndroid {
      if settings.elasticity != nil, settings.distance > 0 {
        options.notes.append("elasticity: not modelled on Android")
      }
      return SDKStrategy(kind: "composite", system: system, rest: "states:\n" + android(settings) + upload)
    }
    options.ignore(["locationUpdateInterval", "fastestLocationUpdateInterval", "deferTime"], because: "Android only")
    return SDKStrategy(kind: "composite", system: system, rest: "states:\n" + apple(settings) + upload)
  }

  /// iOS: the fence starts the updates, `stopTimeout` after the sensors report rest ends them.
  private static func apple(_ settings: Settings) -> String {
    let accuracies: KeyValuePairs = [
      -2.0: "best_for_navigation", -1: "best", 10: "hundred_meters", 100: "hundred_meters", 1000: "kilometer",
      3000: "three_kilometers",
    ]
    let accuracy = accuracies.first { $0.key == settings.accuracy }?.value ?? "best"
    let filter = settings.distance > 0 ? CompositeWriter.metres(settings.distance) : "none"
    let pauses = settings.pauses && !settings.detectsStops
    let precision = "desired_accuracy: \(accuracy), distance_filter: \(filter)"
    let running =
      "activity_type: \(settings.activityType), pauses_automatically: \(pauses), allows_background: true"
    let configure = "configure: {\(precision), \(running)}"
    let stretch = settings.elasticity.map { settings.distance * $0 }.flatMap { $0 > 0 ? $0 : nil }
    let elastic =
      stretch.map { "      - {when: delivery, do: [elastic_filter: \(CompositeWriter.metres($0))]}\n" } ?? ""
    guard settings.detectsStops else {
      let rules = (settings.keeps.map { keeping($0) } ?? "") + elastic
      return "  moving:\n    enter:\n      - \(configure)\n      - start: standard\n"
        + (rules.isEmpty ? "" : "    rules:\n\(rules)")
    }
    return """
        locating:
          enter:
            - \(configure)
            - start: standard
          rules:
      \(settings.stopsForGood ? "" : "      - {when: fence_left, name: here, go_to: moving}\n")      - {when: delivery, accuracy_at_most: 100 m, go_to: \(settings.stopsForGood ? "moving" : "stationary")}
      \(settings.stopsForGood ? "  stopped:\n    enter:\n      - stop: standard\n" : stationary(settings, stop: "standard"))  moving:
          enter:
            - \(configure)
            - start: standard
            - start: motion_activity
          rules:
            - {when: motion, is: still, do: [set_timer: {name: stopped, after: \(stopTime(settings))}]}
            - {when: motion, is: moving, do: [cancel_timer: stopped]}
            - {when: timer, name: stopped, go_to: \(settings.stopsForGood ? "stopped" : "stationary")}
      \(elastic)    leave:
            - stop: motion_activity

      """
  }

  /// Android: changes of activity start the updates as well, and a foreground service stands beside them.
  private static func android(_ settings: Settings) -> String {
    let priorities: KeyValuePairs = [
      -2.0: "high_accuracy", -1: "high_accuracy", 10: "balanced", 100: "balanced", 1000: "low_power", 3000: "low_power",
    ]
    let priority = priorities.first { $0.key == settings.accuracy }?.value ?? "high_accuracy"
    let fastest = settings.fastest.map { ", min_interval: \(CompositeWriter.seconds($0))" } ?? ""
    let request =
      "request: {priority: \(priority), interval: \(CompositeWriter.seconds(max(0.1, settings.interval))), min_distance: \(CompositeWriter.metres(settings.distance)), max_delay: \(CompositeWriter.seconds(settings.deferTime))\(fastest)}"
    let lock = settings.holdsWakeLock ? "      - acquire_wake_lock\n" : ""
    guard settings.detectsStops else {
      let kept = settings.keeps.map { keeping($0) } ?? ""
      return "  moving:\n    enter:\n      - begin_foreground_service\n\(lock)      - \(request)\n"
        + (kept.isEmpty ? "" : "    rules:\n\(kept)")
    }
    let kept =
      settings.keeps.map {
        keeping($0, when: "activity: moving, ", also: "cancel_alarm: stopped, ") + keeping($0)
      } ?? "      - {when: delivery, activity: moving, do: [cancel_alarm: stopped]}\n"
    let alarm = "set_alarm: {name: stopped, after: \(stopTime(settings)), while_idle: true}"
    return """
        locating:
          enter:
            - start: motion_activity
            - request: {priority: \(priority), interval: 1 s}
          rules:
      \(settings.stopsForGood ? "" : "      - {when: fence_left, name: here, go_to: moving}\n")      - {when: motion, is: moving, go_to: moving}
            - {when: delivery, accuracy_at_most: 100 m, go_to: \(settings.stopsForGood ? "moving" : "stationary")}
      \(settings.stopsForGood ? "  stopped:\n    enter:\n      - stop: fused\n      - stop: motion_activity\n      - end_foreground_service\n" : stationary(settings, stop: "fused"))  moving:
          enter:
            - begin_foreground_service
      \(lock)      - \(request)
            - \(alarm)
          rules:
            - {when: motion, is: still, do: [\(alarm)]}
            - {when: motion, is: moving, do: [cancel_alarm: stopped]}
      \(kept)      - {when: alarm, name: stopped, go_to: \(settings.stopsForGood ? "stopped" : "stationary")}
      \(lock.isEmpty ? "" : "    leave:\n      - release_wake_lock\n")
      """
  }

  /// Rules that send a position after this way and drop the others.
  private static func keeping(_ way: String, when condition: String = "", also action: String = "") -> String {
    let moved = "moved_at_least: \(way)"
    return "      - {when: delivery, \(condition)\(moved), do: [\(action)upload: {fixes: newest}]}\n"
      + "      - {when: delivery, \(condition)do: [\(action)drop]}\n"
  }

  private static func stopTime(_ settings: Settings) -> String { CompositeWriter.seconds(max(1, settings.stopTimeout)) }

  /// At rest a fence of at least 200 m stands around the place: less is not possible on iOS.
  private static func stationary(_ settings: Settings, stop service: String) -> String {
    let isAndroid = service == "fused"
    let ends = isAndroid ? "      - end_foreground_service\n" : ""
    let motion = isAndroid ? "      - {when: motion, is: moving, go_to: moving}\n" : ""
    return """
        stationary:
          enter:
            - fence: {name: here, radius: \(CompositeWriter.metres(max(200, settings.radius)))}
            - stop: \(service)
      \(ends)    rules:
            - {when: fence_left, name: here, go_to: moving}
      \(motion)    leave:
            - remove_fence: here

      """
  }
}
