import ArgumentParser
import GeoJoule

/// A quantity with its unit, as one word of a command line: `100m`, `5km/h`, `3.8V`.
struct QuantityArgument<Quantity: PhysicalQuantity>: CustomStringConvertible {
  let value: Quantity
  /// As given, without blanks.
  let description: String

  private init(_ value: Quantity, text: String) {
    self.value = value
    description = text.split(separator: " ").joined()
  }

  init(_ value: Quantity) { self.init(value, text: value.description) }

  /// - Parameter unit: that which people mean by a number alone; zero needs none.
  /// - Throws: `ValidationError` that says how to write it.
  init(parsing argument: String, in range: ClosedRange<Quantity>, unit: String) throws {
    if let mended = DecimalComma.mended(argument) { throw ValidationError(DecimalComma.remedy(mended)) }
    if argument == "0", range.contains(.zero) {
      self.init(.zero)
      return
    }
    if let number = Double(argument), number.isFinite, number > 0 {
      throw ValidationError("it has no unit; add one, as in \(argument)\(unit)")
    }
    let value: Quantity
    do {
      value = try Quantity(parsing: argument)
    } catch {
      throw ValidationError("\(error)")
    }
    guard range.contains(value) else {
      throw ValidationError("it is outside \(range.lowerBound) to \(range.upperBound)")
    }
    self.init(value, text: argument)
  }
}

/// How fast one goes along a route; the fastest is an airliner.
typealias RouteSpeed = QuantityArgument<Speed>
/// How far the positions of a track are off.
typealias TrackNoise = QuantityArgument<Distance>
typealias SupplyVoltage = QuantityArgument<Voltage>

extension QuantityArgument<Speed> {
  init(parsing argument: String) throws {
    try self.init(parsing: argument, in: .metresPerSecond(0.1) ... .metresPerSecond(320), unit: "km/h")
  }
}

extension QuantityArgument<Distance> {
  init(parsing argument: String) throws { try self.init(parsing: argument, in: .zero ... .kilometres(1), unit: "m") }

  /// That of a phone's recording.
  static var standard: Self { Self(.metres(5)) }
}

extension QuantityArgument<Voltage> {
  init(parsing argument: String) throws {
    try self.init(parsing: argument, in: .volts(0.001) ... .volts(1000), unit: "V")
  }
}

/// How one goes along a route, with a usual speed, which is an estimate.
enum RouteMode: String, CaseIterable, ExpressibleByArgument {
  case walk, run, bicycle, car

  private static let habits = ["bike": bicycle, "cycle": bicycle, "drive": car]

  /// Takes `bike` for `bicycle` and `drive` for `car`.
  init?(argument: String) {
    guard let mode = Self(rawValue: argument) ?? Self.habits[argument] else { return nil }
    self = mode
  }

  var speed: Speed {
    switch self {
    case .walk: .kilometresPerHour(5)
    case .run: .kilometresPerHour(10)
    case .bicycle: .kilometresPerHour(16)
    // Through a town and its suburbs, lights included.
    case .car: .kilometresPerHour(35)
    }
  }
}
