import Estimation
import Core
import RealModule

/// Runs whose truth is known: exposures by strategy, a gauge with its plateau, rounding and run-to-run variation.
struct SyntheticRuns {
  var powers = [0.047, 0.213, 0.131]
  var plateau = 4.4
  var plateauDeviation = 0.7
  var runDeviation = 0.07
  var deviceDeviation = 0.0
  /// Of what runs of one strategy share that lie side by side.
  var occasionDeviation = 0.0
  /// How many lie side by side.
  var phonesAtOnce = 1
  var readingDeviation = 0.2
  /// The gauge falls by this in its first 0.8 h, beside the drain, and has no plateau.
  var firstDrop: Double?
  var capacity = 6.91
  var runsPerStrategy = 5
  var hours = 11.3
  var readingsPerHour = 1.0
  /// Share of the time each component is on, by strategy.
  var shares: [[Double]] = [[1, 0, 0], [1, 0.93, 0.11], [1, 0.17, 0.87], [1, 0.57, 0.61]]

  func make(seed: UInt64) -> [JointRun] {
    var random = Xoshiro256PlusPlus(seed: StableHash.combine(seed, StableHash.name("synthetic runs")))
    func normal() -> Double { NormalDistribution.quantile(random.uniform()) }
    let devices = (0..<4).map { _ in 1 + deviceDeviation * normal() }
    var shared = 1.0
    var runs: [JointRun] = []
    for (s, share) in shares.enumerated() {
      for r in 0..<runsPerStrategy {
        let device = (s + r) % 4
        // Lognormal with mean 1, as spreads of drain are.
        let variance = Double.log(1 + runDeviation * runDeviation)
        if occasionDeviation > 0, r % phonesAtOnce == 0 { shared = 1 + occasionDeviation * normal() }
        let factor = shared * devices[device] * Double.exp(variance.squareRoot() * normal() - variance / 2)
        let offset = (firstDrop.map { -$0 } ?? plateau) + plateauDeviation * normal()
        let length = hours * (0.7 + 0.6 * random.uniform())
        let watts = zip(share, powers).reduce(0) { $0 + $1.0 * $1.1 }
        let perHour = 100 * watts / capacity * factor
        let phase = random.uniform()
        var levels: [(hour: Double, level: Int)] = [(0, 100)]
        for k in 0..<Int(length * readingsPerHour) {
          let hour = (Double(k) + phase) / readingsPerHour
          let shown = firstDrop == nil ? offset : offset * min(1, hour / 0.8)
          let level = min(100, max(0, 100 + shown - perHour * hour + readingDeviation * normal()))
          // A gauge never climbs without a charger.
          levels.append((hour, min(levels[levels.count - 1].level, Int(level.rounded()))))
        }
        runs.append(
          JointRun(
            name: "\(s).\(r)", timeline: "\(s)", phone: "phone-\(device)",
            occasion: phonesAtOnce > 1 ? "\(s).\(r / phonesAtOnce)" : "", levels: levels, exposurePerHour: share))
      }
    }
    return runs
  }

  var components: [DrainComponent] {
    powers.indices.map { DrainComponent(name: ["base", "gnss.tracking", "wifi.scan"][$0]) }
  }

  var options: DrainFitOptions {
    DrainFitOptions(
      capacityWattHours: capacity, gauge: firstDrop == nil ? .plateau : .firstDrop(settlingHours: 1))
  }
}

extension JointRun {
  /// A run whose exposures grow evenly in time, as under a strategy at rest.
  ///
  /// - Parameters:
  ///   - levels: hour and whole percent of each reading, in order of time.
  ///   - exposurePerHour: one number per component.
  init(
    name: String, timeline: String, phone: String = "", occasion: String = "",
    levels: [(hour: Double, level: Int)], exposurePerHour: [Double]
  ) {
    self.init(
      name: name, timeline: timeline, phone: phone, occasion: occasion,
      readings: levels.map { reading in
        Reading(hour: reading.hour, level: reading.level, exposure: exposurePerHour.map { $0 * reading.hour })
      })
  }
}
