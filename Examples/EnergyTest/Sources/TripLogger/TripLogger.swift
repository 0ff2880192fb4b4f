public import GeoJoule

/// The location code of an app that logs trips: it records while the user is on the way, and rests while they stay.
///
/// It knows nothing of tests or of energy; with another import it would be an app's own code.
public final class TripLogger: SimulatedApp, LocationManagerDelegate {
  /// A trip has ended when the user has stayed within so many metres for so many seconds.
  private static let stay = (distance: 150.0, time: 300.0)
  /// Points in one upload.
  private static let batch = 100

  private weak var host: AppHost?
  private var manager: LocationManager?
  private var anchor: Location?
  private var points = 0

  public init() {}

  public func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let manager = host.makeLocationManager()
    manager.delegate = self
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    self.manager = manager
    record(manager)
  }

  private func record(_ manager: LocationManager) {
    anchor = nil
    manager.desiredAccuracy = .best
    manager.startUpdatingLocation()
  }

  /// Positions of 100 m keep the app running without GNSS, and tell when the user leaves.
  private func rest(_ manager: LocationManager) {
    manager.desiredAccuracy = .hundredMeters
  }

  private var isResting: Bool { manager?.desiredAccuracy == .hundredMeters }

  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    guard let host, let newest = locations.last else { return }
    if let anchor, anchor.distance(from: newest) <= Self.stay.distance + newest.horizontalAccuracy {
      if !isResting, newest.timestamp - anchor.timestamp >= Self.stay.time { rest(manager) }
    } else {
      let wasResting = isResting && anchor != nil
      anchor = newest
      if wasResting { record(manager) }
    }
    points += locations.count
    if points >= Self.batch {
      host.upload(bytes: Int64(points) * 200)
      points = 0
    }
  }
}
