package import Core
import RealModule

/// Turns a limit on a quantile of the seeds into a promise about real phones and days: beside the drawn phones and days it
/// allows for the screen and for what the prediction range adds to them.
///
/// Method: Monte Carlo. Each seed's battery is one phone on one day. Its drain is multiplied by one draw of what remains of the
/// discrepancy, and the screen is added. How many of them are beyond the limit is a binomial number with an exact interval
/// (`LimitJudge`), of which the unfavourable end decides. That the discrepancy is an estimate widens it by Student's t at the
/// promised share (`PredictionModel`). Limits: profiles whose discrepancy is wrong by more than they say.
package struct Promise: Sendable, Hashable {
  /// How long the screen is on within the hours of the figure.
  package let screenOn: TimeSpan
  /// Each seed draws a person of a population, in place of a day.
  package let isAboutPeople: Bool

  package init(screenOn: TimeSpan, isAboutPeople: Bool = false) {
    (self.screenOn, self.isAboutPeople) = (screenOn, isAboutPeople)
  }

  /// How sure a promise is, and its numbers of seeds.
  package static let plan = SequentialPlan(confidence: 0.95, firstLook: 128, cap: 1024)

  /// The battery in percent that each seed's phone takes, with the screen.
  ///
  /// - Parameters:
  ///   - metric: the battery that some hours take.
  ///   - model: of the drawn phones.
  ///   - count: how many phones are drawn, where these are some of them.
  func values(of metric: BudgetMetric, runs: [RunMetrics], model: PredictionModel, count: Int? = nil) -> [SeedValue] {
    zip(metric.values(of: runs, none: []), runs).map { value, run in
      guard let percent = value.value, let milliwatts = run[.averagePower], milliwatts > 0,
        case .battery(let hours) = metric.metric
      else { return SeedValue(seed: value.seed, value: nil) }
      func share(_ name: String) -> Double { StableHash.unit(value.seed, name) }
      let remainder = model.remainder(
        share: run.locationShare ?? 1, count: count ?? runs.count, level: Double(metric.quantile ?? 95) / 100)
      let span = hours ?? min(Metric.standardHours, run.duration.hours)
      let screen = ScreenUse.watts(atShare: share("promise-screen")) * screenOn.hours
      let ofScreen = percent * screen / (milliwatts / 1000 * span)
      let factor = Double.exp(remainder * NormalDistribution.quantile(share("promise-phone")))
      return SeedValue(seed: value.seed, value: percent * factor + ofScreen)
    }
  }
}

/// What a screen in use and the processor behind it draw beside the phone with its screen off, which is what is simulated.
package enum ScreenUse {
  /// At a share of phones and uses, 0 to 1. The whole iPhone 13 Pro Max in use, in 998 intervals of up to 10 min between its
  /// powerlog's readings off the charger, takes 0.76, 1.17 and 1.78 W at 16, 50 and 84 % (reports/validation/modern-phones.md);
  /// 0.05 W of that are the phone with its screen off. That other phones are alike is an estimate.
  package static func watts(atShare share: Double) -> Double {
    max(0.1, 1.17 * .exp(0.42 * NormalDistribution.quantile(share)) - 0.05)
  }
}
