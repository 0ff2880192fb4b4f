import RealModule

/// A radio's inactivity timers from round-trip times after silences of different length.
///
/// Past a timer the radio has left a state, and the next packet pays for the way back: round-trip times step up. Model:
/// between steps the logarithm of the round-trip time is normal with a level and a spread of its own; steps are found
/// exactly by dynamic programming over the samples sorted by gap, their number by a BIC that counts four for each: level,
/// spread and twice the place, whose likelihood has more peaks than a smooth one (Zhang and Siegmund, Biometrics 63, 2007). The interval of a step holds the places that a likelihood ratio under 7.35 allows, others held:
/// the 95 % value for a threshold, whose likelihood is not smooth (Hansen, "Sample Splitting and Threshold Estimation",
/// Econometrica 68, 2000), times how much more the samples' log-likelihood ratio scatters than normal logarithms' would (his
/// correction for errors of other kinds); for steps high above the scatter it is on the safe side. The standard error is the standard
/// deviation of the likelihood taken as a density over gaps.
///
/// Range of validity: gaps that cover the timers densely, probes that do not themselves restart another timer, one
/// network. Round trips 4 robust deviations off their neighbours in gap, as after a lost packet, are left out and counted; errors of
/// medians are those of trimmed means (Tukey and McLaughlin, Sankhya A 25, 1963), less a degree of freedom for each step beside the
/// level. A step's interval that reaches the
/// last places that leave both levels their least goes on to the ends of their samples.
package struct IdleGapFit: Sendable, Hashable {
  /// `step_N` (s), N from 1, then `latency_0`, `latency_1` ...: medians of the round-trip time between steps (s), with
  /// Student's intervals in the logarithm. The covariance is diagonal.
  package let summary: FitSummary
  /// In seconds, ascending; empty when no step pays for itself.
  package let steps: [Double]
  /// Median round-trip times between steps, in seconds.
  package let latencies: [Double]

  private static let criticalRatio = 7.35

  /// - Parameters:
  ///   - stepCount: how many steps to find; `nil` for as many as the BIC allows, up to three.
  /// - Throws: `EstimationError.badInput`; `tooFewSamples` where the levels cannot all have their least.
  package init(
    samples: [IdleGapSample], stepCount: Int? = nil
  ) throws(EstimationError) {
    for (i, sample) in samples.enumerated() {
      guard sample.gap.isFinite, sample.gap >= 0, sample.roundTrip.isFinite, sample.roundTrip > 0 else {
        throw .badInput("probe \(i + 1): the gap must be 0 s or more and the round-trip time above 0 s")
      }
    }
    // Samples that a level must have: among many some few lie close together by chance.
    let least = max(8, samples.count / 25)
    let need = (stepCount.map { $0 + 1 } ?? 2) * least
    guard samples.count >= need else { throw .tooFewSamples(have: samples.count, need: need) }
    let (sorted, left) = Self.withoutStrays(samples.sorted { ($0.gap, $0.roundTrip) < ($1.gap, $1.roundTrip) })
    guard sorted.count >= need else { throw .tooFewSamples(have: sorted.count, need: need) }
    let gaps = sorted.map(\.gap)
    let logs = sorted.map { Double.log($0.roundTrip) }
    let costs = GaussianCost(logs)
    let (cuts, cost) = try Self.best(gaps, costs, fixed: stepCount, least: least)
    var parameters: [FittedParameter] = []
    var warnings: [FitWarning] = []
    if !left.isEmpty {
      warnings.append(
        .alteredSamples(
          count: left.count, reason: "left out: 4 deviations off their neighbours, as after a lost packet"))
    }
    let edges = [0] + cuts + [logs.count]
    var steps: [Double] = []
    // What a level's mean owes to not knowing which side of a step the samples near it belong to.
    var unsure = [Double](repeating: 0, count: edges.count - 1)
    for k in cuts.indices {
      let tails = Self.tails(Array(logs[edges[k]..<edges[k + 1]]), Array(logs[edges[k + 1]..<edges[k + 2]]))
      let place = Self.profile(
        gaps, costs, edges[k], edges[k + 1], edges[k + 2], least: least, ratio: Self.criticalRatio * tails)
      unsure[k] += place.varianceBefore
      unsure[k + 1] += place.varianceAfter
      steps.append(place.value)
      parameters.append(
        FittedParameter(
          name: "step_\(k + 1)", value: place.value, standardError: place.deviation,
          interval95: place.interval, intervalMethod: .profileLikelihood, unit: "s"))
      for bound in place.bounds { warnings.append(.intervalEndsAtBound(name: "step_\(k + 1)", bound: bound)) }
    }
    var latencies: [Double] = []
    var residuals = [Double](repeating: 0, count: logs.count)
    for k in 0..<(edges.count - 1) {
      let level = logs[edges[k]..<edges[k + 1]]
      let count = Double(level.count)
      let (mean, squares) = (level.mean, level.scatter)
      let spread = (squares / (count - 1)).squareRoot()
      // The strays left out, at the distance where they were cut off: the error of a trimmed mean has the winsorized variance.
      let cut = left.filter { sorted[edges[k]].gap <= $0.gap && $0.gap <= sorted[edges[k + 1] - 1].gap }
      let all = count + Double(cut.count)
      // A place counts as two parameters, as in the BIC: one for each of its levels.
      let places = Double((k > 0 ? 1 : 0) + (k < cuts.count ? 1 : 0))
      let winsorized = (squares + cut.reduce(0) { $0 + $1.distance * $1.distance }) / max(1, all - 1 - places)
      let error = (winsorized * all / (count * count) + unsure[k]).squareRoot()
      let t = try GSL.studentQuantile(max(1, count - 1 - places))
      let median = Double.exp(mean)
      latencies.append(median)
      parameters.append(
        FittedParameter(
          name: "latency_\(k)", value: median, standardError: median * error,
          interval95: .exp(mean - t * error)...(.exp(mean + t * error)), intervalMethod: .studentT, unit: "s"))
      for i in edges[k]..<edges[k + 1] { residuals[i] = spread > 0 ? (logs[i] - mean) / spread : 0 }
    }
    for k in cuts.indices where latencies[k + 1] < latencies[k] {
      warnings.append(.note("round trips get shorter at step_\(k + 1): that is no inactivity timer"))
    }
    if cuts.isEmpty {
      warnings.append(.note("no step in gaps up to \(ShortNumber.short(gaps[gaps.count - 1])) s"))
    }
    self.steps = steps
    self.latencies = latencies
    summary = FitSummary(
      model: "steps of the round-trip time against the idle gap",
      formula: "ln(round trip) normal, level and spread constant between steps", parameters: parameters,
      covariance: FitSummary.diagonal(parameters),
      logLikelihood: -cost, samples: logs.count,
      effectiveSamples: Double(logs.count),
      goodnessOfFit: NormalityTest.andersonDarling(residuals).map { [$0] } ?? [],
      residuals: try ResidualDiagnostics(residuals: residuals), warnings: warnings)
  }

  /// The cuts with the smallest cost for each number of steps, and of those the number with the smallest BIC.
  private static func best(
    _ gaps: [Double], _ costs: GaussianCost, fixed: Int?, least: Int
  ) throws(EstimationError) -> (cuts: [Int], cost: Double) {
    let count = gaps.count
    // A step cannot lie between equal gaps.
    let places = [0] + (1..<count).filter { gaps[$0] > gaps[$0 - 1] } + [count]
    // By the number of steps and the place of the end.
    var best = [places.map { (cuts: [Int](), cost: $0 >= least ? costs[0, $0] : .infinity) }]
    for number in 0..<max(0, fixed ?? 3) {
      let before = best[number]
      best.append(
        places.indices.map { e in
          var (cost, origin) = (Double.infinity, 0)
          for s in 0..<e where before[s].cost < .infinity && places[e] - places[s] >= least {
            let total = before[s].cost + costs[places[s], places[e]]
            if total < cost { (cost, origin) = (total, s) }
          }
          return (before[origin].cuts + [places[origin]], cost)
        })
    }
    func criterion(_ found: (cuts: [Int], cost: Double)) -> Double {
      2 * found.cost + 4 * Double(found.cuts.count) * Double.log(Double(count))
    }
    let found = best.indices.filter { fixed == nil || $0 == fixed }.map { best[$0][places.count - 1] }
    guard let cheapest = found.min(by: { criterion($0) < criterion($1) }), cheapest.cost < .infinity else {
      throw .badInput("the gaps take too few different values for the steps asked for")
    }
    return cheapest
  }

  private struct Place {
    let value: Double
    let interval: ClosedRange<Double>
    let deviation: Double
    /// Of the mean before and after, over the likely places.
    let varianceBefore: Double
    let varianceAfter: Double
    /// Ends of the interval that are those of the two levels' samples: nothing excludes a step among their last ones.
    let bounds: [Double]
  }

  /// How much more the ratio of the two levels' densities scatters over their samples than over normal ones; at least 1.
  private static func tails(_ before: [Double], _ after: [Double]) -> Double {
    func variance(_ values: [Double]) -> Double { values.scatter / Double(values.count) }
    func excess(_ own: [Double], _ other: [Double]) -> Double {
      let (mean, ownVariance, otherVariance) = (own.mean, variance(own), variance(other))
      guard ownVariance > 0, otherVariance > 0 else { return 1 }
      // With z in deviations the ratio is square z^2 + line z.
      let square = (1 - ownVariance / otherVariance) / 2
      let deviation = ownVariance.squareRoot()
      let line = deviation * (other.mean - mean) / otherVariance
      let normal = 2 * square * square + line * line
      guard normal > 0 else { return 1 }
      return variance(own.map { x in (square * (x - mean) / deviation + line) * (x - mean) / deviation }) / normal
    }
    return max(1, excess(before, after), excess(after, before))
  }

  private static func profile(
    _ gaps: [Double], _ costs: GaussianCost, _ low: Int, _ cut: Int, _ high: Int, least: Int, ratio: Double
  ) -> Place {
    let top = costs[low, cut] + costs[cut, high]
    var (first, last) = (cut, cut)
    var (weight, mean, square) = (0.0, 0.0, 0.0)
    var (before, after) = (0.0, 0.0)
    let (levelBefore, levelAfter) = (costs.mean(low, cut), costs.mean(cut, high))
    for place in (low + least)...(high - least) where gaps[place] > gaps[place - 1] {
      let loss = costs[low, place] + costs[place, high] - top
      if 2 * loss <= ratio {
        first = min(first, place)
        last = max(last, place)
      }
      let (a, b) = (gaps[place - 1], gaps[place])
      let share = Double.exp(-loss) * (b - a)
      weight += share
      mean += share * (a + b) / 2
      square += share * (a * a + a * b + b * b) / 3
      let (shiftBefore, shiftAfter) = (costs.mean(low, place) - levelBefore, costs.mean(place, high) - levelAfter)
      before += share * shiftBefore * shiftBefore
      after += share * shiftAfter * shiftAfter
    }
    mean /= weight
    let (meetsFirst, meetsLast) = (first <= low + least, last >= high - least)
    let (lower, upper) = (gaps[meetsFirst ? low : first - 1], gaps[meetsLast ? high - 1 : last])
    return Place(
      value: (gaps[cut - 1] + gaps[cut]) / 2, interval: lower...upper,
      deviation: max(0, square / weight - mean * mean).squareRoot(),
      varianceBefore: before / weight, varianceAfter: after / weight,
      bounds: (meetsFirst ? [lower] : []) + (meetsLast ? [upper] : []))
  }

  /// Without round trips whose logarithm lies more than 4 robust deviations off the median of the 31 neighbours in gap:
  /// a few of them together would pass for a level.
  private static func withoutStrays(
    _ sorted: [IdleGapSample]
  ) -> (kept: [IdleGapSample], left: [(gap: Double, distance: Double)]) {
    let logs = sorted.map { Double.log($0.roundTrip) }
    let reach = min(15, (logs.count - 1) / 2)
    var (kept, left) = ([IdleGapSample](), [(gap: Double, distance: Double)]())
    for i in logs.indices {
      let from = max(0, min(i - reach, logs.count - 2 * reach - 1))
      let near = logs[from...(from + 2 * reach)].sorted()
      let median = near[reach]
      let limit = 4 * 1.4826 * near.map { abs($0 - median) }.sorted()[reach]
      if limit == 0 || abs(logs[i] - median) <= limit {
        kept.append(sorted[i])
      } else {
        left.append((sorted[i].gap, limit))
      }
    }
    return (kept, left)
  }
}

/// Minus the log-likelihood of a stretch of a series as normal values with a mean and a variance of their own.
private struct GaussianCost {
  private let sums: PrefixSums
  /// Equal values would make the likelihood infinite: no variance counts as below a millionth of the whole's.
  private let leastVariance: Double

  init(_ values: [Double]) {
    sums = PrefixSums(values)
    leastVariance = max(1e-6 * sums.cost(0, values.count) / Double(values.count), 1e-18)
  }

  /// Of the values from the first index up to but not including the second.
  subscript(from: Int, to: Int) -> Double {
    let count = Double(to - from)
    return 0.5 * count * (Double.log(2 * .pi * max(leastVariance, sums.cost(from, to) / count)) + 1)
  }

  func mean(_ from: Int, _ to: Int) -> Double { sums.mean(from, to) }
}

/// One probe of a radio's state: after how long a silence, and how long the answer took.
package struct IdleGapSample: Sendable, Hashable {
  /// Time since the last byte, in seconds; 0 or more.
  package let gap: Double
  /// In seconds; above 0.
  package let roundTrip: Double

  package init(gap: Double, roundTrip: Double) {
    self.gap = gap
    self.roundTrip = roundTrip
  }
}
