import Core
import RealModule

/// The p-value of the largest distance between a fitted time to first fix and Kaplan and Meier's curve.
///
/// No table holds where parameters were fitted and attempts were given up. Instead data sets are made as the model would
/// (parametric bootstrap, Stute, Gonzáles Manteiga and Presedo Quindimil, Metrika 40, 1993): failures and times from the
/// fit, and how long an attempt is given from Kaplan and Meier's curve of the give-up times, fixes counting as censored
/// (Efron, "Censored data and the bootstrap", JASA 76, 1981). Each is fitted anew; the p-value is the share of them that
/// lie at least as far from their own fit. At most 2,000 attempts, evenly taken, are used.
///
/// Range of validity: parameters inside their range. On a bound the bootstrap does not know how the estimate scatters
/// (Andrews, "Inconsistency of the bootstrap when a parameter is on the boundary", Econometrica 68, 2000), so there is no
/// p-value where the fit lies on one, or more than one refit in five lies on one or fails. Without attempts given up the
/// failure probability is 0 in every data set and no estimate at all.
struct FirstFixBootstrap {
  static let mostAttempts = 2_000
  let replicates: Int
  /// Attempts given up are those that would never have succeeded: no time is cut off.
  let onlyFailuresGiveUp: Bool
  /// In which the data's times are written.
  let steps: FirstFixSteps?
  let seed: UInt64

  struct Outcome {
    let pValue: Double?
    let failed: Int
    /// Why there is no p-value.
    let obstacle: String?
  }

  /// - Parameters:
  ///   - likelihood: of a set of attempts.
  ///   - start: the fit to all of them.
  func run(
    _ attempts: [FirstFixAttempt], model: FirstFixModel, start: LikelihoodFit.Maximum,
    likelihood: ([FirstFixAttempt]) -> LikelihoodFit
  ) throws(EstimationError) -> Outcome {
    let stride = (attempts.count + Self.mostAttempts - 1) / Self.mostAttempts
    let used = Swift.stride(from: 0, to: attempts.count, by: stride).map { attempts[$0] }
    let observed = try refit(used, model, likelihood, from: start)
    let canFail = used.contains { !$0.succeeded }
    if canFail, observed.isOnBound {
      return Outcome(pValue: nil, failed: 0, obstacle: "failure_probability lies on its bound")
    }
    let limits = GiveUpTimes(used)
    let longest = used.map(\.seconds).max() ?? 1
    var random = Xoshiro256PlusPlus(seed: StableHash.combine(seed, StableHash.name("first fix bootstrap")))
    var (worse, done, failed, onBound) = (0, 0, 0, 0)
    for _ in 0..<replicates {
      let drawn = used.map { _ -> FirstFixAttempt in
        let limit = limits.draw(random.uniform())
        let fails = random.uniform() < observed.failure
        let share = min(1 - 1e-12, max(1e-12, random.uniform()))
        let exact = fails ? .infinity : model.quantile(share, observed.values)
        let time = steps?.written(exact) ?? exact
        if onlyFailuresGiveUp { return FirstFixAttempt(seconds: fails ? longest : time, succeeded: !fails) }
        return FirstFixAttempt(seconds: min(time, limit), succeeded: time <= limit)
      }
      guard drawn.count(where: \.succeeded) >= 5,
        let replicate = try? refit(drawn, model, likelihood, from: observed.maximum)
      else {
        failed += 1
        continue
      }
      done += 1
      if canFail, replicate.isOnBound { onBound += 1 }
      if replicate.distance >= observed.distance { worse += 1 }
    }
    // Where one refit in five is lost, the others are no fair sample.
    guard done > 0, (failed + onBound) * 5 <= replicates else {
      return Outcome(
        pValue: nil, failed: failed,
        obstacle: "of \(replicates) refits \(onBound) lie on a bound and \(failed) failed")
    }
    return Outcome(pValue: Double(worse + 1) / Double(done + 1), failed: failed, obstacle: nil)
  }

  private struct Refit {
    let maximum: LikelihoodFit.Maximum
    let values: [Double]
    let failure: Double
    let distance: Double
    let isOnBound: Bool
  }

  private func refit(
    _ attempts: [FirstFixAttempt], _ model: FirstFixModel, _ likelihood: ([FirstFixAttempt]) -> LikelihoodFit,
    from start: LikelihoodFit.Maximum
  ) throws(EstimationError) -> Refit {
    let fit = likelihood(attempts)
    let maximum: LikelihoodFit.Maximum
    do {
      maximum = try fit.climb(from: start.free, pinned: start.pinned, tolerance: 1e-4, measuresCurvature: false)
    } catch {
      // A replicate may have its summit on a bound.
      maximum = try fit.settle(start.free, iterations: 0)
    }
    let values = fit.values(maximum.free, maximum.pinned)
    let count = model.specifications.count
    let failure = values.count > count ? values[count] : 0
    return Refit(
      maximum: maximum, values: values, failure: failure,
      distance: Self.distance(KaplanMeier(attempts), model, values, failure: failure),
      isOnBound: fit.boundParameter(maximum) != nil)
  }

  /// The largest distance of the two curves, on either side of each step.
  static func distance(_ curve: KaplanMeier, _ model: FirstFixModel, _ values: [Double], failure: Double) -> Double {
    var (largest, before) = (0.0, 1.0)
    for step in curve.steps {
      let expected = failure + (1 - failure) * model.survival(step.time, values)
      largest = max(largest, abs(step.survival - expected), abs(before - expected))
      before = step.survival
    }
    return largest
  }
}

/// How long attempts are given: Kaplan and Meier's curve of the give-up times; never, beyond the last of them.
private struct GiveUpTimes {
  private let steps: [KaplanMeier.Step]
  private let last: Double

  init(_ attempts: [FirstFixAttempt]) {
    steps = KaplanMeier(attempts.map { FirstFixAttempt(seconds: $0.seconds, succeeded: !$0.succeeded) }).steps
    // Where the longest times are fixes, nobody knows how much longer an attempt would have been given.
    last = attempts.contains { !$0.succeeded } ? attempts.map(\.seconds).max() ?? .infinity : .infinity
  }

  /// - Parameter u: uniform in (0, 1).
  func draw(_ u: Double) -> Double { steps.first { $0.survival < u }?.time ?? last }
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
    var i = 0
    while i < sorted.count {
      let time = sorted[i].seconds
      let atRisk = Double(sorted.count - i)
      var fixes = 0.0
      while i < sorted.count, sorted[i].seconds == time {
        if sorted[i].succeeded { fixes += 1 }
        i += 1
      }
      if fixes > 0 {
        survival *= 1 - fixes / atRisk
        steps.append(Step(time: time, survival: survival))
      }
    }
    self.steps = steps
  }
}
