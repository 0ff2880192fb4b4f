import Core
import DeviceModel

/// Messages of the apps' servers as wakes: silent and location pushes of APNs, and FCM messages of normal and high priority.
///
/// - Delivery: one developer reports a mean of about 0.8 s and 2 s for 95 % of VoIP pushes of priority 10 in the US (Apple
///   Developer Forums, thread 825224): a log-normal with a median of 0.62 s. Silent pushes and FCM are taken to do the same
///   (estimate).
/// - A message is small (1 kB: estimate; APNs allows 4 kB), comes over the radio and is paid for like any transfer.
/// - iOS (Apple, "Pushing background updates to your app"): the app is started or resumed and has 30 s; not one that the user
///   has removed from the switcher, nor in Low Power Mode, which pauses background activity. More than two or three an hour
///   are throttled: at most three here. Of what is held only the newest is kept.
/// - A location push runs an extension of the app, even when the app does not run, if the user allows location always; the phone takes
///   about 360 in 24 h, one given back "every few minutes", and none without (Apple, "Creating a location push service
///   extension"). The extension runs in the app's own process here, for 30 s, and neither Low Power Mode nor removal from the
///   switcher keep it back (estimates).
/// - Android (firebase.google.com, "Set and manage message priority"): one of normal priority waits while the phone dozes,
///   one of high priority does not. The app has some seconds. Quotas for apps that are rarely used are left out.
struct PushService: OwnedService {
  enum Command: ServiceCommand {
    /// Takes messages; the server also sends one each so many seconds, `nil` for those of the day's script only.
    case register(every: Double?, PushMessage.Priority)
    case unregister
  }

  static let bytes: Int64 = 1000
  static let silentWindow = TimeSpan.seconds(30)
  static let silentLimit = 3
  static let silentPeriod = TimeSpan.hours(1)
  static let locationLimit = 360
  static let locationPeriod = TimeSpan.minutes(4)
  static let delivery = LogNormalTime(
    median: .seconds(0.622), logDeviation: 0.71, range: .seconds(0.05) ... .minutes(1))

  private struct Client {
    var interval: Double?
    var priority: PushMessage.Priority
    var sent: Instant?
    var wakes: [Instant] = []
    var wasForceQuit = false
  }

  private var clients: [Int: Client] = [:]
  private var count = 0
  private var isLowPower = false
  /// Location pushes that the phone has taken and that have not been given back: when the last of them will have been.
  private var locationFreed = Instant.start

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    guard case .register(let interval, let priority) = command else {
      clients[app] = nil
      effects.append(.cancelTimer(ServiceTimer(purpose: .serverMessage, app: app)))
      return
    }
    // Asking again, as each process does, changes nothing at the server.
    if var client = clients[app], client.interval == interval, client.priority == priority {
      client.wasForceQuit = false
      clients[app] = client
      return
    }
    clients[app] = Client(interval: interval, priority: priority)
    schedule(app, context, &effects)
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .timer(let timer) where timer.purpose == .serverMessage:
      if timer.number > 0 { return arrive(timer.app, context, &effects) }
      send(timer.app, context, &effects)
      schedule(timer.app, context, &effects)
    case .timer(let timer) where timer.purpose == .heldMessage: wake(timer.app, context, &effects)
    case .messageSent: for app in clients.keys.sorted() { send(app, context, &effects) }
    case .messageArrived(let app, _): wake(app, context, &effects)
    case .condition(.lowPower, let isOn):
      isLowPower = isOn
      if !isOn { for app in clients.keys.sorted() { wake(app, context, &effects) } }
    case .processEnded(let app, true): clients[app]?.wasForceQuit = true
    default: break
    }
  }

  private func schedule(_ app: Int, _ context: borrowing Context, _ effects: inout Effects) {
    guard let interval = clients[app]?.interval else { return }
    effects.append(.setTimer(ServiceTimer(purpose: .serverMessage, app: app), at: context.now + .seconds(interval)))
  }

  private mutating func send(_ app: Int, _ context: borrowing Context, _ effects: inout Effects) {
    count += 1
    clients[app]?.sent = context.now
    // One outcome for each second of the day and app.
    let score = context.outcomes.score("push-delivery", ordinal: Int(context.now.seconds), part: app)
    effects.append(
      .setTimer(
        ServiceTimer(purpose: .serverMessage, app: app, number: count),
        at: context.now + Self.delivery.time(score: score)))
  }

  private mutating func arrive(_ app: Int, _ context: borrowing Context, _ effects: inout Effects) {
    guard let client = clients[app] else { return }
    if client.priority == .location {
      let freed = max(locationFreed, context.now) + Self.locationPeriod
      guard freed - context.now <= Self.locationPeriod * Double(Self.locationLimit) else { return }
      locationFreed = freed
    }
    effects.append(
      .upload(Upload(app: app, identifier: 0, bytes: Self.bytes, onWiFiOnly: false, message: client.priority)))
  }

  /// The newest message is handed over, or is kept until it may be.
  private mutating func wake(_ app: Int, _ context: borrowing Context, _ effects: inout Effects) {
    guard var client = clients[app], let sent = client.sent else { return }
    guard client.priority == .location || !client.wasForceQuit else { return }
    let isLimited = !context.isAndroid && client.priority == .normal
    guard !(isLimited && isLowPower) else { return }
    client.wakes.removeAll { context.now - $0 >= Self.silentPeriod }
    if isLimited, client.wakes.count >= Self.silentLimit {
      clients[app] = client
      effects.append(.setTimer(ServiceTimer(purpose: .heldMessage, app: app), at: client.wakes[0] + Self.silentPeriod))
      return
    }
    client.wakes.append(context.now)
    client.sent = nil
    clients[app] = client
    let window = context.isAndroid ? nil : Self.silentWindow
    effects.append(
      .tell(app: app, PushMessage(priority: client.priority, sent: sent.seconds), .everywhere(.push, window: window)))
  }
}

extension ServiceTimer.Purpose {
  fileprivate static let serverMessage = Self("server message")
  fileprivate static let heldMessage = Self("held message")
}

/// A message of the app's server that shows nothing.
public struct PushMessage: Sendable, Hashable {
  /// How urgent a message is: the priorities of FCM and APNs, and the push type that runs an extension.
  public enum Priority: String, CaseIterable, Sendable {
    /// A silent push on iOS; a message of normal priority on Android.
    case normal
    /// Android: a message that may wake a dozing phone.
    case high
    /// iOS: a location push, for an app that may always use location.
    case location
  }

  /// As its sender asked, or what kind of push it is.
  public let priority: Priority
  /// When the server sent it, in seconds from the run's start.
  public let sent: Double
}

extension PushMessage.Priority {
  /// What an app's system must have for such messages.
  package var requires: SystemService {
    switch self {
    case .normal: .silentPushes
    case .high: .highPriorityMessages
    case .location: .locationPushes
    }
  }
}

extension PushMessage: ServiceEvent {
  static var isReplacedByNewer: Bool { true }
  var allowsForegroundService: Bool { priority == .high }
}
