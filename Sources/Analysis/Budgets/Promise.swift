package import Core
import RealModule

/// Turns a limit on a quantile of the seeds into a promise about real phones and days: beside the drawn phones and days it
/// allows for the screen and for what the prediction range adds to them.
///
/// Method: Monte Carlo. Each seed's battery is one phone on one day. Its drain is multiplied by one draw of what remains of the
/// discrepancy, and the screen is added. How many of them are beyond the limit is a binomial number with an exact interval
/// (`LimitJudge`), of which the unfavourable end decides. Limits: phones whose discrepancy is like that of the profile.
package struct Promise: Sendable, Hashable {
  /// How long the screen is on within the hours of the figure.
  package let screenOn: TimeSpan

  package init(screenOn: TimeSpan) { self.screenOn = screenOn }

  /// What a screen and the processor behind it draw on top of the phone that the model knows: estimate, medium brightness; 90 % of
  /// screens and uses lie between 0.41 and 1.5 W.
  package static let screenPower = Power.watts(0.8)
  /// Of the logarithm.
  private static let screenDeviation = 0.4
  /// How sure a promise is, and its numbers of seeds.
  package static let plan = SequentialPlan(confidence: 0.95, firstLook: 128, cap: 1024)

  /// The battery in percent that each seed's phone takes, with the screen.
  ///
  /// - Parameters:
  ///   - hours: those of the figure.
  ///   - model: of the drawn phones.
  func values(of metric: BudgetMetric, runs: [RunMetrics], model: PredictionModel) -> [SeedValue] {
    zip(metric.values(of: runs, none: []), runs).map { value, run in
      guard let percent = value.value, let milliwatts = run[.averagePower], milliwatts > 0,
        case .battery(let hours) = metric.metric
      else { return SeedValue(seed: value.seed, value: nil) }
      func normal(_ name: String) -> Double {
        NormalDistribution.quantile(StableHash.unit(StableHash.combine(value.seed, StableHash.name(name))))
      }
      let remainder = model.remainder(share: run.locationShare ?? 1, count: runs.count)
      let span = hours ?? min(Metric.standardHours, run.duration.hours)
      let screen = Self.screenPower.watts * .exp(Self.screenDeviation * normal("promise-screen")) * screenOn.hours
      let ofScreen = percent * screen / (milliwatts / 1000 * span)
      return SeedValue(seed: value.seed, value: percent * .exp(remainder * normal("promise-phone")) + ofScreen)
    }
  }
}
