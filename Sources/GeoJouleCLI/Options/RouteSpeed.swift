import ArgumentParser
import FileFormats
import Quantities

/// How fast one goes along a route: 0.1 m/s to 320 m/s, the speed of an airliner.
struct RouteSpeed: CustomStringConvertible {
  let speed: Speed
  /// As given, without blanks, so that it is one word of a command line.
  let description: String

  /// - Throws: `ValidationError` that says how to write it.
  init(parsing argument: String) throws {
    if let mended = DecimalComma.mended(argument) { throw ValidationError(DecimalComma.remedy(mended)) }
    if Double(argument) != nil { throw ValidationError("it has no unit; add one, as in \(argument)km/h") }
    do {
      speed = try Speed(parsing: argument)
    } catch {
      throw ValidationError("\(error)")
    }
    guard (0.1...320).contains(speed.metresPerSecond) else { throw ValidationError("it is outside 0.1 m/s to 320 m/s") }
    description = argument.split(separator: " ").joined()
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
