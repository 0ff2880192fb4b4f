import Core
package import World

/// What the user is doing, as motion sensors notice it: `CMMotionActivityManager` and activity transitions.
///
/// The sensors' own processor notices at next to no cost. On iOS an app gets the present activity at once, and each change
/// while it runs: it is not woken for it (developers' reports; RunKeeper and others stayed awake by other means). On Android
/// a change starts the app (developer.android.com, "Detect when users start an activity"), and an app that has just asked
/// gets the present activity after a minute (developers' reports of 1 to 2 min). The system itself is a client where live
/// updates wait for the user to rest or to move.
struct ActivityRecognition: OwnedService {
  enum Command: ServiceCommand { case start, stop }

  static let registration = TimeSpan.seconds(60)
  /// The client that is the system itself.
  static let system = -2

  /// `nil` while nobody asks; the day's stretches are kept for whoever does later.
  private var trace: ActivityTrace?
  private var stretches: [(motion: MotionClass, number: Int, start: Instant)] = []
  /// The last activity reported to each client; `nil` for none yet.
  private var clients: [Int: MotionActivity?] = [:]
  /// Until when an app that has just asked waits.
  private var registersUntil: [Int: Instant] = [:]

  /// What the sensors say now; known where an app has asked for it.
  var current: MotionActivity? { trace?.current }

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    guard command == .start else {
      (clients[app], registersUntil[app]) = (nil, nil)
      return
    }
    guard clients[app] == nil else { return }
    clients.updateValue(nil, forKey: app)
    catchUp(context)
    if context.isAndroid, app != Self.system {
      let end = context.now + Self.registration
      registersUntil[app] = end
      effects.append(.setTimer(ServiceTimer(purpose: .activity, app: app), at: end))
    }
    tell(context, &effects)
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .motion(let motion, let number):
      stretches.append((motion, number, context.now))
      guard trace != nil else { return }
      trace?.begin(motion, stretch: number, at: context.now, outcomes: context.outcomes)
      tell(context, &effects)
    case .timer(let timer) where timer.purpose == .activity:
      if timer.app >= 0 { registersUntil[timer.app] = nil }
      while let next = trace?.next, next <= context.now { trace?.step(outcomes: context.outcomes) }
      tell(context, &effects)
    // Updates end with the process; on Android they outlive it.
    case .processEnded(let app, _) where !context.isAndroid: clients[app] = nil
    default: break
    }
  }

  // The trace from the start of the run to now.
  private mutating func catchUp(_ context: borrowing Context) {
    guard trace == nil, let first = stretches.first else { return }
    var trace = ActivityTrace(first.motion, isAndroid: context.isAndroid, outcomes: context.outcomes)
    for stretch in stretches.dropFirst() {
      while trace.next < stretch.start { trace.step(outcomes: context.outcomes) }
      trace.begin(stretch.motion, stretch: stretch.number, at: stretch.start, outcomes: context.outcomes)
    }
    while trace.next <= context.now { trace.step(outcomes: context.outcomes) }
    self.trace = trace
  }

  private mutating func tell(_ context: borrowing Context, _ effects: inout Effects) {
    guard let trace else { return }
    for (app, reported) in clients.sorted(by: { $0.key < $1.key })
    where reported != trace.current && registersUntil[app] == nil {
      clients[app] = trace.current
      guard app != Self.system else {
        effects.append(.inform(.recognized(trace.current.activity)))
        continue
      }
      effects.append(.tell(app: app, trace.current, context.isAndroid ? .everywhere(.location) : .runningOnly))
    }
    effects.append(.setTimer(ServiceTimer(purpose: .activity, app: -1), at: clients.isEmpty ? .never : trace.next))
  }
}

extension ServiceTimer.Purpose {
  fileprivate static let activity = Self("activity")
}

/// What the user is doing, as motion sensors report it: `CMMotionActivity`, and `DetectedActivity` of Play services, without
/// what the sensors are unsure of.
public enum DetectedActivity: String, CaseIterable, Sendable {
  case still, walking, running
  case onBicycle = "on_bicycle"
  case inVehicle = "in_vehicle"

  package init(_ motion: MotionClass) {
    switch motion {
    case .still: self = .still
    case .walking: self = .walking
    case .running: self = .running
    case .cycling: self = .onBicycle
    case .automotive, .rail, .airborne: self = .inVehicle
    }
  }
}

/// How sure the sensors are (`CMMotionActivityConfidence`).
public enum MotionConfidence: String, CaseIterable, Comparable, Sendable {
  case low, medium, high

  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A report of the user's motion to an app.
public struct MotionActivity: Sendable, Hashable {
  /// What the user most likely does.
  public var activity: DetectedActivity
  /// Android's transitions have none: they come only when the sensors are sure, and count as high.
  public var confidence: MotionConfidence

  package init(_ activity: DetectedActivity, confidence: MotionConfidence = .high) {
    self.activity = activity
    self.confidence = confidence
  }
}

extension MotionActivity: ServiceEvent {
  static var isReplacedByNewer: Bool { true }
  var allowsForegroundService: Bool { true }
}
