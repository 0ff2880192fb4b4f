import DeviceModel
import Documents
import FileFormats
import Foundation
import Testing

/// `geojoule import` makes a folder that `validate` and `fit power` read.
@Suite struct ImportFilesTests {
  static let history = """
    Battery History (0% used, 1 used of 512KB, 1 strings using 1):
                        0 (10) RESET:TIME: 2026-01-31-01-44-02
                        0 (2) 100 status=discharging plug=none volt=4000 charge=3000
                 +10s000ms (2) 100 +gps +screen
               +5m10s000ms (2) 100 -screen
              +10m00s000ms (2) 099 volt=3900 charge=2950 -gps
            +1h20m00s000ms (2) 098 charge=2940

    """

  @Test func theFolderIsOneOfMeasuredDays() throws {
    try withTemporaryFolder { folder in
      let place = URL(fileURLWithPath: folder)
      try Self.history.write(to: place.appendingPathComponent("b.txt"), atomically: true, encoding: .utf8)
      let outcome = try BuiltTool.run(
        ["import", "b.txt", "--output", "mine", "--phone", "pixel", "--strategy", "fused-high-accuracy"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      for line in [
        /b.txt +Android battery history +android +1.33 +3 +2.00 +177 +1.33\n/, /gps +b.txt +0.164\n/,
        /screen +b.txt +0.083\n/,
      ] { #expect(outcome.text.contains(line), "\(outcome.text)") }
      let mine = place.appendingPathComponent("mine")
      let days = try MeasuredDatasetReader(system: .android).read(folder: mine.path)
      #expect(days.runs.map(\.name) == ["import1-1"] && days.runs[0].configuration == "fused-high-accuracy")
      #expect(days.runs[0].readings.map(\.percent) == [100, 99, 98])
      func file(_ name: String) throws -> String {
        try String(contentsOf: mine.appendingPathComponent(name), encoding: .utf8)
      }
      #expect(
        try file("states.csv")
          == "state,start_s,end_s\ngps+screen,1769823852,1769824152\ngps,1769824152,1769824442\n")
      #expect(try file("power.csv").hasPrefix("time_s,power_W,end_s,meter\n1769823842,1.18"))
      #expect(try file("mapping.yml") == "android:\n  \"fused-high-accuracy\": {strategy: \"fused-high-accuracy\"}\n")
      let exposures = try file("exposures.csv")
      #expect(exposures.hasPrefix("run,start_s,end_s,power_W,state,on_s,share\nimport1-1,1769823842,1769828642,0."))
      #expect(exposures.contains(",gps,590,0.1229"))
      let check = try BuiltTool.run(
        ["validate", "mine", "--device", "modern-phone", "--mapping", "mine/mapping.yml", "--seeds", "1"], in: folder)
      // Modern-phone is an iPhone: the message names the system.
      #expect(check.status == 65 && check.errors.contains("no configurations of 'ios'"), "\(check.errors)")
    }
  }

  /// Two rails, three readings of the battery, and a packed packet; made up.
  private static let trace =
    "ChsyGQoJCAYQgKCUpY0dCgwIARCAgMSj9LOTyBgKSUCAoJSljR3CAj8KEQgAEghMMlNfR05TUxoDR1BTChAIARIHUzJNX0NQVRoDQ1BV"
    + "EgsIABDAhD0YwJaxAhILCAEQwIQ9GMCfqwMKJECA6MPFsh3CAhoSCwgAENDSPRjAxPUCEgsIARDQ0j0YwLGfBQokQICglKWNHbICGgjA"
    + "jbcBFQAAoEIYwOXz////////ATjghO4BCiRAgNCx5+wesgIaCLvztgEVAACgQhjw3vD///////8BOOCE7gEKUJIDTXic41JxaNjw+el1"
    + "2UNMUkLcHAwCDxbYSRyYv5oZyGGEcHbNZOMCqmo4v/KMwiYmKY4vl7YxijIwzHOS+HDvw38wYLR40PKOEQBaiiD8"

  @Test func railsBecomeColumnsThatAFitReads() throws {
    try withTemporaryFolder { folder in
      let place = URL(fileURLWithPath: folder)
      let bytes = try #require(Data(base64Encoded: Self.trace))
      try bytes.write(to: place.appendingPathComponent("a.perfetto-trace"))
      let outcome = try BuiltTool.run(["import", "a.perfetto-trace", "--output", "mine"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      for line in [
        /a.perfetto-trace +Perfetto trace +android +0.033 +2 +1.00 +878\n/,
        /L2S_GNSS +GPS +a.perfetto-trace +100/, /S2M_CPU +CPU +a.perfetto-trace +300/,
      ] { #expect(outcome.text.contains(line), "\(outcome.text)") }
      let rails = try String(contentsOf: place.appendingPathComponent("mine/rails.csv"), encoding: .utf8)
      let lines = rails.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      #expect(lines.first == ["time_s", "end_s", "L2S_GNSS_W", "S2M_CPU_W", "total_W"])
      let expected = [
        [1_770_000_000, 1_770_000_010, 0.112, 0.4, 0.512], [1_770_000_010, 1_770_000_020, 0.088, 0.2, 0.288],
      ]
      #expect(lines.count == 3)
      for (line, row) in zip(lines.dropFirst(), expected) {
        for (cell, number) in zip(line, row) {
          #expect(Double(cell).map { abs($0 - number) < 1e-9 } == true, "\(rails)")
        }
      }
      let power = try String(contentsOf: place.appendingPathComponent("mine/power.csv"), encoding: .utf8)
      let watts = power.split(separator: "\n").dropFirst().map { Double($0.split(separator: ",")[1]) ?? 0 }
      #expect(watts.count == 2 && abs(watts[0] - 0.78) < 1e-9 && abs(watts[1] - 0.975) < 1e-9, "\(power)")
      let csv = try BuiltTool.run(["import", "a.perfetto-trace", "--format", "csv"], in: folder)
      let rows = csv.text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let column = try #require(rows.first?.firstIndex { $0 == "rail_L2S_GNSS_mW" }, "\(csv.text)")
      #expect(rows.count == 2 && Double(rows[1][column]).map { abs($0 - 100) < 1e-9 } == true)
      let page = try BuiltTool.run(["import", "a.perfetto-trace", "--html", "page.html"], in: folder)
      #expect(page.status == 0, "\(page.errors)")
      #expect(
        try String(contentsOf: place.appendingPathComponent("page.html"), encoding: .utf8).contains("Power by rail"))
      let cut = place.appendingPathComponent("cut.perfetto-trace")
      try bytes.dropLast(9).write(to: cut)
      let failed = try BuiltTool.run(["import", "cut.perfetto-trace"], in: folder)
      #expect(failed.status == 65 && failed.errors.contains("the trace is damaged or cut off at byte"))
    }
  }

  /// Twelve runs at 400 mW of five seconds each and twelve at 100 mW, as rails with the benchmarks for states.
  @Test func benchmarksAreFitted() throws {
    try withTemporaryFolder { folder in
      func metrics(_ energy: Double, _ power: Double) -> String {
        let runs = { (value: Double) in
          (0..<12).map { "\(value * (1 + 0.01 * Double($0 % 3 - 1)))" }.joined(separator: ",")
        }
        return "{\"energyTotalUws\": {\"runs\": [\(runs(energy))]}, \"powerTotalUw\": {\"runs\": [\(runs(power))]}}"
      }
      let text =
        "{\"benchmarks\": [{\"name\": \"track\", \"metrics\": \(metrics(2e6, 400))}, "
        + "{\"name\": \"rest\", \"metrics\": \(metrics(5e5, 100))}]}"
      try text.write(toFile: "\(folder)/bench.json", atomically: true, encoding: .utf8)
      let outcome = try BuiltTool.run(["import", "bench.json", "--output", "mine"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains(/power, Total +track +bench.json +400 +mW +396 +404/), "\(outcome.text)")
      let fit = try BuiltTool.run(
        [
          "fit", "power", "mine/rails.csv", "--columns", "power=total_W", "--labels", "mine/states.csv", "--above",
          "rest",
          "--format", "json",
        ], in: folder)
      #expect(fit.status == 0, "\(fit.errors)")
      #expect(fit.text.contains("track"), "\(fit.text)")
      // Beside a trace, each log has its own rows.
      try #require(Data(base64Encoded: Self.trace)).write(to: URL(fileURLWithPath: "\(folder)/a.perfetto-trace"))
      let both = try BuiltTool.run(["import", "bench.json", "a.perfetto-trace", "--output", "both"], in: folder)
      #expect(both.status == 0, "\(both.errors)")
      let rows = try String(contentsOfFile: "\(folder)/both/rails.csv", encoding: .utf8).split(separator: "\n")
      #expect(rows.count == 27 && rows[0] == "time_s,end_s,L2S_GNSS_W,S2M_CPU_W,total_W", "\(rows)")
      #expect(rows[2] == "5,10,,,0.4" && rows[26].hasPrefix("1770000010,1770000020,0.088"), "\(rows)")
    }
  }

  /// A monitor's table over the time of the levels is one run with them, and stays the monitor's, also when it is read again. Without
  /// dates it is a run of its own, and a note says so.
  @Test(arguments: [(start: 1_770_000_000, runs: 1, notes: 0), (start: 0, runs: 2, notes: 1)])
  func aMonitorsTableIsJoinedByItsDates(_ row: (start: Int, runs: Int, notes: Int)) throws {
    try withTemporaryFolder { folder in
      func text(_ name: String) throws -> String { try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
      let levels = (0..<8).map { "\(1_770_000_000 + 600 * $0),\(97 - $0)\n" }.joined()
      try write("unix_s,level_percent\n" + levels, to: "\(folder)/level.csv")
      let powers = (0..<70).map { "\(row.start + 60 * $0),250,4\n" }.joined()
      try write("Time (s),Main Avg Current (mA),Main Avg Voltage (V)\n" + powers, to: "\(folder)/monitor.csv")
      for (files, output) in [(["level.csv", "monitor.csv"], "mine"), (["level.csv", "mine/power.csv"], "again")] {
        let outcome = try BuiltTool.run(
          ["import"] + files + ["--output", output, "--system", "ios", "--format", "json"], in: folder)
        #expect(outcome.text.components(separatedBy: "its times count from its own start").count == row.notes + 1)
        #expect(try text("\(output)/runs.csv").split(separator: "\n").count == row.runs + 1, "\(outcome.errors)")
        let spans = try text("\(output)/power.csv").split(separator: "\n").dropFirst()
        #expect(spans.count > 60 && spans.allSatisfy { $0.hasSuffix(",monitor") }, "\(spans.count)")
        #expect(try text("\(output)/power.csv") == text("mine/power.csv"))
      }
    }
  }

  @Test func outputsAndSystemsAreChecked() throws {
    try withTemporaryFolder { folder in
      let place = URL(fileURLWithPath: folder)
      let table = "time_s,power_mW\n0,10\n1,10\n"
      try table.write(to: place.appendingPathComponent("power.csv"), atomically: true, encoding: .utf8)
      let nobody = try BuiltTool.run(["import", "power.csv", "--output", "mine"], in: folder)
      #expect(nobody.status == 64, "\(nobody.errors)")
      #expect(nobody.errors.contains("the file does not say the phone's system; add --system ios or android"))
      #expect(!FileManager.default.fileExists(atPath: place.appendingPathComponent("mine").path))
      let capital = try BuiltTool.run(["import", "power.csv", "--output", "days", "--system", "iOS"], in: folder)
      #expect(capital.status == 0, "\(capital.errors)")
      // No output over an input.
      let over = try BuiltTool.run(["import", "power.csv", "--output", ".", "--system", "ios"], in: folder)
      #expect(over.status == 64, "\(over.errors)")
      #expect(try String(contentsOf: place.appendingPathComponent("power.csv"), encoding: .utf8) == table)
      let json = try BuiltTool.run(["import", "power.csv", "--format", "json"], in: folder)
      #expect(json.status == 0 && json.text.contains("\"mean_power_W\": 0.01"), "\(json.text)")
      #expect(try BuiltTool.run(["import", "nothing.txt"], in: folder).status == 65)
      let twice = try BuiltTool.run(["import", "power.csv", "--phone", "a", "--phone", "b"], in: folder)
      #expect(twice.status == 64 && twice.errors.contains("--phone is given more than once"), "\(twice.errors)")
      #expect(try BuiltTool.run(["import", "metricki"], in: folder).errors.contains("did you mean 'metrickit'?"))
    }
  }
}
