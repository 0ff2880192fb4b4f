/// How people of a population get about.
package enum TravelMode: String, CaseIterable, Sendable, Hashable {
  case walk, cycle, drive, bus, train, subway

  /// A ride with a walk at both ends and a wait.
  package var isTransit: Bool { self == .bus || self == .train || self == .subway }

  var kind: LegKind {
    switch self {
    case .walk: .walk
    case .cycle: .cycle
    case .drive: .drive
    case .bus: .bus
    case .train: .train
    case .subway: .subway
    }
  }
}

/// How far a way is, in the classes in which the German Mikrozensus asks for the way to work (under 5 km, 5 to under 10 km,
/// 10 to under 25 km, farther): a person's choice of mode depends on it.
package enum DistanceBand: String, CaseIterable, Sendable, Hashable {
  case near, middle, far, distant

  /// - Parameter distance: in metres.
  package init(_ distance: Double) {
    self = distance < 5_000 ? .near : distance < 10_000 ? .middle : distance < 25_000 ? .far : .distant
  }
}

/// How densely people live around a home.
package enum Settlement: String, CaseIterable, Sendable, Hashable {
  case urban, suburban, rural

  /// The next denser one: where people of smaller places work who work far away.
  var denser: Settlement { self == .rural ? .suburban : .urban }
}

/// What a person goes to on an ordinary weekday.
package enum Occupation: String, CaseIterable, Sendable, Hashable {
  case worker, student, neither
}

/// What surrounds someone of a settlement at home, on the street and elsewhere.
///
/// Estimates, in the classes of the hand-written scenarios: dense places have more access points, less sky and smaller
/// cells; shops have weak coverage inside, tunnels none of the sky.
enum PlaceSurroundings {
  static func layout(_ settlement: Settlement) -> CellLayout {
    switch settlement {
    case .urban: .urban
    case .suburban: .suburban
    case .rural: .rural
    }
  }

  static func home(_ settlement: Settlement, wifi: Bool, isWeak: Bool) -> Surroundings {
    Surroundings(
      sky: .indoor, accessPoints: settlement == .rural ? .some : .many, cells: layout(settlement),
      coverage: isWeak ? .weak : .good, onWiFi: wifi, indoorHold: .home)
  }

  static func inside(_ settlement: Settlement, wifi: Bool) -> Surroundings {
    Surroundings(
      sky: .indoor, accessPoints: settlement == .rural ? .some : .many, cells: layout(settlement), onWiFi: wifi)
  }

  static func shop(_ settlement: Settlement, wifi: Bool) -> Surroundings {
    Surroundings(
      sky: .indoor, accessPoints: .some, cells: layout(settlement), coverage: .weak, onWiFi: wifi)
  }

  static func street(_ settlement: Settlement) -> Surroundings {
    switch settlement {
    case .urban: Surroundings(sky: .urban, accessPoints: .many, cells: .urban)
    case .suburban: Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban)
    case .rural: Surroundings(sky: .openSky, accessPoints: .few, cells: .rural)
    }
  }

  /// Between settlements.
  static func open(_ settlement: Settlement) -> Surroundings {
    Surroundings(sky: .openSky, accessPoints: .few, cells: settlement == .rural ? .rural : .suburban)
  }

  static let tunnel = Surroundings(sky: .underground, accessPoints: .few, cells: .urban, coverage: .weak)
  static let airport = Surroundings(sky: .indoor, accessPoints: .many, cells: .urban)
  static let cabin = Surroundings(sky: .indoor, accessPoints: .none, cells: .rural, coverage: .none)
}
