import LocationServices

/// Says that the app pursues something that needs location (iOS 18).
public final class CLServiceSession {
  /// What the app wants the user to allow.
  public enum AuthorizationRequirement: Int, Sendable {
    case none, whenInUse, always
  }

  private let session: ServiceSession?

  /// - Parameter fullAccuracyPurposeKey: of no effect in a simulation.
  public init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String? = nil) {
    let process = AppProcess.current(for: "CLServiceSession(authorization:)")
    session = process?.host.makeServiceSession()
    guard authorization != .none, let manager = process?.host.makeLocationManager() else { return }
    if authorization == .always {
      manager.requestAlwaysAuthorization()
    } else {
      manager.requestWhenInUseAuthorization()
    }
  }
  deinit { session?.invalidate() }

  public func invalidate() { session?.invalidate() }
}

/// Keeps the app in use in the background as long as it is held.
public final class CLBackgroundActivitySession {
  private let session: BackgroundActivitySession?

  public init() {
    session = AppProcess.current(for: "CLBackgroundActivitySession()")?.host.makeBackgroundActivitySession()
  }
  deinit { session?.invalidate() }

  public func invalidate() { session?.invalidate() }
}
