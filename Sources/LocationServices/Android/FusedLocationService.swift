import Core
import DeviceModel
import World

/// The fused location provider: when positions are looked for, what they ask of positioning, and who is given them.
struct FusedLocationService: OwnedService {
  enum Command: ServiceCommand {
    case request(Int, FusedLocationRequest)
    case remove(Int)
  }

  /// Of all apps, in the order in which they were made.
  private var requests: [FusedRequestState] = []
  /// The newest position that the provider has told an app.
  private var newest: FusedPosition?
  /// When other apps of the system's cause the next position of a phone at rest.
  private var othersDue = Instant.never

  /// There are any; cheaper to ask than to look.
  var areAny: Bool { !requests.isEmpty }
  func areAny(of app: Int) -> Bool { requests.contains { $0.app == app } }

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    switch command {
    case .request(let identifier, let request): add(identifier, request, app: app, context, &effects)
    case .remove(let identifier):
      if requests.contains(where: { $0.app == app && $0.identifier == identifier && $0.request.isForOne }) {
        effects.append(.search(app: app, .requestEnds))
      }
      remove(of: app, &effects) { $0.identifier == identifier }
    }
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    // What goes to a `PendingIntent` stays, but not over a restart of the phone.
    case .processEnded(let app, _):
      let isLocked = context.phone.isLocked
      remove(of: app, &effects) { $0.request.delivery == .callback || isLocked }
    case .foreground(let app, _), .rightsChanged(let app), .foregroundService(let app):
      repace(of: app, in: context, &effects)
    case .motion, .powerChanged: for app in context.processes.indices { repace(of: app, in: context, &effects) }
    default: break
    }
  }

  // MARK: Requests

  private mutating func add(
    _ identifier: Int, _ request: FusedLocationRequest, app: Int, _ context: borrowing Context,
    _ effects: inout Effects
  ) {
    if request.granularity == .coarse { _ = context.offers(.reducedAccuracy, app, &effects) }
    requests.removeAll { $0.app == app && $0.identifier == identifier }
    requests.append(FusedRequestState(app: app, identifier: identifier, request: request, at: context.now))
    if othersDue == .never, let interval = context.platform.othersInterval { othersDue = context.now + interval }
    tellProcess(app, &effects)
    effects.append(.accessBegun(app: app))
    if request.isForOne { effects.append(.search(app: app, .requestBegins)) }
    // A first position may come from before, as the maximum age of an update allows.
    let index = requests.count - 1
    if let last = context.movement.lastPosition {
      let pace = pace(index, context)
      let isGiven =
        context.now.seconds - last.timestamp < request.maxUpdateAge ?? request.interval
        && context.may(.fusedLocation, app) && !context.savesPower(of: app)
        && (last.horizontalAccuracy <= FusedPace.blockRadius || !pace.waitsForAccurate)
      // It counts as the first one: the next is due an interval later. Behind the screen a single position is not looked for
      // either while one is known that is younger than the throttle (AOSP 11, `LocationManagerService.getCurrentLocation`).
      if isGiven || (request.isForOne && pace.isLimited) { requests[index].lastComputed = .seconds(last.timestamp) }
      if isGiven { deliver(FusedPosition(location: last), to: index, pace, context, &effects) }
    }
    repace(of: app, in: context, &effects)
  }

  private mutating func remove(of app: Int, _ effects: inout Effects, where isMeant: (FusedRequestState) -> Bool) {
    let count = requests.count
    requests.removeAll { $0.app == app && isMeant($0) }
    guard requests.count != count else { return }
    if requests.isEmpty { othersDue = .never }
    tellProcess(app, &effects)
    effects.append(.demandChanged)
  }

  /// Forgets the requests that have brought all they were for.
  private mutating func removeSpent(_ effects: inout Effects) {
    while let index = requests.indices.first(where: { requests[$0].updatesLeft <= 0 }) {
      remove(of: requests[index].app, &effects) { $0.updatesLeft <= 0 }
    }
  }

  private func tellProcess(_ app: Int, _ effects: inout Effects) {
    let awaits = requests.contains { $0.app == app && $0.request.maxUpdates < .max }
    effects.append(.awaitsPositions(app: app, awaits))
  }

  // MARK: Pace

  // Requests are read in place: a copy of one counts its references.
  private func pace(_ index: Int, _ context: borrowing Context) -> FusedPace {
    let app = requests[index].app
    let isCoarse =
      (context.processes[app].seesAreaOfEvents || requests[index].request.granularity == .coarse)
      && context.platform(app).offers(.reducedAccuracy)
    return FusedPace(
      requests[index].request, on: context.platform(app), isBackground: !context.processes[app].isShown,
      isCoarse: isCoarse, isStill: context.movement.motion.isStill,
      hasSatellites: !context.savesSatellites(of: app), scansFail: requests[index].standIn.isOn,
      balancedInterval: context.balancedInterval)
  }

  /// Battery Saver keeps positions from the app, or the phone dozes: nothing is looked for on behalf of the request.
  private func isHeldBack(_ pace: FusedPace, of app: Int, _ context: borrowing Context) -> Bool {
    context.savesPower(of: app) || isHeldBackInDoze(pace, of: app, context)
  }

  /// Where the last position is told again while the phone dozes, requests go on until there is one no older than 30 s at the
  /// beginning of that (AOSP, `StationaryThrottlingLocationProvider`, `MAX_STATIONARY_LOCATION_AGE_MS`).
  private func isHeldBackInDoze(_ pace: FusedPace, of app: Int, _ context: borrowing Context) -> Bool {
    let platform = context.platform(app)
    guard context.isDozing, !pace.isForHighAccuracy || !platform.keepsHighAccuracyWhileDozing else { return false }
    return !platform.repeatsWhileDozing || newest?.location.instant ?? .start >= context.dozesSince - .seconds(30)
  }

  private func mayTell(_ index: Int, _ pace: FusedPace, _ context: borrowing Context) -> Bool {
    context.may(.fusedLocation, requests[index].app) && !isHeldBack(pace, of: requests[index].app, context)
  }

  /// Whether the app's requests say nothing at all.
  private func isSilent(_ app: Int, _ context: borrowing Context) -> Bool {
    context.isDozing && !context.platform(app).repeatsWhileDozing
  }

  /// The way of moving, the app's place or its rights have changed: each request is due when its new pace says.
  private mutating func repace(of app: Int, in context: borrowing Context, _ effects: inout Effects) {
    let now = context.now
    for index in requests.indices where requests[index].app == app {
      effects.append(.demandChanged)
      let pace = pace(index, context)
      if isHeldBack(pace, of: app, context) { requests[index].forgetKept() }
      if pace.source == .none {
        requests[index].rest(until: .never)
      } else if pace.isContinuous {
        if requests[index].looksUntil != .never || requests[index].lookingSince == nil {
          requests[index].look(for: nil, at: now)
        }
      } else if requests[index].lookingSince == nil || requests[index].looksUntil == .never {
        let due = requests[index].lastComputed.map { max(now, $0 + pace.interval) } ?? now
        requests[index].rest(until: due)
        if due <= now { requests[index].look(for: pace.patience, at: now) }
      }
    }
  }

  // MARK: Demand

  /// Adds what the requests that look for a position need.
  func ask(_ demand: inout PositioningDemand, in context: borrowing Context) {
    for index in requests.indices
    where requests[index].lookingSince != nil && context.may(.fusedLocation, requests[index].app) {
      let (app, pace) = (requests[index].app, pace(index, context))
      let isHeldBack = isHeldBack(pace, of: app, context)
      guard pace.source != .none, !isHeldBack || (context.isDozing && pace.isContinuous) else { continue }
      if isHeldBack {
        demand.ask(by: app)
        demand.heldBack = true
        continue
      }
      let onChip =
        pace.isContinuous && pace.delay > .zero && context.chipCapacity > 0 && context.state(app) != .foreground
      demand.ask(for: pace.source, onChip: onChip, by: app)
      if pace.source == .cell, requests[index].request.isForOne { demand.isForOneShot = true }
      demand.barsGNSS = demand.barsGNSS || context.savesSatellites(of: app)
    }
  }

  /// Whether one of the app's requests keeps the location icon in the status bar: one for satellites with an interval under
  /// 5 min (AOSP: `LocationControllerImpl` shows requests of high power, `MAX_HIGH_POWER_INTERVAL_MS`).
  func keepsStatusIcon(_ app: Int, in context: borrowing Context) -> Bool {
    guard areAny, context.may(.fusedLocation, app), !context.savesPower(of: app) else { return false }
    for index in requests.indices where requests[index].app == app {
      let pace = pace(index, context)
      if pace.source == .satellites, pace.interval < .minutes(5) { return true }
    }
    return false
  }

  // MARK: Positions

  /// A position was determined: requests that look take it, others let it pass as their minimum interval allows.
  mutating func take(
    _ location: Location, fromGNSS: Bool, onChip: Bool = false, in context: borrowing Context,
    _ effects: inout Effects
  ) {
    for index in requests.indices {
      let app = requests[index].app
      guard !isSilent(app, context), context.may(.fusedLocation, app) else { continue }
      let pace = pace(index, context)
      // What the chip keeps is known to those who gather only.
      if context.savesPower(of: app) || (onChip && pace.delay == .zero) { continue }
      take(FusedPosition(location: location, fromGNSS: fromGNSS), index, pace, context, &effects)
    }
    removeSpent(&effects)
    effects.append(.deadlineMoved)
    if context.isDozing { effects.append(.demandChanged) }
  }

  /// A request that looks all the time gets, at the end of its minimum interval, what came too early: `interval` is how often a
  /// position is computed for it (developers.google.com, `LocationRequest.Builder`), and what the provider knows by then is
  /// part of that (Play services' provider was not read: estimate). What others cause is dropped where it comes too early
  /// (AOSP, `LocationProviderManager`, `acceptLocationChange`).
  private mutating func take(
    _ position: FusedPosition, _ index: Int, _ pace: FusedPace, _ context: borrowing Context,
    _ effects: inout Effects
  ) {
    let (location, now) = (position.location, context.now)
    let isLooking = requests[index].lookingSince != nil
    if isLooking, !pace.isContinuous {
      let fromGNSS = position.fromGNSS ?? false
      let isWorthNoMore =
        pace.waitsForAccurate && location.horizontalAccuracy <= FusedPace.blockRadius
        && requests[index].hasLooked(for: FusedPace.wifiPatience, at: now)
      guard isWorthNoMore || pace.isServed(by: location, fromGNSS: fromGNSS) else {
        let best = requests[index].best
        if best.map({ location.horizontalAccuracy <= $0.location.horizontalAccuracy }) ?? true {
          requests[index].best = position
        }
        return
      }
      if pace.standsIn, !fromGNSS { requests[index].standIn.scansAnswered(at: now) }
      return computed(position, index, pace, context, &effects)
    }
    guard requests[index].admits(position, restsSince: context.movement.restsSince) else { return }
    if let since = requests[index].minimumSince {
      // A receiver that runs on for this request keeps to its interval: the clock of fixes is exact.
      let early = isLooking ? 0.05 : max(0.05, pace.jitter.seconds)
      guard location.timestamp - since.seconds >= pace.minimum.seconds - early else {
        if isLooking { requests[index].keep(position, until: max(now, since + pace.minimum)) }
        return
      }
    }
    if isLooking || pace.source != .none { requests[index].lastComputed = now }
    if !isLooking, pace.source != .none { requests[index].due = now + pace.interval }
    deliver(position, to: index, pace, context, &effects)
  }

  /// A look has brought what it was for, or the best there was.
  private mutating func computed(
    _ position: FusedPosition?, _ index: Int, _ pace: FusedPace, _ context: borrowing Context,
    _ effects: inout Effects
  ) {
    let since = requests[index].lookingSince ?? context.now
    // A look that took longer than the interval is followed by the next one.
    let due = max(context.now, position == nil ? since + pace.interval : context.now + pace.interval)
    requests[index].lastComputed = context.now
    requests[index].rest(until: due)
    effects.append(.demandChanged)
    if let position { deliver(position, to: index, pace, context, &effects) }
  }

  /// - Parameter since: from when on the minimum interval counts; when the position was determined, if left out.
  private mutating func deliver(
    _ position: FusedPosition, to index: Int, _ pace: FusedPace, countingFrom since: Instant? = nil,
    _ context: borrowing Context, _ effects: inout Effects
  ) {
    let location = position.location
    if location.timestamp > newest?.location.timestamp ?? -.infinity { newest = position }
    requests[index].forgetKept()
    let distance = requests[index].request.minUpdateDistance
    if let last = requests[index].lastDelivered, distance > 0, last.location.distance(from: location) <= distance {
      return
    }
    requests[index].lastDelivered = position
    requests[index].minimumSince = since ?? .seconds(location.timestamp)
    requests[index].updatesLeft -= 1
    let shown = pace.isCoarse ? ApproximateLocation.of(location, offset: context.outcomes.placeOffset) : location
    requests[index].held.append(shown)
    guard pace.delay > .zero, requests[index].updatesLeft > 0 else { return flush(index, &effects) }
    if requests[index].heldUntil == .never { requests[index].heldUntil = context.now + pace.delay }
    // At most the delay divided by the interval (AOSP, `LocationRequest`, `getMaxUpdateDelayMillis`), and what fits on the chip.
    let most = Int(pace.delay.nanoseconds / max(1, TimeSpan.seconds(requests[index].request.interval).nanoseconds))
    let room = context.demand.gnss == .batching ? min(most, context.chipCapacity) : most
    if requests[index].held.count >= room { flush(index, &effects) }
  }

  private mutating func flush(_ index: Int, _ effects: inout Effects) {
    guard !requests[index].held.isEmpty else { return }
    effects.append(
      .postFused(
        app: requests[index].app, requests[index].held, request: requests[index].identifier,
        requests[index].request.delivery))
    requests[index].held.removeAll()
    requests[index].heldUntil = .never
  }

  // MARK: Time

  /// When a request must be looked at again, or `never`.
  func deadline(in context: borrowing Context) -> Instant {
    var deadline = areAny && !context.isDozing ? othersDue : .never
    for index in requests.indices {
      deadline = min(deadline, requests[index].deadline(isDozing: isSilent(requests[index].app, context)))
    }
    return deadline
  }

  mutating func timerFired(in context: borrowing Context, _ effects: inout Effects) {
    for index in requests.indices
    where requests[index].deadline(isDozing: isSilent(requests[index].app, context)) <= context.now {
      timerFired(index, context, &effects)
    }
    if othersDue <= context.now, !context.isDozing { othersHaveLooked(context, &effects) }
    removeSpent(&effects)
  }

  /// The place of a phone at rest is known anew, at nobody's expense here: the idle phone's power holds it. Each request that lives
  /// from the network is told, as its minimum interval allows, and goes on at its own pace. What was due while the phone dozed
  /// comes when a window opens.
  private mutating func othersHaveLooked(_ context: borrowing Context, _ effects: inout Effects) {
    othersDue = context.platform.othersInterval.map { context.now + $0 } ?? .never
    guard let last = context.movement.lastPosition, last.instant >= context.movement.restsSince else { return }
    let again = FusedPosition(location: last, fromGNSS: false).again(at: context.now)
    for index in requests.indices {
      let pace = pace(index, context)
      let isEarly = requests[index].minimumSince.map { context.now - $0 < pace.minimum } ?? false
      guard !pace.isContinuous, !isEarly, mayTell(index, pace, context) else { continue }
      deliver(again, to: index, pace, context, &effects)
    }
  }

  private mutating func timerFired(_ index: Int, _ context: borrowing Context, _ effects: inout Effects) {
    let (state, now) = (requests[index], context.now)
    if state.expires <= now {
      lookEnds(index, context, &effects)
      flush(index, &effects)
      requests[index].updatesLeft = 0
      return
    }
    if state.heldUntil <= now { flush(index, &effects) }
    if state.lookingSince == nil, state.due <= now { requests[index].standIn.lookBegins(at: now) }
    let pace = pace(index, context)
    if let kept = state.kept, state.keptUntil <= now { deliverKept(kept, to: index, pace, context, &effects) }
    if state.lookingSince != nil, state.looksUntil <= now {
      if pace.mayTurnToSatellites, !isHeldBack(pace, of: state.app, context),
        requests[index].turnToSatellites(at: now)
      {
        return effects.append(.demandChanged)
      }
      if pace.standsIn { requests[index].standIn.satellitesFailed(at: now) }
      if pace.waitsForAccurate, !state.hasLooked(for: FusedPace.onePatience, at: now),
        state.best.map({ $0.location.horizontalAccuracy > FusedPace.blockRadius }) ?? true
      {
        requests[index].looksUntil = now + (FusedPace.onePatience - FusedPace.wifiPatience)
        return
      }
      computed(requests[index].bestOfLook(restsSince: context.movement.restsSince), index, pace, context, &effects)
    }
    guard requests[index].lookingSince == nil, requests[index].due <= now else { return }
    if context.savesPower(of: state.app) {
      requests[index].rest(until: now + pace.interval)
    } else if isHeldBackInDoze(pace, of: state.app, context) {
      redeliver(index, pace, context, &effects)
    } else {
      requests[index].look(for: pace.patience, at: now)
      effects.append(.demandChanged)
    }
  }

  /// A request for one position has expired: what was held back for a better one is delivered.
  private mutating func lookEnds(_ index: Int, _ context: borrowing Context, _ effects: inout Effects) {
    let (app, pace) = (requests[index].app, pace(index, context))
    guard requests[index].request.isForOne else { return }
    if pace.waitsForAccurate, let best = requests[index].best, mayTell(index, pace, context) {
      return deliver(best, to: index, pace, context, &effects)
    }
    effects.append(.search(app: app, .requestEnds))
  }

  /// Delivers what came too early. The next may come a jitter sooner, so that deliveries fall in step with a receiver's fixes.
  private mutating func deliverKept(
    _ position: FusedPosition, to index: Int, _ pace: FusedPace, _ context: borrowing Context,
    _ effects: inout Effects
  ) {
    guard mayTell(index, pace, context) else { return requests[index].forgetKept() }
    requests[index].lastComputed = context.now
    let determined = Instant.seconds(position.location.timestamp)
    deliver(position, to: index, pace, countingFrom: max(determined, context.now - pace.jitter), context, &effects)
  }

  /// The last position is delivered again, as a new one: the request's own if it is of this rest.
  private mutating func redeliver(
    _ index: Int, _ pace: FusedPace, _ context: borrowing Context, _ effects: inout Effects
  ) {
    requests[index].rest(until: context.now + pace.interval)
    let since = context.movement.restsSince
    let own = requests[index].lastDelivered.flatMap { $0.location.instant >= since ? $0 : nil }
    guard let last = own ?? newest, context.may(.fusedLocation, requests[index].app) else { return }
    requests[index].lastComputed = context.now
    deliver(last.again(at: context.now), to: index, pace, context, &effects)
  }
}
