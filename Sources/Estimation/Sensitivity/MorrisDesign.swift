import Core

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
  package let trajectories: Int
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
    self.trajectories = trajectories
    self.points = points
    steps = allSteps
  }
}
