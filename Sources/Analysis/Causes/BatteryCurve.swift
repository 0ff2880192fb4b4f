import DeviceModel
package import Core
import Simulation

/// The battery's charge over a run, full at the start, as a share of its usable energy at equal steps of time.
///
/// It falls by what the phone draws and rises by the charging power while the charger is connected, never above 1 and
/// never below 0. Draw and charge are added up per step, so a battery that becomes full inside a step is full at its end.
package struct BatteryCurve: Sendable, Equatable {
  package let strategy: String
  package let step: TimeSpan
  /// At 0, one step, two steps, ... the run's end.
  package let levels: [Double]

  package init(strategy: String, step: TimeSpan, levels: [Double]) {
    self.strategy = strategy
    self.step = step
    self.levels = levels
  }

  /// - Parameter count: how many steps the run is cut into.
  package init(_ detail: RunDetail, count: Int) {
    let course = PowerTimeSeries(detail, count: count)
    let battery = detail.record.battery
    let full = Battery(parameters: battery).usableEnergy.joules
    strategy = detail.strategy
    step = course.step
    var levels = [1.0]
    var left = full
    for (index, drawn) in course.energies.enumerated() {
      let start = Instant(nanoseconds: Int64(index) * course.step.nanoseconds)
      let end = min(start + course.step, detail.record.horizon)
      let charged = detail.record.charging.spans.reduce(0.0) { sum, span in
        let overlap = min(span.upperBound, end) - max(span.lowerBound, start)
        return overlap > .zero ? sum + overlap.seconds * battery.chargingPower.watts : sum
      }
      left = min(full, max(0, left - drawn + charged))
      levels.append(full > 0 ? left / full : 0)
    }
    self.levels = levels
  }
}
