import Core
import Testing

@Suite("Decimal text")
struct DecimalTextTests {
  @Test(arguments: [
    (12.3, 2, "12.30"), (0.5, 0, "1"), (1.5, 0, "2"), (2.5, 0, "3"), (-0.5, 0, "-1"), (-2.5, 0, "-3"),
    (0.125, 2, "0.13"), (0.375, 2, "0.38"), (-0.125, 2, "-0.13"), (0.49999999999999994, 0, "0"),
    (0, 3, "0.000"), (-0.0, 2, "0.00"), (-0.001, 2, "0.00"), (-0.005, 2, "-0.01"), (-0.0049, 2, "0.00"),
    (0.999, 2, "1.00"), (9.999, 2, "10.00"), (-99.9999, 3, "-100.000"), (1e-9, 9, "0.000000001"),
    (1e-9, 8, "0.00000000"), (5, 15, "5.000000000000000"), (123_456.789, 3, "123456.789"),
    (999_999_999_999_999, 0, "999999999999999"), (999_999_999_999_999, 1, "999999999999999.0"),
    (123_456, 15, "123456.000000000000000"), (7.25, 1, "7.3"), (0.05, 1, "0.1"),
  ])
  func `fixed keeps the digits asked for`(value: Double, digits: Int, text: String) {
    #expect(DecimalText.fixed(value, digits: digits) == text)
  }

  /// The doubles nearest to these decimals lie a little below or above the tie; the text must follow the double.
  @Test(arguments: [
    (1.115, 2, "1.11"), (1.005, 2, "1.00"), (0.285, 2, "0.28"), (2.675, 2, "2.67"), (1.255, 2, "1.25"),
    (0.145, 2, "0.14"), (8.345, 2, "8.35"), (0.615, 2, "0.61"), (4.35, 1, "4.3"), (0.15, 1, "0.1"),
    (0.25, 1, "0.3"), (0.35, 1, "0.3"), (0.45, 1, "0.5"),
  ])
  func `fixed rounds the exact binary value`(value: Double, digits: Int, text: String) {
    #expect(DecimalText.fixed(value, digits: digits) == text)
  }

  @Test(arguments: [
    (1e15, 2, "1000000000000000.0"), (-3e300, 0, "-3e+300"), (.infinity, 2, "inf"), (-.infinity, 2, "-inf"),
    (.nan, 1, "nan"),
    (1.5, -1, "1.5"), (1.5, 16, "1.5"),
  ])
  func `fixed leaves to Swift what it cannot write`(value: Double, digits: Int, text: String) {
    #expect(DecimalText.fixed(value, digits: digits) == text)
  }

  @Test(arguments: [
    (1.25, 6, "1.25"), (86_400, 6, "86400"), (0.00031, 6, "0.00031"), (1e-9, 6, "0.000000001"),
    (1.21e-9, 3, "0.00000000121"), (1234.5678, 6, "1234.57"), (1_234_567, 6, "1234567"), (0.1 + 0.2, 6, "0.3"),
    (9.999996, 6, "10"), (99.99996, 6, "100"), (0, 6, "0"), (-0.0, 6, "0"), (-1.21, 2, "-1.2"), (-15.5, 2, "-16"),
    (0.95, 1, "0.9"), (0.96, 1, "1"), (1e-13, 6, "1e-13"), (1e15, 6, "1000000000000000.0"), (.nan, 6, "nan"),
    (.infinity, 6, "inf"), (100, 1, "100"),
  ])
  func `significant drops trailing zeros`(value: Double, digits: Int, text: String) {
    #expect(DecimalText.significant(value, digits: digits) == text)
  }

  @Test(arguments: [
    (0.1, "0.1"), (1.0, "1"), (-3.0, "-3"), (-0.0, "0"), (0.1 + 0.2, "0.30000000000000004"), (1e-9, "1e-09"),
    (999_999_999_999_999, "999999999999999"), (1e15, "1000000000000000.0"), (12.625, "12.625"), (.infinity, "inf"),
    (.nan, "nan"),
  ])
  func `exact is short`(value: Double, text: String) {
    #expect(DecimalText.exact(value) == text)
  }

  @Test func `exact reads back exactly`() throws {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(bitPattern: state ^ (state >> 21))
      guard value.isFinite else { continue }
      #expect(Double(DecimalText.exact(value)) == value)
    }
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (-7, "-7"), (999, "999"), (1000, "1,000"), (-1000, "-1,000"), (12_345, "12,345"),
    (123_456, "123,456"), (1_234_567, "1,234,567"), (Int.max, "9,223,372,036,854,775,807"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `grouped digits come in threes`(value: Int, text: String) {
    #expect(DecimalText.grouped(value) == text)
  }
}
