package import Core

/// Something that goes wrong on a day. Each changes what it says and leaves the randomness of the day as it was, so that a day
/// with and one without it are a pair.
package enum Failure: String, CaseIterable, Sendable {
  case serviceKilled = "service_killed"
  case killedAtScreenOff = "killed_at_screen_off"
  case noService = "no_service"
  case serverDown = "server_down"
  case motionStuck = "motion_stuck"
  case whenInUse = "when_in_use"
  case wifiScanningOff = "wifi_scanning_off"
  case weakSignal = "weak_signal"
  case coldDay = "cold_day"
  case agedBattery = "aged_battery"

  /// Whether only phones with Android have it: a foreground service, or a maker's own power manager.
  package var isOfAndroid: Bool { self == .serviceKilled || self == .killedAtScreenOff }

  /// What the model does, and what that rests on.
  package var words: String {
    switch self {
    case .serviceKilled:
      "the app's process ends once, with its foreground service, \(Self.begin) (estimate); from Android 13 on the "
        + "user can stop the app in the task manager (sources C8)"
    case .killedAtScreenOff:
      "the maker's power manager ends the app's process whenever the screen goes off (sources C8; how often is an estimate)"
    case .noService: "the modem finds no cell for an hour. It begins \(Self.begin) (estimate)"
    case .serverDown:
      "the server refuses uploads for an hour; the app sends them again with its next upload. It begins \(Self.begin) (estimate)"
    case .motionStuck: "once the phone has moved, its motion detection never reports rest again (estimate)"
    case .whenInUse: "the user changes the permission to 'while using' \(Self.begin) (estimate)"
    case .wifiScanningOff:
      "the user has switched Wi-Fi off, and Wi-Fi scanning with it; data goes over cellular (estimate)"
    case .weakSignal: "the signal is weak wherever there is one (estimate of how long)"
    case .coldDay: "the battery gives 80 % of its energy, as lithium-ion cells near 0 °C may (estimate)"
    case .agedBattery:
      "the battery has 80 % of its energy when new, which rules of the EU ask for after 800 to 1000 cycles (sources C8)"
    }
  }

  private static let begin = "an hour after the app was left, or at the next motion where the phone rests then"

  /// The share of its energy that a cold battery gives, the health of an aged one, and how long network or server are away.
  private static let (coldShare, agedHealth, outage) = (0.8, 0.8, TimeSpan.hours(1))

  /// A battery's health on such a day.
  package static func health(_ health: Double, on failures: [Failure]) -> Double {
    let left = failures.contains(.agedBattery) ? min(health, agedHealth) : health
    return failures.contains(.coldDay) ? left * coldShare : left
  }

  /// When failures begin: an hour after the app was first left, or after the start where it never is; halfway from there to
  /// the end of shorter days. Where the phone rests then, a failure might pass unnoticed at night: it waits for the next motion.
  static func onset(_ script: [ScriptEvent], _ motion: StepFunction<MotionClass>, horizon: Instant) -> Instant {
    let left = script.first { $0.kind == .background }?.instant ?? .start
    let usual = left + min(.hours(1), (horizon - left) * 0.5)
    guard motion.value(at: usual).isStill else { return usual }
    return motion.steps.first { $0.start > usual && $0.start < horizon && !$0.value.isStill }?.start ?? usual
  }

  /// When the network or the server is away.
  package static func outage(
    _ script: [ScriptEvent], _ motion: StepFunction<MotionClass>, horizon: Instant
  ) -> ClosedRange<Instant> {
    let onset = onset(script, motion, horizon: horizon)
    return onset...min(horizon, onset + outage)
  }

  /// On a day's first seed.
  package static func outage(on scenario: Scenario) -> ClosedRange<Instant> {
    let day = scenario.day(seed: 1)
    return outage(day.script, day.motion, horizon: scenario.horizon)
  }
}

extension Scenario {
  /// The same day on which more goes wrong; its name says so.
  package func with(_ more: [Failure]) -> Scenario {
    let added = more.filter { !failures.contains($0) }
    guard !added.isEmpty else { return self }
    var scenario = self
    scenario.failures += added
    scenario.name += " with " + added.map(\.rawValue).joined(separator: ", ")
    return scenario
  }
}

extension Day {
  /// The day as it is when things go wrong: what the script and the surroundings say. The rest is the phone's.
  func after(_ failures: [Failure], horizon: Instant) -> Day {
    guard !failures.isEmpty else { return self }
    var day = self
    let onset = Failure.onset(script, motion, horizon: horizon)
    for failure in failures {
      switch failure {
      case .serviceKilled: day.script.append(ScriptEvent(instant: onset, kind: .terminate))
      case .killedAtScreenOff:
        day.script = day.script.flatMap { event in
          event.kind == .screenOff ? [event, ScriptEvent(instant: event.instant, kind: .terminate)] : [event]
        }
      case .whenInUse: day.script.append(ScriptEvent(instant: onset, kind: .allowWhileUsing))
      case .wifiScanningOff: day.script.insert(ScriptEvent(instant: .start, kind: .wifiOff), at: 0)
      case .noService:
        let span = Failure.outage(script, motion, horizon: horizon)
        let starts =
          [span.lowerBound] + day.surroundings.steps.map(\.start).filter { span.contains($0) } + [span.upperBound]
        let spans = zip(starts, starts.dropFirst()).filter { $0 < $1 }.map { from, to in
          var value = day.surroundings.value(at: from)
          (value.coverage, value.level) = (.none, nil)
          return (span: from...to, value: value)
        }
        day.surroundings = day.surroundings.overlaid(with: spans)
      case .weakSignal:
        day.surroundings = day.surroundings.mapValues { value in
          var weak = value
          if value.coverage == .good { (weak.coverage, weak.level) = (.weak, nil) }
          return weak
        }
      case .serverDown, .motionStuck, .coldDay, .agedBattery: break
      }
    }
    day.script = Scenario.inOrder(day.script)
    return day
  }
}
