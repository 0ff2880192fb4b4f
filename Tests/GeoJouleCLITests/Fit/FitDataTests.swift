import Estimation
import FileFormats
import Foundation
import Testing

/// The rows that fits export with `--data`, and their figures as numbers: from both a fit can be done again.
@Suite struct FitDataTests {
  private typealias Noise = FitCommandTests.Noise

  /// A fit's parameters and statistics, with its rows.
  private struct Result {
    var sections: [[String: Any]] = []
    var rows: [[String: String]] = []

    func numbers(_ column: String) -> [Double] { rows.compactMap { Double($0[column] ?? "") } }

    func parameters(_ section: Int = 0) -> [String: [Double?]] {
      let list = sections[section]["parameters"] as? [[String: Any]] ?? []
      let members = ["value", "standard_error", "ci95_low", "ci95_high"]
      return Dictionary(
        uniqueKeysWithValues: list.map { row in
          (row["name"] as? String ?? "", members.map { row[$0] as? Double })
        })
    }

    func statistics(_ section: Int = 0) -> [String: Any] { sections[section]["statistics"] as? [String: Any] ?? [:] }
  }

  private static func fit(_ arguments: [String], in folder: String, as name: String = "rows") throws -> Result {
    let outcome = try BuiltTool.run(
      ["fit"] + arguments + ["--data", "\(name).csv", "--json", "\(name).json", "--quiet"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).json")))
    let text = try String(contentsOfFile: "\(folder)/\(name).csv", encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let heading = lines[0].map(String.init)
    return Result(
      sections: (json as? [String: Any])?["sections"] as? [[String: Any]] ?? [],
      rows: lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(heading, $0.map(String.init))) })
  }

  /// The same fit of its own rows gives the same numbers.
  private static func expectAgain(_ first: Result, _ arguments: [String], in folder: String) throws {
    let again = try fit(arguments, in: folder, as: "again")
    #expect(first.sections.count == again.sections.count && !first.sections.isEmpty)
    for section in first.sections.indices {
      #expect(first.parameters(section) == again.parameters(section))
      #expect(
        NSDictionary(dictionary: first.statistics(section)) == NSDictionary(dictionary: again.statistics(section)))
    }
  }

  @Test func aCurve() throws {
    try withTemporaryFolder { folder in
      var noise = Noise(state: 29)
      let rows = (0..<13).map { "\($0),\(7.3 + 0.9 * Double($0) + noise.normal())\n" }.joined()
      try write("throughput,power\n" + rows, to: folder + "/curve.csv")
      let first = try Self.fit(["curve", "curve.csv", "--columns", "x=throughput,y=power", "--unordered"], in: folder)
      try Self.expectAgain(first, ["curve", "rows.csv", "--unordered"], in: folder)

      let (response, fitted, residuals) = (
        first.numbers("response"), first.numbers("fitted"), first.numbers("residual")
      )
      #expect(zip(response, zip(fitted, residuals)).allSatisfy { abs($0 - $1.0 - $1.1) < 1e-12 })
      #expect(first.numbers("line") == (2...14).map(Double.init))
      let mean = response.reduce(0, +) / 13
      let squares = residuals.reduce(0) { $0 + $1 * $1 }
      let statistics = first.statistics()
      #expect(statistics["samples"] as? Double == 13)
      #expect(statistics["degrees_of_freedom"] as? Double == 11)
      let explained = 1 - squares / response.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      #expect(abs((statistics["r_squared"] as? Double ?? 0) - explained) < 1e-12)
      let likelihood = -13 / 2 * (log(2 * .pi * squares / 13) + 1)
      #expect(abs((statistics["log_likelihood"] as? Double ?? 0) - likelihood) < 1e-9)
      let covariance = statistics["covariance"] as? [[Double]] ?? []
      let errors = try ["intercept", "slope"].map { try #require(first.parameters()[$0]?[1]) }
      #expect(zip(covariance.indices, errors).allSatisfy { abs(covariance[$0][$0].squareRoot() - $1) < 1e-9 })
    }
  }

  @Test func timesToFirstFix() throws {
    try withTemporaryFolder { folder in
      var noise = Noise(state: 31)
      var text = "ttff_s,fixed,start,sky,site\n"
      for k in 0..<90 {
        let seconds = 8 * exp(0.4 * noise.normal())
        text += "\(k % 9 == 0 ? 30 : seconds),\(k % 9 == 0 ? "no" : "yes"),\(k % 3 == 0 ? "hot" : "cold"),urban,a\n"
      }
      try write(text, to: folder + "/attempts.csv")
      let first = try Self.fit(["ttff", "attempts.csv"], in: folder)
      #expect(first.rows.count == 90 && first.rows.count { $0["start"] == "hot" } == 30)
      #expect(zip(first.numbers("fitted_share"), first.numbers("residual")).allSatisfy { abs(exp(-$1) - $0) < 1e-12 })
      try Self.expectAgain(first, ["ttff", "rows.csv"], in: folder)
    }
  }

  @Test func timersFromProbes() throws {
    try withTemporaryFolder { folder in
      var noise = Noise(state: 37)
      var probes = "gap_s,rtt_ms\n"
      for _ in 0..<300 {
        let gap = 20 * noise.uniform()
        probes += "\(gap),\((gap > 11.5 ? 310 : 62) * exp(0.1 * noise.normal()))\n"
      }
      try write(probes, to: folder + "/pings.csv")
      let first = try Self.fit(["tail", "--idle-gaps", "pings.csv"], in: folder)
      #expect(Set(first.numbers("fitted_s")).count == 2 && first.rows.count == 300)
      try Self.expectAgain(first, ["tail", "--idle-gaps", "rows.csv"], in: folder)
    }
  }

  @Test func singleTails() throws {
    try withTemporaryFolder { folder in
      var noise = Noise(state: 41)
      var trace = "time_s,power_W\n"
      for k in 0..<6_000 {
        let phase = (Double(k) * 0.02).truncatingRemainder(dividingBy: 20)
        trace += "\(Double(k) * 0.02),\((phase < 2 ? 1.21 : phase < 7.3 ? 0.61 : 0.03) + 0.01 * noise.normal())\n"
      }
      try write(trace, to: folder + "/trace.csv")
      let first = try Self.fit(["tail", "trace.csv"], in: folder)
      let starts = first.numbers("start_s")
      #expect(starts.count == 6 && zip(starts, (0..<6).map { 2 + 20 * Double($0) }).allSatisfy { abs($0 - $1) < 0.2 })
      func mean(_ column: String) -> Double { first.numbers(column).reduce(0, +) / Double(starts.count) }
      for (column, name) in [
        ("duration_s", "tail.duration"), ("tail_1.power_W", "tail_1.power"), ("energy_above_idle_J", "tail.energy"),
      ] {
        let value = try #require(first.parameters()[name]?[0])
        #expect(abs(mean(column) - value) < 1e-9 * value, "\(name)")
      }
      #expect(abs(mean("residual_duration_s")) < 1e-9)
    }
  }

  @Test func powersOfStates() throws {
    try withTemporaryFolder { folder in
      var noise = Noise(state: 43)
      var text = "time_s,power_W,state\n"
      for k in 0..<2_000 {
        let t = Double(k) * 0.05
        let isOn = Int(t / 20) % 2 == 1
        text += "\(t),\((isOn ? 0.121 : 0.026) + 0.004 * noise.normal()),\(isOn ? "on" : "off")\n"
      }
      try write(text, to: folder + "/trace.csv")
      let first = try Self.fit(["power", "trace.csv", "--guard-time", "1.5"], in: folder)
      // Four changes, each with a guard time of 30 samples before and after.
      #expect(first.rows.count == 2_000 && first.rows.count { $0["used"] == "no" } == 240)
      try Self.expectAgain(first, ["power", "rows.csv", "--guard-time", "1.5"], in: folder)
    }
  }

  @Test func positionErrors() throws {
    try withTemporaryFolder { folder in
      let drive = FitCommandTests.drive()
      try write(drive.truth, to: folder + "/truth.csv")
      try write(drive.fixes, to: folder + "/fixes.csv")
      let arguments = ["fixes.csv", "--truth", "truth.csv", "--clock-offset", "2.6"]
      let first = try Self.fit(["error"] + arguments, in: folder)
      #expect(first.rows.count == 400)
      let samples = zip(first.numbers("time_s"), zip(first.numbers("error_m"), first.numbers("leg"))).map {
        TimeSeries.Point(time: $0, value: $1.0, leg: Int($1.1))
      }
      let fit = PositionErrorFit(geometry: .distance)
      let again = try fit.fit(samples).winner
      // The first section ranks the models, the second is the winner.
      for parameter in again.summary.parameters {
        #expect(first.parameters(1)[parameter.name]?[0] == parameter.value)
      }
      let shares = first.numbers("fitted_share")
      #expect(zip(samples, shares).allSatisfy { abs(again.cumulative($0.value) - $1) < 1e-12 })

      let calibration = try Self.fit(["calibration"] + arguments, in: folder, as: "reports")
      let held = zip(calibration.numbers("error_m"), calibration.numbers("accuracy_m")).map { $0 <= $1 ? 1.0 : 0 }
      #expect(held == calibration.numbers("held") && held.count == 400)
      let small = calibration.rows.filter { $0["accuracy_m"] == "5" }.compactMap { Double($0["held"] ?? "") }
      let fitted = calibration.rows.first { $0["accuracy_m"] == "5" }.flatMap { Double($0["fitted_share"] ?? "") }
      #expect(abs(small.reduce(0, +) / Double(small.count) - (fitted ?? 0)) < 1e-12)
    }
  }
}
