import Core
import RealModule
import Testing

@testable import Estimation

/// Values: python3 Tests/EstimationTests/Reference/scipy_values.py (SciPy 1.17.1).
@Suite struct DiagnosticsAgainstSciPyTests {
  private let x = TestData.sequence(83, TestData.golden)
  private let y = TestData.scores(83, TestData.root).map { $0 + 0.4 * $0 * $0 }

  @Test func andersonAndDarlingsDistanceAgrees() throws {
    let test = try #require(NormalityTest.andersonDarling(y))
    #expect(agree(test.statistic, 4.6027522935281695, within: 1e-6), "\(test.statistic)")
    #expect(try #require(test.pValue) < 1e-9)
    #expect(NormalityTest.andersonDarling(y, areIndependent: false)?.pValue == nil)
    #expect(NormalityTest.andersonDarling([1, 2, 3, 4, 5, 6, 7]) == nil)
    #expect(NormalityTest.andersonDarling([Double](repeating: 0.3, count: 20)) == nil)
  }

  /// D'Agostino and Stephens 1986, table 4.7: the upper 10 %, 5 % and 1 % points are 0.631, 0.752 and 1.035.
  @Test(arguments: [(0.631, 0.10), (0.752, 0.05), (1.035, 0.01)]) func pointsOfTheTable(statistic: Double, p: Double) {
    #expect(agree(NormalityTest.pValue(statistic), p, within: 0.03), "\(NormalityTest.pValue(statistic))")
  }

  @Test func thePValueIsUniformForNormalResiduals() throws {
    var below = [0, 0]
    for seed in 0..<1_000 {
      let p = try #require(NormalityTest.andersonDarling(TestData.normals(60, seed: 31 + 7 * UInt64(seed)))?.pValue)
      if p < 0.5 { below[0] += 1 }
      if p < 0.05 { below[1] += 1 }
    }
    #expect((450...550).contains(below[0]) && (29...71).contains(below[1]), "\(below)")
  }

  @Test func spearmansCorrelationAgrees() throws {
    let rank = try SpearmanCorrelation(x, zip(x, y).map { $1 + 1.3 * $0 })
    #expect(agree(rank.value, 0.3867385919986567, within: 1e-6), "\(rank.value)")
    #expect(agree(rank.pValue, 0.00030440437024842863, within: 1e-6), "\(rank.pValue)")
    #expect(throws: EstimationError.self) { try SpearmanCorrelation([1, 2], [1, 2]) }
    #expect(throws: EstimationError.self) { try SpearmanCorrelation([1, 1, 1, 1, 1, 1], [1, 2, 3, 4, 5, 6]) }
  }

  @Test func theProductLimitAgrees() throws {
    let (u, v) = (TestData.sequence(97, TestData.golden), TestData.sequence(97, TestData.root))
    let attempts = zip(u, v).map { u, v in
      let time = (40 * -Double.log(onePlus: -u)).rounded(.up) / 4
      let limit = (4 * (5 + 40 * v)).rounded(.up) / 4
      return FirstFixAttempt(seconds: min(time, limit), succeeded: time <= limit)
    }
    let steps = KaplanMeier(attempts).steps
    let expected = [0.8969072164948453, 0.5670103092783504, 0.3554112750998642, 0.21225736575253373]
    for (time, share) in zip([1.25, 5.75, 11.0, 17.5], expected) {
      let found = try #require(steps.last { $0.time <= time }).survival
      #expect(agree(found, share, within: 1e-6), "\(time) \(found)")
    }
  }

  /// Eight runs of six signs each, 7 expected with a variance of 30 / 11; 0 lies on the median and counts for neither.
  @Test func theRunsTestIsWaldAndWolfowitzs() throws {
    let residuals = [1.0, 2, -1, -2, 3, 0, -3, 4, 5, -4, -5, 6, -6]
    let found = try ResidualDiagnostics(residuals: residuals).runsTestPValue
    #expect(agree(found, 0.5448268505172666, within: 1e-9))
  }

  @Test func sobolsIndicesAgree() throws {
    let steps = [
      TestData.golden, TestData.root, 0.7320508075688772, 0.23606797749979, 0.6457513110645907, 0.3166247903554,
    ]
    let points = steps.map { TestData.sequence(128, $0) }
    func ishigami(_ p: [Double]) -> Double {
      let x = p.map { Double.pi * (2 * $0 - 1) }
      return Double.sin(x[0]) + 7 * Double.pow(Double.sin(x[1]), 2) + 0.1 * Double.pow(x[2], 4) * Double.sin(x[0])
    }
    let values = (0..<128).flatMap { row -> [Double] in
      let (a, b) = ((0..<3).map { points[$0][row] }, (3..<6).map { points[$0][row] })
      let mixed = (0..<3).map { column in
        var point = a
        point[column] = b[column]
        return ishigami(point)
      }
      return [ishigami(a), ishigami(b)] + mixed
    }
    let found = try SobolIndices(
      try SaltelliDesign(dimensions: 3, rows: 128, seed: 1), values: values, resamples: 10)
    // SciPy centres first indices on the mean of f_A and f_B, this type as SALib on that of all answers.
    let first = [0.24219508983426924, 0.43333580721238224, -0.025345026111402533]
    let total = [0.5630626351813739, 0.4314559895698637, 0.2547958215661671]
    for index in found.indices {
      #expect(agree(index.first.value, first[index.parameter], within: 1e-6), "\(index)")
      #expect(agree(index.total.value, total[index.parameter], within: 1e-6), "\(index)")
    }
    #expect(found.indices.count == 3)
  }
}
