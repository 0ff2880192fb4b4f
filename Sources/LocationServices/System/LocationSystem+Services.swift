package import Core

/// Routes inputs to the services that own their state, and performs what they ask for.
extension LocationSystem {
  func context(at now: Instant) -> ServiceContext {
    ServiceContext(now: now, outcomes: outcomes, platform: platform)
  }

  mutating func inform(_ input: ServiceInput, at now: Instant) {
    perform(services.take(input, in: context(at: now)), at: now)
  }

  mutating func perform(_ effects: [ServiceEffect], at now: Instant) {
    for effect in effects {
      switch effect {
      case .tell(let app, let event, let reach): tell(app, event, reach, at: now)
      case .receive(let app, let bytes, let priority):
        outbox.uploads.append(Upload(app: app, identifier: 0, bytes: bytes, onWiFiOnly: false, message: priority))
      case .recognized(let activity): activityRecognized(activity, at: now)
      case .refresh(let app): grantRefresh(app, at: now)
      case .setTimer, .cancelTimer: break
      }
    }
  }

  private mutating func tell(_ app: Int, _ event: any ServiceEvent, _ reach: ServiceEffect.Reach, at now: Instant) {
    switch reach {
    case .everywhere(let reason, let window):
      guard mayBeWoken(app) else { return }
      resume(app, reason: reason, at: now)
      if reason == .work { apps[app].worksUntil = now + .minutes(10) }
      let window = window ?? apps[app].definition.platform.locationEventWindow
      apps[app].runsUntil = max(apps[app].runsUntil, now + window)
      apps[app].thaw(until: apps[app].runsUntil)
      if event.allowsForegroundService { apps[app].foregroundService.mayBeginUntil = apps[app].runsUntil }
    case .livingProcess:
      guard apps[app].process != .notRunning, wake(app, at: now) else { return }
    case .runningOnly:
      guard apps[app].process != .notRunning else { return }
    }
    if type(of: event).isReplacedByNewer {
      apps[app].mailbox.waiting.removeAll {
        if case .service(let old) = $0 { type(of: old) == type(of: event) } else { false }
      }
    }
    let runs = apps[app].process.isRunning || apps[app].launch.pending != nil
    apps[app].post(.service(event), waking: runs)
  }

  /// A condition of the phone has changed, such as the charger. A system without Low Power Mode stays as it is.
  package mutating func deviceChanged(_ condition: DeviceCondition, isOn: Bool, at now: Instant) {
    if condition == .lowPower, !apps.contains(where: { $0.definition.platform.offers(.lowPowerMode) }) { return }
    inform(.condition(condition, isOn: isOn), at: now)
    if condition == .lowPower { powerModeChanged(at: now) }
  }

  /// Whether Low Power Mode or Battery Saver is on.
  package var isLowPower: Bool { services.device.conditions.contains(.lowPower) }

  /// The server sends a message to every app that takes them.
  package mutating func messageSent(at now: Instant) { inform(.messageSent, at: now) }

  /// A message has come down over the network.
  package mutating func messageArrived(app: Int, priority: PushMessage.Priority, at now: Instant) {
    inform(.messageArrived(app: app, priority: priority), at: now)
  }
}
