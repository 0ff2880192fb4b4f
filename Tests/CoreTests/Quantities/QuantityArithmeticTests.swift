import Core
import Testing

@Suite("Products, sums and printing of quantities")
struct QuantityArithmeticTests {
  @Test func `products follow physics`() {
    #expect(Power.watts(1.5) * TimeSpan.seconds(0.5) == .joules(0.75))
    #expect(Energy.joules(3) / TimeSpan.seconds(1.5) == Power.watts(2))
    #expect(Energy.joules(3) / Power.watts(1.5) == TimeSpan.seconds(2))
    #expect(Charge.coulombs(5) * Voltage.volts(3.5) == .joules(17.5))
    #expect(Energy.joules(17.5) / Voltage.volts(3.5) == Charge.coulombs(5))
    #expect(Speed.metresPerSecond(1.5) * TimeSpan.seconds(7) == .metres(10.5))
    #expect(Distance.metres(10.5) / TimeSpan.seconds(7) == Speed.metresPerSecond(1.5))
    #expect(Distance.metres(10.5) / Speed.metresPerSecond(1.5) == TimeSpan.seconds(7))
    #expect(DataSize.bytes(375) / DataRate.bitsPerSecond(1500) == TimeSpan.seconds(2))
    #expect(EnergyPerBit.joulesPerBit(0.25) * DataSize.bytes(3) == .joules(6))
  }

  @Test func `milliwatts per megabit per second are nanojoules per bit`() throws {
    // 1 Mbit/s for 8 s at 438.39 mW/(Mbit/s) is 8 Mbit and 3.50712 J.
    let energy = try EnergyPerBit(parsing: "438.39 mW/(Mbit/s)") * DataSize.bytes(1e6)
    #expect(abs(energy.joules - 3.50712) < 1e-12)
  }

  @Test func `a battery's charge and energy meet at its voltage`() {
    let energy = Charge.milliampereHours(1810) * Voltage.volts(3.82)
    #expect(abs(energy.wattHours - 6.9142) < 1e-12)
  }

  @Test func `sums, multiples, ratios and order`() {
    var power = Power.milliwatts(150)
    power += .milliwatts(45)
    power -= .milliwatts(20)
    #expect(abs(power.milliwatts - 175) < 1e-12)
    #expect(-power + power == .zero)
    #expect(power * 3 == 3 * power)
    #expect((power * 3) / power == 3)
    #expect(Power.milliwatts(149) < .milliwatts(150))
    #expect(Set([Distance.metres(7), .metres(7), .kilometres(7)]).count == 2)
  }

  @Test func `each unit's constructor is undone by its property`() {
    let values = [0.3, 7, 121.7]
    for value in values {
      let pairs: [(Double, Double)] = [
        (Power.milliwatts(value).milliwatts, value),
        (Energy.millijoules(value).millijoules, value), (Energy.wattHours(value).wattHours, value),
        (Charge.milliampereHours(value).milliampereHours, value),
        (Distance.kilometres(value).kilometres, value), (Speed.kilometresPerHour(value).kilometresPerHour, value),
        (DataSize.kilobytes(value).kilobytes, value),
        (Angle.degrees(value).degrees, value), (EnergyPerBit.nanojoulesPerBit(value).nanojoulesPerBit, value),
      ]
      for (got, expected) in pairs { #expect(abs(got - expected) <= 4 * expected.ulp) }
    }
    #expect(abs(Angle.degrees(180).radians - .pi) < 1e-15)
  }

  @Test(arguments: [
    (Power.watts(0.15).description, "150 mW"), (Power.watts(1.21).description, "1.21 W"),
    (Power.watts(0.001).description, "1 mW"), (Power.watts(0).description, "0 W"),
    (Power.watts(4.5e-8).description, "0.045 uW"), (Power.watts(-0.0452).description, "-45.2 mW"),
    (Power.watts(.infinity).description, "inf W"), (Power.watts(123_456_789).description, "123457 kW"),
    (Energy.joules(12.585).description, "12.585 J"), (Energy.joules(45_720).description, "45.72 kJ"),
    (Distance.metres(1500).description, "1.5 km"), (Distance.metres(1700).description, "1.7 km"),
    (Distance.metres(0.47).description, "47 cm"), (Speed.metresPerSecond(30).description, "30 m/s"),
    (TimeSpan.seconds(5400).description, "1.5 h"), (TimeSpan.seconds(0.26).description, "260 ms"),
    (TimeSpan.zero.description, "0 s"), (Voltage.volts(3.87).description, "3.87 V"),
  ])
  func `printing picks a fitting unit`(text: String, expected: String) { #expect(text == expected) }

  @Test func `printed quantities read back within six digits`() throws {
    for exponent in -7...7 {
      let power = Power.watts(1.23457 * tenTo(exponent))
      let back = try Power(parsing: power.description)
      #expect(abs(back.watts / power.watts - 1) < 5e-6 || power < .watts(1e-6))
      let size = DataSize.bytes(1.23457 * tenTo(abs(exponent)))
      #expect(abs(try DataSize(parsing: size.description).bytes / size.bytes - 1) < 5e-6)
    }
  }

  private func tenTo(_ exponent: Int) -> Double {
    var result = 1.0
    for _ in 0..<abs(exponent) { result = exponent > 0 ? result * 10 : result / 10 }
    return result
  }
}
