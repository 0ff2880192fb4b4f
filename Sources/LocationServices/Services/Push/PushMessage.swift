/// A message of the app's server that shows nothing.
public struct PushMessage: Sendable, Hashable {
  public enum Priority: String, CaseIterable, Sendable {
    /// A silent push on iOS; a message of normal priority on Android.
    case normal
    /// Android: a message that may wake a dozing phone.
    case high
  }

  public let priority: Priority
  /// When the server sent it, in seconds from the run's start.
  public let sent: Double

  public init(priority: Priority, sent: Double) {
    self.priority = priority
    self.sent = sent
  }
}

extension PushMessage: ServiceEvent {
  static var isReplacedByNewer: Bool { true }
}

/// A message that comes down over the network.
public struct IncomingMessage: Sendable, Hashable {
  public let app: Int
  public let bytes: Int64
  public let priority: PushMessage.Priority
}
