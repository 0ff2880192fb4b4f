package import World

/// An app's handle on geofences, `GeofencingClient` on a simulated clock. Made by `AppHost.makeGeofencingClient()`.
///
/// Geofences outlive the process, and a crossing starts the app; at most 100 (developer.android.com, "Create and monitor
/// geofences"). The engine is that of regions, with Android's limit, latency and no hold. The notification responsiveness is
/// left out.
package final class GeofencingClient: LocationManagerDelegate {
  /// A transition, by the geofence's request identifier.
  package enum Transition: Sendable, Hashable {
    case entered(String)
    case exited(String)
    /// Inside for the loitering delay.
    case dwelt(String)
    /// It is not watched: too many, or not allowed.
    case failed(String)
  }

  private let manager: LocationManager
  /// Called for each transition; set it before the process has finished launching.
  package var onTransition: ((Transition) -> Void)?

  init(manager: LocationManager) {
    self.manager = manager
    manager.delegate = self
  }

  /// Watches a circle; another one of this name is replaced. An app that is inside is told so each time it adds the
  /// geofence, unless the terms say otherwise.
  ///
  /// - Parameter radius: in metres, above 0.
  package func addGeofence(
    _ requestID: String, center: EarthVector, radius: Double, onEnter: Bool = true, onExit: Bool = true,
    terms: GeofenceTerms = GeofenceTerms()
  ) {
    var region = CircularRegion(
      center: center, radius: radius, identifier: requestID, notifyOnEntry: onEnter, notifyOnExit: onExit)
    region.geofence = terms
    manager.startMonitoring(for: region)
  }

  package func removeGeofence(_ requestID: String) { manager.stopMonitoring(identifier: requestID) }

  func dwelt(in region: Region) { onTransition?(.dwelt(region.identifier)) }

  package func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {
    onTransition?(.entered(region.identifier))
  }
  package func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
    onTransition?(.exited(region.identifier))
  }
  package func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region, withError error: LocationError
  ) {
    onTransition?(.failed(region.identifier))
  }
}
