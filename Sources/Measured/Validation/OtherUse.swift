import Analysis
import Estimation
import Core
import RealModule

/// Estimates the other use of measured phones on a timeline, each phone's from the runs of the others.
///
/// Model: a run's gauge falls by D f g + u t - h. D is the predicted drain, f a factor of the phone, g one of the run, both
/// lognormal. u is the phone's other use, t the hours, h the charge that a full gauge hides. A gauge that still shows 100 %
/// says that this is below half a point. Each seed's predicted drains, which have the seed's parameters in common, count alike.
/// With the probability 1/2 no phone has other use. Otherwise each has its own, gamma-distributed over phones. All means and
/// shapes of a grid are alike likely before. The estimate is the predictive distribution for one more phone.
struct OtherUse: Sendable {
  /// A run as it enters.
  struct Observation: Sendable {
    let timeline: String
    let phone: String
    /// Until the last reading that counts: from the run's start for a full gauge, from the first reading for others.
    let hours: Double
    /// Of the gauge over the readings, in percent points.
    let drop: Double
    /// The gauge began at 100 %.
    let isFull: Bool
    /// What is predicted without other use over these hours, by seed, in percent of the battery.
    let drained: [Double]
    /// Log-deviations beyond drawn parameters: between phones, and between runs of one phone.
    let deviations: (phone: Double, run: Double)
  }

  /// With fewer others nothing shows whether phones agree.
  static let leastOthers = 2
  /// Of whole percents and of a gauge's own corrections, in percent points.
  private static let readingDeviation = 0.5
  /// In percent of the battery an hour: from what no gauge shows to an empty battery in five hours.
  private static let powers = geometric(0.02, 20, 80)
  private static let means = geometric(0.1, 10, 21)
  private static let shapes = [0.5, 1, 2, 4, 8]
  /// Of a standard normal variable.
  private static let nodes = EqualShares.middles(7).map(NormalDistribution.quantile)

  /// What a full gauge hides of the drain at first, in percent points, and what it varies by.
  let hidden: (mean: Double, deviation: Double)
  /// By which it falls within the first hour, in percent points.
  let firstDrop: Double

  private static func geometric(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
    (0..<count).map { low * Double.pow(high / low, Double($0) / Double(count - 1)) }
  }

  /// By mean and shape: what a gamma distribution gives each of the powers, in sum 1.
  private static let priors: [[Double]] = means.flatMap { mean in
    shapes.map { shape in
      // The powers are a geometric series, so that each stands for a width in proportion to it.
      let weights = powers.map { Double.pow($0 / mean, shape) * Double.exp(-shape * $0 / mean) }
      let sum = weights.reduce(0, +)
      return weights.map { $0 / sum }
    }
  }

  /// For each phone of each timeline that has enough others, in the order of the observations.
  func estimates(_ runs: [Observation]) -> [OtherUseEstimate] {
    runs.distinct(\.timeline).flatMap { timeline -> [OtherUseEstimate] in
      let own = runs.filter { $0.timeline == timeline }
      let phones = own.distinct(\.phone)
      guard phones.count > Self.leastOthers else { return [] }
      let tables = phones.map { phone in likelihoods(own.filter { $0.phone == phone }) }
      return phones.indices.map { place in
        let others = tables.indices.filter { $0 != place }.map { tables[$0] }
        return Self.estimate(timeline, phones[place], others)
      }
    }
  }

  /// By seed: logarithms of the likelihood of a phone's runs without other use, then at each power.
  func likelihoods(_ runs: [Observation]) -> [[Double]] {
    let deviation = runs.reduce(0) { $0 + $1.deviations.phone } / Double(max(1, runs.count))
    return (0..<(runs.first?.drained.count ?? 0)).map { seed -> [Double] in
      ([0] + Self.powers).map { power -> Double in
        let parts = Self.nodes.map { node -> Double in
          runs.reduce(0) { $0 + logLikelihood($1, seed: seed, factor: .exp(deviation * node), power: power) }
        }
        let most = parts.max() ?? 0
        return most + .log(parts.reduce(0) { $0 + .exp($1 - most) } / Double(parts.count))
      }
    }
  }

  func logLikelihood(_ run: Observation, seed: Int, factor: Double, power: Double) -> Double {
    let drained = run.drained[seed] * factor
    let scatter = drained * run.deviations.run
    var (expected, variance) = (
      drained + power * run.hours, scatter * scatter + Self.readingDeviation * Self.readingDeviation
    )
    if run.isFull {
      expected += firstDrop * min(1, run.hours) - hidden.mean
      variance += hidden.deviation * hidden.deviation
    }
    let deviation = variance.squareRoot()
    if run.isFull, run.drop < 0.5 { return NormalTail.logCumulative((0.5 - expected) / deviation) }
    let off = (run.drop - expected) / deviation
    return -0.5 * off * off - .log(deviation) - 0.5 * .log(2 * .pi)
  }

  /// - Parameter others: by phone and seed.
  private static func estimate(_ timeline: String, _ phone: String, _ others: [[[Double]]]) -> OtherUseEstimate {
    let seeds = others[0].indices
    // Likelihoods of all phones on a seed, over the largest of any seed.
    let most = seeds.map { seed in others.reduce(0) { $0 + ($1[seed].max() ?? 0) } }
    let scale = most.max() ?? 0
    var without = 0.0
    var evidence = [Double](repeating: 0, count: priors.count)
    for seed in seeds {
      let own = Double.exp(most[seed] - scale)
      without += own * .exp(others.reduce(0) { $0 + $1[seed][0] } - most[seed])
      let relative = others.map { table -> [Double] in
        let top = table[seed].max() ?? 0
        return table[seed].dropFirst().map { .exp($0 - top) }
      }
      for (place, prior) in priors.enumerated() {
        evidence[place] += relative.reduce(own) { product, phone in
          product * zip(prior, phone).reduce(0) { $0 + $1.0 * $1.1 }
        }
      }
    }
    let with = evidence.reduce(0, +)
    var weights = [Double](repeating: 0, count: powers.count)
    for (prior, share) in zip(priors, evidence) {
      for place in powers.indices { weights[place] += prior[place] * share / max(with, .leastNormalMagnitude) }
    }
    let mean = with / Double(priors.count)
    return OtherUseEstimate(
      timeline: timeline, phone: phone, phones: others.count,
      chance: mean + without > 0 ? mean / (mean + without) : 0, powers: powers, weights: weights)
  }
}
