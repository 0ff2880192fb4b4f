import ArgumentParser
import DeviceModel
import Estimation
import FileFormats
import GeoJoule
import Quantities
import Reports
import Strategies
import Validation
import World

struct PlanMeasurementCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan-measurement",
    abstract: "Ranks what to measure on your phone by how much it would tell about your question.",
    discussion: """
      The question is the drain of one strategy on a day, or the difference of two. Runs at rest and on the move are ranked by \
      how much less uncertain each would make the answer, from the device's deviations; then comes the best weekend, and what a \
      second one adds. Measured profiles of 'geojoule profile make' can be taken as the device.

      Examples:
        geojoule plan-measurement --question continuous --hours 16
        geojoule plan-measurement --question continuous --question hundred-meters --scenario desk-day
        geojoule plan-measurement --question continuous --device mine.yml --format csv
      """)

  @Option(
    entryOf: .strategies, name: .customLong("question"),
    help: "The strategy whose drain is asked for; given twice, what the first drains more than the second.")
  var question: [String] = []

  @Option(
    entryOf: .strategies, name: .customLong("strategy"),
    help: "A strategy that could be run; may be repeated. (default: those of the question, none, and the main ones)")
  var strategy: [String] = []

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How long you can measure on a weekend.", valueName: "hours"))
  var hours = 16.0

  @Option(help: ArgumentHelp("How long a run may be; may be repeated. (default: 2, 4 and 8)", valueName: "hours"))
  var length: [Double] = []

  @Option(help: ArgumentHelp("Simulated days that times in states are averaged over.", valueName: "n"))
  var seeds = 6

  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions
  @OptionGroup(title: "Output") var output: OutputOptions<PlanOutputHelp>
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    guard (1...2).contains(question.count) else {
      throw ValidationError("--question takes one strategy, or two whose difference is asked for")
    }
    guard hours > 0, hours <= 1000 else { throw ValidationError("--hours takes a number above 0, 1000 at most") }
    guard length.allSatisfy({ $0 >= 0.5 && $0 <= 48 }) else { throw ValidationError("--length takes 0.5 to 48 hours") }
    guard (1...1000).contains(seeds) else { throw ValidationError("--seeds takes 1 to 1000") }
    try day.checkTrack()
  }

  mutating func run() throws {
    try output.prepare()
    let catalog = try catalogue.catalog()
    let (device, network) = try phone.phone(catalog)
    let scenario = try day.day(catalog)
    let asked = try question.map { name throws(InputError) in try Self.strategy(name, catalog) }
    let names = strategy.isEmpty ? standard(on: device.system) : strategy
    let strategies = try catalog.distinctStrategies(names).map { found throws(InputError) in try Self.checked(found) }
    let lengths = Set(length.isEmpty ? [2, 4, 8] : length).sorted()
    var requests = asked.map {
      PhoneDesign.Request(strategy: $0, scenario: scenario, instants: [scenario.horizon])
    }
    let places = [
      ("at rest", Self.rest(hours: lengths.last ?? 8)), ("on the move", Self.ride(hours: lengths.last ?? 8)),
    ]
    let instants = lengths.map { Instant.seconds($0 * 3600) }
    for (_, day) in places {
      for strategy in strategies { requests.append(.init(strategy: strategy, scenario: day, instants: instants)) }
    }
    let (design, found) = try PhoneDesign.expecting(requests, device: device, network: network, seeds: seeds)
    let dayHours = (scenario.horizon - .start).seconds / 3600
    // Percent an hour, the second less the first.
    var (answer, gradient) = (0.0, [Double](repeating: 0, count: design.design.quantities.count))
    for (sign, expectation) in zip([1.0, -1], found.prefix(asked.count).compactMap(\.first)) {
      let drain = sign * expectation.percent / dayHours
      answer += drain
      for place in gradient.indices { gradient[place] += drain * expectation.gradient[place] }
    }
    var runs: [(run: MeasurementPlanReport.Run, candidate: MeasurementPlan.Candidate)] = []
    for (number, expectations) in found.dropFirst(asked.count).enumerated() {
      let (place, strategy) = (places[number / strategies.count].0, strategies[number % strategies.count].name)
      for (hours, expectation) in zip(lengths, expectations) where (1...90).contains(expectation.percent) {
        runs.append(
          (
            .init(strategy: strategy, place: place, hours: hours, drop: expectation.percent, deviation: 0),
            .init(
              name: strategy, hours: hours, gradient: expectation.gradient,
              deviation: Self.deviation(expectation, device.discrepancy))
          ))
      }
    }
    let now = try FitFailure.naming(nil) { () throws(EstimationError) in
      try MeasurementPlan(covariance: design.covariance, question: gradient)
    }
    for place in runs.indices { runs[place].run.deviation = now.deviation(after: runs[place].candidate) }
    runs.sort {
      ($0.run.deviation, $0.run.hours, $0.run.strategy, $0.run.place)
        < ($1.run.deviation, $1.run.hours, $1.run.strategy, $1.run.place)
    }
    var plan = now
    let weekends = (0..<2).map { _ in
      plan.addBest(of: runs.map(\.candidate), hours: hours).map {
        MeasurementPlanReport.Step(run: $0.candidate, deviation: $0.deviation)
      }
    }
    let report = MeasurementPlanReport(
      question: "\(asked.map(\.name).joined(separator: " less ")) on \(scenario.name)", answer: answer,
      deviation: now.deviation, device: device.name, hours: hours, runs: runs.map(\.run), weekends: weekends,
      seeds: seeds, version: GeoJouleVersion.text, command: command.map(ShellText.quoted).joined(separator: " "))
    try output.write(ReportRenderers(report), terminal: Terminal())
  }

  private static func strategy(_ name: String, _ catalog: Catalog) throws(InputError) -> StrategySpecification {
    try checked(try catalog.strategy(name))
  }

  private static func checked(_ strategy: StrategySpecification) throws(InputError) -> StrategySpecification {
    guard !strategy.usesWatch, !strategy.readsBattery else {
      throw InputError(
        file: nil, message: "the strategy '\(strategy.name)' uses a watch or acts on the battery's level",
        remedy: "choose one of the phone alone that does not read the battery")
    }
    return strategy
  }

  /// Those of the question, the base line, and some that use other parts of the phone.
  private func standard(on system: PhoneSystem) -> [String] {
    let others = system == .ios ? ["continuous", "hundred-meters"] : ["fused-high-accuracy", "fused-balanced"]
    var names = ["none"]
    for name in question + others where !names.contains(name) { names.append(name) }
    return names
  }

  /// The standard error of the logarithm of a run's fall: two readings of whole percents, the run, its day, and its times.
  private static func deviation(_ run: PhoneDesign.Expectation, _ discrepancy: Discrepancy) -> Double {
    let rounding = (2.0 / 12).squareRoot() / run.percent
    return
      (rounding * rounding + discrepancy.run * discrepancy.run + discrepancy.occasion * discrepancy.occasion
      + run.logDeviation * run.logDeviation).squareRoot()
  }

  private static let home = GeodeticPosition(latitude: 47.1, longitude: 8.2)

  private static func rest(hours: Double) -> Scenario { Scenario(restingAt: home, seconds: hours * 3600) }

  /// A drive at 12 m/s, all of the time.
  private static func ride(hours: Double) -> Scenario {
    // A degree of longitude is 75.8 km here.
    let east = GeodeticPosition(latitude: home.latitude, longitude: home.longitude + 12 * hours * 3600 / 75_800)
    return Scenario(
      legs: [TimedLeg(start: 0, end: hours * 3600, way: [home, east])], span: 0...hours * 3600, name: "on the move")
      ?? rest(hours: hours)
  }

  private var command: [String] {
    var words = ["geojoule", "plan-measurement"]
    for name in question { words += ["--question", name] }
    for name in strategy { words += ["--strategy", name] }
    words += ["--hours", DecimalText.exact(hours)]
    for hours in length { words += ["--length", DecimalText.exact(hours)] }
    if seeds != 6 { words += ["--seeds", "\(seeds)"] }
    words += day.arguments + phone.given
    return words + (catalogue.folder.map { ["--catalog", $0] } ?? [])
  }
}

/// A plan's files.
enum PlanOutputHelp: OutputHelp {
  static let csv = "Writes a row for each run as CSV."
  static let json = "Writes everything as JSON."
}
