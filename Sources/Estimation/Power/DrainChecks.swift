internal import CGSL

/// What the runs say about a drain fit: whether its assumptions hold.
enum DrainChecks {
  /// Whether groups differ by more than chance: their variance over that within them.
  ///
  /// - Parameters:
  ///   - common: what all groups' means may differ by: parameters that were fitted to them.
  ///   - within: parameters that were fitted within the groups.
  private static func groupTest(
    _ scores: [(group: String, score: Double)], around centre: Double, common: Int, within fitted: Int = 0
  ) throws(EstimationError) -> (statistic: Double, between: Int, within: Int, pValue: Double)? {
    let groups = Dictionary(grouping: scores, by: \.group).sorted { $0.key < $1.key }.map { $0.value.map(\.score) }
    let (between, within) = (groups.count - common, scores.count - groups.count - fitted)
    guard between > 0, within > 1 else { return nil }
    var (apart, scatter) = (0.0, 0.0)
    for group in groups {
      apart += Double(group.count) * (group.mean - centre) * (group.mean - centre)
      scatter += group.scatter
    }
    guard scatter > 0 else { return nil }
    let statistic = (apart / Double(between)) / (scatter / Double(within))
    let p = try GSL.finite("F distribution") { gsl_cdf_fdist_Q(statistic, Double(between), Double(within)) }
    return (statistic, between, within, p)
  }

  /// Whether runs of one strategy lie off together: the variance of the strategies' mean scores over that within
  /// strategies (F test). `nil` with no more strategies than coefficients.
  static func lackOfFit(
    _ runs: [DrainRunResidual], coefficients: Int
  ) throws(EstimationError) -> GoodnessOfFit? {
    guard let test = try groupTest(runs.map { ($0.strategy, $0.score) }, around: 0, common: coefficients) else {
      return nil
    }
    return GoodnessOfFit(
      name: "Lack of fit between strategies", statistic: test.statistic, pValue: test.pValue,
      method: "F with \(test.between) and \(test.within) degrees of freedom, on the runs' scores")
  }

  /// The share of the runs' spread of shown drops that the expected ones explain; `nil` where none spread.
  ///
  /// - Throws: `badInput` where the expected ones explain them far worse than their mean does.
  static func explained(_ runs: [DrainRunResidual], devicesDiffer: Bool) throws(EstimationError) -> GoodnessOfFit? {
    guard runs.count >= 2 else { return nil }
    let rest = runs.map { $0.shownDrop - $0.expectedDrop }
    let found = GoodnessOfFit.explained(runs.map(\.shownDrop), residuals: rest, "the runs' last drops that the fit")
    if let share = found?.statistic, share < -0.5, !devicesDiffer, dot(rest, rest) > 25 * Double(runs.count) {
      throw .badInput(
        "the simulated strategies do not describe these runs: the fit explains their drops worse than their mean does (R "
          + "squared \(ShortNumber.short(share))); give the day that they had, or other powers to fit")
    }
    return found
  }

  /// Runs side by side share what is not simulated: the night, the place, the network. Where they lie off together by
  /// more than chance (F test of occasions on the runs' scores, devices' own means taken off), the runs are worth less
  /// than their number. Empty where no runs lie side by side.
  static func sideBySide(
    _ runs: [DrainRunResidual], devicesDiffer: Bool
  ) throws(EstimationError) -> [FitWarning] {
    func key(_ run: DrainRunResidual) -> String { devicesDiffer ? run.device : "" }
    let means = Dictionary(grouping: runs, by: key).mapValues { $0.reduce(0) { $0 + $1.score } / Double($0.count) }
    let sizes = Dictionary(grouping: runs, by: \.occasion).mapValues(\.count)
    let shared = runs.filter { !$0.occasion.isEmpty && sizes[$0.occasion, default: 0] > 1 }.map {
      (group: $0.occasion, score: $0.score - means[key($0), default: 0])
    }
    let centre = shared.reduce(0) { $0 + $1.score } / Double(max(1, shared.count))
    guard let test = try groupTest(shared, around: centre, common: 1, within: means.count - 1), test.pValue < 0.05
    else { return [] }
    return [
      .note(
        "runs side by side lie off together (\(shared.count) runs on \(test.between + 1) occasions, F = "
          + "\(ShortNumber.short(test.statistic)), p = \(ShortNumber.short(test.pValue))): they are not independent, and "
          + "the intervals are too narrow unless occasions are let differ")
    ]
  }

  /// Devices that all lie off to one side do not differ from each other but from the model: a power that is held, or a
  /// prior, is wrong. The limit is where four fifths of the factors' squares are their common mean, beyond a tenth.
  ///
  /// - Parameter factors: of the devices, as logarithms.
  static func oneSided(_ factors: [Double]) -> [FitWarning] {
    guard factors.count >= 3 else { return [] }
    let mean = factors.mean
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
