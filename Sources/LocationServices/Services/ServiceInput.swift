import Core
import World

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
