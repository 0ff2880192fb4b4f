import Core
import RealModule

/// Data that a test and a Python script can both make, and random data with a seed.
enum TestData {
  static let golden = 0.618_033_988_749_894_9
  static let root = 0.414_213_562_373_095_1

  /// A low-discrepancy sequence in (0, 1), as `sequence` in Reference/scipy_values.py.
  static func sequence(_ count: Int, _ step: Double) -> [Double] {
    (1...count).map {
      let x = 0.5 + step * Double($0)
      return x - x.rounded(.down)
    }
  }

  static func scores(_ count: Int, _ step: Double) -> [Double] {
    sequence(count, step).map { NormalDistribution.quantile($0) }
  }

  static func normals(_ count: Int, seed: UInt64) -> [Double] {
    var generator = Xoshiro256PlusPlus(seed: seed)
    return (0..<count).map { _ in NormalDistribution.quantile(generator.uniform()) }
  }

  static func uniforms(_ count: Int, seed: UInt64) -> [Double] {
    var generator = Xoshiro256PlusPlus(seed: seed)
    return (0..<count).map { _ in generator.uniform() }
  }

  /// A stationary Gauss-Markov process of unit variance at the given times in seconds.
  static func gaussMarkov(times: [Double], timeConstant: Double, seed: UInt64) -> [Double] {
    let normals = normals(times.count, seed: seed)
    var value = 0.0
    return times.indices.map { i in
      let a = i == 0 ? 0 : Double.exp(-(times[i] - times[i - 1]) / timeConstant)
      value = a * value + (1 - a * a).squareRoot() * normals[i]
      return value
    }
  }
}

/// Whether two numbers agree to a relative tolerance.
func agree(_ a: Double?, _ b: Double, within tolerance: Double) -> Bool {
  guard let a else { return false }
  return abs(a - b) <= tolerance * abs(b)
}
