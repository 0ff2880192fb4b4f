/// What a watch session tells its app. Every method has an empty default.
public protocol WatchSessionDelegate: AnyObject {
  func session(_ session: WatchSession, didReceiveMessage message: WatchMessage)
  func session(_ session: WatchSession, didReceiveApplicationContext context: WatchMessage)
}

extension WatchSessionDelegate {
  public func session(_ session: WatchSession, didReceiveMessage message: WatchMessage) {}
  public func session(_ session: WatchSession, didReceiveApplicationContext context: WatchMessage) {}
}
