import LocationServices

/// Runs a composite strategy: feeds each event to the rules of the current state.
final class CompositeApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "composite", summary: "states, triggers and actions as the file says", parameters: [],
    requires: [.standardUpdates], makeApp: { CompositeApp($0) })

  private let program: CompositeProgram
  private let uploader: PositionUploader
  private var host: AppHost?
  private var state = 0
  private var standard: LocationManager?
  private var significantChange: LocationManager?
  /// Of fences and visits.
  private var events: LocationManager?
  private var timers: [String: Int] = [:]
  private var geocoder: Geocoder?
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
    // What was registered by an earlier process may be why this one was started: somebody must be there to be told.
    if program.services.contains(where: { $0 == .regionMonitoring || $0 == .visits }) { _ = eventManager(host) }
    enter(0)
    handle { if case .launched(let wanted) = $0 { wanted == nil || wanted == reason } else { false } }
  }

  func didEnterBackground(_ host: AppHost) { handle(.background) }
  func willEnterForeground(_ host: AppHost) { handle(.foreground) }
  func performBackgroundRefresh(_ host: AppHost) { handle(.backgroundRefresh) }
  func backgroundTaskWillExpire(_ host: AppHost) { handle(.taskExpiring) }
  func batteryLevelDidChange(_ host: AppHost) { handle(.batteryChanged) }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    arrived = locations
    let before = position
    position = locations.last ?? position
    let (current, count) = (state, locations.count)
    if manager === significantChange {
      handle(.significantChange)
    } else {
      handle(.delivery)
    }
    let isDropped = arrived.isEmpty
    arrived = []
    if isDropped {
      position = before
      return
    }
    if let host { uploader.add(count, host: host) }
    if manager === standard, state == current { noteAccuracy() }
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
    handleEvent(.fenceEntered(region.identifier))
  }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
    handleEvent(.fenceLeft(region.identifier))
  }
  func locationManager(_ manager: LocationManager, didVisit visit: Visit) {
    handleEvent(visit.departureDate == Visit.distantFuture ? .arrival : .departure)
  }

  /// An event that says where the user is: it counts as a position to send.
  private func handleEvent(_ event: CompositeTrigger) {
    kept += 1
    handle(event)
    if let host { uploader.add(1, host: host) }
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
    case .start(.standard): standardManager(host).startUpdatingLocation()
    case .start(.visits): eventManager(host).startMonitoringVisits()
    case .stop(.visits): eventManager(host).stopMonitoringVisits()
    case .start(.significantChange): significantChangeManager(host).startMonitoringSignificantLocationChanges()
    case .stop(.standard): standard?.stopUpdatingLocation()
    case .stop(.significantChange): significantChangeManager(host).stopMonitoringSignificantLocationChanges()
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
      currentGeocoder(host).geocodeAddressString(address) { [weak self] in
        if $1 == nil, let place = $0?.first { self?.address = place.location }
        self?.geocodeFinished($1)
      }
    case .reverseGeocode:
      guard let position else { return }
      currentGeocoder(host).reverseGeocodeLocation(position) { [weak self] in self?.geocodeFinished($1) }
    case .cancelGeocode: geocoder?.cancelGeocode()
    case .fence(let fence): set(fence, host)
    case .removeFence(let name): eventManager(host).stopMonitoring(identifier: name)
    case .requestRefresh(let seconds): host.scheduleBackgroundRefresh(after: seconds)
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
    }
  }

  private func standardManager(_ host: AppHost) -> LocationManager {
    if let standard { return standard }
    let manager = host.makeLocationManager()
    manager.delegate = self
    standard = manager
    return manager
  }

  private func significantChangeManager(_ host: AppHost) -> LocationManager {
    if let significantChange { return significantChange }
    let manager = host.makeLocationManager()
    manager.delegate = self
    significantChange = manager
    return manager
  }

  private func eventManager(_ host: AppHost) -> LocationManager {
    if let events { return events }
    let manager = host.makeLocationManager()
    manager.delegate = self
    events = manager
    return manager
  }

  /// Without a centre there is nothing to watch.
  private func set(_ fence: CompositeFence, _ host: AppHost) {
    guard let center = fence.center == .position ? position : address else { return }
    eventManager(host).startMonitoring(
      for: CircularRegion(
        center: center.position, radius: fence.radius, identifier: fence.name,
        notifyOnEntry: program.waits(for: .fenceEntered(fence.name)),
        notifyOnExit: program.waits(for: .fenceLeft(fence.name))))
  }

  private func currentGeocoder(_ host: AppHost) -> Geocoder {
    if let geocoder { return geocoder }
    let made = host.makeGeocoder()
    geocoder = made
    return made
  }

  private func geocodeFinished(_ error: LocationError?) {
    guard let error else { return handle(.geocodeFinished) }
    handle { if case .geocodeFailed(let wanted) = $0 { wanted == nil || wanted == error } else { false } }
  }

  private func send(_ upload: CompositeUpload, _ host: AppHost) {
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
