import LocationServices

/// Runs a composite strategy: feeds each event to the rules of the current state.
final class CompositeApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "composite", summary: "states, triggers and actions as the file says", parameters: [],
    makeApp: { CompositeApp($0) })

  private let program: CompositeProgram
  private let uploader: PositionUploader?
  private var host: AppHost?
  private var state = 0
  private var standard: LocationManager?
  private var significantChange: LocationManager?
  /// Of fences and visits.
  private var events: LocationManager?
  private var live: LiveUpdates?
  private var session: BackgroundActivitySession?
  private var serviceSession: ServiceSession?
  private var monitor: ConditionMonitor?
  private var geofences: GeofencingClient?
  private var fused: FusedLocationProviderClient?
  private var request: Int?
  private var timers: [String: Int] = [:]
  private var alarms: [String: Int] = [:]
  /// What the sensors said last.
  private var activity: MotionActivity?
  /// Steps counted so far, and when the state was entered; `nil` while none are counted.
  private var steps: (count: Int, atEntry: Int)?
  private var geocoders: [Geocoder] = []
  /// What the last look-up of an address found.
  private var address: Location?

  /// The newest position that the app uses.
  private var position: Location?
  /// Positions kept since the last upload.
  private var kept = 0
  /// The positions of the event under way; empty once they are dropped.
  private var arrived: [Location] = []
  private var progress = AccuracyProgress()
  private var patienceTimers: [Int] = []
  private var places = PlaceMemory()

  init(_ settings: StrategySettings) {
    program = settings.composite ?? CompositeProgram(states: [])
    uploader = PositionUploader(settings)
  }

  // MARK: Events

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    guard !program.states.isEmpty else { return }
    // An event of what an earlier process registered may have started this one: its receivers must exist by now.
    listen(host)
    enter(0)
    handle { if case .launched(let wanted) = $0 { wanted == nil || wanted == reason } else { false } }
  }

  func didEnterBackground(_ host: AppHost) { handle(.background) }
  func willEnterForeground(_ host: AppHost) { handle(.foreground) }
  func performBackgroundRefresh(_ host: AppHost) { handle(.backgroundRefresh) }
  func backgroundTaskWillExpire(_ host: AppHost) { handle(.taskExpiring) }
  func batteryLevelDidChange(_ host: AppHost) { handle(.batteryChanged) }

  private func listen(_ host: AppHost) {
    let actions = program.actions
    let watches = actions.contains {
      switch $0 {
      case .fence, .start(.visits), .start(.beacons): true
      default: false
      }
    }
    if watches, host.isOnAndroid {
      _ = geofencingClient(host)
    } else if watches {
      _ = eventManager(host)
    }
    if actions.contains(where: { if case .monitor = $0 { true } else { false } }) { _ = conditionMonitor(host) }
    if program.observesDevice {
      host.observeDevice { [weak self] in self?.handle(.device($0.condition, isOn: $0.isOn)) }
    }
    if program.usesPendingIntent {
      fusedClient(host).onPendingIntent { [weak self] in self?.take($0, as: .delivery) }
    }
    host.onPush { [weak self] _ in self?.handle(.push) }
    host.onWork { [weak self] in self?.handle(host.isOnAndroid ? .work($0) : .widgetReload) }
    host.onActivity { [weak self] in self?.activityChanged(to: $0) }
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    take(locations, as: manager === significantChange ? .significantChange : .delivery)
  }

  private func take(_ locations: [Location], as event: CompositeTrigger) {
    arrived = locations
    let before = position
    position = locations.last ?? position
    let (current, count) = (state, locations.count)
    handle(event)
    let isDropped = arrived.isEmpty
    arrived = []
    if isDropped {
      position = before
      return
    }
    if let host { uploader?.add(count, host: host) }
    if event == .delivery, state == current { noteAccuracy() }
  }

  private func take(_ update: LocationUpdate) {
    if update.isStationary {
      handle(.stationary)
    } else if let location = update.location {
      take([location], as: .delivery)
    }
  }

  private func activityChanged(to new: MotionActivity) {
    activity = new
    handle {
      if case .motion(let wanted, let least) = $0 {
        wanted.fits(new.activity) && new.confidence >= least
      } else {
        false
      }
    }
  }

  private func stepsCounted(_ count: Int) {
    steps?.count = count
    let since = count - (steps?.atEntry ?? 0)
    handle { if case .steps(let wanted) = $0 { since >= wanted } else { false } }
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    handle { if case .failed(let wanted) = $0 { wanted == nil || wanted == error } else { false } }
  }

  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region, withError error: LocationError
  ) {
    handle { if case .failed(let wanted) = $0 { wanted == nil || wanted == error } else { false } }
  }

  func locationManager(_ manager: LocationManager, didFinishDeferredUpdatesWithError error: LocationError?) {
    handle { if case .deferralFinished(let wanted) = $0 { wanted.fits(error) } else { false } }
  }

  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {
    if case .beacon = region { return handleEvent(.beaconEntered) }
    handleEvent(.fenceEntered(region.identifier))
  }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
    if case .beacon = region { return handleEvent(.beaconLeft) }
    handleEvent(.fenceLeft(region.identifier))
  }
  func locationManager(_ manager: LocationManager, didVisit visit: Visit) {
    handleEvent(visit.departureDate == Visit.distantFuture ? .arrival : .departure)
  }

  /// An event that says where the user is: it counts as a position to send.
  private func handleEvent(_ event: CompositeTrigger) {
    kept += 1
    handle(event)
    if let host { uploader?.add(1, host: host) }
  }

  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) { handle(.paused) }
  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) { handle(.resumed) }

  private func handle(_ event: CompositeTrigger) { handle { $0 == event } }

  /// Gives an event to the first rule that fits.
  private func handle(_ fits: (CompositeTrigger) -> Bool) {
    guard state < program.states.count else { return }
    for rule in program.states[state].rules where fits(rule.trigger) && holds(rule) {
      fire(rule)
      return
    }
    keepArrived()
  }

  private func fire(_ rule: CompositeRule) {
    if !rule.actions.contains(.drop) { keepArrived() }
    for action in rule.actions { perform(action) }
    if let target = rule.target, target < program.states.count {
      for action in program.states[state].leave { perform(action) }
      enter(target)
    }
  }

  private func enter(_ target: Int) {
    state = target
    if let count = steps?.count { steps?.atEntry = count }
    beginProgress()
    for action in program.states[target].enter { perform(action) }
  }

  private func keepArrived() { kept += arrived.count }

  // MARK: Conditions

  private func holds(_ rule: CompositeRule) -> Bool {
    rule.conditions.allSatisfy { $0.isTracking || holds($0) }
      && rule.conditions.allSatisfy { !$0.isTracking || holds($0) }
  }

  private func holds(_ condition: CompositeCondition) -> Bool {
    guard let host else { return false }
    switch condition {
    case .accuracyAtMost(let radius): return position.map { $0.horizontalAccuracy <= radius } ?? false
    case .accuracyAbove(let radius): return position.map { $0.horizontalAccuracy > radius } ?? false
    case .ageAtMost(let age): return position.map { host.now - $0.timestamp <= age } ?? false
    case .ageAbove(let age): return position.map { host.now - $0.timestamp > age } ?? false
    case .speedAtLeast(let speed): return position.map { $0.speed >= max(0, speed) } ?? false
    case .speedBelow(let speed): return position.map { $0.speed >= 0 && $0.speed < speed } ?? false
    case .movedAtLeast(let distance): return position.map { places.hasMoved(distance, to: $0) } ?? false
    case .stayed(let distance, let time):
      return position.map { places.hasStayed(within: distance, for: time, at: $0) } ?? false
    case .batteryBelow(let level): return host.batteryLevel.map { $0 < level } ?? false
    case .batteryAbove(let level): return host.batteryLevel.map { $0 > level } ?? false
    case .inForeground(let wanted): return host.isInForeground == wanted
    case .activity(let wanted): return activity.map { wanted.fits($0.activity) } ?? false
    case .device(let condition, let wanted): return host.holds(condition) == wanted
    }
  }

  // MARK: Not improving

  /// The app counts anew in each state.
  private func beginProgress() {
    progress = AccuracyProgress()
    restartPatience()
  }

  private func restartPatience() {
    guard let host else { return }
    for timer in patienceTimers { host.cancelTimer(timer) }
    patienceTimers.removeAll()
    for rule in program.states[state].rules {
      guard case .notImproving(.time(let seconds)) = rule.trigger else { continue }
      patienceTimers.append(
        host.schedule(after: seconds) { [weak self] in self?.handle(.notImproving(.time(seconds))) })
    }
  }

  private func noteAccuracy() {
    guard let position else { return }
    if progress.note(position.horizontalAccuracy) {
      restartPatience()
    } else {
      handle(.notImproving(.fixes(progress.fixesWithoutProgress)))
    }
  }

  // MARK: Actions

  private func perform(_ action: CompositeAction) {
    guard let host else { return }
    switch action {
    case .start(let service): start(service, host)
    case .stop(let service): stop(service, host)
    case .configure(let configuration): configuration.apply(to: standardManager(host))
    case .deferUpdates(let distance, let timeout):
      guard host.availability.deferredLocationUpdates else { return }
      standardManager(host).allowDeferredLocationUpdates(
        untilTraveled: distance.isFinite ? distance : LocationManager.noLimit,
        timeout: timeout.isFinite ? timeout : LocationManager.noLimit)
    case .stopDeferring: standard?.disallowDeferredLocationUpdates()
    case .upload(let upload): send(upload, host)
    case .drop:
      for location in arrived { host.drop(location) }
      arrived = []
    case .geocode(let address):
      idleGeocoder(host).geocodeAddressString(address) { [weak self] in
        if $1 == nil, let place = $0?.first { self?.address = place.location }
        self?.geocodeFinished($1)
      }
    case .reverseGeocode:
      guard let position else { return }
      idleGeocoder(host).reverseGeocodeLocation(position) { [weak self] in self?.geocodeFinished($1) }
    case .cancelGeocode: for geocoder in geocoders { geocoder.cancelGeocode() }
    case .fence(let fence): set(fence, host)
    case .removeFence(let name):
      if let geofences { geofences.removeGeofence(name) } else { eventManager(host).stopMonitoring(identifier: name) }
    case .requestRefresh(let seconds): host.scheduleBackgroundRefresh(after: seconds)
    case .reloadWidget(let seconds): host.reloadWidget(every: seconds)
    case .beginTask: host.beginBackgroundTask()
    case .endTask: host.endBackgroundTask()
    case .setTimer(let name, let seconds):
      if let old = timers[name] { host.cancelTimer(old) }
      timers[name] = host.schedule(after: seconds) { [weak self] in
        self?.timers[name] = nil
        self?.handle(.timer(name))
      }
    case .cancelTimer(let name): timers.removeValue(forKey: name).map(host.cancelTimer)
    case .beginSearch: host.beginSearch()
    case .found: host.endSearch(found: true)
    case .giveUp: host.endSearch(found: false)
    case .requestLocation: standardManager(host).requestLocation()
    case .requestFullAccuracy:
      standardManager(host).requestTemporaryFullAccuracyAuthorization(withPurposeKey: "strategy")
    case .elasticFilter(let metres):
      // Rounded to whole 5 m/s, which count from one (transistorsoft, `elasticityMultiplier` of 1).
      let fives = max(1, ((position?.speed ?? 0) / 5).rounded())
      standardManager(host).distanceFilter = metres * fives
    case .monitor(let fence):
      guard let position else { return }
      conditionMonitor(host).add(
        .circular(center: position.position, radius: fence.radius), identifier: fence.name, assuming: .satisfied)
    case .removeMonitor(let name): conditionMonitor(host).remove(name)
    case .beginSession: session = session ?? host.makeBackgroundActivitySession()
    case .endSession:
      session?.invalidate()
      session = nil
    case .beginServiceSession: serviceSession = serviceSession ?? host.makeServiceSession()
    case .endServiceSession:
      serviceSession?.invalidate()
      serviceSession = nil
    case .expectPushes(let interval, let priority): host.registerForPushes(every: interval, priority: priority)
    case .stopPushes: host.unregisterForPushes()
    case .request(let request): ask(for: request, host)
    case .lastLocation: fusedClient(host).requestLastLocation { [weak self] in self?.take($0, as: .delivery) }
    case .beginForegroundService: host.startForegroundService()
    case .endForegroundService: host.stopForegroundService()
    case .acquireWakeLock: host.acquireWakeLock()
    case .releaseWakeLock: host.releaseWakeLock()
    case .setAlarm(let name, let seconds, let whileIdle):
      if let old = alarms[name] { host.cancelTimer(old) }
      alarms[name] = host.setAlarm(after: seconds, whileIdle: whileIdle) { [weak self] in
        self?.alarms[name] = nil
        self?.handle(.alarm(name))
      }
    case .cancelAlarm(let name): alarms.removeValue(forKey: name).map(host.cancelTimer)
    case .scheduleWork(let name, let interval, let conditions):
      host.scheduleWork(name, every: interval, conditions: conditions)
    case .cancelWork(let name): host.cancelWork(name)
    }
  }

  private func start(_ service: CompositeService, _ host: AppHost) {
    switch service {
    case .standard: standardManager(host).startUpdatingLocation()
    case .visits: eventManager(host).startMonitoringVisits()
    case .significantChange: significantChangeManager(host).startMonitoringSignificantLocationChanges()
    case .liveUpdates:
      guard live == nil else { return }
      live = host.liveUpdates { [weak self] in self?.take($0) }
    case .beacons:
      for beacon in host.knownBeacons {
        eventManager(host).startMonitoring(for: BeaconRegion(beacon: beacon, identifier: beacon))
      }
    case .motionActivity: host.startActivityUpdates()
    case .pedometer:
      guard steps == nil else { return }
      steps = (0, 0)
      host.startPedometer { [weak self] in self?.stepsCounted($0) }
    case .significantMotion: host.requestSignificantMotion { [weak self] in self?.handle(.significantMotion) }
    // A request starts it.
    case .fused: break
    }
  }

  private func stop(_ service: CompositeService, _ host: AppHost) {
    switch service {
    case .standard: standard?.stopUpdatingLocation()
    case .visits: eventManager(host).stopMonitoringVisits()
    case .significantChange: significantChangeManager(host).stopMonitoringSignificantLocationChanges()
    case .liveUpdates:
      live?.stop()
      live = nil
    case .beacons: for beacon in host.knownBeacons { eventManager(host).stopMonitoring(identifier: beacon) }
    case .motionActivity: host.stopActivityUpdates()
    case .pedometer:
      steps = nil
      host.stopPedometer()
    case .significantMotion: host.cancelSignificantMotion()
    case .fused:
      fusedClient(host).removeLocationUpdates(request ?? FusedLocationRequest.pendingIntent)
      request = nil
    }
  }

  private func ask(for request: FusedLocationRequest, _ host: AppHost) {
    let client = fusedClient(host)
    if let old = self.request { client.removeLocationUpdates(old) }
    self.request = client.requestLocationUpdates(request) { [weak self] in self?.take($0, as: .delivery) }
  }

  private func fusedClient(_ host: AppHost) -> FusedLocationProviderClient {
    if let fused { return fused }
    let made = host.makeFusedLocationClient()
    fused = made
    return made
  }

  private func conditionMonitor(_ host: AppHost) -> ConditionMonitor {
    if let monitor { return monitor }
    let made = host.makeMonitor("composite")
    monitor = made
    // A new process has no consumer yet, so this one is the first.
    try? made.consumeEvents { [weak self] event in
      switch event.state {
      case .satisfied: self?.handleEvent(.conditionMet(event.identifier))
      case .unsatisfied: self?.handleEvent(.conditionUnmet(event.identifier))
      case .unknown, .unmonitored: break
      }
    }
    return made
  }

  private func geofencingClient(_ host: AppHost) -> GeofencingClient {
    if let geofences { return geofences }
    let made = host.makeGeofencingClient()
    made.onTransition = { [weak self] transition in
      switch transition {
      case .entered(let name): self?.handleEvent(.fenceEntered(name))
      case .exited(let name): self?.handleEvent(.fenceLeft(name))
      case .dwelt, .failed: break
      }
    }
    geofences = made
    return made
  }

  private func standardManager(_ host: AppHost) -> LocationManager { manager(\.standard, host) }
  private func significantChangeManager(_ host: AppHost) -> LocationManager { manager(\.significantChange, host) }
  private func eventManager(_ host: AppHost) -> LocationManager { manager(\.events, host) }

  /// The manager of one purpose, made where there is none.
  private func manager(
    _ own: ReferenceWritableKeyPath<CompositeApp, LocationManager?>, _ host: AppHost
  ) -> LocationManager {
    if let made = self[keyPath: own] { return made }
    let manager = host.makeLocationManager()
    manager.delegate = self
    self[keyPath: own] = manager
    return manager
  }

  /// Without a centre there is nothing to watch.
  private func set(_ fence: CompositeFence, _ host: AppHost) {
    guard let center = fence.center == .position ? position : address else { return }
    let (onEntry, onExit) = (program.waits(for: .fenceEntered(fence.name)), program.waits(for: .fenceLeft(fence.name)))
    if let geofences {
      return geofences.addGeofence(
        fence.name, center: center.position, radius: fence.radius, onEnter: onEntry, onExit: onExit)
    }
    eventManager(host).startMonitoring(
      for: CircularRegion(
        center: center.position, radius: fence.radius, identifier: fence.name,
        notifyOnEntry: onEntry, notifyOnExit: onExit))
  }

  /// A geocoder takes one request at a time.
  private func idleGeocoder(_ host: AppHost) -> Geocoder {
    if let idle = geocoders.first(where: { !$0.isGeocoding }) { return idle }
    let made = host.makeGeocoder()
    geocoders.append(made)
    return made
  }

  private func geocodeFinished(_ error: LocationError?) {
    guard let error else { return handle(.geocodeFinished) }
    handle { if case .geocodeFailed(let wanted) = $0 { wanted == nil || wanted == error } else { false } }
  }

  /// Beside a policy, what waits for its batch is sent.
  private func send(_ upload: CompositeUpload, _ host: AppHost) {
    if let uploader { return uploader.send(host) }
    guard kept > 0 else { return }
    let count = upload.newestOnly ? 1 : kept
    kept = 0
    host.upload(bytes: Int64(count) * upload.bytesPerFix, onWiFiOnly: upload.onWiFiOnly) { [weak self] in
      self?.handle(.uploadFinished)
    }
  }
}

extension CompositeConfiguration {
  /// Sets what is given, in the order in which an app would.
  func apply(to manager: LocationManager) {
    if let desiredAccuracy { manager.desiredAccuracy = desiredAccuracy }
    if let distanceFilter {
      manager.distanceFilter =
        distanceFilter.isFinite && distanceFilter > 0 ? distanceFilter : LocationManager.distanceFilterNone
    }
    if let activityType { manager.activityType = activityType }
    if let pausesAutomatically { manager.pausesLocationUpdatesAutomatically = pausesAutomatically }
    if let allowsBackground { manager.allowsBackgroundLocationUpdates = allowsBackground }
  }
}
