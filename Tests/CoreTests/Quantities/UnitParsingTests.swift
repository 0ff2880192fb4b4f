import Core
import Testing

@Suite("Reading quantities")
struct UnitParsingTests {
  /// Every unit of every quantity, with what 7 of it is in SI units.
  static let sevenOfEach: [(quantity: any PhysicalQuantity.Type, symbol: String, si: Double)] = [
    (Power.self, "W", 7), (Power.self, "mW", 0.007), (Power.self, "uW", 0.000_007), (Power.self, "kW", 7000),
    (Energy.self, "J", 7), (Energy.self, "mJ", 0.007), (Energy.self, "uJ", 0.000_007), (Energy.self, "kJ", 7000),
    (Energy.self, "Wh", 25_200), (Energy.self, "mWh", 25.2),
    (Charge.self, "C", 7), (Charge.self, "mAh", 25.2), (Charge.self, "Ah", 25_200),
    (Voltage.self, "V", 7), (Voltage.self, "mV", 0.007),
    (Distance.self, "m", 7), (Distance.self, "km", 7000), (Distance.self, "cm", 0.07),
    (Distance.self, "mi", 11_265.408), (Distance.self, "ft", 2.1336),
    (Speed.self, "m/s", 7), (Speed.self, "km/h", 7 / 3.6), (Speed.self, "mph", 3.12928),
    (DataSize.self, "B", 7), (DataSize.self, "kB", 7000), (DataSize.self, "MB", 7e6),
    (DataRate.self, "bit/s", 7), (DataRate.self, "kbit/s", 7000), (DataRate.self, "Mbit/s", 7e6),
    (DataRate.self, "Gbit/s", 7e9),
    (Angle.self, "rad", 7), (Angle.self, "deg", 0.122_173_047_639_603_07),
    (EnergyPerBit.self, "J/bit", 7), (EnergyPerBit.self, "nJ/bit", 7e-9), (EnergyPerBit.self, "uJ/bit", 7e-6),
    (EnergyPerBit.self, "mW/(Mbit/s)", 7e-9),
  ]

  @Test("each unit has its factor", arguments: sevenOfEach.indices)
  func factor(index: Int) throws {
    let (quantity, symbol, si) = Self.sevenOfEach[index]
    let value = try siValue(quantity, "7 \(symbol)")
    #expect(abs(value - si) <= 1e-15 * si)
    #expect(value == (try siValue(quantity, "7\(symbol)")))
  }

  private func siValue(_ quantity: (some PhysicalQuantity).Type, _ text: String) throws -> Double {
    try quantity.init(parsing: text).siValue
  }

  @Test func `the table above names every unit`() {
    let quantities: [any PhysicalQuantity.Type] = [
      Power.self, Energy.self, Charge.self, Voltage.self, Distance.self, Speed.self, DataSize.self, DataRate.self,
      Angle.self, EnergyPerBit.self,
    ]
    for quantity in quantities {
      let named = Self.sevenOfEach.filter { $0.quantity == quantity }.map(\.symbol)
      #expect(named == quantity.units.map(\.symbol))
      #expect(quantity.units.first?.factor == 1)
    }
  }

  @Test(arguments: [
    ("7 s", 7_000_000_000), ("0.26 s", 260_000_000), ("250 ms", 250_000_000), ("11.576 s", 11_576_000_000),
    ("3 us", 3_000), ("17 ns", 17), ("5 min", 300_000_000_000), ("1.5 h", 5_400_000_000_000),
    ("2 d", 172_800_000_000_000), ("-1.21 s", -1_210_000_000), ("0.4 ns", 0), ("0.6 ns", 1),
  ])
  func `time spans are whole nanoseconds`(text: String, nanoseconds: Int64) throws {
    #expect(try TimeSpan(parsing: text).nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    ("150 mW", 0.15), ("  150   mW ", 0.15), ("1.21W", 1.21), ("+3 W", 3), ("-0.5 W", -0.5), (".5 W", 0.5),
    ("5. W", 5), ("1e3 mW", 1), ("1.21E-2 W", 0.0121), ("1e+2 W", 100), ("1e-300 W", 1e-300), ("\t2 W\n", 2),
  ])
  func `numbers are read as people write them`(text: String, watts: Double) throws {
    #expect(try Power(parsing: text).watts == watts)
  }

  @Test(arguments: [
    (
      "", "'' is not a power; write a finite number and a unit, with a point for decimals"
    ),
    ("mW", "'mW' is not a power; write a finite number and a unit, with a point for decimals"),
    ("nan W", "'nan W' is not a power; write a finite number and a unit, with a point for decimals"),
    ("inf W", "'inf W' is not a power; write a finite number and a unit, with a point for decimals"),
    ("1e999 W", "'1e999 W' is not a power; write a finite number and a unit, with a point for decimals"),
    ("1.2.3 W", "'1.2.3 W' is not a power; write a finite number and a unit, with a point for decimals"),
    ("- 3 W", "'- 3 W' is not a power; write a finite number and a unit, with a point for decimals"),
    ("٣ W", "'٣ W' is not a power; write a finite number and a unit, with a point for decimals"),
    ("150", "'150' has no unit; add one of: W, mW, uW, kW"),
    ("1,5 W", "unknown unit ',5 W' for a power; use one of: W, mW, uW, kW"),
    ("150 mw", "unknown unit 'mw' for a power; use one of: W, mW, uW, kW"),
    ("150 mJ", "unknown unit 'mJ' for a power; use one of: W, mW, uW, kW"),
    ("0x10 W", "unknown unit 'x10 W' for a power; use one of: W, mW, uW, kW"),
    ("3-4 W", "unknown unit '-4 W' for a power; use one of: W, mW, uW, kW"),
    ("3 e W", "unknown unit 'e W' for a power; use one of: W, mW, uW, kW"),
    ("1e308 kW", "'1e308 kW' is too large for a power; write a smaller number"),
  ])
  func `an error says what is wrong and what to write`(text: String, message: String) {
    let error = #expect(throws: QuantityError.self) { try Power(parsing: text) }
    #expect(error?.description == message)
  }

  @Test func `a charge is no energy, and the error says how one becomes the other`() {
    let error = #expect(throws: QuantityError.self) { try Energy(parsing: "3279 mAh") }
    #expect(
      error?.description.hasPrefix("unknown unit 'mAh' for an energy; use one of: J") == true
        && error?.description.hasSuffix("multiply by the cell's voltage: 3279 mAh at 3.87 V are 12.69 Wh") == true)
  }

  @Test func `a time span's error names its units`() {
    let error = #expect(throws: QuantityError.self) { try TimeSpan(parsing: "5 minutes") }
    #expect(error?.description == "unknown unit 'minutes' for a time span; use one of: s, ms, us, ns, min, h, d")
  }

  @Test func `a value is given in the unit asked for`() {
    #expect(Power.watts(1.25).value(in: "mW") == 1250)
    #expect(Power.watts(1.25).value(in: "J") == nil)
  }
}
