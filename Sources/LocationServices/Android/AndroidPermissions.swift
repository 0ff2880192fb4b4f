/// Which service may reach an Android app: the twin of `AuthorizationRules`.
///
/// From: developer.android.com, "Request location permissions". Location while the app is in use, or all the time; the
/// first covers an app on the screen and a foreground service that was begun there (Android 10). Geofences need all the
/// time and the precise place. Wi-Fi scans need the precise place ("Wi-Fi scanning overview": since Android 10).
enum AndroidPermissions {
  static func may(
    _ service: SystemService, in process: ProcessState, isInUse: @autoclosure () -> Bool,
    _ authorization: AuthorizationState
  ) -> Bool {
    guard authorization.isAllowed else { return false }
    switch service {
    // Circles are watched by the engine that iOS calls region monitoring.
    case .geofences, .regionMonitoring:
      return authorization.grant == .always && authorization.accuracyAuthorization == .full
    // It has a permission of its own, which does not depend on where the process is.
    case .activityRecognition: return true
    case .wifiScans where authorization.accuracyAuthorization == .reduced: return false
    case .fusedLocation, .wifiScans:
      // A process that is not there may get positions by a pending intent.
      return process == .foreground || authorization.grant == .always || (process == .background && isInUse())
    default: return false
    }
  }
}
