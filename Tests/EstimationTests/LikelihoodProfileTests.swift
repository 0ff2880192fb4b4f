import RealModule
import Testing

@testable import Estimation

/// Ends of profile intervals beside bounds, on likelihoods whose profile is known.
@Suite struct LikelihoodProfileTests {
  /// The 95 % point of chi-square with one degree of freedom.
  private static let limit = 3.841458820694124

  /// ln L = -Q / 2 with Q = (x^2 - 2 r x y + y^2) / (1 - r^2), x = a - 1, y = b + 0.3, r = 0.8 and b of 0 or more: the summit
  /// lies on b = 0, where x = 0.24 and Q = 0.09.
  private static var tilted: LikelihoodFit {
    LikelihoodFit(
      specifications: [
        ParameterSpecification(name: "a", scale: .above(-8)),
        ParameterSpecification(name: "b", scale: .positive, closedBounds: [0]),
      ],
      logLikelihood: { p in
        let (x, y) = (p[0] - 1, p[1] + 0.3)
        return -(x * x - 1.6 * x * y + y * y) / 0.36 / 2
      }, weight: 1)
  }

  @Test func aNuisanceLeavesItsBoundAlongTheProfile() throws {
    let estimate = try Self.tilted.estimate(at: try Self.tilted.maximum(starts: [[0.5, 1], [2, 0.1]]))
    let (a, b) = (estimate.parameters[0], estimate.parameters[1])
    #expect(b.bound == 0 && abs(a.value - 1.24) < 1e-4, "\(a) \(b)")
    let interval = try #require(a.interval95)
    // Downwards b stays on 0: Q = 0.09 + (x - 0.24)^2 / 0.36. Upwards, from x = 0.375 on, b follows x and Q = x^2.
    #expect(abs(interval.lowerBound - (1.24 - 0.6 * Self.limit.squareRoot())) < 1e-3, "\(interval)")
    #expect(abs(interval.upperBound - (1 + (0.09 + Self.limit).squareRoot())) < 1e-3, "\(interval)")
    // Of b, x follows freely: Q = y^2.
    #expect(try #require(b.interval95).lowerBound == 0)
    #expect(abs(try #require(b.interval95).upperBound - ((0.09 + Self.limit).squareRoot() - 0.3)) < 1e-3, "\(b)")
    #expect(!estimate.warnings.contains { if case .openInterval = $0 { true } else { false } })
  }

  /// A likelihood that is all but flat towards the bound: the interval ends there, and says so.
  @Test(arguments: [0.05, 0.5, 1.5])
  func anIntervalThatReachesAClosedBoundEndsThere(shift: Double) throws {
    let fit = LikelihoodFit(
      specifications: [ParameterSpecification(name: "share", scale: .share, closedBounds: [0])],
      logLikelihood: { p in -(p[0] - shift * 0.1) * (p[0] - shift * 0.1) / 0.02 }, weight: 1)
    let estimate = try fit.estimate(at: try fit.maximum(starts: [[0.1]]))
    let interval = try #require(estimate.parameters[0].interval95)
    #expect(interval.lowerBound == 0)
    #expect(abs(interval.upperBound - (shift * 0.1 + 0.1 * Self.limit.squareRoot())) < 1e-3, "\(interval)")
    #expect(estimate.warnings.contains(.intervalEndsAtBound(name: "share", bound: 0)), "\(estimate.warnings)")
  }

  /// The other parameter has two summits, and the refit from the nearer one stops short of the higher.
  @Test func aProfileTakesTheHigherOfTwoSummitsOfTheOthers() throws {
    func height(_ a: Double, _ b: Double) -> Double {
      // Beside the summit at b = 0 a second one at b = 6 that is lower by 0.3 but hardly falls with a.
      let (near, far) = (-a * a / 2 - b * b / 2, -0.3 - a * a / 18 - (b - 6) * (b - 6) / 2)
      let top = max(near, far)
      return top + Double.log(Double.exp(near - top) + Double.exp(far - top))
    }
    let fit = LikelihoodFit(
      specifications: [
        ParameterSpecification(name: "a", scale: .above(-8)), ParameterSpecification(name: "b", scale: .above(-8)),
      ],
      logLikelihood: { height($0[0], $0[1]) }, weight: 1)
    let estimate = try fit.estimate(at: try fit.maximum(starts: [[0.3, 0.2], [0.3, 5.5]]))
    let interval = try #require(estimate.parameters[0].interval95)
    // On the second ridge: 0.6 + a^2 / 9 = 3.84.
    #expect(abs(interval.upperBound - (9 * (Self.limit - 0.6)).squareRoot()) < 0.01, "\(interval)")
    #expect(abs(interval.lowerBound + (9 * (Self.limit - 0.6)).squareRoot()) < 0.01, "\(interval)")
  }

  @Test func aParameterWithoutAnUpperEndStaysOpen() throws {
    let fit = LikelihoodFit(
      specifications: [ParameterSpecification(name: "scale", scale: .positive)],
      logLikelihood: { p in
        // Rises to its summit at 2 and falls by no more than 1 beyond.
        let u = Double.log(p[0] / 2)
        return u < 0 ? -4 * u * u : -u * u / (1 + u * u)
      }, weight: 1)
    let estimate = try fit.estimate(at: try fit.maximum(starts: [[1.5]]))
    #expect(estimate.parameters[0].interval95 == nil)
    #expect(estimate.warnings.contains(.openInterval(name: "scale")))
  }
}
