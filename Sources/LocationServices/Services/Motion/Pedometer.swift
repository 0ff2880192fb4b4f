import DeviceModel
import Core
import World

/// Counts steps while the user walks or runs: `CMPedometer` and Android's step counter.
///
/// Read (WWDC 2014, session 612): the count is reported each 2.5 s; the count is good wherever the phone is carried;
/// satellites take a hundred times the pedometer's power, which is that of the sensors' processor and part of what is
/// always on. Steps count from the first one and are reported after some of them (8 s: estimate). Cadences of 1.8 and 2.7
/// steps a second are everyday figures, varied by 6 % from stretch to stretch: estimates.
struct Pedometer: OwnedService {
  enum Command: ServiceCommand { case start, stop }

  /// Steps since the app began to count.
  struct Steps: ServiceEvent {
    static var isReplacedByNewer: Bool { true }
    let count: Int
  }

  static let cadence = TimeSpan.seconds(2.5)
  static let delay = TimeSpan.seconds(8)
  private static let timer = ServiceTimer(purpose: .steps, app: -1)

  /// Steps a second now, and since when.
  private var rate = 0.0
  private var since = Instant.start
  /// Steps of the day up to `since`.
  private var earlier = 0.0
  /// The day's count when each app began, and the last count reported to it.
  private var clients: [Int: (begin: Double, reported: Int)] = [:]

  private func steps(at now: Instant) -> Double { earlier + rate * max(0, (now - since).seconds) }

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    clients[app] = command == .start ? clients[app] ?? (steps(at: context.now), 0) : nil
    arm(context, &effects)
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .motion(let motion, let stretch):
      earlier = steps(at: context.now)
      let score = context.outcomes.score("step-rate", ordinal: stretch, part: 0)
      let spread = min(max(1 + 0.06 * score, 0.7), 1.3)
      since = context.now
      switch motion {
      case .walking: rate = 1.8 * spread
      case .running: rate = 2.7 * spread
      default: rate = 0
      }
      arm(context, &effects)
    case .timer(Self.timer):
      for (app, client) in clients.sorted(by: { $0.key < $1.key }) {
        let count = Int(steps(at: context.now) - client.begin)
        guard count > client.reported else { continue }
        clients[app]?.reported = count
        effects.append(.tell(app: app, Steps(count: count), .runningOnly))
      }
      if rate > 0, !clients.isEmpty { effects.append(.setTimer(Self.timer, at: context.now + Self.cadence)) }
    case .processEnded(let app, _): clients[app] = nil
    default: break
    }
  }

  private func arm(_ context: borrowing Context, _ effects: inout Effects) {
    guard rate > 0, !clients.isEmpty else { return }
    effects.append(.setTimer(Self.timer, at: max(context.now, since + Self.delay)))
  }
}

extension ServiceTimer.Purpose {
  fileprivate static let steps = Self("steps")
}

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

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    if command == .start { clients.insert(app) } else { clients.remove(app) }
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
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
