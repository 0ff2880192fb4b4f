import LocationServices

/// Passes on what the simulated manager tells, in Core Location's types.
final class ManagerBridge: LocationManagerDelegate {
  let process: AppProcess
  private weak var owner: CLLocationManager?

  init(_ owner: CLLocationManager, in process: AppProcess) {
    self.owner = owner
    self.process = process
  }

  /// Calls the app's delegate, then lets the tasks that it started come to rest.
  private func tell(_ body: (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
    if let owner, let delegate = owner.delegate { body(delegate, owner) }
    process.settle()
  }

  /// The app's own region of this name, or one like it.
  private func region(_ region: Region) -> CLRegion? {
    if let known = process.regions[region.identifier] { return known }
    guard case .circular(let circle) = region else { return nil }
    return CLCircularRegion(circle)
  }

  func tellAuthorization() {
    tell { delegate, manager in
      if process.tellsAuthorizationByProperty {
        delegate.locationManagerDidChangeAuthorization(manager)
      } else {
        delegate.locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
      }
    }
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    tell { delegate, owner in
      delegate.locationManager(
        owner, didUpdateLocations: locations.map { CLLocation($0, at: process.date($0.timestamp)) })
    }
  }
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    tell { $0.locationManager($1, didFailWithError: CLError(error)) }
  }
  func locationManager(_ manager: LocationManager, didFinishDeferredUpdatesWithError error: LocationError?) {
    tell { $0.locationManager($1, didFinishDeferredUpdatesWithError: error.map { CLError($0) }) }
  }
  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {
    tell { $0.locationManagerDidPauseLocationUpdates($1) }
  }
  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {
    tell { $0.locationManagerDidResumeLocationUpdates($1) }
  }
  func locationManagerDidChangeAuthorization(_ manager: LocationManager) {
    tell { $0.locationManagerDidChangeAuthorization($1) }
  }
  func locationManager(_ manager: LocationManager, didChangeAuthorization status: AuthorizationStatus) {
    tell { $0.locationManager($1, didChangeAuthorization: CLAuthorizationStatus(status)) }
  }
  func locationManager(_ manager: LocationManager, didStartMonitoringFor region: Region) {
    guard let region = self.region(region) else { return }
    tell { $0.locationManager($1, didStartMonitoringFor: region) }
  }
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {
    guard let region = self.region(region) else { return }
    tell { $0.locationManager($1, didEnterRegion: region) }
  }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
    guard let region = self.region(region) else { return }
    tell { $0.locationManager($1, didExitRegion: region) }
  }
  func locationManager(_ manager: LocationManager, didDetermineState state: RegionState, for region: Region) {
    guard let region = self.region(region) else { return }
    tell { $0.locationManager($1, didDetermineState: CLRegionState(state), for: region) }
  }
  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region, withError error: LocationError
  ) {
    let known = self.region(region)
    process.regions[region.identifier] = nil
    tell { $0.locationManager($1, monitoringDidFailFor: known, withError: CLError(error)) }
  }
  func locationManager(_ manager: LocationManager, didVisit visit: Visit) {
    tell { $0.locationManager($1, didVisit: CLVisit(visit, in: process)) }
  }
}
