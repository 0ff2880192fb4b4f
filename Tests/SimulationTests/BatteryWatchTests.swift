import DeviceModel
import Core
import Simulation
import Testing

/// The battery by hand: usable 36.1 J x 0.9 = 32.49 J, charging with 2.3 W.
@Suite struct BatteryWatchTests {
  private let battery = BatteryParameters(
    energy: .joules(36.1), voltage: .volts(3.7), health: 0.9, chargingPower: .watts(2.3))

  /// Base at 0.11 W all the time; each span of `active` adds 1.21 W.
  private func empty(
    horizon: Double, active: [ClosedRange<Double>] = [], paid: [(Double, Double)] = [],
    charging: [ClosedRange<Double>] = []
  ) -> Double? {
    var watch = BatteryWatch(battery: battery)
    watch.powerChanged(.base, to: .watts(0.11), at: .start)
    var changes: [(Double, (inout BatteryWatch) -> Void)] = []
    var load = 0.0
    for span in active {
      changes.append(
        (
          span.lowerBound,
          {
            load += 1.21; $0.powerChanged(.processor, to: .watts(load), at: .seconds(span.lowerBound))
          }
        ))
      changes.append(
        (
          span.upperBound,
          {
            load -= 1.21; $0.powerChanged(.processor, to: .watts(load), at: .seconds(span.upperBound))
          }
        ))
    }
    for (time, joules) in paid {
      let payment = EnergyPayment(
        .event(.navigationFix), cause: .system, instant: .seconds(time), energy: .joules(joules))
      changes.append((time, { $0.paid(payment) }))
    }
    for span in charging {
      changes.append((span.lowerBound, { $0.chargerChanged(isConnected: true, at: .seconds(span.lowerBound)) }))
      changes.append((span.upperBound, { $0.chargerChanged(isConnected: false, at: .seconds(span.upperBound)) }))
    }
    for (_, change) in changes.sorted(by: { $0.0 < $1.0 }) { change(&watch) }
    watch.finished(at: .seconds(horizon))
    return watch.firstEmpty?.seconds
  }

  private func isClose(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 2e-9 } ?? false
  }

  @Test func atOnePowerItEndsAtEnergyOverPower() {
    #expect(isClose(empty(horizon: 1000), 32.49 / 0.11))
    #expect(empty(horizon: 295.3) == nil)
  }

  @Test func betweenChangesOfPowerTheCrossingIsExact() {
    // 7 s at 0.11 W, then at 1.32 W.
    #expect(isClose(empty(horizon: 1000, active: [7...500]), 7 + (32.49 - 0.77) / 1.32))
    // 20 s of 1.32 W in between, the rest at 0.11 W: 32.49 - 0.77 - 26.4 = 5.32 J left at 27 s.
    #expect(isClose(empty(horizon: 1000, active: [7...27]), 27 + 5.32 / 0.11))
  }

  @Test func whatIsPaidAtAnInstantCountsThere() {
    // 10 J at 100 s: 32.49 - 10 = 22.49 J for the base.
    #expect(isClose(empty(horizon: 1000, paid: [(100, 10)]), 22.49 / 0.11))
    // At 290 s 0.59 J are left; paying 0.7 J empties it at that instant.
    #expect(isClose(empty(horizon: 1000, paid: [(290, 0.7)]), 290))
  }

  @Test func theChargerFillsItButNeverAboveFull() {
    // Full at the start: charging for 50 s changes nothing; afterwards all 32.49 J are there.
    #expect(isClose(empty(horizon: 1000, charging: [0...50]), 50 + 32.49 / 0.11))
    // 200 s draw 22 J; 5 s of charging bring 5 x (2.3 - 0.11) = 10.95 J; 21.44 J are left at 205 s.
    #expect(isClose(empty(horizon: 1000, charging: [200...205]), 205 + (32.49 - 22 + 10.95) / 0.11))
  }

  @Test func aLoadAboveTheChargersPowerStillEmptiesIt() {
    // Two loads of 1.21 W each at once and the base: 2.53 - 2.3 = 0.23 W net.
    #expect(isClose(empty(horizon: 1000, active: [0...900, 0...900], charging: [0...900]), 32.49 / 0.23))
  }

  /// A battery of just what a run has drawn by an instant is empty at that instant: powers, messages, bytes and all.
  @Test func aRunEmptiesABatteryOfWhatItDrew() throws {
    let instant = Instant.seconds(777)
    var paid = 0
    // An app that reads the battery does something else with another one.
    for trial in try Trials.all(seed: 5) where !trial.strategy.contains("battery") {
      var phone = trial.configuration
      let (record, observer) = trial.run(horizon: instant)
      paid += observer.payments.count
      phone.device.battery.energy = record.energy * (1 / phone.device.battery.health)
      let empty = PhoneSimulation.record(of: phone, world: trial.world).batteryEmpty
      #expect(empty.map { abs($0.seconds - instant.seconds) < 0.01 } ?? false, "\(trial.label): \(empty as Any)")
    }
    #expect(paid > 1000)
  }
}
