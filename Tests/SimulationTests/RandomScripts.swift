import Core
import World

/// Days on which anything may happen to the app and the phone, at any time and in any order.
enum RandomScripts {
  /// The short day of `Trials` with up to 16 events at random instants. The phone is used at the start, so that there is an
  /// app to speak of.
  static func day(seed: UInt64) -> Scenario {
    var random = Xoshiro256PlusPlus(seed: seed &* 0x9E37_79B9 &+ 17)
    let kinds = ScriptEvent.Kind.allCases
    var script = [ScriptEvent(instant: .seconds(3), kind: .foreground)]
    for _ in 0..<(4 + Int(12 * random.uniform())) {
      let kind = kinds[min(kinds.count - 1, Int(Double(kinds.count) * random.uniform()))]
      script.append(ScriptEvent(instant: .seconds(10 + 1400 * random.uniform()), kind: kind))
    }
    let day = Trials.day
    return Scenario(
      name: "random script", summary: "", notes: [], horizon: day.horizon, legs: day.legs, script: script)
  }

  /// How long a restart takes; nothing can be opened meanwhile.
  static let bootTime = TimeSpan.seconds(45)

  /// When the app's process may exist by the script alone: from the user's opening it to the next kill or restart. A service
  /// may start it in between.
  static func opened(_ script: [ScriptEvent], to horizon: Instant) -> [Range<Instant>] {
    var spans: [Range<Instant>] = []
    var (since, bootEnds): (Instant?, Instant) = (nil, .start)
    for event in script {
      switch event.kind {
      case .foreground where event.instant >= bootEnds: since = since ?? event.instant
      case .terminate, .forceQuit, .reboot:
        if let begin = since { spans.append(begin..<event.instant) }
        since = nil
        if event.kind == .reboot { bootEnds = event.instant + bootTime }
      default: break
      }
    }
    if let since { spans.append(since..<horizon + .seconds(1)) }
    return spans
  }

  /// When no process may be started or woken at all: from a restart to the first unlock.
  static func locked(_ script: [ScriptEvent], to horizon: Instant) -> [Range<Instant>] {
    var spans: [Range<Instant>] = []
    var (since, bootEnds): (Instant?, Instant) = (nil, .start)
    for event in script {
      switch event.kind {
      case .foreground, .unlock:
        guard event.instant >= bootEnds, let begin = since else { continue }
        spans.append(begin..<event.instant)
        since = nil
      case .reboot:
        since = since ?? event.instant
        bootEnds = event.instant + bootTime
      default: break
      }
    }
    if let since { spans.append(since..<horizon + .seconds(1)) }
    return spans
  }
}
