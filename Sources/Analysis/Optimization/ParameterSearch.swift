/// Finds good parameters of something that is expensive to run and gives another figure on each day.
///
/// All points see the same seeds, so that differences are paired (common random numbers). Three stages:
///
/// 1. *Screening*: points that fill the space, on 4 seeds each; the better half goes on to 8 seeds, and so on (successive
///    halving: Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013). A third of
///    the places is for points on the front between objective and trade-off.
/// 2. *Refinement*: the same among new points around the best, in boxes that become narrow.
/// 3. *Confirmation*: the finalists run on fresh seeds, which choose among them, and again on others, which give the figures
///    that are reported.
///
/// It does not promise the best point: halving and narrow boxes can miss it. What is promised is that the reported figures are
/// not biased by the search, and that the outcome says when they had to choose after all.
package struct ParameterSearch {
  /// Runs the points on the seeds, and returns for each what its runs told, in the seeds' order.
  package typealias Evaluation = @Sendable ([EvaluationRequest]) async throws -> [[SearchObservation]]

  let problem: SearchProblem
  let settings: SearchSettings
  let evaluation: Evaluation

  var candidates: [SearchCandidate] = []
  var places: [SearchPoint: Int] = [:]
  var steps: [SearchStep] = []
  var runs = 0
  var isExhaustive = false
  /// For a candidate, the one at values that people write, where that is as good.
  var readable: [Int: Int] = [:]

  init(_ problem: SearchProblem, _ settings: SearchSettings, _ run: @escaping Evaluation) {
    self.problem = problem
    self.settings = settings
    evaluation = run
  }

  /// Searches. The same problem, settings and observations give the same outcome.
  ///
  /// - Parameter evaluate: gives the observations; called with whole batches, which it may run in any order.
  /// - Throws: what `evaluate` throws.
  package static func run(
    _ problem: SearchProblem, _ settings: SearchSettings = SearchSettings(), evaluate: @escaping Evaluation
  ) async throws -> SearchOutcome {
    var search = ParameterSearch(problem, settings, evaluate)
    try await search.screen()
    try await search.refine()
    return try await search.confirm()
  }

  // MARK: Evaluation

  /// The place of a point among the candidates, which it joins when it is new.
  mutating func place(of point: SearchPoint) -> Int {
    if let place = places[point] { return place }
    candidates.append(SearchCandidate(point: point))
    places[point] = candidates.count - 1
    return candidates.count - 1
  }

  /// How many runs it takes until all of these have so many seeds.
  func cost(of places: [Int], seeds: Int) -> Int {
    places.reduce(0) { $0 + max(0, seeds - candidates[$1].observations.count) }
  }

  /// Brings all of these to so many seeds of the search.
  mutating func evaluate(_ places: [Int], seeds: Int) async throws {
    let needed = places.filter { candidates[$0].observations.count < seeds }
    guard !needed.isEmpty else { return }
    let work = needed.map { place in
      EvaluationRequest(
        point: candidates[place].point,
        seeds: seed(candidates[place].observations.count)..<seed(seeds))
    }
    for (place, observations) in zip(needed, try await results(work)) {
      candidates[place].observations += observations
    }
  }

  mutating func results(_ work: [EvaluationRequest]) async throws -> [[SearchObservation]] {
    runs += work.reduce(0) { $0 + $1.seeds.count }
    return try await evaluation(work)
  }

  func seed(_ index: Int) -> UInt64 { settings.firstSeed + UInt64(index) }

  // MARK: Order

  /// Best first; equal ones in the order in which they were tried.
  func ordered(_ places: [Int], seeds: Int? = nil, margin: Double? = nil) -> [Int] {
    var scored: [(place: Int, score: SearchScore)] = []
    for place in places {
      scored.append((place, candidates[place].score(problem.constraints, seeds: seeds, margin: margin)))
    }
    scored.sort { a, b in a.score == b.score ? a.place < b.place : a.score < b.score }
    return scored.map(\.place)
  }

  /// Those on the front between objective and trade-off that meet every other constraint, spread evenly: both ends first,
  /// then each time the one that lies farthest from those chosen, which are left out.
  func spreadFront(_ places: [Int], seeds: Int? = nil, near chosen: [Int] = []) -> [Int] {
    let left = problem.tradeOffConstraint
    let known = places.map { candidates[$0].score(problem.constraints, seeds: seeds, without: left) }
    let isMet = known.map { $0.violation == 0 }
    let costs: [Double?] = zip(known, isMet).map { score, isMet in isMet ? score.objective : nil }
    let errors: [Double?] = zip(known, isMet).map { score, isMet in isMet ? score.tradeOff : nil }
    let front = ParetoFront.indices(costs: costs, errors: errors)
    // By rank, so that the scales of the two do not matter.
    let rank = Dictionary(front.enumerated().map { (places[$0.element], $0.offset) }, uniquingKeysWith: { a, _ in a })
    var taken = chosen.compactMap { rank[$0] }
    var order: [Int] = []
    var rest = front.map { places[$0] }.filter { !chosen.contains($0) }
    while !rest.isEmpty {
      let next = rest.indices.max { a, b in
        let (first, second) = (distance(rank[rest[a]] ?? 0, taken), distance(rank[rest[b]] ?? 0, taken))
        return first == second ? a > b : first < second
      }
      guard let next else { break }
      taken.append(rank[rest[next]] ?? 0)
      order.append(rest.remove(at: next))
    }
    return order
  }

  private func distance(_ rank: Int, _ taken: [Int]) -> Int { taken.map { abs($0 - rank) }.min() ?? Int.max - rank }

  mutating func note(_ stage: SearchStep.Stage, best place: Int, candidates count: Int) {
    let score = candidates[place].score(problem.constraints)
    steps.append(
      SearchStep(
        stage: stage, runs: runs, candidates: count, best: candidates[place].point,
        seeds: candidates[place].observations.count, objective: score.objective, tradeOff: score.tradeOff,
        violation: score.violation))
  }
}
