/// An app's handle on the location services: `CLLocationManager` on a simulated clock.
///
/// Calls take effect when the app's code returns to the system, in the order in which they were made. Made by
/// `AppHost.makeLocationManager()`.
public final class LocationManager {
  /// The value of `distanceFilter` that filters nothing (`kCLDistanceFilterNone`).
  public static let distanceFilterNone = -1.0
  /// Stands for no limit in `allowDeferredLocationUpdates` (`CLLocationDistanceMax`, `CLTimeIntervalMax`).
  public static let noLimit = Double.greatestFiniteMagnitude

  /// Receives positions, events and errors; not kept alive by the manager.
  public var delegate: (any LocationManagerDelegate)? {
    get { app ?? other }
    set {
      let isApp = newValue != nil && newValue === host?.app
      (app, other) = isApp ? (newValue, nil) : (nil, newValue)
      host?.post(.delegateChanged)
    }
  }
  /// The app itself, which lives as long as its process: it need not be asked at each position whether it is still there.
  private(set) var app: (any LocationManagerDelegate)?
  private weak var other: (any LocationManagerDelegate)?

  /// - Parameter locations: the newest last.
  func tell(_ locations: [Location]) {
    last.pointee = locations.last
    delegate?.locationManager(self, didUpdateLocations: locations)
  }

  /// Which accuracy the app asks for; it decides which technologies run.
  public var desiredAccuracy: DesiredAccuracy = .best { didSet { configure() } }
  /// Metres the user must move before the next delivery. Below 1 km only deliveries are withheld; from 1 km up the
  /// technologies sleep as well.
  public var distanceFilter: Double = LocationManager.distanceFilterNone { didSet { configure() } }
  /// What the user does; decides when automatic pausing sets in.
  public var activityType: ActivityType = .other { didSet { configure() } }
  /// Whether the system may pause updates in the background; on by default for apps linked against iOS 6 and later.
  public var pausesLocationUpdatesAutomatically = true { didSet { configure() } }
  /// Whether updates go on in the background; off by default. Before iOS 9, and for apps linked against an older SDK, the
  /// background mode of the Info.plist alone decides, and this says nothing.
  public var allowsBackgroundLocationUpdates = false { didSet { configure() } }

  /// The last location this manager delivered.
  public var location: Location? { last.pointee }
  // Swift would check each access to a variable of the object, at each position.
  let last = UnsafeMutablePointer<Location?>.allocate(capacity: 1)

  /// Stands behind a sequence of live updates.
  var isLive = false { didSet { configure() } }

  let index: Int
  private var host: AppHost?

  init(index: Int, host: AppHost) {
    self.index = index
    self.host = host
    last.initialize(to: nil)
  }

  deinit { last.deallocate() }

  private func configure() { ask(.configure(index, configuration)) }
  private func ask(_ command: SessionService.Command, needs service: SystemService? = nil) {
    give(command, needs: service)
  }
  private func give(_ command: any ServiceCommand, needs service: SystemService? = nil) {
    host?.post(.service(command, needs: service))
  }

  var configuration: ManagerConfiguration {
    var configuration = ManagerConfiguration(
      desiredAccuracy: desiredAccuracy, distanceFilter: distanceFilter, activityType: activityType,
      pausesAutomatically: pausesLocationUpdatesAutomatically, allowsBackground: allowsBackgroundLocationUpdates)
    configuration.isLive = isLive
    return configuration
  }

  /// What the user lets the app do.
  public var authorizationStatus: AuthorizationStatus { host?.phone.authorization.status ?? .notDetermined }
  /// How precisely the user lets the app know the position (iOS 14).
  public var accuracyAuthorization: AccuracyAuthorization { host?.phone.authorization.accuracyAuthorization ?? .full }

  /// Asks the user, if they have not been asked yet, while the app is on the screen. Since iOS 8.
  public func requestWhenInUseAuthorization() { give(AuthorizationService.Command.request(.whenInUse)) }
  /// Asks the user for always; an app that has when in use may ask once more. Since iOS 8.
  public func requestAlwaysAuthorization() { give(AuthorizationService.Command.request(.always)) }
  /// Asks the user for full accuracy while the app is in use (iOS 14). `completion` gets `promptDeclined` when the user
  /// does not agree, and `nil` when full accuracy is granted or was already.
  ///
  /// - Parameter purposeKey: which of the app's reasons the prompt shows; of no effect in a simulation.
  public func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: ((LocationError?) -> Void)? = nil
  ) {
    guard let host else { return }
    let identifier = host.makeIdentifier()
    host.accuracyCompletions[identifier] = completion
    host.post(.service(AuthorizationService.Command.requestFullAccuracy(identifier)))
  }

  /// Starts the standard location service.
  public func startUpdatingLocation() { ask(.start(index), needs: .standardUpdates) }
  /// Ends the standard location service.
  public func stopUpdatingLocation() { ask(.stop(index)) }
  /// Asks for one position (iOS 9): one call of `didUpdateLocations` with one location, or of `didFailWithError`.
  ///
  /// Ignored while a session runs; `startUpdatingLocation` and `stopUpdatingLocation` cancel it.
  public func requestLocation() { ask(.request(index), needs: .requestLocation) }
  /// Starts the significant-change service.
  public func startMonitoringSignificantLocationChanges() {
    give(SignificantChangeService.Command.start(manager: index), needs: .significantChange)
  }
  /// Ends the significant-change service.
  public func stopMonitoringSignificantLocationChanges() { give(SignificantChangeService.Command.stop(manager: index)) }

  /// Watches a circle, whether the app runs or not: at most 20 regions and conditions an app, beacons included.
  public func startMonitoring(for region: CircularRegion) {
    give(RegionService.Command.start(.circular(region), manager: index))
  }
  /// Watches for a beacon, whether the app runs or not.
  public func startMonitoring(for region: BeaconRegion) {
    give(RegionService.Command.start(.beacon(region), manager: index))
  }
  /// Stops watching a region.
  public func stopMonitoring(for region: Region) { give(RegionService.Command.stop(region.identifier)) }
  /// Ends the watch over the region of this name.
  public func stopMonitoring(identifier: String) { give(RegionService.Command.stop(identifier)) }
  /// Asks on which side of a monitored region the phone is; answered by `didDetermineState`.
  public func requestState(for region: Region) {
    give(RegionService.Command.requestState(region.identifier, manager: index))
  }

  /// Visits are told to the whole app, whichever manager asked.
  public func startMonitoringVisits() { give(VisitService.Command.start(manager: index)) }
  /// Ends the visits service.
  public func stopMonitoringVisits() { give(VisitService.Command.stop) }

  /// Lets the system hold deliveries back until the user has travelled `distance` metres or `timeout` seconds have
  /// passed. Existed from iOS 6 until iOS 13 ended it.
  public func allowDeferredLocationUpdates(untilTraveled distance: Double, timeout: Double) {
    ask(.allowDeferred(index, distance: distance, timeout: timeout))
  }
  /// Ends deferral; positions come one by one again.
  public func disallowDeferredLocationUpdates() { ask(.disallowDeferred(index)) }

  func end() { (host, app) = (nil, nil) }
}

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
  func locationManager(_ manager: LocationManager, monitoringDidFailFor region: Region, withError error: LocationError)
  /// The user has arrived somewhere, or has left.
  func locationManager(_ manager: LocationManager, didVisit visit: Visit)
}

extension LocationManagerDelegate {
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  public func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
  public func locationManager(_ manager: LocationManager, didFinishDeferredUpdatesWithError error: LocationError?) {}
  public func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {}
  public func locationManagerDidChangeAuthorization(_ manager: LocationManager) {}
  public func locationManager(_ manager: LocationManager, didChangeAuthorization status: AuthorizationStatus) {}
  public func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {}
  public func locationManager(_ manager: LocationManager, didStartMonitoringFor region: Region) {}
  public func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {}
  public func locationManager(_ manager: LocationManager, didExitRegion region: Region) {}
  public func locationManager(_ manager: LocationManager, didDetermineState state: RegionState, for region: Region) {}
  public func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region, withError error: LocationError
  ) {}
  public func locationManager(_ manager: LocationManager, didVisit visit: Visit) {}
}
