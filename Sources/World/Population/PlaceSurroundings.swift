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
