extension ParameterSearch {
  /// Half-widths, in coordinates, of the boxes that are filled around the best points, round by round.
  private static let reaches = [0.15, 0.06, 0.025]
  /// So many seeds a point costs in a round of halving, whose last looks a few get.
  private static let meanSeeds = 8

  /// Rounds of successive halving among new points around the best, in boxes that become narrow.
  mutating func refine() async throws {
    if isExhaustive { return try await settle() }
    let end = runs + Int(Double(settings.runs) * SearchSettings.refinement)
    let kept = min(SearchSettings.looks[2] * room(.max), (end - runs) / 3)
    var drawn = 0
    for (round, reach) in Self.reaches.enumerated() {
      let budget = (end - kept - runs) / (Self.reaches.count - round)
      let centres = self.centres(ofEachVariant: round == 0)
      let share = budget / Self.meanSeeds / centres.count
      guard share >= 2 else { continue }
      var places = centres
      for centre in centres {
        let points = points(around: candidates[centre].point, reach: reach, atMost: share, &drawn)
        places += points.map { place(of: $0) }.filter { !places.contains($0) }
      }
      try await halve(places, until: runs + budget, .refinement)
    }
    try await makeReadable(until: end)
  }

  /// The best point, those that keep the constraints with more certainty, since the very edge on the search's seeds is beyond
  /// it on others, and the best of the other variants.
  private func centres(ofEachVariant: Bool) -> [Int] {
    let known = wellKnown
    var found: [Int] = []
    for margin in [nil] + SearchSettings.ladder.map(Optional.some) {
      if let place = ordered(known, seeds: commonSeeds(known), margin: margin).first, !found.contains(place) {
        found.append(place)
      }
    }
    guard ofEachVariant else { return found }
    for place in ordered(
      candidates.indices.filter { !candidates[$0].observations.isEmpty }, seeds: SearchSettings.looks[0])
    where !found.contains(where: { candidates[$0].point.variant == candidates[place].point.variant }) {
      found.append(place)
    }
    return found
  }

  /// New points: first the neighbours in lists and without a limit, then such that fill a box.
  private func points(around centre: SearchPoint, reach: Double, atMost most: Int, _ drawn: inout Int) -> [SearchPoint]
  {
    let axes = problem.space.axes(of: centre)
    var points: [SearchPoint] = []
    func add(_ values: [Double]) {
      let point = SearchPoint(variant: centre.variant, values: values)
      let isTried = places[point].map { !candidates[$0].observations.isEmpty } ?? false
      if point != centre, !isTried, !points.contains(point) { points.append(point) }
    }
    for (number, axis) in axes.enumerated() {
      let unlimited = axis.unlimited == nil || !centre.values[number].isFinite ? [] : [Double.infinity]
      for value in axis.besides(centre.values[number]) + unlimited {
        var values = centre.values
        values[number] = value
        add(values)
      }
    }
    points.removeLast(max(0, points.count - max(1, most / 2)))
    let numeric = axes.indices.filter { axes[$0].isNumeric }
    for _ in 0..<(numeric.isEmpty ? 0 : 4 * most) where points.count < most {
      drawn += 1
      var values = centre.values
      for (number, share) in zip(numeric, HaltonSequence.point(drawn, dimensions: numeric.count)) {
        values[number] = axes[number].value(at: axes[number].coordinate(of: values[number]) + reach * (2 * share - 1))
      }
      add(values)
    }
    return points
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

  /// The seeds that all of these have: means over different seeds do not compare.
  func commonSeeds(_ places: [Int]) -> Int { places.map { candidates[$0].observations.count }.min() ?? 0 }
}
