import Core

/// The system's side of one app: its process, its managers, and what waits for its code.
struct AppState: ~Copyable {
  let definition: AppDefinition
  var process = ProcessState.notRunning
  var launch = AppLaunch()
  var host: AppHost?
  var app: (any SimulatedApp)?
  var managers = OwnedArray<ManagerState>()
  var mailbox = Mailbox()
  var authorization: AuthorizationState
  /// Until when an app that has left the screen still counts as in use; `nil` once that is over.
  var inUseUntil: Instant?
  /// The app's code is at work until then; callbacks wait.
  var busyUntil: Instant?
  /// Until when the app runs in the background without another reason.
  var runsUntil = Instant.start
  /// Android: until when work may wait for a position that it has asked for ("Define your WorkRequests": 10 min).
  var worksUntil = Instant.start
  var tasks = BackgroundTasks()
  var live = LiveSessions()
  var counterpart = AppCounterpart()
  var significantChange = SignificantChangeService()
  /// Regions and conditions, in the order in which they were registered; they outlive the process.
  var regions: [RegionEntry] = []
  var visits: VisitService?
  // Android
  var foregroundService = ForegroundService()
  var freezer = AppFreezer()
  var standby = StandbyAlarms()

  init(_ definition: AppDefinition) {
    self.definition = definition
    authorization = AuthorizationState(definition.authorization, accuracy: definition.accuracy)
  }

  deinit { host?.end() }

  var isBusy: Bool { busyUntil != nil }

  /// Whether the user knows that the app is at work: it is on the screen, has just left it, or goes on with a session
  /// that was begun there (2015 session; 2019 session 705 for the seconds after leaving), or holds a background activity
  /// session.
  var isInUse: Bool { isInUseHere || (counterpart.isInUse && process == .background) }

  /// The same by what happens on this device alone.
  var isInUseHere: Bool {
    switch process {
    case .foreground: true
    case .background:
      inUseUntil != nil || live.activity > 0 || foregroundService.begunInUse
        || managers.contains { $0.phase == .running && $0.configuration.allowsBackground && $0.begunInUse }
    // The session holds while the user rests and the app is suspended.
    case .suspended: live.activity > 0
    case .notRunning: false
    }
  }

  /// Whether the service may reach the app now; see `AuthorizationRules`.
  func may(_ service: SystemService) -> Bool {
    if definition.platform.isAndroid {
      return AndroidPermissions.may(service, in: process, isInUse: isInUse, authorization)
    }
    return AuthorizationRules.may(
      service, in: process, isInUse: isInUse, authorization, version: definition.platform.version)
  }

  /// Whether this manager gets the approximate area instead of positions: by the user's choice, or by the app's own.
  func isReduced(_ manager: Int) -> Bool {
    authorization.accuracyAuthorization == .reduced
      || (managers[manager].configuration.desiredAccuracy == .reduced && definition.platform.offers(.reducedAccuracy))
  }

  /// Whether the area has to be computed for this manager.
  func wantsArea(_ manager: Int) -> Bool {
    (managers[manager].phase == .running || managers[manager].oneShot != nil) && process.isRunning
      && isReduced(manager) && may(.standardUpdates)
  }

  /// Whether events of monitoring services show the approximate area.
  var seesAreaOfEvents: Bool { authorization.accuracyAuthorization == .reduced }

  /// Whether a session or a task keeps a background process from being suspended.
  func keepsRunning(at now: Instant) -> Bool {
    // An Android process behind the screen is kept until its memory is wanted; the processor sleeps all the same.
    if definition.platform.isAndroid { return true }
    return now < runsUntil || tasks.isHolding(at: now) || isKeptBySession
  }

  /// Whether a session keeps a background process from being suspended.
  var isKeptBySession: Bool {
    authorization.isAllowed
      && managers.contains {
        $0.phase == .running && $0.configuration.allowsBackground
          && ($0.begunInUse || authorization.grant == .always)
      }
  }

  /// The time for background tasks begins anew: the app has left the screen, has been woken or started, or a session has
  /// kept it running until now. Ending one task and beginning another gains nothing (sources C3).
  mutating func grantTaskTime(at now: Instant) {
    tasks.grant(until: now + definition.platform.backgroundTaskLimit)
  }

  /// When the app must be told that its tasks run out, or `never`: not while a session keeps it running anyway.
  var expiryWarningDue: Instant {
    guard process == .background, tasks.open > 0, !tasks.isWarned, !isKeptBySession else { return .never }
    return tasks.expiry - definition.platform.backgroundTaskWarning
  }

  /// Tells the app that its tasks run out.
  mutating func warnOfExpiry(at now: Instant) {
    tasks.warn(definition.platform.backgroundTaskWarning, at: now)
    post(.backgroundTaskWillExpire)
  }

  /// Whether a service of Core Location's gives the app access to the user's position.
  var hasAccess: Bool {
    authorization.isAllowed
      && (significantChange.isMonitoring || visits != nil || !regions.isEmpty
        || managers.contains {
          $0.phase == .resting || (process.isRunning && ($0.phase == .running || $0.oneShot != nil))
        })
  }

  /// Whether the user has not refused: a service may be asked for, even if it stays silent for now.
  var mayBeAsked: Bool { authorization.isAllowed || authorization.grant == .notDetermined }

  /// Something needs the process: it runs again. Behind the screen, without a foreground service, it is frozen some time after.
  mutating func thaw(until end: Instant) {
    guard let delay = definition.platform.freezesCachedAppsAfter, process == .background, !foregroundService.isOn else {
      return freezer.thaw()
    }
    freezer.thaw(until: end + delay)
  }

  /// A session rests until something happens: the app may be suspended a little later.
  mutating func restSession(_ manager: Int, _ phase: ManagerState.Phase, at now: Instant) {
    if isKeptBySession { grantTaskTime(at: now) }
    managers[manager].phase = phase
    runsUntil = max(runsUntil, now + definition.platform.suspensionDelay)
  }

  /// Whether the system is to start the app again for its live updates.
  ///
  /// From: WWDC 2023, session 10180, and Apple's engineers in the Developer Forums: an app that ends while it has the right to
  /// updates in the background is started again when updates come, and must begin them anew at once.
  var keepsLiveUpdates: Bool {
    guard process != .notRunning else { return live.resumes }
    return managers.contains {
      $0.configuration.isLive && $0.configuration.allowsBackground && ($0.phase == .running || $0.phase == .resting)
    }
  }

  /// What a live stream's properties come to: in the background it goes on with `always`, or while the app holds a background
  /// activity session.
  func effective(_ configuration: ManagerConfiguration) -> ManagerConfiguration {
    var effective = definition.effective(configuration)
    guard configuration.isLive else { return effective }
    effective.allowsBackground =
      definition.hasLocationBackgroundMode && (authorization.grant == .always || live.activity > 0)
    return effective
  }

  /// Rights have changed: whether live updates go on in the background follows.
  mutating func refreshLiveUpdates() {
    for manager in managers.indices where managers[manager].configuration.isLive {
      managers[manager].configuration = effective(managers[manager].configuration)
    }
  }

  /// The approximate area for a session, unless it has that already or the filter holds it back.
  mutating func deliverArea(_ location: Location, to manager: Int) {
    if let last = managers[manager].lastDelivered {
      if last.position == location.position, last.horizontalAccuracy == location.horizontalAccuracy { return }
      let filter = managers[manager].configuration.distanceFilter
      if filter > 0, last.distance(from: location) < filter { return }
    }
    managers[manager].lastDelivered = location
    post(.location(manager: manager, location))
  }

  func mayBeWoken(isLocked: Bool) -> Bool {
    process.isRunning || !isLocked && (!launch.wasForceQuit || definition.platform.relaunchesAfterForceQuit)
  }

  func holdsWakeLock(screenIsOn: Bool) -> Bool? {
    guard definition.platform.isAndroid else { return nil }
    return process == .background && !screenIsOn && foregroundService.isAwake
  }

  /// Standard updates begin with the newest position that the system has, however old it is and whoever asked for it: a fresh one
  /// may take seconds (Apple, `locationManager(_:didUpdateTo:from:)`). It counts for no filter, so that the first fresh one follows.
  mutating func showCached(_ last: Location?, to manager: Int) {
    guard let last, process.isRunning, may(.standardUpdates), !isReduced(manager),
      !managers[manager].configuration.isLive
    else { return }
    post(.location(manager: manager, last))
  }

  /// The system may notify the user at a region of the app's, for which the app need not run.
  var notifiesUserAtRegions: Bool {
    authorization.isAllowed && authorization.accuracyAuthorization == .full
      && regions.contains { $0.region.notifiesUser }
  }

  /// A position is about to be determined: circles that had waited for one have asked.
  mutating func lookedForRegions(at now: Instant) {
    for index in regions.indices where regions[index].tracker.map({ $0.deadline <= now }) ?? false {
      regions[index].tracker?.asked()
    }
  }

  /// The circles whose side has changed by a position, and the sides.
  mutating func regionsChanged(
    by location: Location, isCell: Bool, tellsApp: Bool, at now: Instant
  ) -> [(index: Int, state: RegionState)] {
    regions.indices.compactMap { index in
      guard tellsApp || regions[index].region.notifiesUser, let fromCells = regions[index].tracker?.fromCells,
        isCell || !fromCells
      else { return nil }
      return regions[index].tracker?.note(location, at: now).map { (index, $0) }
    }
  }

  /// The process runs on for an event: so long, or for the platform's window of one.
  mutating func run(for window: TimeSpan? = nil, allowsService: Bool = false, at now: Instant) {
    runsUntil = max(runsUntil, now + (window ?? definition.platform.locationEventWindow))
    thaw(until: runsUntil)
    if allowsService { foregroundService.mayBeginUntil = runsUntil }
  }

  /// Work has begun.
  ///
  /// - Parameter widgetEnd: until when a widget counts as in use; the work of iOS is to reload one.
  mutating func workBegins(widgetEnd: Instant?, at now: Instant) {
    worksUntil = now + .minutes(10)
    if !definition.platform.isAndroid, process != .foreground, let widgetEnd, widgetEnd > now { inUseUntil = widgetEnd }
  }

  /// The process is gone, and all that it held; what is registered with the system stays registered.
  mutating func processEnded(byUser: Bool) {
    if byUser { launch.wasForceQuit = true }
    live.processEnded(resumes: !byUser && keepsLiveUpdates)
    process = .notRunning
    (inUseUntil, busyUntil) = (nil, nil)
    launch.processEnded()
    host?.end()
    (host, app) = (nil, nil)
    managers.removeAll()
    foregroundService = ForegroundService()
    freezer.thaw()
    mailbox.processEnded()
    for index in regions.indices { regions[index].manager = nil }
    visits?.manager = nil
    tasks.processEnded()
  }

  mutating func post(_ callback: Callback, waking: Bool = true) {
    mailbox.post(callback, waking: waking)
  }
}
