/// Says that the app pursues something that needs location: `CLServiceSession` (iOS 18; sources C4).
///
/// Made in the foreground and made anew at once when the system starts the app in the background. Ends with `invalidate()`
/// or with the process.
public final class ServiceSession {
  private var host: AppHost?

  init(host: AppHost) { self.host = host }

  /// Ends the session.
  public func invalidate() {
    host?.post(.endServiceSession)
    host = nil
  }
}
