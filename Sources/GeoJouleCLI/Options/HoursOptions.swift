import Analysis
import ArgumentParser
import Core
import Reports
import World

/// For how many hours off the charger the battery is stated.
struct HoursOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Hours off the charger that the battery's figure is for. (default: those of the day, 16 at most)",
      valueName: "hours"), transform: hours(parsing:))
  var hours: Double?

  /// Hours as a number, or any time with its unit, such as `90min`.
  private static func hours(parsing argument: String) throws -> Double {
    guard let hours = Double(argument) ?? (try? TimeSpan(parsing: argument)).map({ $0.seconds / 3600 }),
      hours > 0, hours <= 1000
    else { throw ValidationError("--hours takes a number above 0, 1000 at most") }
    return hours
  }

  func value(for day: Scenario) -> Double {
    hours ?? min(Metric.standardHours, (day.horizon - .start).hours)
  }

  var arguments: [String] { hours.map { ["--hours", DecimalText.exact($0)] } ?? [] }
}
