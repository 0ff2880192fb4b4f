import Core

struct SignificantChangeService: OwnedService {
  enum Command: ServiceCommand {
    case start(manager: Int)
    case stop(manager: Int)
  }

  private struct Client {
    var monitor = SignificantChangeMonitor()
    /// Those of the process that monitor.
    var managers: Set<Int> = []
  }

  private var clients: [Client]

  init(apps: Int) { clients = Array(repeating: Client(), count: apps) }

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    switch command {
    case .start(let manager):
      guard context.availability.significantLocationChangeMonitoring else { return }
      // Before iOS 13 monitoring could not even be started without always.
      guard context.isUndetermined(app) || context.may(.significantChange, app) else {
        return effects.append(.post(app: app, .failed(manager: manager, .denied)))
      }
      effects.append(.promptByUse(app: app))
      clients[app].managers.insert(manager)
      clients[app].monitor.start()
      effects.append(.accessBegun(app: app))
      effects.append(.demandChanged)
      effects.append(.retrySignificantChange(app: app))
    case .stop(let manager):
      clients[app].managers.remove(manager)
      if clients[app].managers.isEmpty { clients[app].monitor.stop() }
      effects.append(.demandChanged)
    }
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    if case .processEnded(let app, _) = input { clients[app].managers.removeAll() }
  }

  /// Whichever manager of the process monitors changes.
  func manager(of app: Int) -> Int? { clients[app].managers.min() }
  func isMonitoring(_ app: Int) -> Bool { clients[app].monitor.isMonitoring }
  var isAnyMonitoring: Bool { clients.contains { $0.monitor.isMonitoring } }

  /// The user has probably moved. Each app's service uses the signs that its system knows.
  mutating func hint(_ hint: MovementTrigger, in context: borrowing Context) {
    for app in clients.indices where hint.counts(on: context.platform(app)) { clients[app].monitor.trigger() }
  }

  /// When a position should be determined, or `never`.
  func due(in context: borrowing Context, at now: Instant) -> Instant {
    var due = Instant.never
    for app in clients.indices where context.watches(.significantChange, for: app) {
      due = min(due, self.due(app, context, at: now))
    }
    return due
  }

  /// With reduced accuracy not before the area may be computed again.
  private func due(_ app: Int, _ context: borrowing Context, at now: Instant) -> Instant {
    let due = clients[app].monitor.measurementDue(at: now)
    return due < .never && context.processes[app].seesAreaOfEvents ? max(due, context.area.nextComputation) : due
  }

  /// Whether a measurement now also needs the area.
  func needsArea(in context: borrowing Context) -> Bool {
    guard context.area.nextComputation <= context.now else { return false }
    for app in clients.indices
    where isMonitoring(app) && context.processes[app].seesAreaOfEvents && context.watches(.significantChange, for: app)
    {
      return true
    }
    return false
  }

  /// A position is about to be determined.
  ///
  /// - Returns: the app that it serves first, for the ledger, and whether all that it serves have just begun to monitor: then
  ///   a position from the cache will do (Apple's documentation: the first event is usually a cached position).
  mutating func measurementBegins(in context: borrowing Context) -> (app: Int?, isFirst: Bool) {
    var (first, isFirst): (Int?, Bool?) = (nil, nil)
    for app in clients.indices where context.watches(.significantChange, for: app) {
      if isMonitoring(app) { first = first ?? app }
      guard due(app, context, at: context.now) <= context.now else { continue }
      isFirst = (isFirst ?? true) && clients[app].monitor.awaitsFirst
      clients[app].monitor.beginMeasurement()
    }
    return (first, isFirst ?? false)
  }

  /// A position was determined for the service.
  mutating func measured(_ location: Location, in context: borrowing Context, _ effects: inout Effects) {
    for app in clients.indices {
      // For an app that may not be told nothing is measured, and what is measured for others is not for it.
      guard context.watches(.significantChange, for: app) else { continue }
      let seesArea = context.processes[app].seesAreaOfEvents
      var location = location
      if seesArea {
        // Only an area of this instant counts: in between, nothing is new.
        guard context.area.lastComputed == context.now, let area = context.area.current else { continue }
        location = area
      }
      // Areas are not noise, and iOS 4 knew towers only.
      let comparesRadii = !seesArea && context.platform.version >= Platform.ios5.version
      guard clients[app].monitor.admits(location, comparesRadii: comparesRadii, at: context.now) else { continue }
      effects.append(.notify(app: app, .significantChange(location)))
    }
  }

  /// A session got a position: apps that monitor look at it, which costs nothing.
  ///
  /// Positions no better than the service's distance are left out: cells hop by as much.
  ///
  /// - Returns: whether none of them had any use for it.
  mutating func share(_ location: Location, in context: borrowing Context, _ effects: inout Effects) -> Bool {
    var isPlain = true
    for app in clients.indices where isMonitoring(app) {
      // An app with reduced accuracy sees areas only.
      guard !context.processes[app].seesAreaOfEvents, location.horizontalAccuracy <= SignificantChangeMonitor.distance,
        clients[app].monitor.wants(location, at: context.now), context.watches(.significantChange, for: app)
      else { continue }
      isPlain = false
      clients[app].monitor.beginMeasurement()
      if clients[app].monitor.admits(location, comparesRadii: true, at: context.now) {
        effects.append(.notify(app: app, .significantChange(location)))
      }
    }
    return isPlain
  }
}
