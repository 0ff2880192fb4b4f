package import Core

/// One run of a phone under one strategy: what the battery gauge showed, and what the model says was on by then.
package struct GaugeRun: Sendable, Hashable {
  package struct Reading: Sendable, Hashable {
    /// In hours from the run's start; not negative.
    package let hour: Double
    /// Whole percent, 0 to 100.
    package let level: Int
    /// Hours in each state, or number of events, from the run's start until this reading: one number per component.
    package let exposure: [Double]

    package init(hour: Double, level: Int, exposure: [Double]) {
      self.hour = hour
      self.level = level
      self.exposure = exposure
    }
  }

  /// For messages, such as the run's key in the data.
  package let name: String
  /// Runs of one strategy are resampled together.
  package let strategy: String
  /// Which specimen was measured; empty when it does not matter.
  package let device: String
  /// What runs side by side share, such as a night; empty for a run on its own.
  package let occasion: String
  /// In order of time.
  package let readings: [Reading]
  /// The gauge's step in percent.
  package let step: Double

  package init(
    name: String, strategy: String, device: String = "", occasion: String = "", readings: [Reading], step: Double = 1
  ) {
    self.step = step
    self.name = name
    self.strategy = strategy
    self.device = device
    self.occasion = occasion
    self.readings = readings
  }

  /// A run whose exposures grow evenly in time, as under a strategy at rest.
  ///
  /// - Parameters:
  ///   - levels: hour and whole percent of each reading, in order of time.
  ///   - exposurePerHour: one number per component.
  package init(
    name: String, strategy: String, device: String = "", occasion: String = "",
    levels: [(hour: Double, level: Int)], exposurePerHour: [Double]
  ) {
    self.init(
      name: name, strategy: strategy, device: device, occasion: occasion,
      readings: levels.map { reading in
        Reading(hour: reading.hour, level: reading.level, exposure: exposurePerHour.map { $0 * reading.hour })
      })
  }

  /// The first level minus the last, in percent points.
  package var drop: Int { (readings.first?.level ?? 0) - (readings.last?.level ?? 0) }

  func check(components: Int) throws(EstimationError) {
    guard readings.count >= 2 else { throw .badInput("run \(name) has \(readings.count) readings: give at least 2") }
    var before: Reading?
    for reading in readings {
      guard (0...100).contains(reading.level) else {
        throw .badInput("run \(name): level \(reading.level) is not between 0 and 100 %")
      }
      guard reading.exposure.count == components else {
        throw .badInput("run \(name): \(reading.exposure.count) exposures for \(components) components")
      }
      guard reading.hour.isFinite, reading.hour >= 0, reading.exposure.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
        throw .badInput("run \(name): a time or exposure is negative or not a finite number")
      }
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

/// What a phone's battery gauge shows: whole percents, 100 until a hidden part of the charge is used, then a straight
/// fall.
///
/// Formula: with D the drained energy in percent of the capacity, the level is min(100, max(0, 100 + p - D)), shown as
/// the nearest whole number; p is the plateau in percent points. One shown point stands for one percent of the
/// capacity, so the hidden part comes on top of it: the gauge reads 0 when D = 100 + p. A capacity taken from the maker
/// may count it in; then powers fitted through this gauge are low by a factor of at most 1 + p/100, which no gauge
/// reading can tell.
///
/// Source: measured iPhone 6 stay at 100 % until about 4.1 % is used, then fall steadily (sources A7, A8; MobilityNet,
/// stationary runs). Valid from a full charge at constant temperature; levels under 3 % are not reliable (the data's
/// own note). Real gauges also lag and correct themselves by a point or two: that is in the fitted deviations.
package struct BatteryGauge: Sendable, Hashable {
  /// How much is used before the level starts to fall, in percent points; 0 or more.
  package let plateau: Double

  /// - Parameter plateau: in percent points, from 0 to below 100; a value outside is moved to the nearest bound.
  package init(plateau: Double) { self.plateau = min(99, max(0, plateau)) }

  /// The level before rounding, in percent, from 0 to 100.
  ///
  /// - Parameter drained: used energy in percent of the capacity.
  package func level(drained: Double) -> Double { min(100, max(0, 100 + plateau - drained)) }

  /// What the gauge shows, in whole percent.
  ///
  /// - Parameter drained: used energy in percent of the capacity; not NaN.
  package func reading(drained: Double) -> Int { Int(level(drained: drained).rounded()) }

  /// What the gauge shows after an energy has been drawn from a full battery.
  package func reading(drawn energy: Energy, capacity: Energy) -> Int {
    reading(drained: 100 * (energy.joules / capacity.joules))
  }

  /// Readings at increasing times, from the energy drawn until each.
  package func readings(drawn energies: [Energy], capacity: Energy) -> [Int] {
    energies.map { reading(drawn: $0, capacity: capacity) }
  }
}

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
