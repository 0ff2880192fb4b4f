package import Core

extension LocationSystem {
  /// Runs the app's waiting callbacks, in the order in which they were posted. The processor must be awake.
  ///
  /// Locations that waited together arrive as one array, oldest first (2012 session).
  ///
  /// - Returns: whether positions were all that was handed over, and the app asked for nothing: then nothing else has
  ///   changed.
  @discardableResult
  package mutating func dispatch(_ app: Int, at now: Instant) -> Bool {
    var isPlain = true
    if let reason = apps[app].launch.pending {
      launch(app, reason: reason, at: now)
      isPlain = false
    }
    apps[app].mailbox.wantsProcessor = false
    guard apps[app].process.isRunning, !apps[app].isBusy, !apps[app].freezer.isFrozen, let host = apps[app].host else {
      return false
    }
    prepare(host, app: app, at: now)
    if !drain(app, host, at: now) { isPlain = false }
    suspendIdleApps(at: now)
    return isPlain && outbox.ofSystem.overruns.isEmpty
  }

  /// What an app can read, before its code runs.
  func prepare(_ host: AppHost, app: Int, at now: Instant) {
    host.now = now.seconds
    host.isInForeground = apps[app].process == .foreground
    host.authorization = apps[app].authorization
    host.watchSession?.isReachable = apps[app].counterpart.isReachable
    host.batteryLevel = apps[app].definition.readsBattery ? batteryLevel : nil
    host.phone.conditions = services.device.conditions
  }

  /// Hands over what waits for an app that is not at work.
  ///
  /// - Returns: whether it was positions alone, and the app asked for nothing.
  @discardableResult
  mutating func drain(_ app: Int, _ host: AppHost, at now: Instant) -> Bool {
    var isPlain = true
    // An answer at once may bring the same question at once, without end: the rest waits for the next event.
    var rounds = 0
    while !apps[app].mailbox.waiting.isEmpty, rounds < 64 {
      rounds += 1
      swap(&buffer.scratch, &apps[app].mailbox.waiting)
      var index = 0
      while index < buffer.scratch.count {
        if let manager = buffer.scratch[index].managerOfLocations {
          deliverLocations(from: &index, to: manager, app: app, host: host, at: now)
        } else {
          perform(buffer.scratch[index], app: app, host: host, at: now)
          isPlain = false
        }
        index += 1
        if !host.commands.isEmpty {
          run(host, app: app, at: now)
          isPlain = false
        }
        // Nothing else reaches an app that is at work: what is left waits, before what comes.
        if apps[app].isBusy {
          apps[app].mailbox.waiting.insert(contentsOf: buffer.scratch[index...], at: 0)
          break
        }
      }
      buffer.scratch.removeAll(keepingCapacity: true)
      if apps[app].isBusy { break }
    }
    apps[app].mailbox.wantsProcessor = !apps[app].mailbox.waiting.isEmpty
    return isPlain
  }

  /// Hands over the locations for one manager that wait from `index` on, as one array, and moves on to the last of them.
  private mutating func deliverLocations(
    from index: inout Int, to manager: Int, app: Int, host: AppHost, at now: Instant
  ) {
    if case .location(_, let location) = buffer.scratch[index],
      index + 1 == buffer.scratch.count || buffer.scratch[index + 1].managerOfLocations != manager
    {
      guard manager < host.managers.count else { return }
      deliver(location) { host.managers[manager].tell($0) }
      return noteDelivered(location, app: app, host: host, at: now)
    }
    var locations: [Location] = []
    buffer.scratch[index].appendLocations(to: &locations)
    while index + 1 < buffer.scratch.count, buffer.scratch[index + 1].managerOfLocations == manager {
      index += 1
      buffer.scratch[index].appendLocations(to: &locations)
    }
    deliver(locations, to: manager, app: app, host: host, at: now)
  }

  /// Hands over one position, in the same memory again and again.
  @inline(__always)
  mutating func deliver(_ location: Location, by handOver: ([Location]) -> Void) {
    // Taken out: what lies in the system would be counted as one more reference during the call.
    var single: [Location] = []
    swap(&single, &buffer.single)
    if single.isEmpty { single.append(location) } else { single[0] = location }
    handOver(single)
    swap(&single, &buffer.single)
  }

  private mutating func launch(_ app: Int, reason: LaunchReason, at now: Instant) {
    let number = apps[app].launch.begin()
    // The system waits some seconds for what the app takes up again, and drops the rest.
    defer { apps[app].live.resumes = false }
    let host = AppHost(
      availability: availabilityFor(app), knownPlaces: events.knownPlaces, knownBeacons: events.knownBeacons,
      process: number)
    host.phone.pausesByDefault = apps[app].definition.pausesByDefault
    host.phone.isAndroid = apps[app].definition.platform.isAndroid
    let object = apps[app].definition.makeApp()
    if pair.end != nil { host.watchSession = WatchSession(host: host) }
    host.watchSession?.isReachable = apps[app].counterpart.isReachable
    apps[app].host?.end()
    apps[app].host = host
    apps[app].app = object
    host.app = object
    apps[app].process = reason == .user ? .foreground : .background
    if reason == .user { noteUse(app, at: now) }
    updateDoze(at: now)
    apps[app].grantTaskTime(at: now)
    // The app's time counts from the moment it can use it.
    switch reason {
    case .user: apps[app].launch.wasForceQuit = false
    case .location, .watch, .push, .work:
      apps[app].runsUntil = max(apps[app].runsUntil, now + apps[app].definition.platform.locationEventWindow)
    case .backgroundRefresh:
      apps[app].runsUntil = max(apps[app].runsUntil, now + apps[app].definition.platform.backgroundRefreshWindow)
    }
    apps[app].thaw(until: max(now, apps[app].runsUntil))
    if apps[app].foregroundService.mayBeginUntil > now {
      apps[app].foregroundService.mayBeginUntil = apps[app].runsUntil
    }
    needsDemand = true
    host.now = now.seconds
    host.isInForeground = reason == .user
    host.authorization = apps[app].authorization
    host.batteryLevel = apps[app].definition.readsBattery ? batteryLevel : nil
    host.phone.conditions = services.device.conditions
    object.didFinishLaunching(host, reason: reason)
    run(host, app: app, at: now)
    if reason == .user { askIfUndecided(app, at: now) }
    if apps[app].launch.leftBefore {
      apps[app].launch.leftBefore = false
      leaveForeground(app, at: now)
    }
  }

  func availabilityFor(_ app: Int) -> AppHost.Availability {
    var available = availability
    let platform = apps[app].definition.platform
    // Without cellular, positions for regions come from tiles of access points (2012 session).
    let hasTowers = availability.significantLocationChangeMonitoring
    let offersRegions =
      platform.isAndroid
      ? platform.offers(.geofences) : platform.offers(hasTowers ? .regionMonitoring : .regionsOnWiFiOnlyDevices)
    if !offersRegions { available.regionMonitoring = false }
    if !platform.offers(.beaconRegions) { available.beaconMonitoring = false }
    if !apps[app].definition.platform.offers(.deferredUpdates) { available.deferredLocationUpdates = false }
    return available
  }

  private mutating func deliver(
    _ locations: [Location], to manager: Int, app: Int, host: AppHost, at now: Instant
  ) {
    guard manager < host.managers.count, !locations.isEmpty else { return }
    host.managers[manager].tell(locations)
    noteDelivered(locations, app: app, host: host, at: now)
  }

  /// A position was handed over; the app may have dropped it.
  mutating func noteDelivered(_ location: Location, app: Int, host: AppHost, at now: Instant) {
    outbox.deliveries += 1
    if !host.dropped.isEmpty {
      defer { host.dropped.removeAll() }
      if host.dropped.contains(location) { return }
    }
    outbox.delivered.append(location)
    positionSearches.note(location.position, app: app, at: now)
  }

  /// The same of several, oldest first.
  mutating func noteDelivered(_ locations: [Location], app: Int, host: AppHost, at now: Instant) {
    outbox.deliveries += 1
    let kept = host.dropped.isEmpty ? locations : locations.filter { !host.dropped.contains($0) }
    host.dropped.removeAll()
    outbox.delivered += kept
    if let newest = kept.last { positionSearches.note(newest.position, app: app, at: now) }
  }

  private mutating func perform(_ callback: Callback, app: Int, host: AppHost, at now: Instant) {
    func target(_ index: Int) -> LocationManager? { index < host.managers.count ? host.managers[index] : nil }
    switch callback {
    case .location(let manager, let location): deliver([location], to: manager, app: app, host: host, at: now)
    case .locations(let manager, let locations):
      deliver(locations, to: manager, app: app, host: host, at: now)
    case .significantChange(let location):
      if let manager = apps[app].managers.firstIndex(where: { $0.monitorsSignificantChange }) {
        deliver([location], to: manager, app: app, host: host, at: now)
      } else {
        apps[app].mailbox.significantChange = callback
      }
    case .region(let callback): deliver(callback, app: app, host: host)
    case .visit(let serial, let visit): deliver(visit, serial: serial, app: app, host: host)
    case .monitor(let name, let serial, let event):
      deliver(event, serial: serial, monitor: name, app: app, host: host)
    case .failed(let manager, let error):
      positionSearches.endForOne(app, at: now)
      target(manager).map { $0.delegate?.locationManager($0, didFailWithError: error) }
    case .deferredFinished(let manager, let error):
      target(manager).map { $0.delegate?.locationManager($0, didFinishDeferredUpdatesWithError: error) }
    case .paused(let manager):
      target(manager).map { $0.delegate?.locationManagerDidPauseLocationUpdates($0) }
    case .resumed(let manager):
      target(manager).map { $0.delegate?.locationManagerDidResumeLocationUpdates($0) }
    case .authorizationChanged:
      host.authorization = apps[app].authorization
      let tellsByProperty = apps[app].definition.platform.offers(.reducedAccuracy)
      for manager in host.managers {
        if tellsByProperty {
          manager.delegate?.locationManagerDidChangeAuthorization(manager)
        } else {
          manager.delegate?.locationManager(manager, didChangeAuthorization: host.authorization.status)
        }
      }
    case .fullAccuracyAnswered(let identifier, let error):
      host.authorization = apps[app].authorization
      host.accuracyCompletions.removeValue(forKey: identifier)?(error)
    case .timer(let identifier): host.timerActions.removeValue(forKey: identifier)?()
    case .uploadFinished(let identifier): host.uploadCompletions.removeValue(forKey: identifier)?()
    case .geocodeFinished(let identifier, let result):
      host.geocodes.removeValue(forKey: identifier)?.finish(result)
    case .batteryLevelChanged: apps[app].app?.batteryLevelDidChange(host)
    case .didEnterBackground: apps[app].app?.didEnterBackground(host)
    case .willEnterForeground: apps[app].app?.willEnterForeground(host)
    case .backgroundRefresh: apps[app].app?.performBackgroundRefresh(host)
    case .backgroundTaskWillExpire: apps[app].app?.backgroundTaskWillExpire(host)
    case .message(let message): deliver(message, host: host)
    case .context(let context):
      host.watchSession?.receivedApplicationContext = context
      noteReceived(context)
      host.watchSession.map { $0.delegate?.session($0, didReceiveApplicationContext: context) }
    case .messageFailed(let identifier, let error): host.messageErrors.removeValue(forKey: identifier)?(error)
    case .live(let manager, let update): host.liveStreams[manager]?.receive(update)
    case .fused(let identifier, let locations): deliver(locations, toRequest: identifier, app: app, host: host, at: now)
    case .service(let event): host.serviceHandlers[ObjectIdentifier(type(of: event))]?(event)
    case .scanResults(let results): host.scanReceiver?(results)
    case .scanLocated(let identifier, let location): deliverScanLocation(identifier, location, host: host)
    }
  }

  private mutating func deliver(_ message: WatchMessage, host: AppHost) {
    noteReceived(message)
    host.watchSession.map { $0.delegate?.session($0, didReceiveMessage: message) }
  }

  /// Positions that come to the watch by message count as delivered there.
  private mutating func noteReceived(_ message: WatchMessage) {
    guard pair.end == .watch, !message.locations.isEmpty else { return }
    outbox.deliver(message.locations)
  }

  /// An upload is through. An app that asked to be told hears of it, a suspended one when it next runs.
  package mutating func uploadFinished(_ identifier: Int, app: Int) {
    guard apps[app].host?.uploadCompletions[identifier] != nil else { return }
    apps[app].post(.uploadFinished(identifier), waking: apps[app].process.isRunning)
  }

  // MARK: Commands

  // Carries out what the app's code asked for.
  mutating func run(_ host: AppHost, app: Int, at now: Instant) {
    while !host.commands.isEmpty {
      let commands = host.commands
      host.commands.removeAll(keepingCapacity: true)
      for command in commands { execute(command, app: app, at: now) }
    }
  }

  private mutating func execute(_ command: AppCommand, app: Int, at now: Instant) {
    switch command {
    case .configure(let manager, let configuration):
      configure(app, manager, configuration, at: now)
      retryUnreceivedEvents(app)
    case .startUpdating(let manager): startUpdating(app, manager, at: now)
    case .stopUpdating(let manager): stopUpdating(app, manager, at: now)
    case .requestLocation(let manager): requestLocation(app, manager, at: now)
    case .startSignificantChange(let manager): startSignificantChange(app, manager, at: now)
    case .stopSignificantChange(let manager):
      apps[app].managers[manager].monitorsSignificantChange = false
      if !apps[app].managers.contains(where: { $0.monitorsSignificantChange }) { apps[app].significantChange.stop() }
      needsDemand = true
    case .startMonitoring(let manager, let region): startMonitoring(region, app: app, manager: manager, at: now)
    case .stopMonitoring(_, let identifier): stopMonitoring(identifier, app: app)
    case .requestState(let manager, let identifier): requestState(identifier, app: app, manager: manager)
    case .startVisits(let manager): startVisits(app: app, manager: manager)
    case .stopVisits: stopVisits(app: app)
    case .addCondition(let monitor, let identifier, let condition, let state):
      addCondition(condition, identifier: identifier, monitor: monitor, assuming: state, app: app, at: now)
    case .removeCondition(let monitor, let identifier): removeCondition(identifier, monitor: monitor, app: app)
    case .consumeConditions: retryUnreceivedEvents(app)
    case .allowDeferred(let manager, let distance, let timeout):
      allowDeferred(app, manager, distance: distance, timeout: timeout, at: now)
    case .disallowDeferred(let manager): finishDeferral(app: app, manager: manager, error: .deferredCanceled)
    case .requestAuthorization(let request): requestAuthorization(app, request, at: now)
    case .requestFullAccuracy(let identifier): requestFullAccuracy(app, identifier, at: now)
    case .startTimer(let identifier, let delay):
      let timer = AppTimer(app: app, identifier: identifier)
      if apps[app].definition.platform.isAndroid {
        timers.startHandler(timer, after: .seconds(delay), at: now)
      } else {
        timers.start(timer, at: now + .seconds(delay))
      }
    case .startAlarm(let identifier, let delay, let kind):
      if has(.alarms, app: app) {
        timers.start(AppTimer(app: app, identifier: identifier, kind: kind), at: now + .seconds(delay))
      }
    case .cancelTimer(let identifier):
      timers.cancel(identifier, of: app)
    case .upload(let identifier, let bytes, let onWiFiOnly):
      outbox.ofSystem.uploads.append(Upload(app: app, identifier: identifier, bytes: bytes, onWiFiOnly: onWiFiOnly))
    case .geocode(let identifier, let query): startGeocode(identifier, query, app: app, at: now)
    case .cancelGeocode(let identifier): cancelGeocode(identifier, app: app)
    case .beginSearch: positionSearches.begin(app, at: now)
    case .endSearch(let found): positionSearches.end(app, found: found, at: now)
    case .beginBackgroundTask:
      if apps[app].isKeptBySession { apps[app].grantTaskTime(at: now) }
      apps[app].tasks.begin()
    case .sendMessage(let identifier, let message): pair.send(.message(identifier: identifier, message), from: app)
    case .updateContext(let context): pair.send(.context(context), from: app)
    case .endBackgroundTask: apps[app].tasks.end()
    case .beginBackgroundActivity: changeBackgroundActivity(app, by: 1)
    case .endBackgroundActivity: changeBackgroundActivity(app, by: -1)
    case .beginServiceSession: changeServiceSessions(app, by: 1, at: now)
    case .endServiceSession: changeServiceSessions(app, by: -1, at: now)
    case .requestFused(let identifier, let request): requestUpdates(identifier, request, app: app, at: now)
    case .removeFused(let identifier): removeUpdates(identifier, app: app, at: now)
    case .flushFused: flushUpdates(app: app, at: now)
    case .setForegroundService(let isOn): setForegroundService(isOn, app: app, at: now)
    case .setWakeLock(let isHeld):
      if has(.wakeLocks, app: app) { apps[app].foregroundService.holdsWakeLock = isHeld }
    case .service(let command, let service):
      if has(service, app: app) { inform(.command(command, app: app), at: now) }
    case .listenForScans(let isOn): listenForScans(isOn, app: app)
    case .startScan: startScan(app: app)
    case .setScanThrottle(let isOn): setScanThrottle(isOn, app: app)
    case .locateScan(let identifier, let results, let overNetwork):
      locate(identifier, results, overNetwork: overNetwork, app: app)
    case .work(let seconds):
      apps[app].busyUntil = (apps[app].busyUntil ?? now) + .seconds(seconds)
      outbox.ofApps.work.append((app, .seconds(seconds)))
    case .scheduleBackgroundRefresh(let delay): scheduleBackgroundRefresh(app, after: .seconds(delay), at: now)
    }
  }

  private mutating func configure(
    _ app: Int, _ manager: Int, _ configuration: ManagerConfiguration, at now: Instant
  ) {
    while apps[app].managers.count <= manager { apps[app].managers.append(ManagerState()) }
    let old = apps[app].managers[manager].configuration
    noteMissing(configuration, app: app)
    let configuration = apps[app].effective(configuration)
    apps[app].managers[manager].configuration = configuration
    needsDemand = true
    let pausing = (configuration.activityType, configuration.pausesAutomatically)
    if apps[app].managers[manager].phase == .running, pausing != (old.activityType, old.pausesAutomatically) {
      beginAutoPauseTrial(app: app, manager: manager, at: now)
    }
    updateSeeking(app: app, manager: manager, at: now)
    if Deferral.refusal(isUpdating: true, configuration: configuration, isAvailable: true, hasFix: true) != nil {
      finishDeferral(app: app, manager: manager, error: .deferredCanceled)
    }
  }

  mutating func startUpdating(_ app: Int, _ manager: Int, at now: Instant) {
    // The first watch systems have no such call: one position at a time is all there is.
    guard has(.standardUpdates, app: app) else { return }
    guard pair.end != .watch || has(.continuousUpdatesOnWatch, app: app) else { return }
    guard apps[app].managers[manager].phase != .running else { return }
    // A user who has not been asked may still agree: the session waits for the answer.
    let isUndetermined = apps[app].authorization.grant == .notDetermined
    if apps[app].managers[manager].configuration.isLive {
      guard mayBeginLive(app, manager, isUndetermined: isUndetermined) else { return }
    } else if !isUndetermined, !apps[app].may(.standardUpdates) {
      apps[app].post(.failed(manager: manager, .denied))
      return
    }
    apps[app].managers[manager].begunInUse = apps[app].isInUse
    history.endPause(app: app, manager: manager, .restarted, at: now)
    apps[app].managers[manager].phase = .running
    noteAccess(app)
    promptByUse(app, at: now)
    apps[app].managers[manager].sleepsUntil = nil
    apps[app].managers[manager].lastDelivered = nil
    // A session takes over from a request.
    apps[app].managers[manager].oneShot = nil
    showKnownArea(app: app, at: now)
    apps[app].showCached(movement.lastPosition, to: manager)
    beginAutoPauseTrial(app: app, manager: manager, at: now)
    beginStationaryTrial(app: app, manager: manager, at: now)
    needsDemand = true
  }

  /// Before iOS 8 there was nothing to request: the first use of a service asked the user.
  private mutating func promptByUse(_ app: Int, at now: Instant) {
    guard !apps[app].definition.platform.offers(.whenInUseAuthorization) else { return }
    requestAuthorization(app, .always, at: now)
  }

  private mutating func stopUpdating(_ app: Int, _ manager: Int, at now: Instant) {
    finishDeferral(app: app, manager: manager, error: .deferredCanceled)
    if apps[app].isKeptBySession { apps[app].grantTaskTime(at: now) }
    history.endPause(app: app, manager: manager, .stopped, at: now)
    apps[app].managers[manager].stop()
    needsDemand = true
  }

  private mutating func startSignificantChange(_ app: Int, _ manager: Int, at now: Instant) {
    guard has(.significantChange, app: app), availability.significantLocationChangeMonitoring else { return }
    // Before iOS 13 monitoring could not even be started without always.
    let isUndetermined = apps[app].authorization.grant == .notDetermined
    guard isUndetermined || apps[app].may(.significantChange) else {
      apps[app].post(.failed(manager: manager, .denied))
      return
    }
    promptByUse(app, at: now)
    apps[app].managers[manager].monitorsSignificantChange = true
    apps[app].significantChange.start()
    noteAccess(app)
    needsDemand = true
    if let held = apps[app].mailbox.significantChange {
      apps[app].mailbox.significantChange = nil
      apps[app].post(held)
    }
  }

  private mutating func allowDeferred(
    _ app: Int, _ manager: Int, distance: Double, timeout: Double, at now: Instant
  ) {
    finishDeferral(app: app, manager: manager, error: .deferredCanceled)
    let available = availabilityFor(app).deferredLocationUpdates
    if let error = Deferral.refusal(
      isUpdating: apps[app].managers[manager].phase == .running,
      configuration: apps[app].managers[manager].configuration, isAvailable: available,
      hasFix: movement.hasSatelliteFix)
    {
      history.deferralFailed(error)
      apps[app].post(.deferredFinished(manager: manager, error))
      return
    }
    apps[app].managers[manager].deferral = Deferral(distance: distance, timeout: timeout, at: now)
    needsDemand = true
  }
}
