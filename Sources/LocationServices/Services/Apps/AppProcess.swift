import Core

/// The system's side of one app: where its process is in its life, what keeps it running, what the user lets it do, and what
/// waits for its code.
///
/// Services read it; it changes by what the driver reports and by effects of services.
struct AppProcess: ~Copyable {
  /// Counted from 0.
  let app: Int
  let platform: Platform
  private(set) var state = ProcessState.notRunning
  private(set) var launch = AppLaunch()
  var authorization: AuthorizationState
  var mailbox = Mailbox()
  private(set) var tasks = BackgroundTasks()
  private(set) var foregroundService = ForegroundService()
  private(set) var freezer = AppFreezer()
  var counterpart = AppCounterpart()
  /// What the app's sessions mean for its process.
  var sessions = SessionHold()
  /// Android: a request of the fused provider ends after so many positions.
  var awaitsPositions = false
  /// Until when an app that has left the screen still counts as in use; `nil` once that is over.
  private var inUseUntil: Instant?
  /// The app's code is at work until then; callbacks wait.
  private var busyUntil: Instant?
  /// Until when the app runs in the background without another reason.
  private var runsUntil = Instant.start
  /// Android: until when work may wait for a position that it has asked for ("Define your WorkRequests": 10 min).
  private var worksUntil = Instant.start

  init(app: Int, platform: Platform, _ authorization: AuthorizationState) {
    (self.app, self.platform, self.authorization) = (app, platform, authorization)
  }

  var isRunning: Bool { state.isRunning }
  var isBusy: Bool { busyUntil != nil }
  /// The app is on the screen or has a foreground service.
  var isShown: Bool { state == .foreground || foregroundService.isOn }
  /// Whether the app's code has something to do: it needs a running processor.
  var wantsProcessor: Bool { (mailbox.wantsProcessor && !isBusy && !freezer.isFrozen) || launch.pending != nil }

  // MARK: Rights

  /// Whether the user knows that the app is at work: it is on the screen, has just left it, or goes on with a session
  /// that was begun there (2015 session; 2019 session 705 for the seconds after leaving), or holds a background activity
  /// session.
  var isInUse: Bool { isInUseHere || (counterpart.isInUse && state == .background) }

  /// The same by what happens on this device alone.
  var isInUseHere: Bool {
    switch state {
    case .foreground: true
    case .background:
      inUseUntil != nil || sessions.contains(.activity) || foregroundService.begunInUse
        || sessions.contains(.begunInUse)
    // The session holds while the user rests and the app is suspended.
    case .suspended: sessions.contains(.activity)
    case .notRunning: false
    }
  }

  /// Whether the service may reach the app now; see `AuthorizationRules`.
  func may(_ service: SystemService) -> Bool {
    if platform.isAndroid { return AndroidPermissions.may(service, in: state, isInUse: isInUse, authorization) }
    return AuthorizationRules.may(service, in: state, isInUse: isInUse, authorization, version: platform.version)
  }

  /// Whether events of monitoring services show the approximate area.
  var seesAreaOfEvents: Bool { authorization.accuracyAuthorization == .reduced }
  /// Whether the user has not refused: a service may be asked for, even if it stays silent for now.
  var mayBeAsked: Bool { authorization.isAllowed || authorization.grant == .notDetermined }

  /// Whether a monitoring service has to look out for this app: it may be told, or the user will be asked about it.
  func isWatched(by service: SystemService, isLocked: Bool) -> Bool {
    guard mayBeWoken(isLocked: isLocked) else { return false }
    return may(service)
      || (authorization.grant == .provisionalAlways && !(service.needsFullAccuracy && seesAreaOfEvents))
  }

  /// Whether a location service may start or resume this app in the background.
  ///
  /// Not before the first unlock after a restart, and not where the system version leaves an app alone that the user has
  /// removed from the switcher. Authorization is the services' own affair.
  func mayBeWoken(isLocked: Bool) -> Bool {
    isRunning || !isLocked && (!launch.wasForceQuit || platform.relaunchesAfterForceQuit)
  }

  /// What was granted for the time of use ends, if the app is not in use.
  mutating func endUse(_ effects: inout Effects) {
    guard !isInUse, !counterpart.isInUse, authorization.useEnded() else { return }
    effects.append(.rightsChanged(app: app))
  }

  /// Rights have changed: a process that runs is told, even if it has no reason to run any more.
  mutating func tellRights(at now: Instant) {
    guard isRunning else { return }
    mailbox.post(.authorizationChanged)
    if state == .background { runsUntil = max(runsUntil, now + platform.suspensionDelay) }
  }

  // MARK: What keeps it running

  /// Whether a session keeps a background process from being suspended.
  var isKeptBySession: Bool {
    authorization.isAllowed
      && (sessions.contains(.begunInUse) || (sessions.contains(.goesOn) && authorization.grant == .always))
  }

  /// Whether a position reaches the app's code as soon as the processor is awake, and goes on doing so.
  var hearsAtOnce: Bool {
    mailbox.waiting.isEmpty && !isBusy && !freezer.isFrozen && launch.pending == nil
      && (state == .foreground || isKeptBySession)
  }

  /// Whether a session or a task keeps a background process from being suspended.
  private func keepsRunning(at now: Instant) -> Bool {
    // An Android process behind the screen is kept until its memory is wanted; the processor sleeps all the same.
    if platform.isAndroid { return true }
    return now < runsUntil || tasks.isHolding(at: now) || isKeptBySession
  }

  /// Android: work waits for one position; it keeps the process from being frozen.
  func isWorking(at now: Instant) -> Bool { now < worksUntil && awaitsPositions }

  /// Whether the app holds the processor awake: it is on the screen, handles an event or runs a background task.
  func holdsProcessor(at now: Instant) -> Bool {
    switch state {
    case .foreground: true
    case .background: now < runsUntil || tasks.isHolding(at: now) || foregroundService.isAwake || isWorking(at: now)
    case .notRunning, .suspended: false
    }
  }

  /// Android: whether a partial wake lock of the app's own is in force behind the screen; `nil` for other systems.
  func holdsWakeLock(screenIsOn: Bool) -> Bool? {
    guard platform.isAndroid else { return nil }
    return state == .background && !screenIsOn && foregroundService.isAwake
  }

  mutating func setForegroundService(_ isOn: Bool) {
    foregroundService.isOn = isOn
    foregroundService.begunInUse =
      isOn && (state == .foreground || !platform.limitsServicesBegunBehindTheScreen)
  }
  mutating func setWakeLock(_ isHeld: Bool) { foregroundService.holdsWakeLock = isHeld }

  /// Android: whether a foreground service may be begun now.
  func mayBeginService(at now: Instant) -> Bool {
    !platform.restrictsForegroundServices || state == .foreground || now < foregroundService.mayBeginUntil
  }

  /// Something needs the process: it runs again. Behind the screen, without a foreground service, it is frozen some time after.
  mutating func thaw(until end: Instant) {
    guard let delay = platform.freezesCachedAppsAfter, state == .background, !foregroundService.isOn else {
      return freezer.thaw()
    }
    freezer.thaw(until: end + delay)
  }

  // MARK: Background tasks

  /// The time for background tasks begins anew: the app has left the screen, has been woken or started, or a session has
  /// kept it running until now. Ending one task and beginning another gains nothing (sources C3).
  private mutating func grantTaskTime(at now: Instant) { tasks.grant(until: now + platform.backgroundTaskLimit) }

  mutating func beginTask(at now: Instant) {
    sessionEnds(at: now)
    tasks.begin()
  }
  mutating func endTask() { tasks.end() }

  /// A session ends, which may have kept the process running.
  mutating func sessionEnds(at now: Instant) { if isKeptBySession { grantTaskTime(at: now) } }

  /// A session rests until something happens: the app may be suspended a little later.
  mutating func sessionRests(at now: Instant) {
    sessionEnds(at: now)
    runsUntil = max(runsUntil, now + platform.suspensionDelay)
  }

  /// When the app must be told that its tasks run out, or `never`: not while a session keeps it running anyway.
  private var expiryWarningDue: Instant {
    guard state == .background, tasks.open > 0, !tasks.isWarned, !isKeptBySession else { return .never }
    return tasks.expiry - platform.backgroundTaskWarning
  }

  private mutating func warnOfExpiry(at now: Instant) {
    tasks.warn(platform.backgroundTaskWarning, at: now)
    mailbox.post(.backgroundTaskWillExpire)
  }

  // MARK: Life

  /// The user opens the app; a process that is not there is to be started.
  ///
  /// - Returns: whether it has come to the screen.
  mutating func open(at now: Instant) -> Bool {
    if state == .notRunning {
      (launch.pending, launch.leftBefore) = (.user, false)
      return false
    }
    guard state != .foreground else { return false }
    state = .foreground
    thaw(until: now)
    inUseUntil = nil
    return true
  }

  /// The user leaves the app.
  ///
  /// - Returns: whether it was on the screen.
  mutating func leave(at now: Instant) -> Bool {
    if launch.pending == .user { launch.leftBefore = true }
    guard state == .foreground else { return false }
    state = .background
    thaw(until: now)
    runsUntil = now + platform.suspensionDelay
    foregroundService.mayBeginUntil = runsUntil
    if platform.countsAsInUseAfterLeaving { inUseUntil = runsUntil }
    // In the foreground tasks have no limit.
    grantTaskTime(at: now)
    mailbox.post(.didEnterBackground)
    return true
  }

  /// A process begins.
  ///
  /// - Returns: its number among the app's.
  mutating func begin(_ reason: LaunchReason, at now: Instant) -> Int {
    let number = launch.begin()
    state = reason == .user ? .foreground : .background
    grantTaskTime(at: now)
    // The app's time counts from the moment it can use it.
    switch reason {
    case .user: launch.wasForceQuit = false
    case .location, .watch, .push, .work: runsUntil = max(runsUntil, now + platform.locationEventWindow)
    case .backgroundRefresh: runsUntil = max(runsUntil, now + platform.backgroundRefreshWindow)
    }
    thaw(until: max(now, runsUntil))
    if foregroundService.mayBeginUntil > now { foregroundService.mayBeginUntil = runsUntil }
    return number
  }

  /// Whether the user left again before the launch was done; it is asked once.
  mutating func wasLeftDuringLaunch() -> Bool {
    defer { launch.leftBefore = false }
    return launch.leftBefore
  }

  /// Something needs the process: a suspended one runs again, one that is not there is to be started.
  ///
  /// - Returns: whether it was suspended.
  mutating func resume(for reason: LaunchReason, at now: Instant) -> Bool {
    switch state {
    case .notRunning:
      launch.pending = launch.pending ?? reason
      return false
    case .suspended:
      state = .background
      grantTaskTime(at: now)
      return true
    case .background, .foreground: return false
    }
  }

  /// The process runs on for an event: so long, or for the platform's window of one.
  mutating func run(for window: TimeSpan? = nil, allowsService: Bool = false, at now: Instant) {
    runsUntil = max(runsUntil, now + (window ?? platform.locationEventWindow))
    thaw(until: runsUntil)
    if allowsService { foregroundService.mayBeginUntil = runsUntil }
  }

  /// It has been woken by what its `PendingIntent` gets: the time that it has anyway counts.
  mutating func thawForIntent(at now: Instant) { thaw(until: max(now, runsUntil)) }

  /// A message of the other half runs the app on, in use, for so long.
  mutating func lendUse(for window: TimeSpan, at now: Instant) {
    let end = now + window
    runsUntil = max(runsUntil, end)
    inUseUntil = max(inUseUntil ?? end, end)
  }

  /// Work has begun.
  ///
  /// - Parameter widgetEnd: until when a widget counts as in use; the work of iOS is to reload one.
  mutating func workBegins(widgetEnd: Instant?, at now: Instant) {
    worksUntil = now + .minutes(10)
    if !platform.isAndroid, state != .foreground, let widgetEnd, widgetEnd > now { inUseUntil = widgetEnd }
  }

  /// The app's code is at work for so long; callbacks wait.
  mutating func work(for span: TimeSpan, at now: Instant) { busyUntil = (busyUntil ?? now) + span }

  /// An alarm goes off: it wakes a frozen app, which may begin a foreground service then.
  mutating func alarmGoesOff(at now: Instant) {
    thaw(until: now)
    foregroundService.mayBeginUntil = now + platform.locationEventWindow
  }

  /// The process is gone, and all that it held; what is registered with the system stays registered.
  mutating func end(byUser: Bool) {
    if byUser { launch.wasForceQuit = true }
    launch.processEnded()
    state = .notRunning
    (inUseUntil, busyUntil) = (nil, nil)
    foregroundService = ForegroundService()
    freezer.thaw()
    mailbox.processEnded()
    tasks.processEnded()
  }

  // MARK: Time

  /// When `timerFired` should be called, or `never`.
  func deadline(at now: Instant) -> Instant {
    guard isRunning else { return .never }
    var deadline = busyUntil ?? .never
    guard state == .background else { return deadline }
    // Another event of the very instant may have come first: what has run out by now is due now.
    if !keepsRunning(at: now) { return now }
    if runsUntil > now { deadline = min(deadline, runsUntil) }
    deadline = min(deadline, freezer.due)
    if isWorking(at: now) { deadline = min(deadline, worksUntil) }
    if let end = inUseUntil { deadline = min(deadline, end) }
    if tasks.isHolding(at: now) { deadline = min(deadline, tasks.expiry, expiryWarningDue) }
    return deadline
  }

  mutating func timerFired(at now: Instant, _ effects: inout Effects) {
    guard isRunning else { return }
    if let end = inUseUntil, end <= now {
      inUseUntil = nil
      effects.append(.demandChanged)
      endUse(&effects)
    }
    if let end = busyUntil, end <= now { busyUntil = nil }
    if freezer.due <= now, isWorking(at: now) { thaw(until: worksUntil) }
    freezer.freezeIfDue(at: now)
    if expiryWarningDue <= now { warnOfExpiry(at: now) }
  }

  /// Suspends a background app that nothing keeps running. One that has let the time for its background tasks run out
  /// without ending them is terminated (Apple's reference of `beginBackgroundTask(expirationHandler:)`).
  mutating func suspendIfIdle(at now: Instant, _ effects: inout Effects) {
    guard state == .background, !keepsRunning(at: now) else { return }
    guard tasks.open == 0 else {
      // What kept it running may have hidden that the time was over: nobody is terminated unwarned.
      if tasks.isWarned { effects.append(.overrun(app: app)) } else { warnOfExpiry(at: now) }
      return
    }
    state = .suspended
    // Code that was at work is not waited for: it stands still with its process.
    (inUseUntil, busyUntil) = (nil, nil)
    effects.append(.demandChanged)
    endUse(&effects)
  }
}

/// What the sessions of an app mean for its process.
struct SessionHold: OptionSet, Sendable {
  let rawValue: UInt8

  /// One runs that may go on behind the screen.
  static let goesOn = SessionHold(rawValue: 1)
  /// One of those was begun while the app was in use.
  static let begunInUse = SessionHold(rawValue: 2)
  /// The app holds a background activity session.
  static let activity = SessionHold(rawValue: 4)
}
