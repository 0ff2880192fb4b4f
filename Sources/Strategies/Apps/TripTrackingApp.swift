import LocationServices

/// Records trips and rests between them: a fence around where the user is, standard updates from the moment they leave it,
/// until a visit tells that they have arrived somewhere; then a new fence.
///
/// The duty cycle of travel diaries such as e-mission (e-mission-data-collection, `TripDiaryStateMachine.m`): significant
/// change and visits are on all the time; a fence's exit or the end of a visit starts a trip; a visit's beginning ends it.
/// A position for the fence must be good to 200 m; where there is none, standard updates run until there is.
final class TripTrackingApp: LocationApp, SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "trip_tracking", summary: "standard updates from leaving a place until arriving at another",
    parameters: [
      .desiredAccuracy, .distanceFilter, .activityType,
      StrategyParameter(
        "radius", .distance(1...100_000, orNone: false), standard: .distance(100),
        "radius of the fence around the place where the user is", search: .range(100...1_000, orNone: false)),
      .handlingTime,
    ],
    requires: [.regionMonitoring, .visits],
    makeApp: { TripTrackingApp($0) })

  private var state = TripState.placing

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
    manager.configureSession(settings)
    manager.startMonitoringSignificantLocationChanges()
    manager.startMonitoringVisits()
    place()
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    guard let last = locations.last else { return }
    switch state {
    case .placing:
      guard last.horizontalAccuracy <= TripState.worstFencePosition else { return }
      setFence(at: last)
    case .waiting: break
    case .onTrip: handle(locations)
    }
  }

  func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
    if state == .waiting { beginTrip() }
  }

  func locationManager(_ manager: LocationManager, didVisit visit: Visit) {
    let hasArrived = visit.departureDate == Visit.distantFuture
    switch state {
    case .waiting where !hasArrived: beginTrip()
    case .onTrip where hasArrived: endTrip()
    default: break
    }
  }

  private func beginTrip() {
    state = .onTrip
    manager?.startUpdatingLocation()
    manager?.stopMonitoring(identifier: TripState.fence)
  }

  private func endTrip() {
    if let here = manager?.location, here.horizontalAccuracy <= TripState.worstFencePosition {
      setFence(at: here)
    } else {
      place()
    }
  }

  private func place() {
    state = .placing
    manager?.startUpdatingLocation()
  }

  private func setFence(at location: Location) {
    state = .waiting
    manager?.stopUpdatingLocation()
    manager?.startMonitoring(
      for: CircularRegion(
        center: location.position, radius: settings.number("radius"), identifier: TripState.fence, notifyOnEntry: false,
        notifyOnExit: true))
  }
}

/// Where an app is that records trips and rests between them.
enum TripState {
  /// Looks for a position that a fence can stand around.
  case placing
  case waiting
  case onTrip

  /// A position that is worse does not make a fence (metres).
  static let worstFencePosition = 200.0
  /// The fence's name.
  static let fence = "where the user is"
}
