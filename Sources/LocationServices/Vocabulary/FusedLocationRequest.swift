/// What an app asks of the fused location provider: `com.google.android.gms.location.LocationRequest`, in seconds and metres.
///
/// From: developers.google.com, reference of `LocationRequest.Builder`.
package struct FusedLocationRequest: Sendable, Hashable {
  package var priority: LocationPriority
  /// How often a position is wanted (`setIntervalMillis`), above 0.
  package var interval: Double
  /// No two positions come closer together than this (`setMinUpdateIntervalMillis`); the interval itself when `nil`. A
  /// smaller one lets positions through that other requests have caused. Those may come a tenth of the interval early, 30 s
  /// at most, and those of the approximate place come each 10 min at most whatever is asked for.
  package var minUpdateInterval: Double?
  /// The user must have come farther than this since the last position (`setMinUpdateDistanceMeters`). Only deliveries are
  /// withheld.
  package var minUpdateDistance: Double
  /// How long positions may be kept to be delivered together (`setMaxUpdateDelayMillis`); of effect from twice the interval
  /// on.
  package var maxUpdateDelay: Double
  package var granularity: Granularity
  /// How long the request lives (`setDurationMillis`).
  package var duration: Double
  /// After how many positions it ends (`setMaxUpdates`).
  package var maxUpdates: Int
  /// How old a first position from before may be (`setMaxUpdateAgeMillis`); the interval itself when `nil`.
  package var maxUpdateAge: Double?
  package var delivery = Delivery.callback

  /// Where positions go to.
  package enum Delivery: String, CaseIterable, Sendable {
    /// To the process that asked; the request ends with it.
    case callback
    /// To a `PendingIntent`, which starts or thaws the process and outlives it. An app has one: asking again replaces the request.
    case pendingIntent = "pending_intent"
  }

  /// Stands for the app's `PendingIntent` among identifiers, which are positive.
  package static let pendingIntent = -1

  package init(
    priority: LocationPriority = .balanced, interval: Double, minUpdateInterval: Double? = nil,
    minUpdateDistance: Double = 0, maxUpdateDelay: Double = 0, granularity: Granularity = .permissionLevel,
    duration: Double = .infinity, maxUpdates: Int = .max
  ) {
    self.priority = priority
    self.interval = interval
    self.minUpdateInterval = minUpdateInterval
    self.minUpdateDistance = minUpdateDistance
    self.maxUpdateDelay = maxUpdateDelay
    self.granularity = granularity
    self.duration = duration
    self.maxUpdates = maxUpdates
  }

  /// Whether it looks for one position, as `getCurrentLocation` does.
  package var isForOne: Bool { maxUpdates == 1 && priority != .passive }

  /// Whether positions are gathered ("if the delay is at least twice the interval, positions may come in batches").
  package var batches: Bool { maxUpdateDelay >= 2 * interval }
}

/// What a fused request puts first: `com.google.android.gms.location.Priority`.
package enum LocationPriority: String, CaseIterable, Sendable {
  /// Satellites, Wi-Fi and cells (`PRIORITY_HIGH_ACCURACY`).
  case highAccuracy = "high_accuracy"
  /// Wi-Fi and cells, about a city block; satellites rarely (`PRIORITY_BALANCED_POWER_ACCURACY`).
  case balanced
  /// Cells, about a city (`PRIORITY_LOW_POWER`).
  case lowPower = "low_power"
  /// Nothing of its own: positions that others have caused (`PRIORITY_PASSIVE`, once `PRIORITY_NO_POWER`).
  case passive
}

/// How precise the positions of a fused request are: `com.google.android.gms.location.Granularity`.
package enum Granularity: String, CaseIterable, Sendable {
  /// As the user allows.
  case permissionLevel = "permission_level"
  /// Approximate, although the user may allow more. Here since Android 12, which lets the user choose it.
  case coarse
  case fine
}
