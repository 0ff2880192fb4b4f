extension ParameterSearch {
  /// The first points, and successive halving among them.
  mutating func screen() async throws {
    let budget = Int(Double(settings.runs) * SearchSettings.screening)
    var active = try startPoints(budget)
    for (round, look) in SearchSettings.looks.enumerated() {
      // The first round is paid for in any case; later ones take as many as they can.
      while round > 0, active.count > 1, runs + cost(of: active, seeds: look) > budget { active.removeLast() }
      guard round == 0 || runs + cost(of: active, seeds: look) <= budget else { break }
      try await evaluate(active, seeds: look)
      let count = active.count
      active = survivors(of: active, look: look)
      note(.screening, best: active[0], candidates: count)
      if active.count <= 2 { break }
    }
  }

  /// What every variant starts with, and a design that fills the rest of the budget; all points of a small space.
  private mutating func startPoints(_ budget: Int) throws -> [Int] {
    // A round of halving costs half of the first one, which takes the first look's seeds for each point.
    let rounds = Double(SearchSettings.looks.count)
    let count = max(4, Int(Double(budget) / (Double(SearchSettings.looks[0]) * (1 + (rounds - 1) / 2))))
    var places: [Int] = []
    for (number, variant) in problem.space.variants.enumerated() {
      for values in variant.starts { places.append(place(of: SearchPoint(variant: number, values: values))) }
    }
    if let all = problem.space.count, all <= count {
      isExhaustive = true
      for (number, variant) in problem.space.variants.enumerated() {
        for values in variant.all { places.append(place(of: SearchPoint(variant: number, values: values))) }
      }
    } else {
      // A variant with more to choose gets more points.
      let weights = problem.space.variants.map { Double($0.axes.count) }
      let left = Double(max(0, count - Set(places).count))
      for (number, variant) in problem.space.variants.enumerated() where !variant.axes.isEmpty {
        let share = max(2, Int((left * weights[number] / weights.reduce(0, +)).rounded()))
        for coordinates in try design(variant.axes.count, share) {
          places.append(place(of: variant.point(number, at: coordinates)))
        }
      }
    }
    var seen: Set<Int> = []
    return places.filter { seen.insert($0).inserted }
  }

  /// The half that goes on, best first.
  private func survivors(of active: [Int], look: Int) -> [Int] {
    let constraints = problem.constraints
    let test = EliminationTest(
      error: SearchSettings.raceError, looks: SearchSettings.looks, tests: active.count - 1 + constraints.count)
    let order = ordered(active, seeds: look)
    let champion = order.first { place in
      let candidate = candidates[place]
      return candidate.score(constraints, seeds: look).violation == 0
        && constraints.indices.allSatisfy {
          test.isAbove(candidate.excesses($0, constraints, seeds: look).map { -$0 }, look: look)
        }
    }
    var racing = order
    if let champion {
      racing = order.filter { place in
        place == champion
          || !test.isAbove(candidates[place].differences(to: candidates[champion], seeds: look), look: look)
            && !constraints.indices.contains {
              test.isAbove(candidates[place].excesses($0, constraints, seeds: look), look: look)
            }
      }
    }
    let room = max(1, (active.count + 1) / 2)
    var kept = Array(racing.prefix(max(1, room - room / 3)))
    kept += spreadFront(active, seeds: look, near: kept).prefix(room / 3)
    return kept
  }
}
