/// A unit a quantity can be written in: its symbol and how many SI units it is worth.
public struct UnitSymbol: Sendable, Hashable {
  /// As it is written, such as `mW`.
  public let symbol: String
  /// How many SI units it is.
  public let factor: Double
  /// Whether `description` may choose it; the others are only read.
  package let isWritten: Bool

  /// A unit of a quantity.
  package init(_ symbol: String, _ factor: Double, written: Bool = true) {
    self.symbol = symbol
    self.factor = factor
    isWritten = written
  }
}

/// A physical quantity kept as one `Double` in its SI unit.
///
/// Each quantity is a type of its own, so a power cannot be passed where an energy is wanted. Only products
/// that exist in physics are defined (`Power * TimeSpan -> Energy`).
public protocol PhysicalQuantity: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The value in the quantity's SI unit (`unitName`).
  var siValue: Double { get }
  init(siValue: Double)

  /// The quantity's name in messages, such as `power`.
  static var quantityName: String { get }
  /// Every accepted unit; the first is the SI unit.
  static var units: [UnitSymbol] { get }
}

extension PhysicalQuantity {
  /// Nothing of it.
  @inlinable public static var zero: Self { Self(siValue: 0) }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.siValue < b.siValue }
  @inlinable public static func + (a: Self, b: Self) -> Self { Self(siValue: a.siValue + b.siValue) }
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(siValue: a.siValue - b.siValue) }
  @inlinable package static prefix func - (a: Self) -> Self { Self(siValue: -a.siValue) }
  @inlinable public static func += (a: inout Self, b: Self) { a = a + b }
  @inlinable package static func -= (a: inout Self, b: Self) { a = a - b }
  @inlinable public static func * (a: Self, k: Double) -> Self { Self(siValue: a.siValue * k) }
  @inlinable package static func * (k: Double, a: Self) -> Self { Self(siValue: k * a.siValue) }
  @inlinable public static func / (a: Self, k: Double) -> Self { Self(siValue: a.siValue / k) }
  /// The ratio of two quantities of one kind: a plain number.
  @inlinable public static func / (a: Self, b: Self) -> Double { a.siValue / b.siValue }

  /// The value in the unit with this symbol, or `nil` when the quantity has no such unit.
  package func value(in symbol: String) -> Double? {
    Self.units.first { $0.symbol == symbol }.map { siValue / $0.factor }
  }

  /// Number and unit, in the written unit that keeps the number between 1 and 1,000 where there is one.
  public var description: String { UnitText.describe(siValue, units: Self.units) }

  /// Reads a number with its unit, such as `150 mW` or `1.5km`.
  ///
  /// - Throws: `QuantityError` for a missing or unknown unit, and for anything that is not a finite number.
  package init(parsing text: String) throws(QuantityError) {
    self.init(siValue: try UnitText.parse(text, quantity: Self.quantityName, units: Self.units))
  }
}
