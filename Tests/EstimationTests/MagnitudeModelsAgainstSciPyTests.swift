import Estimation
import Core
import RealModule
import Testing

/// Values: python3 Tests/EstimationTests/Reference/scipy_values.py (SciPy 1.17.1).
@Suite struct MagnitudeModelsAgainstSciPyTests {
  static let magnitudes = zip(
    TestData.sequence(401, TestData.golden), TestData.sequence(401, TestData.root)
  ).map { u, v in 4.3 * Double.pow(-Double.log(onePlus: -u), 0.7) * (1 + 0.5 * v) }

  static func fit(
    _ values: [Double], _ geometry: ErrorGeometry, _ model: ErrorModel
  ) throws -> FitSummary {
    var fit = PositionErrorFit(geometry: geometry)
    fit.models = [model]
    fit.resolution = 1e-9
    let report = try fit.fit(
      values.enumerated().map { TimeSeries.Point(time: 0, value: $0.element, leg: $0.offset) })
    return report.winner.summary
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let model: ErrorModel
    let geometry: ErrorGeometry
    let values: [Double]
    let errors: [Double]
    let logLikelihood: Double
    var distances: [Double] = []
    var testDescription: String { "\(model) \(geometry)" }
  }

  static let rows = [
    Row(
      model: .gamma, geometry: .distance, values: [1.7108660566349823, 2.8406356054876287],
      errors: [0.11104884919474672, 0.21391041013839535], logLikelihood: -1005.3260150519685,
      distances: [0.02495548104095968, 0.31188438028198107]),
    Row(
      model: .lognormal, geometry: .distance, values: [3.5295117465900465, 0.9224259623925086],
      errors: [0.16258256213762964, 0.03257199308127254], logLikelihood: -1042.3393160403016,
      distances: [0.07738421474339441, 5.064335933335144]),
    Row(
      model: .weibull, geometry: .crossTrack, values: [1.4013219531426855, 5.331885548828334],
      errors: [0.05457476956504418, 0.20002800587653724], logLikelihood: -1003.2428167581106,
      distances: [0.009661999370603302, 0.032393596571580474]),
    // Fisher's information of Rayleigh is 4 n / s^2, of the half-normal 2 n / s^2.
    Row(
      model: .rayleigh, geometry: .distance, values: [4.2388716331786425],
      errors: [4.2388716331786425 / (4.0 * 401).squareRoot()], logLikelihood: -1053.6013039480858),
    Row(
      model: .rayleigh, geometry: .crossTrack, values: [5.994669752799827],
      errors: [5.994669752799827 / (2.0 * 401).squareRoot()], logLikelihood: -1009.1814830528625),
  ]

  @Test(arguments: rows)
  func parametersErrorsAndDistancesAgree(_ row: Row) throws {
    let summary = try Self.fit(Self.magnitudes, row.geometry, row.model)
    for (parameter, value) in zip(summary.parameters, row.values) {
      #expect(agree(parameter.value, value, within: 1e-6), "\(parameter)")
    }
    // Errors times 1.96 are those of Student's t, which is 1.965912 for 401 errors.
    let few = 1.965912 / 1.959964 * (401.0 / 400).squareRoot()
    for (parameter, error) in zip(summary.parameters, row.errors) {
      #expect(agree(parameter.standardError, error * few, within: 1e-5), "\(parameter)")
    }
    #expect(agree(summary.logLikelihood, row.logLikelihood, within: 1e-10))
    for (test, distance) in zip(summary.goodnessOfFit, row.distances) {
      #expect(agree(test.statistic, distance, within: 1e-5), "\(test)")
    }
  }

  static let scores = (TestData.scores(301, TestData.golden), TestData.scores(301, TestData.root))

  @Test func riceAgrees() throws {
    let values = zip(Self.scores.0, Self.scores.1).map { Double.hypot(5.3 + 2.1 * $0, 2.1 * $1) }
    let summary = try Self.fit(values, .distance, .rice)
    #expect(agree(summary["deviation"]?.value, 2.1118563270235624, within: 1e-6))
    #expect(agree(summary["bias"]?.value, 5.2950307486673145, within: 1e-6))
    #expect(agree(summary.logLikelihood, -636.2572047055135, within: 1e-10))
  }

  @Test func foldedNormalAgrees() throws {
    let summary = try Self.fit(Self.scores.0.map { abs(2.7 + 1.9 * $0) }, .crossTrack, .rice)
    #expect(agree(summary["deviation"]?.value, 1.902321646763403, within: 1e-6))
    #expect(agree(summary["bias"]?.value, 2.69951153860082, within: 1e-6))
    #expect(agree(summary.logLikelihood, -562.9755945017442, within: 1e-10))
  }
}
