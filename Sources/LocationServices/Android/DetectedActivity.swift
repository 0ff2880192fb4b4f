public import World

/// What the user is doing: `com.google.android.gms.location.DetectedActivity`, without what the sensors are unsure of.
public enum DetectedActivity: String, CaseIterable, Sendable {
  case still, walking, running
  case onBicycle = "on_bicycle"
  case inVehicle = "in_vehicle"

  public init(_ motion: MotionClass) {
    switch motion {
    case .still: self = .still
    case .walking: self = .walking
    case .running: self = .running
    case .cycling: self = .onBicycle
    case .automotive, .rail, .airborne: self = .inVehicle
    }
  }
}
