import Foundation

#if canImport(GeoJouleCoreLocation)
  import GeoJouleCoreLocation
#else
  import CoreLocation
#endif

/// Records trails for a hiking app: asks for permission, records in the background, drops poor positions, and takes up
/// the recording when the user leaves home.
public final class TrailRecorder: NSObject, CLLocationManagerDelegate {
  /// How a trail is recorded.
  public struct Options: Sendable {
    public var desiredAccuracy = kCLLocationAccuracyBest
    public var distanceFilter = kCLDistanceFilterNone
    public var activityType = CLActivityType.other
    public var pausesAutomatically = false
    /// Positions that are worse are not recorded, in metres.
    public var worstAccuracy = 65.0
    /// Recording begins at once, rather than when the user leaves home.
    public var recordsAtOnce = true
    /// Between trails the app only wants to know the neighbourhood.
    public var followsNeighbourhood = false

    public init() {}
  }

  public private(set) var points: [CLLocation] = []
  public private(set) var distance = 0.0
  public private(set) var isRecording = false
  public private(set) var lastError: CLError.Code?

  private static let home = "home"

  private let manager = CLLocationManager()
  private let options: Options

  public init(options: Options = Options()) {
    self.options = options
    super.init()
    manager.delegate = self
    manager.desiredAccuracy = options.desiredAccuracy
    manager.distanceFilter = options.distanceFilter
    manager.activityType = options.activityType
    manager.pausesLocationUpdatesAutomatically = options.pausesAutomatically
    manager.allowsBackgroundLocationUpdates = true
    if manager.authorizationStatus == .notDetermined { manager.requestWhenInUseAuthorization() }
  }

  public func start() {
    guard !isRecording else { return }
    isRecording = true
    manager.startUpdatingLocation()
  }

  public func stop() {
    guard isRecording else { return }
    isRecording = false
    manager.stopUpdatingLocation()
    if options.followsNeighbourhood { manager.startMonitoringSignificantLocationChanges() }
  }

  /// Records whenever the user is away from here.
  public func setHome(_ center: CLLocationCoordinate2D, radius: CLLocationDistance = 100) {
    guard CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self) else { return }
    let region = CLCircularRegion(center: center, radius: radius, identifier: Self.home)
    region.notifyOnEntry = true
    region.notifyOnExit = true
    manager.startMonitoring(for: region)
  }

  // MARK: CLLocationManagerDelegate

  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    switch manager.authorizationStatus {
    case .authorizedAlways, .authorizedWhenInUse: if options.recordsAtOnce { start() }
    case .denied, .restricted: stop()
    default: break
    }
  }

  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    for location in locations
    where location.horizontalAccuracy >= 0 && location.horizontalAccuracy <= options.worstAccuracy {
      if let last = points.last {
        guard location.timestamp > last.timestamp else { continue }
        distance += location.distance(from: last)
      }
      points.append(location)
    }
  }

  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    guard let error = error as? CLError else { return }
    lastError = error.code
    if error.code == .denied { stop() }
  }

  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    if region.identifier == Self.home { start() }
  }

  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    if region.identifier == Self.home { stop() }
  }
}
