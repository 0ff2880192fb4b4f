/// Distance, kept in metres.
package struct Distance: PhysicalQuantity {
  /// In metres.
  package var metres: Double

  /// From a number in metres.
  package init(siValue: Double) { metres = siValue }
  package var siValue: Double { metres }

  package static let quantityName = "distance"
  package static let units = [
    UnitSymbol("m", 1),
    UnitSymbol("km", 1000.0),
    UnitSymbol("cm", 0.01),
    UnitSymbol("mi", 1609.344, written: false),
    UnitSymbol("ft", 0.3048, written: false),
  ]

  /// From a number in metres.
  package static func metres(_ value: Double) -> Distance { Distance(siValue: value) }
  package static func kilometres(_ value: Double) -> Distance { Distance(siValue: value * 1000.0) }

  /// In km.
  package var kilometres: Double { metres / 1000.0 }
}

/// Speed, kept in metres per second.
package struct Speed: PhysicalQuantity {
  /// In metres per second.
  package var metresPerSecond: Double

  /// From a number in metres per second.
  package init(siValue: Double) { metresPerSecond = siValue }
  package var siValue: Double { metresPerSecond }

  package static let quantityName = "speed"
  package static let units = [
    UnitSymbol("m/s", 1),
    UnitSymbol("km/h", 1 / 3.6),
    UnitSymbol("mph", 0.44704, written: false),
  ]

  /// From a number in metres per second.
  package static func metresPerSecond(_ value: Double) -> Speed { Speed(siValue: value) }
  package static func kilometresPerHour(_ value: Double) -> Speed { Speed(siValue: value * (1 / 3.6)) }

  /// In km/h.
  package var kilometresPerHour: Double { metresPerSecond / (1 / 3.6) }
}

/// Angle, kept in radians.
package struct Angle: PhysicalQuantity {
  /// In radians.
  package var radians: Double

  /// From a number in radians.
  package init(siValue: Double) { radians = siValue }
  package var siValue: Double { radians }

  package static let quantityName = "angle"
  package static let units = [
    UnitSymbol("rad", 1),
    UnitSymbol("deg", 0.017453292519943295),
  ]

  /// From a number in radians.
  package static func radians(_ value: Double) -> Angle { Angle(siValue: value) }
  package static func degrees(_ value: Double) -> Angle { Angle(siValue: value * 0.017453292519943295) }

  /// In deg.
  package var degrees: Double { radians / 0.017453292519943295 }
}

// The products and quotients that exist in physics; no others compile.

package func * (speed: Speed, span: TimeSpan) -> Distance {
  .metres(speed.metresPerSecond * span.seconds)
}
/// The average speed over a time.
package func / (distance: Distance, span: TimeSpan) -> Speed {
  .metresPerSecond(distance.metres / span.seconds)
}
/// How long the way takes.
package func / (distance: Distance, speed: Speed) -> TimeSpan {
  .seconds(distance.metres / speed.metresPerSecond)
}
