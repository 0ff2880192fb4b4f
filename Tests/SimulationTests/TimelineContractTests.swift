import DeviceModel
import Quantities
import Simulation
import Testing

/// Design section 5: the timeline is the one truth.
@Suite struct TimelineContractTests {
  @Test func segmentsTileTheRunAndTheLedgerIsTheirSum() throws {
    var faults: [String] = []
    var runs = 0
    try Trials.forEach { trial in
      let (record, observer) = trial.run()
      runs += 1
      var ends = [Instant](repeating: .start, count: Component.allCases.count)
      var ledger = EnergyLedger()
      for segment in observer.timeline {
        let index = Int(segment.component.rawValue)
        if segment.start != ends[index] || segment.end <= segment.start {
          faults.append("\(trial.label): \(segment) does not follow \(ends[index])")
        }
        ends[index] = segment.end
        ledger.add(
          segment.end - segment.start, component: segment.component, state: segment.state, bin: segment.bin,
          cause: segment.cause)
      }
      if !ends.allSatisfy({ $0 == record.horizon }) { faults.append("\(trial.label) ends at \(ends)") }
      for line in EnergyBreakdown(ledger: record.ledger, prices: record.prices).lines {
        guard case .state(let state, let bin, let span) = line.kind else { continue }
        if ledger.dwell(line.component, state: state, bin: bin, cause: line.cause) != span {
          faults.append("\(trial.label): \(line.component) \(state) \(line.cause)")
        }
      }
      for component in Component.allCases {
        let spans = (0..<UInt8(EnergyLedger.stateLimit)).map { record.ledger.dwell(component, state: $0).nanoseconds }
        if spans.reduce(0, +) != record.horizon.nanoseconds { faults.append("\(trial.label): dwell of \(component)") }
      }
    }
    #expect(runs >= 200 * 20)
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func wakeupsAreTheTimesTheProcessorLeavesSuspension() throws {
    var faults: [String] = []
    var wakeups = 0
    try Trials.forEach { trial in
      let (record, observer) = trial.run()
      let suspended = ApplicationProcessor.State.suspended.rawValue
      let states = observer.timeline.filter { $0.component == .processor }.map { $0.state == suspended }
      // A run that begins with the app on the screen has no segment before its first wake-up.
      var count = states.first == false ? 1 : 0
      count += zip(states, states.dropFirst()).count { $0 && !$1 }
      wakeups += count
      if record.wakeups != count { faults.append("\(trial.label): \(record.wakeups), \(count) in the timeline") }
    }
    #expect(wakeups > 200 * 20)
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func energyIsPowerTimesDwellPlusWhatWasPaidAtInstants() throws {
    var faults: [String] = []
    try Trials.forEach { trial in
      let (record, observer) = trial.run()
      var sum = 0.0
      var (low, high) = (0.0, 0.0)
      var extremes = [(Double, Double)](repeating: (.infinity, 0), count: Component.allCases.count)
      for segment in observer.timeline {
        let watts = record.prices.power(segment.component, state: segment.state, bin: segment.bin).watts
        sum += watts * (segment.end - segment.start).seconds
        let index = Int(segment.component.rawValue)
        extremes[index] = (min(extremes[index].0, watts), max(extremes[index].1, watts))
      }
      let paid = observer.payments.reduce(0) { $0 + $1.energy.joules }
      let total = record.energy.joules
      if abs(sum + paid - total) > 1e-9 * total { faults.append("\(trial.label): \(sum) + \(paid), \(total)") }
      for (least, most) in extremes {
        low += least * record.horizon.seconds
        high += most * record.horizon.seconds
      }
      if total < low + paid - 1e-6 || total > high + paid + 1e-6 {
        faults.append("\(trial.label): \(total) is outside \(low)...\(high)")
      }
      let dearer = EnergyBreakdown(ledger: record.ledger, prices: record.prices.scaled(by: 3.7)).total.joules
      if abs(dearer - 3.7 * total) > 1e-9 * dearer { faults.append("\(trial.label): scaled \(dearer)") }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  /// A run that ends earlier is the beginning of the longer one: energy(0..b) + energy(b..c) = energy(0..c).
  @Test func aRunIsTheSumOfItsParts() throws {
    let cut = Instant.seconds(707.31)
    var faults: [String] = []
    try Trials.forEach { trial in
      let (record, observer) = trial.run()
      let (begun, _) = trial.run(horizon: cut)
      var rest = 0.0
      for segment in observer.timeline where segment.end > cut {
        let power = record.prices.power(segment.component, state: segment.state, bin: segment.bin).watts
        rest += power * (segment.end - max(segment.start, cut)).seconds
      }
      rest += observer.payments.reduce(0) { $1.instant > cut ? $0 + $1.energy.joules : $0 }
      let (first, total) = (begun.energy.joules, record.energy.joules)
      if abs(first + rest - total) > 1e-9 * total { faults.append("\(trial.label): \(first) + \(rest), \(total)") }
      if begun.fixes != record.fixes.filter({ $0.delivered <= cut }) { faults.append("\(trial.label): fixes") }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }
}
