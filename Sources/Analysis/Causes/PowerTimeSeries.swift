package import DeviceModel
package import Core
import Simulation

/// A run's mean power in equal steps of time, in all and by what it was for.
package struct PowerTimeSeries: Sendable {
  /// Length of a step.
  package let step: TimeSpan
  /// Joules in each step.
  package let energies: [Double]
  /// Joules in each step by purpose; purposes without energy are left out.
  package let purposes: [EnergyAttribution.Purpose: [Double]]

  /// - Parameters:
  ///   - detail: a run that kept its timeline.
  ///   - count: how many steps the run is cut into, at least 1.
  package init(_ detail: RunDetail, count: Int) {
    let record = detail.record
    let length = max((record.horizon.nanoseconds + Int64(count) - 1) / Int64(max(count, 1)), 1)
    step = TimeSpan(nanoseconds: length)
    var all = [Double](repeating: 0, count: max(count, 1))
    var parts: [[Double]] = Array(repeating: all, count: EnergyAttribution.Purpose.allCases.count)
    for segment in record.timeline {
      let watts = record.prices.power(segment.component, state: segment.state, bin: segment.bin).watts
      guard watts != 0 else { continue }
      let purpose = Int(segment.cause.purpose.rawValue)
      var from = segment.start.nanoseconds
      while from < segment.end.nanoseconds {
        let index = min(Int(from / length), all.count - 1)
        let to =
          index == all.count - 1
          ? segment.end.nanoseconds : min(segment.end.nanoseconds, Int64(index + 1) * length)
        let joules = watts * Double(to - from) * 1e-9
        all[index] += joules
        parts[purpose][index] += joules
        from = to
      }
    }
    for payment in detail.payments {
      all[min(max(Int(payment.instant.nanoseconds / length), 0), all.count - 1)] += payment.energy.joules
    }
    energies = all
    var purposes: [EnergyAttribution.Purpose: [Double]] = [:]
    for purpose in EnergyAttribution.Purpose.allCases where parts[Int(purpose.rawValue)].contains(where: { $0 > 0 }) {
      purposes[purpose] = parts[Int(purpose.rawValue)]
    }
    self.purposes = purposes
  }

  /// Mean power of each step in milliwatts.
  package func milliwatts(_ joules: [Double]) -> [Double] { joules.map { $0 / step.seconds * 1000 } }
}
