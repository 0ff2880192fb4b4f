internal import CGSL
import Core
import RealModule

/// What the runs say about a drain fit: whether its assumptions hold.
enum DrainChecks {
  /// Whether runs of one strategy lie off together: the variance of the strategies' mean scores over that within
  /// strategies (F test). `nil` with no more strategies than coefficients.
  static func lackOfFit(
    _ runs: [DrainRunResidual], coefficients: Int
  ) throws(EstimationError) -> GoodnessOfFit? {
    var order: [String] = []
    var groups: [String: [Double]] = [:]
    for run in runs {
      if groups[run.strategy] == nil { order.append(run.strategy) }
      groups[run.strategy, default: []].append(run.score)
    }
    let (between, within) = (order.count - coefficients, runs.count - order.count)
    guard between > 0, within > 1 else { return nil }
    var (apart, scatter) = (0.0, 0.0)
    for name in order {
      let scores = groups[name] ?? []
      let mean = scores.reduce(0, +) / Double(scores.count)
      apart += Double(scores.count) * mean * mean
      scatter += scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
    guard scatter > 0 else { return nil }
    let statistic = (apart / Double(between)) / (scatter / Double(within))
    let p = try GSL.finite("F distribution") { gsl_cdf_fdist_Q(statistic, Double(between), Double(within)) }
    return GoodnessOfFit(
      name: "Lack of fit between strategies", statistic: statistic, pValue: p,
      method: "F with \(between) and \(within) degrees of freedom, on the runs' scores")
  }

  /// The share of the runs' spread of shown drops that the expected ones explain; `nil` where none spread.
  static func explained(_ runs: [DrainRunResidual]) -> GoodnessOfFit? {
    guard runs.count >= 2 else { return nil }
    let mean = runs.reduce(0) { $0 + $1.shownDrop } / Double(runs.count)
    let total = runs.reduce(0) { $0 + ($1.shownDrop - mean) * ($1.shownDrop - mean) }
    let left = runs.reduce(0) { $0 + ($1.shownDrop - $1.expectedDrop) * ($1.shownDrop - $1.expectedDrop) }
    guard total > 0 else { return nil }
    return GoodnessOfFit(
      name: "R squared", statistic: 1 - left / total, pValue: nil,
      method: "share of the variance of the runs' last drops that the fit explains")
  }

  /// Runs side by side share what is not simulated: the night, the place, the network. Where they lie off together by
  /// more than chance (F test of occasions on the runs' scores, devices' own means taken off), the runs are worth less
  /// than their number. Empty where no runs lie side by side.
  static func sideBySide(
    _ runs: [DrainRunResidual], devicesDiffer: Bool
  ) throws(EstimationError) -> [FitWarning] {
    var sums: [String: (sum: Double, count: Double)] = [:]
    for run in runs {
      let key = devicesDiffer ? run.device : ""
      sums[key] = ((sums[key]?.sum ?? 0) + run.score, (sums[key]?.count ?? 0) + 1)
    }
    var order: [String] = []
    var groups: [String: [Double]] = [:]
    for run in runs {
      guard !run.occasion.isEmpty, let own = sums[devicesDiffer ? run.device : ""] else { continue }
      if groups[run.occasion] == nil { order.append(run.occasion) }
      groups[run.occasion, default: []].append(run.score - own.sum / own.count)
    }
    let shared = order.filter { (groups[$0]?.count ?? 0) > 1 }
    let many = shared.reduce(0) { $0 + (groups[$1]?.count ?? 0) }
    let (between, within) = (shared.count - 1, many - shared.count - (sums.count - 1))
    guard between > 0, within > 1 else { return [] }
    let all = shared.reduce(0) { $0 + (groups[$1] ?? []).reduce(0, +) } / Double(many)
    var (apart, scatter) = (0.0, 0.0)
    for name in shared {
      let scores = groups[name] ?? []
      let mean = scores.reduce(0, +) / Double(scores.count)
      apart += Double(scores.count) * (mean - all) * (mean - all)
      scatter += scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
    guard scatter > 0 else { return [] }
    let statistic = (apart / Double(between)) / (scatter / Double(within))
    let p = try GSL.finite("F distribution") { gsl_cdf_fdist_Q(statistic, Double(between), Double(within)) }
    guard p < 0.05 else { return [] }
    return [
      .note(
        "runs side by side lie off together (\(many) runs on \(shared.count) occasions, F = \(ShortNumber.short(statistic)), "
          + "p = \(ShortNumber.short(p))): they are not independent, and the intervals are too narrow unless occasions are let "
          + "differ")
    ]
  }

  /// Devices that all lie off to one side do not differ from each other but from the model: a power that is held, or a
  /// prior, is wrong. The limit is where four fifths of the factors' squares are their common mean, beyond a tenth.
  static func oneSided(_ solution: DrainSolver.Solution, _ model: DrainModel) -> [FitWarning] {
    let factors = model.factors.all.indices.filter { model.factors.all[$0].kind == .device }.map {
      solution.coefficients[model.reported + $0]
    }
    guard factors.count >= 3 else { return [] }
    let mean = factors.reduce(0, +) / Double(factors.count)
    let squares = factors.reduce(0) { $0 + $1 * $1 }
    guard abs(mean) > 0.1, Double(factors.count) * mean * mean > 0.8 * squares else { return [] }
    return [
      .note(
        "all devices drain about \(ShortNumber.short(100 * abs(mean))) % \(mean < 0 ? "less" : "more") than the powers that are "
          + "held and the priors allow: these are wrong or the simulated states are, and the spread of devices hides it"
      )
    ]
  }
}

/// Intervals of a drain fit from runs drawn anew, with replacement, within each strategy; where occasions differ, whole
/// occasions are drawn.
///
/// The deviations, which only weigh the runs, stay as fitted. Quantiles are taken at Phi(-+ sqrt(n / f) t), f = n - s - 1
/// for n runs in s strategies: drawing among few runs shows too little spread, by that factor (expanded percentile
/// interval, Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician 69, 2015).
/// Quantiles of a few hundred draws are uncertain themselves: each end is the further of quantile and Student's t times
/// the draws' standard deviation, widened alike. What the runs cannot show (the capacity's deviation, the spread of
/// devices) is added to the distance from the estimate by squares.
struct DrainBootstrap {
  let intervals: [ClosedRange<Double>?]
  let warnings: [FitWarning]

  init(
    _ preparation: DrainPreparation, _ solution: DrainSolver.Solution, errors: DrainErrors, options: DrainFitOptions
  ) throws(EstimationError) {
    var strata: [[[Int]]] = []
    var order: [String: Int] = [:]
    var places: [[String]: Int] = [:]
    for (i, run) in preparation.model.data.enumerated() {
      let stratum = order[run.strategy] ?? strata.count
      if stratum == strata.count {
        order[run.strategy] = stratum
        strata.append([])
      }
      let key = [run.strategy, run.occasion]
      if options.occasionsDiffer, !run.occasion.isEmpty, let place = places[key] {
        strata[stratum][place].append(i)
      } else {
        places[key] = strata[stratum].count
        strata[stratum].append([i])
      }
    }
    let clusters = strata.reduce(0) { $0 + $1.count }
    guard clusters >= 2 * strata.count else {
      throw .badInput(
        options.occasionsDiffer
          ? "resampling draws among the occasions of a strategy: give at least 2 of each, or no resampling"
          : "resampling draws among the runs of a strategy: give at least 2 runs of each, or no resampling")
    }
    var random = Xoshiro256PlusPlus(seed: StableHash.combine(options.seed, StableHash.name("drain bootstrap")))
    var draws = [[Double]](repeating: [], count: preparation.model.reported)
    var failures = 0
    for _ in 0..<options.bootstrapResamples {
      let picked = strata.flatMap { stratum in
        stratum.map { _ in stratum[Int(random.uniform() * Double(stratum.count))] }
      }
      let resampled = DrainPreparation(preparation, picking: picked)
      guard
        let found = try? resampled.solver.coefficientsGiven(solution.deviations, from: solution.coefficients)
      else {
        failures += 1
        continue
      }
      for (k, value) in found.coefficients.prefix(draws.count).enumerated() { draws[k].append(value) }
    }
    guard failures * 10 <= options.bootstrapResamples else {
      throw .didNotConverge(
        iterations: options.bootstrapResamples,
        reason: "\(failures) of \(options.bootstrapResamples) resampled fits failed: too few runs per strategy")
    }
    let runs = Double(clusters)
    // One more for the plateau, which all strategies share.
    let degrees = max(1, runs - Double(strata.count) - 1)
    let t = try GSL.studentQuantile(min(errors.degreesOfFreedom, degrees))
    let widening = (runs / degrees).squareRoot()
    let tail = NormalDistribution.cumulative(-t * widening)
    let components = preparation.model.fittedComponents
    intervals = draws.enumerated().map { k, values in
      let sorted = values.sorted()
      guard let low = Self.quantile(sorted, tail), let high = Self.quantile(sorted, 1 - tail) else { return nil }
      let value = solution.coefficients[k]
      let mean = values.reduce(0, +) / Double(values.count)
      let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
      let spread = t * widening * variance.squareRoot()
      let device =
        solution.deviations.device.map { $0 / Double(preparation.model.factors.count(.device)).squareRoot() } ?? 0
      let capacity = options.capacityRelativeDeviation
      let unseen = k < components ? t * value * (capacity * capacity + device * device).squareRoot() : 0
      let below = max(spread, value - low)
      let above = max(spread, high - value)
      return max(0, value - (below * below + unseen * unseen).squareRoot())...value
        + (above * above + unseen * unseen).squareRoot()
    }
    var warnings: [FitWarning] = []
    if strata.contains(where: { $0.count < 3 }) {
      warnings.append(.note("some strategy has fewer than 3 runs: resampling shows too little of its spread"))
    }
    if failures > 0 {
      warnings.append(.note("\(failures) of \(options.bootstrapResamples) resampled fits failed and were left out"))
    }
    self.warnings = warnings
  }

  /// Linear between order statistics at (i + 1/2) / n.
  private static func quantile(_ sorted: [Double], _ p: Double) -> Double? {
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let place = p * Double(sorted.count) - 0.5
    if place <= 0 { return first }
    let i = Int(place)
    guard i + 1 < sorted.count else { return last }
    return sorted[i] + (place - Double(i)) * (sorted[i + 1] - sorted[i])
  }
}
