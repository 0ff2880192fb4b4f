import DeviceModel
import Core
import World

/// The fused location provider: when positions are looked for, what they ask of positioning, and who is given them.
extension LocationSystem {
  // MARK: Requests

  mutating func requestUpdates(_ identifier: Int, _ request: FusedLocationRequest, app: Int, at now: Instant) {
    guard has(.fusedLocation, app: app) else { return }
    if request.granularity == .coarse { _ = has(.reducedAccuracy, app: app) }
    fused[app].removeAll { $0.identifier == identifier }
    let state = FusedRequestState(identifier: identifier, request: request, at: now)
    let index = fused.append(state, of: app)
    noteAccess(app)
    if request.isForOne { beginSearchForOne(app, at: now) }
    // A first position may come from before, as the maximum age of an update allows.
    if let last = movement.lastPosition, now.seconds - last.timestamp < request.maxUpdateAge ?? request.interval,
      apps[app].may(.fusedLocation), !savesPower(of: app)
    {
      // It counts as the first one: the next is due an interval later.
      fused[app][index].lastComputed = .seconds(last.timestamp)
      deliver(FusedPosition(location: last), to: index, of: app, at: now)
    }
    repaceRequests(of: app, at: now)
  }

  mutating func removeUpdates(_ identifier: Int, app: Int, at now: Instant) {
    guard let index = fused[app].firstIndex(where: { $0.identifier == identifier }) else { return }
    if fused[app][index].request.isForOne { positionSearches.endForOne(app, at: now) }
    fused[app].remove(at: index)
    fusedRequestsChanged()
  }

  /// Delivers what is gathered at once (`flushLocations`).
  mutating func flushUpdates(app: Int, at now: Instant) {
    for index in fused[app].indices { flushRequest(index, app: app, at: now) }
  }

  /// The process has ended: what goes to a `PendingIntent` stays, but not over a restart of the phone.
  mutating func removeCallbacks(of app: Int) {
    fused[app].removeAll { $0.request.delivery == .callback || phone.isLocked }
    fusedRequestsChanged()
  }

  private mutating func fusedRequestsChanged() {
    fused.update()
    needsDemand = true
  }

  mutating func setForegroundService(_ isOn: Bool, app: Int, at now: Instant) {
    guard isOn != apps[app].foregroundService.isOn, has(.foregroundServices, app: app) else { return }
    let platform = apps[app].definition.platform
    if isOn, platform.restrictsForegroundServices, apps[app].process != .foreground,
      now >= apps[app].foregroundService.mayBeginUntil
    {
      return note(.foregroundServices, .refusedBehindTheScreen, app: app)
    }
    apps[app].foregroundService.isOn = isOn
    apps[app].foregroundService.begunInUse =
      isOn && (apps[app].process == .foreground || !platform.limitsServicesBegunBehindTheScreen)
    noteUse(app, at: now)
    apps[app].thaw(until: now)
    outbox.ofSystem.changesNetworkRights = true
    repaceRequests(of: app, at: now)
  }

  // MARK: Pace

  private func pace(ofRequest index: Int, app: Int) -> FusedPace {
    pace(of: fused[app][index].request, scansFail: fused[app][index].standIn.isOn, app: app)
  }

  private func pace(of request: FusedLocationRequest, scansFail: Bool, app: Int) -> FusedPace {
    FusedPace(
      request, on: apps[app].definition.platform,
      isBackground: apps[app].process != .foreground && !apps[app].foregroundService.isOn,
      isCoarse: isCoarse(request, app: app), isStill: movement.motion.isStill,
      hasSatellites: !savesSatellites(of: app), scansFail: scansFail)
  }

  private func isCoarse(_ request: FusedLocationRequest, app: Int) -> Bool {
    apps[app].definition.platform.offers(.reducedAccuracy)
      && (apps[app].authorization.accuracyAuthorization == .reduced || request.granularity == .coarse)
  }

  /// Battery Saver keeps positions from the app, or the phone dozes: nothing is looked for on behalf of the request.
  private func isHeldBack(_ pace: FusedPace, of app: Int) -> Bool {
    savesPower(of: app) || isHeldBackInDoze(pace, of: app)
  }

  private func isHeldBackInDoze(_ pace: FusedPace, of app: Int) -> Bool {
    isDozing && !(pace.isForHighAccuracy && apps[app].definition.platform.keepsHighAccuracyWhileDozing)
  }

  /// Whether the app's requests say nothing at all.
  private func isSilent(_ app: Int) -> Bool { isDozing && !apps[app].definition.platform.repeatsWhileDozing }

  /// The way of moving, the app's place or its rights have changed: each request is due when its new pace says.
  mutating func repaceRequests(of app: Int, at now: Instant) {
    guard !fused[app].isEmpty else { return }
    needsDemand = true
    for index in fused[app].indices {
      let pace = pace(ofRequest: index, app: app)
      let last = fused[app][index].lastComputed
      if isHeldBack(pace, of: app) { fused[app][index].forgetKept() }
      if pace.source == .none {
        fused[app][index].rest(until: .never)
      } else if pace.isContinuous {
        if fused[app][index].looksUntil != .never || fused[app][index].lookingSince == nil {
          fused[app][index].look(for: nil, at: now)
        }
      } else if fused[app][index].lookingSince == nil || fused[app][index].looksUntil == .never {
        let due = last.map { max(now, $0 + pace.interval) } ?? now
        fused[app][index].rest(until: due)
        if due <= now { fused[app][index].look(for: pace.patience, at: now) }
      }
    }
  }

  mutating func repaceAllRequests(at now: Instant) {
    guard fused.areAny else { return }
    for app in apps.indices { repaceRequests(of: app, at: now) }
  }

  // MARK: Demand

  /// Adds what the requests that look for a position need.
  func ask(forRequestsOf app: Int, _ demand: inout PositioningDemand) {
    guard apps[app].may(.fusedLocation) else { return }
    for index in fused[app].indices where fused[app][index].lookingSince != nil {
      let pace = pace(ofRequest: index, app: app)
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
    guard fused.areAny, apps[app].may(.fusedLocation) else { return false }
    return fused[app].contains {
      let pace = pace(of: $0.request, scansFail: $0.standIn.isOn, app: app)
      return pace.source == .satellites && pace.interval < .minutes(5) && !savesPower(of: app)
    }
  }

  // MARK: Positions

  /// A position was determined: requests that look take it, others let it pass as their minimum interval allows.
  mutating func ingestForRequests(_ location: Location, fromGNSS: Bool, onChip: Bool = false, at now: Instant) {
    guard fused.areAny else { return }
    for app in apps.indices where !fused[app].isEmpty && !isSilent(app) && apps[app].may(.fusedLocation) {
      for index in fused[app].indices {
        let pace = pace(ofRequest: index, app: app)
        if isHeldBack(pace, of: app) { continue }
        // What the chip keeps is known to those who gather only.
        if onChip, pace.delay == .zero { continue }
        ingest(FusedPosition(location: location, fromGNSS: fromGNSS), request: index, pace, app: app, at: now)
      }
      _ = fused.removeSpent(of: app)
    }
    if fused.isEmpty { fusedRequestsChanged() }
  }

  /// A request that looks all the time gets, at the end of its minimum interval, what came too early: `interval` is how often a
  /// position is computed for it (developers.google.com, `LocationRequest.Builder`), and what the provider knows by then is
  /// part of that (Play services' provider was not read: estimate). What others cause is dropped where it comes too early
  /// (AOSP, `LocationProviderManager`, `acceptLocationChange`).
  private mutating func ingest(
    _ position: FusedPosition, request index: Int, _ pace: FusedPace, app: Int, at now: Instant
  ) {
    let location = position.location
    let isLooking = fused[app][index].lookingSince != nil
    if isLooking, !pace.isContinuous {
      let fromGNSS = position.fromGNSS ?? false
      guard pace.isServed(by: location, fromGNSS: fromGNSS) else {
        let best = fused[app][index].best
        if best.map({ location.horizontalAccuracy <= $0.location.horizontalAccuracy }) ?? true {
          fused[app][index].best = position
        }
        return
      }
      if pace.standsIn, !fromGNSS { fused[app][index].standIn.scansAnswered(at: now) }
      computed(position, request: index, pace, app: app, at: now)
      return
    }
    guard fused[app][index].admits(position, restsSince: movement.restsSince) else { return }
    if let since = fused[app][index].minimumSince {
      // A receiver that runs on for this request keeps to its interval: the clock of fixes is exact.
      let early = isLooking ? 0.05 : max(0.05, pace.jitter.seconds)
      guard location.timestamp - since.seconds >= pace.minimum.seconds - early else {
        if isLooking { fused[app][index].keep(position, until: max(now, since + pace.minimum)) }
        return
      }
    }
    if isLooking {
      fused[app][index].lastComputed = now
    } else if pace.source != .none {
      fused[app][index].lastComputed = now
      fused[app][index].due = now + pace.interval
    }
    deliver(position, to: index, of: app, at: now)
  }

  /// A look has brought what it was for, or the best there was.
  private mutating func computed(
    _ position: FusedPosition?, request index: Int, _ pace: FusedPace, app: Int, at now: Instant
  ) {
    let since = fused[app][index].lookingSince ?? now
    // A look that took longer than the interval is followed by the next one.
    let due = max(now, position == nil ? since + pace.interval : now + pace.interval)
    fused[app][index].lastComputed = now
    fused[app][index].rest(until: due)
    needsDemand = true
    if let position { deliver(position, to: index, of: app, at: now) }
  }

  /// - Parameter since: from when on the minimum interval counts; when the position was determined, if left out.
  private mutating func deliver(
    _ position: FusedPosition, to index: Int, of app: Int, at now: Instant, countingFrom since: Instant? = nil
  ) {
    let location = position.location
    let request = fused[app][index].request
    fused[app][index].forgetKept()
    if let last = fused[app][index].lastDelivered, request.minUpdateDistance > 0,
      last.location.distance(from: location) <= request.minUpdateDistance
    {
      return
    }
    fused[app][index].lastDelivered = position
    fused[app][index].minimumSince = since ?? .seconds(location.timestamp)
    fused[app][index].updatesLeft -= 1
    let shown = isCoarse(request, app: app) ? ApproximateLocation.of(location, offset: outcomes.placeOffset) : location
    fused[app][index].held.append(shown)
    let delay = pace(ofRequest: index, app: app).delay
    guard delay > .zero, fused[app][index].updatesLeft > 0 else { return flushRequest(index, app: app, at: now) }
    if fused[app][index].heldUntil == .never { fused[app][index].heldUntil = now + delay }
    // A chip that is full wakes the phone, and what it held is delivered early.
    if demand.gnss == .batching, fused[app][index].held.count >= chipCapacity { flushRequest(index, app: app, at: now) }
  }

  private mutating func flushRequest(_ index: Int, app: Int, at now: Instant) {
    guard !fused[app][index].held.isEmpty else { return }
    let held = fused[app][index].held
    fused[app][index].held.removeAll()
    fused[app][index].heldUntil = .never
    if fused[app][index].request.delivery == .pendingIntent {
      guard mayBeWoken(app) else { return }
      resume(app, reason: .location, at: now)
      apps[app].thaw(until: max(now, apps[app].runsUntil))
    } else if apps[app].freezer.isFrozen {
      note(.fusedLocation, .frozen, app: app)
    } else if isWorking(app, at: now) {
      apps[app].thaw(until: now)
    }
    apps[app].post(.fused(fused[app][index].identifier, held))
  }

  /// Hands positions to the app's callback.
  mutating func deliver(
    _ locations: [Location], toRequest identifier: Int, app: Int, host: AppHost, at now: Instant
  ) {
    guard let callback = host.fusedCallbacks[identifier] else { return }
    callback(locations)
    noteDelivered(locations, app: app, host: host, at: now)
  }

  // MARK: Time

  /// When a request must be looked at again, or `never`.
  func fusedDeadline(of app: Int) -> Instant {
    var deadline = Instant.never
    let isSilent = isSilent(app)
    for index in fused[app].indices {
      deadline = min(deadline, fused[app][index].deadline(isDozing: isSilent))
    }
    return deadline
  }

  mutating func fusedTimerFired(at now: Instant) {
    guard fused.areAny else { return }
    for app in apps.indices where !fused[app].isEmpty {
      for index in fused[app].indices where fused[app][index].deadline(isDozing: isSilent(app)) <= now {
        let state = fused[app][index]
        if state.expires <= now {
          if state.request.isForOne { positionSearches.endForOne(app, at: now) }
          flushRequest(index, app: app, at: now)
          fused[app][index].updatesLeft = 0
          continue
        }
        if state.heldUntil <= now { flushRequest(index, app: app, at: now) }
        if state.lookingSince == nil, state.due <= now { fused[app][index].standIn.lookBegins(at: now) }
        let pace = pace(ofRequest: index, app: app)
        if let kept = state.kept, state.keptUntil <= now { deliverKept(kept, to: index, pace, of: app, at: now) }
        if state.lookingSince != nil, state.looksUntil <= now {
          if pace.mayTurnToSatellites, !isHeldBack(pace, of: app), fused[app][index].turnToSatellites(at: now) {
            needsDemand = true
            continue
          }
          if pace.standsIn { fused[app][index].standIn.satellitesFailed(at: now) }
          computed(
            fused[app][index].bestOfLook(restsSince: movement.restsSince), request: index, pace, app: app, at: now)
        }
        if fused[app][index].lookingSince == nil, fused[app][index].due <= now {
          if savesPower(of: app) {
            fused[app][index].rest(until: now + pace.interval)
            continue
          }
          if isHeldBackInDoze(pace, of: app) {
            redeliver(index, pace, app: app, at: now)
            continue
          }
          fused[app][index].look(for: pace.patience, at: now)
          needsDemand = true
        }
      }
      if fused.removeSpent(of: app) { fusedRequestsChanged() }
    }
  }

  /// Delivers what came too early. The next may come a jitter sooner, so that deliveries fall in step with a receiver's fixes.
  private mutating func deliverKept(
    _ position: FusedPosition, to index: Int, _ pace: FusedPace, of app: Int, at now: Instant
  ) {
    guard !isHeldBack(pace, of: app), apps[app].may(.fusedLocation) else {
      fused[app][index].forgetKept()
      return
    }
    fused[app][index].lastComputed = now
    let determined = Instant.seconds(position.location.timestamp)
    deliver(position, to: index, of: app, at: now, countingFrom: max(determined, now - pace.jitter))
  }

  /// The last position is delivered again, as a new one.
  private mutating func redeliver(_ index: Int, _ pace: FusedPace, app: Int, at now: Instant) {
    fused[app][index].rest(until: now + pace.interval)
    let delivered = fused[app][index].lastDelivered
    guard let last = delivered?.location ?? movement.lastPosition, apps[app].may(.fusedLocation) else { return }
    fused[app][index].lastComputed = now
    let again = Location(
      position: last.position, horizontalAccuracy: last.horizontalAccuracy, instant: now, speed: -1)
    deliver(FusedPosition(location: again, fromGNSS: delivered?.fromGNSS), to: index, of: app, at: now)
  }
}
