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
  private struct Parameter: Sendable {
    let value: ProfileValue
    /// How it varies, prepared once for all draws.
    let law: TruncatedNormal?
    /// Hash of the key's name.
    let name: UInt64
    /// Place among the correlated keys.
    let row: Int?

    init(_ value: ProfileValue, name: UInt64, row: Int?) {
      (self.value, law, self.name, self.row) = (value, value.law, name, row)
    }
  }

  private let parameters: [String: Parameter]
  /// Hashes of the correlated keys' names.
  private let correlated: [UInt64]
  private let factor: [[Double]]

  init(of profile: [String: ProfileValue], correlations: [Correlation] = []) {
    let matrix = CorrelationMatrix(correlations)
    let keys = matrix.factor == nil ? [] : matrix.keys
    let rows = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    var parameters = [String: Parameter](minimumCapacity: profile.count)
    for (key, value) in profile {
      parameters[key] = Parameter(value, name: StableHash.name(key), row: rows[key])
    }
    self.parameters = parameters
    correlated = keys.map(StableHash.name)
    factor = matrix.factor ?? []
  }

  /// Of all keys.
  func values(seed: UInt64) -> [String: Double] {
    let independent = correlated.map { Self.score(seed, $0) }
    let together = factor.map { zip($0, independent).reduce(0) { $0 + $1.0 * $1.1 } }
    return parameters.mapValues { Self.value($0, seed, together) }
  }

  private static func value(_ parameter: Parameter, _ seed: UInt64, _ together: [Double]) -> Double {
    guard let law = parameter.law else { return parameter.value.mean }
    let z = parameter.row.map { together[$0] } ?? score(seed, parameter.name)
    return parameter.value.quantile(atShare: NormalDistribution.cumulative(z), of: law)
  }

  private static func score(_ seed: UInt64, _ name: UInt64) -> Double {
    NormalDistribution.quantile(StableHash.unit(StableHash.combine(seed, name)))
  }
}

extension ProfileValue {
  /// The value that a share of the truncated distribution stays below; the mean where the value does not vary.
  ///
  /// - Parameter p: from 0 to 1, where the ends give those of the range.
  package func quantile(atShare p: Double) -> Double { law.map { quantile(atShare: p, of: $0) } ?? mean }

  fileprivate func quantile(atShare p: Double, of law: TruncatedNormal) -> Double {
    if p <= 0 { return range.lowerBound }
    if p >= 1 { return range.upperBound }
    let value = distribution == .lognormal ? Double.exp(law.quantile(p)) : law.quantile(p)
    // Numbers that validation would have refused may overflow; a phone must still get a possible value.
    let found = value.isNaN ? mean : value
    return found > range.lowerBound ? (found < range.upperBound ? found : range.upperBound) : range.lowerBound
  }

  /// The distribution of the value, or of a log-normal one's logarithm; `nil` where the value does not vary.
  fileprivate var law: TruncatedNormal? {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard deviation > 0, distribution != .fixed, low < high else { return nil }
    guard distribution == .lognormal else { return TruncatedNormal(mean: mean, deviation, from: low, to: high) }
    let variance = Double.log(onePlus: (deviation / mean) * (deviation / mean))
    return TruncatedNormal(
      mean: Double.log(mean) - variance / 2, variance.squareRoot(), from: low > 0 ? Double.log(low) : -.infinity,
      to: Double.log(high))
  }
}

/// A normal distribution cut at both ends of a range.
private struct TruncatedNormal: Sendable {
  let mean, deviation: Double
  /// How much of the whole distribution lies below the range, and within it.
  let below, within: Double

  init(mean: Double, _ deviation: Double, from low: Double, to high: Double) {
    (self.mean, self.deviation) = (mean, deviation)
    below = NormalDistribution.cumulative((low - mean) / deviation)
    within = NormalDistribution.cumulative((high - mean) / deviation) - below
  }

  func quantile(_ p: Double) -> Double { mean + deviation * NormalDistribution.quantile(below + p * within) }
}
