extension ParameterSearch {
  /// Lengths of steps in coordinates: the first, from which one on more seeds are needed, and the last.
  private static let (longest, fine, shortest) = (0.125, 0.04, 1.0 / 128)
  /// So many points are refined.
  private static let starts = 4

  /// A pattern search on its way.
  private struct Descent {
    var best: Int
    var step = ParameterSearch.longest
    var poll = 0
    /// Proposals in a row that did not help.
    var failures = 0
    /// The last direction that helped.
    var turn: [Double]?

    var isDone: Bool { step < ParameterSearch.shortest }
  }

  /// Pattern searches from the best points that differ in more than a number, better ones more often.
  mutating func refine() async throws {
    if isExhaustive { return try await settle() }
    let end = runs + Int(Double(settings.runs) * SearchSettings.refinement)
    let kept = SearchSettings.ladder.count * (SearchSettings.looks[3] + SearchSettings.looks[2])
    var descents = origins.map { Descent(best: $0) }
    while let next = next(of: descents) {
      guard try await advance(&descents[next], until: end - kept) else { break }
      if descents.allSatisfy(\.isDone), let leader = leader(of: descents) {
        // There are runs left: once more around the best, in other directions.
        guard descents[leader].poll < 200, !neighbours(of: descents[leader], step: Self.fine).isEmpty else { break }
        descents[leader].step = Self.longest / 2
      }
    }
    try await stepInside(until: end)
    try await makeReadable(until: end)
  }

  /// Runs likely finalists again at values that people write, where those are as good, else where nobody would notice the
  /// difference.
  private mutating func makeReadable(until end: Int) async throws {
    let seeds = SearchSettings.looks[2]
    for place in likely() {
      let point = candidates[place].point
      let axes = problem.space.axes(of: point)
      var near: Int?
      for rule in [FloatingPointRoundingRule.toNearestOrAwayFromZero, .down, .up] {
        let values = zip(axes, point.values).map { $0.readable($1, rule) }
        let rounded = SearchPoint(variant: point.variant, values: values)
        guard rounded != point else { break }
        let other = self.place(of: rounded)
        guard runs + cost(of: [other], seeds: seeds) <= end else { break }
        try await evaluate([other], seeds: seeds)
        if isAsGood(other, as: place, seeds: seeds, within: settings.tolerance / 5) { near = near ?? other }
        guard isAsGood(other, as: place, seeds: seeds, within: 0.001) else { continue }
        near = other
        break
      }
      readable[place] = near
    }
  }

  /// Whether a point beside another keeps the constraints as well, and costs such a share more at most, on the same seeds.
  private func isAsGood(_ other: Int, as place: Int, seeds: Int, within share: Double) -> Bool {
    let constraints = problem.constraints
    func score(_ place: Int) -> SearchScore {
      candidates[place].score(constraints, seeds: seeds, margin: SearchSettings.margin)
    }
    let (new, old) = (score(other), score(place))
    return new.violation <= old.violation && new.objective <= old.objective + share * abs(old.objective)
  }

  /// The best point of each variant, and then of others that differ in more than a number.
  private var origins: [Int] {
    let known = candidates.indices.filter { !candidates[$0].observations.isEmpty }
    let order = ordered(known, seeds: SearchSettings.looks[0])
    var found: [Int] = []
    for place in order
    where !found.contains(where: { candidates[$0].point.variant == candidates[place].point.variant }) {
      found.append(place)
    }
    for place in ordered(wellKnown) + order
    where !found.contains(where: { isAlike(candidates[$0].point, candidates[place].point) }) {
      found.append(place)
    }
    return Array(found.prefix(Self.starts))
  }

  /// The best point often lies at the very edge of a constraint on the search's seeds, and beyond it on others. Points
  /// further inside are made ready.
  private mutating func stepInside(until end: Int) async throws {
    guard !problem.constraints.isEmpty, let look = SearchSettings.looks.last else { return }
    for (round, margin) in SearchSettings.ladder.enumerated() {
      guard let best = ordered(wellKnown, margin: margin).first else { return }
      let proposed = proposals(around: best, round: 500 + round, margin: margin).suffix(1).map { place(of: $0) }
      guard !proposed.isEmpty, runs + cost(of: proposed, seeds: look) <= end else { continue }
      try await evaluate(proposed, seeds: look)
    }
  }

  /// The one that has had the fewest polls for its rank: the second best gets half as many as the best, and so on.
  private func next(of descents: [Descent]) -> Int? {
    let order = ordered(descents.map(\.best))
    let open = descents.indices.filter { !descents[$0].isDone }
    return open.min { a, b in
      let first = descents[a].poll * (1 + (order.firstIndex(of: descents[a].best) ?? 0))
      let second = descents[b].poll * (1 + (order.firstIndex(of: descents[b].best) ?? 0))
      return first == second ? a < b : first < second
    }
  }

  private func leader(of descents: [Descent]) -> Int? {
    let order = ordered(descents.map(\.best))
    return order.first.flatMap { best in descents.firstIndex { $0.best == best } }
  }

  /// In a small space every point is known: only the best need more seeds.
  private mutating func settle() async throws {
    let end = runs + Int(Double(settings.runs) * SearchSettings.refinement)
    guard let look = SearchSettings.looks.last else { return }
    for place in ordered(wellKnown, margin: SearchSettings.margin) {
      if runs + cost(of: [place], seeds: look) > end { break }
      try await evaluate([place], seeds: look)
    }
    if let best = ordered(wellKnown, margin: SearchSettings.margin).first {
      note(.refinement, best: best, candidates: wellKnown.count)
    }
  }

  /// The candidates with the most seeds: at least half as many as the one that has most.
  var wellKnown: [Int] {
    let most = candidates.map(\.observations.count).max() ?? 0
    return candidates.indices.filter { candidates[$0].observations.count * 2 >= most }
  }

  /// One proposal, or one poll where proposals do not help.
  ///
  /// - Returns: `false` when the runs do not suffice.
  private mutating func advance(_ descent: inout Descent, until end: Int) async throws -> Bool {
    let look = descent.step > Self.fine ? SearchSettings.looks[2] : SearchSettings.looks[3]
    guard runs + cost(of: [descent.best], seeds: look) <= end else { return false }
    try await evaluate([descent.best], seeds: look)
    if descent.failures < 2 {
      descent.poll += 1
      let proposed = proposals(around: descent.best, round: descent.poll).map { place(of: $0) }
      if !proposed.isEmpty {
        guard let found = try await winner(among: proposed, over: descent.best, look: look, until: end) else {
          return false
        }
        descent.failures = found == descent.best ? descent.failures + 1 : 0
        descent.best = found
        note(.refinement, best: found, candidates: proposed.count)
        return true
      }
    }
    descent.failures = 0
    let places = neighbours(of: descent, step: descent.step).map { place(of: $0) }
    descent.poll += 1
    guard !places.isEmpty else {
      descent.step /= 2
      return true
    }
    guard let found = try await winner(among: places, over: descent.best, look: look, until: end) else { return false }
    if found == descent.best {
      if descent.turn == nil { descent.step /= 2 }
      descent.turn = nil
    } else {
      // The last direction is tried again, with a longer step.
      descent.turn = difference(candidates[found].point, candidates[descent.best].point)
      descent.best = found
      descent.step = min(Self.longest, descent.step * 2)
    }
    note(.refinement, best: descent.best, candidates: places.count)
    return true
  }

  /// Points around one, without itself.
  private func neighbours(of descent: Descent, step: Double) -> [SearchPoint] {
    let point = candidates[descent.best].point
    let axes = problem.space.axes(of: point)
    let numeric = axes.indices.filter { axes[$0].isNumeric }
    var points: [SearchPoint] = []
    func add(_ values: [Double]) {
      let found = SearchPoint(variant: point.variant, values: values)
      if found != point, !points.contains(found) { points.append(found) }
    }
    var directions = descent.turn.map { [$0] } ?? []
    directions += PollDirections.directions(dimensions: numeric.count, poll: 0)
    if numeric.count > 1 { directions += PollDirections.directions(dimensions: numeric.count, poll: descent.poll + 1) }
    for direction in directions {
      var values = point.values
      for (place, share) in zip(numeric, direction) {
        values[place] = axes[place].moved(values[place], by: step * share, isMain: abs(share) >= 0.5)
      }
      add(values)
    }
    for (place, axis) in axes.enumerated() {
      // However far its end of the range is, no limit is a neighbour.
      let unlimited = axis.unlimited == nil || !point.values[place].isFinite ? [] : [Double.infinity]
      for value in axis.besides(point.values[place]) + unlimited {
        var values = point.values
        values[place] = value
        add(values)
      }
    }
    return points
  }

  /// The way from one point to another along the numbers, its largest component 1; `nil` where they differ in words.
  private func difference(_ new: SearchPoint, _ old: SearchPoint) -> [Double]? {
    guard isAlike(new, old) else { return nil }
    let steps = zip(problem.space.axes(of: new), zip(new.values, old.values)).filter { $0.0.isNumeric }
      .map { $0.coordinate(of: $1.0) - $0.coordinate(of: $1.1) }
    let longest = steps.reduce(0) { max($0, abs($1)) }
    return longest > 0 ? steps.map { $0 / longest } : nil
  }

  /// What a point with few seeds would show on all that another has: the other's means, and the differences between the two
  /// on the seeds of both.
  private func score(of place: Int, besides best: Int, seeds: Int) -> SearchScore {
    let constraints = problem.constraints
    let (whole, part) = (candidates[best].observations, candidates[best].observations.prefix(seeds))
    func shift(_ figure: (SearchObservation) -> Double?) -> Double {
      func mean(_ observations: some Collection<SearchObservation>) -> Double {
        let values = observations.compactMap(figure)
        return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
      }
      return mean(whole) - mean(part)
    }
    let objective = shift(\.objective)
    let bounds = constraints.indices.map { place in shift { $0.constraints[place] } }
    return SearchScore(
      candidates[place].observations.prefix(seeds).map { observation in
        SearchObservation(
          objective: observation.objective.map { $0 + objective }, tradeOff: observation.tradeOff,
          constraints: zip(observation.constraints, bounds).map { figure, shift in figure.map { $0 + shift } })
      }, constraints)
  }

  /// The best of the neighbours if it beats the point they surround, which otherwise stays.
  ///
  /// Neighbours race: all on few seeds, then the best of them, as long as one may be better, on more.
  ///
  /// - Returns: `nil` when the runs do not suffice.
  private mutating func winner(
    among places: [Int], over best: Int, look last: Int, until end: Int
  ) async throws -> Int? {
    let looks = SearchSettings.looks.filter { $0 <= last }
    var active = places
    for look in looks {
      guard runs + cost(of: active, seeds: look) <= end else { return nil }
      try await evaluate(active, seeds: look)
      if look == last { break }
      var scored = active.map { (place: $0, score: score(of: $0, besides: best, seeds: look)) }
      scored.sort { a, b in a.score == b.score ? a.place < b.place : a.score < b.score }
      // On the same days both of the best are worse: so are they on more.
      if look > looks[0], let first = scored.first, candidates[best].score(problem.constraints) <= first.score {
        return best
      }
      active = scored.prefix(look == looks[0] ? max(2, places.count / 4) : 2).map(\.place)
    }
    return ordered([best] + active, seeds: last).first
  }
}
