import DeviceModel
package import LocationServices

/// What can happen to an app that a rule may wait for.
package enum CompositeTrigger: Sendable, Hashable {
  /// The process has started, for this reason or any.
  case launched(LaunchReason?)
  case foreground
  case background
  /// Background app refresh: about half a minute to bring the app up to date.
  case backgroundRefresh
  /// iOS: the system reloads the app's widget.
  case widgetReload
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
  /// The sensors say that the user does something else than before, with this confidence at least.
  case motion(CompositeActivity, confidence: MotionConfidence)
  /// Android: a movement has begun.
  case significantMotion
  /// So many steps since the state was entered.
  case steps(Int)
  /// Live updates rest because the user stays.
  case stationary
  case device(DeviceCondition, isOn: Bool)
  /// A message of the app's server.
  case push
  /// A beacon has come near, or is gone; any of them.
  case beaconEntered
  case beaconLeft
  /// A condition of a monitor holds, or holds no more.
  case conditionMet(String)
  case conditionUnmet(String)
  /// Android: an alarm goes off; work is to be done.
  case alarm(String)
  case work(String)

  /// The word in files.
  package var name: String {
    switch self {
    case .device(.charging, let isOn): isOn ? "charger_connected" : "charger_disconnected"
    case .device(.onWiFi, let isOn): isOn ? "wifi_joined" : "wifi_left"
    case .device(.lowPower, let isOn): isOn ? "low_power_on" : "low_power_off"
    default: caseName(self)
    }
  }

  /// Every word, in the order of the documentation.
  package static let names = [
    "launched", "foreground", "background", "background_refresh", "widget_reload", "delivery", "significant_change",
    "failed", "paused", "resumed", "deferral_finished", "timer", "not_improving", "task_expiring", "battery_changed",
    "fence_entered", "fence_left", "arrival", "departure", "upload_finished", "geocode_finished", "geocode_failed",
    "motion", "significant_motion", "steps", "stationary", "charger_connected", "charger_disconnected", "wifi_joined",
    "wifi_left", "low_power_on", "low_power_off", "push", "beacon_entered", "beacon_left", "condition_met",
    "condition_unmet", "alarm", "work",
  ]

  /// Words that stand alone in a file.
  package static let plain: [CompositeTrigger] =
    [
      .foreground, .background, .backgroundRefresh, .widgetReload, .delivery, .significantChange, .paused, .resumed,
      .taskExpiring,
      .batteryChanged, .arrival, .departure, .uploadFinished, .geocodeFinished, .significantMotion, .stationary, .push,
      .beaconEntered, .beaconLeft,
    ] + DeviceCondition.allCases.flatMap { [.device($0, isOn: true), .device($0, isOn: false)] }

  /// Whether this trigger takes every event that `other` waits for.
  func covers(_ other: CompositeTrigger) -> Bool {
    switch (self, other) {
    case (.launched(nil), .launched), (.failed(nil), .failed), (.geocodeFailed(nil), .geocodeFailed),
      (.deferralFinished(.any), .deferralFinished):
      true
    case (.motion(let own, let least), .motion(let wanted, let confidence)):
      own.covers(wanted) && least <= confidence
    case (.steps(let own), .steps(let wanted)): own <= wanted
    default: self == other
    }
  }
}

/// Which outcome a rule waits for.
package enum CompositeCode: Sendable, Hashable {
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
package enum CompositePatience: Sendable, Hashable {
  /// Deliveries in a row.
  case fixes(Int)
  /// Seconds.
  case time(Double)
}

/// What the user is doing, as rules say it.
package enum CompositeActivity: String, CaseIterable, Sendable {
  /// Anything but still.
  case moving
  case still, walking, running
  case onBicycle = "on_bicycle"
  case inVehicle = "in_vehicle"

  func fits(_ activity: DetectedActivity) -> Bool {
    self == .moving ? activity != .still : rawValue == activity.rawValue
  }

  /// Whether whatever fits `other` fits this.
  func covers(_ other: CompositeActivity) -> Bool { self == other || (self == .moving && other != .still) }
}
