/// Which service may reach an app, where its process is: the one place that decides it.
///
/// The table of WWDC 2015 session 714: both authorizations serve an app on the screen and a session that was begun there;
/// what happens without the user's knowledge needs always; monitoring needs always. Since iOS 13 monitoring also reaches
/// an app with when in use while it is in use (WWDC 2019 session 705). Regions and beacons need full accuracy (WWDC 2020
/// session 10660). A provisional always acts as when in use until the user has confirmed it.
package enum AuthorizationRules {
  /// Whether the service may give the app a position or an event now; for a process that does not run, whether it may be
  /// woken or started for it. The same holds for starting the service from the app's code.
  ///
  /// - Parameters:
  ///   - process: where the app's process is.
  ///   - isInUse: the user knows that the app is at work: it is on the screen, has just left it, or goes on with a
  ///     session that was begun there and is shown by the blue bar. Asked only where it decides.
  // Asked for each fix: the version alone needs no counting of references.
  @inline(__always)
  static func may(
    _ service: SystemService, in process: ProcessState, isInUse: @autoclosure () -> Bool,
    _ authorization: AuthorizationState, version: SystemVersion
  ) -> Bool {
    guard authorization.isAllowed else { return false }
    if service.needsFullAccuracy, authorization.accuracyAuthorization == .reduced { return false }
    if service.wakesApps {
      if authorization.grant == .always { return true }
      guard version >= SystemVersion(13) else { return false }
      return process == .foreground || (process == .background && isInUse())
    }
    switch process {
    case .foreground: return true
    case .background: return authorization.grant == .always || isInUse()
    case .notRunning, .suspended: return false
    }
  }
}

extension SystemService {
  /// The monitoring services: they reach apps that are suspended or not running.
  package var wakesApps: Bool {
    switch self {
    case .significantChange, .regionMonitoring, .regionsOnWiFiOnlyDevices, .beaconRegions, .visits, .conditionMonitor,
      .geofences, .activityRecognition:
      true
    default: false
    }
  }

  /// Silent while the user grants only reduced accuracy.
  package var needsFullAccuracy: Bool {
    switch self {
    case .regionMonitoring, .regionsOnWiFiOnlyDevices, .regionNotifications, .beaconRegions, .conditionMonitor,
      .geofences, .wifiScans:
      true
    default: false
    }
  }
}

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
