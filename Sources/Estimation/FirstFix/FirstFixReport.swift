/// The fits to one group of attempts, the best first.
package struct FirstFixReport: Sendable {
  /// One model's fit.
  package struct Candidate: Sendable {
    package let model: FirstFixModel
    package let summary: FitSummary
    let values: [Double]
    let failure: Double
    let quantiles: FirstFixQuantiles

    /// The share of attempts without a fix after `seconds`, failures included.
    package func survival(_ seconds: Double) -> Double {
      seconds > 0 ? failure + (1 - failure) * model.survival(seconds, values) : 1
    }

    /// Seconds that the share `p` (above 0, below 1) of successful attempts stays below.
    package func quantile(_ p: Double) -> Double { model.quantile(p, values) }

    /// Of the quantile at 95 %, by its profile likelihood; `nil` where it is open.
    package func quantileInterval(_ p: Double) -> ClosedRange<Double>? { quantiles.interval(p) }
  }

  package let assumption: FirstFixAssumption
  /// In ascending order of AIC; at least one.
  package let ranking: [Candidate]
  package let failures: [FitFailure<FirstFixModel>]
  /// For plots.
  package let kaplanMeier: KaplanMeier
  package let attempts: Int
  package let fixes: Int

  package var winner: Candidate { ranking[0] }

  /// Whether the second-best is 2 units of AIC or more behind, or there is none.
  package var isDecided: Bool {
    ranking.count < 2 || (ranking[1].summary.aic ?? .nan) - (ranking[0].summary.aic ?? .nan) >= 2
  }

  package subscript(model: FirstFixModel) -> Candidate? { ranking.first { $0.model == model } }
}

/// Intervals of quantiles of a fitted time to first fix.
///
/// The likelihood is written with the quantile in place of the model's first parameter, which all others then determine; its
/// profile is that of any parameter.
struct FirstFixQuantiles: Sendable {
  let fit: FirstFixFit
  let model: FirstFixModel
  let attempts: [FirstFixAttempt]
  let steps: FirstFixSteps?
  /// At the maximum, the failure probability last where there is one.
  let values: [Double]

  /// - Parameter p: above 0, below 1.
  func interval(_ p: Double) -> ClosedRange<Double>? {
    let count = model.specifications.count
    var start = values
    start[0] = model.quantile(p, Array(values.prefix(count)))
    let found = try? fit.estimate(attempts, starts: [start]) { likelihood(p, $0) }
    return found?.parameters[0].interval95
  }

  private func likelihood(_ p: Double, _ attempts: [FirstFixAttempt]) -> LikelihoodFit {
    let plain = fit.likelihood(model, attempts, steps)
    return LikelihoodFit(
      specifications: plain.specifications,
      logLikelihood: { place in
        var own = place
        own[0] = model.first(placing: place[0], at: p, place)
        return own[0] > 0 ? plain.logLikelihood(own) : -.infinity
      }, weight: plain.weight)
  }
}

/// One attempt to get a first fix.
package struct FirstFixAttempt: Sendable, Hashable {
  /// Until the fix, or until the attempt was given up, in seconds: above 0, or 0 where times are written in steps.
  package let seconds: Double
  /// Whether there was a fix. An attempt given up is censored: dropping it would make the receiver look better.
  package let succeeded: Bool

  /// Where it was made; `nil` where that is not known, and attempts count as independent.
  package let site: String?

  package init(seconds: Double, succeeded: Bool, site: String? = nil) {
    self.seconds = seconds
    self.succeeded = succeeded
    self.site = site
  }
}

/// What an attempt that was given up stands for. The data alone cannot tell; the choice is printed with the result.
package enum FirstFixAssumption: String, Sendable, Hashable, CaseIterable {
  /// A share of attempts would never succeed; the others might have, later (mixture cure model, Boag 1949).
  case cure
  /// Every attempt would have succeeded in time.
  case allWouldSucceed = "all_would_succeed"
  /// No attempt that was given up would ever have succeeded.
  case noneWouldSucceed = "none_would_succeed"

  /// In a sentence.
  package var text: String {
    switch self {
    case .cure:
      "a share of the attempts, failure_probability, would never get a fix; the others given up would have later"
    case .allWouldSucceed: "every attempt given up would have got a fix later"
    case .noneWouldSucceed: "no attempt given up would ever have got a fix"
    }
  }
}

/// The product-limit estimate of the share of attempts without a fix by time (Kaplan and Meier 1958).
package struct KaplanMeier: Sendable, Hashable {
  package struct Step: Sendable, Hashable {
    /// Seconds.
    package let time: Double
    /// The share of attempts still without a fix just after.
    package let survival: Double
  }

  /// One per distinct time of a fix, ascending.
  package let steps: [Step]

  package init(_ attempts: [FirstFixAttempt]) {
    // A fix and a give-up at one time: the fix came first.
    let sorted = attempts.sorted { ($0.seconds, $0.succeeded ? 0 : 1) < ($1.seconds, $1.succeeded ? 0 : 1) }
    var (survival, steps): (Double, [Step]) = (1, [])
    for equal in runs(of: sorted.indices, beginAt: { sorted[$0].seconds != sorted[$0 - 1].seconds }) {
      let fixes = Double(sorted[equal].count(where: \.succeeded))
      if fixes > 0 {
        survival *= 1 - fixes / Double(sorted.count - equal.lowerBound)
        steps.append(Step(time: sorted[equal.lowerBound].seconds, survival: survival))
      }
    }
    self.steps = steps
  }

  /// The largest distance from a fitted curve, on either side of each step.
  func distance(to model: FirstFixModel, _ values: [Double], failure: Double) -> Double {
    var (largest, before) = (0.0, 1.0)
    for step in steps {
      let expected = failure + (1 - failure) * model.survival(step.time, values)
      largest = max(largest, abs(step.survival - expected), abs(before - expected))
      before = step.survival
    }
    return largest
  }
}
