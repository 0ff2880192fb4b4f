import Core
import DeviceModel
import World

/// Standard and live updates, and single positions, of all apps.
struct SessionService: OwnedService, ~Copyable {
  enum Command: ServiceCommand {
    case configure(Int, ManagerConfiguration)
    case start(Int)
    case stop(Int)
    case request(Int)
    case allowDeferred(Int, distance: Double, timeout: Double)
    case disallowDeferred(Int)
    /// Background activity sessions and service sessions of live updates: one more or one less.
    case changeActivity(by: Int)
    case changeService(by: Int)
  }

  /// Of all apps, in the order in which their managers were made.
  private(set) var sessions = OwnedArray<Session>()
  private var clients: [Client]
  /// What the motion sensors say, once the system listens to them for live updates.
  private var recognized: DetectedActivity?

  /// What is known of an app besides its sessions.
  private struct Client {
    let terms: SessionTerms
    /// What the process holds so that live updates come, and go on behind the screen.
    var activitySessions = 0
    var serviceSessions = 0
    /// The process ended while live updates had the right to go on in the background: they start it again.
    var resumes = false
    /// What the process last got to know of its sessions.
    var lastHold = SessionHold()
  }

  init(_ terms: [SessionTerms]) { clients = terms.map { Client(terms: $0) } }

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    switch command {
    case .configure(let manager, let configuration):
      noteMissing(configuration, app, context, &effects)
      if index(of: manager, app) == nil { sessions.append(Session(app: app, manager: manager)) }
      let effective = effective(configuration, app, context)
      session(manager, app) { $0.configure(effective, context, &effects) }
      effects.append(.retryUnreceived(app: app))
    case .start(let manager): if let index = index(of: manager, app) { start(index, context, &effects) }
    case .stop(let manager): session(manager, app) { $0.stop(context, &effects) }
    case .request(let manager): session(manager, app) { $0.request(context, &effects) }
    case .allowDeferred(let manager, let distance, let timeout):
      session(manager, app) { $0.allowDeferred(distance: distance, timeout: timeout, context, &effects) }
    case .disallowDeferred(let manager): session(manager, app) { $0.finishDeferral(.deferredCanceled, &effects) }
    case .changeActivity(let change): changeActivity(by: change, app, context, &effects)
    case .changeService(let change): changeService(by: change, app, context, &effects)
    }
    tellProcess(app, &effects)
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .foreground(let app, true):
      each(of: app) { $0.entersForeground(context, &effects) }
      tellProcess(app, &effects)
    case .foreground(let app, false):
      let isStill = seemsStill(context)
      each(of: app) { $0.leavesForeground(seemsStill: isStill, context, &effects) }
    // The system has waited some seconds for what the app takes up again, and drops the rest.
    case .launched(let app): clients[app].resumes = false
    case .processEnded(let app, let byUser): processEnded(app, byUser: byUser, context, &effects)
    case .rightsChanged(let app): refreshLiveUpdates(app, context, &effects)
    case .rightsInForce(let app): rightsInForce(app, context, &effects)
    case .motion: for index in sessions.indices { sessions[index].motionChanged(context) }
    case .recognized(let activity):
      recognized = activity
      for index in sessions.indices {
        sessions[index].activityRecognized(seemsStill: activity == .still, at: context.now)
      }
      effects.append(.deadlineMoved)
      if activity != .still { resumeLiveUpdates(context, &effects) }
    case .unlocked: if !seemsStill(context) { resumeLiveUpdates(context, &effects) }
    case .gnssUnavailable: eachRunning(context) { $0.gnssUnavailable(context, &effects) }
    case .areaComputed:
      guard let area = context.area.current else { return }
      for index in sessions.indices where sessions[index].isServed(context) && sessions[index].isReduced(context) {
        sessions[index].take(area: area, &effects)
      }
    case .phoneParted: for index in sessions.indices { sessions[index].isWithPhone = false }
    default: break
    }
  }

  /// The sessions of an app.
  @inline(__always)
  private mutating func each(of app: Int, _ act: (inout Session) -> Void) {
    for index in sessions.indices where sessions[index].app == app { act(&sessions[index]) }
  }

  /// The sessions of apps that run.
  private mutating func eachRunning(_ context: borrowing Context, _ act: (inout Session) -> Void) {
    for index in sessions.indices where context.isRunning(sessions[index].app) { act(&sessions[index]) }
  }

  private func index(of manager: Int, _ app: Int) -> Int? {
    sessions.firstIndex { $0.app == app && $0.manager == manager }
  }

  private mutating func session(_ manager: Int, _ app: Int, _ act: (inout Session) -> Void) {
    if let index = index(of: manager, app) { act(&sessions[index]) }
  }

  /// Whether the motion sensors, as far as the system listens to them, report that the user is still.
  private func seemsStill(_ context: borrowing Context) -> Bool {
    (recognized ?? DetectedActivity(context.movement.motion)) == .still
  }

  /// Says what the sessions mean for the process, where that has changed.
  private mutating func tellProcess(_ app: Int, _ effects: inout Effects) {
    var hold: SessionHold = clients[app].activitySessions > 0 ? .activity : []
    for index in sessions.indices
    where sessions[index].app == app && sessions[index].isRunning && sessions[index].configuration.allowsBackground {
      hold.insert(.goesOn)
      if sessions[index].begunInUse { hold.insert(.begunInUse) }
    }
    guard hold != clients[app].lastHold else { return }
    clients[app].lastHold = hold
    effects.append(.hold(app: app, hold))
  }

  private mutating func start(_ index: Int, _ context: borrowing Context, _ effects: inout Effects) {
    let app = sessions[index].app
    // The first watch systems have no such call: one position at a time is all there is.
    guard !context.isOnWatch || context.offers(.continuousUpdatesOnWatch, app, &effects) else { return }
    guard !sessions[index].isRunning else { return }
    // A user who has not been asked may still agree: the session waits for the answer.
    if sessions[index].configuration.isLive {
      guard mayBeginLive(index, context, &effects) else { return }
    } else if !context.isUndetermined(app), !context.may(.standardUpdates, app) {
      return effects.append(.post(app: app, .failed(manager: sessions[index].manager, .denied)))
    }
    sessions[index].start(context, &effects)
    effects.append(.promptByUse(app: app))
    showKnownArea(app, context, &effects)
    sessions[index].begin(seemsStill: seemsStill(context), context, &effects)
  }

  // MARK: Processes and rights

  /// The process has ended. The system is to start it again for its live updates, if it had the right to them in the background.
  ///
  /// From: WWDC 2023, session 10180, and Apple's engineers in the Developer Forums: an app that ends while it has the right to
  /// updates in the background is started again when updates come, and must begin them anew at once.
  private mutating func processEnded(_ app: Int, byUser: Bool, _ context: borrowing Context, _ effects: inout Effects) {
    var resumes = clients[app].resumes
    for index in sessions.indices where sessions[index].app == app {
      effects.append(.history(app: app, manager: sessions[index].manager, .pauseEnded(.stopped)))
      if sessions[index].keepsLiveUpdates { resumes = true }
    }
    clients[app] = Client(terms: clients[app].terms, resumes: resumes && !byUser, lastHold: clients[app].lastHold)
    sessions.removeAll { $0.app == app }
    tellProcess(app, &effects)
    // A user who is on the way sends the next update at once.
    if clients[app].resumes, !seemsStill(context) { effects.append(.wake(app: app)) }
  }

  /// The app is about to learn of its new rights: sessions and requests that waited begin, or fail.
  private mutating func rightsInForce(_ app: Int, _ context: borrowing Context, _ effects: inout Effects) {
    each(of: app) { $0.rightsInForce(context, &effects) }
    each(of: app) { $0.restartOneShot(context, &effects) }
    showKnownArea(app, context, &effects)
    tellProcess(app, &effects)
  }

  /// Whether live updates go on in the background follows from rights and background activity sessions.
  private mutating func refreshLiveUpdates(_ app: Int, _ context: borrowing Context, _ effects: inout Effects) {
    for index in sessions.indices where sessions[index].app == app && sessions[index].configuration.isLive {
      sessions[index].configuration = effective(sessions[index].configuration, app, context)
    }
    tellProcess(app, &effects)
  }

  /// What a manager's properties come to on this system and with this Info.plist. A live stream goes on in the background with
  /// `always`, or while the app holds a background activity session.
  private func effective(
    _ configuration: ManagerConfiguration, _ app: Int, _ context: borrowing Context
  ) -> ManagerConfiguration {
    let terms = clients[app].terms
    let mayGoOn =
      configuration.isLive
      ? context.rights(app).grant == .always || clients[app].activitySessions > 0
      : !terms.hasBackgroundUpdatesFlag || configuration.allowsBackground
    var effective = configuration
    effective.allowsBackground = terms.hasLocationBackgroundMode && mayGoOn
    if !context.platform(app).offers(.automaticPausing) { effective.pausesAutomatically = false }
    return effective
  }

  /// Keeps what the properties of a manager ask for and the app's system lacks.
  private func noteMissing(
    _ configuration: ManagerConfiguration, _ app: Int, _ context: borrowing Context, _ effects: inout Effects
  ) {
    if configuration.pausesAutomatically { _ = context.offers(.automaticPausing, app, &effects) }
    if configuration.desiredAccuracy == .reduced { _ = context.offers(.reducedAccuracy, app, &effects) }
    if let service = configuration.activityType.requires { _ = context.offers(service, app, &effects) }
  }

  // MARK: Live updates

  /// Whether live updates may be begun; otherwise the app gets the reason, where its system version gives one.
  private mutating func mayBeginLive(_ index: Int, _ context: borrowing Context, _ effects: inout Effects) -> Bool {
    let app = sessions[index].app
    guard context.offers(.liveUpdates, app, &effects) else { return false }
    let isUndetermined = context.isUndetermined(app)
    var obstacle = LocationUpdate()
    if !isUndetermined, !context.rights(app).isAllowed {
      obstacle.authorizationDenied = true
    } else if clients[app].terms.requiresServiceSession, clients[app].serviceSessions == 0,
      context.platform(app).offers(.serviceSession)
    {
      obstacle.serviceSessionRequired = true
      sessions[index].awaitsServiceSession = true
    } else if !isUndetermined, !context.may(.standardUpdates, app), !clients[app].resumes {
      // A relaunched app takes up what it had begun on the screen.
      obstacle.insufficientlyInUse = true
    } else {
      return true
    }
    sessions[index].post(obstacle, context, &effects)
    return false
  }

  private mutating func changeActivity(
    by change: Int, _ app: Int, _ context: borrowing Context, _ effects: inout Effects
  ) {
    // Only an app that is in use, or that takes up what it had, can say that it goes on being so.
    guard change < 0 || context.processes[app].isInUse || clients[app].resumes else { return }
    clients[app].activitySessions = max(0, clients[app].activitySessions + change)
    refreshLiveUpdates(app, context, &effects)
    effects.append(.demandChanged)
  }

  private mutating func changeService(
    by change: Int, _ app: Int, _ context: borrowing Context, _ effects: inout Effects
  ) {
    clients[app].serviceSessions = max(0, clients[app].serviceSessions + change)
    guard change > 0 else { return }
    for index in sessions.indices where sessions[index].app == app && sessions[index].awaitsServiceSession {
      sessions[index].awaitsServiceSession = false
      start(index, context, &effects)
    }
  }

  /// The user moves: resting streams go on by themselves, and a process that the system had ended is started for them.
  private mutating func resumeLiveUpdates(_ context: borrowing Context, _ effects: inout Effects) {
    for app in clients.indices where clients[app].resumes && context.processes[app].state == .notRunning {
      effects.append(.wake(app: app))
    }
    for index in sessions.indices { sessions[index].goOn(seemsStill: false, context, &effects) }
    for app in clients.indices { tellProcess(app, &effects) }
  }

  // MARK: Positions

  /// A position was determined. Every running session sees it, whoever asked for it.
  ///
  /// - Returns: whether plain sessions alone saw it.
  mutating func take(
    _ location: Location, fromGNSS: Bool, in context: borrowing Context, _ effects: inout Effects
  ) -> Bool {
    var isPlain = true
    for index in sessions.indices
    where sessions[index].isActive && sessions[index].isServed(context) && !sessions[index].isReduced(context) {
      if !sessions[index].take(location, fromGNSS: fromGNSS, context, &effects) { isPlain = false }
    }
    return isPlain
  }

  /// The GNSS chip keeps a fix while the processor sleeps: it is for the sessions that defer, and nobody else knows of it.
  mutating func keepOnChip(_ location: Location, in context: borrowing Context, _ effects: inout Effects) {
    for index in sessions.indices
    where sessions[index].isDeferring && sessions[index].isRunning && sessions[index].isServed(context)
      && context.processes[sessions[index].app].state == .background && !sessions[index].isReduced(context)
    {
      _ = sessions[index].take(location, fromGNSS: true, context, &effects)
    }
  }

  /// The one session that sees satellite fixes, if it has a filter at most and its app hears of them at once.
  func plainSession(in context: borrowing Context) -> (index: Int, app: Int, manager: Int)? {
    var plain: Int?
    for index in sessions.indices
    where sessions[index].isActive && sessions[index].isServed(context) && !sessions[index].isReduced(context) {
      guard plain == nil, sessions[index].isPlain, context.processes[sessions[index].app].hearsAtOnce else {
        return nil
      }
      plain = index
    }
    return plain.map { ($0, sessions[$0].app, sessions[$0].manager) }
  }

  /// A satellite fix for the plain session: the rules of `take`, without the rest.
  @inline(__always)
  mutating func admit(_ location: Location, index: Int, isStill: Bool, at now: Instant) -> (
    passes: Bool, movesDeadline: Bool
  ) {
    sessions[index].admit(location, isStill: isStill, at: now)
  }

  /// A session has begun, or its accuracy has changed: what is known is shown at once.
  private mutating func showKnownArea(_ app: Int, _ context: borrowing Context, _ effects: inout Effects) {
    guard let area = context.area.usable(at: context.now) else { return }
    for index in sessions.indices
    where sessions[index].app == app && sessions[index].isRunning && sessions[index].isServed(context)
      && sessions[index].isReduced(context)
    {
      sessions[index].take(area: area, &effects)
    }
  }

  /// On a watch: hands requests that have not been there to the phone.
  mutating func askPhone(in context: borrowing Context, _ effects: inout Effects) {
    for index in sessions.indices
    where context.isRunning(sessions[index].app) && context.may(.requestLocation, sessions[index].app) {
      sessions[index].askPhone(context, &effects)
    }
  }

  /// The phone's answer, `nil` when it found nothing. A request that was cancelled meanwhile gets none.
  mutating func phoneAnswered(_ manager: Int, _ location: Location?, app: Int, _ effects: inout Effects) {
    if let index = index(of: manager, app), sessions[index].isWithPhone {
      sessions[index].finishOneShot(location, &effects)
    }
  }

  // MARK: Asked

  /// Adds what sessions and requests need of positioning.
  func ask(_ demand: inout PositioningDemand, in context: borrowing Context) {
    for index in sessions.indices where sessions[index].wantsPositions && sessions[index].isServed(context) {
      sessions[index].ask(&demand, context)
    }
  }

  /// Whether a session or a request gives the app access to the user's position.
  func givesAccess(_ app: Int, in context: borrowing Context) -> Bool {
    let isRunning = context.isRunning(app)
    return sessions.contains { $0.app == app && ($0.phase == .resting || (isRunning && $0.isActive)) }
  }

  /// The app that the approximate area is computed for first; counted from 0.
  func areaApp(in context: borrowing Context) -> Int? {
    var first: Int?
    for index in sessions.indices
    where sessions[index].isActive && sessions[index].isServed(context) && sessions[index].isReduced(context) {
      first = min(first ?? .max, sessions[index].app)
    }
    return first
  }

  /// When a session must be looked at again, or `never`.
  func deadline(in context: borrowing Context) -> Instant {
    var deadline = Instant.never
    for index in sessions.indices where context.isRunning(sessions[index].app) {
      deadline = min(deadline, sessions[index].deadline)
    }
    return deadline
  }

  mutating func timerFired(in context: borrowing Context, _ effects: inout Effects) {
    eachRunning(context) { $0.timerFired(context, &effects) }
    for app in clients.indices { tellProcess(app, &effects) }
  }
}

/// What an app's SDK and Info.plist say about its sessions.
struct SessionTerms: Sendable {
  let hasLocationBackgroundMode: Bool
  /// Whether `allowsBackgroundLocationUpdates` counts.
  let hasBackgroundUpdatesFlag: Bool
  /// It gets no live updates without a service session.
  let requiresServiceSession: Bool
}
