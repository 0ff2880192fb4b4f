import Core
import RealModule

/// How a run gets its numbers from a profile.
package enum ParameterMode: Sendable, Hashable {
  /// Every parameter at its mean.
  case fixed
  /// One device (or network) out of the population that the deviations describe; the same for the same seed.
  case drawn(seed: UInt64)
}

/// Where each seed's device and network numbers come from.
public enum ParameterChoice: String, CaseIterable, Sendable {
  /// Every value at its mean: seeds differ by the day only.
  case fixed
  /// Each seed draws a device and a network from the profiles' deviations.
  case drawn

  package func mode(seed: UInt64) -> ParameterMode { self == .fixed ? .fixed : .drawn(seed: seed) }
}

/// Draws the parameters of one device from a profile's distributions.
///
/// For the key k, u = unit(hash(seed, k)) gives a normal score z = Q(u), with Q the standard normal quantile. The
/// scores of correlated keys are multiplied by the Cholesky factor of their correlation matrix (a Gaussian copula;
/// Nelsen, "An Introduction to Copulas", 2006). A score's probability p is mapped into [F(lo), F(hi)], so the value
/// F^-1 stays within the range without moving mass to its ends. Log-normal: s^2 = ln(1 + (d/m)^2) and
/// mu = ln m - s^2/2 for a mean m and deviation d of the value itself, before truncation; d/m up to
/// `ProfileValue.largestLogNormalSpread`.
///
/// A draw depends on the seed and the key's name only, not on other keys or on the order of drawing.
struct ParameterDraw: Sendable {
  let seed: UInt64
  let correlations: CorrelationMatrix

  func values(of profile: [String: ProfileValue]) -> [String: Double] {
    var scores: [String: Double] = [:]
    if let factor = correlations.factor {
      let independent = correlations.keys.map(score)
      for (row, key) in correlations.keys.enumerated() {
        scores[key] = zip(factor[row], independent).reduce(0) { $0 + $1.0 * $1.1 }
      }
    }
    var result: [String: Double] = [:]
    result.reserveCapacity(profile.count)
    for (key, value) in profile { result[key] = value.quantile(ofScore: scores[key] ?? score(key)) }
    return result
  }

  private func score(_ key: String) -> Double {
    NormalDistribution.quantile(StableHash.unit(StableHash.combine(seed, StableHash.name(key))))
  }
}

extension ProfileValue {
  /// The value whose rank in the truncated distribution is that of the standard normal score `z`.
  func quantile(ofScore z: Double) -> Double { quantile(atShare: NormalDistribution.cumulative(z)) }

  /// The value that a share of the truncated distribution stays below; the mean where the value does not vary.
  ///
  /// - Parameter p: from 0 to 1, where the ends give those of the range.
  package func quantile(atShare p: Double) -> Double {
    guard deviation > 0, distribution != .fixed, range.lowerBound < range.upperBound else { return mean }
    if p <= 0 { return range.lowerBound }
    if p >= 1 { return range.upperBound }
    let value: Double
    switch distribution {
    case .normal:
      value =
        mean + deviation
        * Self.truncated(
          p, from: (range.lowerBound - mean) / deviation, to: (range.upperBound - mean) / deviation)
    case .lognormal:
      let variance = Double.log(onePlus: (deviation / mean) * (deviation / mean))
      let (mu, sigma) = (Double.log(mean) - variance / 2, variance.squareRoot())
      let low = range.lowerBound > 0 ? (Double.log(range.lowerBound) - mu) / sigma : -Double.infinity
      value = Double.exp(mu + sigma * Self.truncated(p, from: low, to: (Double.log(range.upperBound) - mu) / sigma))
    case .fixed:
      value = mean
    }
    // Numbers that validation would have refused may overflow; a phone must still get a possible value.
    let found = value.isNaN ? mean : value
    return found > range.lowerBound ? (found < range.upperBound ? found : range.upperBound) : range.lowerBound
  }

  private static func truncated(_ p: Double, from low: Double, to high: Double) -> Double {
    let (below, above) = (NormalDistribution.cumulative(low), NormalDistribution.cumulative(high))
    return NormalDistribution.quantile(below + p * (above - below))
  }
}
