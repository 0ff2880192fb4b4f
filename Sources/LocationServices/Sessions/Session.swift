import Core
import DeviceModel
import World

/// The system's side of one location manager: its session, or the single position that it asked for.
struct Session: ~Copyable {
  enum Phase {
    case stopped, running, paused
    /// Live updates of a user who stays.
    case resting
  }

  /// A position of before counts as a first one if it is younger than this; the same rule as for cell positions.
  static let cachedFor = TimeSpan.seconds(60)

  let app: Int
  /// Among the managers of the process.
  let manager: Int
  var configuration = ManagerConfiguration()
  private(set) var phase = Phase.stopped
  /// The session was begun, or went on, while the app was in use.
  private(set) var begunInUse = false
  private var lastDelivered: Location?
  /// Set while a filter of kilometres lets the technologies sleep.
  private var sleepsUntil: Instant?
  private var deferral: Deferral?
  /// A `requestLocation` under way.
  private(set) var oneShot: OneShotRequest? { didSet { if oneShot == nil { isWithPhone = false } } }
  /// The phone looks for it on behalf of the watch.
  var isWithPhone = false
  private(set) var autoPause: AutoPauseMonitor?
  private var stationary: StationaryMonitor?
  /// Live updates that begin once the app holds a service session.
  var awaitsServiceSession = false

  init(app: Int, manager: Int) { (self.app, self.manager) = (app, manager) }

  var filter: DistanceFilter {
    DistanceFilter(
      metres: configuration.distanceFilter, satisfiedRadius: configuration.desiredAccuracy.satisfiedRadius,
      holdsAtRest: configuration.desiredAccuracy.wantsGNSS)
  }
  var isDeferring: Bool { deferral != nil }
  var isRunning: Bool { phase == .running }
  /// Live updates that the system starts the app again for.
  var keepsLiveUpdates: Bool {
    configuration.isLive && configuration.allowsBackground && (phase == .running || phase == .resting)
  }
  func isServed(_ context: borrowing Context) -> Bool { context.isRunning(app) && context.may(.standardUpdates, app) }
  /// It runs, or one position is looked for.
  var isActive: Bool { phase == .running || oneShot != nil }
  /// Whether technologies have to find positions for it.
  var wantsPositions: Bool { (phase == .running && sleepsUntil == nil) || oneShot != nil }
  /// Whether the session has a filter at most: no deferral, no technologies that sleep.
  var isPlain: Bool { phase == .running && sleepsUntil == nil && deferral == nil && !filter.letsTechnologiesSleep }

  /// Whether this manager gets the approximate area instead of positions: by the user's choice, or by the app's own.
  func isReduced(_ context: borrowing Context) -> Bool {
    context.rights(app).accuracyAuthorization == .reduced
      || (configuration.desiredAccuracy == .reduced && context.platform(app).offers(.reducedAccuracy))
  }

  /// Whether satellites are looked for on behalf of it: then it says something when no fix comes.
  private func seeksFixes(_ context: borrowing Context) -> Bool {
    sleepsUntil == nil && (context.availability.satellites || context.positionsFromPhone)
      && context.attainable(configuration.desiredAccuracy, app).wantsGNSS
  }

  private mutating func updateSeeking(_ context: borrowing Context) {
    let seeks = seeksFixes(context)
    autoPause?.seekingChanged(to: seeks, at: context.now)
  }

  private func post(_ callback: Callback, waking: Bool = true, _ effects: inout Effects) {
    effects.append(.post(app: app, callback, waking: waking))
  }

  // MARK: Begin and end

  /// Begins, or waits for the user's answer.
  mutating func start(_ context: borrowing Context, _ effects: inout Effects) {
    begunInUse = context.processes[app].isInUse
    effects.append(.history(app: app, manager: manager, .pauseEnded(.restarted)))
    phase = .running
    effects.append(.accessBegun(app: app))
    effects.append(.demandChanged)
    // A session takes over from a request.
    (sleepsUntil, lastDelivered, oneShot) = (nil, nil, nil)
  }

  /// What a session that has begun is shown and watched for.
  mutating func begin(seemsStill: Bool, _ context: borrowing Context, _ effects: inout Effects) {
    showCached(context, &effects)
    beginAutoPauseTrial(context)
    beginStationaryTrial(seemsStill: seemsStill, context, &effects)
  }

  /// Standard updates begin with the newest position that the system has, however old it is and whoever asked for it: a fresh one
  /// may take seconds (Apple, `locationManager(_:didUpdateTo:from:)`). It counts for no filter, so that the first fresh one follows.
  private func showCached(_ context: borrowing Context, _ effects: inout Effects) {
    guard let last = context.movement.lastPosition, isServed(context), !isReduced(context), !configuration.isLive
    else { return }
    post(.location(manager: manager, last), &effects)
  }

  mutating func stop(_ context: borrowing Context, _ effects: inout Effects) {
    finishDeferral(.deferredCanceled, &effects)
    if oneShot != nil { effects.append(.search(app: app, .requestEnds)) }
    effects.append(.sessionEnds(app: app))
    effects.append(.history(app: app, manager: manager, .pauseEnded(.stopped)))
    phase = .stopped
    awaitsServiceSession = false
    (stationary, oneShot, autoPause, sleepsUntil) = (nil, nil, nil, nil)
    effects.append(.demandChanged)
  }

  /// - Parameter new: what the properties come to.
  mutating func configure(_ new: ManagerConfiguration, _ context: borrowing Context, _ effects: inout Effects) {
    let old = configuration
    configuration = new
    effects.append(.demandChanged)
    let pausing = (new.activityType, new.pausesAutomatically)
    if phase == .running, pausing != (old.activityType, old.pausesAutomatically) { beginAutoPauseTrial(context) }
    updateSeeking(context)
    if Deferral.refusal(isUpdating: true, configuration: new, isAvailable: true, hasFix: true) != nil {
      finishDeferral(.deferredCanceled, &effects)
    }
  }

  /// What the app may do has changed, and it is about to learn of it.
  mutating func rightsInForce(_ context: borrowing Context, _ effects: inout Effects) {
    guard phase == .running else { return }
    if context.rights(app).grant == .denied, context.isRunning(app) {
      post(.failed(manager: manager, .denied), &effects)
    }
    // A session that waited for the answer begins now.
    if context.processes[app].isInUse { begunInUse = true }
  }

  /// The app has come to the screen.
  mutating func entersForeground(_ context: borrowing Context, _ effects: inout Effects) {
    (autoPause, stationary) = (nil, nil)
    if phase == .resting { goOn(seemsStill: false, context, &effects) }
    // In the foreground nothing is deferred: what the chip holds is delivered.
    flush(&effects)
    if phase == .paused {
      phase = .running
      effects.append(.history(app: app, manager: manager, .pauseEnded(.opened)))
      post(.resumed(manager: manager), &effects)
    }
    if phase == .running { begunInUse = true }
  }

  /// The app has left the screen.
  mutating func leavesForeground(seemsStill: Bool, _ context: borrowing Context, _ effects: inout Effects) {
    guard phase == .running else { return }
    beginAutoPauseTrial(context)
    beginStationaryTrial(seemsStill: seemsStill, context, &effects)
    if configuration.isLive, !configuration.allowsBackground {
      var obstacle = LocationUpdate()
      obstacle.insufficientlyInUse = true
      post(obstacle, context, &effects)
    }
  }

  // MARK: Pauses and rests

  private mutating func beginAutoPauseTrial(_ context: borrowing Context) {
    // Areas of kilometres say nothing about whether the user moves.
    guard configuration.pausesAutomatically, context.processes[app].state == .background, !isReduced(context) else {
      autoPause = nil
      return
    }
    autoPause = AutoPauseMonitor(
      activityType: configuration.activityType, motion: context.movement.motion,
      variation: context.outcomes.pauseVariation(stretch: context.movement.stretch),
      seeksFixes: seeksFixes(context), at: context.now)
  }

  /// - Parameter seemsStill: the motion sensors, as far as the system listens to them, report that the user is still.
  private mutating func beginStationaryTrial(seemsStill: Bool, _ context: borrowing Context, _ effects: inout Effects) {
    stationary = nil
    guard configuration.isLive else { return }
    effects.append(.command(ActivityRecognition.Command.start, from: ActivityRecognition.system))
    // A phone on whose screen the app is lies in a hand: the stationary state is hardly ever seen there (sources C1).
    guard context.state(app) != .foreground else { return }
    stationary = StationaryMonitor(
      seemsStill: seemsStill, variation: context.outcomes.pauseVariation(stretch: context.movement.stretch),
      at: context.now)
  }

  private mutating func pause(_ context: borrowing Context, _ effects: inout Effects) {
    finishDeferral(.deferredCanceled, &effects)
    effects.append(.sessionRests(app: app))
    effects.append(.history(app: app, manager: manager, .paused))
    (phase, autoPause) = (.paused, nil)
    post(.paused(manager: manager), &effects)
    effects.append(.demandChanged)
  }

  /// The user stays: one last update says so, and technologies rest. The app may be suspended.
  private mutating func rest(_ effects: inout Effects) {
    effects.append(.sessionRests(app: app))
    (phase, stationary) = (.resting, nil)
    var update = LocationUpdate(location: lastDelivered)
    update.isStationary = true
    post(.live(manager: manager, update), &effects)
    effects.append(.demandChanged)
  }

  /// The user moves, or opens the app: a resting stream goes on by itself.
  mutating func goOn(seemsStill: Bool, _ context: borrowing Context, _ effects: inout Effects) {
    guard phase == .resting else { return }
    if context.processes[app].state == .suspended {
      guard context.mayBeWoken(app) else { return }
      effects.append(.wake(app: app))
    }
    (phase, lastDelivered) = (.running, nil)
    beginStationaryTrial(seemsStill: seemsStill, context, &effects)
    effects.append(.demandChanged)
  }

  /// Tells a live stream what stands in its way; iOS 17 says nothing.
  func post(_ obstacle: LocationUpdate, _ context: borrowing Context, _ effects: inout Effects) {
    guard context.platform(app).version >= SystemVersion(18) else { return }
    post(.live(manager: manager, obstacle), &effects)
  }

  /// The motion sensors report another way of moving: the filter's distance may be reached sooner than a sleep was planned for.
  mutating func motionChanged(_ context: borrowing Context) {
    let motion = context.movement.motion
    autoPause?.motionChanged(to: motion, at: context.now)
    guard let end = sleepsUntil, let last = lastDelivered else { return }
    sleepsUntil = min(end, context.now + filter.sleep(moved: 0, accuracy: last.horizontalAccuracy, motion: motion))
  }

  mutating func activityRecognized(seemsStill: Bool, at now: Instant) {
    stationary?.activityChanged(seemsStill: seemsStill, at: now)
  }

  // MARK: Positions

  /// The phone has determined a position, for any app.
  ///
  /// - Returns: whether it was for a session, not for a request.
  mutating func take(
    _ location: Location, fromGNSS: Bool, _ context: borrowing Context, _ effects: inout Effects
  ) -> Bool {
    guard phase == .running else {
      noteOneShot(location, context, &effects)
      return false
    }
    if noteForPause(location, at: context.now) { effects.append(.deadlineMoved) }
    guard sleepsUntil == nil else { return true }
    if isDeferring, context.processes[app].state == .background {
      if fromGNSS { hold(location, capacity: context.chipCapacity, &effects) }
      return true
    }
    let last = lastDelivered
    let passes = admits(location, fromGNSS: fromGNSS, isStill: context.movement.motion.isStill)
    if passes { post(.location(manager: manager, location), &effects) }
    if sleep(after: location, last: last, passes: passes, motion: context.movement.motion, at: context.now) {
      effects.append(.demandChanged)
    }
    return true
  }

  /// Takes a position into account for an automatic pause, delivered or not.
  ///
  /// - Returns: whether a deadline may have moved.
  @inline(__always)
  private mutating func noteForPause(_ location: Location, at now: Instant) -> Bool {
    guard autoPause != nil else { return false }
    autoPause?.note(location, at: now)
    return true
  }

  /// Whether the filter lets a position through; then it counts as delivered.
  @inline(__always)
  private mutating func admits(_ location: Location, fromGNSS: Bool, isStill: Bool) -> Bool {
    guard filter.passes(location, after: lastDelivered, isStill: isStill, fromGNSS: fromGNSS) else { return false }
    lastDelivered = location
    return true
  }

  /// As `take`, for a satellite fix of a plain session.
  ///
  /// - Returns: whether the app must be handed it, and whether a deadline may have moved.
  @inline(__always)
  mutating func admit(_ location: Location, isStill: Bool, at now: Instant) -> (passes: Bool, movesDeadline: Bool) {
    let movesDeadline = noteForPause(location, at: now)
    return (admits(location, fromGNSS: true, isStill: isStill), movesDeadline)
  }

  /// Lets technologies sleep after a position that meets the request, as the filter allows.
  ///
  /// - Parameter last: the one delivered before it.
  /// - Returns: whether they do.
  private mutating func sleep(
    after location: Location, last: Location?, passes: Bool, motion: MotionClass, at now: Instant
  ) -> Bool {
    let filter = filter
    guard filter.letsTechnologiesSleep, location.horizontalAccuracy <= filter.satisfiedRadius else { return false }
    let moved = passes ? 0 : last?.distance(from: location) ?? 0
    sleepsUntil = now + filter.sleep(moved: moved, accuracy: location.horizontalAccuracy, motion: motion)
    autoPause?.seekingChanged(to: false, at: now)
    return true
  }

  /// The approximate area, unless the session has that already or the filter holds it back; it ends a request.
  mutating func take(area location: Location, _ effects: inout Effects) {
    guard phase == .running else { return finishOneShot(location, &effects) }
    if let last = lastDelivered {
      if last.position == location.position, last.horizontalAccuracy == location.horizontalAccuracy { return }
      let filter = configuration.distanceFilter
      if filter > 0, last.distance(from: location) < filter { return }
    }
    lastDelivered = location
    post(.location(manager: manager, location), &effects)
  }

  /// GNSS has lost the sky, or an attempt to acquire it has failed: deferral cannot go on.
  mutating func gnssUnavailable(_ context: borrowing Context, _ effects: inout Effects) {
    finishDeferral(.deferredFailed, &effects)
    guard configuration.isLive, phase == .running else { return }
    var obstacle = LocationUpdate()
    obstacle.locationUnavailable = true
    post(obstacle, context, &effects)
  }

  /// Adds what it needs of positioning.
  func ask(_ demand: inout PositioningDemand, _ context: borrowing Context) {
    let isReduced = isReduced(context)
    // Beside the phone, that finds the position.
    if context.positionsFromPhone, oneShot != nil, !isReduced { return }
    guard !isReduced else {
      demand.ask(by: app)
      demand.reduced = true
      return
    }
    demand.ask(
      for: context.attainable(configuration.desiredAccuracy, app), activity: configuration.activityType,
      batches: isDeferring && context.processes[app].state == .background, by: app)
    if oneShot != nil { demand.isForOneShot = true }
  }

  // MARK: Deferral

  mutating func allowDeferred(
    distance: Double, timeout: Double, _ context: borrowing Context, _ effects: inout Effects
  ) {
    finishDeferral(.deferredCanceled, &effects)
    if let error = Deferral.refusal(
      isUpdating: phase == .running, configuration: configuration,
      isAvailable: context.availability(for: app).deferredLocationUpdates, hasFix: context.movement.hasSatelliteFix)
    {
      effects.append(.history(app: app, manager: manager, .deferralEnded(error)))
      return post(.deferredFinished(manager: manager, error), &effects)
    }
    deferral = Deferral(distance: distance, timeout: timeout, at: context.now)
    effects.append(.demandChanged)
  }

  private mutating func hold(_ location: Location, capacity: Int, _ effects: inout Effects) {
    switch deferral?.hold(location, capacity: capacity) {
    case .holding, nil: break
    case .bufferFull: flush(&effects)
    case .limitReached: finishDeferral(nil, &effects)
    }
  }

  /// Delivers what the chip holds; the deferral goes on.
  private mutating func flush(_ effects: inout Effects) {
    guard let held = deferral?.drain(), let newest = held.last else { return }
    effects.append(.learn(newest))
    lastDelivered = newest
    post(.locations(manager: manager, held), &effects)
  }

  /// Ends a deferral: what is held is delivered, then the one finish callback.
  mutating func finishDeferral(_ error: LocationError?, _ effects: inout Effects) {
    guard isDeferring else { return }
    flush(&effects)
    deferral = nil
    effects.append(.history(app: app, manager: manager, .deferralEnded(error)))
    post(.deferredFinished(manager: manager, error), &effects)
    effects.append(.demandChanged)
  }

  // MARK: Single positions

  /// `requestLocation`: one position for this manager.
  ///
  /// A running or paused session has precedence: it uses the same callback, and the request is ignored. So is one more
  /// request while one is under way (2015 session).
  mutating func request(_ context: borrowing Context, _ effects: inout Effects) {
    guard phase == .stopped, oneShot == nil else { return }
    effects.append(.search(app: app, .requestBegins))
    guard context.isUndetermined(app) || context.may(.requestLocation, app) else {
      return post(.failed(manager: manager, .denied), &effects)
    }
    beginOneShot(context, &effects)
  }

  private mutating func beginOneShot(_ context: borrowing Context, _ effects: inout Effects) {
    oneShot = OneShotRequest(context.attainable(configuration.desiredAccuracy, app), at: context.now)
    effects.append(.demandChanged)
    effects.append(.accessBegun(app: app))
    guard !context.isUndetermined(app) else { return }
    // What the system knows already is the first, quick position.
    if isReduced(context) {
      if let area = context.area.usable(at: context.now) { finishOneShot(area, &effects) }
    } else if let last = context.movement.lastPosition, context.now.seconds - last.timestamp <= Self.cachedFor.seconds {
      noteOneShot(last, context, &effects)
    }
  }

  mutating func noteOneShot(_ location: Location, _ context: borrowing Context, _ effects: inout Effects) {
    let drift = context.movement.drift(since: location, at: context.now)
    let isDone = oneShot?.note(location, drift: drift, speed: context.movement.fastest, at: context.now)
    if isDone == true { finishOneShot(oneShot?.best, &effects) }
  }

  /// Ends a request: the one callback, with a position or with the error.
  mutating func finishOneShot(_ location: Location?, _ effects: inout Effects) {
    guard oneShot != nil else { return }
    oneShot = nil
    effects.append(.demandChanged)
    post(location.map { .location(manager: manager, $0) } ?? .failed(manager: manager, .locationUnknown), &effects)
  }

  /// The user has decided: a request that waited begins now, or fails.
  mutating func restartOneShot(_ context: borrowing Context, _ effects: inout Effects) {
    guard oneShot != nil else { return }
    if context.rights(app).isAllowed {
      beginOneShot(context, &effects)
    } else if !context.isUndetermined(app) {
      oneShot = nil
      post(.failed(manager: manager, .denied), waking: context.isRunning(app), &effects)
    }
  }

  /// On a watch: hands a request to the phone that has not been there.
  mutating func askPhone(_ context: borrowing Context, _ effects: inout Effects) {
    guard oneShot != nil, !isWithPhone, !isReduced(context) else { return }
    isWithPhone = true
    effects.append(
      .link(
        app: app,
        .system(.request(identifier: manager, configuration.desiredAccuracy, configuration.activityType))))
  }

  // MARK: Time

  /// When the system must look at this manager again.
  var deadline: Instant {
    var deadline = sleepsUntil ?? .never
    if let oneShot { deadline = min(deadline, oneShot.deadline) }
    if let deferral { deadline = min(deadline, deferral.expiry) }
    if phase == .running, let autoPause { deadline = min(deadline, autoPause.deadline) }
    if phase == .running, let stationary { deadline = min(deadline, stationary.deadline) }
    return deadline
  }

  /// Does what is due: sleeping technologies wake, requests and deferrals end, the session is paused or rests.
  mutating func timerFired(_ context: borrowing Context, _ effects: inout Effects) {
    let now = context.now
    if let end = sleepsUntil, end <= now {
      sleepsUntil = nil
      updateSeeking(context)
      effects.append(.demandChanged)
    }
    if let request = oneShot, request.deadline <= now { finishOneShot(request.best, &effects) }
    if let deferral, deferral.expiry <= now { finishDeferral(nil, &effects) }
    if phase == .running, let autoPause, autoPause.deadline <= now { pause(context, &effects) }
    if phase == .running, let stationary, stationary.deadline <= now { rest(&effects) }
  }
}
