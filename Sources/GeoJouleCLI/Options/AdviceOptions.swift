import ArgumentParser
import Quantities

/// A distance above 0, as one word of a command line: `100m`.
struct LargestError: ExpressibleByArgument, CustomStringConvertible {
  let metres: Double

  init?(argument: String) {
    guard let value = try? Distance(parsing: argument), value > .zero else { return nil }
    metres = value.metres
  }

  var description: String { Distance.metres(metres).description.split(separator: " ").joined() }
}

/// A time above 0, as one word of a command line: `5min`.
struct LargestAge: ExpressibleByArgument, CustomStringConvertible {
  let seconds: Double

  init?(argument: String) {
    guard let value = try? TimeSpan(parsing: argument), value > .zero else { return nil }
    seconds = value.seconds
  }

  var description: String { TimeSpan.seconds(seconds).description.split(separator: " ").joined() }
}
