import RealModule
import Testing

@testable import Estimation

/// Values: python3 Tests/EstimationTests/Reference/uneven_scatter.py (NumPy 2.4, SciPy 1.17.1).
@Suite struct UnevenScatterTests {
  private static let x = (0..<23).map { 0.3 + 0.02 * Double($0 * $0) }
  private static let z = TestData.scores(23, TestData.golden)
  private static let y = zip(x, z).map { 3.1 + 0.47 * $0 + (0.05 + 0.21 * $0) * $1 }

  private static func fit(
    _ scatter: ScatterModel, _ y: [Double] = y, deviations: [String: [Double]] = [:], times: [Double]? = nil,
    inOrder: Bool = false, loss: CurveLoss = .squares
  ) throws -> FitSummary {
    var fit = FormulaFit(
      try Formula("y = a + b*x"), parameters: ["a", "b"].map { FormulaParameter($0, start: 1) })
    fit.scatter = scatter
    fit.loss = loss
    fit.rowsAreInTimeOrder = inOrder
    return try fit.fit(FormulaData(columns: ["x": x, "y": y], inputDeviations: deviations, times: times)).summary
  }

  @Test func growingScatterGetsErrorsOfItsOwn() throws {
    let summary = try Self.fit(.automatic)
    for (name, value, error, half) in [
      ("a", 3.0953500124329585, 0.23054916602363534, 0.4970841230566157),
      ("b", 0.43312237165792855, 0.10971396138574602, 0.25064967138199007),
    ] {
      let parameter = try #require(summary[name])
      #expect(agree(parameter.value, value, within: 1e-9), "\(parameter)")
      #expect(agree(parameter.standardError, error, within: 1e-8), "\(parameter)")
      let interval = try #require(parameter.interval95)
      #expect(agree(interval.upperBound - parameter.value, half, within: 1e-6), "\(parameter)")
    }
    #expect(summary.warnings.contains { "\($0)".contains("scatter unevenly") })
    let even = try Self.fit(.constant)
    #expect(agree(even["b"]?.standardError, 0.07224791466307508, within: 1e-9))
    #expect(!even.warnings.contains { "\($0)".contains("scatter unevenly") })
  }

  /// A robust fit's own pulls and their slopes stand in the sum, not the mean of the slopes.
  @Test(arguments: [
    (CurveLoss.huber, 0.20006315280329381, 0.5142787065762795, 0.1323371698100995, 0.3464831011626721),
    (.bisquare, 0.2316080508432359, 0.5953674484847542, 0.1415383628167231, 0.3916849848675978),
  ])
  func robustFitsOfGrowingScatterToo(_ loss: CurveLoss, a: Double, halfA: Double, b: Double, halfB: Double) throws {
    let summary = try Self.fit(.automatic, loss: loss)
    for (name, error, half) in [("a", a, halfA), ("b", b, halfB)] {
      let parameter = try #require(summary[name])
      #expect(agree(parameter.standardError, error, within: 1e-5), "\(parameter)")
      let interval = try #require(parameter.interval95)
      #expect(agree(interval.upperBound - parameter.value, half, within: 1e-5), "\(parameter)")
    }
  }

  /// Slightly growing scatter, p = 0.383: of so few rows the wider interval counts, here that of the slope alone.
  /// Its error is the one that the interval is made of.
  @Test func fewRowsDoNotShowUnevenScatter() throws {
    let y = zip(Self.x, Self.z).map { 3.1 + 0.47 * $0 + (0.4 + 0.024 * $0) * $1 }
    let summary = try Self.fit(.automatic, y)
    for (name, error, half) in [
      ("a", 0.1670326048224829, 0.3473633175097628), ("b", 0.04111126303461364, 0.09392172554497903),
    ] {
      let parameter = try #require(summary[name])
      #expect(agree(parameter.standardError, error, within: 1e-8), "\(parameter)")
      let interval = try #require(parameter.interval95)
      #expect(agree(interval.upperBound - parameter.value, half, within: 1e-6), "\(parameter)")
    }
    let (a, b) = (try #require(summary["a"]?.standardError), try #require(summary["b"]?.standardError))
    #expect(agree(summary.covariance[0][0], a * a, within: 1e-9))
    #expect(agree(summary.covariance[1][1], b * b, within: 1e-9))
    #expect(summary.warnings.contains { "\($0)".contains("the interval of b is 1.27 times as wide") })
  }

  /// Scatter that shrinks a little, p = 0.703: a test would find nothing, and the wider interval counts all the same.
  @Test func theWiderIntervalNeedsNoTest() throws {
    let y = zip(Self.x, Self.z).map { 3.1 + 0.47 * $0 + (0.4 - 0.01 * $0) * $1 }
    let summary = try Self.fit(.automatic, y)
    for (name, error, half) in [
      ("a", 0.13362179275909036, 0.28810024699068276), ("b", 0.026607651459006215, 0.06078715060700466),
    ] {
      let parameter = try #require(summary[name])
      #expect(agree(parameter.standardError, error, within: 1e-8), "\(parameter)")
      let interval = try #require(parameter.interval95)
      #expect(agree(interval.upperBound - parameter.value, half, within: 1e-6), "\(parameter)")
    }
    #expect(!summary.warnings.contains { "\($0)".contains("uneven") })
  }

  /// Weights of 1 / curve^2, found in turn with the curve.
  @Test func errorsInPercentAgree() throws {
    let y = zip(Self.x, Self.z).map { (3.1 + 0.47 * $0) * (1 + 0.12 * $1) }
    let summary = try Self.fit(.proportional, y)
    #expect(agree(summary["a"]?.value, 3.140451115785237, within: 1e-7))
    #expect(agree(summary["b"]?.value, 0.43872582739584515, within: 1e-7))
    #expect(agree(summary["b"]?.standardError, 0.047314206124576, within: 1e-6))
    #expect(throws: EstimationError.self) { try Self.fit(.proportional, y.map { $0 - 20 }) }
  }

  /// 1 - 0.9^2 / var(x), the variance with n - 1.
  @Test func aMeasuredColumnHasItsReliability() throws {
    let summary = try Self.fit(.constant, deviations: ["x": Self.x.map { _ in 0.9 }])
    let ratio = try #require(summary.goodnessOfFit.first { $0.name == "reliability of x" })
    #expect(agree(ratio.statistic, 0.915179693390299, within: 1e-9))
    #expect(summary.warnings.contains { "\($0)".contains("slopes over x are too small") })
  }

  /// Noise that goes on through a pause is another one after it: real times give another slope error than even ones.
  @Test func rowsHaveTheirOwnTimes() throws {
    let times = (0..<23).map { Double($0 + $0 / 8 * 500) }
    let noise = TestData.gaussMarkov(times: times, timeConstant: 6, seed: 19)
    let y = zip(Self.x, noise).map { 3.1 + 0.47 * $0 + 0.4 * $1 }
    let real = try Self.fit(.constant, y, times: times, inOrder: true)
    let even = try Self.fit(.constant, y, times: (0..<23).map(Double.init), inOrder: true)
    #expect(real.effectiveSamples > 1.1 * even.effectiveSamples)
    #expect(throws: EstimationError.self) { try Self.fit(.constant, y, times: times.reversed(), inOrder: true) }
  }
}
