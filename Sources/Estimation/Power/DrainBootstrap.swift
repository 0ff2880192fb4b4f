import Core
import RealModule

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
