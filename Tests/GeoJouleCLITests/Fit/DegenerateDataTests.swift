import Foundation
import Testing

/// Data from which nothing can be told: each `fit` verb refuses them with exit code 65, or warns aloud.
@Suite struct DegenerateDataTests {
  /// Fixes at so many metres east of a place, one a second.
  private static func fixes(_ metres: [Double]) -> String {
    var text = "unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m\n"
    for (k, east) in metres.enumerated() { text += "\(1_000 + k),0,\(10 + east / 111_319.49),5\n" }
    return text
  }

  private static func attempts(_ rows: [(Double, Bool)]) -> String {
    var text = "ttff_s,fixed\n"
    for (seconds, fixed) in rows { text += "\(seconds),\(fixed ? "yes" : "no")\n" }
    return text
  }

  private static func trace(_ watts: [Double]) -> String {
    var text = "time_s,power_W,state\n"
    for (k, power) in watts.enumerated() { text += "\(Double(k) / 10),\(power),on\n" }
    return text
  }

  private static func table(_ heading: String, _ rows: [(Double, Double)]) -> String {
    var text = heading + "\n"
    for (x, y) in rows { text += "\(x),\(y)\n" }
    return text
  }

  /// One closure at a time keeps the compiler quick.
  private static func column<Element>(_ range: Range<Int>, _ element: (Int) -> Element) -> [Element] {
    range.map(element)
  }

  private static let place = ["--place", "0,10"]

  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let data: String
    let arguments: [String]
    let message: String
    var testDescription: String { what }
  }

  static let refused: [Case] = {
    var cases: [Case] = []
    func add(_ what: String, _ data: String, _ arguments: [String], _ message: String) {
      cases.append(Case(what: what, data: data, arguments: arguments, message: message))
    }
    add(
      "errors all equal", fixes([Double](repeating: 7.3, count: 40)),
      ["error", "data.csv"] + place,
      "all errors are equal")
    add(
      "errors of two values", fixes(column(0..<40) { $0 % 3 == 0 ? 7.3 : 11.9 }),
      ["error", "data.csv"] + place, "only two different values")
    add(
      "errors mostly 0", fixes(column(0..<40) { $0 % 4 == 0 ? 3.1 + Double($0) : 0 }),
      ["error", "data.csv"] + place, "30 of 40 errors are under 0.01 m")
    add(
      "one fix", fixes([7.3]), ["error", "data.csv"] + place,
      "1 samples, at least 20 are needed")
    add(
      "one reported accuracy", fixes([7.3]), ["calibration", "data.csv", "--place", "0,10"],
      "1 samples, at least 20 are needed")
    add(
      "attempts all given up", attempts(column(0..<15) { (30 + Double($0), false) }),
      ["ttff", "data.csv"], "0 samples, at least 5 are needed")
    add(
      "times all equal", attempts(column(0..<15) { _ in (3.1, true) }), ["ttff", "data.csv"],
      "all times to first fix are equal")
    add(
      "times of two values", attempts(column(0..<15) { ($0 % 2 == 0 ? 3.1 : 4.7, true) }),
      ["ttff", "data.csv"], "only two different values")
    add(
      "one attempt", attempts([(3.1, true)]), ["ttff", "data.csv"],
      "1 samples, at least 10 are needed")
    add(
      "a trace of one level", trace([Double](repeating: 0.31, count: 900)),
      ["tail", "data.csv"],
      "3 are needed")
    add(
      "a trace of two levels", trace(column(0..<900) { $0 / 100 % 2 == 0 ? 0.31 : 1.21 }),
      ["tail", "data.csv"], "3 are needed")
    add(
      "a single tail",
      trace(column(0..<900) { $0 < 300 ? 0.03 : $0 < 400 ? 1.21 : $0 < 500 ? 0.57 : 0.03 }),
      ["tail", "data.csv"], "(0.03, 0.57, 1.21 W) to the lowest: 1, at least 2 are needed")
    add(
      "a single idle gap", table("gap_s,rtt_ms", column(0..<60) { (5, 60 + Double($0 * 37 % 11)) }),
      ["tail", "--idle-gaps", "data.csv"], "no step over the gaps")
    add(
      "round trips all equal", table("gap_s,rtt_ms", column(0..<60) { (Double($0) / 5, 63) }),
      ["tail", "--idle-gaps", "data.csv"], "no step over the gaps")
    add(
      "one probe", table("gap_s,rtt_ms", [(5, 63)]), ["tail", "--idle-gaps", "data.csv"],
      "1 samples, at least 16 are needed")
    add(
      "one sample of power", trace([0.31]), ["power", "data.csv"],
      "1 samples, at least 8 are needed")
    add(
      "y all equal", table("x,y", column(0..<20) { (Double($0), 2.5) }), ["curve", "data.csv"],
      "all y are equal")
    add(
      "x all equal", table("x,y", column(0..<20) { (1.5, Double($0)) }), ["curve", "data.csv"],
      "cannot tell these parameters apart")
    add(
      "an exponential through two x",
      table("x,y", column(0..<20) { (Double($0 % 2), Double($0 % 2) + Double($0 * 7 % 5) / 50) }),
      ["curve", "data.csv", "--form", "exponential_tail"], "no fit: ")
    add(
      "a y that no quantity reaches",
      table("x,y", column(0..<20) { (Double($0), $0 == 7 ? 1e308 : Double($0 * 7 % 5)) }),
      ["curve", "data.csv", "--bad-rows", "0"], "data.csv:9:5: error: y 1e+308 is outside -1e+30 to 1e+30")
    add(
      "one row", table("x,y", [(1, 2)]), ["curve", "data.csv"],
      "1 samples, at least 5 are needed")
    return cases
  }()

  @Test(arguments: refused) func isRefused(_ one: Case) throws {
    try withTemporaryFolder { folder in
      try write(one.data, to: folder + "/data.csv")
      let outcome = try BuiltTool.run(["fit"] + one.arguments + ["--yaml", "piece.yml"], in: folder)
      #expect(outcome.status == 65, "\(outcome.text)\(outcome.errors)")
      #expect(outcome.errors.contains(one.message), "\(outcome.errors)")
      #expect(try contents(of: folder) == ["data.csv"])
    }
  }

  static let warned: [Case] = {
    var cases: [Case] = []
    func add(_ what: String, _ data: String, _ arguments: [String], _ message: String) {
      cases.append(Case(what: what, data: data, arguments: arguments, message: message))
    }
    add(
      "errors of five values", fixes(column(0..<60) { 3.7 + 2.9 * Double($0 * 7 % 5) }),
      ["error", "data.csv"] + place, "only 5 different values")
    add(
      "times of three values", attempts(column(0..<30) { ([3.1, 4.7, 9.3][$0 % 3], true) }),
      ["ttff", "data.csv"], "only 3 different values")
    add(
      "power that never varies", trace([Double](repeating: 0.31, count: 90)),
      ["power", "data.csv"], "the standard error of on is 0")
    add(
      "tails without noise",
      trace(column(0..<2_000) { [1.21, 0.57, 0.57, 0.03][$0 / 50 % 4] }), ["tail", "data.csv"],
      "the standard error of tail_1.power is 0")
    add(
      "a line without scatter", table("x,y", column(0..<20) { (Double($0), 0.5 + 0.25 * Double($0)) }),
      ["curve", "data.csv"], "the standard error of slope is 0")
    return cases
  }()

  @Test(arguments: warned) func isWarnedOf(_ one: Case) throws {
    try withTemporaryFolder { folder in
      try write(one.data, to: folder + "/data.csv")
      let outcome = try BuiltTool.run(
        ["fit"] + one.arguments + ["--yaml", "piece.yml"], in: folder, environment: ["COLUMNS": "400"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains(one.message), "\(outcome.text)")
      let piece = try String(contentsOfFile: folder + "/piece.yml", encoding: .utf8)
      #expect(piece.contains(one.message), "the piece that a person pastes says so too: \(piece)")
    }
  }

  /// Levels that never fall, and a single run.
  @Test(arguments: [([100, 100, 100], 4), ([57, 57, 57], 4), ([90, 80, 70], 1)])
  func batteryLevelsThatSayNothing(levels: [Int], runs: Int) throws {
    try withTemporaryFolder { folder in
      var (table, rows) = ("phone,strategy,start,end\n", "time_s,level_percent,phone\n")
      for run in 0..<runs {
        table += "p,continuous,\(run * 100_000),\(run * 100_000 + 7_200)\n"
        for (k, level) in levels.enumerated() { rows += "\(run * 100_000 + 3_600 * k),\(level),p\n" }
      }
      try write(table, to: folder + "/runs.csv")
      try write(rows, to: folder + "/levels.csv")
      let outcome = try BuiltTool.run(
        ["fit", "power", "--levels", "levels.csv", "--runs", "runs.csv", "--fit", "base.drain", "--seeds", "1"],
        in: folder, environment: ["COLUMNS": "400"])
      #expect(
        outcome.status == 65 || outcome.text.contains("lies on its bound")
          || outcome.text.contains("the data say nothing"),
        "\(outcome.text)\(outcome.errors)")
    }
  }

  /// Two nights of one step of 5 % have the step that a longer run of the phone shows. As nights of whole percents they would say more
  /// of the power than its prior does.
  @Test func nightsOfOneStepAreReadOnTheGaugeOfTheLongerRun() throws {
    try withTemporaryFolder { folder in
      try write(
        "phone,strategy,start,end\np,none,0,36000\np,none,100000,136000\np,none,200000,290000\n",
        to: folder + "/runs.csv")
      let levels = [
        (0, 95), (36_000, 90), (100_000, 95), (136_000, 90), (200_000, 90), (236_000, 85), (262_000, 80), (290_000, 75),
      ]
      let rows = levels.map { "\($0.0),\($0.1),p\n" }.joined()
      try write("time_s,level_percent,phone\n" + rows, to: folder + "/levels.csv")
      let outcome = try BuiltTool.run(
        ["fit", "power", "--levels", "levels.csv", "--runs", "runs.csv", "--fit", "base.drain", "--seeds", "1"],
        in: folder, environment: ["COLUMNS": "400"])
      #expect(outcome.text.contains("the data say little of base.drain"), "\(outcome.text)\(outcome.errors)")
    }
  }
}
