import Core

/// How an Android phone rests that nobody uses: Doze and its lighter kind, and whose network that may have changed.
struct PhoneRest {
  private(set) var doze = Doze()
  /// Since Android 7.
  private var light: LightDoze?
  /// The charger is connected.
  var isCharging = false
  /// Which apps may use the network may have changed.
  private var networkRightsChanged = false

  /// - Parameter lightAfter: how long a phone has to be dark and unplugged for the lighter kind; `nil` for none.
  init(lightAfter: TimeSpan?) { light = lightAfter.map { LightDoze(after: $0) } }

  var isDozing: Bool { doze.isDozing }
  /// Apps behind the screen have no network.
  var cutsNetwork: Bool { isDozing || light?.isIdle == true }
  /// When a phase ends by itself, or `never`.
  var deadline: Instant { min(doze.deadline, light?.deadline ?? .never) }

  /// What the phone is doing has changed.
  mutating func update(isStill: Bool, isInteractive: Bool, at now: Instant) {
    doze.update(isStill: isStill, isInteractive: isInteractive, isCharging: isCharging, at: now)
    updateLight(isInteractive: isInteractive, at: now)
  }

  /// Doze takes the lighter one's place, its windows too (AOSP, `LIGHT_STATE_OVERRIDE`).
  mutating func updateLight(isInteractive: Bool, at now: Instant) {
    let wasIdle = light?.isIdle
    light?.update(isInteractive: isInteractive, isCharging: isCharging, isOverridden: doze.hasBegun, at: now)
    if light?.isIdle != wasIdle { networkRightsChanged = true }
  }

  /// - Returns: whether a phase of Doze itself is over.
  mutating func dozeTimerFired(at now: Instant) -> Bool {
    guard doze.deadline <= now else { return false }
    doze.timerFired(at: now)
    return true
  }

  mutating func lightTimerFired(at now: Instant) {
    guard let end = light?.deadline, end <= now else { return }
    light?.timerFired(at: now)
    networkRightsChanged = true
  }

  mutating func noteNetworkRights() { networkRightsChanged = true }

  /// Whether transfers that wait should be tried again, since this was last asked.
  mutating func takeNetworkRightsChange() -> Bool {
    defer { networkRightsChanged = false }
    return networkRightsChanged
  }
}
