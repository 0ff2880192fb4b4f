import Foundation
import Testing

private let isLong = ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1"

/// `geojoule profile make`: from a phone's own logs to predictions of that phone.
@Suite struct ProfileMakeTests {
  /// Drain in percent an hour and its prediction range, by strategy.
  private static func drains(
    _ device: String, _ strategies: [String], seeds: Int, fixed: Bool, in folder: String
  ) throws -> [String: (mean: Double, range: ClosedRange<Double>)] {
    let outcome = try BuiltTool.run(
      ["compare", "--scenario", "desk-day", "--device", device, "--first-seed", "501", "--seeds", "\(seeds)"]
        + ["--parameters", fixed ? "fixed" : "drawn", "--format", "csv"] + strategies.flatMap { ["--strategy", $0] },
      in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let rows = outcome.text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    func place(_ name: String) throws -> Int { try #require(rows[0].firstIndex { $0 == name }) }
    let places = try ["", "_p5", "_p95"].map { try place("drain_percent_per_hour\($0)") }
    var found: [String: (mean: Double, range: ClosedRange<Double>)] = [:]
    for row in rows.dropFirst() {
      let numbers = try places.map { try #require(Double(row[$0])) }
      found[String(row[0])] = (numbers[0], min(numbers[1], numbers[2])...max(numbers[1], numbers[2]))
    }
    return found
  }

  private struct Score {
    /// The truth lies in the prediction range.
    var held = 0
    var count = 0
    /// Of predicted over true.
    var errors: [Double] = []
    /// Ends of the range, upper over lower.
    var widths: [Double] = []

    mutating func add(_ prediction: (mean: Double, range: ClosedRange<Double>), _ truth: Double) {
      count += 1
      if prediction.range.contains(truth) { held += 1 }
      errors.append(abs(log(prediction.mean / truth)))
      widths.append(prediction.range.upperBound / prediction.range.lowerBound)
    }

    var text: String {
      let (errors, widths) = (errors.sorted(), widths.sorted())
      return "\(held) of \(count) (\(100 * Double(held) / Double(max(1, count))) %), median error "
        + "\(100 * errors[errors.count / 2]) %, median width \(widths[widths.count / 2])"
    }
  }

  /// A phone of its own for each case, drawn from the base, measured over a weekend and exported in one of five formats.
  ///
  /// `GEOJOULE_CASES=FIRST:COUNT` runs a part of the 200 cases.
  @Test(.enabled(if: isLong, "long: set GEOJOULE_LONG_TESTS=1"))
  func syntheticPhonesComeBackWithinTheirRanges() throws {
    let words = (ProcessInfo.processInfo.environment["GEOJOULE_CASES"] ?? "0:200").split(separator: ":").compactMap {
      Int($0)
    }
    var scores: [String: Score] = [:]
    for seed in words[0]..<words[0] + words[1] {
      let log = SyntheticPhone.Log.allCases[seed % SyntheticPhone.Log.allCases.count]
      let isAndroid = log == .history
      let strategies =
        isAndroid ? ["fused-high-accuracy", "fused-balanced"] : ["continuous", "hundred-meters", "distance-filter"]
      let (measured, other) = (
        strategies[seed / 5 % strategies.count], strategies[(seed / 5 + 1) % strategies.count]
      )
      try withTemporaryFolder { folder in
        let base = isAndroid ? "pixel-7" : "modern-phone"
        var phone = try SyntheticPhone(base: base, log: log, seed: seed)
        try phone.measure(SyntheticPhone.weekend(measured), in: folder)
        let made = try BuiltTool.run(
          ["profile", "make", "night0", "rest0", "ride0", "--base", base, "--output", "mine.yml"], in: folder)
        try #require(made.status == 0, "case \(seed): \(made.errors)")
        let asked = ["none", measured, other]
        let truth = try Self.drains("truth.yml", asked, seeds: 10, fixed: true, in: folder)
        let before = try Self.drains(base, asked, seeds: 20, fixed: false, in: folder)
        let after = try Self.drains("mine.yml", asked, seeds: 20, fixed: false, in: folder)
        for (name, kind) in [("none", "measured"), (measured, "measured"), (other, "not measured")] {
          guard let truth = truth[name]?.mean, let before = before[name], let after = after[name] else { continue }
          scores["\(kind), base", default: Score()].add(before, truth)
          scores[kind, default: Score()].add(after, truth)
          scores["\(kind) from \(log)", default: Score()].add(after, truth)
          print(
            "case \(seed) \(log) \(name): truth \(truth), base \(before.mean) \(before.range), made \(after.mean) \(after.range)"
          )
        }
      }
    }
    for (name, score) in scores.sorted(by: { $0.key < $1.key }) { print("\(name): \(score.text)") }
    for name in ["measured", "not measured"] {
      let score = try #require(scores[name])
      #expect(Double(score.held) >= 0.9 * Double(score.count), "\(name): \(score.text)")
    }
  }

  /// A profile of one phone's weekend, judged by `validate` on the weekend of a second phone of the kind.
  ///
  /// - Returns: by run, what the gauge fell by, the predicted mean, and the 90 % range.
  private static func secondPhone(
    _ seed: Int, _ log: SyntheticPhone.Log, _ strategy: String, seeds: Int
  ) throws -> [(run: String, measured: Double, predicted: Double, range: ClosedRange<Double>)] {
    var judged: [(run: String, measured: Double, predicted: Double, range: ClosedRange<Double>)] = []
    let base = log == .history ? "pixel-7" : "modern-phone"
    try withTemporaryFolder { folder in
      var first = try SyntheticPhone(base: base, log: log, seed: seed, unit: 1)
      try first.measure(SyntheticPhone.weekend(strategy), in: folder)
      let made = try BuiltTool.run(
        ["profile", "make", "night0", "rest0", "ride0", "--base", base, "--output", "first.yml"], in: folder)
      try #require(made.status == 0, "\(made.errors)")
      var second = try SyntheticPhone(base: base, log: log, seed: seed, unit: 2)
      try second.measure(SyntheticPhone.weekend(strategy), in: folder, repetition: 1)
      for run in ["night1", "rest1", "ride1"] {
        let outcome = try BuiltTool.run(
          [
            "validate", run, "--device", "first.yml", "--mapping", "\(run)/mapping.yml", "--seeds", "\(seeds)",
            "--format",
            "json", "--quiet",
          ], in: folder)
        try #require(outcome.status == 0, "\(run): \(outcome.errors)")
        let page = try #require(
          JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any], "\(outcome.text.prefix(300))")
        let configurations = try #require(page["configurations"] as? [[String: Any]])
        for found in configurations.flatMap({ $0["runs"] as? [[String: Any]] ?? [] }) {
          let drain = try #require(found["drain"] as? [String: Any], "\(run)")
          let measured = try #require(drain["measured_drop_points"] as? Double)
          let predicted = try #require(drain["predicted_drop_points"] as? [Double])
          let ends = try (
            #require(found["range90_drop_points_low"] as? Double),
            #require(found["range90_drop_points_high"] as? Double)
          )
          judged.append((run, measured, predicted.reduce(0, +) / Double(predicted.count), ends.0...ends.1))
        }
      }
    }
    return judged
  }

  @Test func aSecondPhoneJudgesTheFirst() throws {
    let runs = try Self.secondPhone(3, .gauge, "continuous", seeds: 20)
    #expect(runs.map(\.run) == ["night1", "rest1", "ride1"])
    for run in runs {
      #expect((0.5...2).contains((run.predicted + 1) / (run.measured + 1)), "\(run)")
      #expect(run.range.lowerBound < run.predicted && run.predicted < run.range.upperBound, "\(run)")
    }
    #expect(runs.count { $0.range.contains($0.measured) } >= 2, "\(runs)")
  }

  /// `GEOJOULE_SECOND_PHONES=FIRST:COUNT` runs a part of the 40 pairs.
  @Test(.enabled(if: isLong, "long: set GEOJOULE_LONG_TESTS=1"))
  func secondPhonesAreWithinTheRanges() throws {
    let words = (ProcessInfo.processInfo.environment["GEOJOULE_SECOND_PHONES"] ?? "0:40").split(separator: ":")
      .compactMap {
        Int($0)
      }
    let logs: [SyntheticPhone.Log] = [.gauge, .batteryManager, .history, .overland]
    var scores: [String: Score] = [:]
    for seed in words[0]..<words[0] + words[1] {
      let log = logs[seed % logs.count]
      let strategies =
        log == .history
        ? ["fused-high-accuracy", "fused-balanced"] : ["continuous", "hundred-meters", "distance-filter"]
      for run in try Self.secondPhone(seed, log, strategies[seed / 4 % strategies.count], seeds: 40) {
        print("pair \(seed) \(log) \(run)")
        // A fall of no points has no logarithm.
        for name in ["all", run.run] {
          scores[name, default: Score()].add(
            (run.predicted + 1, run.range.lowerBound + 1...run.range.upperBound + 1), run.measured + 1)
        }
      }
    }
    for (name, score) in scores.sorted(by: { $0.key < $1.key }) { print("second phone, \(name): \(score.text)") }
    let all = try #require(scores["all"])
    #expect(Double(all.held) >= 0.9 * Double(all.count), "\(all.text)")
  }

  @Test func aPhoneThatDrainsMoreThanItsBaseIsPredictedToDrainMore() throws {
    try withTemporaryFolder { folder in
      // 0.7 %/h at rest and 7.3 %/h with best accuracy, in whole percents; modern-phone predicts 0.5 and 2.
      try write(Self.levels(10, from: 99, perHour: 0.7, start: 1_770_000_000), to: "\(folder)/night.csv")
      for (name, start) in [("one", 1_770_040_000.0), ("two", 1_770_140_000)] {
        try write(Self.levels(6, from: 92, perHour: 7.3, start: start), to: "\(folder)/\(name).csv")
      }
      for (name, strategy) in [("night", "none"), ("one", "continuous"), ("two", "continuous")] {
        let outcome = try BuiltTool.run(
          ["import", "\(name).csv", "--output", name, "--system", "ios", "--strategy", strategy], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      let made = try BuiltTool.run(
        [
          "profile", "make", "night", "one", "two", "--output", "mine.yml", "--html", "page.html", "--json", "fit.json",
        ],
        in: folder, environment: ["COLUMNS": "120"])
      #expect(made.status == 0, "\(made.errors)")
      #expect(
        made.text.contains("3 of 3 runs used") && made.text.contains("processor.location_session"), "\(made.text)")
      #expect(!made.text.contains("phone_deviation"))
      let text = try String(contentsOfFile: "\(folder)/mine.yml", encoding: .utf8)
      #expect(text.contains("name: mine\n") && text.contains("of the variance of modern-phone's value removed"))
      // What no run used keeps its source.
      #expect(text.contains("scan_full_time: {mean: 2.5 s, deviation: 500 ms") || text.contains("sources F, P1, CAM"))
      #expect(try BuiltTool.run(["validate-file", "mine.yml"], in: folder).status == 0)
      #expect(try String(contentsOfFile: "\(folder)/page.html", encoding: .utf8).contains("Learned"))
      #expect(try String(contentsOfFile: "\(folder)/fit.json", encoding: .utf8).contains("What was learned"))
      // Standard output has one of both.
      let twice = try BuiltTool.run(["profile", "make", "night", "--format", "csv"], in: folder)
      #expect(twice.status == 64 && twice.errors.contains("--format"), "\(twice.errors)")
      let table = try BuiltTool.run(
        ["profile", "make", "night", "one", "two", "--output", "again.yml", "--format", "csv", "--quiet"], in: folder)
      #expect(table.text.hasPrefix("value,modern-phone,this_phone,unit,learned_percent\n"), "\(table.text)")
      let before = try Self.drains("modern-phone", ["none", "continuous"], seeds: 4, fixed: true, in: folder)
      let after = try Self.drains("mine.yml", ["none", "continuous"], seeds: 4, fixed: true, in: folder)
      let (idle, tracking) = (try #require(after["none"]?.mean), try #require(after["continuous"]?.mean))
      #expect((0.6...0.85).contains(idle), "\(idle), before \(before["none"]?.mean ?? 0)")
      // Days at a desk are not quite rest, and the prior holds a little of it back.
      #expect((5.5...7.8).contains(tracking), "\(tracking), before \(before["continuous"]?.mean ?? 0)")
      // The new profile is no prior for the same days.
      let again = try BuiltTool.run(
        ["profile", "make", "night", "--base", "mine.yml", "--output", "b.yml"], in: folder)
      #expect(again.status == 65 && again.errors.contains("would count them twice"), "\(again.errors)")
      let android = try BuiltTool.run(
        ["profile", "make", "night", "--base", "nexus-6", "--output", "b.yml"], in: folder)
      #expect(android.status == 65 && android.errors.contains("of the same system"), "\(android.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/b.yml"))
    }
  }

  @Test func foldersThatCannotBeUsedAreRefusedWithARemedy() throws {
    try withTemporaryFolder { folder in
      try write(Self.levels(3, from: 80, perHour: 2.1, start: 1_770_000_000), to: "\(folder)/day.csv")
      func imported(_ arguments: [String]) throws {
        let outcome = try BuiltTool.run(["import", "day.csv", "--system", "ios"] + arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      try imported(["--output", "bare"])
      try imported(["--output", "mine", "--strategy", "none"])
      try imported(["--output", "hers", "--strategy", "none", "--phone", "hers"])
      func refused(_ folders: [String], _ message: String) throws {
        let outcome = try BuiltTool.run(["profile", "make"] + folders, in: folder)
        #expect(outcome.status == 65 && outcome.errors.contains(message), "\(outcome.errors)")
      }
      try refused(["bare"], "bare/mapping.yml: error: the folder does not say which strategy ran; import the log again")
      try refused(
        ["nowhere"], "nowhere: error: there is no such folder; make it with 'geojoule import LOG --output nowhere'")
      try refused(["mine", "hers"], "the folders are of several phones: hers, phone")
      try refused(["mine", "./mine"], "./mine: error: it has the runs of 'mine'; give each once")
      // The end of the same day, as a second log of it has it; and a day that begins where that one ends.
      for (name, start) in [("late", 1_770_007_200), ("next", 1_770_010_800)] {
        try write(Self.levels(3, from: 77, perHour: 2.1, start: Double(start)), to: "\(folder)/day.csv")
        try imported(["--output", name, "--strategy", "none"])
      }
      try refused(
        ["late", "mine"], "late: error: the runs 'mine import1-1' and 'late import1-1' are of the same hours")
      let apart = try BuiltTool.run(["profile", "make", "next", "mine", "--output", "apart.yml"], in: folder)
      #expect(apart.status == 0, "\(apart.errors)")
      try FileManager.default.removeItem(atPath: "\(folder)/hers")
      try imported(["--output", "hers", "--phone", "hers"])
      try refused(["hers"], "hers/mapping.yml: error: the folder does not say which strategy ran; import the log again")
      try write("unix_s,level_pct,phone,timeline\n", to: "\(folder)/mine/battery.csv")
      try refused(["mine"], "no run can be used (mine import1-1: fewer than two readings half an hour apart)")
      try write("android: {}\n", to: "\(folder)/mine/mapping.yml")
      try refused(["mine"], "mine/mapping.yml: error: the days are not of a phone with ios")
      #expect(try BuiltTool.run(["profile", "make"], in: folder).status == 64)
    }
  }

  /// Whole percents each five minutes.
  private static func levels(_ hours: Int, from level: Int, perHour: Double, start: Double) -> String {
    var text = "unix_s,level_percent,is_charging\n"
    for minute in 0...60 * hours where minute % 5 == 0 {
      text += "\(start + Double(60 * minute)),\(level - Int(perHour * Double(minute) / 60)),0\n"
    }
    return text
  }
}
