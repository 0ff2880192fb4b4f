extension ParameterSearch {
  /// Successive halving among the first points.
  mutating func screen() async throws {
    let budget = Int(Double(settings.runs) * SearchSettings.screening)
    try await halve(startPoints(budget), until: budget, .screening)
  }

  /// All on the first few seeds, the better half on more, and so on.
  mutating func halve(_ points: [Int], until end: Int, _ stage: SearchStep.Stage) async throws {
    var active = points
    for (round, look) in SearchSettings.looks.enumerated() {
      // The first round is paid for in any case; later ones take as many as they can.
      while round > 0, active.count > 1, runs + cost(of: active, seeds: look) > end { active.removeLast() }
      guard round == 0 || runs + cost(of: active, seeds: look) <= end else { break }
      try await evaluate(active, seeds: look)
      let count = active.count
      active = survivors(of: active, look: look)
      note(stage, best: active[0], candidates: count)
      if stage == .screening, active.count <= 2 { break }
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
        for coordinates in HaltonSequence.points(dimensions: variant.axes.count, count: share) {
          places.append(place(of: variant.point(number, at: coordinates)))
        }
      }
    }
    var seen: Set<Int> = []
    return places.filter { seen.insert($0).inserted }
  }

  /// The half that goes on, best first; a third of it is for points on the front between objective and trade-off.
  private func survivors(of active: [Int], look: Int) -> [Int] {
    let room = max(2, (active.count + 1) / 2)
    let kept = Array(ordered(active, seeds: look).prefix(max(1, room - room / 3)))
    return kept + spreadFront(active, seeds: look, near: kept).prefix(room / 3)
  }
}
