import RealModule
import Testing

@testable import Estimation

@Suite struct SensitivityTests {
  /// Ishigami and Homma's function (1990) with a = 7, b = 0.1: variances known in closed form.
  static func ishigami(_ u: [Double]) -> Double {
    let x = u.map { (2 * $0 - 1) * Double.pi }
    let sine = Double.sin(x[1])
    return Double.sin(x[0]) + 7 * sine * sine + 0.1 * x[2] * x[2] * x[2] * x[2] * Double.sin(x[0])
  }

  static let (a, b, pi4) = (7.0, 0.1, Double.pow(.pi, 4))
  static let first1 = 0.5 * (1 + b * pi4 / 5) * (1 + b * pi4 / 5)
  static let first2 = a * a / 8
  static let both13 = b * b * pi4 * pi4 * (1.0 / 18 - 1.0 / 50)
  static let variance = first1 + first2 + both13

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func recoversIshigamisIndices(seed: UInt64) throws {
    let design = try SaltelliDesign(dimensions: 3, rows: 4_096, seed: seed)
    #expect(design.points.count == 4_096 * 5)
    let result = try SobolIndices(design, values: design.points.map(Self.ishigami), resamples: 200)
    let found = result.indices.sorted { $0.parameter < $1.parameter }
    let first = [Self.first1, Self.first2, 0].map { $0 / Self.variance }
    let total = [Self.first1 + Self.both13, Self.first2, Self.both13].map { $0 / Self.variance }
    for i in 0..<3 {
      #expect(abs(found[i].first.value - first[i]) < 0.02, "S\(i + 1)")
      #expect(abs(found[i].total.value - total[i]) < 0.02, "T\(i + 1)")
    }
    #expect(result.indices.map(\.parameter) == [0, 1, 2])
    #expect(abs(result.mean - 3.5) < 0.05)
    #expect(abs(result.deviation - Self.variance.squareRoot()) < 0.05)
  }

  /// Over seeds the 95 % intervals hold the true totals about as often as they say.
  @Test func intervalsHoldTheTruth() throws {
    var held = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      let design = try SaltelliDesign(dimensions: 3, rows: 256, seed: seed)
      let result = try SobolIndices(design, values: design.points.map(Self.ishigami), resamples: 200, seed: seed)
      let total = [Self.first1 + Self.both13, Self.first2, Self.both13].map { $0 / Self.variance }
      held += result.indices.count { $0.total.interval.contains(total[$0.parameter]) }
    }
    #expect(held >= 108, "\(held) of 120")
  }

  /// f = 3 u0 - 5 u1 + 0 u2: variances 9/12 and 25/12, no interaction; effects exactly 3, -5 and 0.
  @Test func aLinearModelIsFoundByHand() throws {
    func model(_ u: [Double]) -> Double { 1.21 + 3 * u[0] - 5 * u[1] }
    let design = try SaltelliDesign(dimensions: 3, rows: 2_048, seed: 3)
    let result = try SobolIndices(design, values: design.points.map(model), resamples: 100)
    #expect(result.indices.map(\.parameter) == [1, 0, 2])
    for (index, expected) in zip(result.indices, [25.0 / 34, 9.0 / 34, 0]) {
      #expect(abs(index.first.value - expected) < 0.01)
      #expect(abs(index.total.value - expected) < 0.01)
    }
    #expect(result.indices[2].total.value == 0)

    let screen = MorrisDesign(dimensions: 3, trajectories: 4, seed: 7)
    let effects = try MorrisScreening(screen, values: screen.points.map(model)).effects
    #expect(effects.map(\.parameter) == [1, 0, 2])
    for (effect, expected) in zip(effects, [-5.0, 3, 0]) {
      #expect(abs(effect.mean - expected) < 1e-12 && abs(effect.importance - abs(expected)) < 1e-12)
      #expect(effect.spread < 1e-12)
      #expect(abs(effect.interval.lowerBound - abs(expected)) < 1e-12)
    }
  }

  @Test func aTrajectoryChangesEachParameterOnce() {
    let design = MorrisDesign(dimensions: 5, trajectories: 6, seed: 11)
    #expect(design.points.count == 36)
    for trajectory in 0..<6 {
      let part = design.points[trajectory * 6..<trajectory * 6 + 6]
      var changed: [Int] = []
      for (before, after) in zip(part, part.dropFirst()) {
        let places = (0..<5).filter { before[$0] != after[$0] }
        #expect(places.count == 1)
        changed += places
        for place in places { #expect(abs(abs(before[place] - after[place]) - 2.0 / 3) < 1e-12) }
      }
      #expect(changed.sorted() == [0, 1, 2, 3, 4])
      #expect(part.allSatisfy { $0.allSatisfy { [0, 1.0 / 3, 2.0 / 3, 1].contains($0) } })
    }
  }

  @Test func seesAnEffectThatCancelsInTheMean() throws {
    // Up or down, as another parameter says: the mean is small, the importance is not.
    func model(_ u: [Double]) -> Double { u[1] > 0.5 ? u[0] : -u[0] }
    let design = MorrisDesign(dimensions: 2, trajectories: 40, seed: 5)
    let effects = try MorrisScreening(design, values: design.points.map(model)).effects
    let effect = try #require(effects.first { $0.parameter == 0 })
    #expect(abs(effect.importance - 1) < 1e-12)
    #expect(abs(effect.mean) < 0.5 && effect.spread > 0.8)
  }

  @Test func fillsManyDimensionsWhereSobolsSequenceWouldGiveZeros() throws {
    let points = try QuasiRandom.halton(count: 4_096, dimensions: 320, seed: 1)
    for dimension in [0, 39, 40, 41, 199, 319] {
      let column = points.map { $0[dimension] }
      #expect(column.allSatisfy { (0..<1).contains($0) })
      #expect(abs(column.reduce(0, +) / 4_096 - 0.5) < 0.05, "dimension \(dimension)")
      #expect(Set(column).count == 4_096)
    }
    #expect(throws: EstimationError.self) { try QuasiRandom.halton(count: 2, dimensions: 5_000, seed: 1) }
    #expect(throws: EstimationError.self) { try SaltelliDesign(dimensions: 700, rows: 64, seed: 1) }
    #expect(QuasiRandom.prime(number: 16) == 53 && QuasiRandom.prime(number: 40) == 173)
    #expect(throws: EstimationError.self) { try SaltelliDesign(dimensions: 8, rows: 52, seed: 1) }
  }

  @Test func refusesAnswersThatAreNone() throws {
    let design = try SaltelliDesign(dimensions: 2, rows: 8, seed: 1)
    #expect(throws: EstimationError.self) { try SobolIndices(design, values: [1, 2]) }
    #expect(throws: EstimationError.self) { try SobolIndices(design, values: .init(repeating: 3, count: 32)) }
    #expect(throws: EstimationError.self) { try SobolIndices(design, values: .init(repeating: .nan, count: 32)) }
  }

  /// Values: python3 Tests/EstimationTests/Reference/sobol_values.py (SALib 1.6.0), of the same sample.
  @Test func indicesEqualSALibs() throws {
    let steps = [
      TestData.golden, TestData.root, 0.7320508075688772, 0.2360679774997898, 0.6457513110645906, 0.3166247903554,
    ]
    let u = steps.map { TestData.sequence(61, $0) }
    var answers: [Double] = []
    for row in 0..<61 {
      let (a, b) = (u[..<3].map { $0[row] }, u[3...].map { $0[row] })
      answers += [Self.ishigami(a), Self.ishigami(b)]
      for k in 0..<3 {
        var mixed = a
        mixed[k] = b[k]
        answers.append(Self.ishigami(mixed))
      }
    }
    let design = try SaltelliDesign(dimensions: 3, rows: 61, seed: 1)
    let found = try SobolIndices(design, values: answers, resamples: 2_000).indices.sorted {
      $0.parameter < $1.parameter
    }
    let first = [0.31913554774111885, 0.4445665438955222, 0.03391316577265632]
    let total = [0.5971042312755925, 0.443642836109843, 0.27777974681714906]
    let (firstReach, totalReach) = (
      [0.240394141788487, 0.2206285287314368, 0.21328011715078013],
      [0.4254073304874823, 0.19568734393958723, 0.14892219645890953]
    )
    for i in 0..<3 {
      #expect(abs(found[i].first.value - first[i]) < 1e-9, "S\(i + 1)")
      #expect(abs(found[i].total.value - total[i]) < 1e-9, "T\(i + 1)")
      // Theirs are 1.96 deviations of resamples, ours quantiles.
      for (interval, reach) in [(found[i].first.interval, firstReach[i]), (found[i].total.interval, totalReach[i])] {
        let half = (interval.upperBound - interval.lowerBound) / 2
        #expect(half > 0.75 * reach && half < 1.33 * reach, "\(i + 1): \(half) and \(reach)")
      }
    }
  }
}
