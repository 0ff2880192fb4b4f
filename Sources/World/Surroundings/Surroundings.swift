package import Core
import RealModule

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

/// A building whose inside was surveyed for positioning by Wi-Fi: an airport, a shopping mall.
///
/// From WWDC 2015 session 714: indoor positioning in large venues since iOS 8, with fixes to a few metres and the floor.
package struct Venue: Sendable, Hashable {
  package let name: String
  package let centre: EarthVector
  /// Positions are surveyed up to here from the centre.
  package let radius: Distance
  /// The floors that were surveyed; 0 is the ground floor.
  package let floors: ClosedRange<Int>
  /// Deviation of a fix per axis.
  package let error: Distance

  package init(
    name: String, centre: EarthVector, radius: Distance, floors: ClosedRange<Int>, error: Distance
  ) {
    self.name = name
    self.centre = centre
    self.radius = radius
    self.floors = floors
    self.error = error
  }

  package func contains(_ position: EarthVector) -> Bool {
    position.squaredDistance(to: centre) <= radius.metres * radius.metres
  }
}

/// How well a satellite receiver holds on inside a building, as the share of time in which it does.
///
/// It belongs to the place: deep in a building a receiver that tracked outside soon loses its satellites, beside a large
/// window it keeps them for good. The longer of the two is the rule away from home, as far as measured phones tell:
/// reports/validation/position-errors.md has libraries in which they tracked most of the time, and one home in which they
/// hardly ever did.
package enum IndoorHold: Sendable, Hashable {
  /// Some building: drawn per place, 0.8 in the mean.
  case unknown
  /// Somebody's home: drawn per place, 0.16 in the mean.
  case home
  /// A building that is known, above 0 and below 1.
  case share(Double)

  /// Which shares a file may give: at 0 and 1 the odds have no end.
  package static let shares = 0.001...0.999
  /// The deviation of the odds' logarithm between places, an estimate: one home was seen.
  private static let spread = 1.5

  /// The share's odds at the place whose standard normal score is `z`; of the drawn ones the logarithm is normal.
  func odds(score z: Double) -> Double {
    switch self {
    case .unknown: bounded(.exp(1.9 + Self.spread * z))
    case .home: bounded(.exp(-2.2 + Self.spread * z))
    case .share(let share): bounded(share / (1 - share))
    }
  }

  private func bounded(_ odds: Double) -> Double { min(max(odds, 0.001), 999) }
}

/// The cell the phone camps on: an identity, where its tower stands, how far it reaches.
package struct ServingCell: Sendable, Hashable {
  /// Of the site, which has three sectors of 120°.
  package let identity: UInt64
  package let tower: EarthVector
  package let radius: Distance
  /// Which of its sectors serves; `nil` for the site as a whole.
  package let sector: Int?

  package init(identity: UInt64, tower: EarthVector, radius: Distance, sector: Int? = nil) {
    self.identity = identity
    self.tower = tower
    self.radius = radius
    self.sector = sector
  }

  /// Radians between the middles of two sectors.
  package static let sectorAngle = 2 * Double.pi / 3

  /// Where the sector with this number points, counter-clockwise from east in radians; sites are turned by chance.
  package func direction(ofSector sector: Int) -> Double {
    StableHash.unit(StableHash.mix(identity)) * Self.sectorAngle + Double(sector) * Self.sectorAngle
  }

  /// The number of the sector that points most nearly in a direction, counter-clockwise from east in radians.
  package func sector(towards angle: Double) -> Int {
    let number = Int(((angle - direction(ofSector: 0)) / Self.sectorAngle).rounded()) % 3
    return number < 0 ? number + 3 : number
  }

  func with(sector: Int) -> ServingCell {
    ServingCell(identity: identity, tower: tower, radius: radius, sector: sector)
  }
}
