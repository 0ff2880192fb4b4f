import Core

/// Which parameters of a model matter, from one change at a time (Morris 1991; mean absolute effect: Campolongo,
/// Cariboni and Saltelli, Environ. Modell. Softw. 22, 2007).
package struct MorrisScreening: Sendable {
  /// What the answer does when one parameter goes across its range, other things changing too.
  package struct Effect: Sendable, Hashable {
    package let parameter: Int
    /// Mean of the absolute effects, in the answer's unit.
    package let importance: Double
    /// 95 %, by resampling trajectories.
    package let interval: ClosedRange<Double>
    /// Mean of the effects, with their sign.
    package let mean: Double
    /// Standard deviation of the effects: how much the effect depends on the other parameters, or is not linear.
    package let spread: Double
  }

  /// In descending order of importance.
  package let effects: [Effect]

  /// - Parameters:
  ///   - values: the model's answers at `design.points`, finite.
  ///   - resamples: for the intervals.
  /// - Throws: `badInput` for another number of answers or one that is not finite.
  package init(
    _ design: MorrisDesign, values: [Double], resamples: Int = 1_000, seed: UInt64 = 1
  ) throws(EstimationError) {
    guard values.count == design.points.count else {
      throw .badInput("\(values.count) answers for \(design.points.count) points")
    }
    guard values.allSatisfy(\.isFinite) else { throw .badInput("an answer is not a finite number") }
    var perParameter = [[Double]](repeating: [], count: design.dimensions)
    for (trajectory, steps) in design.steps.enumerated() {
      let start = trajectory * (design.dimensions + 1)
      for (k, step) in steps.enumerated() {
        perParameter[step.parameter].append((values[start + k + 1] - values[start + k]) / step.change)
      }
    }
    var random = Xoshiro256PlusPlus(seed: seed)
    effects = perParameter.enumerated().map { parameter, effects in
      let n = Double(effects.count)
      let sizes = effects.map { abs($0) }
      var means = (0..<max(1, resamples)).map { _ in
        sizes.indices.reduce(0.0) { sum, _ in sum + sizes[Int.random(in: sizes.indices, using: &random)] } / n
      }
      means.sort()
      return Effect(
        parameter: parameter, importance: sizes.mean, interval: Self.middle95(means), mean: effects.mean,
        spread: (effects.scatter / (n - 1)).squareRoot())
    }.sorted { ($0.importance, -Double($0.parameter)) > ($1.importance, -Double($1.parameter)) }
  }

  /// The 2.5 % and 97.5 % points of sorted values.
  static func middle95(_ sorted: [Double]) -> ClosedRange<Double> {
    let last = Double(sorted.count - 1)
    return sorted[Int((0.025 * last).rounded(.down))]...sorted[Int((0.975 * last).rounded(.up))]
  }
}

/// Where a model is to be evaluated for Morris's screening: random walks through a grid in the unit cube, one
/// parameter changed at each step.
///
/// Source: Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33, 1991: p = 4
/// levels 0, 1/3, 2/3 and 1, steps of p / (2 (p - 1)) = 2/3.
package struct MorrisDesign: Sendable {
  /// One change of one parameter, between the evaluations `step` and `step + 1` of its trajectory.
  struct Step: Sendable {
    let parameter: Int
    /// +2/3 or -2/3.
    let change: Double
  }

  static let size = 2.0 / 3
  package let dimensions: Int
  /// Trajectory after trajectory, `dimensions + 1` points each, coordinates 0, 1/3, 2/3 or 1.
  package let points: [[Double]]
  let steps: [[Step]]

  /// - Parameters:
  ///   - dimensions: how many parameters; 1 or more.
  ///   - trajectories: 2 or more; 10 are usual.
  package init(dimensions: Int, trajectories: Int = 10, seed: UInt64) {
    let (dimensions, trajectories) = (max(1, dimensions), max(2, trajectories))
    var random = Xoshiro256PlusPlus(seed: seed)
    var points: [[Double]] = []
    var allSteps: [[Step]] = []
    for _ in 0..<trajectories {
      var point = (0..<dimensions).map { _ in Double(Int.random(in: 0..<4, using: &random)) / 3 }
      points.append(point)
      var steps: [Step] = []
      for parameter in (0..<dimensions).shuffled(using: &random) {
        let change = point[parameter] < 0.5 ? Self.size : -Self.size
        point[parameter] += change
        // Thirds are not exact in binary; the grid has four values only.
        point[parameter] = (point[parameter] * 3).rounded() / 3
        points.append(point)
        steps.append(Step(parameter: parameter, change: change))
      }
      allSteps.append(steps)
    }
    self.dimensions = dimensions
    self.points = points
    steps = allSteps
  }
}
