import DeviceModel
import Quantities
import Simulation
import Testing

/// The battery by hand: usable 36.1 J x 0.9 = 32.49 J, charging with 2.3 W.
@Suite struct BatteryCourseTests {
  private let battery = BatteryParameters(
    energy: .joules(36.1), voltage: .volts(3.7), health: 0.9, chargingPower: .watts(2.3))

  /// Base at 0.11 W all the time, the processor at 1.21 W during `active`.
  private func empty(
    horizon: Double, active: [ClosedRange<Double>] = [], paid: [(Double, Double)] = [],
    charging: [ClosedRange<Double>] = []
  ) -> Double? {
    var prices = PowerTable()
    prices.set(.base, state: BaseLoad.State.on, .watts(0.11))
    prices.set(.processor, state: ApplicationProcessor.State.active, .watts(1.21))
    var record = RunRecord(seed: 1, horizon: .seconds(horizon), prices: prices, battery: battery)
    record.charging = charging.map { .seconds($0.lowerBound) ... .seconds($0.upperBound) }
    var keeper = TimelineKeeper()
    func segment(_ component: Component, _ state: UInt8, _ span: ClosedRange<Double>) -> StateSegment {
      StateSegment(
        component: component, state: state, bin: .strong, cause: .system, start: .seconds(span.lowerBound),
        end: .seconds(span.upperBound))
    }
    for span in active {
      keeper.segmentEnded(segment(.processor, ApplicationProcessor.State.active.rawValue, span))
    }
    for (time, joules) in paid { keeper.paid(.joules(joules), at: .seconds(time)) }
    keeper.segmentEnded(segment(.base, BaseLoad.State.on.rawValue, 0...horizon))
    return BatteryCourse(record: record, observer: keeper).firstEmpty(horizon: .seconds(horizon))?.seconds
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
    // Two segments of 1.21 W each at once and the base: 2.53 - 2.3 = 0.23 W net.
    #expect(isClose(empty(horizon: 1000, active: [0...900, 0...900], charging: [0...900]), 32.49 / 0.23))
  }
}
