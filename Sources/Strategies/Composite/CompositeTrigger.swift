public import LocationServices

/// What can happen to an app that a rule may wait for.
public enum CompositeTrigger: Sendable, Hashable {
  /// The process has started, for this reason or any.
  case launched(LaunchReason?)
  case foreground
  case background
  /// Background app refresh: about half a minute to bring the app up to date.
  case backgroundRefresh
  /// Positions from standard updates.
  case delivery
  /// A position from the significant-change service.
  case significantChange
  /// A service failed, with this code or any.
  case failed(LocationError?)
  case paused
  case resumed
  case deferralFinished(CompositeCode)
  /// A timer of this name has run out.
  case timer(String)
  /// So many deliveries in a row, or so long, without a smaller radius than the best since the state was entered.
  case notImproving(CompositePatience)
  /// The time for background tasks is about to end.
  case taskExpiring
  /// The battery's level has changed by a percent.
  case batteryChanged
  /// The user has come into, or has left, the circle of this name.
  case fenceEntered(String)
  case fenceLeft(String)
  /// A visit has begun, or is over.
  case arrival
  case departure
  case uploadFinished
  case geocodeFinished
  case geocodeFailed(LocationError?)

  /// The word in files.
  public var name: String {
    switch self {
    case .launched: "launched"
    case .foreground: "foreground"
    case .background: "background"
    case .backgroundRefresh: "background_refresh"
    case .delivery: "delivery"
    case .significantChange: "significant_change"
    case .failed: "failed"
    case .paused: "paused"
    case .resumed: "resumed"
    case .deferralFinished: "deferral_finished"
    case .timer: "timer"
    case .notImproving: "not_improving"
    case .taskExpiring: "task_expiring"
    case .batteryChanged: "battery_changed"
    case .fenceEntered: "fence_entered"
    case .fenceLeft: "fence_left"
    case .arrival: "arrival"
    case .departure: "departure"
    case .uploadFinished: "upload_finished"
    case .geocodeFinished: "geocode_finished"
    case .geocodeFailed: "geocode_failed"
    }
  }

  /// Every word, in the order of the documentation.
  public static let names = [
    "launched", "foreground", "background", "background_refresh", "delivery", "significant_change", "failed", "paused",
    "resumed", "deferral_finished", "timer", "not_improving", "task_expiring", "battery_changed",
    "fence_entered", "fence_left", "arrival", "departure", "upload_finished", "geocode_finished", "geocode_failed",
  ]

  /// Whether this trigger takes every event that `other` waits for.
  func covers(_ other: CompositeTrigger) -> Bool {
    switch (self, other) {
    case (.launched(nil), .launched), (.failed(nil), .failed), (.geocodeFailed(nil), .geocodeFailed),
      (.deferralFinished(.any), .deferralFinished):
      true
    default: self == other
    }
  }
}

/// Which outcome a rule waits for.
public enum CompositeCode: Sendable, Hashable {
  case any
  /// No error at all.
  case success
  case failure(LocationError)

  func fits(_ error: LocationError?) -> Bool {
    switch self {
    case .any: true
    case .success: error == nil
    case .failure(let wanted): error == wanted
    }
  }
}

/// How long an app waits for a better position.
public enum CompositePatience: Sendable, Hashable {
  /// Deliveries in a row.
  case fixes(Int)
  /// Seconds.
  case time(Double)
}
