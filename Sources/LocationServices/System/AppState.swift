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

  mutating func post(_ callback: Callback, waking: Bool = true) {
    mailbox.post(callback, waking: waking)
  }
}
