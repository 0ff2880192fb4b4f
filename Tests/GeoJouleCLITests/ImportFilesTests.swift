import DeviceModel
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
        "b.txt: Android battery history", "  time      1 h 20 min", "  gauge     3 readings, 2 points down",
        "  on        gps 9 min 50 s", "  on        screen 5 min 00 s",
      ] { #expect(outcome.text.contains(line + "\n"), "\(line) in \(outcome.text)") }
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
      #expect(try file("power.csv").hasPrefix("time_s,power_W,end_s\n1769823842,1.18"))
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

  @Test func outputsAndSystemsAreChecked() throws {
    try withTemporaryFolder { folder in
      let place = URL(fileURLWithPath: folder)
      let table = "time_s,power_mW\n0,10\n1,10\n"
      try table.write(to: place.appendingPathComponent("power.csv"), atomically: true, encoding: .utf8)
      let nobody = try BuiltTool.run(["import", "power.csv", "--output", "mine"], in: folder)
      #expect(nobody.status == 64, "\(nobody.errors)")
      #expect(nobody.errors.contains("the file does not say the phone's system; add --system ios or android"))
      #expect(!FileManager.default.fileExists(atPath: place.appendingPathComponent("mine").path))
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
