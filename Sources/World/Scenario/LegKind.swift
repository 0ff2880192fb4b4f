/// How a leg of a day is travelled.
package enum LegKind: String, CaseIterable, Sendable {
  case dwell, walk, run, cycle, drive, bus, train, subway, flight

  /// What a motion coprocessor would say.
  package var motion: MotionClass {
    switch self {
    case .dwell: .still
    case .walk: .walking
    case .run: .running
    case .cycle: .cycling
    case .drive, .bus: .automotive
    case .train, .subway: .rail
    case .flight: .airborne
    }
  }

  /// Faster than this (m/s) is a mistake in the file, not a traveller: 11, 29, 72, 216, 144, 360, 144, 1150 km/h.
  package var topSpeed: Double {
    switch self {
    case .dwell: 0
    case .walk: 3
    case .run: 8
    case .cycle: 20
    case .drive: 60
    case .bus, .subway: 40
    case .train: 100
    case .flight: 320
    }
  }

  /// How fast speed changes when starting and stopping, in m/s².
  ///
  /// Comfortable service accelerations: about 1.5 for cars, 1 for buses and metros, 0.6 for trains (Hoberock, "A Survey
  /// of Longitudinal Acceleration Comfort Studies in Ground Transportation Vehicles", 1977: 1.1 to 1.5 tolerable).
  var acceleration: Double {
    switch self {
    case .dwell, .walk, .run, .cycle, .bus, .subway: 1
    case .drive: 1.5
    case .train: 0.6
    case .flight: 1.2
    }
  }
}
