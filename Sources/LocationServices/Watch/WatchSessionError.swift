/// Why a message did not get through: the codes of `WCErrorCode` that occur here.
package enum WatchSessionError: Int, Error, Sendable {
  /// The other device is out of reach, or its app does not run and cannot be launched.
  case notReachable = 7007
  /// The link broke while the message was on its way.
  case transferTimedOut = 7012
}
