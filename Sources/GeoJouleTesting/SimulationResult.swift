public import Analysis
public import GeoJoule
public import Core

/// What an app's own source cost on a simulated day, and what it got.
///
/// ```swift
/// #expect(result.addedDrainPercentPerHour < 1)
/// ```
public struct SimulationResult: Sendable, CustomStringConvertible {
  /// Everything about the run, its timeline included.
  public let run: AppRun

  /// The whole phone's energy over the day, without the screen.
  public var energy: Energy { .joules(run.metrics[.energy] ?? 0) }
  /// What the app's location use adds to it.
  public var addedEnergy: Energy { run.addedEnergy }
  /// The whole phone's drain in percent of the battery per hour, without the screen.
  public var drainPercentPerHour: Double { run.metrics[.drainPercentPerHour] ?? 0 }
  /// What the app's location use adds to it.
  public var addedDrainPercentPerHour: Double { run.addedDrainPercentPerHour }

  /// Median distance in metres from the truth to the position that the app holds; `nil` when it never holds one.
  public var errorP50: Double? { run.metrics[.errorP50] }
  /// The distance in metres that 95 % of the seconds stay below.
  public var errorP95: Double? { run.metrics[.errorP95] }
  /// How many callbacks or updates brought positions.
  public var deliveries: Int { run.record.deliveries }
  /// How many positions they brought.
  public var locations: Int { run.record.fixes.count }
  /// Entries, exits and visits reported to the app.
  public var events: Int { run.record.events.count }
  /// How often the processor woke for the app.
  public var wakeups: Int { run.record.wakeups }
  public var uploads: Int { run.record.uploads }

  /// Any figure of a comparison, in the unit that its column names; `nil` when the run has none.
  public subscript(_ metric: Metric) -> Double? { run.metrics[metric] }

  /// Why a figure is not what one might expect, such as a service that the system version lacks.
  public var notes: [String] { run.record.notes }

  public var description: String {
    func text(_ value: Double?) -> String {
      guard let value else { return "none" }
      return "\((value * 100).rounded() / 100)"
    }
    return "\(text(drainPercentPerHour)) %/h, \(text(addedDrainPercentPerHour)) of them for location; "
      + "\(deliveries) deliveries, error p95 \(text(errorP95)) m"
  }
}
