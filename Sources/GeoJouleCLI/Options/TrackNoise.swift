import ArgumentParser
import Quantities

/// A distance from 0 to 1 km; zero needs no unit.
struct TrackNoise: ExpressibleByArgument, CustomStringConvertible {
  let distance: Distance

  init(distance: Distance) { self.distance = distance }

  init?(argument: String) {
    if argument == "0" {
      distance = .zero
    } else if let value = try? Distance(parsing: argument), value >= .zero, value <= .kilometres(1) {
      distance = value
    } else {
      return nil
    }
  }

  /// Without a space, so that it is one word of a command line.
  var description: String { distance.description.split(separator: " ").joined() }
  var defaultValueDescription: String { distance.description }
}
