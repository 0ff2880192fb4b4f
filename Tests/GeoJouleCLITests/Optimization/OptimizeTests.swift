import Foundation
import TestSupport
import Testing

@Suite struct OptimizeTests {
  /// A search that takes a moment only, on a walk of twelve minutes.
  static let plan = """
    scenario: walk.yml
    device: modern-phone
    strategies: [distance-filter]
    axes:
      - {parameter: desired_accuracy, values: [best, hundred_meters, kilometer]}
      - {parameter: distance_filter, from: 5 m, to: 300 m, scale: log, or_none: true}
    subject_to: [error_p95_m <= 60 m]
    runs: 400
    parameters: fixed

    """

  /// A space that a grid covers.
  static let grid = """
    scenario: walk.yml
    device: modern-phone
    strategies: [distance-filter]
    axes:
      - {parameter: desired_accuracy, values: [best, hundred_meters, kilometer]}
      - {parameter: distance_filter, values: [5 m, 17 m, 70 m, none]}
    subject_to: [error_p95_m <= 60 m]
    runs: 700

    """

  private static func optimize(_ arguments: [String], in folder: String) throws -> BuiltTool.Outcome {
    try BuiltTool.run(["optimize"] + arguments, in: folder)
  }

  private static func json(_ text: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
  }

  @Test func aSearchIsShownAndWritten() throws {
    try SweepFiles.with(Self.plan) { folder in
      let outcome = try Self.optimize(
        ["plan.yml", "--jobs", "1", "--output", "best.yml", "--csv", "a.csv", "--json", "a.json", "--html", "a.html"],
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors == "wrote best.yml\nwrote a.csv\nwrote a.json\nwrote a.html\n")
      expectGolden("optimize.txt", outcome.text)
      expectGolden("best.yml", try String(contentsOfFile: "\(folder)/best.yml", encoding: .utf8))
      // Any number of workers gives the same bytes, and so does the next run.
      let names = ["a.csv", "a.json", "a.html", "best.yml"]
      let first = try names.map { try SweepFiles.bytes("\(folder)/\($0)") }
      let again = try Self.optimize(
        [
          "plan.yml", "--jobs", "3", "--output", "best.yml", "--csv", "a.csv", "--json", "a.json", "--html", "a.html",
          "-q",
        ],
        in: folder)
      #expect(again.errors.isEmpty && again.output == outcome.output)
      #expect(try names.map { try SweepFiles.bytes("\(folder)/\($0)") } == first)
      // Every line of the CSV has all columns.
      let rows = String(decoding: first[0], as: UTF8.self).split(separator: "\n")
      let width = rows[0].split(separator: ",", omittingEmptySubsequences: false).count
      #expect(rows.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == width })
      let page = String(decoding: first[2], as: UTF8.self)
      for title in ["Finalists", "The whole trade-off", "Path of the search", "Sensitivity of the answer", "<svg"] {
        #expect(page.contains(title))
      }
      #expect(!page.contains("http://") || !page.contains("src=\"http"))
      for format in ["csv", "json", "markdown"] {
        let shown = try Self.optimize(["plan.yml", "--format", format, "--runs", "200"], in: folder)
        #expect(shown.status == 0 && shown.errors.isEmpty && !shown.output.isEmpty, "\(shown.errors)")
      }
    }
  }

  /// Names and files stand without an option's name; a plan stands alone.
  @Test func wordsAreStrategiesAndDays() throws {
    try SweepFiles.with(Self.plan) { folder in
      let outcome = try Self.optimize(
        ["continuous", "walk.yml", "--need", "track:50%", "--runs", "200", "-q"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.text.contains("Again: geojoule optimize continuous walk.yml --need track:50% --runs 200"),
        "\(outcome.text)")
      let two = try Self.optimize(["plan.yml", "--strategy", "continuous"], in: folder)
      #expect(two.status == 64 && two.errors.contains("the plan says what to optimize"), "\(two.errors)")
    }
  }

  @Test func compareTakesTheWinner() throws {
    try SweepFiles.with(Self.plan) { folder in
      let outcome = try Self.optimize(["plan.yml", "--output", "best.yml", "--json", "-"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let result = try Self.json(outcome.output)
      let seeds = try #require((result["seeds"] as? [String: Any])?["report"] as? [String: Int])
      let compared = try BuiltTool.run(
        [
          "compare", "--strategy", "best.yml", "--scenario", "walk.yml", "--parameters", "fixed", "--seeds",
          "\(seeds["count"] ?? 0)", "--first-seed", "\(seeds["first"] ?? 0)", "--format", "csv",
        ], in: folder)
      #expect(compared.status == 0, "\(compared.errors)")
      // The figures are those that compare has on the same seeds.
      let lines = compared.text.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      let recommended = try #require(result["recommended"] as? [String: Any])
      for (column, name) in [("marginal_energy_J", "objective"), ("error_p95_m", "trade_off")] {
        let place = try #require(lines[0].firstIndex(of: column))
        let figure = try #require((recommended[name] as? [String: Any])?["mean"] as? Double)
        let other = try #require(Double(lines[1][place]))
        #expect(abs(figure - other) <= 1e-9 * abs(figure), "\(column): \(figure), compare \(other)")
      }
    }
  }

  @Test(arguments: [1, 1001, 5001])
  func aFullGridOnTheSameSeedsHasNoBetterPoint(_ firstSeed: Int) throws {
    // Between the errors of the best accuracy and those of the others, on any seeds.
    try SweepFiles.with(Self.grid.replacing("60 m", with: "50 m") + "first_seed: \(firstSeed)\n") { folder in
      let outcome = try Self.optimize(["plan.yml", "--json", "-"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let result = try Self.json(outcome.output)
      #expect(result["exhaustive"] as? Bool == true)
      let seeds = try #require((result["seeds"] as? [String: Any])?["report"] as? [String: Int])
      try write(
        """
        scenarios: [walk.yml]
        devices: [modern-phone]
        strategies: [distance-filter]
        axes:
          - {parameter: desired_accuracy, values: [best, hundred_meters, kilometer]}
          - {parameter: distance_filter, values: [5 m, 17 m, 70 m, none]}
        seeds: \(seeds["count"] ?? 0)
        first_seed: \(seeds["first"] ?? 0)
        metrics: [energy_J, error_p95_m]

        """, to: "\(folder)/grid.yml")
      let swept = try BuiltTool.run(["sweep", "grid.yml", "--quiet"], in: folder)
      #expect(swept.status == 0, "\(swept.errors)")
      // The objective is what a strategy adds to the same days without location.
      let compared = try BuiltTool.run(
        [
          "compare", "--strategy", "none", "--scenario", "walk.yml", "--parameters", "drawn", "--seeds",
          "\(seeds["count"] ?? 0)", "--first-seed", "\(seeds["first"] ?? 0)", "--format", "csv",
        ], in: folder)
      let lines = compared.text.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      let column = try #require(lines.first?.firstIndex(of: "energy_J"))
      let none = try #require(lines.count > 1 ? Double(lines[1][column]) : nil, "\(compared.errors)")
      var best = Double.infinity
      var own: Double?
      let recommended = try #require(result["recommended"] as? [String: Any])
      let values = try #require((recommended["point"] as? [String: Any])?["values"] as? [String: Any])
      for line in swept.text.split(separator: "\n").dropFirst() {
        let row = try Self.json(Data(line.utf8))
        let energy = try #require((row["energy_J"] as? [String: Any])?["mean"] as? Double) - none
        if let error = (row["error_p95_m"] as? [String: Any])?["mean"] as? Double, error <= 50 {
          best = min(best, energy)
        }
        if row["desired_accuracy"] as? String == values["desired_accuracy"] as? String,
          row["distance_filter_m"] as? Double == values["distance_filter_m"] as? Double
        {
          own = energy
        }
      }
      // What is searched is what the grid has, and within the tolerance of 5 % of the best that brute force finds.
      let found = try #require(own)
      let objective = try #require((recommended["objective"] as? [String: Any])?["mean"] as? Double)
      #expect(abs(found - objective) <= 1e-6 * objective)
      #expect(best.isFinite)
      #expect(found <= best * 1.05)
    }
  }

  /// One start point alone keeps both limits, and Android's strategies have parameters to search.
  @Test func aPointThatAloneKeepsTwoLimits() throws {
    try SweepFiles.with { folder in
      let outcome = try Self.optimize(
        [
          "--scenario", "walk.yml", "--strategy", "hundred-meters", "--constraint", "error_p95_m <= 90 m",
          "--constraint",
          "age_p95_s <= 2 min", "--runs", "200",
        ], in: folder)
      #expect(outcome.status == 0 || outcome.status == 2, "\(outcome.errors)")
      let fused = try Self.optimize(
        ["walk.yml", "fused-balanced", "--trade-off", "error_p95_m", "--runs", "200"], in: folder)
      #expect(fused.status == 0, "\(fused.errors)")
      #expect(fused.text.contains("priority") && fused.text.contains("max delay"))
      let fixed = try Self.optimize(
        ["walk.yml", "significant-change", "--trade-off", "error_p95_m", "--runs", "200"], in: folder)
      #expect(fixed.text.contains("1 point tried"))
      #expect(fixed.text.contains("Nothing to search here by itself in significant-change"))
    }
  }

  /// The need of compare is the same constraint as its column; on a walk a track counts within 10 m.
  @Test func aNeedIsAConstraintOnItsShare() throws {
    try SweepFiles.with { folder in
      func results(_ arguments: [String]) throws -> String {
        let outcome = try Self.optimize(
          ["walk.yml", "distance-filter", "--runs", "200", "-q", "--format", "csv"] + arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.text
      }
      let asked = try results(["--need", "track:71%"])
      #expect(try asked == results(["--constraint", "track in 10 m >= 71 %"]))
      #expect(try asked != results(["--constraint", "track in 100 m >= 71 %"]))
    }
  }

  /// The catalogue has more strategies than so few runs suffice for: all but none are counted.
  @Test func allStrategiesAreTaken() throws {
    try SweepFiles.with { folder in
      let outcome = try Self.optimize(["walk.yml", "all", "--need", "track:50%", "--runs", "200"], in: folder)
      #expect(outcome.status == 65)
      let count = try BuiltTool.run(["list", "strategies"], in: folder).text.split(separator: "\n").count - 1
      #expect(outcome.errors.contains("200 runs are too few for \(count) strategies"), "\(outcome.errors)")
    }
  }

  @Test func nothingFeasibleIsSaid() throws {
    try SweepFiles.with(Self.plan.replacing("60 m", with: "1 cm").replacing("400", with: "200")) { folder in
      let outcome = try Self.optimize(["plan.yml", "--output", "best.yml"], in: folder)
      #expect(outcome.status == 2)
      #expect(
        outcome.text.hasPrefix("No point meets the constraints. The nearest is distance-filter, desired accuracy best"))
      #expect(outcome.text.contains("% above the limit"))
      #expect(outcome.errors == "no strategy is recommended: best.yml was not written\n")
      #expect(try contents(of: folder) == ["plan.yml", "walk.yml"])
    }
  }

  @Test(.enabled(if: PublishedSchema.canCheck, "needs python3 and the package 'jsonschema'"))
  func documentsKeepTheirSchema() throws {
    for plan in [Self.plan, Self.grid, Self.plan.replacing("60 m", with: "1 cm")] {
      try SweepFiles.with(plan) { folder in
        let outcome = try Self.optimize(["plan.yml", "--json", "-", "--runs", "200", "--quiet"], in: folder)
        #expect(try PublishedSchema.faults(outcome.output, "optimization") == "")
        let wrong = String(decoding: outcome.output, as: UTF8.self).replacing("\"verdict\"", with: "\"word\"")
        #expect(try PublishedSchema.faults(Data(wrong.utf8), "optimization") != "")
      }
    }
  }

  @Test(arguments: [
    (["plan.yml", "--strategy", "continuous"], Int32(64), "the plan says what to optimize"),
    (["plan.yml", "--scenario", "hike"], 64, "the plan says what to optimize"), ([], 64, "say what to optimize"),
    (["--strategy", "continuous", "--constraint", "error_p95_m = 5"], 64, "has no '<=' or '>='"),
    (["--strategy", "continuous", "--need", "track:7m"], 64, "--need takes a share here, such as track:7m:90%"),
    (["plan.yml", "--need", "track:90%"], 64, "the plan says what to optimize"),
    (["--strategy", "continuous", "--minimize", "availability"], 64, "more is better"),
    (["--strategy", "continuous", "--runs", "100"], 64, "--runs takes 200 to"),
    (["plan.yml", "--jobs", "0"], 64, "--jobs takes"),
    (["plan.yml", "--csv", "a", "--json", "a"], 64, "name the same file"),
    (["--strategy", "nothing-like-it"], 65, "nothing-like-it"),
    (["missing.yml"], 65, "missing.yml"), (["walk.yml"], 64, "say what to optimize"),
    (["plan.yml", "--html", "no/where.html"], 65, "the folder 'no' does not exist"),
    (["bad.yml"], 65, "bad.yml:7:14: error:"),
  ])
  func mistakesAreToldAndWriteNothing(_ arguments: [String], _ status: Int32, _ message: String) throws {
    try SweepFiles.with(Self.plan) { folder in
      try write(Self.plan.replacing("60 m", with: "60 mm/s"), to: "\(folder)/bad.yml")
      let outcome = try Self.optimize(arguments, in: folder)
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
      #expect(try contents(of: folder) == ["bad.yml", "plan.yml", "walk.yml"])
    }
  }
}
