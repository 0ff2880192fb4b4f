import Core
import World

/// Visit monitoring: which apps receive arrivals and departures, and what they are told. The driver decides when they are
/// noticed.
struct VisitService: OwnedService {
  enum Command: ServiceCommand {
    case start(manager: Int)
    case stop
  }

  /// Of one app; it outlives the app's process.
  private struct Registration {
    let app: Int
    /// Below zero, so that it is no region's.
    let serial: Int
    let isServed: Bool
    /// The manager that asked in this process.
    var manager: Int?

    func change(isBegun: Bool) -> WatchChange {
      WatchChange(app: app, serial: serial, subject: .visits, isBegun: isBegun, isServed: isServed)
    }
  }

  private var registrations: [Registration] = []
  private var count = 0

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    let known = registrations.firstIndex { $0.app == app }
    switch command {
    case .start(let manager):
      if let known {
        registrations[known].manager = manager
      } else {
        start(app, manager: manager, context, &effects)
      }
    case .stop:
      guard let known else { return }
      effects.append(.demandChanged)
      effects.append(.watch(registrations.remove(at: known).change(isBegun: false)))
    }
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .processEnded(let app, _):
      for index in registrations.indices where registrations[index].app == app { registrations[index].manager = nil }
    default: break
    }
  }

  private mutating func start(_ app: Int, manager: Int, _ context: borrowing Context, _ effects: inout Effects) {
    let isDenied = !context.processes[app].mayBeAsked
    let isOffered = context.offers(.visits, app, &effects)
    count += 1
    let registration = Registration(
      app: app, serial: -count, isServed: !isDenied && context.availability.visitMonitoring && isOffered,
      manager: manager)
    registrations.append(registration)
    effects.append(.demandChanged)
    effects.append(.watch(registration.change(isBegun: true)))
    if isDenied { effects.append(.post(app: app, .failed(manager: manager, .denied))) }
  }

  func manager(of app: Int) -> Int? { registrations.first { $0.app == app }?.manager }
  func isAny(of app: Int) -> Bool { registrations.contains { $0.app == app } }
  func isServed(_ app: Int) -> Bool { registrations.contains { $0.app == app && $0.isServed } }

  /// An arrival or a departure was noticed.
  ///
  /// - Parameter area: the approximate area that the place lies in, for an app with reduced accuracy; the current one when
  ///   left out.
  mutating func noticed(
    _ visit: Visit, area: Location?, serial: Int, in context: borrowing Context,
    _ effects: inout Effects
  ) {
    for registration in registrations
    where registration.serial == serial && context.watches(.visits, for: registration.app) {
      let exact = Location(
        position: visit.position, horizontalAccuracy: visit.horizontalAccuracy, instant: context.now, speed: -1)
      guard let place = context.place(exact, asSeenBy: registration.app, area: area) else { continue }
      let seen = Visit(
        position: place.position, horizontalAccuracy: place.horizontalAccuracy, arrivalDate: visit.arrivalDate,
        departureDate: visit.departureDate)
      effects.append(.notify(app: registration.app, .visit(serial: serial, seen)))
    }
  }
}
