/// How a battery gauge behaves just after a full charge, beside the fall that follows the drain.
package enum GaugeStart: Sendable, Hashable {
  /// It stays at 100 % until a hidden part of the charge is used (measured iPhone 6; see `BatteryGauge`).
  case plateau
  /// It falls by some points more than the drain in the first hours, then follows it (measured Nexus 6).
  ///
  /// Readings before `settlingHours`, and readings of 100 % after it, are left out; the drain until then counts.
  case firstDrop(settlingHours: Double)

  /// The parameter's name.
  var name: String {
    switch self {
    case .plateau: "gauge.plateau"
    case .firstDrop: "gauge.first_drop"
    }
  }

  /// How the parameter enters the shown drop.
  var sign: Double {
    switch self {
    case .plateau: -1
    case .firstDrop: 1
    }
  }

  var formula: String {
    switch self {
    case .plateau: "level = min(100, 100 + plateau - 100 sum_j(exposure_j x coefficient_j) / capacity)"
    case .firstDrop(let hours):
      "after \(ShortNumber.short(hours)) h: level = 100 - first_drop - 100 sum_j(exposure_j x coefficient_j) / capacity"
    }
  }
}
