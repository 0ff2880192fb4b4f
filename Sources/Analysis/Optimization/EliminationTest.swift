/// Paired tests of many points against one on a growing number of seeds.
///
/// The allowed error is shared among the tests that can go wrong and among the looks, in proportion to their seeds:
/// Bonferroni's inequality, as in `SequentialPlan`, so that the best point is dropped by any test at any look with at most
/// this chance. At a look, one test for each rival and one for each constraint can go wrong: a rival that breaks a constraint
/// must pass the test of that constraint by chance before the best point is compared with it; a rival that keeps them all
/// does cost more, and must seem to cost less by chance; and the best point itself may seem to break each constraint.
///
/// Racing: O. Maron and A. W. Moore, "The racing algorithm: model selection for lazy learners", Artificial Intelligence
/// Review 11 (1997) 193-225; with paired tests: M. Birattari and others, "A racing algorithm for configuring
/// metaheuristics", GECCO 2002, 11-18.
struct EliminationTest: Sendable {
  private let looks: [Look]

  private struct Look {
    let seeds: Int
    let rule: IntervalRule
    let quantile: Double
  }

  /// - Parameters:
  ///   - error: above 0, below 1.
  ///   - looks: numbers of seeds, each at least 2.
  ///   - tests: how many can go wrong at a look.
  init(error: Double, looks: [Int], tests: Int) {
    let all = Double(looks.reduce(0, +)) * Double(max(1, tests))
    self.looks = looks.map { seeds in
      let share = error * Double(seeds) / all
      return Look(
        seeds: seeds, rule: IntervalRule(confidence: 1 - 2 * share, guardsAgainstSkewness: true),
        quantile: StudentT.quantile(1 - share, degreesOfFreedom: Double(seeds - 1)))
    }
  }

  /// Whether the mean is above 0 for all that the values say, at the look with so many seeds.
  func isAbove(_ values: [Double], look seeds: Int) -> Bool {
    guard values.count > 1, values.reduce(0, +) > 0, let look = looks.first(where: { $0.seeds == seeds }) else {
      return false
    }
    let quantile = values.count == seeds ? look.quantile : nil
    return MeanInterval(values, look.rule, quantile: quantile).map { $0.low > 0 } ?? false
  }
}
