import DeviceModel
import Core
import Testing

@testable import Simulation

/// The battery's level by hand: 100 J usable, charging with 2.3 W.
@Suite struct BatteryGaugeTests {
  private func gauge() -> BatteryMeter {
    BatteryMeter(
      battery: BatteryParameters(
        energy: .joules(125), voltage: .volts(3.7), health: 0.8, chargingPower: .watts(2.3)))
  }

  private func payment(_ joules: Double, at seconds: Double) -> EnergyPayment {
    EnergyPayment(.event(.wifiFix), cause: .system, instant: .seconds(seconds), energy: .joules(joules))
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

  @Test func itFallsByWhatIsDrawnAndPaid() {
    var gauge = gauge()
    gauge.charge.powerChanged(.base, to: .watts(0.31), at: .start)
    gauge.charge.paid(payment(7, at: 10))
    #expect(isClose(gauge.charge.level, 1 - 0.031 - 0.07))
    gauge.charge.advance(to: .seconds(20))
    #expect(isClose(gauge.charge.level, 1 - 0.062 - 0.07))
  }

  @Test func itRisesWhileChargedAndStaysBetweenEmptyAndFull() {
    var gauge = gauge()
    gauge.charge.powerChanged(.base, to: .watts(0.3), at: .start)
    gauge.charge.chargerChanged(isConnected: true, at: .start)
    gauge.charge.advance(to: .seconds(100))
    #expect(gauge.charge.level == 1)
    gauge.charge.chargerChanged(isConnected: false, at: .seconds(100))
    gauge.charge.advance(to: .seconds(500))
    #expect(gauge.charge.level == 0)
    gauge.charge.chargerChanged(isConnected: true, at: .seconds(500))
    gauge.charge.advance(to: .seconds(510))
    #expect(isClose(gauge.charge.level, 0.2))
  }

  @Test func eachPercentIsToldOnceWhenItIsPassed() {
    var gauge = gauge()
    gauge.charge.powerChanged(.base, to: .watts(0.5), at: .start)
    var told: [(Double, Double)] = []
    while gauge.nextChange <= .seconds(7) {
      let now = gauge.nextChange
      if let level = gauge.change(at: now) { told.append((now.seconds, level)) }
    }
    // A percent each 2 s, told a millisecond later.
    #expect(told.map(\.0) == [2.001, 4.001, 6.001])
    #expect(told.allSatisfy { $0.1 < 1 })
    #expect(isClose(told[2].1, 0.97 - 0.000005))
    // An event that takes several percent at once is one change.
    gauge.charge.paid(payment(5, at: 7))
    #expect(gauge.nextChange == .seconds(7))
    #expect(gauge.change(at: .seconds(7)) != nil)
    #expect(gauge.change(at: .seconds(7)) == nil)
  }

  @Test func chargingTellsOfRisingPercents() {
    var gauge = gauge()
    gauge.charge.paid(payment(50.5, at: 0))
    #expect(gauge.change(at: .start) != nil)
    gauge.charge.powerChanged(.base, to: .watts(0.3), at: .start)
    gauge.charge.chargerChanged(isConnected: true, at: .start)
    // 49.5 J and 2 W: 50 J after 0.25 s.
    #expect(gauge.nextChange == .seconds(0.251))
  }
}
