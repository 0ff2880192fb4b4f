internal import CGSL
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
