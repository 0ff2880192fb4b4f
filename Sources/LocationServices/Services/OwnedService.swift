import Core
import World

/// A service that holds its own state for all apps: it takes inputs and returns effects, and reads neither clock nor system.
///
/// A new one is a folder here, a line in `ServiceBoard` and its name in `SystemService`.
protocol OwnedService {
  mutating func take(_ input: ServiceInput, in context: ServiceContext, _ effects: inout [ServiceEffect])
}

/// What every service may know besides its inputs.
struct ServiceContext {
  let now: Instant
  let outcomes: any RandomOutcomes
  /// The phone's; all apps of a phone are of one system.
  let platform: Platform

  var isAndroid: Bool { platform.isAndroid }
}

/// What an app asks of one of these services.
protocol ServiceCommand: Sendable {}

/// What one of these services tells an app.
protocol ServiceEvent: Sendable {
  /// A newer one takes the place of one that the app has not been handed yet.
  static var isReplacedByNewer: Bool { get }
  /// Android: an app that gets it may begin a foreground service.
  var allowsForegroundService: Bool { get }
}

extension ServiceEvent {
  static var isReplacedByNewer: Bool { false }
  var allowsForegroundService: Bool { false }
}

/// What happens that a service may react to.
enum ServiceInput {
  case command(any ServiceCommand, app: Int)
  /// A timer that a service has set.
  case timer(ServiceTimer)
  /// A process has ended; what it held is gone.
  case processEnded(app: Int, byUser: Bool)
  /// The user moves in another way from now on: the nth stretch of the day.
  case motion(MotionClass, stretch: Int)
  case condition(DeviceCondition, isOn: Bool)
  /// Android's doze or its lighter kind has begun or ended.
  case doze(isOn: Bool)
  /// The app has come to the screen or begun a foreground service, or has neither any more.
  case use(app: Int, isOn: Bool)
  /// The server sends a message to every app that takes them.
  case messageSent
  /// A message has come over the network.
  case messageArrived(app: Int, priority: PushMessage.Priority)
}

/// A timer of a service.
struct ServiceTimer: Hashable {
  /// Each belongs to one service, which names it.
  struct Purpose: Hashable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  let purpose: Purpose
  /// `-1` for a timer of the service itself.
  let app: Int
  /// Tells timers of one purpose apart.
  var number = 0
}

/// What a service has done with an input.
enum ServiceEffect {
  /// How far an event goes to reach its app.
  enum Reach {
    /// Delivered at once to a process that runs, to another when it next runs.
    case runningOnly
    /// A process that is suspended or frozen runs again for it; one that is not there stays so.
    case livingProcess
    /// A process that is not there is started, and has `window` for the event; `nil` for the platform's window of an event.
    case everywhere(LaunchReason, window: TimeSpan? = nil)
  }

  case tell(app: Int, any ServiceEvent, Reach)
  /// Sets a timer; one of the same purpose, app and number is replaced.
  case setTimer(ServiceTimer, at: Instant)
  case cancelTimer(ServiceTimer)
  /// The motion sensors report another activity to the system itself.
  case recognized(DetectedActivity)
  /// A background app refresh is granted.
  case refresh(app: Int)
  /// A message for an app comes down over the network.
  case receive(app: Int, bytes: Int64, PushMessage.Priority)
}
