import Core
import FileFormats
import LocationServices

/// Transistor Software's background geolocation (sources C7 [S82], [S99]): nested in groups since version 5, flat before.
/// While the user moves it asks for updates; after `stopTimeout` without motion it keeps a geofence only.
enum TransistorGeolocation {
  static let sdk = SDKConfiguration(
    name: "background-geolocation",
    marks: ["BackgroundGeolocation", "DESIRED_ACCURACY_", "DesiredAccuracy", "stopTimeout", "bg.Config("],
    calls: ["ready", "Config", "setConfig"],
    groups: ["geolocation", "activity", "http", "app", "logger", "persistence"],
    keys: SDKConfiguration.Keys(
      both: """
        desiredAccuracy distanceFilter disableElasticity elasticityMultiplier stationaryRadius stopTimeout
        useSignificantChangesOnly disableStopDetection stopOnStationary url autoSync autoSyncThreshold
        disableAutoSyncOnCellular heartbeatInterval
        """,
      android: "locationUpdateInterval fastestLocationUpdateInterval deferTime motionTriggerDelay",
      ios: "pausesLocationUpdatesAutomatically activityType preventSuspend",
      others: """
        activityRecognitionInterval allowIdenticalLocations authorization autoSyncDelay backgroundPermissionRationale
        batchSync configUrl crashDetector debug desiredOdometerAccuracy disableLocationAuthorizationAlert
        disableMotionActivityUpdates disableProviderChangeRecord enabled enableHeadless encrypt enableTimestampMeta
        extras filter forceReloadOnBoot forceReloadOnGeofence forceReloadOnHeartbeat forceReloadOnLocationChange
        forceReloadOnMotionChange forceReloadOnSchedule foregroundService geofenceInitialTriggerEntry
        geofenceModeHighAccuracy geofenceProximityRadius geofenceTemplate headers headlessJobService httpRootProperty
        httpTimeout isFirstBoot isMoving locationAuthorizationAlert locationAuthorizationRequest locationTemplate
        locationTimeout locationsOrderDirection logLevel logMaxDays maxBatchSize maxDaysToPersist
        maxMonitoredGeofences maxRecordsToPersist method minimumActivityRecognitionConfidence notification
        notificationChannelName notificationColor notificationLargeIcon notificationPriority notificationSmallIcon
        notificationText notificationTitle odometer params permissionRationale persist persistMode reset rootProperty
        schedule schedulerEnabled scheduleUseAlarmManager showsBackgroundLocationIndicator speedJumpFilter startOnBoot
        stopAfterElapsedMinutes stopDetectionDelay stopOnTerminate timeout trackingMode triggerActivities
        transistorAuthorizationToken
        """),
    answers: [
      .init("desired_accuracy", "desiredAccuracy", ["3000", "1000", "100", "-1", "-2"]),
      .init("priority", "desiredAccuracy", ["-1", "10", "1000"]),
      .init("distance_filter", "distanceFilter", per: 1), .init("min_distance", "distanceFilter", per: 1),
      .init("interval", "locationUpdateInterval", per: 1e-3), .init("rest_time", "stopTimeout", per: 60),
      .init("batch_count", "autoSyncThreshold", per: 1), .init("wifi_only", "disableAutoSyncOnCellular"),
    ],
    strategy: { options throws(InputError) in try strategy(&options) })

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    var program = TransistorProgram(isAndroid: options.isAndroid)
    let words = ["High", "Navigation", "High", "Medium", "Low", "VeryLow", "Lowest"]
    // The first releases wrote 0 for the highest accuracy.
    let numbers = [0, -2, -1, 10, 100, 1000, 3000.0]
    let accuracy = try options.choice("desiredAccuracy", words, numbers: numbers).map { numbers[$0] } ?? -1
    program.updates.accuracy = accuracy == 0 ? -1 : accuracy
    let distance = try options.number("distanceFilter", in: 0...1_000_000) ?? 10
    program.updates.distance = distance
    let elasticity = try options.flag("disableElasticity") ?? false ? 0 : 1.0
    let multiplier = try options.number("elasticityMultiplier", in: 0...1000) ?? 1
    program.stretch = distance * elasticity * multiplier
    program.radius = try options.number("stationaryRadius", in: 0...100_000) ?? program.radius
    program.stopTimeout = 60 * (try options.number("stopTimeout", in: 0...1440) ?? 5)
    program.updates.interval = (try options.number("locationUpdateInterval", in: 0...86_400_000) ?? 1000) / 1000
    program.updates.fastest = try options.number("fastestLocationUpdateInterval", in: 0...86_400_000).map { $0 / 1000 }
    program.updates.deferTime = (try options.number("deferTime", in: 0...604_800_000) ?? 0) / 1000
    // Updates that never pause switch stop detection off, too.
    let pauses = try options.flag("pausesLocationUpdatesAutomatically") ?? true
    program.detectsStops = !(try options.flag("disableStopDetection") ?? false) && (pauses || options.isAndroid)
    program.updates.pauses = pauses && !program.detectsStops && !options.isAndroid
    program.stopsForGood = try options.flag("stopOnStationary") ?? false
    program.updates.activityType = try options.activityType()
    if options.has("url"), try options.flag("autoSync") ?? true {
      let threshold = try options.number("autoSyncThreshold", in: 0...100_000) ?? 0
      let isWiFiOnly = try options.flag("disableAutoSyncOnCellular") ?? false
      program.upload = "batch_count: \(max(1, Int(threshold))), wifi_only: \(isWiFiOnly)"
    }
    let staysAwake = try options.flag("preventSuspend") ?? false
    program.heartbeat = try options.number("heartbeatInterval", in: -1...86_400) ?? 0
    program.motionDelay = (try options.number("motionTriggerDelay", in: 0...86_400_000) ?? 0) / 1000
    if !program.detectsStops || !options.isAndroid && !staysAwake {
      let reason = program.detectsStops ? "without preventSuspend" : "without rests"
      options.ignore(["heartbeatInterval"], because: "\(reason) of no effect")
      program.heartbeat = 0
    }
    if program.heartbeat > 0 { options.notes.append("what the app does at a heartbeat: not modelled") }
    if options.isAndroid, program.stretch > 0 { options.notes.append("elasticity: not modelled on Android") }
    guard try options.flag("useSignificantChangesOnly") ?? false else { return program.strategy(&options) }
    // Several positions an hour without a foreground service on Android.
    return options.isAndroid
      ? SDKStrategy(
        kind: "activity_gated",
        parameters: ["priority: balanced", "interval: 10 min", "foreground_service: false"], rest: program.uploads)
      : SDKStrategy(kind: "significant_change", rest: program.uploads)
  }
}

/// What Transistor's library does, with its defaults: a fence starts the updates, `stopTimeout` after the sensors report rest ends
/// them. On Android changes of activity start them as well, and a foreground service stands beside them.
struct TransistorProgram {
  /// The updates of a user on the move.
  struct Updates {
    var accuracy = -1.0
    var distance = 10.0
    var interval = 1.0
    var fastest: Double?
    var deferTime = 0.0
    var activityType = "other"
    /// Whether iOS may pause them.
    var pauses = false
    var holdsWakeLock = false
  }

  let isAndroid: Bool
  var updates = Updates()
  /// Metres that iOS's filter is stretched by with the speed; 0 for a filter that stays.
  var stretch = 0.0
  var radius = 25.0
  var stopTimeout = 300.0
  var detectsStops = true
  var stopsForGood = false
  /// The policy of uploads; `nil` without a server.
  var upload: String?
  /// The way from one position to the next that is kept and sent at once, such as `75 m`; `nil` where all are kept.
  var keeps: String?
  /// Seconds between heartbeats at rest; 0 without any.
  var heartbeat = 0.0
  /// Whether each asks for a position.
  var locatesAtHeartbeat = false
  /// Seconds of motion that start the updates on Android.
  var motionDelay = 0.0

  func strategy(_ options: inout SDKOptions) -> SDKStrategy {
    if isAndroid, updates.distance > 0 {
      options.ignore(["locationUpdateInterval"], because: "beside a distance without effect")
    }
    if heartbeat > 0, !isAndroid { options.notes.append("preventSuspend: as updates at 3 km, an estimate") }
    let all = SDKStrategy.state(
      "moving", enter: start,
      rules: (keeps.map { keeping($0) } ?? []) + elastic + (updates.pauses ? ["{when: paused, go_to: \(rest)}"] : []))
    let states = detectsStops ? locating + resting + moving : all + (updates.pauses ? resting : "")
    return SDKStrategy(kind: "composite", rest: "states:\n" + states + uploads)
  }

  var uploads: String { upload.map { "upload: {\($0)}\n" } ?? "" }

  private var priority: String {
    updates.accuracy < 0 ? "high_accuracy" : updates.accuracy <= 100 ? "balanced" : "low_power"
  }

  /// The actions that begin the updates.
  private var start: [String] {
    guard isAndroid else {
      let accuracies = [
        -2.0: "best_for_navigation", -1: "best", 10: "hundred_meters", 100: "hundred_meters", 1000: "kilometer",
        3000: "three_kilometers",
      ]
      let filter = updates.distance > 0 ? CompositeWriter.metres(updates.distance) : "none"
      return [
        "configure: {desired_accuracy: \(accuracies[updates.accuracy] ?? "best"), distance_filter: \(filter), "
          + "activity_type: \(updates.activityType), pauses_automatically: \(updates.pauses), allows_background: true}",
        "start: standard",
      ]
    }
    // A distance takes the interval's place; and the fastest interval is the interval's at most.
    let interval = updates.distance > 0 ? 1 : max(0.1, updates.interval)
    let fastest = updates.fastest.map { $0 < interval ? ", min_interval: \(CompositeWriter.seconds($0))" : "" } ?? ""
    return ["begin_foreground_service"] + (updates.holdsWakeLock ? ["acquire_wake_lock"] : []) + [
      "request: {priority: \(priority), interval: \(CompositeWriter.seconds(interval)), "
        + "min_distance: \(CompositeWriter.metres(updates.distance)), "
        + "max_delay: \(CompositeWriter.seconds(updates.deferTime))\(fastest)}"
    ]
  }

  private var clock: String { isAndroid ? "alarm" : "timer" }
  private var rest: String { stopsForGood ? "stopped" : "stationary" }
  /// Changes of motion send what waits.
  private var send: [String] { upload == nil ? [] : ["upload"] }
  private var elastic: [String] {
    stretch > 0 && !isAndroid ? ["{when: delivery, do: [elastic_filter: \(CompositeWriter.metres(stretch))]}"] : []
  }

  private func set(_ name: String, _ seconds: Double) -> String {
    let idle = isAndroid ? ", while_idle: true" : ""
    return "set_\(clock): {name: \(name), after: \(CompositeWriter.seconds(max(1, seconds)))\(idle)}"
  }

  /// What ends a rest.
  private var departure: [String] {
    let left = stopsForGood ? [] : ["{when: fence_left, name: here, go_to: moving}"]
    guard isAndroid else { return left }
    guard motionDelay > 0 else { return left + ["{when: motion, is: moving, go_to: moving}"] }
    return left + [
      "{when: motion, is: moving, do: [\(set("trigger", motionDelay))]}",
      "{when: motion, is: still, do: [cancel_alarm: trigger]}", "{when: alarm, name: trigger, go_to: moving}",
    ]
  }

  /// Asks for one position.
  private var locating: String {
    let sent = keeps == nil ? "" : "do: [upload: {fixes: newest}], "
    let request = "request: {priority: \(priority), interval: 1 s}"
    return SDKStrategy.state(
      "locating", enter: isAndroid ? ["begin_foreground_service", "start: motion_activity", request] : start,
      rules: departure + [
        "{when: delivery, accuracy_at_most: 100 m, \(sent)go_to: \(stopsForGood ? "moving" : rest)}"
      ] + (locatesAtHeartbeat ? ["{when: delivery, do: [drop]}"] : []))
  }

  /// At rest a fence of at least 200 m stands around the place: less is not possible on iOS.
  private var resting: String {
    var stop = isAndroid ? ["stop: fused", "end_foreground_service"] : ["stop: standard"]
    if stopsForGood {
      if isAndroid { stop.append("stop: motion_activity") }
      return SDKStrategy.state(rest, enter: stop + send)
    }
    var rules = departure
    if heartbeat > 0 {
      let again = set("heartbeat", isAndroid ? max(60, heartbeat) : heartbeat)
      let locate = isAndroid ? "go_to: locating" : "do: [stop: standard], go_to: locating"
      rules.append("{when: \(clock), name: heartbeat, \(locatesAtHeartbeat ? locate : "do: [\(again)]")}")
      // What keeps iOS from suspending the app is an estimate: the coarsest updates, whose positions go. It follows the sensors.
      if !isAndroid {
        stop = [
          "configure: {desired_accuracy: three_kilometers, distance_filter: none, pauses_automatically: false}",
          "start: motion_activity",
        ]
        rules += ["{when: motion, is: moving, go_to: moving}", "{when: delivery, do: [drop]}"]
      }
      stop.append(again)
    }
    let fence = "fence: {name: here, radius: \(CompositeWriter.metres(max(200, radius)))}"
    let leave = ["remove_fence: here"] + (heartbeat > 0 && !isAndroid ? ["stop: motion_activity"] : [])
    return SDKStrategy.state(rest, enter: [fence] + stop + send, rules: rules, leave: leave)
  }

  private var moving: String {
    let begin = set("stopped", stopTimeout)
    let cancel = "cancel_\(clock): stopped"
    let kept = keeps.map { keeping($0, when: "activity: moving, ", also: "\(cancel), ") + keeping($0) }
    return SDKStrategy.state(
      "moving", enter: start + [isAndroid ? begin : "start: motion_activity"] + send,
      rules: [
        "{when: motion, is: still, do: [\(begin)]}", "{when: motion, is: moving, do: [\(cancel)]}",
      ] + (isAndroid ? kept ?? ["{when: delivery, activity: moving, do: [\(cancel)]}"] : [])
        + ["{when: \(clock), name: stopped, go_to: \(rest)}"] + elastic,
      leave: isAndroid ? updates.holdsWakeLock ? ["release_wake_lock"] : [] : ["stop: motion_activity"])
  }

  /// Rules that send a position after this way and drop the others.
  private func keeping(_ way: String, when condition: String = "", also action: String = "") -> [String] {
    [
      "{when: delivery, \(condition)moved_at_least: \(way), do: [\(action)upload: {fixes: newest}]}",
      "{when: delivery, \(condition)do: [\(action)drop]}",
    ]
  }
}
