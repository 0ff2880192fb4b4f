import DeviceModel
public import Quantities
import World

/// The fused location provider: when positions are looked for, what they ask of positioning, and who is given them.
extension LocationSystem {
  // MARK: Requests

  mutating func requestUpdates(_ identifier: Int, _ request: FusedLocationRequest, app: Int, at now: Instant) {
    guard has(.fusedLocation, app: app) else { return }
    if request.granularity == .coarse { _ = has(.reducedAccuracy, app: app) }
    apps[app].fused.append(FusedRequestState(identifier: identifier, request: request, at: now))
    hasFusedRequests = true
    noteAccess(app)
    let index = apps[app].fused.count - 1
    // A first position may come from before, as the default maximum age of an update allows (the interval).
    if let last = lastPosition, now.seconds - last.timestamp < request.interval, apps[app].may(.fusedLocation),
      !savesPower(of: app)
    {
      // It counts as the first one: the next is due an interval later.
      apps[app].fused[index].lastComputed = .seconds(last.timestamp)
      deliver(last, to: index, of: app, at: now)
    }
    repaceRequests(of: app, at: now)
  }

  mutating func removeUpdates(_ identifier: Int, app: Int) {
    guard let index = apps[app].fused.firstIndex(where: { $0.identifier == identifier }) else { return }
    apps[app].fused.remove(at: index)
    fusedRequestsChanged()
  }

  /// Delivers what is gathered at once (`flushLocations`).
  mutating func flushUpdates(app: Int) {
    for index in apps[app].fused.indices { flushRequest(index, app: app) }
  }

  mutating func removeAllUpdates(of app: Int) {
    apps[app].fused.removeAll()
    fusedRequestsChanged()
  }

  private mutating func fusedRequestsChanged() {
    hasFusedRequests = apps.contains { !$0.fused.isEmpty }
    needsDemand = true
  }

  mutating func setForegroundService(_ isOn: Bool, app: Int, at now: Instant) {
    guard isOn != apps[app].hasForegroundService, has(.foregroundServices, app: app) else { return }
    let platform = apps[app].definition.platform
    // From behind the screen only while an event of the system's is handled.
    if isOn, platform.restrictsForegroundServices, apps[app].process != .foreground, now >= apps[app].runsUntil {
      return
    }
    apps[app].hasForegroundService = isOn
    apps[app].serviceBegunInUse =
      isOn && (apps[app].process == .foreground || !platform.limitsServicesBegunBehindTheScreen)
    apps[app].lastUse = now
    apps[app].thaw(until: now)
    networkRightsChanged = true
    repaceRequests(of: app, at: now)
  }

  // MARK: Pace

  func pace(of request: FusedLocationRequest, app: Int) -> FusedPace {
    FusedPace(
      request, on: apps[app].definition.platform,
      isBackground: apps[app].process != .foreground && !apps[app].hasForegroundService,
      isCoarse: isCoarse(request, app: app), isStill: motion == .still, hasSatellites: !savesSatellites(of: app))
  }

  private func isCoarse(_ request: FusedLocationRequest, app: Int) -> Bool {
    apps[app].definition.platform.offers(.reducedAccuracy)
      && (apps[app].authorization.accuracyAuthorization == .reduced || request.granularity == .coarse)
  }

  var isDozing: Bool { doze?.isDozing ?? false }

  /// Battery Saver keeps positions from the app, or the phone dozes: nothing is looked for on behalf of the request.
  private func isHeldBack(_ pace: FusedPace, of app: Int) -> Bool {
    savesPower(of: app) || isHeldBackInDoze(pace, of: app)
  }

  private func isHeldBackInDoze(_ pace: FusedPace, of app: Int) -> Bool {
    isDozing && !(pace.isForHighAccuracy && apps[app].definition.platform.keepsHighAccuracyWhileDozing)
  }

  /// Whether the app's requests say nothing at all.
  private func isSilent(_ app: Int) -> Bool { isDozing && !apps[app].definition.platform.retellsWhileDozing }

  /// The way of moving, the app's place or its rights have changed: each request is due when its new pace says.
  mutating func repaceRequests(of app: Int, at now: Instant) {
    guard !apps[app].fused.isEmpty else { return }
    needsDemand = true
    for index in apps[app].fused.indices {
      let pace = pace(of: apps[app].fused[index].request, app: app)
      let last = apps[app].fused[index].lastComputed
      if isHeldBack(pace, of: app) { apps[app].fused[index].forgetKept() }
      if pace.source == .none {
        apps[app].fused[index].rest(until: .never)
      } else if pace.isContinuous {
        if apps[app].fused[index].looksUntil != .never || apps[app].fused[index].lookingSince == nil {
          apps[app].fused[index].look(for: nil, at: now)
        }
      } else if apps[app].fused[index].lookingSince == nil || apps[app].fused[index].looksUntil == .never {
        let due = last.map { max(now, $0 + pace.interval) } ?? now
        apps[app].fused[index].rest(until: due)
        if due <= now { apps[app].fused[index].look(for: pace.patience, at: now) }
      }
    }
  }

  mutating func repaceAllRequests(at now: Instant) {
    guard hasFusedRequests else { return }
    for app in apps.indices { repaceRequests(of: app, at: now) }
  }

  // MARK: Demand

  /// Adds what the requests that look for a position need.
  func ask(forRequestsOf app: Int, _ demand: inout PositioningDemand) {
    guard apps[app].may(.fusedLocation) else { return }
    for index in apps[app].fused.indices where apps[app].fused[index].lookingSince != nil {
      let pace = pace(of: apps[app].fused[index].request, app: app)
      let isHeldBack = isHeldBack(pace, of: app)
      guard pace.source != .none, !isHeldBack || (isDozing && pace.isContinuous) else { continue }
      if demand.cause == .system { demand.cause = EnergyAttribution(.fix, app: app + 1) }
      if isHeldBack {
        demand.heldBack = true
        continue
      }
      let onChip = pace.isContinuous && pace.delay > .zero && chipCapacity > 0 && apps[app].process != .foreground
      demand.ask(for: pace.source, onChip: onChip)
      demand.barsGNSS = demand.barsGNSS || savesSatellites(of: app)
    }
  }

  /// Whether one of the app's requests keeps the location icon in the status bar: one for satellites with an interval under
  /// 5 min (AOSP: `LocationControllerImpl` shows requests of high power, `MAX_HIGH_POWER_INTERVAL_MS`).
  func keepsStatusIcon(_ app: Int) -> Bool {
    guard hasFusedRequests, apps[app].may(.fusedLocation) else { return false }
    return apps[app].fused.contains {
      let pace = pace(of: $0.request, app: app)
      return pace.source == .satellites && pace.interval < .minutes(5) && !savesPower(of: app)
    }
  }

  // MARK: Positions

  /// A position was determined: requests that look take it, others let it pass as their minimum interval allows.
  mutating func ingestForRequests(_ location: Location, fromGNSS: Bool, onChip: Bool = false, at now: Instant) {
    guard hasFusedRequests else { return }
    for app in apps.indices where !apps[app].fused.isEmpty && !isSilent(app) && apps[app].may(.fusedLocation) {
      for index in apps[app].fused.indices {
        let pace = pace(of: apps[app].fused[index].request, app: app)
        if isHeldBack(pace, of: app) { continue }
        // What the chip keeps is known to those who gather only.
        if onChip, pace.delay == .zero { continue }
        ingest(location, fromGNSS: fromGNSS, request: index, pace, app: app, at: now)
      }
      apps[app].fused.removeAll { $0.updatesLeft <= 0 }
    }
    if !apps.contains(where: { !$0.fused.isEmpty }) { fusedRequestsChanged() }
  }

  /// A request that looks all the time gets, at the end of its minimum interval, what came too early: `interval` is how often a
  /// position is computed for it (developers.google.com, `LocationRequest.Builder`), and what the provider knows by then is
  /// part of that (Play services' provider was not read: estimate). What others cause is dropped where it comes too early
  /// (AOSP, `LocationProviderManager`, `acceptLocationChange`).
  private mutating func ingest(
    _ location: Location, fromGNSS: Bool, request index: Int, _ pace: FusedPace, app: Int, at now: Instant
  ) {
    let isLooking = apps[app].fused[index].lookingSince != nil
    if isLooking, !pace.isContinuous {
      guard pace.source.isServed(by: location, fromGNSS: fromGNSS) else {
        let best = apps[app].fused[index].best
        if best.map({ location.horizontalAccuracy <= $0.horizontalAccuracy }) ?? true {
          apps[app].fused[index].best = location
        }
        return
      }
      computed(location, request: index, pace, app: app, at: now)
      return
    }
    guard apps[app].fused[index].admits(location) else { return }
    if let since = apps[app].fused[index].minimumSince {
      // A receiver that runs on for this request keeps to its interval: the clock of fixes is exact.
      let early = isLooking ? 0.05 : max(0.05, pace.jitter.seconds)
      guard location.timestamp - since.seconds >= pace.minimum.seconds - early else {
        if isLooking { apps[app].fused[index].keep(location, until: max(now, since + pace.minimum)) }
        return
      }
    }
    if isLooking {
      apps[app].fused[index].lastComputed = now
    } else if pace.source != .none {
      apps[app].fused[index].lastComputed = now
      apps[app].fused[index].due = now + pace.interval
    }
    deliver(location, to: index, of: app, at: now)
  }

  /// A look has brought what it was for, or the best there was.
  private mutating func computed(
    _ location: Location?, request index: Int, _ pace: FusedPace, app: Int, at now: Instant
  ) {
    let since = apps[app].fused[index].lookingSince ?? now
    // A look that took longer than the interval is followed by the next one.
    let due = max(now, location == nil ? since + pace.interval : now + pace.interval)
    apps[app].fused[index].lastComputed = now
    apps[app].fused[index].rest(until: due)
    needsDemand = true
    if let location { deliver(location, to: index, of: app, at: now) }
  }

  /// - Parameter since: from when on the minimum interval counts; when the position was determined, if left out.
  private mutating func deliver(
    _ location: Location, to index: Int, of app: Int, at now: Instant, countingFrom since: Instant? = nil
  ) {
    let request = apps[app].fused[index].request
    apps[app].fused[index].forgetKept()
    if let last = apps[app].fused[index].lastDelivered, request.minUpdateDistance > 0,
      last.distance(from: location) <= request.minUpdateDistance
    {
      return
    }
    apps[app].fused[index].lastDelivered = location
    apps[app].fused[index].minimumSince = since ?? .seconds(location.timestamp)
    apps[app].fused[index].updatesLeft -= 1
    let shown = isCoarse(request, app: app) ? ApproximateLocation.of(location, offset: outcomes.placeOffset) : location
    apps[app].fused[index].held.append(shown)
    let delay = pace(of: request, app: app).delay
    guard delay > .zero, apps[app].fused[index].updatesLeft > 0 else { return flushRequest(index, app: app) }
    if apps[app].fused[index].heldUntil == .never { apps[app].fused[index].heldUntil = now + delay }
    // A chip that is full wakes the phone, and what it held is delivered early.
    if demand.gnss == .batching, apps[app].fused[index].held.count >= chipCapacity { flushRequest(index, app: app) }
  }

  private mutating func flushRequest(_ index: Int, app: Int) {
    guard !apps[app].fused[index].held.isEmpty else { return }
    let held = apps[app].fused[index].held
    apps[app].fused[index].held.removeAll()
    apps[app].fused[index].heldUntil = .never
    apps[app].post(.fused(apps[app].fused[index].identifier, held))
  }

  /// Hands positions to the app's callback.
  mutating func deliver(_ locations: [Location], toRequest identifier: Int, host: AppHost) {
    guard let callback = host.fusedCallbacks[identifier] else { return }
    deliveries += 1
    callback(locations)
    delivered += host.dropped.isEmpty ? locations : locations.filter { !host.dropped.contains($0) }
    host.dropped.removeAll()
  }

  // MARK: Time

  /// When a request must be looked at again, or `never`.
  func fusedDeadline(of app: Int) -> Instant {
    var deadline = Instant.never
    let isSilent = isSilent(app)
    for index in apps[app].fused.indices {
      deadline = min(deadline, apps[app].fused[index].deadline(isDozing: isSilent))
    }
    return deadline
  }

  mutating func fusedTimerFired(at now: Instant) {
    if let end = doze?.deadline, end <= now {
      doze?.timerFired(at: now)
      dozeChanged(at: now)
      updateLightDoze(at: now)
    }
    if let end = lightDoze?.deadline, end <= now {
      lightDoze?.timerFired(at: now)
      networkRightsChanged = true
    }
    guard hasFusedRequests else { return }
    for app in apps.indices where !apps[app].fused.isEmpty {
      for index in apps[app].fused.indices where apps[app].fused[index].deadline(isDozing: isSilent(app)) <= now {
        let state = apps[app].fused[index]
        if state.expires <= now {
          flushRequest(index, app: app)
          apps[app].fused[index].updatesLeft = 0
          continue
        }
        if state.heldUntil <= now { flushRequest(index, app: app) }
        let pace = pace(of: state.request, app: app)
        if let kept = state.kept, state.keptUntil <= now { deliverKept(kept, to: index, pace, of: app, at: now) }
        if state.lookingSince != nil, state.looksUntil <= now {
          computed(state.best, request: index, pace, app: app, at: now)
        }
        if apps[app].fused[index].lookingSince == nil, apps[app].fused[index].due <= now {
          if savesPower(of: app) {
            apps[app].fused[index].rest(until: now + pace.interval)
            continue
          }
          if isHeldBackInDoze(pace, of: app) {
            retell(index, pace, app: app, at: now)
            continue
          }
          apps[app].fused[index].look(for: pace.patience, at: now)
          needsDemand = true
        }
      }
      let count = apps[app].fused.count
      apps[app].fused.removeAll { $0.updatesLeft <= 0 }
      if apps[app].fused.count != count { fusedRequestsChanged() }
    }
  }

  /// Delivers what came too early. The next may come a jitter sooner, so that deliveries fall in step with a receiver's fixes.
  private mutating func deliverKept(
    _ location: Location, to index: Int, _ pace: FusedPace, of app: Int, at now: Instant
  ) {
    guard !isHeldBack(pace, of: app), apps[app].may(.fusedLocation) else {
      apps[app].fused[index].forgetKept()
      return
    }
    apps[app].fused[index].lastComputed = now
    deliver(location, to: index, of: app, at: now, countingFrom: max(.seconds(location.timestamp), now - pace.jitter))
  }

  /// The last position is told again, as a new one.
  private mutating func retell(_ index: Int, _ pace: FusedPace, app: Int, at now: Instant) {
    apps[app].fused[index].rest(until: now + pace.interval)
    guard let last = apps[app].fused[index].lastDelivered ?? lastPosition, apps[app].may(.fusedLocation) else { return }
    apps[app].fused[index].lastComputed = now
    let again = Location(
      position: last.position, horizontalAccuracy: last.horizontalAccuracy, timestamp: now.seconds, speed: -1)
    deliver(again, to: index, of: app, at: now)
  }

  // MARK: Doze

  /// Whether the app's transfers may begin: behind the screen and without a foreground service not while the phone dozes, be
  /// it lightly, nor in Battery Saver.
  public func mayUseNetwork(_ app: Int) -> Bool {
    guard isDozing || lightDoze?.isIdle == true || isLowPower else { return true }
    return apps[app].process == .foreground || apps[app].hasForegroundService
  }

  /// Whether transfers that wait should be tried again, since the driver last asked.
  public mutating func takeNetworkRightsChange() -> Bool {
    defer { networkRightsChanged = false }
    return networkRightsChanged
  }

  /// The charger was connected or taken off.
  public mutating func chargerChanged(isConnected: Bool, at now: Instant) {
    isCharging = isConnected
    deviceChanged(.charging, isOn: isConnected, at: now)
    updateDoze(at: now)
  }

  mutating func updateDoze(at now: Instant) {
    guard doze != nil else { return }
    let (was, wasInteractive) = (isDozing, doze?.isInteractive)
    let isInteractive = isInteractive
    doze?.update(isStill: motion == .still, isInteractive: isInteractive, isCharging: isCharging, at: now)
    updateLightDoze(at: now)
    if isDozing != was { dozeChanged(at: now) }
    if isLowPower, isInteractive != wasInteractive { powerModeChanged(at: now) }
  }

  var isInteractive: Bool { isScreenOn || apps.contains { $0.process == .foreground } }

  /// Doze takes the lighter one's place, its windows too (AOSP, `LIGHT_STATE_OVERRIDE`).
  private mutating func updateLightDoze(at now: Instant) {
    guard lightDoze != nil else { return }
    let wasIdle = lightDoze?.isIdle
    let (isInteractive, isOverridden) = (isInteractive, doze?.hasBegun == true)
    lightDoze?.update(isInteractive: isInteractive, isCharging: isCharging, isOverridden: isOverridden, at: now)
    if lightDoze?.isIdle != wasIdle { networkRightsChanged = true }
  }

  private mutating func dozeChanged(at now: Instant) {
    networkRightsChanged = true
    needsDemand = true
    inform(.doze(isOn: isDozing), at: now)
    if !isDozing { releaseAlarms(at: now) }
    repaceAllRequests(at: now)
  }
}

extension FusedPace.Source {
  /// Whether a position is what a poll of this kind is for; others are kept in case nothing better comes.
  func isServed(by location: Location, fromGNSS: Bool) -> Bool {
    switch self {
    case .none: false
    case .cell: true
    // The poorest class of Wi-Fi positions reports less than any cell's.
    case .wifi: fromGNSS || location.horizontalAccuracy <= 200
    case .satellites: fromGNSS
    }
  }
}

extension PositioningDemand {
  /// Adds what one fused request needs.
  ///
  /// - Parameter onChip: fixes may be kept on the GNSS chip.
  mutating func ask(for source: FusedPace.Source, onChip: Bool) {
    switch source {
    case .none: break
    case .satellites where onChip: gnss = max(gnss, .batching)
    case .satellites:
      cell = true
      gnss = .continuous
      wifi = max(wifi, .bridging)
    case .wifi:
      cell = true
      wifi = max(wifi, .regular)
    case .cell:
      cell = true
      wifi = max(wifi, .fallback)
    }
  }
}
