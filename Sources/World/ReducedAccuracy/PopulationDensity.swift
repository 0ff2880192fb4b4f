/// How densely an area is populated, as far as approximate locations differ.
///
/// From: WWDC 2020 session 10660: a couple of kilometres in dense urban areas, typically about five, ten or a bit more in
/// rural ones.
package enum PopulationDensity: String, CaseIterable, Sendable {
  case dense, typical, rural

  /// The density that goes with a layout of cell towers, where the scenario has no map of its own.
  package init(_ cells: CellLayout) {
    switch cells {
    case .urban: self = .dense
    case .suburban: self = .typical
    case .rural: self = .rural
    }
  }

  /// The radius that an area's tile should have, in metres; halving tiles meet it within a factor of the root of two.
  package var radius: Double {
    switch self {
    case .dense: 2_000
    case .typical: 5_000
    case .rural: 11_000
    }
  }
}
