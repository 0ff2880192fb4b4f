/// What a location manager tells its app. Every method has an empty default.
public protocol LocationManagerDelegate: AnyObject {
  /// Positions in time order; more than one when deliveries were deferred or the app could not run.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError)
  /// One call for each `allowDeferredLocationUpdates`; `nil` when its limit was reached.
  func locationManager(_ manager: LocationManager, didFinishDeferredUpdatesWithError error: LocationError?)
  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager)
  /// Since iOS 14: status or accuracy has changed.
  func locationManagerDidChangeAuthorization(_ manager: LocationManager)
  /// Before iOS 14.
  func locationManager(_ manager: LocationManager, didChangeAuthorization status: AuthorizationStatus)
  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager)
  func locationManager(_ manager: LocationManager, didStartMonitoringFor region: Region)
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region)
  func locationManager(_ manager: LocationManager, didExitRegion region: Region)
  func locationManager(_ manager: LocationManager, didDetermineState state: RegionState, for region: Region)
  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region, withError error: LocationError)
  /// The user has arrived somewhere, or has left.
  func locationManager(_ manager: LocationManager, didVisit visit: Visit)
}

extension LocationManagerDelegate {
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  public func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
  public func locationManager(
    _ manager: LocationManager, didFinishDeferredUpdatesWithError error: LocationError?
  ) {}
  public func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {}
  public func locationManagerDidChangeAuthorization(_ manager: LocationManager) {}
  public func locationManager(_ manager: LocationManager, didChangeAuthorization status: AuthorizationStatus) {}
  public func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {}
  public func locationManager(_ manager: LocationManager, didStartMonitoringFor region: Region) {}
  public func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {}
  public func locationManager(_ manager: LocationManager, didExitRegion region: Region) {}
  public func locationManager(
    _ manager: LocationManager, didDetermineState state: RegionState, for region: Region
  ) {}
  public func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region, withError error: LocationError
  ) {}
  public func locationManager(_ manager: LocationManager, didVisit visit: Visit) {}
}
