import Core
import Testing

/// What holds for every number that is written, read or converted, over random bit patterns of `Double`.
@Suite struct NumberPropertyTests {
  /// All exponents alike, and neighbours of powers of ten, where digits carry.
  static let numbers: [Double] = {
    var state: UInt64 = 7
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
    var numbers = [0, -0.0, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e15, 0.5]
    for exponent in -320...308 {
      guard let power = Double("1e\(exponent)") else { continue }
      numbers += [power, power.nextUp, power.nextDown, 9.9996 * power, -9.5 * power]
    }
    for _ in 0..<20_000 { numbers.append(Double(bitPattern: next())) }
    return numbers
  }()

  @Test func exactTextsReadBack() {
    for number in Self.numbers where !number.isNaN { #expect(Double(DecimalText.exact(number)) == number) }
  }

  @Test func fixedTextsAreWithinHalfOfTheirLastDigit() throws {
    for number in Self.numbers {
      for digits in [0, 1, 3, 15] {
        let text = DecimalText.fixed(number, digits: digits)
        guard number.isFinite, abs(number) < 1e15 else { continue }
        let read = try #require(Double(text))
        #expect(abs(read - number) <= 0.5 * .exp10(-digits) + abs(number) * 1e-15, "\(number) became \(text)")
        #expect((text.split(separator: ".").dropFirst().first?.count ?? 0) == digits)
      }
    }
  }

  @Test func significantTextsAreWithinHalfOfTheirLastDigit() throws {
    for number in Self.numbers where number.isFinite {
      for digits in [2, 3, 6] {
        let text = DecimalText.significant(number, digits: digits)
        let read = try #require(Double(text))
        #expect(abs(read - number) <= abs(number) * 0.51 * .exp10(1 - digits), "\(number) became \(text)")
      }
    }
  }

  @Test func quantitiesReadBackInEveryUnit() throws {
    func check<Quantity: PhysicalQuantity>(_ type: Quantity.Type) throws {
      for number in Self.numbers where number.isFinite && abs(number) < 1e300 && abs(number) > 1e-290 {
        let text = Quantity(siValue: number).description
        let read = try Quantity(parsing: text).siValue
        #expect(abs(read - number) <= 6e-6 * abs(number), "\(number) became \(text)")
      }
      for unit in Quantity.units {
        for number in Self.numbers.prefix(2_000) where number.isFinite && abs(number) < 1e290 {
          let value = try Quantity(parsing: "\(number) \(unit.symbol)")
          #expect(value.siValue == number * unit.factor)
          guard let back = value.value(in: unit.symbol), value.siValue.isNormal || number == 0 else { continue }
          #expect(abs(back - number) <= 4e-16 * abs(number))
        }
      }
    }
    try check(Power.self)
    try check(Energy.self)
    try check(Charge.self)
    try check(Voltage.self)
    try check(Distance.self)
    try check(Speed.self)
    try check(DataSize.self)
    try check(DataRate.self)
    try check(Angle.self)
    try check(EnergyPerBit.self)
  }

  @Test func timeSpansAreTotal() throws {
    for number in Self.numbers {
      let span = TimeSpan.seconds(number)
      #expect(!span.clockText.isEmpty)
      let read = try TimeSpan(parsing: span.description)
      #expect(abs(read.seconds - span.seconds) <= 6e-6 * abs(span.seconds))
    }
  }

  /// Texts that begin as numbers do, and are none.
  @Test(arguments: ["", " ", "-", "+", ".", "e5", "1e", "1e+", "--1", "1-1", "0x10", "nan", "inf", "1e999", "١٢", "½"])
  func whatIsNoNumberIsRefused(text: String) {
    #expect(throws: QuantityError.self) { try Power(parsing: text + " W") }
  }
}

extension Double {
  fileprivate static func exp10(_ power: Int) -> Double { Double("1e\(power)") ?? 0 }
}
