package import LocationServices

/// What must hold besides the event. Conditions on the position look at the newest one the app holds; without any they do
/// not hold, and one whose speed is unknown meets no condition on speed.
package enum CompositeCondition: Sendable, Hashable {
  /// Reported radius in metres.
  case accuracyAtMost(Double)
  case accuracyAbove(Double)
  /// Seconds since the position was determined.
  case ageAtMost(Double)
  case ageAbove(Double)
  /// Metres per second.
  case speedAtLeast(Double)
  case speedBelow(Double)
  /// Metres from where a rule with this distance last fired; the first position counts as moved.
  case movedAtLeast(Double)
  /// The positions that met the rule's other conditions have stayed within so many metres for so many seconds.
  case stayed(within: Double, time: Double)
  /// Share of the battery's charge, 0 to 1.
  case batteryBelow(Double)
  case batteryAbove(Double)
  case inForeground(Bool)
  /// What the sensors said last.
  case activity(CompositeActivity)
  /// A condition of the phone holds, or does not.
  case device(DeviceCondition, Bool)

  package var key: String {
    switch self {
    case .accuracyAtMost: "accuracy_at_most"
    case .accuracyAbove: "accuracy_above"
    case .ageAtMost: "age_at_most"
    case .ageAbove: "age_above"
    case .speedAtLeast: "speed_at_least"
    case .speedBelow: "speed_below"
    case .movedAtLeast: "moved_at_least"
    case .stayed: "stayed"
    case .batteryBelow: "battery_below"
    case .batteryAbove: "battery_above"
    case .inForeground: "in_foreground"
    case .activity: "activity"
    case .device(let condition, _): condition.rawValue
    }
  }

  /// Whether nothing meets both: a lower limit that lies above an upper one.
  func excludes(_ upper: CompositeCondition) -> Bool {
    switch (self, upper) {
    case (.accuracyAbove(let low), .accuracyAtMost(let high)), (.ageAbove(let low), .ageAtMost(let high)): low >= high
    case (.speedAtLeast(let low), .speedBelow(let high)): low >= high
    case (.batteryAbove(let low), .batteryBelow(let high)): low >= high
    default: false
    }
  }

  /// Whether it looks at the position the app holds.
  package var readsPosition: Bool {
    switch self {
    case .batteryBelow, .batteryAbove, .inForeground, .activity, .device: false
    default: true
    }
  }

  var readsBattery: Bool {
    switch self {
    case .batteryBelow, .batteryAbove: true
    default: false
    }
  }

  /// Whether testing it leaves a trace: such conditions are looked at after all others.
  var isTracking: Bool {
    switch self {
    case .movedAtLeast, .stayed: true
    default: false
    }
  }
}
