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
