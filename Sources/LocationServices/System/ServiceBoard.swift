import Core

/// The services, each of which owns its state for all apps: a command goes to one of them, every other input to all.
struct ServiceBoard: ~Copyable {
  // Apple's and Android's
  var authorization: AuthorizationService
  var sessions: SessionService
  var significantChange: SignificantChangeService
  var regions = RegionService()
  var visits = VisitService()
  private var geocoding: GeocodingService
  var appTimers: AppTimerService
  var pair = PairedDevice()
  private var device = DeviceConditions()
  private var activity = ActivityRecognition()
  private var pedometer = Pedometer()
  private var pedestrianEvents = PedestrianEvents()
  private var pushes = PushService()
  private var work = WorkScheduler()
  private var refreshes = BackgroundRefreshes()
  // Android's
  private var significantMotion = SignificantMotion()
  var doze: DozeService
  var fused = FusedLocationService()
  var scans = WifiScanService()

  private var timers = SlotQueue<ServiceTimer>()
  private var tokens: [ServiceTimer: SlotQueue<ServiceTimer>.Token] = [:]

  init(_ apps: [AppDefinition]) {
    authorization = AuthorizationService(apps.map(\.authorizationTerms))
    sessions = SessionService(apps.map(\.sessionTerms))
    significantChange = SignificantChangeService(apps: apps.count)
    geocoding = GeocodingService(apps: apps.count)
    appTimers = AppTimerService(apps: apps.count)
    doze = DozeService(
      isAndroid: apps.contains { $0.platform.isAndroid },
      lightAfter: apps.compactMap(\.platform.lightDozeAfter).max())
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    device.take(input, in: context, &effects)
    activity.take(input, in: context, &effects)
    significantMotion.take(input, in: context, &effects)
    pedometer.take(input, in: context, &effects)
    pedestrianEvents.take(input, in: context, &effects)
    pushes.take(input, in: context, &effects)
    work.take(input, in: context, &effects)
    refreshes.take(input, in: context, &effects)
    doze.take(input, in: context, &effects)
    fused.take(input, in: context, &effects)
    scans.take(input, in: context, &effects)
    authorization.take(input, in: context, &effects)
    sessions.take(input, in: context, &effects)
    significantChange.take(input, in: context, &effects)
    regions.take(input, in: context, &effects)
    visits.take(input, in: context, &effects)
    appTimers.take(input, in: context, &effects)
  }

  /// Gives a command to its service.
  mutating func take(
    _ command: any ServiceCommand, from app: Int, in context: borrowing Context,
    _ effects: inout Effects
  ) {
    switch command {
    case let command as SessionService.Command: sessions.take(command, from: app, in: context, &effects)
    case let command as AppTimerService.Command: appTimers.take(command, from: app, in: context, &effects)
    case let command as FusedLocationService.Command: fused.take(command, from: app, in: context, &effects)
    case let command as SignificantChangeService.Command:
      significantChange.take(command, from: app, in: context, &effects)
    case let command as RegionService.Command: regions.take(command, from: app, in: context, &effects)
    case let command as VisitService.Command: visits.take(command, from: app, in: context, &effects)
    case let command as AuthorizationService.Command: authorization.take(command, from: app, in: context, &effects)
    case let command as ActivityRecognition.Command: activity.take(command, from: app, in: context, &effects)
    case let command as BackgroundRefreshes.Command: refreshes.take(command, from: app, in: context, &effects)
    case let command as WorkScheduler.Command: work.take(command, from: app, in: context, &effects)
    case let command as PushService.Command: pushes.take(command, from: app, in: context, &effects)
    case let command as GeocodingService.Command: geocoding.take(command, from: app, in: context, &effects)
    case let command as WifiScanService.Command: scans.take(command, from: app, in: context, &effects)
    case let command as SignificantMotion.Command: significantMotion.take(command, from: app, in: context, &effects)
    case let command as Pedometer.Command: pedometer.take(command, from: app, in: context, &effects)
    case let command as PedestrianEvents.Command: pedestrianEvents.take(command, from: app, in: context, &effects)
    case let command as DeviceConditions.Command: device.take(command, from: app, in: context, &effects)
    case let command as PairedDevice.Command: pair.take(command, from: app, in: context, &effects)
    default: preconditionFailure("no service takes \(type(of: command))")
    }
  }

  // MARK: Timers

  /// When the next timer of a service is due, or `never`.
  var deadline: Instant { timers.next }

  mutating func setTimer(_ timer: ServiceTimer, at due: Instant) {
    cancelTimer(timer)
    if due < .never { tokens[timer] = timers.schedule(timer, at: due) }
  }

  mutating func cancelTimer(_ timer: ServiceTimer) {
    if let token = tokens.removeValue(forKey: timer) { timers.cancel(token) }
  }

  /// A timer that is due, for its service.
  mutating func dueTimer(through now: Instant) -> ServiceTimer? {
    guard let (_, timer) = timers.pop(through: now) else { return nil }
    tokens[timer] = nil
    return timer
  }

  // MARK: Positions

  /// A position was determined.
  ///
  /// - Returns: whether plain sessions and the fused provider alone saw it.
  mutating func take(
    _ location: Location, fromGNSS: Bool, in context: borrowing Context, _ effects: inout Effects
  ) -> Bool {
    if pair.servesWatch { pair.take(location, fromGNSS: fromGNSS, in: context, &effects) }
    if fused.areAny { fused.take(location, fromGNSS: fromGNSS, in: context, &effects) }
    return sessions.take(location, fromGNSS: fromGNSS, in: context, &effects) && !pair.servesWatch
  }

  /// The GNSS chip keeps a fix while the processor sleeps: it is for those who gather.
  mutating func keepOnChip(_ location: Location, in context: borrowing Context, _ effects: inout Effects) {
    if fused.areAny { fused.take(location, fromGNSS: true, onChip: true, in: context, &effects) }
    sessions.keepOnChip(location, in: context, &effects)
  }

  // MARK: Asked

  /// What sessions, requests and the other device ask of positioning.
  mutating func demand(in context: borrowing Context) -> PositioningDemand {
    var demand = PositioningDemand.none
    sessions.ask(&demand, in: context)
    fused.ask(&demand, in: context)
    return pair.paired(demand, in: context)
  }

  /// Whether the app has access to the user's position: a session that runs, and a service that watches even while its app
  /// does not: when it says nothing the app knows that the user has not moved (2011 session).
  func hasAccess(_ app: Int, in context: borrowing Context) -> Bool {
    context.rights(app).isAllowed
      && (significantChange.isMonitoring(app) || visits.isAny(of: app) || regions.isAny(of: app)
        || sessions.givesAccess(app, in: context) || fused.areAny(of: app)
        || (context.isRunning(app) && scans.isTelling(app)))
  }

  /// For whom events have to be monitored.
  func interest(in context: borrowing Context) -> EventInterest {
    var interest = EventInterest.none
    for app in context.processes.indices {
      if regions.listens(for: app), context.watches(.beaconRegions, for: app) { interest.beacons |= 1 << UInt8(app) }
      if visits.isServed(app), context.watches(.visits, for: app) { interest.visits |= 1 << UInt8(app) }
    }
    return interest
  }

  /// Whether a service takes other access points as a hint of movement.
  func usesAccessPoints(in context: borrowing Context) -> Bool {
    if context.demand.takesWhatIsHeard { return true }
    guard !context.isAndroid else { return false }
    for app in context.processes.indices
    where MovementTrigger.accessPoints.counts(on: context.platform(app))
      && (significantChange.isMonitoring(app) || regions.monitorsCircle(app))
    {
      return true
    }
    return false
  }

  // MARK: Time

  /// When `serviceTimerFired` should be called, or `never`.
  func serviceDeadline(in context: borrowing Context, at now: Instant) -> Instant {
    var deadline = sessions.deadline(in: context)
    for app in context.processes.indices { deadline = min(deadline, context.processes[app].deadline(at: now)) }
    if fused.areAny { deadline = min(deadline, fused.deadline(in: context)) }
    return min(deadline, doze.deadline, authorization.deadline, pair.deadline)
  }
}
