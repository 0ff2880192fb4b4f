import Core
import RealModule

/// Cross-track error with a normal error of deviation s around a constant bias b to one side, both in metres.
///
/// f(x) = (phi((x - b) / s) + phi((x + b) / s)) / s (Leone, Nelson and Nottingham 1961), the one-dimensional form of
/// Rice's distribution. Valid for s above 0 and b of 0 or more; b = 0 is half-normal.
struct FoldedNormalDistribution: MagnitudeDistribution {
  var formula: String { "f(x) = (phi((x - b) / s) + phi((x + b) / s)) / s, s = deviation, b = bias" }

  var specifications: [ParameterSpecification] { RiceDistribution().specifications }

  func starts(_ sample: MagnitudeSample) -> [[Double]] {
    let square = sample.sumOfSquares / sample.count
    let mean = sample.sum / sample.count
    let deviation = max(0.02 * mean, max(0, square - mean * mean).squareRoot())
    let half = (square / 2).squareRoot()
    return [[half, half], [deviation, mean]]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let (variance, bias) = (p[0] * p[0], p[1])
    var sum = 0.0
    for x in sample.values {
      let apart = x - bias
      sum += Double.log(onePlus: Double.exp(-2 * x * bias / variance)) - apart * apart / (2 * variance)
    }
    return sum - sample.count * (Double.log(p[0]) + 0.5 * Double.log(2 * .pi))
  }

  func density(_ x: Double, _ p: [Double]) -> Double {
    func bell(_ z: Double) -> Double { Double.exp(-z * z / 2) / (2 * Double.pi).squareRoot() }
    return (bell((x - p[1]) / p[0]) + bell((x + p[1]) / p[0])) / p[0]
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    NormalDistribution.cumulative((x - p[1]) / p[0]) - NormalDistribution.cumulative((-x - p[1]) / p[0])
  }
}
