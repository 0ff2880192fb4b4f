public import Foundation
import LocationServices

/// An app's handle on the simulated location services, under Core Location's name.
///
/// Calls take effect when the app's code returns to the system. A manager belongs to the process that made it; a process
/// that is started again makes new ones, and so does each simulation.
open class CLLocationManager {
  /// Not kept alive by the manager.
  public weak var delegate: (any CLLocationManagerDelegate)?

  public var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest {
    didSet { simulated("desiredAccuracy")?.desiredAccuracy = DesiredAccuracy(rawValue: desiredAccuracy) }
  }
  /// Metres the user must move before the next delivery.
  public var distanceFilter: CLLocationDistance = kCLDistanceFilterNone {
    didSet { simulated("distanceFilter")?.distanceFilter = distanceFilter }
  }
  public var activityType = CLActivityType.other {
    didSet { simulated("activityType")?.activityType = activityType.simulated }
  }
  public var pausesLocationUpdatesAutomatically: Bool {
    didSet {
      simulated("pausesLocationUpdatesAutomatically")?.pausesLocationUpdatesAutomatically =
        pausesLocationUpdatesAutomatically
    }
  }
  public var allowsBackgroundLocationUpdates = false {
    didSet {
      simulated("allowsBackgroundLocationUpdates")?.allowsBackgroundLocationUpdates = allowsBackgroundLocationUpdates
    }
  }
  /// Of no effect in a simulation.
  public var showsBackgroundLocationIndicator = false

  private let manager: LocationManager?
  private let process: AppProcess?
  private var bridge: ManagerBridge?

  public init() {
    process = AppProcess.current(for: "CLLocationManager()")
    manager = process?.host.makeLocationManager()
    pausesLocationUpdatesAutomatically = manager?.pausesLocationUpdatesAutomatically ?? true
    guard let process else { return }
    let bridge = ManagerBridge(self, in: process)
    self.bridge = bridge
    manager?.delegate = bridge
    // Apple: the delegate is told the authorization after a manager was made.
    process.later { [weak bridge] in bridge?.tellAuthorization() }
  }

  /// A manager that nobody holds any more gets no updates; what is registered with the system stays.
  deinit { manager?.stopUpdatingLocation() }

  private func simulated(_ call: StaticString) -> LocationManager? {
    // One that was made outside a simulation has said so.
    guard let process, process.isCurrent(for: call) else { return nil }
    return manager
  }

  // MARK: What the app may do

  public var authorizationStatus: CLAuthorizationStatus {
    CLAuthorizationStatus(manager?.authorizationStatus ?? .notDetermined)
  }
  public var accuracyAuthorization: CLAccuracyAuthorization {
    CLAccuracyAuthorization(manager?.accuracyAuthorization ?? .full)
  }
  public func requestWhenInUseAuthorization() {
    simulated("requestWhenInUseAuthorization()")?.requestWhenInUseAuthorization()
  }
  public func requestAlwaysAuthorization() { simulated("requestAlwaysAuthorization()")?.requestAlwaysAuthorization() }

  /// Asks for full accuracy while the app is in use; `completion` gets `CLError.promptDeclined` when the user refuses.
  public func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    guard let process else { return }
    simulated("requestTemporaryFullAccuracyAuthorization")?.requestTemporaryFullAccuracyAuthorization(
      withPurposeKey: purposeKey
    ) { error in
      completion?(error.map { CLError($0) })
      process.settle()
    }
  }

  // MARK: Updates

  /// The last location this manager delivered.
  public var location: CLLocation? {
    guard let process, let location = manager?.location else { return nil }
    return CLLocation(location, at: process.date(location.timestamp))
  }

  public func startUpdatingLocation() { simulated("startUpdatingLocation()")?.startUpdatingLocation() }
  public func stopUpdatingLocation() { simulated("stopUpdatingLocation()")?.stopUpdatingLocation() }
  /// Asks for one position, answered by `didUpdateLocations` or `didFailWithError`.
  public func requestLocation() { simulated("requestLocation()")?.requestLocation() }

  public func startMonitoringSignificantLocationChanges() {
    simulated("startMonitoringSignificantLocationChanges()")?.startMonitoringSignificantLocationChanges()
  }
  public func stopMonitoringSignificantLocationChanges() {
    simulated("stopMonitoringSignificantLocationChanges()")?.stopMonitoringSignificantLocationChanges()
  }
  public func startMonitoringVisits() { simulated("startMonitoringVisits()")?.startMonitoringVisits() }
  public func stopMonitoringVisits() { simulated("stopMonitoringVisits()")?.stopMonitoringVisits() }

  /// Ended with iOS 13.
  public func allowDeferredLocationUpdates(untilTraveled distance: CLLocationDistance, timeout: TimeInterval) {
    simulated("allowDeferredLocationUpdates")?.allowDeferredLocationUpdates(untilTraveled: distance, timeout: timeout)
  }
  public func disallowDeferredLocationUpdates() {
    simulated("disallowDeferredLocationUpdates()")?.disallowDeferredLocationUpdates()
  }

  // MARK: Regions

  /// Regions of the app that are watched, by whichever process they were registered.
  public var monitoredRegions: Set<CLRegion> { Set((process?.regions ?? [:]).values) }
  /// No limit is modelled.
  public var maximumRegionMonitoringDistance: CLLocationDistance { CLLocationDistanceMax }

  /// Watches a circle, whether the app runs or not; at most 20 an app.
  public func startMonitoring(for region: CLRegion) {
    guard let circle = region as? CLCircularRegion, let manager = simulated("startMonitoring(for:)") else { return }
    process?.regions[region.identifier] = region
    manager.startMonitoring(for: circle.simulated)
  }
  public func stopMonitoring(for region: CLRegion) {
    guard let manager = simulated("stopMonitoring(for:)") else { return }
    process?.regions[region.identifier] = nil
    manager.stopMonitoring(identifier: region.identifier)
  }
  /// Answered by `didDetermineState`.
  public func requestState(for region: CLRegion) {
    guard let circle = region as? CLCircularRegion else { return }
    simulated("requestState(for:)")?.requestState(for: .circular(circle.simulated))
  }

  // MARK: What the phone has

  public static func locationServicesEnabled() -> Bool { true }
  public static func significantLocationChangeMonitoringAvailable() -> Bool {
    AppSimulation.current?.process?.host.availability.significantLocationChangeMonitoring ?? false
  }
  public static func deferredLocationUpdatesAvailable() -> Bool {
    AppSimulation.current?.process?.host.availability.deferredLocationUpdates ?? false
  }
  public static func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass == CLCircularRegion.self
      && AppSimulation.current?.process?.host.availability.regionMonitoring ?? false
  }
  public static func headingAvailable() -> Bool { false }
  public static func isRangingAvailable() -> Bool { false }

  // MARK: What is not simulated

  @available(*, unavailable, message: "GeoJoule simulates no compass")
  public func startUpdatingHeading() {}
  @available(*, unavailable, message: "GeoJoule simulates no compass")
  public func stopUpdatingHeading() {}
  @available(*, unavailable, message: "GeoJoule simulates no ranging of beacons")
  public func startRangingBeacons(satisfying constraint: Any) {}
  @available(*, unavailable, message: "GeoJoule simulates no ranging of beacons")
  public func stopRangingBeacons(satisfying constraint: Any) {}
  @available(*, unavailable, message: "use the property authorizationStatus of a manager (iOS 14)")
  public static func authorizationStatus() -> CLAuthorizationStatus { .notDetermined }
}
