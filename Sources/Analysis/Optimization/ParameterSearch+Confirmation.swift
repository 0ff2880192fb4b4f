extension ParameterSearch {
  /// Chooses on fresh seeds, and reports on others.
  mutating func confirm() async throws -> SearchOutcome {
    let constraints = problem.constraints
    let varied = Int(Double(settings.runs) * SearchSettings.sensitivity)
    let least = (choice: 4, report: 8)
    // Each finalist takes so many runs at least.
    let places = finalists(atMost: max(1, (settings.runs - runs - varied) / (least.choice + least.report)))
    let left = max(0, settings.runs - runs - varied) / places.count
    let choice = min(100, max(least.choice, left * 2 / 5))
    // A part is kept for points whose constraints the seeds of the report do not decide.
    let report = min(200, max(least.report, (left - choice) * 2 / 3))
    let first = SearchSettings.looks.last ?? 0
    let (choiceSeeds, reportSeeds) = (first..<first + choice, first + choice..<first + choice + report)
    let chosen = try await observations(of: places.map { candidates[$0].point }, choiceSeeds)
    let choices = chosen.map { SearchScore($0, constraints, margin: SearchSettings.margin) }
    let order = places.indices.sorted { a, b in choices[a] == choices[b] ? a < b : choices[a] < choices[b] }
    var reported = try await observations(of: places.map { candidates[$0].point }, reportSeeds)
    let starts = startPointsGiven
    let isGiven = places.map { starts.contains(candidates[$0].point) }
    func firstMeeting(_ scores: [SearchScore]) -> Int? {
      order.first { scores[$0].violation == 0 && scores[$0].objective.isFinite }
    }
    try await decideNear(&reported, of: places, beside: firstMeeting, reserve: varied, from: reportSeeds.lowerBound)
    let scores = reported.map { SearchScore($0, constraints) }
    let found = firstMeeting(scores)
    let recommended = recommendation(found, isGiven, choices, scores, reported)
    // Both of these may look at the seeds of the report; the outcome tells when they did.
    let nearest = recommended ?? order.min { scores[$0].violation < scores[$1].violation } ?? order[0]
    let fronted = ParetoFront.indices(
      costs: scores.map { Optional($0.objective) }, errors: scores.map(\.tradeOff))
    let rising = places.indices.sorted { a, b in (scores[a].objective, a) < (scores[b].objective, b) }
    let finalists = rising.map { place in
      let runs = reported[place].filter { $0.objective != nil }
      return SearchOutcome.Finalist(
        point: candidates[places[place]].point, isStart: starts.contains(candidates[places[place]].point),
        objective: SampleStatistics(reported[place].compactMap(\.objective)),
        objectives: runs.compactMap(\.objective), locationShares: runs.compactMap(\.locationShare),
        tradeOff: SampleStatistics(reported[place].compactMap(\.tradeOff)),
        constraints: constraints.indices.map { Self.figure(reported[place], $0, constraints[$0]) },
        violation: scores[place].violation, difference: Self.difference(reported[place], reported[nearest]),
        isOnFront: fronted.contains(place))
    }
    let variations = try await variations(
      of: candidates[places[nearest]].point, budget: min(varied, settings.runs - runs), reported[nearest],
      from: reportSeeds.lowerBound)
    return SearchOutcome(
      finalists: finalists, recommended: recommended.flatMap { rising.firstIndex(of: $0) },
      passedOver: recommended.flatMap { taken in found.map { scores[$0].objective > scores[taken].objective } } ?? true
        || found == recommended ? nil : found.flatMap { rising.firstIndex(of: $0) },
      nearest: rising.firstIndex(of: nearest) ?? 0, firstChoice: rising.firstIndex(of: order[0]) ?? 0, steps: steps,
      trials: trials, variations: variations, runs: runs,
      searchSeeds: seed(0)..<seed(first), choiceSeeds: seed(choiceSeeds.lowerBound)..<seed(choiceSeeds.upperBound),
      reportSeeds: seed(reportSeeds.lowerBound)..<seed(reportSeeds.upperBound), isExhaustive: isExhaustive)
  }

  private var startPointsGiven: Set<SearchPoint> {
    Set(
      problem.space.variants.enumerated().flatMap { number, variant in
        variant.starts.map { SearchPoint(variant: number, values: $0) }
      })
  }

  func room(_ most: Int) -> Int { min(most, 12, max(4, settings.runs / 200)) }

  /// The best few that differ, then points spread over the front.
  func likely(atMost most: Int = .max) -> [Int] {
    let room = self.room(most)
    let known = wellKnown
    let seeds = commonSeeds(known)
    var chosen: [Int] = []
    for margin in [nil] + SearchSettings.ladder.map(Optional.some) where chosen.count < (room + 1) / 2 {
      if let place = ordered(known, seeds: seeds, margin: margin).first, !chosen.contains(place) {
        chosen.append(place)
      }
    }
    let order = ordered(known, seeds: seeds)
    for place in order where chosen.count < (room + 1) / 2 {
      if !chosen.contains(where: { isClose($0, place) }) { chosen.append(place) }
    }
    for place in spreadFront(known, seeds: seeds, near: chosen) where chosen.count < room {
      if !chosen.contains(where: { isClose($0, place) }) { chosen.append(place) }
    }
    for place in order where chosen.count < min(room, known.count) {
      if !chosen.contains(place) { chosen.append(place) }
    }
    return chosen
  }

  /// The likely ones, at values that people write where those are as good, then some of those that were to be tried in any
  /// case.
  private func finalists(atMost most: Int) -> [Int] {
    var chosen: [Int] = []
    for place in likely(atMost: most).map({ readable[$0] ?? $0 }) where !chosen.contains(place) {
      chosen.append(place)
    }
    let starts = startPointsGiven.compactMap { places[$0] }.filter { !chosen.contains($0) }
    // What the user gave is judged by the same seeds as what was found, whatever a few seeds of the search said of it.
    let given = ordered(starts, seeds: SearchSettings.looks[0]).prefix(most)
    return Array(chosen.prefix(max(1, most - given.count))) + given
  }

  /// The point to take: what the seeds of the choice chose, unless a cheaper one meets the constraints, too. One that they took
  /// for too near a limit has to meet it for all that its 95 % bound says; a given one is not selected, so its means suffice. A given point
  /// within 1 % stays: a saving that nobody would notice is no recommendation.
  private func recommendation(
    _ found: Int?, _ isGiven: [Bool], _ choices: [SearchScore], _ scores: [SearchScore],
    _ reported: [[SearchObservation]]
  ) -> Int? {
    func cost(_ place: Int) -> Double { scores[place].objective }
    let meeting = scores.indices.filter { place in
      scores[place].violation == 0 && cost(place).isFinite
        && (isGiven[place] || place == found
          || choices[place].violation > 0
            && SearchScore(reported[place], problem.constraints, margin: 0.95).violation == 0)
    }
    guard let cheapest = meeting.min(by: { (cost($0), $0) < (cost($1), $1) }) else { return found }
    let best = found.map { cost(cheapest) < cost($0) ? cheapest : $0 } ?? cheapest
    if isGiven[best] { return best }
    return meeting.filter { isGiven[$0] && cost($0) - cost(best) <= SearchOutcome.negligible * abs(cost(best)) }
      .min { cost($0) < cost($1) } ?? best
  }

  /// Gives more seeds to points that cost less than the one chosen and whose constraints are not decided: none is surely broken,
  /// and the 95 % interval of one holds its limit. It ends when all are decided, or with the runs.
  private mutating func decideNear(
    _ reported: inout [[SearchObservation]], of places: [Int], beside chosen: ([SearchScore]) -> Int?, reserve: Int,
    from first: Int
  ) async throws {
    let constraints = problem.constraints
    let atFirst = reported.first?.count ?? 0
    while true {
      let scores = reported.map { SearchScore($0, constraints) }
      let most = chosen(scores).map { scores[$0].objective } ?? .infinity
      let open = reported.indices.filter { scores[$0].objective < most && isOpen(reported[$0], from: atFirst) }
      guard let place = open.min(by: { scores[$0].objective < scores[$1].objective }) else { return }
      let seeds = min(reported[place].count, settings.runs - runs - reserve)
      guard seeds >= SearchSettings.looks[0] else { return }
      let start = first + reported[place].count
      reported[place] += try await observations(of: [candidates[places[place]].point], start..<start + seeds)[0]
    }
  }

  /// Whether the seeds leave open that the constraints are met. Each look has twice the seeds of the one before and half its share
  /// of the error, so that all looks at a point together err 5 % of the time at most.
  ///
  /// - Parameter first: the seeds of the first look.
  private func isOpen(_ observations: [SearchObservation], from first: Int) -> Bool {
    let confidence = 1 - 0.025 * Double(first) / Double(max(1, observations.count))
    var isOpen = false
    for (number, constraint) in problem.constraints.enumerated() {
      let values = observations.compactMap { $0.constraints[number] }
      guard let interval = MeanInterval(values, IntervalRule(confidence: confidence)) else { continue }
      let (near, far) = constraint.side == .atMost ? (interval.low, interval.high) : (interval.high, interval.low)
      if constraint.excess(near) > 0 { return false }
      if constraint.excess(far) > 0 { isOpen = true }
    }
    return isOpen
  }

  /// Whether two differ by less than a fifth of the tolerance in all that counts.
  private func isClose(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (candidates[a].score(problem.constraints), candidates[b].score(problem.constraints))
    func isClose(_ a: Double?, _ b: Double?) -> Bool {
      guard let a, let b else { return a == nil && b == nil }
      return abs(a - b) <= settings.tolerance / 5 * max(abs(a), abs(b))
    }
    return isClose(first.objective, second.objective) && isClose(first.tradeOff, second.tradeOff)
      && isClose(first.violation, second.violation)
  }

  /// What points tell on seeds that the search does not use.
  private mutating func observations(
    of points: [SearchPoint], _ seeds: Range<Int>
  ) async throws -> [[SearchObservation]] {
    try await results(
      points.map { EvaluationRequest(point: $0, seeds: seed(seeds.lowerBound)..<seed(seeds.upperBound)) })
  }

  private static func difference(_ a: [SearchObservation], _ b: [SearchObservation]) -> SampleStatistics? {
    SampleStatistics(
      zip(a, b).compactMap { own, other in
        guard let x = own.objective, let y = other.objective else { return nil }
        return x - y
      })
  }

  private static func figure(
    _ observations: [SearchObservation], _ place: Int, _ constraint: SearchConstraint
  ) -> SearchOutcome.ConstraintFigure {
    let values = observations.compactMap { $0.constraints[place] }
    let bound = values.count > 1 ? SearchScore.adverse(values, constraint, 0.95) : nil
    let statistics = SampleStatistics(values, within: constraint.bounds)
    let verdict: SearchOutcome.Verdict
    if values.count < observations.count, !constraint.absenceIsGood {
      verdict = .missing
    } else if let mean = statistics?.mean, constraint.excess(mean) > 0 {
      verdict = .broken
    } else if let bound, constraint.excess(bound) > 0 {
      verdict = .metOnAverage
    } else {
      verdict = statistics == nil || bound != nil ? .met : .metOnAverage
    }
    return SearchOutcome.ConstraintFigure(figure: statistics, bound: bound, verdict: verdict)
  }

  // MARK: Sensitivity

  /// Each parameter of the point moved by itself.
  private mutating func variations(
    of point: SearchPoint, budget: Int, _ own: [SearchObservation], from first: Int
  ) async throws -> [SearchOutcome.Variation] {
    let axes = problem.space.axes(of: point)
    var found: [(axis: Int, point: SearchPoint)] = []
    for (number, axis) in axes.enumerated() {
      var values: [Double] = []
      switch axis.form {
      case .choice(let count, _): values = (0..<count).map(Double.init)
      default:
        let middle = axis.coordinate(of: point.values[number])
        values = [-0.25, -0.12, -0.05, 0.05, 0.12, 0.25].map { axis.readable(axis.value(at: middle + $0)) }
        if axis.unlimited != nil { values.append(.infinity) }
      }
      for value in Set(values).sorted() where value != point.values[number] {
        var changed = point.values
        changed[number] = value
        found.append((number, SearchPoint(variant: point.variant, values: changed)))
      }
    }
    guard !found.isEmpty else { return [] }
    let seeds = min(own.count, budget / found.count)
    guard seeds >= 2 else { return [] }
    let observed = try await observations(of: found.map(\.point), first..<first + seeds)
    return zip(found, observed).map { changed, observations in
      SearchOutcome.Variation(
        axis: changed.axis, point: changed.point, objective: SampleStatistics(observations.compactMap(\.objective)),
        tradeOff: SampleStatistics(observations.compactMap(\.tradeOff)),
        difference: Self.difference(observations, own),
        violation: SearchScore(observations, problem.constraints).violation)
    }
  }

  private var trials: [SearchOutcome.Trial] {
    candidates.filter { !$0.observations.isEmpty }.map { candidate in
      let score = candidate.score(problem.constraints)
      return SearchOutcome.Trial(
        point: candidate.point, seeds: candidate.observations.count,
        objective: score.objective.isFinite ? score.objective : nil, tradeOff: score.tradeOff,
        violation: score.violation)
    }
  }
}
