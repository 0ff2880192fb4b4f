import LocationServices

/// What may be the case at a point of a composite strategy, on some way to it. A thing that is not here cannot be there.
struct ReachableState: Hashable {
  /// One thing that may be the case.
  enum Fact: Hashable {
    case runs(CompositeService)
    case timer(String), fence(String), condition(String), alarm(String), work(String)
    case pushes, widget
    /// The fused provider may have been asked by a pending intent.
    case pendingIntent
    /// One position may have been asked for.
    case asksOnce
    /// The app may have a position, or an address.
    case position, address
    case task, session, serviceSession, foregroundService, wakeLock, deferral
    /// Something may be kept for an upload.
    case keeps
    case uploads, geocodes, searches
    /// Updates may be paused by the system.
    case pausing
    /// The standard manager may be allowed to go on behind the screen.
    case allowsBackground
    /// The standard manager may be set so that deferral is not refused.
    case fine, unfiltered
  }

  let isAndroid: Bool
  private var facts: Set<Fact> = [.pausing, .fine, .unfiltered]

  init(isAndroid: Bool) { self.isAndroid = isAndroid }

  mutating func formUnion(_ other: ReachableState) { facts.formUnion(other.facts) }

  func may(_ fact: Fact) -> Bool { facts.contains(fact) }

  private mutating func set(_ fact: Fact, _ isThere: Bool) {
    if isThere { facts.insert(fact) } else { facts.remove(fact) }
  }

  private var services: [CompositeService] { CompositeService.allCases.filter { may(.runs($0)) } }
  private var hasFence: Bool { facts.contains { if case .fence = $0 { true } else { false } } }
  private var hasCondition: Bool { facts.contains { if case .condition = $0 { true } else { false } } }
  private var hasWork: Bool { facts.contains { if case .work = $0 { true } else { false } } }

  mutating func apply(_ action: CompositeAction) {
    if action.locatesUser { facts.insert(.keeps) }
    switch action {
    case .start(let service):
      facts.insert(.runs(service))
      if service == .standard || service == .liveUpdates || service == .significantChange { facts.insert(.position) }
    case .stop(let service): facts.remove(.runs(service))
    case .configure(let configuration):
      if let accuracy = configuration.desiredAccuracy { set(.fine, accuracy.rawValue <= DesiredAccuracy.best.rawValue) }
      if let filter = configuration.distanceFilter { set(.unfiltered, !filter.isFinite || filter <= 0) }
      if let pauses = configuration.pausesAutomatically { set(.pausing, pauses) }
      if let allows = configuration.allowsBackground { set(.allowsBackground, allows) }
    case .deferUpdates: facts.insert(.deferral)
    case .upload: facts.insert(.uploads)
    case .geocode: facts.formUnion([.geocodes, .address])
    case .reverseGeocode: facts.insert(.geocodes)
    case .fence(let fence): facts.insert(.fence(fence.name))
    case .removeFence(let name): facts.remove(.fence(name))
    case .beginTask: facts.insert(.task)
    case .endTask: facts.remove(.task)
    case .setTimer(let name, _): facts.insert(.timer(name))
    case .cancelTimer(let name): facts.remove(.timer(name))
    case .beginSearch: facts.insert(.searches)
    case .found, .giveUp: facts.remove(.searches)
    case .requestLocation, .lastLocation: facts.formUnion([.asksOnce, .position])
    case .request:
      facts.formUnion([.runs(.fused), .position])
      if action.isByPendingIntent { facts.insert(.pendingIntent) }
    case .monitor(let fence): facts.insert(.condition(fence.name))
    case .removeMonitor(let name): facts.remove(.condition(name))
    case .beginSession: facts.insert(.session)
    case .endSession: facts.remove(.session)
    case .beginServiceSession: facts.insert(.serviceSession)
    case .endServiceSession: facts.remove(.serviceSession)
    case .expectPushes: facts.insert(.pushes)
    case .stopPushes: facts.remove(.pushes)
    case .reloadWidget: facts.insert(.widget)
    case .beginForegroundService: facts.insert(.foregroundService)
    case .endForegroundService: facts.remove(.foregroundService)
    case .acquireWakeLock: facts.insert(.wakeLock)
    case .releaseWakeLock: facts.remove(.wakeLock)
    case .setAlarm(let name, _, _): facts.insert(.alarm(name))
    case .cancelAlarm(let name): facts.remove(.alarm(name))
    case .scheduleWork(let name, _, _): facts.insert(.work(name))
    case .cancelWork(let name): facts.remove(.work(name))
    case .stopDeferring, .drop, .cancelGeocode, .requestRefresh, .elasticFilter, .requestFullAccuracy: break
    }
  }

  /// What the system keeps for an app whose process has ended.
  mutating func inherit(_ other: ReachableState) {
    facts.formUnion(
      other.facts.filter {
        switch $0 {
        case .runs(let service): service.outlivesTheProcess(onAndroid: isAndroid)
        case .fence, .condition, .work, .pushes, .widget, .pendingIntent: true
        default: false
        }
      })
    if may(.pendingIntent) { facts.insert(.runs(.fused)) }
    if may(.runs(.significantChange)) || may(.pendingIntent) { facts.insert(.position) }
    if hasFence || hasCondition || services.contains(where: \.locatesUser) { facts.insert(.keeps) }
  }

  /// Positions may come, of whichever service.
  private var delivers: Bool {
    may(.asksOnce) || !facts.isDisjoint(with: [.runs(.standard), .runs(.liveUpdates), .runs(.fused)])
  }

  /// Whether a session or a task may keep the app running behind the screen. Live updates do not while they rest, but resume
  /// the app when the user moves.
  func mayRunBehindTheScreen(needsFlag: Bool) -> Bool {
    may(.task) || may(.runs(.liveUpdates)) || (may(.runs(.standard)) && (may(.allowsBackground) || !needsFlag))
  }

  /// Something here lets the system start a process.
  private var startsProcesses: Bool {
    hasFence || hasCondition || may(.runs(.liveUpdates)) || may(.pendingIntent)
      || services.contains { $0.outlivesTheProcess(onAndroid: isAndroid) }
  }

  // MARK: Obstacles

  /// Why something cannot be, and what to do about it.
  typealias Obstacle = (message: String, remedy: String)

  private func obstacle(unless fact: Fact, _ message: String, _ remedy: String) -> Obstacle? {
    may(fact) ? nil : (message, remedy)
  }

  private func unset(_ fact: Fact, _ thing: String, _ name: String, by action: String, _ part: String) -> Obstacle? {
    obstacle(
      unless: fact, "no way here sets the \(thing) '\(name)'",
      "do '\(action)' with this name before, or remove the \(part)")
  }

  private func unbegun(_ fact: Fact, _ thing: String, by action: String, _ part: String = "action") -> Obstacle? {
    obstacle(
      unless: fact, "no \(thing) was begun on any way here", "do '\(action)' before, or remove the \(part)")
  }

  private func missing(_ service: CompositeService) -> Obstacle? {
    obstacle(
      unless: .runs(service), "'\(service.rawValue)' does not run on any way here",
      "do '\(service.start)' before, or remove the rule")
  }

  private func nothingToUpload(_ part: String) -> Obstacle? {
    obstacle(
      unless: .keeps, "there is nothing to upload on any way here",
      "start a service that brings positions or events before, or remove the \(part)")
  }

  private func nothingGeocoded(by actions: String, _ part: String) -> Obstacle? {
    obstacle(
      unless: .geocodes, "nothing is geocoded on any way here", "do \(actions) before, or remove the \(part)")
  }

  private var missingPosition: Obstacle? {
    obstacle(
      unless: .position, "the app has no position on any way here", "start a service that brings positions before")
  }

  /// Why a trigger cannot fire here, or `nil`.
  func obstacle(to trigger: CompositeTrigger, inFirstState: Bool) -> Obstacle? {
    switch trigger {
    case .launched(let reason): return obstacle(toLaunch: reason, inFirstState: inFirstState)
    case .arrival, .departure: return missing(.visits)
    case .fenceEntered(let name), .fenceLeft(let name): return unset(.fence(name), "fence", name, by: "fence", "rule")
    case .delivery, .notImproving: return delivers ? nil : missing(isAndroid ? .fused : .standard)
    case .significantChange: return missing(.significantChange)
    case .failed:
      if !services.isEmpty || hasFence || delivers { return nil }
      return ("no service runs here", "start one before, or remove the rule")
    case .paused, .resumed:
      return missing(.standard)
        ?? obstacle(
          unless: .pausing, "'pauses_automatically' is false on every way here",
          "set it to true before, or remove the rule")
    case .deferralFinished:
      return obstacle(unless: .deferral, "nothing is deferred on any way here", "do 'defer' before, or remove the rule")
    case .timer(let name): return unset(.timer(name), "timer", name, by: "set_timer", "rule")
    case .uploadFinished:
      return obstacle(unless: .uploads, "nothing is uploaded on any way here", "do 'upload' before, or remove the rule")
        ?? nothingToUpload("rule")
    case .taskExpiring: return unbegun(.task, "background task", by: "begin_task", "rule")
    case .geocodeFinished, .geocodeFailed: return nothingGeocoded(by: "'geocode' or 'reverse_geocode'", "rule")
    case .motion: return missing(.motionActivity)
    case .significantMotion: return missing(.significantMotion)
    case .steps: return missing(.pedometer)
    case .stationary: return missing(.liveUpdates)
    case .beaconEntered, .beaconLeft: return missing(.beacons)
    case .conditionMet(let name), .conditionUnmet(let name):
      return unset(.condition(name), "condition", name, by: "monitor", "rule")
    case .alarm(let name): return unset(.alarm(name), "alarm", name, by: "set_alarm", "rule")
    case .work(let name): return unset(.work(name), "work", name, by: "schedule_work", "rule")
    case .push: return noPushes
    case .widgetReload:
      return obstacle(
        unless: .widget, "no widget is reloaded on any way here", "do 'reload_widget' before, or remove the rule")
    // A refresh may also be granted by the day's script.
    case .foreground, .background, .backgroundRefresh, .batteryChanged, .device: return nil
    }
  }

  private func obstacle(toLaunch reason: LaunchReason?, inFirstState: Bool) -> Obstacle? {
    if !inFirstState { return ("a process begins in the first state, never here", "move the rule to the first state") }
    switch reason {
    case .location where !startsProcesses:
      let services = isAndroid ? "motion activity" : "significant change nor visits"
      return (
        "nothing that starts an app is used: neither \(services) nor a fence", "start one of them, or remove the rule"
      )
    case .push: return noPushes
    case .work where !hasWork: return ("no work is scheduled", "do 'schedule_work', or remove the rule")
    default: return nil
    }
  }

  private var noPushes: Obstacle? {
    obstacle(
      unless: .pushes, "no messages of the server are expected on any way here",
      "do 'expect_pushes' before, or remove the rule")
  }

  /// Why a condition never holds here, or `nil`.
  func obstacle(to condition: CompositeCondition) -> Obstacle? {
    if condition.readsPosition, let (message, remedy) = missingPosition {
      return (message, "\(remedy), or remove the condition")
    }
    guard case .activity = condition else { return nil }
    return obstacle(
      unless: .runs(.motionActivity), "'motion_activity' does not run on any way here",
      "do 'start: motion_activity' before, or remove the condition")
  }

  /// Why an action makes no sense here, or `nil`.
  func obstacle(to action: CompositeAction) -> Obstacle? {
    switch action {
    case .stop(.standard) where may(.asksOnce): nil  // It cancels a request, too.
    case .stop(let service):
      obstacle(
        unless: .runs(service), "'\(service.rawValue)' was not started on any way here",
        "start it before, or remove the action")
    case .deferUpdates:
      deferralNeedsUpdates
        ?? obstacle(unless: .fine, "deferral needs best accuracy", "configure 'desired_accuracy: best' before")
        ?? obstacle(
          unless: .unfiltered, "deferral needs updates without a distance filter",
          "configure 'distance_filter: none' before")
    case .stopDeferring:
      deferralNeedsUpdates
        ?? obstacle(
          unless: .deferral, "nothing is deferred on any way here", "do 'defer' before, or remove the action")
    case .cancelTimer(let name): unset(.timer(name), "timer", name, by: "set_timer", "action")
    case .endTask: unbegun(.task, "background task", by: "begin_task")
    case .cancelGeocode: nothingGeocoded(by: "'geocode'", "action")
    case .found, .giveUp: unbegun(.searches, "search", by: "begin_search")
    case .fence(let fence) where fence.center == .address:
      obstacle(unless: .address, "no address is looked up on any way here", "do 'geocode' before")
    case .fence, .reverseGeocode, .monitor: missingPosition
    case .removeFence(let name): unset(.fence(name), "fence", name, by: "fence", "action")
    case .upload: nothingToUpload("action")
    case .removeMonitor(let name): unset(.condition(name), "condition", name, by: "monitor", "action")
    case .cancelAlarm(let name): unset(.alarm(name), "alarm", name, by: "set_alarm", "action")
    case .cancelWork(let name): unset(.work(name), "work", name, by: "schedule_work", "action")
    case .stopPushes: noPushes.map { ($0.message, "do 'expect_pushes' before") }
    case .endSession: unbegun(.session, "session", by: "begin_session")
    case .endServiceSession: unbegun(.serviceSession, "service session", by: "begin_service_session")
    case .endForegroundService: unbegun(.foregroundService, "foreground service", by: "begin_foreground_service")
    case .releaseWakeLock: unbegun(.wakeLock, "wake lock", by: "acquire_wake_lock")
    case .elasticFilter, .requestLocation, .requestFullAccuracy, .lastLocation, .start, .configure, .drop, .geocode,
      .beginTask, .setTimer, .beginSearch, .requestRefresh, .reloadWidget, .beginSession, .beginServiceSession,
      .expectPushes, .request, .beginForegroundService, .acquireWakeLock, .setAlarm, .scheduleWork:
      nil
    }
  }

  private var deferralNeedsUpdates: Obstacle? {
    obstacle(
      unless: .runs(.standard), "deferral needs standard updates, which do not run on any way here",
      "do 'start: standard' before")
  }
}

extension CompositeService {
  /// The system keeps the registration when the process ends.
  func outlivesTheProcess(onAndroid isAndroid: Bool) -> Bool {
    switch self {
    case .significantChange, .visits, .beacons: true
    case .motionActivity: isAndroid
    case .standard, .liveUpdates, .pedometer, .significantMotion, .fused: false
    }
  }
}
