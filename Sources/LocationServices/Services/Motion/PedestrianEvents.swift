import DeviceModel
import Core
import World

/// Reports that the user begins or ceases to walk or run: `CMPedometer.startEventUpdates` (iOS 10).
///
/// Read: events report changes of the pedestrian activity (Apple, `CMPedometerEventType`). A suspended app gets the newest when
/// it runs again. The latencies are not documented: 6 s until steps are taken for walking and 4 s until they are missed, in the
/// median, are estimates. A halt that is shorter is never reported.
struct PedestrianEvents: OwnedService {
  enum Command: ServiceCommand { case start, stop }

  struct Event: ServiceEvent {
    static var isReplacedByNewer: Bool { true }
    let isWalking: Bool
  }

  private static let begin = LogNormalTime(median: .seconds(6), logDeviation: 0.3, range: .seconds(2) ... .minutes(1))
  private static let end = LogNormalTime(median: .seconds(4), logDeviation: 0.3, range: .seconds(2) ... .minutes(1))
  private static let timer = ServiceTimer(purpose: .pedestrianEvents, app: -1)

  private var clients: Set<Int> = []
  /// What the motion is, and what the sensors have noticed of it.
  private var walks = false
  private var isWalking = false

  mutating func take(_ input: ServiceInput, in context: ServiceContext, _ effects: inout [ServiceEffect]) {
    switch input {
    case .command(let command as Command, let app):
      if command == .start { clients.insert(app) } else { clients.remove(app) }
    case .motion(let motion, let stretch):
      walks = motion == .walking || motion == .running
      guard !clients.isEmpty else { return isWalking = walks }
      guard walks != isWalking else { return effects.append(.cancelTimer(Self.timer)) }
      let score = context.outcomes.score("pedestrian", ordinal: stretch, part: 0)
      let latency = (walks ? Self.begin : Self.end).time(score: score)
      effects.append(.setTimer(Self.timer, at: context.now + latency))
    case .timer(Self.timer):
      isWalking = walks
      for app in clients.sorted() { effects.append(.tell(app: app, Event(isWalking: isWalking), .runningOnly)) }
    case .processEnded(let app, _): clients.remove(app)
    default: break
    }
  }
}

extension ServiceTimer.Purpose {
  fileprivate static let pedestrianEvents = Self("pedestrian events")
}
