import Foundation
import TestSupport
import Testing

@Suite struct PageFileTests {
  /// The commute day with ten strategies: below 300 kB and 10,000 shapes, the seed shown is one of the compared ones.
  @Test func theEverydayPageIsSmall() throws {
    try withTemporaryFolder { folder in
      for (name, filter) in [("wide.yml", "50 m"), ("wider.yml", "200 m")] {
        try write(
          "summary: Mine\nkind: standard\nparameters: {distance_filter: \(filter)}\nupload: {}\n",
          to: "\(folder)/\(name)")
      }
      let strategies = [
        "none", "continuous", "distance-filter", "deferred", "auto-pause", "hundred-meters", "kilometer",
        "significant-change", "wide.yml", "wider.yml",
      ]
      let outcome = try BuiltTool.run(
        ["compare"] + strategies.flatMap { ["--strategy", $0] } + ["--seeds", "3", "--html", "page.html", "--quiet"],
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let page = try String(contentsOfFile: "\(folder)/page.html", encoding: .utf8)
      #expect(page.utf8.count < 300_000)
      #expect(page.components(separatedBy: "><th scope=\"row\">wider</th>").count >= 2)
      #expect(Self.shapes(page) <= 10_000)
      for heading in [
        "Battery against what is missed", "The day on the map", "What every component did", "The battery over the day",
      ] {
        #expect(page.contains("<h2>\(heading)</h2>"))
      }
    }
  }

  /// What a reader sets on a page, and the need that it is.
  struct Choice: Sendable {
    let use: String
    let limit: String
    let span: String
    let hours: String
    let need: String
    let levels: [String]
    var compare = ["continuous", "live-updates", "hundred-meters", "significant-change"]
  }

  /// What the page answers is what the program says: a need that some meet, one that none meets, and the best value.
  @Test(
    .enabled(
      if: ["chromium", "chromedriver"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") },
      "needs chromium and chromedriver"),
    arguments: [
      Choice(use: "track", limit: "20 m", span: "", hours: "16", need: "track:20m", levels: ["", "37", "99"]),
      Choice(use: "now", limit: "200 m", span: "day", hours: "7.25", need: "now:200m:day", levels: ["9", "83", "100"]),
      // A track that comes late, and ties at the ceiling.
      Choice(
        use: "track", limit: "10 m", span: "", hours: "1", need: "track:10m", levels: ["83", "99", "50"],
        compare: ["city-run", "pixel-9", "fused-high-accuracy", "fused-batched", "fused-balanced"]),
    ])
  func theReaderChooses(_ row: Choice) throws {
    try withTemporaryFolder { folder in
      let compare = ["compare"] + row.compare + ["--seeds", "3"]
      let made = try BuiltTool.run(compare + ["--html", "page.html", "--quiet"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let script = RepositoryPath.of("Tests/ReportsTests/Scripts/choice_check.py")
      let outcome = try PythonTool.run(
        [script, "\(folder)/page.html", row.use, row.limit, row.span, row.hours] + row.levels)
      let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      try #require(lines.count >= row.levels.count + 3, "\(outcome.text)")
      func need(_ level: String) -> String {
        var words = row.need.split(separator: ":").map(String.init)
        if !level.isEmpty { words.insert("\(level)%", at: 2) }
        return words.joined(separator: ":")
      }
      for (level, line) in zip(row.levels, lines) {
        let said = try BuiltTool.run(
          compare + ["--need", need(level), "--hours", row.hours, "--format", "json"], in: folder)
        let json = try JSONSerialization.jsonObject(with: Data(said.text.utf8)) as? [String: Any]
        let finding = try #require(json?["finding"] as? String)
        #expect(line == finding)
      }
      // The command and the address have the last need; the page has it again when it is opened there.
      let hours = row.hours == "16" ? "" : " --hours \(row.hours)"
      #expect(lines[row.levels.count].hasSuffix(" --need \(need(row.levels[2]))\(hours)"))
      #expect(lines[row.levels.count + 1] == lines[row.levels.count - 1])
      #expect(lines[row.levels.count + 2] == "[]")
    }
  }

  /// With a position each second of a day, the commute is the fullest page there is.
  @Test(arguments: [
    ("commute", "continuous"), ("city-run", "continuous"), ("city-run", "significant-change"), ("city-run", "none"),
  ])
  func aRunHasAPage(_ row: (day: String, strategy: String)) throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(
        ["run", "--scenario", row.day, "--strategy", row.strategy, "--html", "run.html", "--perfetto", "run.perfetto"],
        in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "wrote run.perfetto\nwrote run.html\n")
      let page = try String(contentsOfFile: "\(folder)/run.html", encoding: .utf8)
      #expect(page.contains("Top 10 energy uses"))
      #expect(Self.shapes(page) <= 10_000)
      #expect(page.utf8.count < 300_000)
      #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/run.perfetto")).count > 1000)
    }
  }

  /// Elements that draw, and the parts of paths, of which a path may have many.
  static func shapes(_ page: String) -> Int {
    var count = 0
    for element in page.split(separator: "<") {
      if element.hasPrefix("path"), let data = element.range(of: " d=\"") {
        count += element[data.upperBound...].count { $0 == "m" || $0 == "M" }
      } else if ["line", "rect", "circle", "text"].contains(where: element.hasPrefix) {
        count += 1
      }
    }
    return count
  }
}

extension PageFileTests {
  @Test func limitsOfABudgetFileAreDrawn() throws {
    try withTemporaryFolder { folder in
      let budget = """
        budgets:
          - name: background
            scenarios: [city-run]
            devices: [modern-phone]
            strategies: [continuous]
            limits:
              - {metric: drain_percent_per_hour, max: 3.21}
              - {metric: moving_error_p95_m, max: 47}
              - {metric: track_error_p95_m, max: 53}
              - {metric: energy_J, max: 99999}

        """
      try write(budget, to: "\(folder)/b.yml")
      let arguments = [
        "compare", "--strategy", "continuous", "--strategy", "hundred-meters", "--seeds", "2", "--quiet", "--html",
        "p.html", "--budgets", "b.yml",
      ]
      let outcome = try BuiltTool.run(arguments + ["--scenario", "city-run"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let page = try String(contentsOfFile: "\(folder)/p.html", encoding: .utf8)
      #expect(page.contains(">continuous: 3.21 %/h</text>"))
      // Errors have no axis.
      #expect(page.components(separatedBy: "class=\"limit\"").count == 2)
      // Limits of another day are not this day's.
      _ = try BuiltTool.run(arguments + ["--scenario", "hike"], in: folder)
      #expect(!(try String(contentsOfFile: "\(folder)/p.html", encoding: .utf8)).contains("class=\"limit\""))
    }
  }
}
