import Analysis
import DeviceModel
import Documents
import LocationServices
import Strategies
import TestSupport
import Testing

@Suite struct OptimizationPlanReaderTests {
  static let catalog = Catalog()

  static let valid = """
    scenario: commute
    device: modern-phone
    strategies: [continuous, one-shot]
    axes:
      - {parameter: desired_accuracy, values: [best, hundred_meters, kilometer]}
      - {parameter: distance_filter, from: 7 m, to: 0.5 km, scale: log, or_none: true}
      - {parameter: upload.batch_count, from: 1, to: 500, scale: log}
    subject_to: [error_p95_m <= 50 m, moving_age_p95_s <= 3 min]
    runs: 700
    first_seed: 13

    """

  static func read(_ text: String) throws -> OptimizationPlan {
    try OptimizationPlanReader.read(text, file: "p.yml", catalog: catalog)
  }

  static func failure(_ text: String) -> String {
    do {
      _ = try read(text)
      return "accepted"
    } catch { return "\(error)" }
  }

  @Test func aPlanIsRead() throws {
    let plan = try Self.read(Self.valid)
    #expect(plan.name == "p")
    #expect(plan.settings.runs == 700)
    #expect(plan.settings.firstSeed == 13)
    #expect(plan.parameters == .drawn)
    #expect(plan.aim.objective.column == "marginal_energy_J")
    #expect(plan.aim.tradeOff.column == "error_p95_m")
    #expect(plan.aim.constraints.map(\.text) == ["error now <= 50 m", "age now <= 3 min"])
    let problem = plan.problem
    #expect(problem.tradeOffConstraint == 0)
    // One shot takes no filter; each has the axes it takes.
    #expect(
      problem.space.variants.map { $0.axes.map(\.name) } == [
        ["desired_accuracy", "distance_filter_m", "upload.batch_count"], ["desired_accuracy", "upload.batch_count"],
      ])
    #expect(problem.space.variants[0].axes[0].form == .choice(count: 3, isOrdered: true))
    #expect(problem.space.variants[0].axes[1].form == .continuous(7...500, isLogarithmic: true))
    #expect(problem.space.variants[0].axes[1].unlimited == .low)
    #expect(problem.space.variants[0].axes[2].form == .whole(1...500, isLogarithmic: true))
    // Continuous is best accuracy without a filter, and sends each fix.
    #expect(problem.space.variants[0].starts == [[0, .infinity, 1]])
  }

  @Test func aPointIsAStrategy() throws {
    let plan = try Self.read(Self.valid)
    let strategy = plan.strategy(at: SearchPoint(variant: 0, values: [1, 33, 20]))
    #expect(strategy.parameters["desired_accuracy"] == .choice("hundred_meters"))
    #expect(strategy.parameters["distance_filter"] == .distance(33))
    #expect(strategy.upload?.batchCount == 20)
    #expect(strategy.kind == "standard")
    let labels = plan.labels(at: SearchPoint(variant: 0, values: [1, .infinity, 20]))
    #expect(labels.map(\.value) == [.text("hundred_meters"), .none, .number(20)])
    // What is written is read back as the same strategy.
    let text = StrategyWriter.text(of: strategy)
    let read = try StrategyReader.read(text, file: "s.yml", name: EntryName("s", mayDiffer: true))
    #expect(read.parameters["distance_filter"] == .distance(33))
  }

  /// Android's requests are searched together, from what each of them is; no distance and no delay are 0.
  @Test func androidsRequestsHaveStandardRanges() throws {
    let plan = try Self.read(
      "scenario: commute\ndevice: modern-phone\nstrategies: [fused-balanced, fused-batched, fused-passive]\n")
    let variants = plan.problem.space.variants
    #expect(variants.map(\.name) == ["fused-balanced+fused-batched", "fused-passive"])
    #expect(variants[0].axes.map(\.name) == ["priority", "interval_s", "min_distance_m", "max_delay_s"])
    #expect(variants[0].axes[0].form == .choice(count: 3, isOrdered: false))
    #expect(
      variants[0].axes[1].form == .continuous(1...3_600, isLogarithmic: true) && variants[0].axes[1].unlimited == nil)
    #expect(variants[0].axes[2].unlimited == .low && variants[0].axes[3].unlimited == .low)
    #expect(variants[0].starts == [[1, 30, .infinity, .infinity], [0, 1, .infinity, 600]])
    // Passive is none of those that are searched, but stands among the points of the strategy that has it.
    #expect(variants[1].axes[0].form == .choice(count: 4, isOrdered: false))
    #expect(variants[1].starts == [[3, 10, .infinity, .infinity]])
    let point = SearchPoint(variant: 0, values: [2, 60, .infinity, 300])
    let strategy = plan.strategy(at: point)
    #expect(strategy.parameters["priority"] == .choice("low_power") && strategy.parameters["interval"] == .time(60))
    #expect(strategy.parameters["min_distance"] == .distance(0) && strategy.parameters["max_delay"] == .time(300))
    #expect(plan.labels(at: point).map(\.value) == [.text("low_power"), .number(60), .number(0), .number(300)])
    let text = StrategyWriter.text(of: strategy)
    let read = try StrategyReader.read(text, file: "s.yml", name: EntryName("s", mayDiffer: true))
    #expect(read.parameters["interval"] == .time(60) && read.parameters["max_delay"] == .time(300))
    #expect(read.parameters["min_distance"] == .distance(0) && read.parameters["priority"] == .choice("low_power"))
  }

  @Test func strategiesThatAreTheSameSearchAreSearchedOnce() throws {
    let plan = try Self.read(
      "scenario: commute\ndevice: modern-phone\nstrategies: [continuous, distance-filter, significant-change, slow-handler]\n"
    )
    let variants = plan.problem.space.variants
    #expect(variants.map(\.name) == ["continuous+distance-filter", "significant-change", "slow-handler"])
    // Accuracy, filter, pausing; the files' own values are tried in any case.
    #expect(variants[0].axes.map(\.name) == ["desired_accuracy", "distance_filter_m", "pauses_automatically"])
    #expect(variants[0].starts == [[0, .infinity, 0], [0, 30, 0]])
    #expect(variants[1].axes.isEmpty)
    // Without constraints, the front is against the error.
    #expect(plan.aim.tradeOff.column == "error_p95_m")
    #expect(plan.settings.runs == OptimizationPlan.standardRuns)
  }

  @Test func everyStandardRangeCanBeWrittenInAFile() throws {
    for kind in StrategyRegistry.kinds {
      for parameter in kind.parameters {
        switch (parameter.search, parameter.form) {
        case (nil, _): continue
        case (.range(let search, let none)?, .distance(let range, let orNone)),
          (.range(let search, let none)?, .time(let range, let orNone)):
          #expect(range.contains(search.lowerBound) && range.contains(search.upperBound) && search.lowerBound > 0)
          // No limit is written as 'none', or as 0 where a request of Android's takes that.
          #expect(!none || orNone || range.contains(0), "\(kind.name) \(parameter.key)")
        case (.choices(let words)?, .choice(let valid)): #expect(words.allSatisfy(valid.contains) && !words.isEmpty)
        case (.flag?, .flag): continue
        default: Issue.record("\(kind.name) \(parameter.key)")
        }
      }
    }
  }

  @Test(arguments: [
    ("error_p95_m <= 50", "error now <= 50 m"), ("error_p95_m<=0.05 km", "error now <= 50 m"),
    ("  age_p95_s ≤ 2 min ", "age all day <= 2 min"), ("moving_coverage >= 0.954", "covers track >= 95.4 %"),
    ("drain_percent_per_hour <= 1.5 %/h", "drain <= 1.5 %/h"),
    ("battery_empty_h >= 90 min", "empty after >= 1.5 h"),
    ("average_power_mW <= 0.2 W", "power <= 200 mW"),
    ("marginal_energy_J <= 1.5 kJ", "marginal energy <= 1500 J"),
    ("wakeups_per_hour <= 7", "wakes <= 7 /h"),
    ("missed_events <= 0", "missed <= 0"), ("missed_events <= 7", "missed <= 7"),
    ("availability >= 1", "held now >= 100 %"), ("availability>=100%", "held now >= 100 %"),
    ("battery < 10 %", "battery <= 10 %"), ("missed <= 1", "missed <= 1"),
    ("track in 17 m >= 80 %", "track in 17 m >= 80 %"), ("drain %/h < 3", "drain <= 3 %/h"),
    ("battery in 12 h (p95) <= 100 %", "battery in 12 h (p95) <= 100 %"),
    ("battery in 1 h 15 min % <= 7", "battery in 75 min <= 7 %"),
    ("error_p95_m (p5) >= 3 m", "error now (p5) >= 3 m"),
    ("P(battery >= 21 % after 11 h) >= 97 %", "P(battery in 11 h <= 79 %) >= 97 %"),
    ("P( battery in 7 h < 63% )>90%", "P(battery in 7 h <= 63 %) >= 90 %"),
  ])
  func constraintsAreRead(_ text: String, _ written: String) throws {
    let constraint = try OptimizationConstraint(parsing: text)
    #expect(constraint.text == written)
    #expect(try OptimizationConstraint(parsing: written) == constraint)
  }

  @Test(arguments: [
    ("batery < 10 %", "did you mean 'battery'?"), ("trak in 30 m > 9 %", "did you mean 'track in 30 m'?"),
    ("missed_events (p0) <= 1", "unknown metric"), ("battery in 5 m < 3", "unknown metric"),
    ("time_to_good_fix_s (p95) <= 3 s", "unknown metric"),
    ("error_p95_m = 50", "has no '<=' or '>='"), ("eror_p95_m <= 50", "did you mean 'error_p95_m'"),
    ("error_p95_m <= 50 s", "unknown unit 's'"), ("error_p95_m <= fifty", "is not a limit of error_p95_m"),
    ("error_p95_m <= 1,5 km", "decimal comma"), ("error_p95_m <=", "is not a limit"), ("<= 5", "unknown metric"),
    ("moving_coverage >= 95", "'95' is above 1, and 'moving_coverage' is a share; write a share from 0 to 100 %"),
    ("availability >= -5 %", "'-5 %' is below 0"),
    ("P(battery >= 2..0 % after 12 h) >= 95 %", "is not a limit of"),
    ("P(battery >= 20 % after 12 h) <= 95 %", "does not promise at least"),
    ("P(battery >= 20 % after 12 h) >= 99.5 %", "no whole share"), ("P(battery <= 20 % after 12 h) >= 95 %", "limit"),
    ("P(battery >= 20 % after 12 m) >= 95 %", "unknown metric"), ("P(energy_J <= 7) >= 95 %", "about the battery"),
    ("availability <= 150 %", "'150 %' is above 1"),
  ])
  func badConstraintsSayWhatIsWrong(_ text: String, _ message: String) {
    do {
      _ = try OptimizationConstraint(parsing: text)
      Issue.record("accepted")
    } catch {
      let all = "\(error.message); \(error.remedy)"
      #expect(all.contains(message) || all.contains("'error_p95_m'"), "\(all)")
    }
  }

  @Test(arguments: [
    ("error track", "moving_error_p95_m"), ("covers track", "moving_coverage"), ("power", "average_power_mW"),
    ("Track in 30 m", "track_in_30m"),
  ])
  func aHeadingOfATableIsAMetric(_ heading: String, _ column: String) throws {
    #expect(try OptimizationConstraint(parsing: "\(heading) <= 0.5").metric.column == column)
  }

  /// What a heading says can be typed, with the unit below it or without.
  @Test func everyHeadingIsAMetric() throws {
    for metric in Metric.byRank where !metric.descriptor.title.isEmpty {
      let about = metric.descriptor
      for text in [about.title, "\(about.title) \(about.unit)", about.column] {
        #expect(BudgetMetric(column: text)?.metric == metric, "\(text)")
      }
    }
  }

  @Test(arguments: [("Track error", "moving_error_p95_m")])
  func anotherWordNamesTheColumn(_ heading: String, _ column: String) {
    do {
      _ = try OptimizationConstraint(parsing: "\(heading)<100")
      Issue.record("accepted")
    } catch {
      #expect(error.message == "unknown metric '\(heading)'")
      #expect(error.remedy.split { " ',".contains($0) }.contains(column[...]), "\(error.remedy)")
    }
  }

  @Test(arguments: [
    ("[error_p95_m <= 50 m,", "[error_p95_m <= 50 g,", "p.yml:8:14: error: subject_to[0]: unknown unit 'g'"),
    (
      "[error_p95_m <= 50 m,", "[error_p95_m <= 50 m, error_p95_m <= 40 m,",
      "p.yml:8:35: error: subject_to[1]: 'error_p95_m' has two"
    ),
    ("runs: 700", "runs: 100", "p.yml:9:7: error: runs: 100 is outside 200"),
    (
      "runs: 700", "minimize: moving_coverage\nruns: 700",
      "p.yml:9:11: error: minimize: of 'moving_coverage' more is better"
    ),
    ("or_none: true", "points: 3", "p.yml:6:77: error: axes[1].points: a search chooses its points itself"),
    (
      "upload.batch_count, from: 1, to: 500, scale: log", "upload.batch_count, from: 1, to: 500, or_none: true",
      "always a limit"
    ),
    (
      "distance_filter, from", "distance_filer, from",
      "p.yml:6:17: error: axes[1].parameter: the strategy 'continuous' takes no parameter"
    ),
    (
      "- {parameter: upload.batch_count, from: 1, to: 500, scale: log}",
      "- {device_value: base.drain, from: 1 mW, to: 2 mW}",
      "p.yml:7:6: error: axes[2].device_value: a search is for what an app decides"
    ),
    ("strategies: [continuous, one-shot]", "strategies: [continous]", "p.yml:3:14: error: strategies[0]"),
    ("scenario: commute", "scenario: [commute, hike]", "p.yml:1:11: error: scenario: an optimization has one"),
    ("runs: 700", "run: 700", "p.yml:9:1: error: unknown key 'run'"),
    ("device: modern-phone", "device: modern-phone\nwatch: watch", "no strategy uses a watch"),
  ])
  func mistakesHaveTheirPlace(_ old: String, _ new: String, _ message: String) {
    let text = Self.valid.replacing(old, with: new)
    #expect(text != Self.valid)
    #expect(Self.failure(text).contains(message), "\(Self.failure(text))")
  }

  @Test func anotherKindOfFileIsTold() {
    #expect(Self.failure("summary: x\nkind: standard\n").contains("this is a strategy file"))
  }
}
