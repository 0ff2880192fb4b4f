import Analysis
import Core
import RealModule

/// A problem whose best point is known: two kinds of tracker, of which each seed shows energy and error with noise that most
/// points share, as days are shared by strategies.
///
/// - `standard`: one of four accuracies and a filter from 5 m to 1 km, or none. Best: the third accuracy with 17.8 m, 87.7 J.
/// - `periodic`: a whole number of minutes from 1 to 60 and a patience from 1 s to 30 s. Along the edge of the constraint both
///   must change together. Best: 8 min and 10.9 s, 71.8 J; the best of all.
struct ConstructedProblem: Sendable {
  static let limit = 50.0

  static let space = SearchSpace([
    .init(
      "standard",
      axes: [
        SearchAxis("accuracy", .choice(count: 4, isOrdered: true)),
        SearchAxis("filter", .continuous(5...1_000, isLogarithmic: true), unlimited: .low),
      ], starts: [[0, .infinity]]),
    .init(
      "periodic",
      axes: [
        SearchAxis("interval", .whole(1...60, isLogarithmic: true)),
        SearchAxis("patience", .continuous(1...30, isLogarithmic: false)),
      ]),
  ])

  static func problem(limit: Double = limit) -> SearchProblem {
    SearchProblem(space: space, constraints: [SearchConstraint(.atMost, limit)], tradeOffConstraint: 0)
  }

  static func energy(_ point: SearchPoint) -> Double {
    let (a, b) = (point.values[0], point.values[1])
    if point.variant == 0 { return [300, 220, 60, 5][Int(a)] + (b.isFinite ? 40 / (1 + b / 40) : 50) }
    return 400 / a + 2 * b
  }

  static func error(_ point: SearchPoint) -> Double {
    let (a, b) = (point.values[0], point.values[1])
    if point.variant == 0 { return [8, 14, 42, 700][Int(a)] + (b.isFinite ? 0.45 * b : 0) }
    return 15 + 3 * a + 120 / b
  }

  /// The least energy among points that keep to the limit, by looking at very many.
  static func best(limit: Double = limit) -> Double {
    var best = Double.infinity
    for a in 0..<4 {
      for step in 0...2_000 {
        let filter = 5 * Double.pow(200, Double(step) / 2_000)
        let point = SearchPoint(variant: 0, values: [Double(a), filter])
        if error(point) <= limit { best = min(best, energy(point)) }
      }
    }
    for a in 1...60 {
      for step in 0...2_900 {
        let point = SearchPoint(variant: 1, values: [Double(a), 1 + Double(step) / 100])
        if error(point) <= limit { best = min(best, energy(point)) }
      }
    }
    return best
  }

  /// Noise as a share: what all points of a seed have in common in energy and in error, and what a point has by itself.
  var common = 0.2
  var commonOfError = 0.03
  var own = 0.02

  func observe(_ point: SearchPoint, seed: UInt64) -> SearchObservation {
    var key = StableHash.combine(seed, UInt64(point.variant), 0x0b_5e)
    for value in point.values { key = StableHash.combine(key, value.bitPattern) }
    func factor(_ name: UInt64, _ common: Double) -> Double {
      let z = common * Self.normal(StableHash.combine(seed, name)) + own * Self.normal(StableHash.combine(key, name))
      return Double.exp(z - (common * common + own * own) / 2)
    }
    let error = Self.error(point) * factor(2, commonOfError)
    return SearchObservation(objective: Self.energy(point) * factor(1, common), tradeOff: error, constraints: [error])
  }

  var evaluation: ParameterSearch.Evaluation {
    { work in work.map { item in item.seeds.map { observe(item.point, seed: $0) } } }
  }

  static func normal(_ hash: UInt64) -> Double {
    let (u, v) = (StableHash.unit(hash), StableHash.unit(StableHash.mix(hash)))
    return (-2 * Double.log(u)).squareRoot() * Double.cos(2 * .pi * v)
  }
}
