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

  /// Hours as a number, any time with its unit, such as `90min`, or both as in `6h30`.
  @Sendable static func hours(parsing argument: String) throws -> Double {
    let parts = argument.split(separator: "h", omittingEmptySubsequences: false).map { Double($0) }
    let both = parts.count == 2 ? parts[0].flatMap { whole in parts[1].map { whole + $0 / 60 } } : nil
    guard let hours = both ?? Double(argument) ?? (try? TimeSpan(parsing: argument)).map({ $0.seconds / 3600 }),
      hours >= 0, hours <= 1000
    else { throw ValidationError("it takes hours, 1000 at most, or a time such as 90min or 6h30") }
    return hours
  }

  func validate() throws {
    if hours == 0 { throw ValidationError("--hours takes a number above 0, 1000 at most") }
  }

  func value(for day: Scenario) -> Double {
    hours ?? min(Metric.standardHours, (day.horizon - .start).hours)
  }

  var arguments: [String] { hours.map { ["--hours", DecimalText.exact($0)] } ?? [] }
}
