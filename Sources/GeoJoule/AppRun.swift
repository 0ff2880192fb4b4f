/// An app of your own on one simulated day, beside the same day without location.
///
/// ```swift
/// let run = try AppRun(
///   of: AppDefinition(name: "trip logger") { TripLogger() },
///   device: device, network: network, scenario: scenario)
/// #expect(run.addedDrainPercentPerHour < 1)
/// ```
///
/// With `parameters: .fixed`, the standard here, the phone has the mean of each value and seeds differ by the day only: what
/// a test wants. The same seed gives the same figures on each run.
public struct AppRun: Sendable {
  /// With its timeline: every state change of every component.
  public let record: RunRecord
  /// Figures of the run; `metrics[.errorP95]` is the 95 % error in metres.
  public let metrics: RunMetrics
  /// The same figures of the same phone on the same day with an app that uses no location.
  public let baseline: RunMetrics
  /// Where the phone really was.
  package let truth: Journey

  /// Runs the app through the day.
  ///
  /// - Throws: `ProfileFault` for a profile that cannot be used.
  public init(
    of app: AppDefinition, device: DeviceProfile, network: NetworkProfile, scenario: Scenario, seed: UInt64 = 1,
    parameters: ParameterChoice = .fixed
  ) throws {
    let world = try SimulationTrial(
      device: device, network: network, scenario: scenario, parameters: parameters, seed: seed)
    let meter = RunMeter()
    record = try world.runWithTimeline(app)
    metrics = meter.measure(record, truth: world.truth, gaps: world.world.gaps)
    baseline = try world.run(Comparison.baseline, meter: meter).figures
    truth = world.truth
  }

  /// What location use adds to the phone's energy.
  public var addedEnergy: Energy { .joules(added(.energy)) }
  /// What location use adds to the battery's drain, in percent per hour.
  public var addedDrainPercentPerHour: Double { added(.drainPercentPerHour) }

  private func added(_ metric: Metric) -> Double { (metrics[metric] ?? 0) - (baseline[metric] ?? 0) }
}
