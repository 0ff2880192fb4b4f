package import DeviceModel
import Core

/// What a phone's gauge would have shown at the readings of a measured run.
///
/// A gauge that begins at 100 % is a full one: it stays there until the plateau is used, or falls at once by the first drop
/// within an hour, as the device's profile says; both vary from run to run. One that begins lower follows the drain from
/// there. Readings are multiples of the gauge's step.
package struct GaugePrediction: Sendable {
  /// How long a first drop takes (hours); the fits of measured Nexus 6 take as long.
  package static let settling = 1.0

  package let plateau: ProfileValue?
  package let firstDrop: ProfileValue?
  package let isDrawn: Bool

  package init(_ device: DeviceProfile, parameters: ParameterChoice) {
    plateau = device.values["battery.gauge_plateau"]
    firstDrop = device.values["battery.gauge_first_drop"]
    isDrawn = parameters == .drawn
  }

  /// How much a full gauge hides in the mean, in percent points.
  package var meanPlateau: Double { 100 * (plateau?.mean ?? 0) }
  /// The same and by how much it and the first drop vary from run to run, in percent points.
  package var hidden: (mean: Double, deviation: Double) {
    let (one, other) = (plateau?.deviation ?? 0, firstDrop?.deviation ?? 0)
    return (meanPlateau, 100 * (one * one + other * other).squareRoot())
  }
  /// In percent points.
  package var meanFirstDrop: Double { 100 * (firstDrop?.mean ?? 0) }

  /// In percent, at each reading.
  ///
  /// - Parameters:
  ///   - run: its name; what varies from run to run follows it and the seed.
  ///   - first: what the measured gauge showed first, in percent.
  ///   - hours: of each reading, from the run's start.
  ///   - drained: percent of the usable energy drawn from the run's start until each reading.
  ///   - step: of the gauge, in percent.
  package func levels(
    run: String, seed: UInt64, first: Double, hours: [Double], drained: [Double], step: Double = 1
  ) -> [Double] {
    func shown(_ level: Double) -> Double { (level / step).rounded() * step }
    guard first >= 100 else {
      let before = drained.first ?? 0
      return drained.map { max(0, shown(first - ($0 - before))) }
    }
    let hidden = 100 * value(plateau, "gauge_plateau", run, seed)
    let drop = 100 * value(firstDrop, "gauge_first_drop", run, seed)
    return zip(hours, drained).map { hour, drained in
      shown(Self.level(drained: drained + drop * min(1, max(0, hour / Self.settling)), plateau: hidden))
    }
  }

  /// Before rounding, in percent, from 0 to 100, from a full charge: 100 + p - D.
  ///
  /// Source: measured iPhone 6 stay at 100 % until about 4.1 % is used, then fall steadily (sources A7, A8; MobilityNet,
  /// stationary runs). Valid at constant temperature; levels under 3 % are not reliable (the data's own note). A capacity taken
  /// from the maker may count the hidden part in; then powers fitted through this gauge are low by a factor of at most
  /// 1 + p/100, which no gauge reading can tell.
  ///
  /// - Parameters:
  ///   - drained: D, used energy in percent of the capacity.
  ///   - plateau: p, how much is used before the level starts to fall, in percent points; 0 or more.
  static func level(drained: Double, plateau: Double) -> Double { min(100, max(0, 100 + plateau - drained)) }

  private func value(_ value: ProfileValue?, _ key: String, _ run: String, _ seed: UInt64) -> Double {
    guard let value else { return 0 }
    guard isDrawn else { return value.mean }
    let own = StableHash.combine(StableHash.combine(seed, StableHash.name(key)), StableHash.name(run))
    return value.quantile(atShare: StableHash.unit(own))
  }
}
