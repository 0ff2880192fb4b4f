import LocationServices

/// Keeps the app in use in the background as long as it is held.
public final class CLBackgroundActivitySession {
  private let session: BackgroundActivitySession?

  public init() {
    session = AppProcess.current(for: "CLBackgroundActivitySession()")?.host.makeBackgroundActivitySession()
  }
  deinit { session?.invalidate() }

  public func invalidate() { session?.invalidate() }
}
