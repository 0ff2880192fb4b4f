/// What a location manager tells its app. Every method has an empty default.
public protocol LocationManagerDelegate: AnyObject {
  /// Positions in time order; more than one when deliveries were deferred or the app could not run.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError)
  /// One call for each `allowDeferredLocationUpdates`; `nil` when its limit was reached.
  func locationManager(_ manager: LocationManager, didFinishDeferredUpdatesWithError error: LocationError?)
  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager)
  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager)
}

extension LocationManagerDelegate {
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  public func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
  public func locationManager(
    _ manager: LocationManager, didFinishDeferredUpdatesWithError error: LocationError?
  ) {}
  public func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {}
  public func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {}
}
