package import World

/// What the user is doing, as motion sensors report it: `CMMotionActivity`, and `DetectedActivity` of Play services, without
/// what the sensors are unsure of.
public enum DetectedActivity: String, CaseIterable, Sendable {
  case still, walking, running
  case onBicycle = "on_bicycle"
  case inVehicle = "in_vehicle"

  package init(_ motion: MotionClass) {
    switch motion {
    case .still: self = .still
    case .walking: self = .walking
    case .running: self = .running
    case .cycling: self = .onBicycle
    case .automotive, .rail, .airborne: self = .inVehicle
    }
  }
}

/// How sure the sensors are (`CMMotionActivityConfidence`).
public enum MotionConfidence: String, CaseIterable, Comparable, Sendable {
  case low, medium, high

  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A report of the user's motion to an app.
public struct MotionActivity: Sendable, Hashable {
  /// What the user most likely does.
  public var activity: DetectedActivity
  /// Android's transitions have none: they come only when the sensors are sure, and count as high.
  public var confidence: MotionConfidence

  package init(_ activity: DetectedActivity, confidence: MotionConfidence = .high) {
    self.activity = activity
    self.confidence = confidence
  }
}

extension MotionActivity: ServiceEvent {
  static var isReplacedByNewer: Bool { true }
  var allowsForegroundService: Bool { true }
}
