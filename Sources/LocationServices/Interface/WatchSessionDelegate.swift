/// What a watch session tells its app. Every method has an empty default.
package protocol WatchSessionDelegate: AnyObject {
  func session(_ session: WatchSession, didReceiveMessage message: WatchMessage)
  func session(_ session: WatchSession, didReceiveApplicationContext context: WatchMessage)
}

extension WatchSessionDelegate {
  package func session(_ session: WatchSession, didReceiveMessage message: WatchMessage) {}
  package func session(_ session: WatchSession, didReceiveApplicationContext context: WatchMessage) {}
}
