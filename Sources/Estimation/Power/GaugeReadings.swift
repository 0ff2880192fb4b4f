import Core

/// What a battery gauge showed, and what was on by then.
extension JointRun {
  package struct Reading: Sendable, Hashable {
    /// In hours from the run's start; not negative.
    package let hour: Double
    /// Whole percent, 0 to 100.
    package let level: Int
    /// The gauge's step in percent: the level lies within half of it of what is shown.
    package let step: Double
    /// Hours in each state, or number of events, from the run's start until this reading: one number per component.
    package let exposure: [Double]

    package init(hour: Double, level: Int, step: Double = 1, exposure: [Double]) {
      self.hour = hour
      self.level = level
      self.step = step
      self.exposure = exposure
    }

    func check(_ run: String, components: Int) throws(EstimationError) {
      guard (0...100).contains(level) else { throw .badInput("run \(run): level \(level) is not between 0 and 100 %") }
      guard exposure.count == components else {
        throw .badInput("run \(run): \(exposure.count) exposures for \(components) components")
      }
      guard hour.isFinite, hour >= 0, exposure.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
        throw .badInput("run \(run): a time or exposure is negative or not a finite number")
      }
    }
  }

  /// The first level minus the last, in percent points.
  package var drop: Int { (readings.first?.level ?? 0) - (readings.last?.level ?? 0) }

  func check(components: Int) throws(EstimationError) {
    guard readings.count >= 2 else { throw .badInput("run \(name) has \(readings.count) readings: give at least 2") }
    var before: Reading?
    for reading in readings {
      try reading.check(name, components: components)
      if let before {
        guard reading.hour >= before.hour else { throw .badInput("run \(name): readings are not in order of time") }
        guard zip(reading.exposure, before.exposure).allSatisfy({ $0 >= $1 }) else {
          throw .badInput("run \(name): exposures must count from the run's start and never fall")
        }
        guard reading.level <= before.level + 2 else {
          throw .badInput(
            "run \(name): the level rises from \(before.level) to \(reading.level) % at hour \(reading.hour); "
              + "leave charging out")
        }
      }
      before = reading
    }
  }
}

/// How a battery gauge behaves just after a full charge, beside the fall that follows the drain.
package enum GaugeStart: Sendable, Hashable {
  /// It stays at 100 % until a hidden part of the charge is used (measured iPhone 6).
  case plateau
  /// It falls by some points more than the drain in the first hours, then follows it (measured Nexus 6).
  ///
  /// Readings before `settlingHours`, and readings of 100 % after it, are left out; the drain until then counts.
  case firstDrop(settlingHours: Double)

  /// The parameter's name.
  var name: String { self == .plateau ? "gauge.plateau" : "gauge.first_drop" }

  /// How the parameter enters the shown drop.
  var sign: Double { self == .plateau ? -1 : 1 }

  var formula: String {
    switch self {
    case .plateau: "level = min(100, 100 + plateau - 100 sum_j(exposure_j x coefficient_j) / capacity)"
    case .firstDrop(let hours):
      "after \(ShortNumber.short(hours)) h: level = 100 - first_drop - 100 sum_j(exposure_j x coefficient_j) / capacity"
    }
  }
}
