import DeviceModel
import Core
import World

/// Android's significant-motion sensor: reports the beginning of a movement once, and must be requested again.
///
/// From: source.android.com, "Sensor types": a trigger sensor that wakes the processor when a motion is felt that may change
/// where the user is, such as walking, cycling or riding; a process that has ended gets no event. The latency is not
/// documented: a median of 10 s, an estimate.
struct SignificantMotion: OwnedService {
  struct Event: ServiceEvent {}
  enum Command: ServiceCommand { case request, cancel }

  private static let latency = LogNormalTime(
    median: .seconds(10), logDeviation: 0.5, range: .seconds(2) ... .minutes(2))

  private var motion = MotionClass.still
  private var stretch = 0
  private var waiting: Set<Int> = []
  private static let timer = ServiceTimer(purpose: .significantMotion, app: -1)

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    guard command == .request else {
      waiting.remove(app)
      return
    }
    waiting.insert(app)
    feel(context, &effects)
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .motion(let motion, let stretch):
      (self.motion, self.stretch) = (motion, stretch)
      feel(context, &effects)
    case .timer(Self.timer) where !motion.isStill:
      for app in waiting.sorted() { effects.append(.tell(app: app, Event(), .livingProcess)) }
      waiting.removeAll()
    case .processEnded(let app, _): waiting.remove(app)
    default: break
    }
  }

  private func feel(_ context: borrowing Context, _ effects: inout Effects) {
    guard !waiting.isEmpty, !motion.isStill else { return effects.append(.cancelTimer(Self.timer)) }
    let latency = Self.latency.time(score: context.outcomes.score("significant-motion", ordinal: stretch, part: 0))
    effects.append(.setTimer(Self.timer, at: context.now + latency))
  }
}

extension ServiceTimer.Purpose {
  fileprivate static let significantMotion = Self("significant motion")
}
