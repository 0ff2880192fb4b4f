import Core
import RealModule

/// Fits the time to first fix and the probability of none, attempts given up being right-censored.
///
/// Likelihood with F the distribution of successful times, S = 1 - F and p the share that never succeeds: a fix at t
/// counts (1 - p) f(t), an attempt given up at c counts p + (1 - p) S(c) (Maller and Zhou 1996). Valid for attempts that
/// are independent and given up for reasons that do not depend on how near the fix was. Times in steps, such as whole
/// seconds, count the share F(t + 1/2) - F(t - 1/2). Attempts that name their sites are independent from site to site only: the
/// error is that of fits without one site each (jackknife; Lipsitz, Dear and Zhao, Biometrics 50, 1994), with Student's quantile for the
/// number of sites less one.
package struct FirstFixFit: Sendable {
  package var assumption: FirstFixAssumption
  package var models: [FirstFixModel] = FirstFixModel.allCases
  /// Of times written in steps.
  package var rounding = FirstFixRounding.nearest

  /// Under so many sites nothing is known of how they differ.
  private static let leastSites = 5

  package init(assumption: FirstFixAssumption = .cure) { self.assumption = assumption }

  /// - Parameter attempts: of one start type under one sky, at least 10, of which at least 5 with a fix.
  /// - Throws: `tooFewSamples`; `badInput` for a time not above 0, or for attempts at two to four sites; what the fits throw when none succeeds.
  package func fit(_ attempts: [FirstFixAttempt]) throws(EstimationError) -> FirstFixReport {
    GSL.prepare()
    // Narrow steps say no more than the times themselves.
    let steps = FirstFixSteps.widest(attempts.filter(\.succeeded).map(\.seconds), rounding: rounding).flatMap {
      $0.width > 0.05 ? $0 : nil
    }
    // A time of 0 is a short one, where times are written in steps.
    let least = steps == nil ? Double.leastNormalMagnitude : 0
    guard attempts.allSatisfy({ $0.seconds >= least && $0.seconds.isFinite }) else {
      throw .badInput("a time to first fix is not above 0")
    }
    let sites = Set(attempts.compactMap(\.site))
    guard sites.count < 2 || sites.count >= Self.leastSites else {
      throw .badInput(
        "attempts at \(sites.count) sites do not show how sites differ: at least \(Self.leastSites) are needed, or leave the column of sites out"
      )
    }
    let times = attempts.filter(\.succeeded).map { Double.log(max($0.seconds, (steps?.width ?? 0) / 4)) }.sorted()
    guard attempts.count >= 10 else { throw .tooFewSamples(have: attempts.count, need: 10) }
    guard times.count >= 5 else { throw .tooFewSamples(have: times.count, need: 5) }
    guard times[0] < times[times.count - 1] else { throw .badInput("all times to first fix are equal") }
    guard Set(times).count > 2 else {
      throw .badInput("the times to first fix take only two different values: no distribution shows")
    }
    let (candidates, failures) = FitFailure.ranked(models, by: \FirstFixReport.Candidate.summary.aic) {
      (model) throws(EstimationError) in try fit(model, attempts, times, steps)
    }
    guard !candidates.isEmpty else { throw failures.last?.error ?? .badInput("no model was asked for") }
    return FirstFixReport(
      assumption: assumption, ranking: candidates, failures: failures, kaplanMeier: KaplanMeier(attempts),
      attempts: attempts.count, fixes: times.count)
  }

  private func fit(
    _ model: FirstFixModel, _ attempts: [FirstFixAttempt], _ times: [Double], _ wide: FirstFixSteps?
  ) throws(EstimationError) -> FirstFixReport.Candidate {
    // The density of a shifted distribution grows without bound towards the first time: it needs a step.
    let steps = wide ?? (model == .shiftedLognormal ? FirstFixSteps(width: 0.01, rounding: .nearest) : nil)
    let givenUp = attempts.count - times.count
    let hasFailure = assumption != .allWouldSucceed
    let fit = likelihood(model, attempts, steps)
    let deviation = (times.scatter / Double(times.count)).squareRoot()
    let share = Double(givenUp) / Double(attempts.count)
    let starts: [[Double]] = [0.25, 0.75].flatMap { part in
      [1.0, 1.6].flatMap { width in
        model.starts(
          mean: times.mean, deviation: max(0.02, deviation * width), least: Double.exp(times[0])
        ).map { $0 + (hasFailure ? [min(0.95, max(0.005, share * part))] : []) }
      }
    }
    var estimate = try estimate(attempts, starts: starts) { likelihood(model, $0, steps) }
    let maximum = estimate.maximum
    let sites = Set(attempts.compactMap(\.site))
    let values = fit.values(maximum.free, maximum.pinned)
    estimate.warnings.append(.assumption(assumption.text))
    if let wide {
      estimate.warnings.append(
        .assumption("times are written in steps of \(ShortNumber.short(wide.width)) s, rounded \(rounding.text)"))
    }
    if sites.count >= 2 {
      estimate.warnings.append(.note("errors and intervals rest on \(sites.count) sites"))
    } else {
      estimate.warnings += FitWarning.effective(samples: attempts.count, worth: Double(attempts.count))
    }
    let different = Set(times).count
    if different < 5 {
      estimate.warnings.append(
        .note("the times to first fix take only \(different) different values: their steps decide the fit"))
    }
    if givenUp == 0, hasFailure {
      estimate.warnings.append(.note("no attempt was given up: failure_probability has an upper limit only"))
    }
    let survival = KaplanMeier(attempts)
    var summary = FitSummary(
      model: model.rawValue, formula: model.formula, parameters: estimate.parameters, covariance: estimate.covariance,
      logLikelihood: maximum.logLikelihood, samples: attempts.count, effectiveSamples: Double(attempts.count),
      residuals: try residuals(model, attempts, values, survival), warnings: estimate.warnings)
    let count = model.specifications.count
    let failure = hasFailure ? values[count] : 0
    summary.goodnessOfFit = [
      GoodnessOfFit(
        name: "Kolmogorov-Smirnov distance to Kaplan-Meier",
        statistic: survival.distance(to: model, values, failure: failure), pValue: nil,
        method: "share of attempts without a fix")
    ]
    return FirstFixReport.Candidate(
      model: model, summary: summary, values: Array(values.prefix(count)), failure: failure,
      quantiles: FirstFixQuantiles(fit: self, model: model, attempts: attempts, steps: steps, values: values))
  }

  /// - Parameter likelihood: of some of the attempts.
  func estimate(
    _ attempts: [FirstFixAttempt], starts: [[Double]], _ likelihood: @escaping ([FirstFixAttempt]) -> LikelihoodFit
  ) throws(EstimationError) -> LikelihoodFit.Estimate {
    // The search for the summit needs no more of many attempts.
    let few = stride(from: 0, to: attempts.count, by: (attempts.count + 1_999) / 2_000).map { attempts[$0] }
    let fit = likelihood(attempts)
    var found = try fit.maximum(starts: starts, coarse: likelihood(few).logLikelihood)
    if attempts.count > 2_000 { found.starts = [] }
    if Set(attempts.compactMap(\.site)).count >= 2 {
      return try fit.estimate(at: found) { (maximum) throws(EstimationError) in
        try siteTimes(fit, maximum, attempts, likelihood)
      }
    }
    // A share of attempts has no scatter of its own to estimate.
    let limit = try LikelihoodFit.smallSample(
      attempts.count(where: \.succeeded), parameters: fit.specifications.count)
    return try fit.estimate(
      at: found, limits: fit.specifications.map { $0.name == "failure_probability" ? 1 : limit })
  }

  /// By how much differences between sites widen each parameter's error.
  private func siteTimes(
    _ fit: LikelihoodFit, _ maximum: LikelihoodFit.Maximum, _ attempts: [FirstFixAttempt],
    _ likelihood: ([FirstFixAttempt]) -> LikelihoodFit
  ) throws(EstimationError) -> [Double] {
    let sites = Set(attempts.compactMap(\.site))
    let rests = sites.sorted().map { name in likelihood(attempts.filter { $0.site != name }) }
    let active = fit.active(maximum.pinned)
    let inverse = try fit.inverse(maximum)
    var without: [[Double]] = []
    for rest in rests {
      let there = try rest.climb(
        from: maximum.free, pinned: maximum.pinned, information: maximum.information, tolerance: 1e-5,
        measuresCurvature: false)
      without.append(active.map { there.free[$0] })
    }
    let count = Double(rests.count)
    let t = try GSL.studentQuantile(count - 1) / LikelihoodFit.score
    var times = [Double](repeating: 1, count: fit.specifications.count)
    for (a, i) in active.enumerated() {
      let squares = without.reduce(0.0) { $0 + ($1[a] - maximum.free[i]) * ($1[a] - maximum.free[i]) }
      times[i] = max(1, squares * (count - 1) / count / inverse[a][a]) * t * t
    }
    return times
  }

  func likelihood(
    _ model: FirstFixModel, _ attempts: [FirstFixAttempt], _ steps: FirstFixSteps?
  ) -> LikelihoodFit {
    let fixes = attempts.filter(\.succeeded)
    let times = Self.counted(fixes.map(\.seconds))
    let limits = Self.counted(attempts.filter { !$0.succeeded }.map(\.seconds))
    let givenUp = attempts.count - fixes.count
    let assumption = assumption
    let hasFailure = assumption != .allWouldSucceed
    let place = model.specifications.count
    var specifications =
      model.specifications
      + (hasFailure ? [ParameterSpecification(name: "failure_probability", scale: .share, closedBounds: [0])] : [])
    // On this scale the likelihood is smooth up to the first time. Fits without one site each have other first times, and need
    // one scale.
    if model == .shiftedLognormal, let steps, let first = times.first, !attempts.contains(where: { $0.site != nil }) {
      specifications[2].scale = .between(0, steps.ends(first.0).high)
    }
    return LikelihoodFit(
      specifications: specifications,
      logLikelihood: { p in
        var sum = 0.0
        for (time, count) in times {
          sum += count * (steps.map { model.logDensity(written: time, $0, p) } ?? model.logDensity(time, p))
        }
        let failure = hasFailure ? p[place] : 0
        if failure > 0 || hasFailure { sum += Double(fixes.count) * Double.log(onePlus: -failure) }
        switch assumption {
        case .noneWouldSucceed:
          if givenUp > 0 { sum += Double(givenUp) * Double.log(failure) }
        case .cure, .allWouldSucceed:
          for (limit, count) in limits {
            sum += count * Double.log(failure + (1 - failure) * model.survival(limit, p))
          }
        }
        return sum
      }, weight: 1)
  }

  /// Normal scores of the successful times, in the order given, within the longest time an attempt was given: exact
  /// where all attempts were given equally long.
  private func residuals(
    _ model: FirstFixModel, _ attempts: [FirstFixAttempt], _ values: [Double], _ survival: KaplanMeier
  ) throws(EstimationError) -> ResidualDiagnostics {
    let longest = attempts.filter { !$0.succeeded }.map(\.seconds).max()
    let all = longest.map { 1 - model.survival($0, values) } ?? 1
    let scores = attempts.filter(\.succeeded).map { attempt in
      let share = (1 - model.survival(max(1e-9, attempt.seconds), values)) / all
      return NormalDistribution.quantile(min(1 - 1e-12, max(1e-12, share)))
    }
    let count = model.specifications.count
    let reached = values.count > count ? 1 - values[count] : 1
    var before = 1.0
    let pairs = survival.steps.compactMap { step -> ResidualDiagnostics.QuantilePair? in
      let share = (1 - (before + step.survival) / 2) / reached
      before = step.survival
      guard share > 0, share < 1 else { return nil }
      return ResidualDiagnostics.QuantilePair(expected: model.quantile(share, values), observed: step.time)
    }
    return try ResidualDiagnostics(residuals: scores, quantiles: pairs)
  }

  private static func counted(_ values: [Double]) -> [(Double, Double)] {
    Dictionary(values.map { ($0, 1.0) }, uniquingKeysWith: +).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
