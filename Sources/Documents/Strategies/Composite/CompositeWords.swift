import FileFormats
import LocationServices
import Core
import Strategies

/// Triggers, conditions and actions of composite strategies, as files have them.
enum CompositeWords {
  static let times: ClosedRange<TimeSpan> = .seconds(1) ... .hours(24)
  static let distances: ClosedRange<Distance> = .metres(1) ... .metres(1_000_000)

  static let reasons: [(name: String, reason: LaunchReason)] = [
    ("user", .user), ("location", .location), ("background_refresh", .backgroundRefresh), ("push", .push),
    ("work", .work),
  ]

  // MARK: Triggers

  /// Reads `when` and what belongs to it.
  static func trigger(_ mapping: inout YAMLMapping) throws(InputError) -> CompositeTrigger {
    let when = try mapping.required("when")
    let word = try when.choice(of: CompositeTrigger.names)
    if let plain = CompositeTrigger.plain.first(where: { $0.name == word }) { return plain }
    switch word {
    case "launched":
      guard let name = try mapping.optional("by")?.choice(of: reasons.map(\.name)) else { return .launched(nil) }
      return .launched(reasons.first { $0.name == name }?.reason)
    case "failed": return .failed(try code(&mapping))
    case "deferral_finished":
      if mapping.peek("code")?.text == "none" {
        _ = mapping.optional("code")
        return .deferralFinished(.success)
      }
      return .deferralFinished(try code(&mapping).map { .failure($0) } ?? .any)
    case "timer": return .timer(try mapping.required("name").string())
    case "fence_entered": return .fenceEntered(try mapping.required("name").string())
    case "fence_left": return .fenceLeft(try mapping.required("name").string())
    case "geocode_failed": return .geocodeFailed(try code(&mapping))
    case "motion":
      let activity = try mapping.required("is").choice(CompositeActivity.self)
      return .motion(activity, confidence: try mapping.optional("confidence")?.choice(MotionConfidence.self) ?? .low)
    case "steps": return .steps(try mapping.required("count").integer(in: 1...100_000))
    case "condition_met": return .conditionMet(try mapping.required("name").string())
    case "condition_unmet": return .conditionUnmet(try mapping.required("name").string())
    case "alarm": return .alarm(try mapping.required("name").string())
    case "work": return .work(try mapping.required("name").string())
    default: return .notImproving(try patience(&mapping, when))
    }
  }

  private static func code(_ mapping: inout YAMLMapping) throws(InputError) -> LocationError? {
    guard let name = try mapping.optional("code")?.choice(of: LocationError.allCases.map(\.fileName)) else {
      return nil
    }
    return LocationError.named(name)
  }

  private static func patience(
    _ mapping: inout YAMLMapping, _ when: YAMLValue
  ) throws(InputError) -> CompositePatience {
    let (fixes, time) = (mapping.optional("fixes"), mapping.optional("for"))
    switch (fixes, time) {
    case (let fixes?, nil): return .fixes(try fixes.integer(in: 1...10_000))
    case (nil, let time?): return .time(try time.timeSpan(in: times).seconds)
    default:
      throw when.error(
        "'not_improving' needs to know how long to wait", remedy: "add either 'fixes: 5' or 'for: 30 s'")
    }
  }

  // MARK: Conditions

  static func conditions(_ mapping: inout YAMLMapping) throws(InputError) -> [CompositeCondition] {
    var conditions: [CompositeCondition] = []
    for key in CompositeCondition.keys {
      if let yaml = mapping.optional(key) { conditions.append(try condition(key, yaml)) }
    }
    return conditions
  }

  private static func condition(_ key: String, _ yaml: YAMLValue) throws(InputError) -> CompositeCondition {
    switch key {
    case "accuracy_at_most": return .accuracyAtMost(try yaml.quantity(Distance.self, in: distances).metres)
    case "accuracy_above": return .accuracyAbove(try yaml.quantity(Distance.self, in: distances).metres)
    case "age_at_most": return .ageAtMost(try yaml.timeSpan(in: times).seconds)
    case "age_above": return .ageAbove(try yaml.timeSpan(in: times).seconds)
    case "speed_at_least": return .speedAtLeast(try speed(yaml))
    case "speed_below": return .speedBelow(try speed(yaml))
    case "moved_at_least": return .movedAtLeast(try yaml.quantity(Distance.self, in: distances).metres)
    case "stayed":
      var mapping = try yaml.mapping(allowing: ["within", "for"])
      return .stayed(
        within: try mapping.required("within").quantity(Distance.self, in: distances).metres,
        time: try mapping.required("for").timeSpan(in: times).seconds)
    case "battery_below": return .batteryBelow(try share(yaml, never: 0, "below"))
    case "battery_above": return .batteryAbove(try share(yaml, never: 100, "above"))
    case "activity": return .activity(try yaml.choice(CompositeActivity.self))
    case "charging": return .device(.charging, try yaml.bool())
    case "on_wifi": return .device(.onWiFi, try yaml.bool())
    case "low_power": return .device(.lowPower, try yaml.bool())
    default: return .inForeground(try yaml.bool())
    }
  }

  private static func speed(_ yaml: YAMLValue) throws(InputError) -> Double {
    try yaml.quantity(Speed.self, in: .metresPerSecond(0) ... .metresPerSecond(400)).metresPerSecond
  }

  /// - Parameter bound: what the level is never above or below.
  private static func share(_ yaml: YAMLValue, never bound: Double, _ side: String) throws(InputError) -> Double {
    let percent = try yaml.siNumber(quantity: "share", units: [UnitSymbol("%", 1)])
    try yaml.check(percent, 0, 100) { "\(DecimalText.significant($0, digits: 6)) %" }
    if percent == bound {
      throw yaml.error(
        "the battery's level is never \(side) \(DecimalText.exact(bound)) %",
        remedy: "write a level between, or remove the condition")
    }
    return percent / 100
  }

  // MARK: Actions

  static func action(_ yaml: YAMLValue) throws(InputError) -> CompositeAction {
    guard yaml.isMapping else {
      let names = CompositeAction.plain.map(\.name) + CompositeAction.namesWithValue
      if let text = yaml.text, text != "upload", text != "expect_pushes", CompositeAction.namesWithValue.contains(text)
      {
        throw yaml.error("'\(text)' needs to know what", remedy: "write '\(text): ...'")
      }
      let name = try yaml.choice(of: names)
      if name == "expect_pushes" { return .expectPushes(every: nil, .normal) }
      return CompositeAction.plain.first { $0.name == name } ?? .upload(CompositeUpload())
    }
    var mapping = try yaml.mapping()
    guard let key = mapping.keys.first, mapping.keys.count == 1 else {
      throw yaml.error("an action is one word, or one 'word: value'", remedy: "write each action on a line of its own")
    }
    let value = mapping.peek(key) ?? yaml
    switch key {
    case "start":
      let service = try value.choice(CompositeService.self)
      if service == .fused {
        throw value.error(
          "'fused' needs to know what to ask for", remedy: "write 'request: {priority: ..., interval: ...}'")
      }
      return .start(service)
    case "stop": return .stop(try value.choice(CompositeService.self))
    case "configure": return .configure(try configuration(value))
    case "defer":
      var limits = try value.mapping(allowing: ["distance", "timeout"])
      return .deferUpdates(
        distance: try limit(limits.optional("distance")) { yaml throws(InputError) in
          try yaml.quantity(Distance.self, in: distances).metres
        },
        timeout: try limit(limits.optional("timeout")) { yaml throws(InputError) in
          try yaml.timeSpan(in: times).seconds
        })
    case "upload": return .upload(try upload(value))
    case "geocode": return .geocode(try value.string())
    case "set_timer":
      var timer = try value.mapping(allowing: ["name", "after"])
      return .setTimer(
        try timer.required("name").string(), after: try timer.required("after").timeSpan(in: times).seconds)
    case "cancel_timer": return .cancelTimer(try value.string())
    case "fence": return .fence(try fence(value))
    case "remove_fence": return .removeFence(try value.string())
    case "elastic_filter":
      return .elasticFilter(try value.quantity(Distance.self, in: .metres(1) ... .kilometres(10)).metres)
    case "monitor":
      let fence = try fence(value)
      guard fence.center == .position else {
        throw value.error("a monitor's circle lies around the newest position", remedy: "remove 'around'")
      }
      return .monitor(fence)
    case "remove_monitor": return .removeMonitor(try value.string())
    case "expect_pushes":
      var pushes = try value.mapping(allowing: ["every", "priority"])
      return .expectPushes(
        every: try pushes.optional("every").map { yaml throws(InputError) in try yaml.timeSpan(in: times).seconds },
        try pushes.optional("priority")?.choice(PushMessage.Priority.self) ?? .normal)
    case "request": return .request(try request(value))
    case "set_alarm":
      var alarm = try value.mapping(allowing: ["name", "after", "while_idle"])
      return .setAlarm(
        try alarm.required("name").string(), after: try alarm.required("after").timeSpan(in: times).seconds,
        whileIdle: try alarm.optional("while_idle")?.bool() ?? false)
    case "cancel_alarm": return .cancelAlarm(try value.string())
    case "schedule_work":
      var work = try value.mapping(allowing: ["name", "every", "charging", "on_wifi"])
      var conditions: Set<DeviceCondition> = []
      if try work.optional("charging")?.bool() == true { conditions.insert(.charging) }
      if try work.optional("on_wifi")?.bool() == true { conditions.insert(.onWiFi) }
      // Android raises a shorter one to this.
      let interval = try work.required("every").timeSpan(in: .minutes(15) ... .hours(24)).seconds
      return .scheduleWork(try work.required("name").string(), every: interval, conditions)
    case "cancel_work": return .cancelWork(try value.string())
    case "reload_widget": return .reloadWidget(every: try value.timeSpan(in: .minutes(20) ... .hours(24)).seconds)
    case "request_refresh": return .requestRefresh(after: try value.timeSpan(in: .minutes(1) ... .hours(24)).seconds)
    default:
      if CompositeAction.plain.contains(where: { $0.name == key }) {
        throw yaml.error("'\(key)' stands alone", remedy: "write '\(key)' without ':'")
      }
      for name in CompositeAction.namesWithValue + CompositeAction.plain.map(\.name) { _ = mapping.optional(name) }
      try mapping.finish()
      throw yaml.error("unknown action '\(key)'", remedy: "change it")
    }
  }

  private static func request(_ yaml: YAMLValue) throws(InputError) -> FusedLocationRequest {
    var mapping = try AndroidRequestWords.plain(yaml).mapping(allowing: requestKeys)
    var request = FusedLocationRequest(
      priority: try mapping.optional("priority")?.choice(LocationPriority.self) ?? .highAccuracy,
      interval: try mapping.required("interval").timeSpan(in: .milliseconds(100) ... .hours(24)).seconds)
    request.minUpdateInterval = try mapping.optional("min_interval").map { yaml throws(InputError) in
      try yaml.timeSpan(in: .zero ... .hours(24)).seconds
    }
    if let given = mapping.optional("min_distance") {
      request.minUpdateDistance = try given.quantity(Distance.self, in: .metres(0) ... .metres(1_000_000)).metres
    }
    if let given = mapping.optional("max_delay") {
      request.maxUpdateDelay = try given.timeSpan(in: .zero ... .hours(168)).seconds
    }
    if let given = mapping.optional("granularity") { request.granularity = try given.choice(Granularity.self) }
    if let given = mapping.optional("duration") {
      request.duration = try given.timeSpan(in: .seconds(1) ... .hours(24)).seconds
    }
    if let given = mapping.optional("max_updates") { request.maxUpdates = try given.integer(in: 1...1_000_000) }
    request.maxUpdateAge = try mapping.optional("max_age").map { yaml throws(InputError) in
      yaml.text == "none" ? .infinity : try yaml.timeSpan(in: .zero ... .hours(168)).seconds
    }
    if let given = mapping.optional("delivery") {
      request.delivery = try given.choice(FusedLocationRequest.Delivery.self)
    }
    return request
  }

  static let requestKeys = [
    "priority", "interval", "min_interval", "min_distance", "max_delay", "granularity", "duration", "max_updates",
    "max_age", "delivery",
  ]

  private static func fence(_ yaml: YAMLValue) throws(InputError) -> CompositeFence {
    var mapping = try yaml.mapping(allowing: ["name", "radius", "around"])
    var fence = CompositeFence(
      try mapping.required("name").string(),
      radius: try mapping.required("radius").quantity(Distance.self, in: .metres(1) ... .kilometres(100)).metres)
    if let given = mapping.optional("around") { fence.center = try given.choice(CompositeFence.Center.self) }
    return fence
  }

  private static func limit(
    _ yaml: YAMLValue?, _ read: (YAMLValue) throws(InputError) -> Double
  ) throws(InputError) -> Double {
    guard let yaml, yaml.text != "none" else { return .infinity }
    return try read(yaml)
  }

  private static func configuration(_ yaml: YAMLValue) throws(InputError) -> CompositeConfiguration {
    var mapping = try yaml.mapping(allowing: configurationKeys)
    var configuration = CompositeConfiguration()
    if let given = mapping.optional("desired_accuracy") {
      try StrategyReader.checkAccuracy(given)
      let name = try given.choice(of: DesiredAccuracy.names.map(\.name))
      configuration.desiredAccuracy = DesiredAccuracy.names.first { $0.name == name }?.value
    }
    configuration.distanceFilter = try mapping.optional("distance_filter").map { yaml throws(InputError) in
      try limit(yaml) { yaml throws(InputError) in
        try yaml.quantity(Distance.self, in: .metres(0) ... .metres(1_000_000)).metres
      }
    }
    if let given = mapping.optional("activity_type") {
      let name = try given.choice(of: ActivityType.allCases.map(\.name))
      configuration.activityType = ActivityType.allCases.first { $0.name == name }
    }
    configuration.pausesAutomatically = try mapping.optional("pauses_automatically").map { yaml throws(InputError) in
      try yaml.bool()
    }
    configuration.allowsBackground = try mapping.optional("allows_background").map { yaml throws(InputError) in
      try yaml.bool()
    }
    if configuration == CompositeConfiguration() {
      throw yaml.error("nothing is configured", remedy: "name one of: \(configurationKeys.joined(separator: ", "))")
    }
    return configuration
  }

  static let configurationKeys = [
    "desired_accuracy", "distance_filter", "activity_type", "pauses_automatically", "allows_background",
  ]

  private static func upload(_ yaml: YAMLValue) throws(InputError) -> CompositeUpload {
    var mapping = try yaml.mapping(allowing: ["fixes", "wifi_only", "size_per_fix"])
    var upload = CompositeUpload()
    if let given = mapping.optional("fixes") {
      upload.newestOnly = try given.choice(of: ["all", "newest"]) == "newest"
    }
    if let given = mapping.optional("wifi_only") { upload.onWiFiOnly = try given.bool() }
    if let given = mapping.optional("size_per_fix") {
      let size = try given.quantity(DataSize.self, in: .bytes(0) ... .kilobytes(1000))
      upload.bytesPerFix = Int64(size.bytes.rounded())
    }
    return upload
  }
}
