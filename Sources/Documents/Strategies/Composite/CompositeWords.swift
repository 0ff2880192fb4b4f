import FileFormats
import LocationServices
import Core
import Strategies

/// Triggers, conditions and actions of composite strategies, as files have them.
package enum CompositeWords {
  static let times: ClosedRange<TimeSpan> = .seconds(1) ... .hours(24)
  static let distances: ClosedRange<Distance> = .metres(1) ... .metres(1_000_000)

  static let reasons: [(name: String, reason: LaunchReason)] = [
    ("user", .user), ("location", .location), ("background_refresh", .backgroundRefresh), ("push", .push),
    ("work", .work),
  ]

  // MARK: Triggers

  private static let fixes = Form.whole(1...10_000)
  private static let steps = Form.whole(1...100_000)
  private static let codes = LocationError.allCases.map(\.fileName)

  /// What may stand beside `when`; which of it does depends on the trigger.
  static let triggerKeys = [
    KeyEntry("when", .choice(CompositeTrigger.names), isRequired: true), KeyEntry("by", .choice(reasons.map(\.name))),
    KeyEntry("code", .choice(codes + ["none"])), KeyEntry("name", .text()), KeyEntry("fixes", fixes.schema),
    KeyEntry("for", seconds.schema), KeyEntry("is", Form.choice(CompositeActivity.self).schema),
    KeyEntry("confidence", Form.choice(MotionConfidence.self).schema), KeyEntry("count", steps.schema),
  ]

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
    case "steps": return .steps(try steps.read(mapping.required("count")))
    case "condition_met": return .conditionMet(try mapping.required("name").string())
    case "condition_unmet": return .conditionUnmet(try mapping.required("name").string())
    case "alarm": return .alarm(try mapping.required("name").string())
    case "work": return .work(try mapping.required("name").string())
    default: return .notImproving(try patience(&mapping, when))
    }
  }

  private static func code(_ mapping: inout YAMLMapping) throws(InputError) -> LocationError? {
    guard let name = try mapping.optional("code")?.choice(of: codes) else {
      return nil
    }
    return LocationError.named(name)
  }

  private static func patience(
    _ mapping: inout YAMLMapping, _ when: YAMLValue
  ) throws(InputError) -> CompositePatience {
    let (fixes, time) = (mapping.optional("fixes"), mapping.optional("for"))
    switch (fixes, time) {
    case (let fixes?, nil): return .fixes(try Self.fixes.read(fixes))
    case (nil, let time?): return .time(try seconds.read(time))
    default:
      throw when.error(
        "'not_improving' needs to know how long to wait", remedy: "add either 'fixes: 5' or 'for: 30 s'")
    }
  }

  // MARK: Conditions

  /// A word of a file, and what follows it.
  struct Word<Value: Sendable>: Sendable {
    let name: String
    let form: Form<Value>

    init(_ name: String, _ form: Form<Value>) { (self.name, self.form) = (name, form) }

    var entry: KeyEntry { KeyEntry(name, form.schema) }
  }

  private static let metres = Form.distance(distances).map(\.metres)
  private static let seconds = Form.time(times).map(\.seconds)
  private static let speed = Form<Speed>.quantity(.metresPerSecond(0) ... .metresPerSecond(400)).map(\.metresPerSecond)

  /// In the order of the documentation.
  static let conditions: [Word<CompositeCondition>] = [
    Word("accuracy_at_most", metres.map { .accuracyAtMost($0) }),
    Word("accuracy_above", metres.map { .accuracyAbove($0) }),
    Word("age_at_most", seconds.map { .ageAtMost($0) }), Word("age_above", seconds.map { .ageAbove($0) }),
    Word("speed_at_least", speed.map { .speedAtLeast($0) }), Word("speed_below", speed.map { .speedBelow($0) }),
    Word("moved_at_least", metres.map { .movedAtLeast($0) }),
    Word(
      "stayed",
      .keys(Key("within", metres), Key("for", seconds)) { .stayed(within: $0, time: $1) }),
    Word("battery_below", share(never: 0, "below").map { .batteryBelow($0) }),
    Word("battery_above", share(never: 100, "above").map { .batteryAbove($0) }),
    Word("in_foreground", Form.flag.map { .inForeground($0) }),
    Word("activity", Form.choice(CompositeActivity.self).map { .activity($0) }),
    Word("charging", Form.flag.map { .device(.charging, $0) }), Word("on_wifi", Form.flag.map { .device(.onWiFi, $0) }),
    Word("low_power", Form.flag.map { .device(.lowPower, $0) }),
  ]

  package static let conditionNames = conditions.map(\.name)

  static func conditions(_ mapping: inout YAMLMapping) throws(InputError) -> [CompositeCondition] {
    var found: [CompositeCondition] = []
    for word in conditions {
      if let yaml = mapping.optional(word.name) { found.append(try word.form.read(yaml)) }
    }
    return found
  }

  /// - Parameter bound: what the level is never above or below.
  private static func share(never bound: Double, _ side: String) -> Form<Double> {
    Form(Form.percent.schema) { yaml throws(InputError) in
      let share = try Form.percent.read(yaml)
      if share == bound / 100 {
        throw yaml.error(
          "the battery's level is never \(side) \(DecimalText.exact(bound)) %",
          remedy: "write a level between, or remove the condition")
      }
      return share
    }
  }

  // MARK: Actions

  /// Actions that something follows; `upload` and `expect_pushes` may also stand alone.
  static let actions: [Word<CompositeAction>] = [
    Word("start", service.map { .start($0) }), Word("stop", Form.choice(CompositeService.self).map { .stop($0) }),
    Word("configure", configuration.map { .configure($0) }),
    Word(
      "defer",
      .keys(
        Key("distance", metres.or("none", .infinity), standard: .infinity),
        Key("timeout", seconds.or("none", .infinity), standard: .infinity)
      ) { .deferUpdates(distance: $0, timeout: $1) }),
    Word(
      "upload",
      .keys(
        Key("fixes", .choice(["all", "newest"]), standard: "all"),
        Key("wifi_only", .flag, standard: CompositeUpload().onWiFiOnly),
        Key("size_per_fix", StrategyReader.fixSize, standard: CompositeUpload().bytesPerFix)
      ) { .upload(CompositeUpload(bytesPerFix: $2, newestOnly: $0 == "newest", onWiFiOnly: $1)) }),
    Word("geocode", Form.text.map { .geocode($0) }),
    Word("set_timer", .keys(Key("name", .text), Key("after", seconds)) { .setTimer($0, after: $1) }),
    Word("cancel_timer", Form.text.map { .cancelTimer($0) }), Word("fence", fence.map { .fence($0) }),
    Word("remove_fence", Form.text.map { .removeFence($0) }),
    Word(
      "request_refresh",
      Form.time(.minutes(1) ... .hours(24)).map { .requestRefresh(after: $0.seconds) }),
    Word("reload_widget", Form.time(.minutes(20) ... .hours(24)).map { .reloadWidget(every: $0.seconds) }),
    Word("elastic_filter", Form.distance(.metres(1) ... .kilometres(10)).map { .elasticFilter($0.metres) }),
    Word("monitor", monitor.map { .monitor($0) }), Word("remove_monitor", Form.text.map { .removeMonitor($0) }),
    Word(
      "expect_pushes",
      .keys(
        Key("every", optional: seconds), Key("priority", .choice(PushMessage.Priority.self), standard: .normal)
      ) { .expectPushes(every: $0, $1) }),
    Word("request", request.map { .request($0) }),
    Word(
      "set_alarm",
      .keys(Key("name", .text), Key("after", seconds), Key("while_idle", .flag, standard: false)) {
        .setAlarm($0, after: $1, whileIdle: $2)
      }),
    Word("cancel_alarm", Form.text.map { .cancelAlarm($0) }),
    Word(
      "schedule_work",
      .keys(
        Key("name", .text),
        // Android raises a shorter one to 15 min.
        Key("every", Form.time(.minutes(15) ... .hours(24)).map(\.seconds)),
        Key("charging", .flag, standard: false), Key("on_wifi", .flag, standard: false)
      ) {
        let conditions: [DeviceCondition] = ($2 ? [.charging] : []) + ($3 ? [.onWiFi] : [])
        return .scheduleWork($0, every: $1, Set(conditions))
      }),
    Word("cancel_work", Form.text.map { .cancelWork($0) }),
  ]

  package static let actionNames = actions.map(\.name)

  static let actionSchema = ValueSchema.either([
    .choice(CompositeAction.plain.map(\.name) + ["upload", "expect_pushes"]),
    .keys(actions.map(\.entry), rules: [.count(1...1)]),
  ])

  struct ConfigurationKeys: KeyTable {
    let accuracy = Key("desired_accuracy", optional: StrategyReader.accuracy)
    let filter = Key(
      "distance_filter",
      optional: Form.distance(.metres(0) ... .metres(1_000_000)).map(\.metres).or("none", .infinity))
    let activity = Key("activity_type", optional: .words(ActivityType.allCases.map { ($0.name, $0) }))
    let pausesAutomatically = Key("pauses_automatically", optional: .flag)
    let allowsBackground = Key("allows_background", optional: .flag)
  }

  /// Those of Android's own names that a request may have instead are in `AndroidRequestWords`.
  struct RequestKeys: KeyTable {
    let priority = Key("priority", .choice(LocationPriority.self), standard: .highAccuracy)
    let interval = Key("interval", Form.time(.milliseconds(100) ... .hours(24)).map(\.seconds))
    let minInterval = Key("min_interval", optional: Form.time(.zero ... .hours(24)).map(\.seconds))
    let minDistance = Key(
      "min_distance", optional: Form.distance(.metres(0) ... .metres(1_000_000)).map(\.metres))
    let maxDelay = Key("max_delay", optional: Form.time(.zero ... .hours(168)).map(\.seconds))
    let granularity = Key("granularity", optional: .choice(Granularity.self))
    let duration = Key("duration", optional: Form.time(.seconds(1) ... .hours(24)).map(\.seconds))
    let maxUpdates = Key("max_updates", optional: .whole(1...1_000_000))
    let maxAge = Key("max_age", optional: Form.time(.zero ... .hours(168)).map(\.seconds).or("none", .infinity))
    let delivery = Key("delivery", optional: .choice(FusedLocationRequest.Delivery.self))
  }

  static func action(_ yaml: YAMLValue) throws(InputError) -> CompositeAction {
    let valued = actionNames
    guard yaml.isMapping else {
      if let text = yaml.text, text != "upload", text != "expect_pushes", valued.contains(text) {
        throw yaml.error("'\(text)' needs to know what", remedy: "write '\(text): ...'")
      }
      let name = try yaml.choice(of: CompositeAction.plain.map(\.name) + valued)
      if name == "expect_pushes" { return .expectPushes(every: nil, .normal) }
      return CompositeAction.plain.first { $0.name == name } ?? .upload(CompositeUpload())
    }
    let mapping = try yaml.mapping()
    guard let key = mapping.keys.first, mapping.keys.count == 1 else {
      throw yaml.error("an action is one word, or one 'word: value'", remedy: "write each action on a line of its own")
    }
    if let word = actions.first(where: { $0.name == key }) { return try word.form.read(mapping.peek(key) ?? yaml) }
    if CompositeAction.plain.contains(where: { $0.name == key }) {
      throw yaml.error("'\(key)' stands alone", remedy: "write '\(key)' without ':'")
    }
    let known = valued + CompositeAction.plain.map(\.name)
    throw yaml.error("unknown action '\(key)'", remedy: Suggestion.remedy(for: key, among: known, what: "actions"))
  }

  private static let service = Form(.choice(CompositeService.allCases.filter { $0 != .fused }.map(\.rawValue))) {
    value throws(InputError) in
    let service = try value.choice(CompositeService.self)
    if service == .fused {
      throw value.error(
        "'fused' needs to know what to ask for", remedy: "write 'request: {priority: ..., interval: ...}'")
    }
    return service
  }

  /// Android's own names are not looked into.
  private static let request = Form(.mapping) { yaml throws(InputError) in
    let given = try requestKeys.read(AndroidRequestWords.plain(yaml))
    var request = FusedLocationRequest(priority: try given.priority, interval: try given.interval)
    request.minUpdateInterval = try given.minInterval
    request.minUpdateDistance = try given.minDistance ?? request.minUpdateDistance
    request.maxUpdateDelay = try given.maxDelay ?? request.maxUpdateDelay
    request.granularity = try given.granularity ?? request.granularity
    request.duration = try given.duration ?? request.duration
    request.maxUpdates = try given.maxUpdates ?? request.maxUpdates
    request.maxUpdateAge = try given.maxAge
    request.delivery = try given.delivery ?? request.delivery
    return request
  }
  private static let requestKeys = Keys(RequestKeys())

  private static let fence = Form.keys(
    Key("name", .text), Key("radius", .distance(.metres(1) ... .kilometres(100))),
    Key("around", optional: .choice(CompositeFence.Center.self))
  ) { name, radius, around in
    var fence = CompositeFence(name, radius: radius.metres)
    fence.center = around ?? fence.center
    return fence
  }

  private static let monitor = Form(fence.schema) { yaml throws(InputError) in
    let circle = try fence.read(yaml)
    guard circle.center == .position else {
      throw yaml.error("a monitor's circle lies around the newest position", remedy: "remove 'around'")
    }
    return circle
  }

  private static let configurationKeys = Keys(ConfigurationKeys())
  private static let configuration = configurationKeys.form { given throws(InputError) in
    let configuration = CompositeConfiguration(
      desiredAccuracy: try given.accuracy, distanceFilter: try given.filter, activityType: try given.activity,
      pausesAutomatically: try given.pausesAutomatically, allowsBackground: try given.allowsBackground)
    if configuration == CompositeConfiguration() {
      let keys = configurationKeys.entries.map(\.name)
      throw given.yaml.error("nothing is configured", remedy: "name one of: \(keys.joined(separator: ", "))")
    }
    return configuration
  }
}
