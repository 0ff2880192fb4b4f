/// How much of the sky a receiver sees.
package enum SkyView: String, CaseIterable, Sendable {
  case openSky = "open_sky"
  case suburban, urban, canyon, indoor
  /// No satellite signal at all: a subway, a mine.
  case underground
}

/// How many Wi-Fi access points a scan hears: none, 1 to 2, 3 to 9, 10 or more.
package enum AccessPointDensity: String, CaseIterable, Sendable { case none, few, some, many }

/// How far apart cell towers stand.
package enum CellLayout: String, CaseIterable, Sendable { case urban, suburban, rural }

/// Cellular coverage.
package enum Coverage: String, CaseIterable, Sendable { case good, weak, none }

/// What surrounds the phone, as far as radios and positioning care.
package struct Surroundings: Sendable, Hashable {
  package var sky: SkyView
  package var accessPoints: AccessPointDensity
  package var cells: CellLayout
  package var coverage: Coverage
  /// Received power of the serving cell in dBm, where it is known: then it decides the coverage.
  package var level: Double?
  /// The phone is associated with a Wi-Fi network it knows.
  package var onWiFi: Bool
  /// The floor of the building, 0 for the ground floor; `nil` where it does not matter.
  package var floor: Int?
  /// How well a receiver holds on here, where the sky is `indoor`.
  package var indoorHold: IndoorHold

  package init(
    sky: SkyView, accessPoints: AccessPointDensity, cells: CellLayout, coverage: Coverage = .good,
    level: Double? = nil, onWiFi: Bool = false, floor: Int? = nil, indoorHold: IndoorHold = .unknown
  ) {
    self.sky = sky
    self.accessPoints = accessPoints
    self.cells = cells
    self.coverage = coverage
    self.level = level
    self.onWiFi = onWiFi
    self.floor = floor
    self.indoorHold = indoorHold
  }
}

/// How the person moves, as a motion coprocessor would say it.
@usableFromInline package enum MotionClass: String, CaseIterable, Sendable {
  case still, walking, running, cycling, automotive, rail, airborne

  // Asked at every position: a switch compares numbers, where `==` of a type with names is a call.
  @inlinable package var isStill: Bool { if case .still = self { true } else { false } }

  /// As a reader calls a part of a recorded day.
  var words: String {
    switch self {
    case .still: "at rest"
    case .walking: "walking"
    case .running: "running"
    case .cycling: "cycling"
    case .automotive: "on the road"
    case .rail: "on rails"
    case .airborne: "in the air"
    }
  }

  /// A body of metal is around the phone.
  @inlinable package var isInVehicle: Bool {
    switch self {
    case .automotive, .rail, .airborne: true
    case .still, .walking, .running, .cycling: false
    }
  }
}
