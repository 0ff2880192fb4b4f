import LocationServices

/// What may be the case at a point of a composite strategy, on some way to it. A thing that is not here cannot be there.
struct ReachableState: Hashable {
  let isAndroid: Bool
  var services: Set<CompositeService> = []
  var timers: Set<String> = []
  var fences: Set<String> = []
  var monitored: Set<String> = []
  var alarms: Set<String> = []
  var work: Set<String> = []
  var pushes = false
  /// The fused provider may have been asked by a pending intent.
  var asksByPendingIntent = false
  /// One position may have been asked for.
  var asksOnce = false
  /// The app may have a position, or an address.
  var knowsPosition = false
  var knowsAddress = false
  var hasTask = false
  var hasSession = false
  var hasServiceSession = false
  var hasForegroundService = false
  var hasWakeLock = false
  var isDeferring = false
  /// Something may be kept for an upload.
  var keeps = false
  var uploads = false
  var geocodes = false
  var searches = false
  /// Updates may be paused by the system.
  var mayPause = true
  /// The standard manager may be allowed to go on behind the screen.
  var mayAllowBackground = false
  /// The standard manager may be set so that deferral is refused, or so that it is not.
  var mayBeFine = true
  var mayBeUnfiltered = true

  mutating func formUnion(_ other: ReachableState) {
    services.formUnion(other.services)
    timers.formUnion(other.timers)
    fences.formUnion(other.fences)
    monitored.formUnion(other.monitored)
    alarms.formUnion(other.alarms)
    work.formUnion(other.work)
    pushes = pushes || other.pushes
    asksByPendingIntent = asksByPendingIntent || other.asksByPendingIntent
    asksOnce = asksOnce || other.asksOnce
    knowsPosition = knowsPosition || other.knowsPosition
    knowsAddress = knowsAddress || other.knowsAddress
    hasTask = hasTask || other.hasTask
    hasSession = hasSession || other.hasSession
    hasServiceSession = hasServiceSession || other.hasServiceSession
    hasForegroundService = hasForegroundService || other.hasForegroundService
    hasWakeLock = hasWakeLock || other.hasWakeLock
    isDeferring = isDeferring || other.isDeferring
    keeps = keeps || other.keeps
    uploads = uploads || other.uploads
    geocodes = geocodes || other.geocodes
    searches = searches || other.searches
    mayPause = mayPause || other.mayPause
    mayAllowBackground = mayAllowBackground || other.mayAllowBackground
    mayBeFine = mayBeFine || other.mayBeFine
    mayBeUnfiltered = mayBeUnfiltered || other.mayBeUnfiltered
  }

  /// What an action changes.
  mutating func apply(_ action: CompositeAction) {
    if action.locatesUser { keeps = true }
    switch action {
    case .start(let service):
      services.insert(service)
      if service == .standard || service == .liveUpdates || service == .significantChange { knowsPosition = true }
    case .stop(let service):
      services.remove(service)
    case .configure(let configuration):
      if let accuracy = configuration.desiredAccuracy { mayBeFine = accuracy.rawValue <= DesiredAccuracy.best.rawValue }
      if let filter = configuration.distanceFilter { mayBeUnfiltered = !filter.isFinite || filter <= 0 }
      if let pauses = configuration.pausesAutomatically { mayPause = pauses }
      if let allows = configuration.allowsBackground { mayAllowBackground = allows }
    case .deferUpdates: isDeferring = true
    case .upload: uploads = true
    case .geocode: (geocodes, knowsAddress) = (true, true)
    case .reverseGeocode: geocodes = true
    case .fence(let fence): fences.insert(fence.name)
    case .removeFence(let name): fences.remove(name)
    case .beginTask: hasTask = true
    case .endTask: hasTask = false
    case .setTimer(let name, _): timers.insert(name)
    case .cancelTimer(let name): timers.remove(name)
    case .beginSearch: searches = true
    case .found, .giveUp: searches = false
    case .requestLocation, .lastLocation: (asksOnce, knowsPosition) = (true, true)
    case .request:
      services.insert(.fused)
      knowsPosition = true
      asksByPendingIntent = asksByPendingIntent || action.isByPendingIntent
    case .monitor(let fence): monitored.insert(fence.name)
    case .removeMonitor(let name): monitored.remove(name)
    case .beginSession: hasSession = true
    case .endSession: hasSession = false
    case .beginServiceSession: hasServiceSession = true
    case .endServiceSession: hasServiceSession = false
    case .expectPushes: pushes = true
    case .stopPushes: pushes = false
    case .beginForegroundService: hasForegroundService = true
    case .endForegroundService: hasForegroundService = false
    case .acquireWakeLock: hasWakeLock = true
    case .releaseWakeLock: hasWakeLock = false
    case .setAlarm(let name, _, _): alarms.insert(name)
    case .cancelAlarm(let name): alarms.remove(name)
    case .scheduleWork(let name, _, _): work.insert(name)
    case .cancelWork(let name): work.remove(name)
    case .stopDeferring, .drop, .cancelGeocode, .requestRefresh, .elasticFilter, .requestFullAccuracy: break
    }
  }

  /// What the system keeps for an app whose process has ended.
  mutating func inherit(_ other: ReachableState) {
    services.formUnion(other.services.filter { $0.outlivesTheProcess(onAndroid: isAndroid) })
    fences.formUnion(other.fences)
    monitored.formUnion(other.monitored)
    work.formUnion(other.work)
    pushes = pushes || other.pushes
    asksByPendingIntent = asksByPendingIntent || other.asksByPendingIntent
    if asksByPendingIntent { services.insert(.fused) }
    knowsPosition = knowsPosition || services.contains(.significantChange) || asksByPendingIntent
    keeps = keeps || !fences.isEmpty || !monitored.isEmpty || services.contains(where: \.locatesUser)
  }

  /// Positions may come, of whichever service.
  private var delivers: Bool { asksOnce || !services.isDisjoint(with: [.standard, .liveUpdates, .fused]) }

  /// Whether a session or a task may keep the app running behind the screen. Live updates do not while they rest, but resume
  /// the app when the user moves.
  func mayRunBehindTheScreen(needsFlag: Bool) -> Bool {
    hasTask || services.contains(.liveUpdates)
      || (services.contains(.standard) && (mayAllowBackground || !needsFlag))
  }

  /// Something here lets the system start a process.
  private var startsProcesses: Bool {
    !fences.isEmpty || !monitored.isEmpty || services.contains(.liveUpdates) || asksByPendingIntent
      || services.contains { $0.outlivesTheProcess(onAndroid: isAndroid) }
  }

  /// Why a trigger cannot fire here, or `nil`.
  func obstacle(to trigger: CompositeTrigger, inFirstState: Bool) -> (message: String, remedy: String)? {
    switch trigger {
    case .launched(let reason):
      if !inFirstState {
        return ("a process begins in the first state, never here", "move the rule to the first state")
      }
      if reason == .location, !startsProcesses {
        let services = isAndroid ? "motion activity" : "significant change nor visits"
        return (
          "nothing that starts an app is used: neither \(services) nor a fence",
          "start one of them, or remove the rule"
        )
      }
      if reason == .push, !pushes {
        return ("no messages of the server are expected", "do 'expect_pushes', or remove the rule")
      }
      if reason == .work, work.isEmpty { return ("no work is scheduled", "do 'schedule_work', or remove the rule") }
      return nil
    case .arrival, .departure: return missing(.visits)
    case .fenceEntered(let name), .fenceLeft(let name):
      if fences.contains(name) { return nil }
      return ("no way here sets the fence '\(name)'", "do 'fence' with this name before, or remove the rule")
    case .delivery, .notImproving:
      return delivers ? nil : missing(isAndroid ? .fused : .standard)
    case .significantChange: return missing(.significantChange)
    case .failed:
      if !services.isEmpty || !fences.isEmpty || delivers { return nil }
      return ("no service runs here", "start one before, or remove the rule")
    case .paused, .resumed:
      if let obstacle = missing(.standard) { return obstacle }
      if mayPause { return nil }
      return ("'pauses_automatically' is false on every way here", "set it to true before, or remove the rule")
    case .deferralFinished:
      if isDeferring { return nil }
      return ("nothing is deferred on any way here", "do 'defer' before, or remove the rule")
    case .timer(let name):
      if timers.contains(name) { return nil }
      return ("no way here sets the timer '\(name)'", "do 'set_timer' with this name before, or remove the rule")
    case .uploadFinished:
      if !uploads { return ("nothing is uploaded on any way here", "do 'upload' before, or remove the rule") }
      return nothingToUpload("rule")
    case .taskExpiring:
      if hasTask { return nil }
      return ("no background task is under way on any way here", "do 'begin_task' before, or remove the rule")
    case .geocodeFinished, .geocodeFailed:
      if geocodes { return nil }
      return ("nothing is geocoded on any way here", "do 'geocode' or 'reverse_geocode' before, or remove the rule")
    case .motion: return missing(.motionActivity)
    case .significantMotion: return missing(.significantMotion)
    case .steps: return missing(.pedometer)
    case .stationary: return missing(.liveUpdates)
    case .beaconEntered, .beaconLeft: return missing(.beacons)
    case .conditionMet(let name), .conditionUnmet(let name):
      return monitored.contains(name) ? nil : unset("condition", name, by: "monitor")
    case .alarm(let name): return alarms.contains(name) ? nil : unset("alarm", name, by: "set_alarm")
    case .work(let name): return work.contains(name) ? nil : unset("work", name, by: "schedule_work")
    case .push:
      return pushes
        ? nil
        : ("no messages of the server are expected on any way here", "do 'expect_pushes' before, or remove the rule")
    // A refresh may also be granted by the day's script.
    case .foreground, .background, .backgroundRefresh, .batteryChanged, .device: return nil
    }
  }

  /// Why a condition never holds here, or `nil`.
  func obstacle(to condition: CompositeCondition) -> (message: String, remedy: String)? {
    if condition.readsPosition, !knowsPosition {
      return (
        "the app has no position on any way here",
        "start a service that brings positions before, or remove the condition"
      )
    }
    if case .activity = condition, !services.contains(.motionActivity) {
      return (
        "'motion_activity' does not run on any way here",
        "do 'start: motion_activity' before, or remove the condition"
      )
    }
    return nil
  }

  private func nothingToUpload(_ what: String) -> (message: String, remedy: String)? {
    keeps
      ? nil
      : (
        "there is nothing to upload on any way here",
        "start a service that brings positions or events before, or remove the \(what)"
      )
  }

  private func unset(_ thing: String, _ name: String, by action: String) -> (message: String, remedy: String) {
    ("no way here sets the \(thing) '\(name)'", "do '\(action)' with this name before, or remove it")
  }

  private func missing(_ service: CompositeService) -> (message: String, remedy: String)? {
    if services.contains(service) { return nil }
    return (
      "'\(service.rawValue)' does not run on any way here", "do '\(service.start)' before, or remove the rule"
    )
  }

  /// Why an action makes no sense here, or `nil`.
  func obstacle(to action: CompositeAction) -> (message: String, remedy: String)? {
    switch action {
    case .stop(let service):
      if services.contains(service) { return nil }
      return ("'\(service.rawValue)' was not started on any way here", "start it before, or remove the action")
    case .deferUpdates, .stopDeferring:
      if !services.contains(.standard) {
        return ("deferral needs standard updates, which do not run on any way here", "do 'start: standard' before")
      }
      if case .stopDeferring = action {
        return isDeferring ? nil : ("nothing is deferred on any way here", "do 'defer' before, or remove the action")
      }
      if !mayBeFine {
        return ("deferral needs best accuracy", "configure 'desired_accuracy: best' before")
      }
      if !mayBeUnfiltered {
        return ("deferral needs updates without a distance filter", "configure 'distance_filter: none' before")
      }
      return nil
    case .cancelTimer(let name):
      if timers.contains(name) { return nil }
      return ("no way here sets the timer '\(name)'", "do 'set_timer' with this name before, or remove the action")
    case .endTask:
      return hasTask ? nil : ("no background task was begun on any way here", "do 'begin_task' before")
    case .cancelGeocode:
      return geocodes ? nil : ("nothing is geocoded on any way here", "do 'geocode' before, or remove the action")
    case .found, .giveUp:
      return searches ? nil : ("no search was begun on any way here", "do 'begin_search' before")
    case .fence(let fence):
      switch fence.center {
      case .position: return missingPosition
      case .address:
        return knowsAddress ? nil : ("no address is looked up on any way here", "do 'geocode' before")
      }
    case .removeFence(let name):
      return fences.contains(name)
        ? nil : ("no way here sets the fence '\(name)'", "do 'fence' with this name before, or remove the action")
    case .upload: return nothingToUpload("action")
    case .reverseGeocode, .monitor: return missingPosition
    case .removeMonitor(let name): return monitored.contains(name) ? nil : unset("condition", name, by: "monitor")
    case .cancelAlarm(let name): return alarms.contains(name) ? nil : unset("alarm", name, by: "set_alarm")
    case .cancelWork(let name): return work.contains(name) ? nil : unset("work", name, by: "schedule_work")
    case .stopPushes:
      return pushes
        ? nil : ("no messages of the server are expected on any way here", "do 'expect_pushes' before")
    case .endSession: return hasSession ? nil : unbegun("session", "begin_session")
    case .endServiceSession: return hasServiceSession ? nil : unbegun("service session", "begin_service_session")
    case .endForegroundService:
      return hasForegroundService ? nil : unbegun("foreground service", "begin_foreground_service")
    case .releaseWakeLock: return hasWakeLock ? nil : unbegun("wake lock", "acquire_wake_lock")
    case .elasticFilter, .requestLocation, .requestFullAccuracy, .lastLocation, .start, .configure, .drop, .geocode,
      .beginTask, .setTimer,
      .beginSearch, .requestRefresh, .beginSession, .beginServiceSession, .expectPushes, .request,
      .beginForegroundService, .acquireWakeLock, .setAlarm, .scheduleWork:
      return nil
    }
  }
  private func unbegun(_ thing: String, _ action: String) -> (message: String, remedy: String) {
    ("no \(thing) was begun on any way here", "do '\(action)' before, or remove the action")
  }

  private var missingPosition: (message: String, remedy: String)? {
    knowsPosition
      ? nil
      : ("the app has no position on any way here", "start a service that brings positions before")
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
