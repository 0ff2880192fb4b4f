import ArgumentParser
import FileFormats
import Quantities

/// Reads a quantity above 0 with its unit.
private enum NeedText {
  static func value(_ argument: String, unit: String, _ parse: (String) throws -> Double) throws -> Double {
    if let mended = DecimalComma.mended(argument) { throw ValidationError(DecimalComma.remedy(mended)) }
    if let number = Double(argument), number.isFinite, number > 0 {
      throw ValidationError("it has no unit; add one, as in \(argument)\(unit)")
    }
    let value: Double
    do {
      value = try parse(argument)
    } catch {
      throw ValidationError("\(error)")
    }
    guard value > 0 else { throw ValidationError("it must be above 0 \(unit)") }
    return value
  }
}

/// A distance above 0, as one word of a command line: `100m`.
struct LargestError: CustomStringConvertible {
  let metres: Double

  /// - Throws: `ValidationError` that says how to write it.
  init(parsing argument: String) throws {
    metres = try NeedText.value(argument, unit: "m") { try Distance(parsing: $0).metres }
  }

  var description: String { Distance.metres(metres).description.split(separator: " ").joined() }
}

/// A time above 0, as one word of a command line: `5min`.
struct LargestAge: CustomStringConvertible {
  let seconds: Double

  /// - Throws: `ValidationError` that says how to write it.
  init(parsing argument: String) throws {
    seconds = try NeedText.value(argument, unit: "s") { try TimeSpan(parsing: $0).seconds }
  }

  var description: String { TimeSpan.seconds(seconds).description.split(separator: " ").joined() }
}
