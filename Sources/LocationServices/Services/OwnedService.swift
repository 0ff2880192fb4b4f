import World

/// A service that holds its own state for all apps: it takes inputs and returns effects, and reads neither clock nor system.
///
/// Its `Command`s, which apps give to it alone, it takes in the same way. A new one is a folder here, its lines in
/// `ServiceBoard` and its name in `SystemService`.
protocol OwnedService: ~Copyable {
  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects)
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
  /// The screen was switched on or off.
  case screen(isOn: Bool)
  /// The user changes rights in Settings.
  case userSets(ScriptEvent.Kind)
  /// A process that ran has come to the screen, or has left it.
  case foreground(app: Int, isOn: Bool)
  /// Android: the app's foreground service has begun or ended.
  case foregroundService(app: Int)
  /// Android: Doze has begun or ended, or Battery Saver takes something else than before.
  case powerChanged
  /// A new process is there, before its code runs.
  case processBegun(app: Int)
  /// The code of a new process has run for the first time.
  case launched(app: Int)
  /// What the user lets the app do has changed; then, just before the app's code learns of it.
  case rightsChanged(app: Int)
  case rightsInForce(app: Int)
  /// The motion sensors report another activity to the system itself.
  case recognized(DetectedActivity)
  /// The phone was unlocked for the first time after a restart.
  case unlocked
  /// On a watch: the phone is out of reach.
  case phoneParted
  /// GNSS has lost the sky, or an attempt to acquire it has failed.
  case gnssUnavailable
  /// The phone's approximate area has been computed.
  case areaComputed
  /// The server sends a message to every app that takes them.
  case messageSent
  /// A message has come over the network.
  case messageArrived(app: Int, priority: PushMessage.Priority)
}

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
