import ArgumentParser
import Quantities
import Reports

/// For how many hours off the charger the battery is stated.
struct HoursOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Hours off the charger that the battery's figure is for. (default: 16)", valueName: "hours"))
  var hours: Double?

  func validate() throws {
    if let hours, !(hours > 0 && hours <= 1000) {
      throw ValidationError("--hours takes a number above 0, 1000 at most")
    }
  }

  var value: Double { hours ?? ComparisonReport.standardHours }

  var arguments: [String] { hours.map { ["--hours", DecimalText.exact($0)] } ?? [] }
}
