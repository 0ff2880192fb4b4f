import Analysis
import DeviceModel
import Documents
import FileFormats
import Foundation
import Core
import Strategies
import TestSupport
import Testing
import World

@Suite struct BudgetFileReaderTests {
  @Test func everythingOfASmallFileIsRead() throws {
    let file = try SampleBudgets.read()
    #expect(file.baselinePath == "ci/base.json")
    #expect(!file.refusesChangedStrategies)
    #expect(file.limitsOff == 0)
    let item = try #require(file.cases.first)
    #expect(file.cases.count == 1)
    #expect(item.budget == "background")
    #expect(item.scenario.name == "commute")
    #expect(item.device.name == "modern-phone")
    #expect(item.network.name == "lte")
    #expect(item.strategies.map(\.name) == ["significant-change"])
    #expect(item.seeds == .count(4))
    #expect(item.firstSeed == 1)
    #expect(item.conditions.parameters == .fixed)
    #expect(item.needsBaseline)
    let tolerance = try #require(Tolerance(percent: 5, absolute: 21))
    let waiver = Waiver(owner: "Ada", reason: "old chip", expires: try #require(CalendarDay("2026-12-31")))
    #expect(
      item.limits == [
        BudgetLimit(
          metric: try #require(BudgetMetric(column: "drain_percent_per_hour")), bound: .max(3),
          place: BudgetPlace(file: "ci/budgets.yml", line: 10, column: 47)),
        BudgetLimit(
          metric: try #require(BudgetMetric(column: "energy_J")), bound: .maxIncrease(tolerance), level: .warn,
          decideOn: .ciUpper, waiver: waiver, place: BudgetPlace(file: "ci/budgets.yml", line: 12, column: 23)),
      ])
    #expect(file.firstRelativeLimit == item.limits[1])
  }

  private static func limits(_ limit: String, _ settings: String) throws -> [BudgetCase] {
    let text = """
      budgets:
        - name: b
          scenarios: [commute]
          devices: [modern-phone]
          strategies: [none]
          limits: ["\(limit)"]
      \(settings.split(separator: ";").map { "    \($0)" }.joined(separator: "\n"))
      """
    return try BudgetFileReader.read(text, file: "ci/budgets.yml", catalog: Catalog()).cases
  }

  @Test func eachFailureHappensOnADayOfItsOwn() throws {
    let some = try Self.limits("battery < 7 %", "failures: [server_down, cold_day]")
    #expect(some.map(\.scenario.failures) == [[], [.serverDown], [.coldDay]])
    #expect(some.map(\.scenario.name) == ["commute", "commute with server_down", "commute with cold_day"])
    #expect(Set(some.map(\.conditions.scenario.hash)).count == 3)
    #expect(try Self.limits("battery < 7 %", "failures: all").first?.leftOut == [.serviceKilled, .killedAtScreenOff])
    #expect(try Self.limits("battery < 7 %", "failures: all").count == 1 + Failure.allCases.count { !$0.isOfAndroid })
  }

  @Test func aPromiseSaysHowLongTheScreenIsOnAndDrawsPhones() throws {
    let promise = "P(battery >= 21 % after 11 h) >= 97 %"
    let limit = try #require(
      try Self.limits(promise, "parameters: drawn;screen_on: 90 min;seeds: 401").first?.limits.first)
    #expect(limit.promise == Promise(screenOn: .minutes(90)) && limit.bound == .max(79) && limit.decideOn == .ciUpper)
    #expect(limit.metric == BudgetMetric(.battery(hours: 11), quantile: 97))
    func plan(_ settings: String, _ limit: String = promise) throws -> SeedPlan? {
      try Self.limits(limit, "parameters: drawn;screen_on: 0 h;\(settings)").first?.seeds
    }
    #expect(try plan("seeds: auto") == .auto(Promise.plan) && plan("seeds: 401") == .count(401))
    let own = SequentialPlan(confidence: 0.9, firstLook: 130, cap: 260)
    #expect(try plan("seeds: auto;sequential: {confidence: 0.9, first_look: 130, cap: 260}") == .auto(own))
    #expect(throws: InputError.self) { try plan("seeds: auto", "battery < 7 %") }
    for (settings, message) in [
      ("parameters: drawn", "screen_on"), ("screen_on: 0 h", "parameters: drawn"),
      ("parameters: drawn;screen_on: 12 h", "shorten 'screen_on'"),
    ] {
      do {
        _ = try Self.limits(promise, settings)
        Issue.record("accepted \(settings)")
      } catch let error as InputError {
        #expect(error.remedy.contains(message) && error.line == 6, "\(error)")
      }
    }
  }

  /// A population takes the place of the days for promises; a budget's own populations or scenarios replace those of the defaults.
  @Test func aPromiseIsAboutPeople() throws {
    let text = """
      defaults: {populations: [commuters, students], devices: [modern-phone], parameters: drawn, screen_on: 3 h, seeds: 401}
      budgets:
        - name: people
          strategies: [none]
          failures: [cold_day]
          limits: ['P(battery >= 21 % after 11 h) >= 97 %']
        - name: day
          scenarios: [hike]
          strategies: [none]
          limits: [battery < 7 %]
      """
    let cases = try SampleBudgets.read(text).cases
    #expect(cases.map { $0.people?.name } == ["commuters", "commuters", "students", "students", nil])
    #expect(cases.map(\.scenario.name).suffix(3) == ["students", "students with cold_day", "hike"])
    #expect(Set(cases.map(\.conditions.scenario.hash)).count == 5)
    for (old, new, said) in [
      ("scenarios: [hike]", "level: warn", "only promises are about people"),
      ("scenarios: [hike]", "scenarios: [hike]\n    populations: [students]", "exclude each other"),
      ("students", "student", "unknown population 'student'"),
    ] {
      let message = failure { _ = try SampleBudgets.read(text.replacing(old, with: new)) }
      #expect(message.contains(said), "\(message)")
    }
  }

  /// What a budget says counts before the defaults, part by part; a mistake of the defaults is one even where it does not count.
  @Test func aBudgetSaysWhatItsDefaultsDoNot() throws {
    let text = SampleBudgets.text.replacing(
      "  seeds: 4\n", with: "  seeds: auto\n  first_seed: 7\n  level: warn\n  sequential: {cap: 260, first_look: 20}\n"
    ).replacing("    strategies:", with: "    level: error\n    sequential: {first_look: 130}\n    strategies:")
    let item = try #require(try SampleBudgets.read(text).cases.first)
    #expect(item.firstSeed == 7 && item.limits.map(\.level) == [.error, .warn])
    #expect(
      item.seeds
        == .auto(SequentialPlan(confidence: SequentialPlan.standard.confidence, firstLook: 130, cap: 260)))
    let message = failure {
      _ = try SampleBudgets.read(text.replacing("level: warn\n  seq", with: "level: loud\n  seq"))
    }
    #expect(message.contains("unknown value 'loud'"), "\(message)")
  }

  @Test func aLimitMayBeWrittenAsItIsTyped() throws {
    let text = """
      budgets:
        - name: b
          scenarios: [commute]
          devices: [modern-phone]
          strategies: [none]
          level: warn
          limits: [battery < 11 %, track in 30 m >= 85 %]
      """
    let limits = try SampleBudgets.read(text).cases[0].limits
    #expect(limits.map(\.metric.column) == ["battery_percent", "track_in_30m"])
    #expect(limits.map(\.bound) == [.max(11), .min(0.85)])
    #expect(limits.map(\.level) == [.warn, .warn])
    #expect(limits.map(\.place.line) == [7, 7])
  }

  @Test func casesAreTheProductOfTheLists() throws {
    let text = """
      budgets:
        - name: b
          scenarios: [commute, desk-day]
          devices: [modern-phone, iphone-6]
          networks: [lte, lte-short-tail]
          strategies: [none, continuous]
          seeds: auto
          sequential: {confidence: 0.9, first_look: 10, cap: 50}
          first_seed: 1001
          limits: [{metric: availability, min: 0.5, max: 1}]
      """
    let cases = try SampleBudgets.read(text).cases
    #expect(cases.count == 8)
    #expect(
      cases.map { "\($0.scenario.name)/\($0.device.name)/\($0.network.name)" }.first == "commute/modern-phone/lte")
    #expect(cases.last?.device.name == "iphone-6")
    #expect(cases.allSatisfy { $0.strategies.count == 2 && $0.limits.count == 2 && $0.firstSeed == 1001 })
    #expect(cases.first?.seeds == .auto(SequentialPlan(confidence: 0.9, firstLook: 10, cap: 50)))
    #expect(try SampleBudgets.read(text).baselinePath == nil)
  }

  @Test func aShareMayBeInPercent() throws {
    let text = SampleBudgets.text
      .replacingOccurrences(of: "drain_percent_per_hour, max: 3", with: "availability, min: 95 %")
      .replacingOccurrences(of: "energy_J", with: "moving_coverage")
      .replacingOccurrences(of: "absolute: 21", with: "absolute: 2.5%")
    let limits = try #require(try SampleBudgets.read(text).cases.first).limits
    #expect(limits.map(\.bound) == [.min(0.95), .maxIncrease(try #require(Tolerance(percent: 5, absolute: 0.025)))])
  }

  @Test func aDeviceRunsOnItsOwnNetworkUnlessOneIsNamed() throws {
    let text = SampleBudgets.text.replacingOccurrences(of: "[modern-phone]", with: "[htc-dream]")
    #expect(try SampleBudgets.read(text).cases.first?.network.name == "3g")
  }

  @Test func limitsThatAreOffAreCountedAndNotJudged() throws {
    let text = SampleBudgets.text.replacingOccurrences(of: "level: warn", with: "level: off")
    let file = try SampleBudgets.read(text)
    #expect(file.limitsOff == 1)
    #expect(file.cases.first?.activeLimits.count == 1)
    #expect(file.firstRelativeLimit == nil)
  }

  @Test func changedStrategiesCanBeRefused() throws {
    let text = SampleBudgets.text.replacingOccurrences(
      of: "baseline: base.json", with: "baseline: {file: /tmp/b.json, changed_strategy: refuse}")
    let file = try SampleBudgets.read(text)
    #expect(file.refusesChangedStrategies)
    #expect(file.baselinePath == "/tmp/b.json")
  }

  @Test func pathsStartAtTheBudgetFile() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("budgets-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("s"), withIntermediateDirectories: true)
    try Data("summary: x\nkind: standard\n".utf8).write(to: folder.appendingPathComponent("s/ours.yml"))
    let file = folder.appendingPathComponent("budgets.yml")
    try Data(
      SampleBudgets.text.replacingOccurrences(of: "[significant-change]", with: "[s/ours.yml]").utf8
    ).write(to: file)
    let read = try BudgetFileReader.read(path: file.path, catalog: Catalog())
    #expect(read.cases.first?.strategies.map(\.name) == ["ours"])
    #expect(read.baselinePath == folder.path + "/base.json")
  }

  @Test(arguments: [
    ("kind: none\n", "strategy"), ("legs: []\n", "scenario"), ("technology: lte\n", "network"),
  ])
  func aFileOfTheCatalogueSaysHowToWriteABudget(_ text: String, _ kind: String) {
    #expect(
      failure { _ = try BudgetFileReader.read(text, file: "mine/a.yml", catalog: Catalog()) }
        == "mine/a.yml: error: this is a \(kind) file, where a budget file belongs; "
        + "'geojoule check --init --\(kind) mine/a.yml' writes a budget for it")
  }

  @Test(arguments: [
    (
      "drain_percent_per_hour", "drain_percent_per_hours",
      "ci/budgets.yml:10:18: error: budgets[0].limits[0].metric: unknown metric 'drain_percent_per_hours'; "
        + "the nearest of the valid metrics is 'drain_percent_per_hour'"
    ),
    (
      "[significant-change]", "[continuous, significant-chagne]",
      "ci/budgets.yml:8:30: error: budgets[0].strategies[1]: unknown strategy 'significant-chagne'; "
        + "did you mean 'significant-change'? 'geojoule list strategies' shows all; a path of a file works too"
    ),
    (
      "[modern-phone]", "[modern-fone]",
      "ci/budgets.yml:4:13: error: defaults.devices[0]: unknown device 'modern-fone'; did you mean 'modern-phone'? "
        + "'geojoule list devices' shows all; a path of a file works too"
    ),
    (
      "[commute]", "[comute]",
      "ci/budgets.yml:3:15: error: defaults.scenarios[0]: unknown scenario 'comute'; did you mean 'commute'? "
        + "'geojoule list scenarios' shows all; a path of a file works too"
    ),
    (
      "[significant-change]", "[./gone.yml]",
      "ci/budgets.yml:8:18: error: budgets[0].strategies[0]: ci/./gone.yml: cannot read the file: "
        + "there is no such file or folder; check the path"
    ),
    (
      "[modern-phone]", "[htc-dream]\n  networks: [lte]",
      "ci/budgets.yml:5:14: error: defaults.networks[0]: the device 'htc-dream' has no modem for the network 'lte'; "
        + "choose another network, such as '3g'"
    ),
    (
      "seeds: 4", "seeds: some",
      "ci/budgets.yml:5:10: error: defaults.seeds: 'some' is not a number of seeds; write a whole number, or auto"
    ),
    (
      "seeds: 4", "seeds: 0",
      "ci/budgets.yml:5:10: error: defaults.seeds: 0 is outside 1 to 100000; write a number in this range"
    ),
    (
      "seeds: 4", "seeds: 1",
      "ci/budgets.yml:7:5: error: budgets[0]: one seed has no interval to decide on; "
        + "use 'seeds: 2' or more, or 'decide_on: mean'"
    ),
    (
      "max: 3}", "max: 3 %}",
      "ci/budgets.yml:10:47: error: budgets[0].limits[0].max: '3 %' has a unit, but this is a plain number; remove '%'"
    ),
    (
      "drain_percent_per_hour, max: 3}", "availability, min: 95}",
      "ci/budgets.yml:10:37: error: budgets[0].limits[0].min: '95' is above 1, and 'availability' is a share; "
        + "write a share from 0 to 100 %, such as 95 % or 0.95"
    ),
    (
      "energy_J", "availability",
      "ci/budgets.yml:12:46: error: budgets[0].limits[1].max_increase.absolute: '21' is above 1, "
        + "and 'availability' is a share; write a share from 0 to 100 %, such as 95 % or 0.95"
    ),
    (
      "max: 3}", "max: .nan}",
      "ci/budgets.yml:10:47: error: budgets[0].limits[0].max: '.nan' is not a number; "
        + "write a finite number, with a point for decimals"
    ),
    (
      "max: 3}", "maxi: 3}",
      "ci/budgets.yml:10:42: error: unknown key 'maxi' in budgets[0].limits[0]; did you mean 'max'? "
        + "valid keys: metric, level, decide_on, waiver, max, min, max_increase, max_decrease"
    ),
    (
      "max: 3}", "level: warn}",
      "ci/budgets.yml:10:9: error: budgets[0].limits[0]: the limit has no bound; "
        + "add one of max, min, max_increase, max_decrease"
    ),
    (
      "{percent: 5, absolute: 21}", "5",
      "ci/budgets.yml:12:23: error: budgets[0].limits[1].max_increase: '5' does not say what it is a part of; "
        + "write {percent: ...}, {absolute: ...} or both; both must be exceeded"
    ),
    (
      "{percent: 5, absolute: 21}", "{percent: -5}",
      "ci/budgets.yml:12:33: error: budgets[0].limits[1].max_increase.percent: -5 is outside 0 to 1000000000000; "
        + "write a value in this range"
    ),
    (
      "\"2026-12-31\"", "\"2026-11-31\"",
      "ci/budgets.yml:15:59: error: budgets[0].limits[1].waiver.expires: '2026-11-31' is not a day; "
        + "write year, month and day, such as \"2027-01-31\""
    ),
    (
      "owner: Ada, ", "",
      "ci/budgets.yml:15:17: error: budgets[0].limits[1].waiver: the key 'owner' is missing; add 'owner: ...'"
    ),
    (
      "ci_upper", "ci_uper",
      "ci/budgets.yml:14:20: error: budgets[0].limits[1].decide_on: unknown value 'ci_uper'; "
        + "did you mean 'ci_upper'? valid values: mean, ci_lower, ci_upper"
    ),
    (
      "  devices: [modern-phone]\n", "",
      "ci/budgets.yml:6:5: error: budgets[0]: the key 'devices' is missing; "
        + "add 'devices: [...]' here or in 'defaults'"
    ),
    (
      "- metric: energy_J\n        max_increase",
      "- metric: drain_percent_per_hour\n        max: 7\n        max_increase",
      "ci/budgets.yml:11:9: error: budgets[0].limits[1]: 'max' of 'drain_percent_per_hour' is given twice in this budget"
        + "; keep one of them"
    ),
    (
      "seeds: 4", "parameters: drawn\n  seeds: auto",
      "ci/budgets.yml:8:5: error: budgets[0]: 'seeds: auto' decides on the phone as the profile gives it, "
        + "but the parameters are drawn; use 'parameters: fixed', or a number of seeds"
    ),
    (
      "seeds: 4", "seeds: auto\n  sequential: {first_look: 20, cap: 10}",
      "ci/budgets.yml:6:15: error: defaults.sequential: the cap of 10 seeds lies below the first look at 20; "
        + "raise the cap"
    ),
  ])
  func aMistakeIsNamedWithItsPlace(_ old: String, _ new: String, _ expected: String) throws {
    let text = SampleBudgets.text.replacingOccurrences(of: old, with: new)
    #expect(text != SampleBudgets.text)
    let error = #expect(throws: InputError.self) { try SampleBudgets.read(text) }
    #expect(error?.description == expected)
  }

  @Test func namesAreGivenOnce() {
    let twice = SampleBudgets.text.replacingOccurrences(
      of: "[significant-change]", with: "[continuous, continuous]")
    let error = #expect(throws: InputError.self) { try SampleBudgets.read(twice) }
    #expect(error?.message.hasSuffix("the strategy 'continuous' is named twice") == true)
  }
}
