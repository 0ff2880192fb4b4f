import DeviceModel
import Documents
import Foundation
import Testing

/// Trips of an app's log of positions beside a battery's log.
@Suite struct ImportedTripsTests {
  @Test func positionsBesideABatteryBecomeLegsOfItsRun() throws {
    try withTemporaryFolder { folder in
      let start = 1_770_000_000.0
      // Two hours; a ride from minute 20 to minute 50.
      var levels = "unix_s,level_percent,is_charging\n"
      for k in 0...12 { levels += "\(start + 600 * Double(k)),\(93 - k),0\n" }
      try write(levels, to: "\(folder)/levels.csv")
      let track = BentTrip.gpx(start: start, at: stride(from: 0, through: 7_200, by: 10)) { ($0 - 1_200) / 1_800 }
      try write(track, to: "\(folder)/ride.gpx")
      let outcome = try BuiltTool.run(
        ["import", "levels.csv", "ride.gpx", "--output", "mine", "--system", "ios", "--strategy", "continuous"],
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let days = try MeasuredDatasetReader(system: .ios).read(folder: "\(folder)/mine")
      let run = try #require(days.runs.first)
      #expect(days.runs.count == 1 && run.readings.count == 13 && run.fixes?.count == 721)
      let leg = try #require(run.legs.first)
      #expect(run.legs.count == 1 && leg.routes.count == 1 && leg.routes[0].count > 100)
      // To the window of two minutes.
      #expect(abs(leg.start - start - 1_200) <= 130 && abs(leg.end - start - 3_000) <= 130, "\(leg.start) \(leg.end)")
      // A phone that lies on a table has none.
      let still = BentTrip.gpx(start: start, at: stride(from: 0, through: 7_200, by: 10)) { _ in 0 }
      try write(still, to: "\(folder)/still.gpx")
      _ = try BuiltTool.run(
        ["import", "levels.csv", "still.gpx", "--output", "table", "--system", "ios", "--strategy", "none"], in: folder)
      let table = try MeasuredDatasetReader(system: .ios).read(folder: "\(folder)/table")
      #expect(table.runs.count == 1 && table.runs[0].legs.isEmpty && table.runs[0].fixes?.count == 721)
    }
  }

  /// Two nights on a cable of 90 and 270 mW, one reading a minute: the counter's means are the runs', and move the profile.
  @Test func telemetryOverACableMakesAProfile() throws {
    try withTemporaryFolder { folder in
      var drains: [Double] = []
      for (name, milliwatts) in [("low", 90), ("high", 270)] {
        let lines = (0...480).map { step in
          "{\"UpdateTime\": \(1_770_000_000 + 60 * step), \"ExternalConnected\": true, \"CurrentCapacity\": 80, "
            + "\"PowerTelemetryData\": {\"AccumulatedSystemLoad\": \(30 * milliwatts * step), "
            + "\"SystemLoadAccumulatorCount\": \(30 * step)}}"
        }
        try write(lines.joined(separator: "\n"), to: "\(folder)/\(name).json")
        let imported = try BuiltTool.run(
          ["import", "\(name).json", "--output", name, "--strategy", "none"], in: folder)
        #expect(imported.status == 0, "\(imported.errors)")
        let run = try #require(try MeasuredDatasetReader(system: .ios).read(folder: "\(folder)/\(name)").runs.first)
        #expect(run.readings.isEmpty)
        let made = try BuiltTool.run(
          ["profile", "make", name, "--seeds", "1", "--output", "\(name).yml", "--csv", "\(name).csv"], in: folder)
        #expect(made.status == 0, "\(made.errors)")
        let row = try #require(
          try String(contentsOfFile: "\(folder)/\(name).csv", encoding: .utf8).split(separator: "\n").first {
            $0.hasPrefix("base.drain,")
          })
        drains.append(try #require(Double(row.split(separator: ",")[2])))
      }
      // The base declares 13 mW.
      #expect(drains[0] > 13 && drains[1] > 2 * drains[0], "\(drains)")
    }
  }
}
