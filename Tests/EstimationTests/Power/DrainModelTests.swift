import RealModule
import Testing

@testable import Estimation

/// The likelihood of runs against dense matrices and plain integration.
@Suite struct DrainModelTests {
  private let components = [DrainComponent(name: "a"), DrainComponent(name: "c", treatment: .fixed(0.019))]
  private let s = [0.31, 0.83, 0.13, 0.1, 0]
  private let watts = 0.187
  private let plateau = 4.3

  private func run(_ levels: [(Double, Int)], _ device: String = "") -> GaugeRun {
    GaugeRun(
      name: "r", strategy: "s", device: device,
      readings: levels.map { .init(hour: $0, level: $1, exposure: [0.7 * $0, 0.9 * $0]) })
  }

  private func model(_ runs: [GaugeRun], devicesDiffer: Bool = false) -> DrainModel {
    let options = DrainFitOptions(capacityWattHours: 6.91, devicesDiffer: devicesDiffer)
    return DrainModel(
      runs.map { DrainData($0, components: components, capacityWattHours: 6.91) }, [components[0]], options)
  }

  /// Minus the log-likelihood without the constant of the normal density, from the equations.
  private func loss(_ model: DrainModel, _ point: [Double], at shape: [Double]) -> Double {
    let sums = model.equations(at: shape, s)
    return sums.constant + zip(point, sums.information).reduce(0) { $0 + $1.0 * dot($1.1, point) } / 2
      - dot(point, sums.right)
  }

  /// 97 % is shown from 3.1 to 4.1 h and counts at 3.6 h, 86 % at its last reading.
  private let levels = [(0.0, 100), (1.7, 100), (3.1, 97), (4.1, 97), (5.9, 92), (7.3, 86), (7.9, 86)]

  /// Minus the log-likelihood of the run of `levels`, from dense matrices; the covariance is that at `held` watts.
  private func expected(_ watts: Double, _ plateau: Double, held: Double, factor: Double = 1) -> Double {
    func drain(_ hour: Double, _ watts: Double) -> Double { 100 / 6.91 * hour * (0.7 * watts + 0.9 * 0.019) }
    func joint(_ a: Double, _ b: Double) -> Double { 0.83 * 0.83 + 0.13 * 0.13 * drain(a, held) * drain(b, held) }
    func off(_ shown: Double, _ hour: Double) -> Double { shown - factor * drain(hour, watts) + plateau }
    let noise = 1.0 / 12 + 0.31 * 0.31
    let (a, b, c) = (noise + joint(3.6, 3.6), joint(3.6, 7.9), noise + joint(7.9, 7.9))
    let (r1, r2) = (off(3, 3.6), off(14, 7.9))
    let determinant = a * c - b * b
    /// That less than half a point is gone at an hour, given both rows.
    func chance(_ hour: Double) -> Double {
      let (j1, j2) = (joint(hour, 3.6), joint(hour, 7.9))
      let (w1, w2) = ((c * j1 - b * j2) / determinant, (a * j2 - b * j1) / determinant)
      let variance = 0.31 * 0.31 + joint(hour, hour) - w1 * j1 - w2 * j2
      return 0.5 * Double.erfc(-(off(0.5, hour) - w1 * r1 - w2 * r2) / (2 * variance).squareRoot())
    }
    return (c * r1 * r1 - 2 * b * r1 * r2 + a * r2 * r2) / determinant / 2 + Double.log(determinant) / 2
      - Double.log(chance(1.7) - chance(3.1))
  }

  @Test func aRunIsTwoLevelsAndTheFallBetweenTwoReadings() {
    let point = [watts, plateau]
    #expect(abs(loss(model([run(levels)]), point, at: point) - expected(watts, plateau, held: watts)) < 1e-9)
    // A device's factor is a share of the drain.
    let shared = model([run(levels, "x")], devicesDiffer: true)
    let moved = expected(watts, plateau, held: watts, factor: 1.07)
    #expect(abs(loss(shared, point + [0.07], at: point + [0.07]) - moved) < 1e-9)
    #expect(shared.factors.ofRun == [[0]])
  }

  @Test func theTangentParabolaHasTheLikelihoodsSlopesAndCurvatures() {
    let (point, steps) = ([watts, plateau], [1e-4, 1e-3])
    let sums = model([run(levels)]).equations(at: point, s)
    func at(_ moves: [(Int, Double)]) -> Double {
      var moved = point
      for (k, sign) in moves { moved[k] += sign * steps[k] }
      return expected(moved[0], moved[1], held: watts)
    }
    for k in 0..<2 {
      let slope = (at([(k, 1)]) - at([(k, -1)])) / (2 * steps[k])
      #expect(abs(dot(sums.information[k], point) - sums.right[k] - slope) < 1e-4 * abs(slope), "\(k)")
      for l in 0..<2 {
        let bend =
          (at([(k, 1), (l, 1)]) - at([(k, 1), (l, -1)]) - at([(k, -1), (l, 1)]) + at([(k, -1), (l, -1)]))
          / (4 * steps[k] * steps[l])
        #expect(abs(sums.information[k][l] - bend) < 1e-3 * abs(bend), "\(k) \(l)")
      }
    }
  }

  @Test func aRunThatStaysFullCountsByItsProbability() {
    let model = model([run([(0, 100), (2.3, 100), (3.7, 100)])])
    func chance(_ watts: Double) -> Double {
      let drain = 100 / 6.91 * 3.7 * (0.7 * watts + 0.9 * 0.019)
      // The covariance is held at the first power.
      let held = 100 / 6.91 * 3.7 * (0.7 * self.watts + 0.9 * 0.019)
      let deviation = (0.31 * 0.31 + 0.83 * 0.83 + 0.13 * 0.13 * held * held).squareRoot()
      return 0.5 * Double.erfc((drain - plateau - 0.5) / deviation / 2.0.squareRoot())
    }
    let point = [watts, plateau]
    #expect(abs(loss(model, point, at: point) + Double.log(chance(watts))) < 1e-9)
    // Slope and curvature of the tangent parabola.
    let sums = model.equations(at: point, s)
    let (slope, step) = (dot(sums.information[0], point) - sums.right[0], 1e-4)
    let (up, down) = (-Double.log(chance(watts + step)), -Double.log(chance(watts - step)))
    #expect(abs(slope - (up - down) / (2 * step)) < 1e-5 * abs(slope))
    let bend = (up + down + 2 * Double.log(chance(watts))) / (step * step)
    #expect(abs(bend - sums.information[0][0]) < 1e-3 * bend)
  }

  @Test func theEndsOfARunAreChosenByTheirLevels() {
    func data(_ levels: [(Double, Int)], _ gauge: GaugeStart = .plateau) -> DrainData {
      DrainData(run(levels), components: components, capacityWattHours: 100, gauge: gauge)
    }
    func ends(_ data: DrainData) -> [[Double]] { data.rows.map { [$0.exposure[0] / 0.7, $0.shown] } }
    func near(_ found: [[Double]], _ expected: [[Double]]) -> Bool {
      zip(found.flatMap { $0 }, expected.flatMap { $0 }).allSatisfy { abs($0 - $1) < 1e-12 }
        && found.map(\.count) == expected.map(\.count)
    }
    #expect(near(ends(data(levels)), [[3.6, 3], [7.9, 14]]))
    // Under 3 % nothing counts, and the level before ends by itself.
    let low = data([(0, 100), (1.3, 99), (2.9, 4), (3.7, 4), (4.3, 2)])
    #expect(near(ends(low), [[1.3, 1], [3.3, 96]]) && low.leftOut == 1)
    // Not full at its start: its first level counts at its first reading.
    #expect(near(ends(data([(0.3, 87), (1.7, 87), (2.9, 81)])), [[0.3, 13], [2.9, 19]]))
    // A gauge that drops first counts from where it has settled.
    #expect(
      near(ends(data(levels, .firstDrop(settlingHours: 3))), [[3.1, 3], [7.9, 14]]), "the first level's start is unseen"
    )
    // One level, and none.
    #expect(near(ends(data([(0, 100), (2.3, 99), (3.1, 99)])), [[3.1, 1]]))
    let full = data([(0, 100), (2.3, 100)])
    #expect(full.rows.isEmpty && full.fall?.before.shown == 0 && full.fall?.after == nil && !full.tellsSlope)
  }

  @Test func theNormalTailIsGoodFarOut() {
    // scipy.stats.norm.logcdf(z): Reference/tables.py (SciPy 1.17.1).
    for (z, expected) in [
      (1.3, -0.10181180266765506), (-3.7, -9.135235371872877), (-19.9, -201.91716770733265),
      (-20.1, -205.92711840194826), (-37.1, -692.7382807156233),
    ] {
      #expect(abs(NormalTail.logCumulative(z) - expected) < 2e-9 * abs(expected))
    }
    // Density over distribution function.
    let tail = NormalTail.Interval(low: -.infinity, high: -30)
    #expect(abs(tail.slopeAtHigh - 30.033259667436372) < 1e-6 && tail.slopeAtLow == 0)
  }
}
