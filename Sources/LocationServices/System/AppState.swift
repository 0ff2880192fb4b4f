import EventKernel
import Quantities

/// The system's side of one app: its process, its managers, and what waits for its code.
struct AppState: ~Copyable {
  let definition: AppDefinition
  var process = ProcessState.notRunning
  var authorization: AuthorizationState
  /// Questions to the user, the one on the screen first.
  var prompts: [AuthorizationPrompt] = []
  /// Events that wait for the user to confirm a provisional always.
  var heldEvents: [Callback] = []
  /// When the authorization of an App Clip ends.
  var authorizationEnds: Instant?
  /// Until when an app that has left the screen still counts as in use; `nil` once that is over.
  var inUseUntil: Instant?
  var pendingLaunch: LaunchReason?
  /// The user removed the app from the switcher and has not opened it since.
  var wasForceQuit = false
  /// The user left again before the launch was done.
  var leftBeforeLaunch = false
  /// Processes of this app so far.
  var launches = 0
  var host: AppHost?
  var app: (any SimulatedApp)?
  var managers = OwnedArray<ManagerState>()
  var significantChange = SignificantChangeService()
  /// A significant change that no manager of this process has asked for yet.
  var heldSignificantChange: Location?
  /// Regions and conditions, in the order in which they were registered; they outlive the process.
  var regions: [RegionEntry] = []
  var visits: VisitService?
  /// Events for which this process has no receiver yet.
  var unreceivedEvents: [Callback] = []
  var mailbox: [Callback] = []
  /// Something in the mailbox is worth waking the processor for.
  var wantsProcessor = false
  /// Background activity sessions and service sessions that the process holds.
  var activitySessions = 0
  var serviceSessions = 0
  /// The process ended while live updates had the right to go on in the background: they start it again.
  var resumesLiveUpdates = false
  /// The app's code is at work until then; callbacks wait.
  var isBusy = false
  var busyUntil = Instant.start
  /// Until when the app runs in the background without another reason.
  var runsUntil = Instant.start
  var backgroundTasks = 0
  /// When the time for background tasks is over: one allowance for all of them, see `grantTaskTime`.
  var backgroundTaskExpiry = Instant.start
  /// The app has been told that this time is about to end.
  var isWarnedOfExpiry = false
  /// The app's other half is in use, where that counts for both (iOS 14).
  var counterpartIsInUse = false
  /// Whether a message to the app's other half would get through.
  var reachesCounterpart = false
  var timerTokens: [Int: SlotQueue<AppTimer>.Token] = [:]
  var geocoding = GeocodeRateLimit()
  /// Requests of the fused location provider, in the order in which they were made.
  var fused: [FusedRequestState] = []
  /// A notification shows that the app is at work; begun while it was in use or not.
  var hasForegroundService = false
  var serviceBegunInUse = false
  /// A receiver of the process is told of Wi-Fi scans.
  var listensForScans = false
  /// When the app was last on the screen or had a foreground service, and its alarms of the last hour as far as they count.
  var lastUse = Instant.start
  var alarms: [Instant] = []
  /// Android: the process gets no processor until something brings it back.
  var isFrozen = false
  var freezesAt = Instant.never
  /// Since when the app has been looking for a good position.
  var searchingSince: Instant?

  init(_ definition: AppDefinition) {
    self.definition = definition
    authorization = AuthorizationState(definition.authorization, accuracy: definition.accuracy)
  }

  deinit { host?.end() }

  /// Whether the user knows that the app is at work: it is on the screen, has just left it, or goes on with a session
  /// that was begun there (2015 session; 2019 session 705 for the seconds after leaving), or holds a background activity
  /// session.
  var isInUse: Bool { isInUseHere || (counterpartIsInUse && process == .background) }

  /// The same by what happens on this device alone.
  var isInUseHere: Bool {
    switch process {
    case .foreground: true
    case .background:
      inUseUntil != nil || activitySessions > 0 || serviceBegunInUse
        || managers.contains { $0.phase == .running && $0.configuration.allowsBackground && $0.begunInUse }
    // The session holds while the user rests and the app is suspended.
    case .suspended: activitySessions > 0
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
    return now < runsUntil || (backgroundTasks > 0 && now < backgroundTaskExpiry) || isKeptBySession
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
    backgroundTaskExpiry = now + definition.platform.backgroundTaskLimit
    isWarnedOfExpiry = false
  }

  /// When the app must be told that its tasks run out, or `never`: not while a session keeps it running anyway.
  var expiryWarningDue: Instant {
    guard process == .background, backgroundTasks > 0, !isWarnedOfExpiry, !isKeptBySession else { return .never }
    return backgroundTaskExpiry - definition.platform.backgroundTaskWarning
  }

  /// Tells the app that its tasks run out. Whoever is told late has as long as everybody else.
  mutating func warnOfExpiry(at now: Instant) {
    isWarnedOfExpiry = true
    backgroundTaskExpiry = max(backgroundTaskExpiry, now + definition.platform.backgroundTaskWarning)
    post(.backgroundTaskWillExpire)
  }

  /// Whether the app has access to the user's position.
  var hasAccess: Bool {
    authorization.isAllowed
      && (significantChange.isMonitoring || visits != nil || !regions.isEmpty
        || ((!fused.isEmpty || listensForScans) && process.isRunning)
        || managers.contains {
          $0.phase == .resting || (process.isRunning && ($0.phase == .running || $0.oneShot != nil))
        })
  }

  /// Whether the user has not refused: a service may be asked for, even if it stays silent for now.
  var mayBeAsked: Bool { authorization.isAllowed || authorization.grant == .notDetermined }

  /// Something needs the process: it runs again. Behind the screen, without a foreground service, it is frozen some time after.
  mutating func thaw(until end: Instant) {
    isFrozen = false
    freezesAt = .never
    guard let delay = definition.platform.freezesCachedAppsAfter, process == .background, !hasForegroundService else {
      return
    }
    freezesAt = end + delay
  }

  mutating func post(_ callback: Callback, waking: Bool = true) {
    mailbox.append(callback)
    if waking { wantsProcessor = true }
  }
}

/// A timer of an app's own.
struct AppTimer {
  /// Stands for a look at the app's geofences; the apps' own identifiers are positive.
  static let geofences = -4

  let app: Int
  let identifier: Int
  /// It is an alarm of Android's.
  var waitsInDoze = false
}
