import Foundation
import Testing

/// What a new user types first.
@Suite struct FirstStepsTests {
  @Test func initWritesFilesThatWork() throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(["init"], in: folder)
      #expect(outcome.status == 0)
      #expect(try contents(of: folder) == ["budgets.yml", "day.yml", "strategy.yml"])
      #expect(outcome.errors.contains("\nfor editors: geojoule schema budgets > geojoule-budgets.schema.json\n"))
      #expect(outcome.errors.hasSuffix("next: geojoule compare day.yml strategy.yml continuous live-updates\n"))
      let files = try BuiltTool.run(["validate-file", "day.yml", "strategy.yml", "budgets.yml"], in: folder)
      #expect(files.status == 0, "\(files.errors)")
      let command = ["compare", "day.yml", "strategy.yml", "continuous", "--seeds", "1"]
      let comparison = try BuiltTool.run(command + ["live-updates"], in: folder)
      #expect(comparison.status == 0, "\(comparison.errors)")
      #expect(comparison.text.hasPrefix("strategy takes "), "\(comparison.text)")
      #expect(comparison.text.contains("live-updates is the best value: "), "\(comparison.text)")
      // Where nothing saves, the way on is advice for the own strategy.
      let alone = try BuiltTool.run(command, in: folder).text
      #expect(alone.contains("\nNext: 'geojoule advise --scenario day.yml strategy.yml'"), "\(alone)")
      let check = try BuiltTool.run(["check"], in: folder)
      #expect(check.status == 0, "\(check.text)\(check.errors)")
      for (file, kind) in [("strategy", "strategy"), ("day", "scenario"), ("budgets", "budgets")] {
        let text = try String(contentsOfFile: "\(folder)/\(file).yml", encoding: .utf8)
        #expect(text.hasPrefix("# yaml-language-server: $schema=geojoule-\(kind).schema.json\n"))
      }
      // Nothing is written over.
      #expect(try BuiltTool.run(["init"], in: folder).status == 65)
    }
  }

  @Test func initServesAndroid() throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(["init", "mine", "--android"], in: folder)
      #expect(outcome.status == 0)
      let next = try #require(outcome.errors.split(separator: "\n").last?.split(separator: " ").map(String.init))
      #expect(next.contains("pixel-9") && next.contains("fused-high-accuracy"), "\(next)")
      let comparison = try BuiltTool.run(Array(next.dropFirst(2)) + ["--seeds", "1", "--format", "csv"], in: folder)
      #expect(comparison.text.split(separator: "\n").count == 4, "\(comparison.errors)")
      // Strategies of two folders are told apart.
      #expect(comparison.text.contains("\nmine,"), "\(comparison.text)")
      let check = try BuiltTool.run(["check", "mine/budgets.yml"], in: folder)
      #expect(check.status == 0 && check.text.contains("pixel-9"), "\(check.text)\(check.errors)")
    }
  }

  @Test func aPhoneOfAnotherSizeIsTwoLines() throws {
    try withTemporaryFolder { folder in
      // Half the battery of modern-phone.
      try write("inherits: modern-phone\nbattery: 6.35 Wh\n", to: "\(folder)/mine.yml")
      func drain(_ device: String) throws -> Double {
        let words = ["compare", "none", "--device", device, "--seeds", "1", "--parameters", "fixed", "--format", "csv"]
        let outcome = try BuiltTool.run(words, in: folder)
        let lines = outcome.text.split(separator: "\n").map {
          $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let column = try #require(lines[0].firstIndex(of: "drain_percent_per_hour"))
        return try #require(Double(lines[1][column]))
      }
      let ratio = try drain("mine.yml") / drain("modern-phone")
      #expect(abs(ratio - 2) < 1e-9)
      let unknown = try BuiltTool.run(["compare", "--device", "galaxy-s99"], in: folder)
      #expect(unknown.status == 65 && unknown.errors.contains("'inherits: modern-phone'"), "\(unknown.errors)")
    }
  }

  @Test func everyMistakeOfAFileIsNamed() throws {
    try withTemporaryFolder { folder in
      let text = """
        summary: Ours
        kind: standrad
        parameters:
          desired_accuracy: bets
          distance_filter: 30
          activity_typ: fitness
        upload: {batch_count: many}
        """
      try write(text, to: "\(folder)/mine.yml")
      for command in ["validate-file", "compare"] {
        let outcome = try BuiltTool.run([command, "mine.yml"], in: folder)
        let places = outcome.errors.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(
          outcome.status == 65
            && places
              == [2, 4, 5, 6, 7].map { line in
                "mine.yml:\(line):\([2: 7, 4: 21, 5: 20, 6: 3, 7: 23][line] ?? 0):"
              },
          "\(outcome.errors)")
      }
      // A missing key, and nothing that follows from it.
      try write("kind: standard\nparameters: {distance_filter: 30}\n", to: "\(folder)/mine.yml")
      let missing = try BuiltTool.run(["validate-file", "mine.yml"], in: folder).errors
      #expect(missing.split(separator: "\n").count == 2 && missing.contains("'summary' is missing"), "\(missing)")
    }
  }

  /// Words that other tools and the systems' interfaces have.
  @Test(arguments: [
    (["compare", "gps"], "'continuous' or 'fused-high-accuracy'"), (["compare", "best"], "'continuous'"),
    (["compare", "kCLLocationAccuracyBest"], "'continuous'"), (["run", "PRIORITY_LOW_POWER"], "'fused-low-power'"),
    (["compare", "high-accuracy"], "'fused-high-accuracy'"), (["compare", "-"], "save the file and name it"),
    (["compare", "-o", "a.csv"], "'--csv' or '--json' or '--markdown' or '--html'"),
    (["run", "--output", "a.csv"], "'--csv' or '--json' or '--markdown' or '--html'"),
    (["validate", "README.md"], "'geojoule validate-file README.md' checks a file"),
    (["compare", "--hours", "8x"], "it takes hours, 1000 at most, or a time such as 90min or 6h30"),
  ])
  func habitsAreAnswered(_ arguments: [String], _ answer: String) throws {
    try withTemporaryFolder { folder in
      try write("", to: "\(folder)/README.md")
      let outcome = try BuiltTool.run(arguments, in: folder)
      #expect([64, 65].contains(outcome.status) && outcome.errors.contains(answer), "\(outcome.errors)")
    }
  }

  @Test func habitsWork() throws {
    try withTemporaryFolder { folder in
      func text(_ words: String) throws -> String {
        let outcome = try BuiltTool.run(words.split(separator: " ").map(String.init), in: folder)
        #expect(outcome.status == 0, "\(words): \(outcome.errors)")
        return outcome.text
      }
      #expect(try text("version") == text("--version"))
      let day = "compare none --scenario city-run --seeds 1 --phone pixel-9 --hours"
      // The command line stands there as it was typed.
      func figures(_ words: String) throws -> [Substring] {
        try text(words).split(separator: "\n").filter { !$0.contains("geojoule compare none") }
      }
      #expect(try figures("\(day) 8h") == figures("\(day) 8"))
      #expect(try figures("\(day) 90min --format md") == figures("\(day) 1.5 --format markdown"))
      try write("lat,lon\n52.5,13.25\n52.51,13.25\n", to: "\(folder)/route.csv")
      // 1.1 km at 10 km/h take less than 7 min; at 5 km/h they take twice as long.
      #expect(try text("compare none route.csv --mode run --seeds 1").contains("route, 6 min 41 s"))
      let list = try text("list strategies --format json")
      let items = try #require(JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: String]])
      #expect(
        try items.compactMap { $0["name"] } == text("list strategies --names").split(separator: "\n").map(String.init))
    }
  }

  @Test func aRecordingOfAnyFormatIsADay() throws {
    try withTemporaryFolder { folder in
      try write("lat,lon\n52.5,13.25\n52.51,13.25\n", to: "\(folder)/route.csv")
      let command = ["compare", "route.csv", "continuous", "--seeds", "1"]
      let outcome = try BuiltTool.run(command + ["--mode", "walk"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let words = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("geojoule run --track route.csv --track-noise 0m --mode walk continuous"), "\(words)")
      let untimed = try BuiltTool.run(command, in: folder)
      #expect(untimed.status == 65 && untimed.errors.contains("no point has a time"), "\(untimed.errors)")
      let nowhere = try BuiltTool.run(["compare", "continuous", "--mode", "walk"], in: folder)
      #expect(nowhere.status == 64 && nowhere.errors.contains("--mode belongs to --track"), "\(nowhere.errors)")
    }
  }

  @Test func aLimitNeedsNoFile() throws {
    try withTemporaryFolder { folder in
      let day = ["--scenario", "city-run", "--strategy", "hundred-meters"]
      let within = try BuiltTool.run(["check", "--limit", "drain_percent_per_hour<50"] + day, in: folder)
      #expect(within.status == 0, "\(within.errors)")
      #expect(within.text.hasPrefix("Within the power budget: 1 limit checked."))
      let broken = try BuiltTool.run(["check", "--limit", "drain_percent_per_hour < 0.01 %/h"] + day, in: folder)
      #expect(broken.status == 2)
      #expect(broken.text.contains("\nNext: 'geojoule advise --scenario city-run hundred-meters' says "))
      #expect(try BuiltTool.run(["check", "--limit", "drained<3"] + day, in: folder).status == 64)
      let share = try BuiltTool.run(["check", "--limit", "availability>95"] + day, in: folder)
      #expect(share.status == 64 && share.errors.contains("such as 95 % or 0.95"), "\(share.errors)")
      #expect(try BuiltTool.run(["check", "--scenario", "hike"], in: folder).status == 64)
      #expect(try BuiltTool.run(["check", "b.yml", "--limit", "energy_J<3"], in: folder).status == 64)
    }
  }

  /// The limits that are written hold today.
  @Test func aFirstBudgetIsMeasured() throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(
        ["check", "--init", "--scenario", "city-run", "--strategy", "hundred-meters,continuous"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = try String(contentsOfFile: "\(folder)/budgets.yml", encoding: .utf8)
      #expect(text.hasPrefix("# yaml-language-server: $schema=geojoule-budgets.schema.json\n"))
      #expect(text.components(separatedBy: "drain_percent_per_hour, max:").count == 3)
      #expect(text.contains("track_in_30m, min:") || text.contains("track_in_10m, min:"))
      let check = try BuiltTool.run(["check"], in: folder)
      #expect(check.status == 0, "\(check.text)")
      #expect(try BuiltTool.run(["check", "--init"], in: folder).status == 65)
    }
  }

  @Test(arguments: [
    (["battery"], "16 at most"), (["error", "track"], "Delays and stops do not count"),
    (["moving_error_p95_m"], "Delays and stops do not count"), (["*"], "Pareto-optimal"), ([], "Pareto-optimal"),
    (["drawn"], "drawn parameters"), (["fixed"], "drawn parameters"), (["extrapolated"], "extrapolated"),
    (["live-updates"], "'live-updates' is a strategy; 'geojoule show live-updates' prints it"),
    (["modern", "phone"], "'modern-phone' is a device;"), (["LTE"], "'lte' is a network;"),
    (["commute"], "'commute' is a scenario;"), (["watch"], "watch_drain_percent_per_hour"),
    (["watch"], "'watch' is a device;"), (["doze"], "only in windows"), (["WorkManager"], "schedule_work"),
    (["foreground_service"], "lifts the limits behind the screen"), (["geofence"], "'android-geofences'"),
    (["battery.gauge_plateau"], "before a full gauge falls"),
    (["discrepancy"], "discrepancy.rest Further log-deviation"),
    (["gauge"], "prior, 0.943"), (["tracking", "strong"], "gnss.tracking_strong, in W"),
  ])
  func wordsAreExplained(_ row: (words: [String], text: String)) throws {
    let outcome = try BuiltTool.run(["explain"] + row.words)
    #expect(outcome.status == 0)
    #expect(outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(row.text))
  }

  /// Words of the headline are its figures, and no others.
  @Test(arguments: [
    ("track error", ["moving_error_p95_m"]), ("95 % track error", ["moving_error_p95_m"]),
    ("95 % error now", ["error_p95_m"]), ("95 % error", ["error_p95_m", "moving_error_p95_m"]),
  ])
  func wordsOfTheHeadlineAreItsFigures(_ row: (words: String, columns: [String])) throws {
    let outcome = try BuiltTool.run(["explain", row.words])
    #expect(outcome.text.matches(of: /\[(.*)\]/).map { String($0.1) } == row.columns, "\(outcome.text)")
  }

  @Test func unknownWordsAreNot() throws {
    #expect(try BuiltTool.run(["explain", "zzz"]).status == 64)
    #expect(try BuiltTool.run(["explain", "battery.gauge_platau"]).errors.contains("mean 'battery.gauge_plateau'?"))
    // A term is explained without the values that have its name.
    #expect(try !BuiltTool.run(["explain", "energy"]).text.contains("battery.energy"))
  }

  @Test func oneNameIsEnoughToShowAnEntry() throws {
    for (kind, name) in [("strategy", "continuous"), ("device", "iphone-6"), ("scenario", "hike")] {
      #expect(try BuiltTool.run(["show", name]).text == BuiltTool.run(["show", kind, name]).text)
    }
    #expect(try BuiltTool.run(["show", "strategies"]).status == 64)
    #expect(try BuiltTool.run(["show", "nonsense"]).status == 65)
    #expect(try BuiltTool.run(["show", "thing", "continuous"]).status == 64)
  }

  @Test func runTakesItsStrategyAsAWord() throws {
    let expected = try BuiltTool.run(["run", "--scenario", "city-run", "--strategy", "hundred-meters"])
    let outcome = try BuiltTool.run(["run", "hundred-meters", "city-run"])
    let again = "Again: geojoule run"
    #expect(
      outcome.text
        == expected.text.replacing(
          "\(again) --scenario city-run --strategy hundred-meters", with: "\(again) hundred-meters city-run"))
    #expect(try BuiltTool.run(["run", "continuous", "hundred-meters"]).status == 64)
  }
}
