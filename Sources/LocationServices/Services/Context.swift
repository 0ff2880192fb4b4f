import Core
import World

/// What every service may read besides its inputs: the clock, the processes of the apps, how the user moves and uses the phone.
///
/// The driver's inputs and the services' effects change it, see `LocationSystem.perform`.
struct Context: ~Copyable {
  var now = Instant.start
  /// A value of any type also keeps the context where it is: a call that only reads would get a copy of all its bytes if the
  /// compiler knew them all (memmove was a tenth of a simulated day).
  let outcomes: any RandomOutcomes
  /// The phone's; all apps of a phone are of one system.
  let platform: Platform
  let availability: ServiceAvailability
  /// Fixes that the GNSS chip can hold.
  let chipCapacity: Int
  /// Up to which interval balanced requests of Android take satellites on the move; `nil` for never.
  var balancedInterval: TimeSpan?
  /// Which end of a pair this is; `nil` for a device on its own.
  let end: WatchLink.End?
  var processes: OwnedArray<AppProcess>
  var movement: UserMovement
  var phone = PhoneUse()
  /// The phone's approximate area, for apps that may only know that.
  var area = ReducedAccuracyService()
  /// On a watch: its sessions get their positions from the phone.
  var positionsFromPhone = false

  /// What positioning was last asked for.
  var demand = PositioningDemand.none
  /// Android: since when the phone dozes, apart from the lighter kind; `never` awake.
  var dozesSince = Instant.never
  /// The charger, Wi-Fi, Low Power Mode.
  var conditions = HeldConditions()

  var isDozing: Bool { dozesSince < .never }
  var isAndroid: Bool { platform.isAndroid }
  var isOnWatch: Bool { end == .watch }

  func isRunning(_ app: Int) -> Bool { processes[app].isRunning }
  func state(_ app: Int) -> ProcessState { processes[app].state }
  func platform(_ app: Int) -> Platform { processes[app].platform }
  func rights(_ app: Int) -> AuthorizationState { processes[app].authorization }
  /// Whether the service may reach the app now.
  func may(_ service: SystemService, _ app: Int) -> Bool { processes[app].may(service) }
  func mayBeWoken(_ app: Int) -> Bool { processes[app].mayBeWoken(isLocked: phone.isLocked) }
  /// Whether a monitoring service has to look out for this app.
  func watches(_ service: SystemService, for app: Int) -> Bool {
    processes[app].isWatched(by: service, isLocked: phone.isLocked)
  }
  /// Whether the user has not been asked yet.
  func isUndetermined(_ app: Int) -> Bool { processes[app].authorization.grant == .notDetermined }

  /// Whether the app's system has what the app calls for; a call for what it lacks is kept.
  func offers(_ service: SystemService, _ app: Int, _ effects: inout Effects) -> Bool {
    if processes[app].platform.offers(service) { return true }
    effects.append(.missing(app: app, service))
    return false
  }

  /// The screen is on, whatever it shows.
  var isInteractive: Bool { phone.isScreenOn || processes.contains { $0.state == .foreground } }

  /// Whether Battery Saver keeps the app's requests from looking.
  func savesPower(of app: Int) -> Bool {
    guard conditions.contains(.lowPower) else { return false }
    return switch processes[app].platform.locationPowerSaveMode {
    case .allDisabledWhenScreenOff: !isInteractive
    case .foregroundOnly: !processes[app].isShown
    case .gpsDisabledWhenScreenOff, nil: false
    }
  }

  /// Whether Battery Saver has switched satellites off for the app's requests.
  func savesSatellites(of app: Int) -> Bool {
    conditions.contains(.lowPower) && !isInteractive
      && processes[app].platform.locationPowerSaveMode == .gpsDisabledWhenScreenOff
  }

  /// What the device has of the services that the app's system knows.
  func availability(for app: Int) -> ServiceAvailability {
    var available = availability
    let platform = processes[app].platform
    // Without cellular, positions for regions come from tiles of access points (2012 session).
    let hasTowers = availability.significantLocationChangeMonitoring
    let offersRegions =
      platform.isAndroid
      ? platform.offers(.geofences) : platform.offers(hasTowers ? .regionMonitoring : .regionsOnWiFiOnlyDevices)
    if !offersRegions { available.regionMonitoring = false }
    if !platform.offers(.beaconRegions) { available.beaconMonitoring = false }
    if !platform.offers(.deferredUpdates) { available.deferredLocationUpdates = false }
    return available
  }

  /// A place as this app may know it, for events that are exact in time but not in space (visits): the position itself,
  /// or an area in its stead, the current one when left out, which may be up to a quarter of an hour old; `nil` when there is
  /// none yet.
  func place(_ location: Location, asSeenBy app: Int, area: Location? = nil) -> Location? {
    guard processes[app].seesAreaOfEvents else { return location }
    return (area ?? self.area.current).map {
      Location(position: $0.position, horizontalAccuracy: $0.horizontalAccuracy, instant: location.instant, speed: -1)
    }
  }

  /// What a manager's accuracy comes to here. A watch of the first systems on its own has that of 100 m at best.
  func attainable(_ accuracy: DesiredAccuracy, _ app: Int) -> DesiredAccuracy {
    guard isOnWatch, !positionsFromPhone, !processes[app].platform.offers(.continuousUpdatesOnWatch),
      accuracy.rawValue < DesiredAccuracy.hundredMeters.rawValue
    else { return accuracy }
    return .hundredMeters
  }
}

/// How the phone is used, apart from its apps.
struct PhoneUse {
  /// The phone has restarted and has not been unlocked since.
  var isLocked = false
  var isScreenOn = false
  /// When the screen was last switched off.
  var screenOff: Instant?

  /// Until when widgets count as in use on iOS; `nil` where none has been seen.
  func widgetsInUseUntil(at now: Instant) -> Instant? { (isScreenOn ? now : screenOff).map { $0 + .minutes(15) } }
}
