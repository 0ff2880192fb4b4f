import RealModule
import Testing

@testable import Estimation

/// The likelihood in closed form against plain integration over what is random.
@Suite struct DrainModelTests {
  private let components = [
    DrainComponent(name: "a"), DrainComponent(name: "b"), DrainComponent(name: "c", treatment: .fixed(0.019)),
  ]
  private let deviations = DrainDeviations(reading: 0.31, plateau: 0.83, run: 0.13, device: nil)

  private func run(_ device: String = "", on occasion: String = "") -> GaugeRun {
    let levels = [(0.0, 100), (1.7, 100), (3.1, 97), (4.9, 92), (7.3, 86), (7.9, 86)]
    return GaugeRun(
      name: "r", strategy: "s", device: device, occasion: occasion,
      readings: levels.map { hour, level in
        .init(hour: hour, level: level, exposure: [hour, 0.7 * hour + 0.03 * hour * hour, 0.9 * hour])
      })
  }

  private func model(_ runs: [GaugeRun], devicesDiffer: Bool = false, occasionsDiffer: Bool = false) -> DrainModel {
    DrainModel(
      data: runs.map { DrainData($0, components: components, capacityWattHours: 6.91) }, priors: [nil, nil, nil],
      fittedComponents: 2, hasPlateau: true, devicesDiffer: devicesDiffer, occasionsDiffer: occasionsDiffer)
  }

  private let coefficients = [0.087, 0.113, 4.3]

  /// Integral over the run's factor and the plateau on a grid of 601 by 601 points, 7 deviations to each side.
  private func integrated(deviceFactor: Double = 0) -> Double {
    func drain(_ hour: Double) -> Double {
      let first = coefficients[0] * hour
      let second = coefficients[1] * (0.7 * hour + 0.03 * hour * hour)
      return 100 / 6.91 * (first + second + 0.019 * 0.9 * hour)
    }
    func normal(_ x: Double, _ s: Double) -> Double { .exp(-x * x / (2 * s * s)) / (s * (2 * .pi).squareRoot()) }
    // The run's end cuts the last level short: it counts by its last reading.
    let rows = [(drain(3.1), 3.0), (drain(4.9), 8), (drain(7.9), 14)]
    let noise = (1.0 / 12 + deviations.reading * deviations.reading).squareRoot()
    var sum = 0.0
    let count = 300
    for i in -count...count {
      let v = 7 * deviations.plateau * Double(i) / Double(count)
      for j in -count...count {
        let u = 7 * deviations.run * Double(j) / Double(count)
        var product = normal(v, deviations.plateau) * normal(u, deviations.run)
        for (drained, shown) in rows {
          product *= normal(shown - drained * (1 + deviceFactor + u) + coefficients[2] + v, noise)
        }
        // The level leaves 100 % between these two readings.
        let shown = [1.7, 3.1].map { hour -> Double in
          let mean = drain(hour) * (1 + deviceFactor + u) - coefficients[2] - v
          return 0.5 * Double.erfc(-(0.5 - mean) / (deviations.reading * 2.0.squareRoot()))
        }
        sum += product * (shown[0] - shown[1])
      }
    }
    let cell = 7 * deviations.plateau / Double(count) * 7 * deviations.run / Double(count)
    return Double.log(sum * cell)
  }

  @Test func aRunsLikelihoodIsThatOfPlainIntegration() {
    let found = model([run()]).equations(
      coefficients: coefficients, shape: coefficients, deviations: deviations
    ).logLikelihood
    #expect(abs(found - 1.5 * Double.log(2 * .pi) - integrated()) < 1e-6)
  }

  @Test func soItIsWithADevicesFactor() {
    let found = model([run("x")], devicesDiffer: true).equations(
      coefficients: coefficients + [0.07], shape: coefficients + [0.07],
      deviations: DrainDeviations(reading: 0.31, plateau: 0.83, run: 0.13, device: 0.1)
    ).logLikelihood
    #expect(abs(found - 1.5 * Double.log(2 * .pi) - integrated(deviceFactor: 0.07)) < 1e-6)
  }

  @Test func theEquationsAreTheLikelihoodsSlopeAndCurvature() {
    let model = model(
      [run("x", on: "a"), run("y", on: "a"), run("y", on: "b")], devicesDiffer: true, occasionsDiffer: true)
    #expect(model.factors.ofRun == [[0, 2], [1, 2], [1, 3]])
    let deviations = DrainDeviations(reading: 0.31, plateau: 0.83, run: 0.13, device: 0.1, occasion: 0.07)
    let point = coefficients + [0.05, -0.08, 0.03, 0.11]
    func value(_ point: [Double]) -> Double {
      model.equations(coefficients: point, shape: coefficients + [0, 0, 0, 0], deviations: deviations).logLikelihood
    }
    let equations = model.equations(coefficients: point, shape: coefficients + [0, 0, 0, 0], deviations: deviations)
    for k in point.indices {
      let step = 1e-4 * max(abs(point[k]), 0.1)
      var (up, down) = (point, point)
      up[k] += step
      down[k] -= step
      var slope = equations.right[k]
      for l in point.indices { slope -= equations.information[k][l] * point[l] }
      let measured = (value(up) - value(down)) / (2 * step)
      #expect(abs(slope - measured) < 1e-5 * max(1, abs(measured)), "unknown \(k): \(slope), \(measured)")
      let bend = -(value(up) - 2 * value(point) + value(down)) / (step * step)
      #expect(abs(bend - equations.information[k][k]) < 1e-3 * bend, "unknown \(k)")
    }
  }

  @Test func theNormalTailIsGoodFarOut() {
    // scipy.stats.norm.logcdf(z): Reference/tables.py (SciPy 1.17.1).
    for (z, expected) in [
      (1.3, -0.10181180266765506), (-3.7, -9.135235371872877), (-19.9, -201.91716770733265),
      (-20.1, -205.92711840194826), (-37.1, -692.7382807156233),
    ] {
      #expect(abs(NormalTail.logCumulative(z) - expected) < 2e-9 * abs(expected))
    }
    #expect(abs(NormalTail.slope(-30) - 30.033259667436372) < 1e-6)
  }
}
