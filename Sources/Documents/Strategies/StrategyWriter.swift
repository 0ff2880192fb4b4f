import Core
import LocationServices
package import Strategies

/// Writes the states of a composite strategy in the form that `CompositeReader` reads.
enum CompositeWriter {
  static func lines(of program: CompositeProgram) -> [String] {
    var lines = ["states:"]
    for state in program.states {
      lines.append("  \(ProfileWriter.scalar(state.name)):")
      lines += list("    enter", state.enter)
      if !state.rules.isEmpty { lines.append("    rules:") }
      for rule in state.rules {
        lines.append("      - when: \(rule.trigger.name)")
        lines += (trigger(rule.trigger) + rule.conditions.map(condition)).map { "        \($0)" }
        lines += list("        do", rule.actions)
        if let target = rule.target {
          lines.append("        go_to: \(ProfileWriter.scalar(program.states[target].name))")
        }
      }
      lines += list("    leave", state.leave)
      if state.enter.isEmpty, state.rules.isEmpty, state.leave.isEmpty { lines[lines.count - 1] += " {}" }
    }
    return lines
  }

  private static func list(_ key: String, _ actions: [CompositeAction]) -> [String] {
    guard !actions.isEmpty else { return [] }
    let indent = key.prefix { $0 == " " }
    return ["\(key):"] + actions.map { "\(indent)  - \(text($0))" }
  }

  private static func trigger(_ trigger: CompositeTrigger) -> [String] {
    switch trigger {
    case .launched(let reason?):
      ["by: \(CompositeWords.reasons.first { $0.reason == reason }?.name ?? "user")"]
    case .failed(let code?), .geocodeFailed(let code?), .deferralFinished(.failure(let code)):
      ["code: \(code.fileName)"]
    case .deferralFinished(.success): ["code: none"]
    case .timer(let name), .fenceEntered(let name), .fenceLeft(let name), .conditionMet(let name),
      .conditionUnmet(let name), .alarm(let name), .work(let name):
      ["name: \(ProfileWriter.scalar(name))"]
    case .motion(let activity, let confidence): ["is: \(activity.rawValue)", "confidence: \(confidence.rawValue)"]
    case .steps(let count): ["count: \(count)"]
    case .notImproving(.fixes(let count)): ["fixes: \(count)"]
    case .notImproving(.time(let time)): ["for: \(seconds(time))"]
    default: []
    }
  }

  private static func condition(_ condition: CompositeCondition) -> String {
    let value =
      switch condition {
      case .accuracyAtMost(let metres), .accuracyAbove(let metres), .movedAtLeast(let metres): self.metres(metres)
      case .ageAtMost(let time), .ageAbove(let time): seconds(time)
      case .speedAtLeast(let speed), .speedBelow(let speed): "\(DecimalText.exact(speed)) m/s"
      case .stayed(let within, let time): "{within: \(metres(within)), for: \(seconds(time))}"
      case .batteryBelow(let share), .batteryAbove(let share): "\(DecimalText.exact(share * 100)) %"
      case .inForeground(let wanted), .device(_, let wanted): "\(wanted)"
      case .activity(let activity): activity.rawValue
      }
    return "\(condition.key): \(value)"
  }

  private static func text(_ action: CompositeAction) -> String {
    let value: String
    switch action {
    case .start(let service), .stop(let service): value = service.rawValue
    case .configure(let configuration): value = text(configuration)
    case .deferUpdates(let distance, let timeout):
      value = "{distance: \(limit(distance, metres)), timeout: \(limit(timeout, seconds))}"
    case .upload(let upload):
      value =
        "{fixes: \(upload.newestOnly ? "newest" : "all"), wifi_only: \(upload.onWiFiOnly), "
        + "size_per_fix: \(upload.bytesPerFix) B}"
    case .geocode(let address): value = ProfileWriter.quoted(address)
    case .setTimer(let name, let after): value = "{name: \(ProfileWriter.scalar(name)), after: \(seconds(after))}"
    case .cancelTimer(let name), .removeFence(let name), .removeMonitor(let name), .cancelAlarm(let name),
      .cancelWork(let name):
      value = ProfileWriter.scalar(name)
    case .elasticFilter(let metres): value = self.metres(metres)
    case .monitor(let fence): value = "{name: \(ProfileWriter.scalar(fence.name)), radius: \(metres(fence.radius))}"
    case .expectPushes(let interval, let priority):
      value = "{\(interval.map { "every: \(seconds($0)), " } ?? "")priority: \(priority.rawValue)}"
    case .setAlarm(let name, let after, let whileIdle):
      let idle = whileIdle ? ", while_idle: true" : ""
      value = "{name: \(ProfileWriter.scalar(name)), after: \(seconds(after))\(idle)}"
    case .scheduleWork(let name, let interval, let conditions):
      let held = DeviceCondition.allCases.filter(conditions.contains).map { ", \($0.rawValue): true" }.joined()
      value = "{name: \(ProfileWriter.scalar(name)), every: \(seconds(interval))\(held)}"
    case .request(let request): value = text(request)
    case .fence(let fence):
      value =
        "{name: \(ProfileWriter.scalar(fence.name)), radius: \(metres(fence.radius)), around: \(fence.center.rawValue)}"
    case .requestRefresh(let span), .reloadWidget(let span): value = seconds(span)
    default: return action.name
    }
    return "\(action.name): \(value)"
  }

  private static func text(_ request: FusedLocationRequest) -> String {
    var parts = ["priority: \(request.priority.rawValue)", "interval: \(seconds(request.interval))"]
    if let least = request.minUpdateInterval { parts.append("min_interval: \(seconds(least))") }
    if request.minUpdateDistance > 0 { parts.append("min_distance: \(metres(request.minUpdateDistance))") }
    if request.maxUpdateDelay > 0 { parts.append("max_delay: \(seconds(request.maxUpdateDelay))") }
    if request.granularity != .permissionLevel { parts.append("granularity: \(request.granularity.rawValue)") }
    if request.duration.isFinite { parts.append("duration: \(seconds(request.duration))") }
    if request.maxUpdates < .max { parts.append("max_updates: \(request.maxUpdates)") }
    if let age = request.maxUpdateAge { parts.append("max_age: \(age.isFinite ? seconds(age) : "none")") }
    if request.delivery != .callback { parts.append("delivery: \(request.delivery.rawValue)") }
    return "{\(parts.joined(separator: ", "))}"
  }

  private static func text(_ configuration: CompositeConfiguration) -> String {
    var parts: [String] = []
    if let accuracy = configuration.desiredAccuracy {
      parts.append("desired_accuracy: \(DesiredAccuracy.names.first { $0.value == accuracy }?.name ?? "best")")
    }
    if let filter = configuration.distanceFilter { parts.append("distance_filter: \(limit(filter, metres))") }
    if let type = configuration.activityType { parts.append("activity_type: \(type.name)") }
    if let pauses = configuration.pausesAutomatically { parts.append("pauses_automatically: \(pauses)") }
    if let allows = configuration.allowsBackground { parts.append("allows_background: \(allows)") }
    return "{\(parts.joined(separator: ", "))}"
  }

  private static func limit(_ value: Double, _ text: (Double) -> String) -> String {
    value.isFinite ? text(value) : "none"
  }
  static func metres(_ value: Double) -> String { "\(DecimalText.exact(value)) m" }
  static func seconds(_ value: Double) -> String { "\(DecimalText.exact(value)) s" }
}

/// Writes a strategy with every value it runs with, in the form that `StrategyReader` reads.
package enum StrategyWriter {
  package static func text(of strategy: StrategySpecification) -> String {
    var lines = [
      "name: \(ProfileWriter.scalar(strategy.name))", "summary: \(ProfileWriter.quoted(strategy.summary))",
      "kind: \(strategy.kind)", "use: \(strategy.use.rawValue)", "system: \(strategy.platform.name)",
      "authorization: \(strategy.authorization.rawValue)", "accuracy: \(strategy.accuracy.rawValue)",
    ]
    if let sdk = Platform.ios.first(where: { $0.version == strategy.linkedSDK }) { lines.append("sdk: \(sdk.name)") }
    if !strategy.hasLocationBackgroundMode { lines.append("background_mode: false") }
    if strategy.requiresServiceSession { lines.append("explicit_service_session: true") }
    let known = StrategyRegistry.kind(named: strategy.kind)?.parameters ?? []
    if !known.isEmpty { lines.append("parameters:") }
    for parameter in known {
      let value = text(strategy.parameters[parameter.key] ?? parameter.standard)
      lines.append("  \(parameter.key): \(value)  # \(parameter.summary)")
    }
    if let program = strategy.composite { lines += CompositeWriter.lines(of: program) }
    if let upload = strategy.upload {
      lines.append("upload:")
      if upload.batchCount != .max { lines.append("  batch_count: \(upload.batchCount)") }
      if let interval = upload.batchInterval { lines.append("  batch_interval: \(CompositeWriter.seconds(interval))") }
      lines.append("  wifi_only: \(upload.onWiFiOnly)")
      lines.append("  size_per_fix: \(upload.bytesPerFix) B")
    }
    if let note = strategy.note { lines.append("note: \(ProfileWriter.quoted(note))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ value: StrategyValue) -> String {
    switch value {
    case .distance(let metres): metres.isFinite ? "\(DecimalText.exact(metres)) m" : "none"
    case .time(let seconds): seconds.isFinite ? CompositeWriter.seconds(seconds) : "none"
    case .flag(let flag): flag ? "true" : "false"
    case .choice(let word): word
    }
  }
}
