import Foundation
import Testing

/// A message names the cause that triggers it, not another one.
@Suite struct FitReasonTests {
  private static let metre = 1 / 111_319.49

  /// Fixes along the equator at 10 m/s from second 0, some metres to the north.
  private static func fixes(_ seconds: Range<Int>) -> String {
    var noise = FitCommandTests.Noise(state: 19)
    return "unix_s,latitude_deg,longitude_deg\n"
      + seconds.map { "\($0),\(4 * noise.normal() * metre),\((10 * Double($0) + 4 * noise.normal()) * metre)\n" }
      .joined()
  }

  private static func track(_ seconds: StrideTo<Int>) -> String {
    "unix_s,latitude_deg,longitude_deg\n" + seconds.map { "\($0),0,\(10 * Double($0) * metre)\n" }.joined()
  }

  private static func route(_ metres: ClosedRange<Double>) -> String {
    """
    {"type": "LineString", "coordinates": [[\(metres.lowerBound * metre), 0], [\(metres.upperBound * metre), 0]]}
    """
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let fixes: Range<Int>
    var truth: StrideTo<Int>?
    var route: ClosedRange<Double>?
    var options: [String] = []
    let message: String
    let remedy: String
    var testDescription: String { what }
  }

  static let cases: [Case] = [
    Case(
      what: "a truth too short", fixes: 0..<300, truth: stride(from: 0, to: 12, by: 1),
      options: ["--clock-offset", "0"],
      message: "12 samples, at least 20 are needed; of 300 selected fixes 288 lie outside the truth",
      remedy: "give a truth that covers their time"),
    Case(
      what: "a truth full of gaps", fixes: 1..<59, truth: stride(from: 0, to: 600, by: 60),
      options: ["--clock-offset", "0"],
      message: "lie in its gaps of more than 10", remedy: "raise --truth-gap"),
    Case(
      what: "a truth of another day", fixes: 0..<300, truth: stride(from: 90_000, to: 90_300, by: 1),
      options: ["--clock-offset", "0"], message: "no fix lies in the time of the true track", remedy: "check the clocks"
    ),
    Case(
      what: "too few fixes for a clock", fixes: 100..<109, truth: stride(from: 0, to: 300, by: 1),
      message: "9 fixes are too few to estimate the clock offset", remedy: "--clock-offset"),
    Case(
      what: "a route elsewhere", fixes: 0..<300, route: 9_000...9_900,
      message: "none of 300 fixes lies beside the route", remedy: "one of its ends"),
    Case(
      what: "a route too short", fixes: 0..<300, route: 0...120,
      message: "at least 20 are needed; of 300 selected fixes 28", remedy: "give a route that covers them"),
    Case(
      what: "trimmed to nothing", fixes: 0..<300, route: 0...3_000, options: ["--trim", "1cm"],
      message: "--trim leaves", remedy: "correct the input"),
  ]

  @Test(arguments: cases) func tooFewSamplesAreBlamedOnTheirCause(_ one: Case) throws {
    try withTemporaryFolder { folder in
      try write(Self.fixes(one.fixes), to: folder + "/fixes.csv")
      var arguments = ["fit", "error", "fixes.csv"] + one.options
      if let truth = one.truth {
        try write(Self.track(truth), to: folder + "/truth.csv")
        arguments += ["--truth", "truth.csv"]
      }
      if let route = one.route {
        try write(Self.route(route), to: folder + "/route.geojson")
        arguments += ["--route", "route.geojson"]
      }
      let outcome = try BuiltTool.run(arguments, in: folder)
      #expect(outcome.status == 65, "\(outcome.text)")
      #expect(outcome.errors.contains(one.message) && outcome.errors.contains(one.remedy), "\(outcome.errors)")
    }
  }

  /// The simulator's model fits; only it was not asked for, or the correlation in time is what is missing.
  @Test func theSimulatorsModelIsBlamedForItselfOnly() throws {
    try withTemporaryFolder { folder in
      try write(Self.fixes(0..<400), to: folder + "/fixes.csv")
      try write(Self.track(stride(from: -5, to: 405, by: 1)), to: folder + "/truth.csv")
      let arguments = [
        "fit", "error", "fixes.csv", "--truth", "truth.csv", "--clock-offset", "0", "--as", "urban",
      ]
      let other = try BuiltTool.run(arguments + ["--model", "gamma"], in: folder)
      #expect(other.status == 0, "\(other.errors)")
      #expect(other.text.contains("the simulator's own model was not asked for"), "\(other.text)")
      #expect(!other.text.contains("could not be fitted"))
      // Fixes of one instant have no correlation in time.
      let rows = Self.fixes(0..<45).split(separator: "\n")
      try write(rows.joined(separator: "\n") + "\n", to: folder + "/few.csv")
      let few = try BuiltTool.run(
        ["fit", "error", "few.csv"] + arguments.dropFirst(3) + ["--model", "simulator"], in: folder)
      #expect(!few.text.contains("the simulator's own model could not be fitted"), "\(few.text)")
      #expect(few.status != 0 || few.text.contains("50 are needed"), "\(few.text)\(few.errors)")
    }
  }
}
