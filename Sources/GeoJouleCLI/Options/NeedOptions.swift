import ArgumentParser
import GeoJoule
import Reports

/// What the reader needs, and what the battery is worth to them.
struct NeedOptions: ParsableArguments {
  @Option(
    help: .value(
      "need",
      "What has to be good enough: track:10m:95%, distance:5%:90%, now:100m:90%, now:100m/5min:95%:day, server:100m, events:3min:90%, "
        + "entries:5min:90%, exits:5min, search:50m/30s:90%, or a word of these alone. Without a share, the best value for it."
    ))
  var need: String?

  @Option(
    parsing: .unconditional,
    help: .value("points", "Percentage points of the share that 1 % of the battery is worth. (default: 1)"))
  var trade: Double?

  func validate() throws {
    _ = try need.map { try Self.parsed($0, onFoot: false) }
    if let trade, !(trade > 0 && trade <= 1000) {
      throw ValidationError("--trade takes a number above 0, 1000 at most")
    }
  }

  /// The need on a day; `nil` where none was named.
  func value(on day: Scenario) throws -> Need? { try value(onFoot: day.isOnFoot) }

  /// What the day is for, where no need was named.
  func value(of day: Scenario) throws -> Need? {
    try need == nil ? day.need.map { try Self.parsed($0, onFoot: day.isOnFoot) } : nil
  }

  func value(onFoot: Bool) throws -> Need? { try need.map { try Self.parsed($0, onFoot: onFoot) } }

  var tradeValue: Double { trade ?? 1 }

  static func parsed(_ text: String, onFoot: Bool) throws -> Need {
    do throws(Need.Fault) {
      return try Need(parsing: text, onFoot: onFoot)
    } catch {
      throw ValidationError("--need: \(error.message); \(error.remedy)")
    }
  }
}

/// For how many hours off the charger the battery is stated.
struct HoursOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value(
      "hours", "Hours off the charger that the battery's figure is for. (default: those of the day, 16 at most)"),
    transform: hours(parsing:))
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
}
