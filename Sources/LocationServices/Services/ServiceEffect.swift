import Quantities

/// What a service has done with an input.
enum ServiceEffect {
  /// How far an event goes to reach its app.
  enum Reach {
    /// A process that runs is told; another hears of it when it next runs.
    case runningOnly
    /// A process that is suspended or frozen runs again for it; one that is not there stays so.
    case livingProcess
    /// A process that is not there is started, and has `window` for the event.
    case everywhere(LaunchReason, window: TimeSpan)
  }

  case tell(app: Int, any ServiceEvent, Reach)
  /// Sets a timer; one of the same purpose, app and number is replaced.
  case setTimer(ServiceTimer, at: Instant)
  case cancelTimer(ServiceTimer)
  /// A message for an app comes down over the network.
  case receive(app: Int, bytes: Int64, PushMessage.Priority)
}
