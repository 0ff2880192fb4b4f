package import Core
import Synchronization

extension LocationSystem {
  /// Runs the app's waiting callbacks, in the order in which they were posted. The processor must be awake.
  ///
  /// Locations that waited together arrive as one array, oldest first (2012 session).
  ///
  /// - Returns: what the app asked for; `nil` when positions were all that was handed over and it asked for nothing: then
  ///   nothing else has changed.
  @discardableResult
  package mutating func dispatch(_ app: Int, at now: Instant) -> AppRequests? {
    var isPlain = true
    if let reason = context.processes[app].launch.pending {
      launch(app, reason: reason, at: now)
      isPlain = false
    }
    context.processes[app].mailbox.wantsProcessor = false
    guard context.isRunning(app), !context.processes[app].isBusy, !context.processes[app].freezer.isFrozen,
      let host = apps[app].host
    else { return appRequests() }
    prepare(host, app: app, at: now)
    if !drain(app, host, at: now) { isPlain = false }
    suspendIdleApps(at: now)
    return isPlain && outbox.ofSystem.overruns.isEmpty ? nil : appRequests()
  }

  /// What apps' code has asked of the phone.
  mutating func appRequests() -> AppRequests {
    var requests = AppRequests()
    swap(&requests, &outbox.ofApps)
    return requests
  }

  /// What an app can read, before its code runs.
  func prepare(_ host: AppHost, app: Int, at now: Instant) {
    host.clock.store(now.seconds, ordering: .relaxed)
    var phone = host.phone
    phone.isInForeground = context.processes[app].state == .foreground
    phone.authorization = context.rights(app)
    phone.batteryLevel = apps[app].definition.readsBattery ? batteryLevel : nil
    phone.conditions = context.conditions
    host.phone = phone
    host.watchSession?.isReachable = context.processes[app].counterpart.isReachable
  }

  /// Hands over what waits for an app that is not at work.
  ///
  /// - Returns: whether it was positions alone, and the app asked for nothing.
  @discardableResult
  mutating func drain(_ app: Int, _ host: AppHost, at now: Instant) -> Bool {
    var isPlain = true
    // An answer at once may bring the same question at once, without end: the rest waits for the next event.
    var rounds = 0
    while !context.processes[app].mailbox.waiting.isEmpty, rounds < 64 {
      rounds += 1
      swap(&buffer.scratch, &context.processes[app].mailbox.waiting)
      var index = 0
      while index < buffer.scratch.count {
        let callback = buffer.scratch[index]
        if let manager = callback.managerOfLocations {
          deliverLocations(from: &index, to: manager, app: app, host: host, at: now)
        } else {
          if case .fused = callback {} else { isPlain = false }
          call(callback, app: app, host: host, at: now)
        }
        index += 1
        if !host.commands.isEmpty {
          executeCommands(of: host, app: app, at: now)
          isPlain = false
        }
        // Nothing else reaches an app that is at work: what is left waits, before what comes.
        if context.processes[app].isBusy {
          context.processes[app].mailbox.waiting.insert(contentsOf: buffer.scratch[index...], at: 0)
          break
        }
      }
      buffer.scratch.removeAll(keepingCapacity: true)
      if context.processes[app].isBusy { break }
    }
    context.processes[app].mailbox.wantsProcessor = !context.processes[app].mailbox.waiting.isEmpty
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
      hand(location) { host.managers[manager].tell($0) }
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
  mutating func hand(_ location: Location, by handOver: ([Location]) -> Void) {
    // Taken out: what lies in the system would be counted as one more reference during the call.
    var single: [Location] = []
    swap(&single, &buffer.single)
    if single.isEmpty { single.append(location) } else { single[0] = location }
    handOver(single)
    swap(&single, &buffer.single)
  }

  private mutating func launch(_ app: Int, reason: LaunchReason, at now: Instant) {
    let number = context.processes[app].begin(reason, at: now)
    let host = AppHost(
      availability: context.availability(for: app), knownPlaces: knownPlaces, knownBeacons: knownBeacons,
      process: number)
    host.phone.pausesByDefault = apps[app].definition.pausesByDefault
    host.phone.isAndroid = context.isAndroid
    if context.end != nil { host.watchSession = WatchSession(host: host) }
    let object = apps[app].begin(host)
    if reason == .user { noteUse(app, at: now) }
    needsDemand = true
    inform(.processBegun(app: app), at: now)
    prepare(host, app: app, at: now)
    object.didFinishLaunching(host, reason: reason)
    executeCommands(of: host, app: app, at: now)
    inform(.launched(app: app), at: now)
    if context.processes[app].wasLeftDuringLaunch() { leaveForeground(app, at: now) }
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
  private mutating func noteDelivered(_ locations: [Location], app: Int, host: AppHost, at now: Instant) {
    outbox.deliveries += 1
    let kept = host.dropped.isEmpty ? locations : locations.filter { !host.dropped.contains($0) }
    host.dropped.removeAll()
    outbox.delivered += kept
    if let newest = kept.last { positionSearches.note(newest.position, app: app, at: now) }
  }

  /// Calls the app's code back.
  private mutating func call(_ callback: Callback, app: Int, host: AppHost, at now: Instant) {
    func target(_ index: Int) -> LocationManager? { index < host.managers.count ? host.managers[index] : nil }
    switch callback {
    case .location(let manager, let location): deliver([location], to: manager, app: app, host: host, at: now)
    case .locations(let manager, let locations):
      deliver(locations, to: manager, app: app, host: host, at: now)
    case .significantChange(let location):
      if let manager = board.significantChange.manager(of: app) {
        deliver([location], to: manager, app: app, host: host, at: now)
      } else {
        context.processes[app].mailbox.significantChange = callback
      }
    case .region(let callback): deliver(callback, app: app, host: host)
    case .visit(let serial, let visit): deliver(visit, serial: serial, app: app, host: host)
    case .monitor(let name, let serial, let event): deliver(event, serial: serial, monitor: name, app: app, host: host)
    case .failed(let manager, let error):
      perform(.search(app: app, .requestEnds), at: now)
      target(manager).map { $0.delegate?.locationManager($0, didFailWithError: error) }
    case .deferredFinished(let manager, let error):
      target(manager).map { $0.delegate?.locationManager($0, didFinishDeferredUpdatesWithError: error) }
    case .paused(let manager): target(manager).map { $0.delegate?.locationManagerDidPauseLocationUpdates($0) }
    case .resumed(let manager): target(manager).map { $0.delegate?.locationManagerDidResumeLocationUpdates($0) }
    case .authorizationChanged:
      host.phone.authorization = context.rights(app)
      let tellsByProperty = context.platform(app).offers(.reducedAccuracy)
      for manager in host.managers {
        if tellsByProperty {
          manager.delegate?.locationManagerDidChangeAuthorization(manager)
        } else {
          manager.delegate?.locationManager(manager, didChangeAuthorization: host.phone.authorization.status)
        }
      }
    case .fullAccuracyAnswered(let identifier, let error):
      host.phone.authorization = context.rights(app)
      host.accuracyCompletions.removeValue(forKey: identifier)?(error)
    case .timer(let identifier): host.timerActions.removeValue(forKey: identifier)?()
    case .uploadFinished(let identifier): host.uploadCompletions.removeValue(forKey: identifier)?()
    case .geocodeFinished(let identifier, let result): host.geocodes.removeValue(forKey: identifier)?.finish(result)
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
    case .fused(let request, let locations): deliver(locations, toRequest: request, app: app, host: host, at: now)
    case .service(let event): host.serviceHandlers[ObjectIdentifier(type(of: event))]?(event)
    case .scanResults(let results): host.scanReceiver?(results)
    case .scanLocated(let identifier, let location):
      guard let completion = host.scanCompletions.removeValue(forKey: identifier) else { break }
      if let location { outbox.noteDelivered([location]) }
      completion(location)
    }
  }

  private mutating func deliver(_ message: WatchMessage, host: AppHost) {
    noteReceived(message)
    host.watchSession.map { $0.delegate?.session($0, didReceiveMessage: message) }
  }

  /// Positions that come to the watch by message count as delivered there.
  private mutating func noteReceived(_ message: WatchMessage) {
    guard context.end == .watch, !message.locations.isEmpty else { return }
    outbox.noteDelivered(message.locations)
  }

  /// Hands positions of the fused provider to the app's callback.
  private mutating func deliver(
    _ locations: [Location], toRequest identifier: Int, app: Int, host: AppHost, at now: Instant
  ) {
    guard let callback = host.fusedCallbacks[identifier] else { return }
    callback(locations)
    noteDelivered(locations, app: app, host: host, at: now)
  }

  // MARK: Events

  /// Hands a region's message to its manager. With no manager yet, as in a process that sets up late, an event waits.
  private mutating func deliver(_ callback: RegionCallback, app: Int, host: AppHost) {
    let known = callback.manager ?? board.regions.manager(of: callback.serial)
    guard let manager = receiver(known, in: host) else {
      return context.processes[app].mailbox.unreceived.append(.region(callback))
    }
    let region = callback.region
    guard let delegate = manager.delegate else { return }
    switch callback.kind {
    case .dwelt:
      record(callback.serial, isEntry: true, isDwell: true)
      (delegate as? GeofencingClient)?.dwelt(in: region)
    case .started: delegate.locationManager(manager, didStartMonitoringFor: region)
    case .entered:
      record(callback.serial, isEntry: true)
      delegate.locationManager(manager, didEnterRegion: region)
    case .exited:
      record(callback.serial, isEntry: false)
      delegate.locationManager(manager, didExitRegion: region)
    case .state(let state): delegate.locationManager(manager, didDetermineState: state, for: region)
    case .failed(let error): delegate.locationManager(manager, monitoringDidFailFor: region, withError: error)
    }
  }

  private mutating func deliver(_ visit: Visit, serial: Int, app: Int, host: AppHost) {
    guard let manager = receiver(board.visits.manager(of: app), in: host) else {
      return context.processes[app].mailbox.unreceived.append(.visit(serial: serial, visit))
    }
    guard let delegate = manager.delegate else { return }
    record(serial, isEntry: visit.departureDate == Visit.distantFuture)
    delegate.locationManager(manager, didVisit: visit)
  }

  /// The manager that an event goes to: the one that asked, else any that has a delegate.
  private func receiver(_ known: Int?, in host: AppHost) -> LocationManager? {
    guard let index = known ?? host.managers.firstIndex(where: { $0.delegate != nil }), index < host.managers.count
    else { return nil }
    return host.managers[index]
  }

  /// Hands an event to the monitor's one consumer; without one it waits.
  private mutating func deliver(_ event: MonitorEvent, serial: Int?, monitor name: String, app: Int, host: AppHost) {
    guard let consumer = host.monitors.first(where: { $0.name == name })?.consumer else {
      return context.processes[app].mailbox.unreceived.append(.monitor(name: name, serial: serial, event))
    }
    record(serial, isEntry: event.state == .satisfied)
    consumer(event)
  }

  /// - Parameter serial: the event's registration; `nil` for what was already so when it was made.
  private mutating func record(_ serial: Int?, isEntry: Bool, isDwell: Bool = false) {
    guard let serial else { return }
    outbox.ofApps.events.append(EventDelivery(serial: serial, isEntry: isEntry, isDwell: isDwell))
  }
}

/// The code of one app: its object, which lives as long as its process, and what the system gives it.
struct AppCode: ~Copyable {
  let definition: AppDefinition
  private(set) var host: AppHost?
  private(set) var app: (any SimulatedApp)?

  init(_ definition: AppDefinition) { self.definition = definition }

  deinit { host?.end() }

  mutating func begin(_ host: AppHost) -> any SimulatedApp {
    let object = definition.makeApp()
    self.host?.end()
    (self.host, app, host.app) = (host, object, object)
    return object
  }

  mutating func end() {
    host?.end()
    (host, app) = (nil, nil)
  }
}

/// Memory for handing callbacks over, kept from one time to the next.
struct DispatchBuffer {
  var scratch: [Callback] = []
  /// One position on its way to an app, again and again in the same memory unless the app keeps it.
  var single: [Location] = []
}
