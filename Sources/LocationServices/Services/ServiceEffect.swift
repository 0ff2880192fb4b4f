import Core

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
