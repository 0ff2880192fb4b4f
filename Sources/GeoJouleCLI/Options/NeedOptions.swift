import Analysis
import ArgumentParser
import Core
import World

/// What the reader needs, and what the battery is worth to them.
struct NeedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What has to be good enough: track:10m:95%, now:100m:90%, now:100m/5min:95%:day, server:100m, events:3min:90%, "
        + "search:50m/30s:90%, or a word of these alone. Without a share, the best value for it.", valueName: "need"))
  var need: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Percentage points of the share that 1 % of the battery is worth. (default: 1)", valueName: "points"))
  var trade: Double?

  func validate() throws {
    _ = try need.map { try Self.parsed($0, onFoot: false) }
    if let trade, !(trade > 0 && trade <= 1000) {
      throw ValidationError("--trade takes a number above 0, 1000 at most")
    }
  }

  /// The need on a day; `nil` where none was named.
  func value(on day: Scenario) throws -> Need? { try need.map { try Self.parsed($0, onFoot: day.isOnFoot) } }

  var tradeValue: Double { trade ?? 1 }

  var arguments: [String] {
    (need.map { ["--need", $0] } ?? []) + (trade.map { ["--trade", DecimalText.exact($0)] } ?? [])
  }

  static func parsed(_ text: String, onFoot: Bool) throws -> Need {
    do throws(Need.Fault) {
      return try Need(parsing: text, onFoot: onFoot)
    } catch {
      throw ValidationError("--need: \(error.message); \(error.remedy)")
    }
  }
}
