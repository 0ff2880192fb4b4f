import ArgumentParser
import FileFormats
import Quantities

/// A distance from 0 to 1 km; zero needs no unit.
struct TrackNoise: CustomStringConvertible {
  let distance: Distance

  /// That of a phone's recording.
  static let standard = TrackNoise(distance: .metres(5))

  init(distance: Distance) { self.distance = distance }

  /// - Throws: `ValidationError` that says how to write it.
  init(parsing argument: String) throws {
    if argument == "0" {
      distance = .zero
      return
    }
    if let mended = DecimalComma.mended(argument) { throw ValidationError(DecimalComma.remedy(mended)) }
    if let number = Double(argument), number.isFinite, number > 0 {
      throw ValidationError("it has no unit; add one, as in \(argument)m")
    }
    let value: Distance
    do {
      value = try Distance(parsing: argument)
    } catch {
      throw ValidationError("\(error)")
    }
    guard value >= .zero, value <= .kilometres(1) else {
      throw ValidationError("it is outside 0 m to 1 km")
    }
    distance = value
  }

  /// Without a space, so that it is one word of a command line.
  var description: String { distance.description.split(separator: " ").joined() }
}
