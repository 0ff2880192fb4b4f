import Core
import RealModule

/// Independent normal errors of equal deviation s (metres) on each axis, no bias.
///
/// Distance: Rayleigh, f(x) = x / s^2 exp(-x^2 / 2 s^2) (Rayleigh 1880). Cross-track: half-normal,
/// f(x) = sqrt(2 / pi) / s exp(-x^2 / 2 s^2). Valid for s above 0; phone errors have heavier tails.
struct RayleighDistribution: MagnitudeDistribution {
  let geometry: ErrorGeometry

  var formula: String {
    switch geometry {
    case .distance: "f(x) = x / s^2 exp(-x^2 / 2 s^2), s = deviation"
    case .crossTrack: "f(x) = sqrt(2 / pi) / s exp(-x^2 / 2 s^2), s = deviation"
    }
  }

  var specifications: [ParameterSpecification] { [ParameterSpecification("deviation", unit: "m", scale: .positive)] }

  func starts(_ sample: MagnitudeSample) -> [[Double]] {
    [[(sample.sumOfSquares / (geometry.axes * sample.count)).squareRoot()]]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let exponent = -sample.sumOfSquares / (2 * p[0] * p[0])
    switch geometry {
    case .distance: return sample.sumOfLogarithms - 2 * sample.count * Double.log(p[0]) + exponent
    case .crossTrack: return sample.count * (0.5 * Double.log(2 / .pi) - Double.log(p[0])) + exponent
    }
  }

  func density(_ x: Double, _ p: [Double]) -> Double { Self.density(x, geometry, deviation: p[0]) }
  func cumulative(_ x: Double, _ p: [Double]) -> Double { Self.cumulative(x, geometry, deviation: p[0]) }

  static func density(_ x: Double, _ geometry: ErrorGeometry, deviation s: Double) -> Double {
    let bell = Double.exp(-x * x / (2 * s * s))
    switch geometry {
    case .distance: return x / (s * s) * bell
    case .crossTrack: return (2 / .pi).squareRoot() / s * bell
    }
  }

  static func cumulative(_ x: Double, _ geometry: ErrorGeometry, deviation s: Double) -> Double {
    switch geometry {
    case .distance: -Double.expMinusOne(-x * x / (2 * s * s))
    case .crossTrack: Double.erf(x / (s * 2.0.squareRoot()))
    }
  }
}
