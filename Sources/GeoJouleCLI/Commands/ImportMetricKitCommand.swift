import ArgumentParser
import Foundation
import GeoJoule
import Reports

struct ImportMetricKitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrickit",
    abstract: "Estimates the energy behind a MetricKit payload's location times.",
    discussion: """
      Takes the JSON of MXMetricPayload, or of MetricReport (iOS 27) with its times by state of the app: one, a list, one a \
      line, or a folder. Multiplies the times of location by accuracy with the simulated power of standard updates on a day of \
      your choice. With a limit, the exit code is 2 when it is broken.

      Examples:
        geojoule import metrickit payload.json --scenario commute \\
          --device modern-phone
        geojoule import metrickit payload.json --max-drain 0.5 --decide-on ci_upper
      """)

  @Argument(
    help: .value("payload", "JSON of MetricKit, or a folder of such files."), completion: .file(extensions: ["json"]))
  var file: String

  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions
  @OptionGroup(title: "Seeds") var seeds: SeedOptions

  @Option(help: .value("n", "The most that location may take, in percent of the battery per hour."))
  var maxDrain: Double?

  @Option(help: .value("energy", "The most that location may take in the payload's period, such as '900 J'."))
  var maxEnergy: String?

  @Option(help: .value("figure", "Which figure a limit holds for: mean, ci_lower or ci_upper."))
  var decideOn: DecisionBasis = .mean

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    try day.checkTrack()
    if phone.system != nil { throw ValidationError("--system does not go with a payload: MetricKit is of iOS") }
    if let maxDrain, !(maxDrain.isFinite && maxDrain >= 0) {
      throw ValidationError("--max-drain takes a number of 0 or more")
    }
    if let maxEnergy, (try? Energy(parsing: maxEnergy)) == nil {
      throw ValidationError(
        "--max-energy: '\(maxEnergy)' is not an energy; write a number with its unit, such as '900 J'")
    }
    if seeds.untilEmpty { throw ValidationError("--until-empty does not go with a payload: its time is given") }
  }

  mutating func run() async throws {
    try output.prepare()
    let reported = try Self.reports(file)
    let activity = reported.activity
    let catalog = try catalogue.catalog()
    let (device, network) = try phone.phone(catalog)
    let request = ComparisonRequest(
      device: device, network: network, scenario: try day.day(catalog), strategies: [], firstSeed: seeds.firstSeed,
      seedCount: seeds.seeds, parameters: seeds.parameters, jobs: seeds.work.count)
    let estimate = try await ActivityEstimate(activity, reported: reported, request: request)
    let report = ActivityReport(
      estimate, notes: reported.notes,
      basis: "\(request.scenario.name); \(device.name)\(device.hasCellular ? " on \(network.name)" : ""); "
        + "\(seeds.seeds) seeds from \(seeds.firstSeed), \(seeds.parameters.rawValue) parameters",
      version: ProgramVersion.text, command: CommandEcho.text)
    try output.write(ReportRenderers(report))
    try check(estimate)
  }

  /// The reports of a file, or of all JSON files of a folder in the order of their names.
  private static func reports(_ path: String) throws -> ReportedActivity {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return described(try MetricKitReader.activity(path: path))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.lowercased().hasSuffix(".json") }
      .sorted()
    var (all, first): (ReportedActivity, InputError?) = (ReportedActivity(file: path), nil)
    for name in names {
      do throws(InputError) {
        let one = try MetricKitReader.activity(path: "\(path)/\(name)")
        all.days += one.days
        all.unread += one.unread
      } catch {
        first = first ?? error
        all.unread += 1
      }
    }
    guard !all.days.isEmpty else {
      throw first
        ?? InputError(
          file: path, message: "the folder holds no JSON file", remedy: "name a folder of MetricKit's reports")
    }
    if all.unread > 0 {
      all.notes.append("\(all.unread) reports left out\(first.map { "; the first: \($0.message)" } ?? "")")
    }
    return described(all)
  }

  private static func described(_ reported: ReportedActivity) -> ReportedActivity {
    var reported = reported
    if let assumed = reported.days.lazy.compactMap(\.assumed).first { reported.notes.append(assumed) }
    reported.notes.insert(
      "\(reported.days.count) report\(reported.days.count == 1 ? "" : "s") over \(DecimalText.significant(reported.activity.period.seconds / 3600, digits: 4)) h",
      at: 0)
    if Set(reported.states.map(\.domain)).count > 1 {
      reported.notes.append("states of different domains may overlap: their rows do not add up")
    }
    return reported
  }

  /// Ends with exit code 2 when a limit is broken.
  private func check(_ estimate: ActivityEstimate) throws {
    var broken = false
    func judge(_ name: String, _ figure: SampleStatistics, limit: Double?, unit: String) {
      guard let limit else { return }
      let value = decideOn.value(of: figure)
      guard value > limit else { return }
      broken = true
      StandardError.line(
        "budget broken: \(name) \(DecimalText.significant(value, digits: 4)) \(unit) (\(decideOn.rawValue)) is above "
          + "\(DecimalText.significant(limit, digits: 4)) \(unit)")
    }
    judge("drain", estimate.drain, limit: maxDrain, unit: "%/h")
    judge("energy", estimate.whole.energy, limit: maxEnergy.flatMap { try? Energy(parsing: $0).joules }, unit: "J")
    if broken { throw ExitCode(ExitStatus.budgetBroken) }
  }
}
