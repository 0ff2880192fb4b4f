/// A message of the app's server that shows nothing.
public struct PushMessage: Sendable, Hashable {
  /// How urgent a message is: the priorities of FCM and APNs.
  public enum Priority: String, CaseIterable, Sendable {
    /// A silent push on iOS; a message of normal priority on Android.
    case normal
    /// Android: a message that may wake a dozing phone.
    case high
  }

  /// As its sender asked.
  public let priority: Priority
  /// When the server sent it, in seconds from the run's start.
  public let sent: Double
}

extension PushMessage: ServiceEvent {
  static var isReplacedByNewer: Bool { true }
  var allowsForegroundService: Bool { priority == .high }
}

/// A message that comes down over the network.
package struct IncomingMessage: Sendable, Hashable {
  package let app: Int
  package let bytes: Int64
  package let priority: PushMessage.Priority
}
