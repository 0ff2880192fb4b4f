import RealModule

extension ParameterSearch {
  /// At most so many of the nearest points make a surface.
  private static let mostPoints = 60
  /// Half-widths, in coordinates, of the boxes around the best point in which a proposal is looked for.
  private static let reaches = [0.3, 0.08]
  private static let looked = 400

  /// Points where surfaces through all that is known say that the objective is small and the constraints are met.
  ///
  /// This is the search step of the pattern search, of which the poll is only the reserve (A. J. Booker and others, "A
  /// rigorous framework for optimization of expensive functions by surrogates", Structural Optimization 17 (1999) 1-13), with
  /// a surface for the objective and one for each constraint (R. G. Regis, "Stochastic radial basis function algorithms for
  /// large-scale optimization involving expensive black-box objective and constraint functions", Computers & Operations
  /// Research 38 (2011) 837-853).
  ///
  /// - Parameter margin: how sure constraints have to be met, on one side; `nil` looks at the mean alone.
  func proposals(around best: Int, round: Int, margin: Double? = nil) -> [SearchPoint] {
    let point = candidates[best].point
    let axes = problem.space.axes(of: point)
    let numeric = axes.indices.filter { axes[$0].isNumeric && point.values[$0].isFinite }
    guard !numeric.isEmpty, numeric.count <= 8 else { return [] }
    func place(_ values: [Double]) -> [Double] { numeric.map { axes[$0].coordinate(of: values[$0]) } }
    let centre = place(point.values)
    let alike = candidates.indices.filter { other in
      candidates[other].observations.count >= SearchSettings.looks[0]
        && isAlike(candidates[other].point, point)
    }
    func distance(_ other: Int) -> Double {
      zip(place(candidates[other].point.values), centre).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let near = alike.map { (place: $0, distance: distance($0)) }
      .sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.prefix(Self.mostPoints).map(\.place)
    guard near.count >= numeric.count + 2 else { return [] }
    let known = near.map { place(candidates[$0].point.values) }
    guard let objective = surface(known, near, best, { $0.objective }) else { return [] }
    var constraints: [(surface: Surface, bound: SearchConstraint, shift: Double)] = []
    for (number, bound) in problem.constraints.enumerated() {
      guard let surface = surface(known, near, best, { $0.constraints[number] }) else { continue }
      let values = candidates[best].observations.compactMap { $0.constraints[number] }
      let mean = values.reduce(0, +) / Double(max(1, values.count))
      constraints.append((surface, bound, SearchScore.adverse(values, bound, margin) - mean))
    }
    var found: [SearchPoint] = []
    for (number, reach) in Self.reaches.enumerated() {
      var choice: (violation: Double, objective: Double, point: SearchPoint)?
      for index in 0..<Self.looked {
        let step = HaltonSequence.point(1 + index + Self.looked * (2 * round + number), dimensions: numeric.count)
        var values = point.values
        for (axis, (middle, share)) in zip(numeric, zip(centre, step)) {
          values[axis] = axes[axis].value(at: middle + reach * (2 * share - 1))
        }
        let candidate = SearchPoint(variant: point.variant, values: values)
        if isTried(candidate) || found.contains(candidate) { continue }
        let x = place(values)
        let violation = constraints.reduce(0) { $0 + $1.bound.excess($1.surface.value(at: x) + $1.shift) }
        let expected = objective.value(at: x)
        if let choice, (violation, expected) >= (choice.violation, choice.objective) { continue }
        choice = (violation, expected, candidate)
      }
      if let choice { found.append(choice.point) }
    }
    return found
  }

  /// Whether a point has been run before.
  private func isTried(_ point: SearchPoint) -> Bool {
    places[point].map { !candidates[$0].observations.isEmpty } ?? false
  }

  /// Whether two points differ in numbers only.
  func isAlike(_ a: SearchPoint, _ b: SearchPoint) -> Bool {
    guard a.variant == b.variant else { return false }
    return problem.space.axes(of: a).enumerated().allSatisfy { place, axis in
      let (one, other) = (a.values[place], b.values[place])
      return axis.isNumeric ? one.isFinite == other.isFinite : one == other
    }
  }

  private struct Surface {
    let model: RadialBasisModel
    let isLogarithmic: Bool

    func value(at x: [Double]) -> Double {
      let value = model.value(at: x)
      return isLogarithmic ? Double.exp(min(value, 700)) : value
    }
  }

  /// A surface through a figure's means. Points with fewer seeds are compared with the best one on those they have, so that
  /// the randomness of the seeds cancels.
  private func surface(
    _ places: [[Double]], _ near: [Int], _ best: Int, _ figure: (SearchObservation) -> Double?
  ) -> Surface? {
    func mean(_ candidate: Int, _ seeds: Int) -> Double? {
      let values = candidates[candidate].observations.prefix(seeds).compactMap(figure)
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    let most = candidates[best].observations.count
    guard let whole = mean(best, most) else { return nil }
    var points: [[Double]] = []
    var pairs: [(own: Double, best: Double)] = []
    for (place, candidate) in zip(places, near) {
      let seeds = min(most, candidates[candidate].observations.count)
      guard let own = mean(candidate, seeds), let other = mean(best, seeds), !points.contains(place) else { continue }
      points.append(place)
      pairs.append((own, other))
    }
    let isLogarithmic = whole > 0 && pairs.allSatisfy { $0.own > 0 && $0.best > 0 }
    let values = pairs.map { pair in
      isLogarithmic ? Double.log(pair.own / pair.best * whole) : pair.own - pair.best + whole
    }
    return RadialBasisModel(points, values).map { Surface(model: $0, isLogarithmic: isLogarithmic) }
  }
}
