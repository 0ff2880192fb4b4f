/// An app's handle on its other half: `WCSession` on a simulated clock.
///
/// Calls take effect when the app's code returns to the system. From: WWDC 2015 session 714 and Apple's documentation of
/// `WCSession`. Replies are messages of their own here.
package final class WatchSession {
  package weak var delegate: (any WatchSessionDelegate)?
  /// Whether a message would get through now: the devices are in reach of each other, and a watch app that is to get it
  /// runs. A phone app need not run: a message launches it.
  package internal(set) var isReachable = false
  /// The newest context that has arrived.
  package internal(set) var receivedApplicationContext: WatchMessage?

  private var host: AppHost?

  init(host: AppHost) { self.host = host }

  /// Sends at once. Towards the phone it launches or wakes the app there; towards a watch whose app does not run it
  /// fails.
  ///
  /// - Parameter errorHandler: called when the message cannot be delivered.
  package func sendMessage(_ message: WatchMessage, errorHandler: ((WatchSessionError) -> Void)? = nil) {
    guard let host else { return }
    let identifier = host.makeIdentifier()
    host.messageErrors[identifier] = errorHandler
    host.post(.service(PairedDevice.Command.send(.message(identifier: identifier, message))))
  }

  /// Hands over the state the other app should know. Only the newest is kept until the other app runs; for a watch app
  /// that does not run it waits.
  package func updateApplicationContext(_ context: WatchMessage) {
    host?.post(.service(PairedDevice.Command.send(.context(context))))
  }
}

/// What a watch session tells its app. Every method has an empty default.
package protocol WatchSessionDelegate: AnyObject {
  func session(_ session: WatchSession, didReceiveMessage message: WatchMessage)
  func session(_ session: WatchSession, didReceiveApplicationContext context: WatchMessage)
}

extension WatchSessionDelegate {
  package func session(_ session: WatchSession, didReceiveMessage message: WatchMessage) {}
  package func session(_ session: WatchSession, didReceiveApplicationContext context: WatchMessage) {}
}
