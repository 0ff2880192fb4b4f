import Core
import RealModule

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
      let mean = effects.reduce(0, +) / n
      let spread = (effects.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)).squareRoot()
      let sizes = effects.map { abs($0) }
      var means = (0..<max(1, resamples)).map { _ in
        sizes.indices.reduce(0.0) { sum, _ in sum + sizes[Int.random(in: sizes.indices, using: &random)] } / n
      }
      means.sort()
      return Effect(
        parameter: parameter, importance: sizes.reduce(0, +) / n, interval: Self.middle95(means), mean: mean,
        spread: spread)
    }.sorted { ($0.importance, -Double($0.parameter)) > ($1.importance, -Double($1.parameter)) }
  }

  /// The 2.5 % and 97.5 % points of sorted values.
  static func middle95(_ sorted: [Double]) -> ClosedRange<Double> {
    let last = Double(sorted.count - 1)
    return sorted[Int((0.025 * last).rounded(.down))]...sorted[Int((0.975 * last).rounded(.up))]
  }
}
