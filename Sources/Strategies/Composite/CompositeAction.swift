import DeviceModel
package import LocationServices

/// What a composite strategy can do.
package enum CompositeAction: Sendable, Hashable {
  case start(CompositeService)
  case stop(CompositeService)
  case configure(CompositeConfiguration)
  /// Lets deliveries be held back for so many metres or seconds; infinite for no limit. Does nothing on a device that
  /// cannot.
  case deferUpdates(distance: Double, timeout: Double)
  case stopDeferring
  /// Sends the positions kept since the last upload; nothing when there are none.
  case upload(CompositeUpload)
  /// Has the system watch a circle; one of the same name is replaced.
  case fence(CompositeFence)
  case removeFence(String)
  /// Asks the system to let the app refresh itself in so many seconds at the earliest.
  case requestRefresh(after: Double)
  /// iOS: a widget's timeline asks for a reload each so many seconds.
  case reloadWidget(every: Double)
  /// Does not use the positions of this event: they are neither shown, nor recorded, nor sent.
  case drop
  /// Asks where an address lies.
  case geocode(String)
  /// Asks what is at the newest position.
  case reverseGeocode
  case cancelGeocode
  case beginTask
  case endTask
  /// Starts a timer again, in seconds.
  case setTimer(String, after: Double)
  case cancelTimer(String)
  /// The app wants a good position from now on: the time and energy it takes are reported.
  case beginSearch
  case found
  case giveUp
  /// Asks for one position.
  case requestLocation
  /// Asks the user for full accuracy while the app is in use.
  case requestFullAccuracy
  /// Sets the distance filter by the speed of the newest position: so many metres for each 5 m/s, rounded, 5 m/s at least.
  case elasticFilter(Double)
  /// Has a condition monitor watch a circle.
  case monitor(CompositeFence)
  case removeMonitor(String)
  /// A background activity session.
  case beginSession
  case endSession
  case beginServiceSession
  case endServiceSession
  /// The server sends a message each so many seconds, `nil` for those of the day's script only.
  case expectPushes(every: Double?, PushMessage.Priority)
  case stopPushes
  /// Android: asks the fused location provider; an earlier request of the app's is replaced.
  case request(FusedLocationRequest)
  /// Android: the newest position that the phone knows of.
  case lastLocation
  case beginForegroundService
  case endForegroundService
  /// Android: keeps the processor awake while a foreground service runs.
  case acquireWakeLock
  case releaseWakeLock
  /// Android: an alarm in so many seconds; one that goes off while the phone dozes, or waits.
  case setAlarm(String, after: Double, whileIdle: Bool)
  case cancelAlarm(String)
  /// Android: work each so many seconds, when all conditions hold.
  case scheduleWork(String, every: Double, Set<DeviceCondition>)
  case cancelWork(String)

  /// The word in files.
  package var name: String {
    if case .deferUpdates = self { "defer" } else { caseName(self) }
  }

  /// Whether positions, or events that say where the user is, may come of it.
  var locatesUser: Bool {
    switch self {
    case .start(let service): service.locatesUser
    case .request, .lastLocation, .requestLocation, .fence, .monitor: true
    default: false
    }
  }

  var isByPendingIntent: Bool {
    if case .request(let request) = self { request.delivery == .pendingIntent } else { false }
  }

  /// Words that stand alone in a file.
  package static let plain: [CompositeAction] = [
    .stopDeferring, .drop, .reverseGeocode, .cancelGeocode, .beginTask, .endTask, .beginSearch, .found, .giveUp,
    .requestLocation, .requestFullAccuracy, .lastLocation, .beginSession, .endSession, .beginServiceSession,
    .endServiceSession, .stopPushes, .beginForegroundService, .endForegroundService, .acquireWakeLock, .releaseWakeLock,
  ]
}

/// A service that an action starts and stops.
package enum CompositeService: String, CaseIterable, Sendable {
  case standard
  case significantChange = "significant_change"
  case visits
  case liveUpdates = "live_updates"
  case beacons
  case motionActivity = "motion_activity"
  case pedometer
  /// Android's sensor; started again after each time.
  case significantMotion = "significant_motion"
  /// Android's requests, which `request` starts.
  case fused

  /// Whether it brings positions, or events that say where the user is.
  var locatesUser: Bool {
    switch self {
    case .standard, .significantChange, .visits, .liveUpdates, .beacons, .fused: true
    case .motionActivity, .pedometer, .significantMotion: false
    }
  }

  /// The action that starts it.
  var start: String { self == .fused ? "request" : "start: \(rawValue)" }
}

/// A circle for the system to watch, around the newest position the app has, or around an address.
package struct CompositeFence: Sendable, Hashable {
  package enum Center: String, CaseIterable, Sendable {
    /// The newest position that the app uses.
    case position
    /// What the last `geocode` found.
    case address
  }

  package var name: String
  /// Metres.
  package var radius: Double
  package var center: Center

  package init(_ name: String, radius: Double, around center: Center = .position) {
    self.name = name
    self.radius = radius
    self.center = center
  }
}

/// Properties of the standard manager to set; what is `nil` stays as it is. A process begins with Apple's defaults: best
/// accuracy, no filter, `other`, pausing on, no background.
package struct CompositeConfiguration: Sendable, Hashable {
  package var desiredAccuracy: DesiredAccuracy?
  /// Metres; infinite for none.
  package var distanceFilter: Double?
  package var activityType: ActivityType?
  package var pausesAutomatically: Bool?
  package var allowsBackground: Bool?

  /// What the system must have for all of it: the newest of the services.
  var requires: SystemService? {
    var services: [SystemService] = []
    if desiredAccuracy == .reduced { services.append(.reducedAccuracy) }
    if let service = activityType?.requires { services.append(service) }
    if pausesAutomatically == true { services.append(.automaticPausing) }
    if allowsBackground == false { services.append(.backgroundUpdatesFlag) }
    let versions = services.compactMap(\.introducedOnIOS)
    return services.first { $0.introducedOnIOS == versions.max() }
  }

  package init(
    desiredAccuracy: DesiredAccuracy? = nil, distanceFilter: Double? = nil, activityType: ActivityType? = nil,
    pausesAutomatically: Bool? = nil, allowsBackground: Bool? = nil
  ) {
    self.desiredAccuracy = desiredAccuracy
    self.distanceFilter = distanceFilter
    self.activityType = activityType
    self.pausesAutomatically = pausesAutomatically
    self.allowsBackground = allowsBackground
  }
}

/// What an `upload` action sends.
package struct CompositeUpload: Sendable, Hashable {
  package var bytesPerFix: Int64
  /// Only the newest position; the others are forgotten.
  package var newestOnly: Bool
  package var onWiFiOnly: Bool

  package init(bytesPerFix: Int64 = UploadPolicy().bytesPerFix, newestOnly: Bool = false, onWiFiOnly: Bool = false) {
    self.bytesPerFix = bytesPerFix
    self.newestOnly = newestOnly
    self.onWiFiOnly = onWiFiOnly
  }
}
