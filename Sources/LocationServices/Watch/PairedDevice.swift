import DeviceModel
import Core

/// A device's part in a pair: what it does for the other device.
///
/// On the phone: what the watch's sessions and requests want of it. On the watch: whether positions come from the phone.
struct PairedDevice {
  enum Command: ServiceCommand {
    /// An app's message or context for its other half.
    case send(WatchLink.Content)
  }

  /// A request of the watch that the phone serves.
  private struct Request {
    let app: Int
    let identifier: Int
    let accuracy: DesiredAccuracy
    let activity: ActivityType
    var search: OneShotRequest
  }

  /// What the watch's sessions ask of the phone.
  private var demand = PositioningDemand.none
  private var requests: [Request] = []
  /// What the sessions of this device ask for, whoever serves them.
  private(set) var wish = PositioningDemand.none

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    switch command {
    case .send(let content): effects.append(.link(app: app, content))
    }
  }

  // MARK: Demand

  /// What positioning must do, given what the sessions of this device ask for.
  mutating func paired(_ own: PositioningDemand, in context: borrowing Context) -> PositioningDemand {
    wish = own
    switch context.end {
    case nil: return own
    case .phone: return own.united(with: demand).united(with: requestDemand)
    case .watch: return context.positionsFromPhone ? own.areaOnly : own
    }
  }

  /// What the searches for the watch ask of positioning.
  private var requestDemand: PositioningDemand {
    var demand = PositioningDemand.none
    for request in requests { demand.ask(for: request.accuracy, activity: request.activity, by: request.app) }
    return demand
  }

  /// - Returns: whether it is another than before.
  mutating func setDemand(_ demand: PositioningDemand) -> Bool {
    guard demand != self.demand else { return false }
    self.demand = demand
    return true
  }

  // MARK: Positions for the watch

  /// The watch wants positions.
  var servesWatch: Bool { !requests.isEmpty || !demand.isEmpty }

  /// A position was determined: the watch's sessions get it, and it may end a search for the watch.
  mutating func take(_ location: Location, fromGNSS: Bool, in context: borrowing Context, _ effects: inout Effects) {
    let (drift, speed) = (context.movement.drift(since: location, at: context.now), context.movement.fastest)
    let now = context.now
    endRequests(&effects) { $0.note(location, drift: drift, speed: speed, at: now) }
    if !demand.isEmpty { effects.append(.forward(CompanionFix(location: location, fromGNSS: fromGNSS))) }
  }

  // MARK: Requests of the watch

  /// On the phone: looks for a position for the watch.
  mutating func request(
    _ identifier: Int, _ accuracy: DesiredAccuracy, _ activity: ActivityType, app: Int,
    in context: borrowing Context, _ effects: inout Effects
  ) {
    var search = OneShotRequest(accuracy, at: context.now)
    if let last = context.movement.lastPosition, context.now.seconds - last.timestamp <= Session.cachedFor.seconds,
      search.note(
        last, drift: context.movement.drift(since: last, at: context.now), speed: context.movement.fastest,
        at: context.now)
    {
      return effects.append(.link(app: app, .system(.answer(identifier: identifier, search.best))))
    }
    requests.append(Request(app: app, identifier: identifier, accuracy: accuracy, activity: activity, search: search))
    effects.append(.demandChanged)
  }

  /// The watch is out of reach, nobody waits for an answer any more.
  ///
  /// - Returns: whether anybody did.
  mutating func forgetRequests() -> Bool {
    defer { requests.removeAll() }
    return !requests.isEmpty
  }

  /// When a search for the watch ends with what it has, or `never`.
  var deadline: Instant { requests.reduce(.never) { min($0, $1.search.deadline) } }

  mutating func timerFired(in context: borrowing Context, _ effects: inout Effects) {
    let now = context.now
    endRequests(&effects) { $0.deadline <= now }
  }

  private mutating func endRequests(_ effects: inout Effects, _ isOver: (inout OneShotRequest) -> Bool) {
    for index in requests.indices.reversed() where isOver(&requests[index].search) {
      let request = requests.remove(at: index)
      effects.append(.link(app: request.app, .system(.answer(identifier: request.identifier, request.search.best))))
      effects.append(.demandChanged)
    }
  }
}

extension PositioningDemand {
  /// What is left when positions come from elsewhere: the approximate area is computed here.
  fileprivate var areaOnly: PositioningDemand {
    var demand = PositioningDemand.none
    demand.reduced = reduced
    if reduced { demand.cause = cause }
    return demand
  }
}
