package import Core
import DeviceModel
import Simulation

/// A run's mean power in equal steps of time.
package struct PowerTimeSeries: Sendable {
  package let step: TimeSpan
  /// Joules in each step.
  package let energies: [Double]

  /// - Parameters:
  ///   - detail: a run that kept its timeline.
  ///   - count: how many steps the run is cut into, at least 1.
  package init(_ detail: RunDetail, count: Int) {
    let record = detail.record
    let length = max((record.horizon.nanoseconds + Int64(count) - 1) / Int64(max(count, 1)), 1)
    step = TimeSpan(nanoseconds: length)
    var all = [Double](repeating: 0, count: max(count, 1))
    for segment in record.timeline {
      let watts = record.prices.power(segment.component, state: segment.state, bin: segment.bin).watts
      guard watts != 0 else { continue }
      var from = segment.start.nanoseconds
      while from < segment.end.nanoseconds {
        let index = min(Int(from / length), all.count - 1)
        let to =
          index == all.count - 1
          ? segment.end.nanoseconds : min(segment.end.nanoseconds, Int64(index + 1) * length)
        let joules = watts * Double(to - from) * 1e-9
        all[index] += joules
        from = to
      }
    }
    for payment in detail.payments {
      all[min(max(Int(payment.instant.nanoseconds / length), 0), all.count - 1)] += payment.energy.joules
    }
    energies = all
  }

  /// Mean power of each step in milliwatts.
  package func milliwatts(_ joules: [Double]) -> [Double] { joules.map { $0 / step.seconds * 1000 } }
}

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

/// One seed of a comparison looked at closely: one strategy in full, and the battery of all.
package struct ComparisonDay: Sendable {
  /// The strategy that is shown in full.
  package var detail: RunDetail
  /// Every strategy's battery on the same day, in the order of the comparison's rows.
  package var batteries: [BatteryCurve]

  package init(detail: RunDetail, batteries: [BatteryCurve]) {
    self.detail = detail
    self.batteries = batteries
  }
}
