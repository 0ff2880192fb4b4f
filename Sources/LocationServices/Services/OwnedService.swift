import Core
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
  /// A background app refresh is granted.
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
  case deliver(app: Int, [Location], request: Int, FusedLocationRequest.Delivery)
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
