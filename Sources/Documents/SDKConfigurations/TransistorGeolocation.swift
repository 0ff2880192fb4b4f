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
      .init("desired_accuracy", "desiredAccuracy", ["3000", "1000", "100", "-1", "-2"]),
      .init("priority", "desiredAccuracy", ["-1", "10", "1000"]),
      .init("distance_filter", "distanceFilter", per: 1),
      .init("interval", "locationUpdateInterval", per: 1e-3), .init("rest_time", "stopTimeout", per: 60),
      .init("batch_count", "autoSyncThreshold", per: 1), .init("wifi_only", "disableAutoSyncOnCellular"),
    ],
    strategy: { options throws(InputError) in try strategy(&options) })

  private static let groups = ["geolocation", "activity", "http", "app", "logger", "persistence"]
  private static let modelled = [
    "desiredAccuracy", "distanceFilter", "disableElasticity", "elasticityMultiplier", "stationaryRadius", "stopTimeout",
    "locationUpdateInterval", "fastestLocationUpdateInterval", "deferTime", "useSignificantChangesOnly",
    "pausesLocationUpdatesAutomatically", "disableStopDetection", "stopOnStationary", "url", "autoSync",
    "autoSyncThreshold", "disableAutoSyncOnCellular", "activityType", "heartbeatInterval", "preventSuspend",
    "motionTriggerDelay",
  ]
  private static let others = [
    "activityRecognitionInterval", "allowIdenticalLocations", "authorization", "autoSyncDelay",
    "backgroundPermissionRationale", "batchSync", "debug", "desiredOdometerAccuracy",
    "disableLocationAuthorizationAlert", "disableMotionActivityUpdates", "disableProviderChangeRecord",
    "enableHeadless", "encrypt", "enableTimestampMeta", "extras", "filter", "forceReloadOnBoot",
    "forceReloadOnGeofence", "forceReloadOnHeartbeat", "forceReloadOnLocationChange", "forceReloadOnMotionChange",
    "forceReloadOnSchedule", "foregroundService", "geofenceInitialTriggerEntry", "geofenceModeHighAccuracy",
    "geofenceProximityRadius", "geofenceTemplate", "headers", "httpRootProperty", "httpTimeout",
    "isMoving", "locationAuthorizationAlert", "locationAuthorizationRequest", "locationTemplate", "locationTimeout",
    "locationsOrderDirection", "logLevel", "logMaxDays", "maxBatchSize", "maxDaysToPersist", "maxMonitoredGeofences",
    "maxRecordsToPersist", "method", "minimumActivityRecognitionConfidence", "notification",
    "params", "permissionRationale", "persistMode", "reset", "rootProperty", "schedule",
    "scheduleUseAlarmManager", "showsBackgroundLocationIndicator", "speedJumpFilter", "startOnBoot",
    "stopAfterElapsedMinutes", "stopDetectionDelay", "stopOnTerminate", "timeout", "triggerActivities",
    "transistorAuthorizationToken",
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
    /// Seconds between heartbeats at rest; `nil` without any.
    var heartbeat: Double?
    /// Whether each asks for a position.
    var locatesAtHeartbeat = false
    /// Seconds of motion that start the updates on Android.
    var motionDelay = 0.0
  }

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    let system = try options.neededSystem()
    var settings = Settings()
    let accuracies = [
      "Navigation": "-2", "High": "-1", "Medium": "10", "Low": "100", "VeryLow": "1000", "Lowest": "3000", "-2": "-2",
      "-1": "-1", "0": "-1", "10": "10", "100": "100", "1000": "1000", "3000": "3000",
    ]
    settings.accuracy = try options.word("desiredAccuracy", accuracies).flatMap(Double.init) ?? -1
    settings.distance = try options.number("distanceFilter", in: 0...1_000_000) ?? 10
    settings.elasticity = try options.number("elasticityMultiplier", in: 0...1000) ?? 1
    if try options.flag("disableElasticity") ?? false || settings.elasticity == 0 { settings.elasticity = nil }
    settings.radius = try options.number("stationaryRadius", in: 0...100_000) ?? 25
    settings.stopTimeout = 60 * (try options.whole("stopTimeout", in: 0...1440) ?? 5)
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
      let isWiFiOnly = try options.flag("disableAutoSyncOnCellular") ?? false
      settings.upload = "batch_count: \(max(1, Int(threshold))), wifi_only: \(isWiFiOnly)"
    }
    let staysAwake = try options.flag("preventSuspend") ?? false
    settings.heartbeat = try options.number("heartbeatInterval", in: -1...86_400).flatMap { $0 > 0 ? $0 : nil }
    settings.motionDelay = (try options.number("motionTriggerDelay", in: 0...86_400_000) ?? 0) / 1000
    if system.isAndroid {
      options.ignore(["preventSuspend"], because: "iOS only")
    } else {
      options.ignore(["motionTriggerDelay"], because: "Android only")
      if !staysAwake { options.ignore(["heartbeatInterval"], because: "without preventSuspend no effect on iOS") }
      settings.heartbeat = staysAwake ? settings.heartbeat : nil
    }
    if settings.heartbeat != nil { options.notes.append("what the app does at a heartbeat: not modelled") }
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
      if settings.distance > 0 {
        options.ignore(["locationUpdateInterval"], because: "beside a distance without effect")
      }
    } else {
      options.ignore(["locationUpdateInterval", "fastestLocationUpdateInterval", "deferTime"], because: "Android only")
    }
    return SDKStrategy(
      kind: "composite", system: system, rest: "states:\n" + states(settings, isAndroid: system.isAndroid) + upload)
  }

  /// The actions that begin the updates of a user on the move.
  private static func start(_ settings: Settings, isAndroid: Bool) -> [String] {
    guard isAndroid else {
      let accuracies = [
        -2.0: "best_for_navigation", -1: "best", 10: "hundred_meters", 100: "hundred_meters", 1000: "kilometer",
        3000: "three_kilometers",
      ]
      let filter = settings.distance > 0 ? CompositeWriter.metres(settings.distance) : "none"
      let pauses = settings.pauses && !settings.detectsStops
      return [
        "configure: {desired_accuracy: \(accuracies[settings.accuracy] ?? "best"), distance_filter: \(filter), "
          + "activity_type: \(settings.activityType), pauses_automatically: \(pauses), allows_background: true}",
        "start: standard",
      ]
    }
    // A distance takes the interval's place; and the fastest interval is the interval's at most.
    let interval = settings.distance > 0 ? 1 : max(0.1, settings.interval)
    let fastest =
      settings.fastest.flatMap { $0 < interval ? ", min_interval: \(CompositeWriter.seconds($0))" : nil } ?? ""
    return ["begin_foreground_service"] + (settings.holdsWakeLock ? ["acquire_wake_lock"] : []) + [
      "request: {priority: \(priority(settings)), interval: \(CompositeWriter.seconds(interval)), min_distance: "
        + "\(CompositeWriter.metres(settings.distance)), max_delay: \(CompositeWriter.seconds(settings.deferTime))\(fastest)}"
    ]
  }

  private static func priority(_ settings: Settings) -> String {
    settings.accuracy < 0 ? "high_accuracy" : settings.accuracy <= 100 ? "balanced" : "low_power"
  }

  /// The fence starts the updates, `stopTimeout` after the sensors report rest ends them. On Android changes of activity start
  /// them as well, and a foreground service stands beside them.
  private static func states(_ settings: Settings, isAndroid: Bool) -> String {
    let start = start(settings, isAndroid: isAndroid)
    let stretch = settings.elasticity.map { settings.distance * $0 }.flatMap { $0 > 0 && !isAndroid ? $0 : nil }
    let elastic = stretch.map { ["{when: delivery, do: [elastic_filter: \(CompositeWriter.metres($0))]}"] } ?? []
    guard settings.detectsStops else {
      return SDKStrategy.state("moving", enter: start, rules: (settings.keeps.map { keeping($0) } ?? []) + elastic)
    }
    let clock = isAndroid ? "alarm" : "timer"
    func set(_ name: String, _ seconds: Double) -> String {
      let idle = isAndroid ? ", while_idle: true" : ""
      return "set_\(clock): {name: \(name), after: \(CompositeWriter.seconds(max(1, seconds)))\(idle)}"
    }
    // Changes of motion send what waits.
    let send = settings.upload != nil ? ["upload"] : []
    let left = ["{when: fence_left, name: here, go_to: moving}"]
    let trigger = [
      "{when: motion, is: moving, do: [\(set("trigger", settings.motionDelay))]}",
      "{when: motion, is: still, do: [cancel_alarm: trigger]}", "{when: alarm, name: trigger, go_to: moving}",
    ]
    let moved =
      !isAndroid ? [] : settings.motionDelay > 0 ? trigger : ["{when: motion, is: moving, go_to: moving}"]
    let rest = settings.stopsForGood ? "stopped" : "stationary"
    let sent = settings.keeps == nil ? "" : "do: [upload: {fixes: newest}], "
    let radius = CompositeWriter.metres(max(100, settings.accuracy))
    let located = [
      "{when: delivery, accuracy_at_most: \(radius), \(sent)go_to: \(settings.stopsForGood ? "moving" : rest)}",
      "{when: delivery, do: [drop]}",
    ]
    let locating = SDKStrategy.state(
      "locating",
      enter: isAndroid
        ? [
          "begin_foreground_service", "start: motion_activity",
          "request: {priority: \(priority(settings)), interval: 1 s}",
        ]
        : start,
      rules: (settings.stopsForGood ? [] : left) + moved + located)
    let stop = isAndroid ? ["stop: fused", "end_foreground_service"] : ["stop: standard"]
    let heartbeat = settings.heartbeat.map { set("heartbeat", max(isAndroid ? 60 : 1, $0)) }
    // What keeps iOS from suspending the app is an estimate: coarse updates, whose positions are dropped.
    let awake = ["configure: {desired_accuracy: three_kilometers, distance_filter: none, pauses_automatically: false}"]
    let locate = isAndroid ? "go_to: locating" : "do: [stop: standard], go_to: locating"
    let beat = heartbeat.map { again in
      ["{when: \(clock), name: heartbeat, \(settings.locatesAtHeartbeat ? locate : "do: [\(again)]")}"]
        + (isAndroid ? [] : ["{when: delivery, do: [drop]}"])
    }
    // At rest a fence of at least 200 m stands around the place: less is not possible on iOS.
    let fence = "fence: {name: here, radius: \(CompositeWriter.metres(max(200, settings.radius)))}"
    let resting =
      settings.stopsForGood
      ? SDKStrategy.state(rest, enter: stop + (isAndroid ? ["stop: motion_activity"] : []) + send)
      : SDKStrategy.state(
        rest,
        enter: [fence] + (heartbeat != nil && !isAndroid ? awake : stop) + [heartbeat].compactMap(\.self) + send,
        rules: left + moved + (beat ?? []), leave: ["remove_fence: here"])
    let begin = set("stopped", settings.stopTimeout)
    let cancel = "cancel_\(clock): stopped"
    let on = "{when: delivery, activity: moving, do: [\(cancel)]}"
    let kept = settings.keeps.map { keeping($0, when: "activity: moving, ", also: "\(cancel), ") + keeping($0) } ?? [on]
    let moving = SDKStrategy.state(
      "moving", enter: start + [isAndroid ? begin : "start: motion_activity"] + send,
      rules: [
        "{when: motion, is: still, do: [\(begin)]}", "{when: motion, is: moving, do: [\(cancel)]}",
      ] + (isAndroid ? kept : []) + ["{when: \(clock), name: stopped, go_to: \(rest)}"] + elastic,
      leave: isAndroid ? settings.holdsWakeLock ? ["release_wake_lock"] : [] : ["stop: motion_activity"])
    return locating + resting + moving
  }

  /// Rules that send a position after this way and drop the others.
  private static func keeping(_ way: String, when condition: String = "", also action: String = "") -> [String] {
    [
      "{when: delivery, \(condition)moved_at_least: \(way), do: [\(action)upload: {fixes: newest}]}",
      "{when: delivery, \(condition)do: [\(action)drop]}",
    ]
  }
}
