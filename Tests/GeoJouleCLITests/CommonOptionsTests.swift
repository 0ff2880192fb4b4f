import Foundation
import Testing

@testable import GeoJouleCLI

/// Every command that reports takes the same options, and its formats hold the same figures.
struct CommonOptionsTests {
  static let commands: [[String]] = [
    ["compare"], ["run"], ["share"], ["advise"], ["check"], ["sensitivity"], ["optimize"], ["validate"],
    ["fit", "error"], ["fit", "calibration"], ["fit", "ttff"], ["fit", "tail"], ["fit", "power"], ["fit", "curve"],
    ["fit", "drive"], ["import", "files"],
    ["import", "metrickit"], ["sweep"], ["merge"], ["plan-measurement"], ["profile", "make"],
  ]

  @Test(arguments: commands)
  func theOptionsAreThere(command: [String]) throws {
    let help = try BuiltTool.run(command + ["--help"]).text
    for option in ["--format <format>", "--csv <file>", "--json <file>", "--markdown <file>", "--html <file>"] {
      #expect(help.contains(option), "\(command): \(option)")
    }
  }

  /// Cells of the line of `text` that begins with `name`.
  private func cells(_ text: String, _ name: String, separator: Character) throws -> [String] {
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name) }, "\(name) in \(text.prefix(400))")
    return line.split(separator: separator, omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// Readers of JSON may err in the last digit.
  private func isSame(_ cell: String?, _ value: Any?) -> Bool {
    guard let cell, let number = Double(cell), let value = value as? Double else { return false }
    return abs(number - value) <= 1e-13 * abs(value)
  }

  private func formats(_ command: [String], in folder: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    for format in ["csv", "json", "markdown", "html"] {
      let outcome = try BuiltTool.run(command + ["--format", format], in: folder)
      #expect(outcome.status == 0, "\(format): \(outcome.errors)")
      texts[format] = outcome.text
    }
    return texts
  }

  @Test func aRunsFormatsAgree() throws {
    try withTemporaryFolder { folder in
      let texts = try formats(["run", "hundred-meters", "--scenario", "desk-day"], in: folder)
      let csv = try #require(texts["csv"])
      #expect(csv.hasPrefix("figure,value,prediction_p5,prediction_p95\n"))
      let row = try cells(csv, "drain_percent_per_hour,", separator: ",")
      let drain = try #require(Double(row[1]))
      let low = try #require(Double(row[2]))
      #expect(low < drain && drain < (Double(row[3]) ?? 0))
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data((texts["json"] ?? "").utf8)) as? [String: Any])
      #expect(isSame(row[1], (json["figures"] as? [String: Any])?["drain_percent_per_hour"]))
      let shown = String(format: "%.2f", drain)
      #expect(try cells(texts["markdown"] ?? "", "| drain %/h ", separator: "|")[2] == shown)
      #expect(texts["html"]?.contains(shown) == true)
      let energy = try #require(Double(try cells(csv, "energy_J,", separator: ",")[1]))
      let parts = try #require(json["energy"] as? [[String: Any]]).compactMap { $0["energy_J"] as? Double }
      #expect(abs(parts.reduce(0, +) - energy) < 1e-9 * energy)
    }
  }

  @Test func aChecksFormatsAgree() throws {
    try withTemporaryFolder { folder in
      let limit = ["--limit", "drain_percent_per_hour<97", "--strategy", "none", "--today", "2026-01-01"]
      let texts = try formats(["check"] + limit, in: folder)
      let lines = (texts["csv"] ?? "").split(separator: "\n")
      try #require(lines.count == 2)
      let names = lines[0].split(separator: ",").map(String.init)
      let row = lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      #expect(names.count == row.count)
      let cell = Dictionary(zip(names, row), uniquingKeysWith: { $1 })
      #expect(cell["strategy"] == "none" && cell["status"] == "within" && cell["allowed"] == "97")
      #expect(cell["metric"] == "drain_percent_per_hour" && cell["bound"] == "max")
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data((texts["json"] ?? "").utf8)) as? [String: Any])
      let figure = try #require((json["findings"] as? [[String: Any]])?.first?["figure"] as? [String: Any])
      #expect(isSame(cell["mean"], figure["mean"]) && isSame(cell["mean_low"], figure["low"]))
      #expect(texts["html"]?.contains("&lt;= 97") == true && texts["markdown"]?.contains("&lt;= 97") == true)
      let both = try BuiltTool.run(["check"] + limit + ["--format", "csv", "--github"], in: folder)
      #expect(both.status == 64)
    }
  }

  @Test func anImportsFormatsAgree() throws {
    try withTemporaryFolder { folder in
      let rows = (0...7).map { "\(1_770_000_000 + 600 * $0),\(97 - $0),0" }
      try Data(("unix_s,level_percent,is_charging\n" + rows.joined(separator: "\n") + "\n").utf8).write(
        to: URL(fileURLWithPath: "\(folder)/day.csv"))
      let texts = try formats(["import", "day.csv"], in: folder)
      let lines = (texts["csv"] ?? "").split(separator: "\n")
      try #require(lines.count == 2)
      let cell = Dictionary(
        zip(
          lines[0].split(separator: ",").map(String.init),
          lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)), uniquingKeysWith: { $1 })
      #expect(cell["file"] == "day.csv" && cell["drop_percent"] == "7" && cell["readings"] == "8")
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data((texts["json"] ?? "").utf8)) as? [String: Any])
      let recording = try #require((json["recordings"] as? [[String: Any]])?.first)
      #expect(recording["drop_percent"] as? Double == 7 && recording["sha256"] as? String == cell["sha256"])
      #expect(texts["markdown"]?.contains("| day.csv |") == true && texts["html"]?.contains("day.csv") == true)
    }
  }

  /// y = 3 + 2 x, of which every format has the slope.
  @Test func aFitsFormatsAgree() throws {
    try withTemporaryFolder { folder in
      let rows = (1...9).map { "\($0),\(3 + 2 * Double($0) + ($0 % 2 == 0 ? 0.01 : -0.01))" }
      try Data(("x,y\n" + rows.joined(separator: "\n") + "\n").utf8).write(
        to: URL(fileURLWithPath: "\(folder)/c.csv"))
      let texts = try formats(["fit", "curve", "c.csv", "--formula", "y = a + b*x", "--start", "a=1,b=1"], in: folder)
      let row = try cells(texts["csv"] ?? "", "", separator: ",")
      #expect(row.prefix(3) == ["section", "parameter", "value"])
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data((texts["json"] ?? "").utf8)) as? [String: Any])
      let parameters = (json["sections"] as? [[String: Any]])?.flatMap { $0["parameters"] as? [[String: Any]] ?? [] }
      let slope = try #require(parameters?.first { $0["name"] as? String == "b" }?["value"] as? Double)
      #expect(abs(slope - 2) < 0.01)
      let line = try #require((texts["csv"] ?? "").split(separator: "\n").first { $0.contains(",b,") })
      #expect(isSame(String(line.split(separator: ",")[2]), slope))
      let shown = try cells(texts["markdown"] ?? "", "| b ", separator: "|")[2]
      #expect(abs((Double(shown) ?? 0) - slope) < 0.001)
      #expect(texts["html"]?.contains(shown) == true)
    }
  }

  @Test func aSensitivitysFormatsAgree() throws {
    try withTemporaryFolder { folder in
      let texts = try formats(
        [
          "sensitivity", "--strategy", "none", "--scenario", "desk-day", "--parameter", "processor.", "--trajectories",
          "2", "--top", "2", "--rows", "8",
        ], in: folder)
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data((texts["json"] ?? "").utf8)) as? [String: Any])
      #expect(json["schema"] as? String == "geojoule-sensitivity")
      let rows = try #require((json["tables"] as? [[String: Any]])?.first?["rows"] as? [[String: Any]])
      let first = try #require(rows.first)
      let name = try #require(first["parameter"] as? String)
      #expect(name.hasPrefix("processor."))
      let row = try cells(texts["csv"] ?? "", name + ",", separator: ",")
      #expect(isSame(row[1], first["total_share"]) && isSame(row[2], first["total_share_ci95_low"]))
      #expect(texts["markdown"]?.contains("| \(name) |") == true && texts["html"]?.contains(name) == true)
    }
  }
}

/// What a report repeats of its command line.
struct CommandEchoTests {
  @Test func whatChangesNoFigureIsLeftOut() {
    let words = [
      "compare", "ride 7.gpx", "-q", "--jobs", "3", "--seeds=11", "--csv=a b.csv", "--json", "-", "--wide", "--need",
      "now:50m",
    ]
    CommandEcho.$arguments.withValue(words) {
      #expect(CommandEcho.text == "geojoule compare 'ride 7.gpx' --seeds=11 --need now:50m")
    }
  }
}
