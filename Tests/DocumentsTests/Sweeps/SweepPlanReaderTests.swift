import Analysis
import DeviceModel
import Documents
import Strategies
import TestSupport
import Testing

@Suite struct SweepPlanReaderTests {
  static let catalog = Catalog()

  static let valid = """
    scenarios: [commute]
    devices: [modern-phone]
    strategies: [distance-filter]
    axes:
      - {parameter: distance_filter, values: [10 m, 30 m, none]}
      - {device_value: gnss.tracking_strong, from: 50 mW, to: 150 mW, points: 3}
    seeds: 5
    """

  static func read(_ text: String) throws -> SweepPlan {
    try SweepPlanReader.read(text, file: "p.yml", catalog: catalog)
  }

  static func failure(_ text: String) -> String {
    do {
      _ = try read(text)
      return "accepted"
    } catch { return "\(error)" }
  }

  @Test func aGridHasEveryCombination() throws {
    let plan = try Self.read(Self.valid)
    #expect(plan.name == "p")
    #expect(plan.cellCount == 9)
    #expect(plan.seedCount == 5)
    #expect(plan.firstSeed == 1)
    #expect(plan.rows == .cells)
    #expect(plan.parameters == .drawn)
    #expect(
      plan.inputs.map { "\($0.kind) \($0.name)" } == [
        "scenario commute", "device modern-phone", "network lte", "strategy distance-filter",
      ])
    // Devices change fastest, so that phones which share a run stand side by side.
    let cells = (0..<9).map { plan.cell($0) }
    #expect(
      cells.map { $0.device.values["gnss.tracking_strong"]?.mean } == [
        0.05, 0.1, 0.15, 0.05, 0.1, 0.15, 0.05, 0.1, 0.15,
      ])
    #expect(
      cells.map { $0.strategy.parameters["distance_filter"] }
        == [10, 10, 10, 30, 30, 30, .infinity, .infinity, .infinity].map { .distance($0) })
    #expect(
      cells[7].labels == [
        SweepLabel("scenario", .text("commute")), SweepLabel("device", .text("modern-phone")),
        SweepLabel("network", .text("lte")), SweepLabel("strategy", .text("distance-filter")),
        SweepLabel("distance_filter_m", unit: "m", .none),
        SweepLabel("device.gnss.tracking_strong_W", unit: "W", .number(0.1)),
      ])
    #expect(plan.layout.cellsPerItem == 3)
    for cell in cells { #expect(cell.device.validate().isEmpty) }
    // A swept value is the plan's for every seed.
    #expect(cells[0].device.values["gnss.tracking_strong"]?.distribution == .fixed)
  }

  @Test func everythingElseIsRead() throws {
    let plan = try Self.read(
      """
      name: all of it
      scenarios: [commute, hike]
      devices: [modern-phone, iphone-6]
      networks: [lte, lte-2012]
      strategies: [continuous, hundred-meters]
      axes:
        - {parameter: upload.batch_interval, from: 1 min, to: 16 min, points: 3, scale: log}
        - {parameter: upload.batch_count, from: 1, to: 101, points: 2}
        - {parameter: upload.wifi_only, values: [true, false]}
        - {parameter: desired_accuracy, values: [best, kilometer]}
        - {network_value: tail_time, values: [5 s, 10 s]}
      design: grid
      seeds: 3
      first_seed: 100
      parameters: fixed
      until_empty: true
      rows: runs
      metrics: [energy_J, age_p95_s]
      """)
    #expect(plan.cellCount == 2 * 2 * 2 * 2 * 3 * 2 * 2 * 2 * 2)
    #expect(plan.name == "all of it")
    #expect(plan.firstSeed == 100)
    #expect(plan.untilEmpty)
    #expect(plan.rows == .runs)
    #expect(plan.metrics == [.energy, .ageP95])
    var labels: Set<[SweepLabel]> = []
    for index in 0..<plan.cellCount {
      let cell = plan.cell(index)
      labels.insert(cell.labels)
      #expect(cell.strategy.upload?.batchInterval.map { [60, 240, 960].contains($0) } == true)
      #expect(cell.network.values["tail_time"]?.mean == 5 || cell.network.values["tail_time"]?.mean == 10)
    }
    #expect(labels.count == plan.cellCount)
  }

  @Test func aDesignChoosesByItsPoints() throws {
    let plan = try Self.read(
      """
      scenarios: [commute]
      devices: [modern-phone, iphone-6]
      strategies: [distance-filter, continuous]
      axes:
        - {parameter: distance_filter, from: 10 m, to: 1000 m, scale: log}
        - {parameter: upload.batch_count, from: 1, to: 10}
        - {parameter: desired_accuracy, values: [best, kilometer]}
      design: sobol
      points: 7
      crossed: [strategies]
      seeds: 2
      """)
    #expect(plan.designDimensions == 4)
    #expect(plan.cellCount == 14)
    let cell = plan.cell(9, point: [0.5, 0.5, 0.95, 0.25])
    #expect(plan.point(of: 9) == 2)
    #expect(cell.device.name == "iphone-6")
    #expect(cell.strategy.name == "continuous")
    #expect(cell.strategy.parameters["distance_filter"] == .distance(100))
    #expect(cell.strategy.upload?.batchCount == 10)
    #expect(cell.strategy.parameters["desired_accuracy"] == .choice("best"))
    #expect(plan.points(of: 8..<11) == 1..<4)
    #expect(plan.points(of: 5..<9) == 0..<7)
  }

  @Test func theHashIsThatOfWhatThePlanSays() throws {
    let hash = try Self.read(Self.valid).hash
    #expect(try Self.read("# a comment\n" + Self.valid + "\n").hash == hash)
    #expect(try Self.read(Self.valid.replacing("seeds: 5", with: "seeds: 6")).hash != hash)
  }

  static let mistakes: [(String, String, String)] = [
    (
      "seeds: 5", "sedes: 5",
      "p.yml:7:1: error: unknown key 'sedes'; did you mean 'seeds'? "
        + "valid keys: name, catalog, scenarios, devices, networks, watch, strategies, axes, design, points, crossed, "
        + "seeds, first_seed, parameters, until_empty, rows, metrics"
    ),
    ("seeds: 5", "", "p.yml:1:1: error: the key 'seeds' is missing; add 'seeds: ...'"),
    ("seeds: 5", "seeds: 0", "p.yml:7:8: error: seeds: 0 is outside 1 to 10000000; write a number in this range"),
    (
      "commute", "comute",
      "p.yml:1:13: error: scenarios[0]: unknown scenario 'comute'; did you mean 'commute'? "
        + "'geojoule list scenarios' shows all; a path of a file works too"
    ),
    (
      "[distance-filter]", "[none]",
      "p.yml:5:17: error: axes[0].parameter: the strategy 'none' takes no parameter 'distance_filter'; "
        + "give it a plan of its own; valid parameters: upload.batch_count, upload.batch_interval, upload.size_per_fix, "
        + "upload.wifi_only"
    ),
    (
      "30 m", "30",
      "p.yml:5:49: error: axes[0].values[1]: '30' has no unit; add one of: m, km, cm, mi, ft"
    ),
    (
      "30 m", "10 m", "p.yml:5:49: error: axes[0].values[1]: the value is given twice; keep one of them"
    ),
    (
      "parameter: distance_filter", "parameter: distance_fliter",
      "p.yml:5:17: error: axes[0].parameter: the strategy 'distance-filter' takes no parameter 'distance_fliter'; "
        + "give it a plan of its own; the nearest of the valid parameters is 'distance_filter'"
    ),
    (
      "gnss.tracking_strong", "gnss.trackng_strong",
      "p.yml:6:20: error: axes[1].device_value: a device has no value 'gnss.trackng_strong'; "
        + "the nearest of the valid keys is 'gnss.tracking_strong'"
    ),
    (
      "gnss.tracking_strong", "gnss.used_near_phone",
      "p.yml:6:20: error: axes[1].device_value: the device 'modern-phone' has no value 'gnss.used_near_phone'; "
        + "add it to the device, or leave the device out"
    ),
    (
      "to: 150 mW", "to: 50 mW",
      "p.yml:6:48: error: axes[1].from: the range does not end above its start; write the lower value in 'from'"
    ),
    (
      "to: 150 mW", "to: 50 W",
      "p.yml:6:59: error: axes[1].to: 50 W is outside 0 W to 10 W; write a value in this range"
    ),
    (
      ", points: 3", "", "p.yml:6:5: error: axes[1]: the key 'points' is missing; add 'points: ...'"
    ),
    (
      "values: [10 m, 30 m, none]", "values: [10 m], points: 3",
      "p.yml:5:50: error: axes[0].points: 'points' belongs to a range, and 'values' is a list; keep one of them"
    ),
    (
      "{parameter: distance_filter, ", "{",
      "p.yml:5:5: error: axes[0]: the axis does not say what it varies; "
        + "write one of: parameter, device_value, network_value"
    ),
    (
      "seeds: 5", "seeds: 5\npoints: 7",
      "p.yml:8:1: error: points: a grid has no 'points'; remove it, or write 'design: sobol'"
    ),
    (
      "seeds: 5", "seeds: 5\ndesign: sobol\npoints: 7",
      "p.yml:6:75: error: axes[1].points: the design says how many points there are; remove it"
    ),
    (
      "seeds: 5", "seeds: 5\nmetrics: [energy]",
      "p.yml:8:11: error: metrics[0]: unknown value 'energy'; the nearest of the valid values is 'energy_J'"
    ),
    (
      "seeds: 5", "seeds: 5\nwatch: watch", "p.yml:8:8: error: watch: no strategy uses a watch; remove it"
    ),
    (
      "seeds: 5", "seeds: 5\nnetworks: [3g]\nrows: lines",
      "p.yml:9:7: error: rows: unknown value 'lines'; valid values: cells, runs"
    ),
    (
      "values: [10 m, 30 m, none]", "from: 0 m, to: 1 km, points: 5, scale: log",
      "p.yml:5:73: error: axes[0].scale: a logarithmic scale cannot start at 0; start above it, or write 'scale: linear'"
    ),
    (
      "device_value: gnss.tracking_strong, from: 50 mW, to: 150 mW, points: 3",
      "parameter: distance_filter, values: [1 m]",
      "p.yml:6:5: error: axes[1]: 'distance_filter_m' is varied by two axes; keep one of them"
    ),
  ]

  @Test(arguments: mistakes)
  func mistakesAreNamedWithTheirPlace(_ from: String, _ to: String, _ expected: String) {
    let text = Self.valid.replacing(from, with: to)
    #expect(text != Self.valid)
    #expect(Self.failure(text) == expected)
  }

  @Test func moreDimensionsThanSobolHasAreRefused() {
    let keys = DeviceSchema.all.map(\.key).filter {
      (try? Self.catalog.device("modern-phone"))?.values[$0] != nil && DeviceSchema.schema(of: $0)?.dimension == .power
    }
    let axes = keys.map { "  - {device_value: \($0), from: 1 mW, to: 2 mW}" }
    let text =
      "scenarios: [commute]\ndevices: [modern-phone]\nstrategies: [none]\ndesign: sobol\npoints: 7\nseeds: 1\naxes:\n"
    #expect(keys.count > 20)
    let ratios = DeviceSchema.all.filter {
      $0.dimension == .timeSpan && (try? Self.catalog.device("modern-phone"))?.values[$0.key] != nil
    }
    let more = ratios.map {
      "  - {device_value: \($0.key), from: \($0.validRange.lowerBound) s, to: \($0.validRange.upperBound) s}"
    }
    let all = Array((axes + more).prefix(41))
    #expect(all.count == 41)
    #expect(
      Self.failure(text + all.joined(separator: "\n"))
        == "p.yml:1:1: error: the design has 41 dimensions, and Sobol's sequence 40 at most; "
        + "name lists in 'crossed', or drop axes")
    #expect(Self.failure(text + all.dropLast().joined(separator: "\n")) == "accepted")
  }

  @Test func tooManyCellsAreASlip() {
    let text = Self.valid.replacing("points: 3", with: "points: 90000").replacing(
      "values: [10 m, 30 m, none]", with: "from: 1 m, to: 2 m, points: 1000")
    #expect(
      Self.failure(text)
        == "p.yml:1:1: error: the plan has more than 10000000 cells; drop axes or values, or write 'design: sobol'")
  }

  @Test func anotherKindOfFileIsNamed() {
    #expect(
      Self.failure("summary: t\nkind: none\n")
        == "p.yml: error: this is a strategy file, where a sweep plan belongs; "
        + "name it in a sweep plan: docs/sweeps.md describes one")
  }
}
