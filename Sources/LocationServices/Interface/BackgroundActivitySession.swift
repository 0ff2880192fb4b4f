/// Lets an app with when-in-use authorization go on getting updates in the background, as long as it is held:
/// `CLBackgroundActivitySession` (iOS 17; sources C4). Ends with `invalidate()` or with the process.
public final class BackgroundActivitySession {
  private var host: AppHost?

  init(host: AppHost) { self.host = host }

  /// Ends the session.
  public func invalidate() {
    host?.post(.endBackgroundActivity)
    host = nil
  }
}
