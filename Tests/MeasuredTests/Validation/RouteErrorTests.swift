import Analysis
import Documents
import FileFormats
import Testing
import World

@testable import Measured

/// Errors across a route and how they are pooled, by hand.
@Suite struct RouteErrorTests {
  private static let way = [
    GeodeticPosition(latitude: 37, longitude: -122), GeodeticPosition(latitude: 37, longitude: -121.98),
  ]

  private static func leg(_ name: String, _ mode: String, _ start: Double, _ end: Double) -> MeasuredLeg {
    MeasuredLeg(name: name, mode: mode, start: start, end: end, routes: [way])
  }

  /// A fix so many metres north of the middle of the way.
  private static func fix(_ time: Double, north: Double, radius: Double?, satellites: Bool) -> RouteErrors.Fix {
    let middle = GeodeticPosition(latitude: 37, longitude: -121.99).earthVector()
    return RouteErrors.Fix(
      time: time, position: middle.moved(east: 0, north: north), radius: radius, isFromSatellites: satellites)
  }

  /// Fixes of a leg's time count, 13 m and 31 m beside the way; satellites' ones once more by themselves.
  @Test func aFixErrsByItsDistanceFromTheWay() throws {
    let errors = RouteErrors([Self.leg("a", "car", 1000, 2000), Self.leg("walk home", "", 3000, 4000)]).errors(of: [
      Self.fix(999, north: 500, radius: 5, satellites: true), Self.fix(1000, north: 13, radius: 17, satellites: true),
      Self.fix(2000, north: -31, radius: 17, satellites: false),
      Self.fix(2001, north: 500, radius: 5, satellites: true),
    ])
    #expect(errors.count == 1 && errors[0].leg == 1000 && errors[0].mode == "car")
    let all = errors[0].all.errors.sorted()
    #expect(all.count == 2 && abs(all[0] - 13) < 0.1 && abs(all[1] - 31) < 0.1, "\(all)")
    #expect(errors[0].all.held == 1 && errors[0].all.reported == [17, 17])
    #expect(errors[0].satellites.errors.count == 1)
    #expect(RouteErrors.mode(of: Self.leg("walk home", "", 0, 1)) == "walk home")
  }

  /// Simulated carriers go on the line; real ones 3 m beside it on wheels and 13.7 m on foot. Each half minute is a draw.
  @Test(arguments: [("car", 3.0), ("walking", 13.7)]) func simulatedCarriersGoBesideTheLine(
    mode: String, deviation: Double
  ) throws {
    let leg = RouteErrors([Self.leg("a", mode, 0, 60_000)])
    let fixes = (0..<4000).map { Self.fix(15 * Double($0), north: 0, radius: nil, satellites: true) }
    let found = try #require(leg.errors(of: fixes, seed: 7).first)
    let errors = found.all.errors
    #expect(found.satellites.errors == errors)
    #expect(
      (0..<2000).allSatisfy { abs(errors[2 * $0] - errors[2 * $0 + 1]) < 1e-3 } && abs(errors[0] - errors[2]) > 0.1)
    // Of 2,000 draws: a standard error of 1.6 %.
    let size = (errors.reduce(0) { $0 + $1 * $1 } / 4000).squareRoot()
    #expect(abs(size / deviation - 1) < 0.06, "\(size)")
    #expect(try #require(leg.errors(of: fixes).first).all.errors.allSatisfy { $0 < 0.1 })
  }

  private static func run(_ timeline: String, _ legs: [MeasuredLeg]) -> MeasuredRun {
    MeasuredRun(
      name: "r", timeline: timeline, phone: "p", configuration: "c", span: 0...10_000, readings: [], legs: legs)
  }

  private static func errors(_ leg: Double, _ satellites: [Double]) -> LegErrors {
    var result = LegErrors(leg: leg, mode: "car")
    for error in satellites {
      result.satellites.add(error: error, radius: 10)
      result.all.add(error: error, radius: 10)
    }
    return result
  }

  /// Rows by timeline, setting and mode, then each mode, each timeline and all; two phones on one leg are one leg.
  @Test func errorsArePooledByTimelineAndAltogether() {
    var comparison = ErrorComparison()
    let (first, second) = (Self.leg("a", "car", 1000, 2000), Self.leg("b", "train", 3000, 4000))
    comparison.add(
      Self.run("here", [first, second]), measured: [Self.errors(1000, [3, 7]), Self.errors(3000, [11])],
      predicted: [[Self.errors(1000, [5]), Self.errors(3000, [9])]])
    comparison.add(Self.run("here", [first]), measured: [Self.errors(1000, [41])], predicted: [[]])
    comparison.add(
      Self.run("there", [first]), measured: [Self.errors(1000, [2])], predicted: [[Self.errors(1000, [6])]])
    let rows = comparison.checks
    #expect(rows.map(\.mode) == ["car", "train", "car"] && rows.map(\.timeline) == ["here", "here", "there"])
    #expect(rows.map { $0.measured?.count } == [3, 1, 1] && rows.map(\.legs) == [1, 1, 1])
    #expect(rows.map { $0.predicted?.count } == [1, 1, 1])
    let satellites = comparison.satelliteChecks
    #expect(satellites.map(\.timeline) == ["here", "here", "there", nil, nil, "here", "there", nil])
    #expect(satellites.map(\.mode) == ["car", "train", "car", "car", "train", nil, nil, nil])
    #expect(satellites.map { $0.measured?.count } == [3, 1, 1, 4, 1, 4, 1, 5])
    #expect(satellites.map(\.legs) == [1, 1, 1, 1, 1, 2, 1, 2])
    #expect(satellites[5].measured?.p95 == 41 && satellites[7].predicted?.count == 3)
  }

  /// A leg without a route counts nowhere.
  @Test func withoutARouteThereIsNoError() {
    var comparison = ErrorComparison()
    let leg = MeasuredLeg(name: "a", mode: "car", start: 0, end: 10, routes: [])
    comparison.add(Self.run("here", [leg]), measured: [Self.errors(0, [3])], predicted: [])
    #expect(comparison.checks.isEmpty && comparison.satelliteChecks.isEmpty)
  }
}
