import Core
import Testing

@testable import Estimation

/// Expected gains of runs, by hand and over seeds.
@Suite struct MeasurementPlanTests {
  /// Two unknowns with deviations 0.31 and 0.47, correlated by -0.2.
  private static let covariance = [[0.0961, -0.02914], [-0.02914, 0.2209]]

  @Test func theVarianceAfterARunIsThatOfTheFormula() throws {
    let plan = try MeasurementPlan(covariance: Self.covariance, question: [1.3, 0.7])
    // 1.69 x 0.0961 - 2 x 0.91 x 0.02914 + 0.49 x 0.2209.
    #expect(abs(plan.deviation * plan.deviation - 0.2176152) < 1e-9)
    let run = MeasurementPlan.Candidate(name: "a", hours: 3, gradient: [0.9, 0.1], deviation: 0.13)
    // Cg = (0.083576, -0.004136); g'Cg = 0.0748048; q'Cg = 0.1057536.
    let expected = 0.2176152 - 0.1057536 * 0.1057536 / (0.0748048 + 0.0169)
    #expect(abs(plan.deviation(after: run) - expected.squareRoot()) < 1e-7)
    var after = plan
    #expect(after.addBest(of: [run], days: 1, hoursEach: 3).map(\.candidate) == [0])
    #expect(abs(after.deviation - plan.deviation(after: run)) < 1e-12)
    // Two runs are one with half the error's variance.
    var twice = plan
    #expect(twice.addBest(of: [run], days: 1, hoursEach: 6).count == 2)
    let half = MeasurementPlan.Candidate(name: "b", hours: 6, gradient: [0.9, 0.1], deviation: 0.13 / 2.0.squareRoot())
    #expect(abs(twice.deviation - plan.deviation(after: half)) < 1e-12)
  }

  @Test func noRunMakesAnAnswerWorse() throws {
    for seed in 0..<60 {
      var random = Xoshiro256PlusPlus(seed: StableHash.combine(UInt64(seed), StableHash.name("plan")))
      func vector(_ count: Int) -> [Double] { (0..<count).map { _ in 2 * random.uniform() - 1 } }
      let count = 2 + seed % 4
      let roots = (0..<count).map { _ in vector(count) }
      let covariance = (0..<count).map { i in
        (0..<count).map { j in zip(roots[i], roots[j]).reduce(0) { $0 + $1.0 * $1.1 } }
      }
      let runs = (0..<4).map { k in
        MeasurementPlan.Candidate(
          name: "\(k)", hours: 1 + Double(k), gradient: vector(count), deviation: 0.05 + random.uniform())
      }
      let plan = try MeasurementPlan(covariance: covariance, question: vector(count))
      #expect(runs.allSatisfy { plan.deviation(after: $0) <= plan.deviation + 1e-12 })
      // More hours never answer worse, and a plan keeps within them.
      var last = plan.deviation
      for hours in [2.0, 5, 9, 17] {
        var planned = plan
        let steps = planned.addBest(of: runs, days: 1, hoursEach: hours)
        #expect(steps.reduce(0) { $0 + runs[$1.candidate].hours } <= hours + 1e-9)
        #expect(steps.allSatisfy { $0.deviation <= plan.deviation + 1e-12 })
        if hours == 17 { #expect(planned.deviation <= last + 0.05 * plan.deviation) }
        last = min(last, planned.deviation)
      }
    }
  }

  @Test func theRunThatIsAboutTheQuestionIsTaken() throws {
    let runs = [
      MeasurementPlan.Candidate(name: "other", hours: 2, gradient: [0, 1], deviation: 0.1),
      MeasurementPlan.Candidate(name: "own", hours: 2, gradient: [1, 0], deviation: 0.1),
    ]
    var plan = try MeasurementPlan(covariance: [[0.09, 0], [0, 0.25]], question: [1.7, 0])
    let steps = plan.addBest(of: runs, days: 1, hoursEach: 5)
    #expect(steps.map(\.candidate) == [1, 1])
    // 1.7 x sqrt(0.09 x 0.01 / (0.09 + 0.01)), and with half of the error's variance.
    #expect(abs(steps[0].deviation - 1.7 * (0.009).squareRoot()) < 1e-12)
    #expect(abs(steps[1].deviation - 1.7 * (0.09 * 0.005 / 0.095).squareRoot()) < 1e-12)
    #expect(throws: EstimationError.self) { try MeasurementPlan(covariance: [[1]], question: [1, 2]) }
    #expect(throws: EstimationError.self) { try MeasurementPlan(covariance: [[-1]], question: [1]) }
  }

  /// One unknown of variance 0.09; a run's error has 0.01, a day's 0.04. Two runs of one day have a mean with 0.045, two of two
  /// days one with 0.025.
  @Test func runsOfADayLieOffTogether() throws {
    let run = MeasurementPlan.Candidate(name: "own", hours: 3, gradient: [1], deviation: 0.1)
    let plan = try MeasurementPlan(covariance: [[0.09]], question: [1.7], dayDeviation: 0.2)
    #expect(abs(plan.deviation(after: run) - 1.7 * (0.09 * 0.05 / 0.14).squareRoot()) < 1e-12)
    var (together, apart) = (plan, plan)
    #expect(together.addBest(of: [run], days: 1, hoursEach: 7).map(\.day) == [0, 0])
    #expect(abs(together.deviation - 1.7 * (0.09 * 0.045 / 0.135).squareRoot()) < 1e-12)
    #expect(apart.addBest(of: [run], days: 2, hoursEach: 3).map(\.day) == [0, 1])
    #expect(abs(apart.deviation - 1.7 * (0.09 * 0.025 / 0.115).squareRoot()) < 1e-12)
    // Days of a second weekend are others.
    #expect(apart.addBest(of: [run], days: 2, hoursEach: 3).map(\.day) == [2, 3])
    #expect(abs(apart.deviation - 1.7 * (0.09 * 0.0125 / 0.1025).squareRoot()) < 1e-12)
    #expect(throws: EstimationError.self) {
      try MeasurementPlan(covariance: [[1]], question: [1], dayDeviation: -0.1)
    }
  }
}
