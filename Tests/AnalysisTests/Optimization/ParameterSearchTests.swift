import Analysis
import Foundation
import Testing

struct ParameterSearchTests {
  @Test("The known best of a constructed problem is found within 5 % in at least 95 of 100 searches")
  func knownBest() async throws {
    let (problem, best) = (ConstructedProblem.problem(), ConstructedProblem.best())
    #expect(abs(best - 71.82) < 0.05)
    var (found, covered) = (0, 0)
    var misses: [String] = []
    for search in 0..<100 {
      let trial = ConstructedProblem()
      let outcome = try await ParameterSearch.run(
        problem, SearchSettings(firstSeed: UInt64(search) * 1_000 + 1), evaluate: trial.evaluation)
      guard let place = outcome.recommended else {
        misses.append("\(search): nothing")
        continue
      }
      let winner = outcome.finalists[place]
      let (energy, error) = (ConstructedProblem.energy(winner.point), ConstructedProblem.error(winner.point))
      if energy <= best * 1.05, error <= ConstructedProblem.limit * 1.05 {
        found += 1
      } else {
        misses.append("\(search): \(winner.point.variant) \(winner.point.values) \(energy) J, \(error) m")
      }
      if let interval = winner.objective?.meanInterval, interval.contains(energy) { covered += 1 }
      #expect(outcome.runs <= 3_000)
    }
    #expect(found >= 95, "\(misses.joined(separator: "\n"))")
    // Figures of the winner are from fresh seeds: a 95 % interval holds the truth about that often.
    #expect(covered >= 88, "\(covered)")
  }

  @Test("The figures that the search picked the winner by are too good; those that are reported are not")
  func winnersBias() async throws {
    var (picked, reported) = (0.0, 0.0)
    for search in 0..<40 {
      // Noise of each point's own, in which the best by chance is not the best.
      let trial = ConstructedProblem(common: 0, commonOfError: 0, own: 0.4)
      let outcome = try await ParameterSearch.run(
        SearchProblem(space: ConstructedProblem.space),
        SearchSettings(runs: 1_000, firstSeed: UInt64(search) * 1_000 + 7),
        evaluate: trial.evaluation)
      let place = try #require(outcome.recommended)
      let winner = outcome.finalists[place]
      let truth = ConstructedProblem.energy(winner.point)
      let seen = try #require(outcome.trials.first { $0.point == winner.point }?.objective)
      picked += (seen - truth) / truth / 40
      reported += ((winner.objective?.mean ?? .infinity) - truth) / truth / 40
    }
    #expect(picked < -0.02, "\(picked)")
    #expect(abs(reported) < 0.03, "\(reported)")
  }

  @Test("The same seed gives the same outcome; runs stay within their budget", arguments: [200, 331, 1_000, 4_003])
  func repeatable(runs: Int) async throws {
    let trial = ConstructedProblem()
    func outcome() async throws -> SearchOutcome {
      try await ParameterSearch.run(
        ConstructedProblem.problem(), SearchSettings(runs: runs, firstSeed: 5), evaluate: trial.evaluation)
    }
    let (first, second) = (try await outcome(), try await outcome())
    #expect(first.finalists == second.finalists)
    #expect(first.steps == second.steps && first.trials == second.trials && first.variations == second.variations)
    #expect(first.runs <= runs && first.runs > runs / 2)
    #expect(first.recommended.map { first.finalists[$0].isFeasible } ?? true)
    #expect(first.steps.map(\.runs) == first.steps.map(\.runs).sorted())
  }

  /// Given points of known energy and error beside a searched one of 200 J that is far from the limit of 50 m.
  @Test(
    "A given point that meets the constraints is never beaten by a dearer one",
    .enabled(if: ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1"), arguments: 0..<50)
  func givenPointsAreSafe(_ number: Int) async throws {
    // From 6 % inside to 6 % outside the limit, at 10 J to 190 J.
    let error = 47 + Double(number % 10) * 0.667
    let energy = 10 + Double(number * 37 % 180)
    let space = SearchSpace([
      .init("given", axes: [SearchAxis("a", .choice(count: 2, isOrdered: true))], starts: [[1]]),
      .init("searched", axes: [SearchAxis("b", .continuous(1...30, isLogarithmic: false))]),
    ])
    let outcome = try await ParameterSearch.run(
      SearchProblem(space: space, constraints: [SearchConstraint(.atMost, 50)]),
      SearchSettings(runs: 1_500, firstSeed: UInt64(number) * 3_000 + 1)
    ) { work in
      work.map { item in
        item.seeds.map { seed in
          let noise = 0.2 * ConstructedProblem.normal(seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(item.point.variant))
          let isGiven = item.point.variant == 0
          let truth =
            isGiven
            ? (item.point.values[0] == 1 ? (energy, error) : (energy / 2, 90)) : (200 + item.point.values[0], 20)
          return SearchObservation(
            objective: truth.0, tradeOff: truth.1 * (1 + noise), constraints: [truth.1 * (1 + noise)])
        }
      }
    }
    let winner = outcome.finalists[try #require(outcome.recommended)]
    // Within 2 % of the limit the seeds may not tell.
    if error < 49 { #expect(winner.point == SearchPoint(variant: 0, values: [1])) }
    if error > 51 { #expect(winner.point.variant == 1) }
  }

  @Test("Search, choice and report have seeds of their own; every run is one of them")
  func seedsApart() async throws {
    let trial = ConstructedProblem()
    let asked = Asked()
    let outcome = try await ParameterSearch.run(
      ConstructedProblem.problem(), SearchSettings(runs: 800, firstSeed: 11)
    ) { work in
      await asked.add(work)
      return try await trial.evaluation(work)
    }
    #expect(outcome.searchSeeds.lowerBound == 11)
    #expect(outcome.searchSeeds.upperBound <= outcome.choiceSeeds.lowerBound)
    #expect(outcome.choiceSeeds.upperBound <= outcome.reportSeeds.lowerBound)
    let work = await asked.work
    #expect(work.reduce(0) { $0 + $1.seeds.count } == outcome.runs)
    // No run is made twice.
    var seen: Set<String> = []
    for item in work where item.seeds.lowerBound < outcome.choiceSeeds.lowerBound {
      for seed in item.seeds {
        #expect(outcome.searchSeeds.contains(seed))
        #expect(seen.insert("\(item.point) \(seed)").inserted)
      }
    }
  }

  @Test("A small space is tried whole, and the best of a full grid on the same seeds is found")
  func smallGrid() async throws {
    let space = SearchSpace([
      .init(
        "grid",
        axes: [
          SearchAxis("a", .choice(count: 4, isOrdered: true)), SearchAxis("b", .whole(1...7, isLogarithmic: false)),
        ])
    ])
    @Sendable func observe(_ point: SearchPoint, _ seed: UInt64) -> SearchObservation {
      let (a, b) = (point.values[0], point.values[1])
      let noise = ConstructedProblem.normal(seed) / 2
      return SearchObservation(
        objective: 100 - 17 * a - 5 * b + noise, tradeOff: 10 + 9 * a + 4 * b + noise,
        constraints: [10 + 9 * a + 4 * b + noise])
    }
    for first: UInt64 in [1, 301, 907] {
      let outcome = try await ParameterSearch.run(
        SearchProblem(space: space, constraints: [SearchConstraint(.atMost, 42.7)], tradeOffConstraint: 0),
        SearchSettings(runs: 1_500, firstSeed: first)
      ) { work in work.map { item in item.seeds.map { observe(item.point, $0) } } }
      #expect(outcome.isExhaustive && outcome.trials.count == 28)
      // By hand: a = 3 leaves 5.7 for b, so b = 1 and 100 - 51 - 5 = 44; a = 2 leaves 14.7, b = 3: 51.
      let winner = outcome.finalists[try #require(outcome.recommended)]
      #expect(winner.point.values == [3, 1])
    }
  }

  @Test("Where nothing meets the constraints, the nearest point is named and none recommended")
  func nothingFeasible() async throws {
    let outcome = try await ParameterSearch.run(
      ConstructedProblem.problem(limit: 3), SearchSettings(runs: 600), evaluate: ConstructedProblem().evaluation)
    #expect(outcome.recommended == nil)
    let nearest = outcome.finalists[outcome.nearest]
    #expect(nearest.violation == outcome.finalists.map(\.violation).min())
    #expect(nearest.constraints[0].verdict == .broken)
    // The best accuracy, with hardly a filter: 8 m and a little.
    #expect(nearest.point.variant == 0 && nearest.point.values[0] == 0)
    #expect(outcome.alternatives.isEmpty)
  }

  @Test("A point without the figure of a constraint is not recommended, unless absence is good")
  func missingFigures() async throws {
    let space = SearchSpace([.init("x", axes: [SearchAxis("x", .choice(count: 3, isOrdered: false))])])
    // The cheapest delivers nothing on one seed in eight.
    let evaluate: ParameterSearch.Evaluation = { work in
      work.map { item in
        item.seeds.map { seed in
          let isMissing = item.point.values[0] == 0 && seed % 8 == 3
          return SearchObservation(
            objective: 1 + item.point.values[0], tradeOff: 7, constraints: [isMissing ? nil : 7])
        }
      }
    }
    for (isGood, winner) in [(false, 1.0), (true, 0.0)] {
      let outcome = try await ParameterSearch.run(
        SearchProblem(space: space, constraints: [SearchConstraint(.atMost, 9, absenceIsGood: isGood)]),
        SearchSettings(runs: 400), evaluate: evaluate)
      #expect(outcome.finalists[try #require(outcome.recommended)].point.values == [winner])
      let other = try #require(outcome.finalists.first { $0.point.values == [0] })
      #expect(other.constraints[0].verdict == (isGood ? .met : .missing))
    }
  }

  @Test("The front holds what no other finalist beats in both; alternatives come nearest first")
  func frontAndAlternatives() async throws {
    let outcome = try await ParameterSearch.run(
      ConstructedProblem.problem(), SearchSettings(), evaluate: ConstructedProblem().evaluation)
    let front = outcome.front
    #expect(front.count >= 3)
    for (a, b) in zip(front, front.dropFirst()) {
      #expect((a.objective?.mean ?? 0) <= (b.objective?.mean ?? 0))
      #expect((a.tradeOff?.mean ?? 0) >= (b.tradeOff?.mean ?? 0))
    }
    let winner = outcome.finalists[try #require(outcome.recommended)]
    #expect(winner.difference?.mean == 0)
    let differences = outcome.alternatives.compactMap(\.difference?.mean).map(abs)
    #expect(differences == differences.sorted() && !differences.isEmpty)
    // Each axis of the winner is varied, and the differences are paired.
    #expect(Set(outcome.variations.map(\.axis)) == [0, 1])
    for variation in outcome.variations {
      let truth = ConstructedProblem.energy(variation.point) - ConstructedProblem.energy(winner.point)
      let found = try #require(variation.difference?.mean)
      #expect(abs(found - truth) < 0.25 * abs(truth) + 4, "\(variation.point.values): \(found), not \(truth)")
    }
  }

  @Test("A point that alone meets a constraint is kept once", arguments: [200, 600, 3_000])
  func onlyOnePoint(runs: Int) async throws {
    let space = SearchSpace([
      .init("x", axes: [SearchAxis("x", .continuous(1...100, isLogarithmic: true))], starts: [[1]])
    ])
    let asked = Asked()
    let outcome = try await ParameterSearch.run(
      SearchProblem(
        space: space, constraints: [SearchConstraint(.atMost, 90), SearchConstraint(.atMost, 1)],
        tradeOffConstraint: 0), SearchSettings(runs: runs)
    ) { work in
      await asked.add(work)
      return work.map { item in
        item.seeds.map { seed in
          let (x, noise) = (item.point.values[0], ConstructedProblem.normal(seed))
          return SearchObservation(
            objective: 100 / x + noise, tradeOff: 10 + x + noise, constraints: [10 + x + noise, x == 1 ? 0.5 : 5])
        }
      }
    }
    #expect(outcome.finalists[try #require(outcome.recommended)].point.values == [1])
    #expect(Set(outcome.finalists.map(\.point)).count == outcome.finalists.count)
    var seen: Set<String> = []
    for item in await asked.work where item.seeds.lowerBound < outcome.choiceSeeds.lowerBound {
      for seed in item.seeds { #expect(seen.insert("\(item.point) \(seed)").inserted) }
    }
  }

  @Test("Where the first choice breaks a constraint on the seeds of the report, the outcome tells that they chose")
  func reportChooses() async throws {
    let space = SearchSpace([.init("x", axes: [SearchAxis("x", .choice(count: 3, isOrdered: true))])])
    // The cheapest keeps the limit up to a seed, and then no more; the dearest never does.
    func outcome(breaksFrom first: UInt64, limit: Double = 5) async throws -> SearchOutcome {
      try await ParameterSearch.run(
        SearchProblem(space: space, constraints: [SearchConstraint(.atMost, limit)]), SearchSettings(runs: 400)
      ) { work in
        work.map { item in
          item.seeds.map { seed in
            let error = [seed < first ? 4.0 : 6, 4.5, 9][Int(item.point.values[0])]
            return SearchObservation(objective: 1 + item.point.values[0], tradeOff: error, constraints: [error])
          }
        }
      }
    }
    let good = try await outcome(breaksFrom: .max)
    #expect(!good.reportChose && good.recommended == good.firstChoice)
    let broken = try await outcome(breaksFrom: good.reportSeeds.lowerBound)
    #expect(broken.reportSeeds == good.reportSeeds)
    #expect(broken.reportChose)
    #expect(broken.finalists[broken.firstChoice].point.values == [0])
    #expect(broken.finalists[try #require(broken.recommended)].point.values == [1])
    // Nothing keeps the limit: the nearest is that by the figures of the report.
    let nothing = try await outcome(breaksFrom: good.reportSeeds.lowerBound, limit: 4.2)
    #expect(nothing.recommended == nil && nothing.reportChose)
    #expect(nothing.finalists[nothing.nearest].point.values == [1])
  }

  private actor Asked {
    var work: [EvaluationRequest] = []
    func add(_ more: [EvaluationRequest]) { work += more }
  }
}
