import Estimation
import Core
import Testing

@Suite struct BatteryGaugeTests {
  @Test(arguments: [
    (0.0, 100), (4.4, 100), (4.89, 100), (4.91, 99), (5.89, 99), (5.91, 98), (47.3, 57), (104.39, 0), (150, 0),
  ])
  func staysFullUntilThePlateauIsUsed(drained: Double, shown: Int) {
    #expect(BatteryGauge(plateau: 4.4).reading(drained: drained) == shown)
  }

  @Test func withoutPlateauItRoundsTheLevel() {
    let gauge = BatteryGauge(plateau: 0)
    #expect(gauge.reading(drained: 0.49) == 100 && gauge.reading(drained: 0.51) == 99)
    #expect(gauge.level(drained: 12.75) == 87.25)
  }

  @Test func readsEnergies() {
    // 6.91 Wh = 24,876 J. 2,737 J are 11.0026 %: 100 + 3.1 - 11.0026 = 92.1.
    let gauge = BatteryGauge(plateau: 3.1)
    let capacity = Energy.joules(24_876)
    #expect(gauge.reading(drawn: .joules(2_737), capacity: capacity) == 92)
    #expect(gauge.readings(drawn: [.joules(0), .joules(771), .joules(2_737)], capacity: capacity) == [100, 100, 92])
  }

  @Test func readingsNeverRiseAsEnergyIsDrawn() {
    let gauge = BatteryGauge(plateau: 4.7)
    var before = 100
    for i in 0...2_000 {
      let now = gauge.reading(drained: Double(i) * 0.0613)
      #expect(now <= before && now >= before - 1)
      before = now
    }
    #expect(before == 0)
  }

  @Test func aPlateauOutsideTheRangeIsMovedIntoIt() {
    #expect(BatteryGauge(plateau: -3).plateau == 0)
    #expect(BatteryGauge(plateau: 400).plateau == 99)
  }
}
