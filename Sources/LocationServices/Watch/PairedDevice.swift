import DeviceModel
import Core

/// A position for the watch.
package struct CompanionFix: Sendable, Hashable {
  package let location: Location
  package let fromGNSS: Bool
}

/// A device's part in a pair: what it gives to the link, and what it does for the other device.
///
/// On the phone: what the watch's sessions and requests want of it. On the watch: whether positions come from the phone.
struct PairedDevice {
  /// A request of the watch that the phone serves.
  private struct Request {
    let app: Int
    let identifier: Int
    let accuracy: DesiredAccuracy
    let activity: ActivityType
    var search: OneShotRequest
  }

  /// Which end of a pair this is; `nil` for a device on its own.
  let end: WatchLink.End?
  private(set) var messages: [WatchLink.Message] = []
  /// What the watch's sessions ask of the phone.
  private var demand = PositioningDemand.none
  private var requests: [Request] = []
  private var fixes: [CompanionFix] = []
  /// The watch's sessions get their positions from the phone.
  private(set) var positionsFromPhone = false
  /// What the sessions of this device ask for, whoever serves them.
  private(set) var wish = PositioningDemand.none

  init(_ end: WatchLink.End?) { self.end = end }

  // MARK: Messages

  mutating func send(_ content: WatchLink.Content, from app: Int) {
    guard let end else { return }
    messages.append(WatchLink.Message(from: end, app: app, content: content))
  }

  mutating func tell(_ app: Int, _ message: WatchLink.SystemMessage) { send(.system(message), from: app) }

  mutating func takeMessages() -> [WatchLink.Message] {
    defer { messages.removeAll(keepingCapacity: true) }
    return messages
  }

  // MARK: Demand

  /// What positioning must do, given what the sessions of this device ask for.
  mutating func paired(_ own: PositioningDemand) -> PositioningDemand {
    wish = own
    switch end {
    case nil: return own
    case .phone: return own.united(with: demand).united(with: requestDemand)
    case .watch: return positionsFromPhone ? own.areaOnly : own
    }
  }

  /// What the searches for the watch ask of positioning.
  private var requestDemand: PositioningDemand {
    var demand = PositioningDemand.none
    for request in requests {
      if demand.cause == .system { demand.cause = EnergyAttribution(.fix, app: request.app + 1) }
      demand.ask(for: request.accuracy, activity: request.activity)
    }
    return demand
  }

  /// - Returns: whether it is another than before.
  mutating func setDemand(_ demand: PositioningDemand) -> Bool {
    guard demand != self.demand else { return false }
    self.demand = demand
    return true
  }

  /// - Returns: whether it is another than before.
  mutating func setPositionsFromPhone(_ fromPhone: Bool) -> Bool {
    guard fromPhone != positionsFromPhone else { return false }
    positionsFromPhone = fromPhone
    return true
  }

  // MARK: Positions for the watch

  /// The watch wants positions.
  var servesWatch: Bool { !requests.isEmpty || !demand.isEmpty }

  mutating func keep(_ location: Location, fromGNSS: Bool) {
    if !demand.isEmpty { fixes.append(CompanionFix(location: location, fromGNSS: fromGNSS)) }
  }

  mutating func takeFixes() -> [CompanionFix] {
    defer { fixes.removeAll(keepingCapacity: true) }
    return fixes
  }

  // MARK: Requests of the watch

  mutating func serve(
    _ identifier: Int, _ accuracy: DesiredAccuracy, _ activity: ActivityType, app: Int, _ search: OneShotRequest
  ) {
    requests.append(
      Request(app: app, identifier: identifier, accuracy: accuracy, activity: activity, search: search))
  }

  mutating func answer(_ app: Int, _ identifier: Int, _ location: Location?) {
    tell(app, .answer(identifier: identifier, location))
  }

  /// The watch is out of reach, nobody waits for an answer any more.
  ///
  /// - Returns: whether anybody did.
  mutating func forgetRequests() -> Bool {
    defer { requests.removeAll() }
    return !requests.isEmpty
  }

  /// A position was determined.
  ///
  /// - Returns: whether it ends a search.
  mutating func note(_ location: Location, drift: Double, speed: Double, at now: Instant) -> Bool {
    endRequests { $0.note(location, drift: drift, speed: speed, at: now) }
  }

  /// When a search for the watch ends with what it has, or `never`.
  var deadline: Instant { requests.reduce(.never) { min($0, $1.search.deadline) } }

  /// - Returns: whether a search has ended.
  mutating func endRequests(at now: Instant) -> Bool { endRequests { $0.deadline <= now } }

  private mutating func endRequests(_ isOver: (inout OneShotRequest) -> Bool) -> Bool {
    var isAny = false
    for index in requests.indices.reversed() where isOver(&requests[index].search) {
      let request = requests.remove(at: index)
      answer(request.app, request.identifier, request.search.best)
      isAny = true
    }
    return isAny
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

/// What is known of an app's other half on the paired device.
struct AppCounterpart {
  /// It is in use, where that counts for both (iOS 14).
  var isInUse = false
  /// A message to it would get through.
  var isReachable = false
}
