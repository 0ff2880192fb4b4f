import Core

/// What a service has done with an input, in order.
typealias Effects = [ServiceEffect]

/// What follows from an input.
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
  /// Waits for the app's code; `waking` is worth waking the processor for.
  case post(app: Int, Callback, waking: Bool = true)
  /// An event of a monitoring service: a suspended process is woken for it, one that is gone is started.
  case notify(app: Int, Callback)
  /// A process that is suspended or gone is needed.
  case wake(app: Int)
  /// Sets a timer; one of the same purpose, app and number is replaced.
  case setTimer(ServiceTimer, at: Instant)
  case cancelTimer(ServiceTimer)
  /// For the other services, or for one of them.
  case inform(ServiceInput)
  case command(any ServiceCommand, from: Int)
  case refresh(app: Int)
  /// For the network: what an app sends, or a message for it that comes down.
  case upload(Upload)

  /// What an app begins or ceases to watch, for the driver.
  case watch(WatchChange)
  /// The system shows an event to the user itself.
  case notification(EventDelivery)

  /// Which apps may use the network may have changed.
  case networkRightsChanged
  /// A geocoding request for the network, and one that is given up.
  case geocode(PendingGeocode)
  case cancelGeocode(app: Int, Int)
  /// An app asks for a Wi-Fi scan of its own, or where what it heard is.
  case scan(app: Int)
  case lookUp(ScanLookup)
  /// Android: Doze has begun or ended.
  case dozing(Bool)
  /// Android: an alarm of the app's goes off.
  case alarm(app: Int)

  // Of sessions and processes
  /// What positioning must do may be another.
  case demandChanged
  /// When a session must be looked at again may be another time.
  case deadlineMoved
  /// An app uses location from now on, within its authorization.
  case accessBegun(app: Int)
  /// An app's system lacks what it has called for.
  case missing(app: Int, SystemService)
  /// A service begins: before iOS 8 that asked the user.
  case promptByUse(app: Int)
  /// What the user lets the app do now; then, that this is another thing than before.
  case authorize(app: Int, AuthorizationState)
  case rightsChanged(app: Int)
  /// For the other end of the link between phone and watch: a message, or a position for the watch's sessions.
  case link(app: Int, WatchLink.Content)
  case forward(CompanionFix)
  /// What the app's sessions mean for its process has changed.
  case hold(app: Int, SessionHold)
  /// An app looks for one good position, or ceases to.
  case search(app: Int, PositionSearches.Change)
  /// Android: positions of the fused provider for a request of the app's.
  case postFused(app: Int, [Location], request: Int, FusedLocationRequest.Delivery)
  /// Whether a request of the fused provider ends after so many positions.
  case awaitsPositions(app: Int, Bool)
  /// A session ends, or rests until something happens.
  case sessionEnds(app: Int)
  case sessionRests(app: Int)
  case history(app: Int, manager: Int, SessionHistory.Event)
  /// The system knows a position from now on that only the chip knew.
  case learn(Location)
  /// The app has left a background task open when its time was over.
  case overrun(app: Int)
  /// There is a new receiver of events, or of significant changes: what waits for one is tried again.
  case retryUnreceived(app: Int)
  case retrySignificantChange(app: Int)
}

/// What an app sends over the network, or a message that comes down for it.
package struct Upload: Sendable, Hashable {
  package let app: Int
  package let identifier: Int
  package let bytes: Int64
  package let onWiFiOnly: Bool
  /// It is a message that comes down, of this priority.
  package var message: PushMessage.Priority?
  /// What the server refused before, sent again with this one.
  package var earlier: [Upload] = []

  /// It is or was the watch's: its number is that of no app's call.
  package var isForWatch: Bool { identifier < 0 }
  package var uplink: Int64 { message == nil ? earlier.reduce(bytes) { $0 + $1.bytes } : 0 }
  package var downlink: Int64 { message == nil ? 0 : bytes }
}
