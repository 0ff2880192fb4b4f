import ArgumentParser
import Estimation
import GeoJoule
import Measured
import Reports

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
        geojoule plan-measurement --question continuous --question hundred-meters \\
          --scenario desk-day
        geojoule plan-measurement --question continuous --device mine.yml --csv -
      """)

  @Option(
    entryOf: .strategies, name: .customLong("question"),
    help: "The strategy whose drain is asked for; given twice, what the first drains more than the second.")
  var question: [String] = []

  @Option(
    entryOf: .strategies, name: .customLong("strategy"),
    help: "A strategy that could be run; may be repeated. (default: those of the question, none, and the main ones)")
  var strategy: [String] = []

  @Option(parsing: .unconditional, help: .value("hours", "How long you can measure on a weekend, half of it each day."))
  var hours = 16.0

  @Option(help: .value("hours", "How long a run may be; may be repeated. (default: 2, 4 and 8)"))
  var length: [Double] = []

  @Option(help: .value("n", "Simulated days that times in states are averaged over."))
  var seeds = 6

  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions
  @OptionGroup(title: "Output") var output: OutputOptions
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
    let catalog = try phone.catalog(catalogue)
    let (device, network) = try phone.phone(catalog)
    let scenario = try day.day(catalog)
    let asked = try question.map { name throws(InputError) in try Self.strategy(name, catalog) }
    let names = strategy.isEmpty ? standard(on: phone.system?.system ?? device.system) : strategy
    for name in names { _ = try Self.strategy(name, catalog) }
    let strategies = try catalog.distinctStrategies(names)
    let lengths = Set(length.isEmpty ? [2, 4, 8] : length).sorted()
    let choice: MeasurementChoice
    do throws(InputError) {
      choice = try MeasurementChoice(
        question: asked, on: scenario, strategies: strategies, hours: lengths, device: device, network: network,
        seeds: seeds)
    } catch { throw error.about(catalog.ownFile(.devices, phone.device)) }
    let runs = choice.runs.map { (run: $0, deviation: choice.plan.deviation(after: $0.candidate)) }.sorted {
      ($0.deviation, $0.run.hours, $0.run.strategy, $0.run.place)
        < ($1.deviation, $1.run.hours, $1.run.strategy, $1.run.place)
    }
    var plan = choice.plan
    let weekends = (0..<2).map { _ in
      plan.addBest(of: runs.map(\.run.candidate), days: 2, hoursEach: hours / 2).map {
        (run: $0.candidate, day: $0.day, deviation: $0.deviation)
      }
    }
    let report = MeasurementPlanReport(
      question: "\(asked.map(\.name).joined(separator: " less ")) on \(scenario.name)", answer: choice.answer,
      deviation: choice.plan.deviation, device: device.name, hours: hours,
      runs: runs.map { run, deviation in
        (run.strategy, run.place, run.hours, run.drop, deviation)
      }, weekends: weekends,
      seeds: seeds, version: ProgramVersion.text, command: CommandEcho.text)
    try output.write(ReportRenderers(report))
  }

  private static func strategy(_ name: String, _ catalog: Catalog) throws(InputError) -> StrategySpecification {
    let strategy = try catalog.strategy(name)
    guard !strategy.usesWatch, !strategy.readsBattery else {
      throw InputError(
        file: catalog.ownFile(.strategies, name),
        message: "the strategy '\(strategy.name)' uses a watch or acts on the battery's level",
        remedy: "choose one of the phone alone that does not read the battery")
    }
    return strategy
  }

  /// Those of the question, the base line, and some that use other parts of the phone.
  private func standard(on system: PhoneSystem) -> [String] {
    let others = system == .ios ? ["continuous", "hundred-meters"] : ["fused-high-accuracy", "fused-balanced"]
    return (["none"] + question + others).uniqued()
  }
}
