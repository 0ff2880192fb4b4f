/// A running sequence of live updates (`CLLocationUpdate.liveUpdates`), as callbacks.
///
/// Made by `AppHost.liveUpdates`. It rests when the user stays and goes on by itself when they move, and it ends with
/// `stop()` or with the process.
public final class LiveUpdates: LocationManagerDelegate {
  /// What the updates are for.
  public let configuration: LiveConfiguration
  let manager: LocationManager
  private let handler: (LocationUpdate) -> Void

  init(_ configuration: LiveConfiguration, manager: LocationManager, handler: @escaping (LocationUpdate) -> Void) {
    self.configuration = configuration
    self.manager = manager
    self.handler = handler
  }

  /// Ends the sequence.
  public func stop() { manager.stopUpdatingLocation() }

  func receive(_ update: LocationUpdate) { handler(update) }

  /// Passes positions on as updates.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    for location in locations { handler(LocationUpdate(location: location)) }
  }
}
