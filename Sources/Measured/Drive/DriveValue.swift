import DeviceModel
import Core
import RealModule
import Reports

/// An estimate as a profile's value, with four digits.
struct DriveValue {
  let value: ProfileValue
  /// For people.
  let text: String
  /// What profiles do not take as it was estimated.
  let notes: [String]

  /// A mean with its standard error: normal, or lognormal with the same moments where the error is large.
  init(_ key: String, _ schema: ParameterSchema, mean: Double, deviation: Double, source: String) {
    let isLognormal = mean > 0 && deviation > mean / 8
    self.init(key, schema, mean: mean, deviation: deviation, isLognormal: isLognormal, median: nil, source)
  }

  /// A median with the standard error of its logarithm: lognormal.
  init(_ key: String, _ schema: ParameterSchema, median: Double, logError: Double, source: String) {
    let variance = min(logError * logError, 100)
    let mean = median * Double.exp(variance / 2)
    self.init(
      key, schema, mean: mean, deviation: mean * Double.expMinusOne(variance).squareRoot(), isLognormal: true,
      median: median, source)
  }

  private init(
    _ key: String, _ schema: ParameterSchema, mean estimate: Double, deviation error: Double, isLognormal: Bool,
    median: Double?, _ source: String
  ) {
    let (valid, dimension) = (schema.validRange, schema.dimension)
    var notes: [String] = []
    let mean = Self.rounded(min(valid.upperBound, max(valid.lowerBound, estimate)))
    if Self.rounded(estimate) != mean {
      notes.append(
        "\(key) is \(dimension.describe(estimate)), which no profile takes: \(dimension.describe(mean)) instead")
    }
    let isLognormal = isLognormal && mean > 0
    let most = isLognormal ? ProfileValue.largestLogNormalSpread * mean : schema.largestDeviation
    let deviation = Self.rounded(min(error.isFinite ? max(0, error) : most, most))
    if !(error <= most * 1.0001) {
      notes.append(
        "the standard error of \(key) is \(error.isFinite ? dimension.describe(error) : "unknown"); a profile takes "
          + "\(dimension.describe(most)) at most")
    }
    var ends = (mean - 4 * deviation, mean + 4 * deviation)
    if isLognormal {
      let variance = Double.log(onePlus: (deviation / mean) * (deviation / mean))
      let (middle, reach) = (mean * Double.exp(-variance / 2), Double.exp(4 * variance.squareRoot()))
      ends = (middle / reach, middle * reach)
    }
    let range =
      min(mean, max(valid.lowerBound, Self.rounded(ends.0)))...max(mean, min(valid.upperBound, Self.rounded(ends.1)))
    let isFixed = deviation <= 0 || range.lowerBound == range.upperBound
    value = ProfileValue(
      mean: mean, deviation: isFixed ? 0 : deviation, range: isFixed ? mean...mean : range,
      distribution: isFixed ? .fixed : isLognormal ? .lognormal : .normal, trust: .fitted, source: source)
    text = isFixed ? dimension.describe(mean) : Self.text(mean, deviation, median: median, dimension.units)
    self.notes = notes
  }

  /// `60 ± 47 Mbit/s`: two digits of the deviation, and as many decimals of the value.
  static func text(_ mean: Double, _ deviation: Double, median: Double?, _ units: [UnitSymbol]) -> String {
    let unit = UnitText.unit(of: mean, among: units)
    let (symbol, error) = (unit.symbol.isEmpty ? "" : " \(unit.symbol)", deviation / unit.factor)
    func number(_ value: Double) -> String { FitNumber.part(value / unit.factor, error: error) }
    return "\(number(mean)) ± \(number(deviation))\(symbol)"
      + (median.map { " (median \(number($0))\(symbol))" } ?? "")
  }

  /// Four digits: a fit knows no more.
  static func rounded(_ value: Double, digits: Int = 4) -> Double {
    guard value != 0, value.isFinite else { return value }
    let scale = Double.pow(10, Double(digits - 1) - Double.log10(abs(value)).rounded(.down))
    guard scale.isNormal else { return value }
    // Powers of ten below one divide exactly where they do not multiply exactly.
    return scale >= 1 ? (value * scale).rounded() / scale : (value * scale).rounded() * (1 / scale).rounded()
  }
}

/// Correlations between fitted values of one profile.
struct DriveCorrelations {
  typealias Pair = (first: String, second: String, value: Double)

  /// Smaller ones are left out.
  static let least = 0.02
  private static let largest = 0.995

  private(set) var pairs: [Pair] = []

  mutating func add(_ first: String, _ second: String, _ value: Double) {
    guard value.isFinite, abs(value) >= Self.least else { return }
    pairs.append((first, second, min(Self.largest, max(-Self.largest, value))))
  }

  /// Puts them beside the correlations that belong to other values.
  ///
  /// - Parameters:
  ///   - kept: those of the base that still hold.
  ///   - digits: of a correlation.
  ///   - isPossible: whether a profile with the correlations contradicts itself.
  /// - Returns: what people should know.
  func put(
    into correlations: inout [Correlation], kept: [Correlation], values: [String: ProfileValue], source: String,
    digits: Int = 4, isPossible: ([Correlation]) -> Bool
  ) -> [String] {
    let own = pairs.filter { [$0.first, $0.second].allSatisfy { values[$0]?.deviation ?? 0 > 0 } }
    // Rounding, and the small ones left out, may make the whole contradict itself by a little.
    for step in 0...50 {
      let shrink = 1 - 0.02 * Double(step)
      let all =
        kept
        + own.map {
          Correlation(
            between: $0.first, $0.second, value: DriveValue.rounded($0.value * shrink, digits: digits), source: source)
        }.filter { $0.value != 0 }
      guard isPossible(all) else { continue }
      correlations = all
      return step == 0
        ? [] : ["correlations are \(Int((100 * shrink).rounded())) % of those estimated: their matrix must be possible"]
    }
    correlations = kept
    return own.isEmpty ? [] : ["correlations are left out: they contradict those of the base"]
  }
}
