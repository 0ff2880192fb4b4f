import Analysis
import ArgumentParser
import Documents
import FileFormats
import GeoJoule
import Quantities

/// A budget out of a command line, in place of a file.
struct LimitOptions: ParsableArguments {
  /// A limit, and how the user wrote it.
  struct Limit: Sendable {
    let text: String
    let constraint: OptimizationConstraint
  }

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "A limit in place of a budget file, such as 'drain_percent_per_hour<3', where < counts as <=; may be repeated.",
      valueName: "limit"),
    transform: { Limit(text: $0, constraint: try ConstraintArgument.constraint($0)) })
  var limits: [Limit] = []

  @Flag(name: .customLong("init"), help: "Writes a budget file with limits a tenth above today's figures.")
  var isInit = false

  @Option(
    name: .customLong("strategy"),
    help: ArgumentHelp(
      "With --limit or --init: a strategy of the catalogue, or a strategy file; may be repeated. (default: continuous)",
      valueName: "name|file"), completion: CatalogOptions.completion(.strategies))
  var strategies: [String] = []

  @Option(entryOf: .scenarios, help: "With --limit or --init: the day. (default: commute)")
  var scenario: String?

  @Option(entryOf: .devices, help: "With --limit or --init: the phone. (default: modern-phone)")
  var device: String?

  @Option(entryOf: .networks, help: "With --limit or --init: the network. (default: the device's own)")
  var network: String?

  /// Whether the command line says what to check.
  var isGiven: Bool { isInit || !limits.isEmpty }

  func validate() throws {
    if isInit, !limits.isEmpty { throw ValidationError("--init finds the limits; leave out --limit") }
    guard !isGiven else { return }
    let options = [
      ("--scenario", scenario), ("--device", device), ("--network", network), ("--strategy", strategies.first),
    ]
    if let given = options.first(where: { $0.1 != nil }) {
      throw ValidationError("\(given.0) belongs to --limit or --init; a budget file says itself what it is about")
    }
  }

  /// What the user would type to get these limits again.
  var arguments: [String] {
    limits.flatMap { ["--limit", $0.text] } + strategies.flatMap { ["--strategy", $0] }
      + (scenario.map { ["--scenario", $0] } ?? []) + (device.map { ["--device", $0] } ?? [])
      + (network.map { ["--network", $0] } ?? [])
  }

  /// The seeds of a budget that nobody has written a number for.
  static let seeds = 16

  /// A budget file with these limits, or with the ones of the command line.
  func text(_ limits: [(strategy: String?, metric: String, key: String, value: Double)]? = nil) -> String {
    let names = strategies.isEmpty ? ["continuous"] : NameList.split(strategies)
    let limits =
      limits
      ?? self.limits.map(\.constraint).map { (nil, $0.metric.column, $0.side == .atMost ? "max" : "min", $0.limit) }
    var text = """
      # What location may cost: 'geojoule check' fails where a limit is broken. docs/budgets.md has every key.
      defaults:
        scenarios: [\(Self.quoted(scenario ?? "commute"))]
        devices: [\(Self.quoted(device ?? PhoneOptions.standard.device))]

      """
    if let network { text += "  networks: [\(Self.quoted(network))]\n" }
    text += "  seeds: \(Self.seeds)\nbudgets:\n"
    for name in names {
      text += "  - name: \(Self.quoted(name))\n    strategies: [\(Self.quoted(name))]\n    limits:\n"
      for limit in limits where limit.strategy == nil || limit.strategy == name {
        text += "      - {metric: \(limit.metric), \(limit.key): \(DecimalText.exact(limit.value))}\n"
      }
    }
    return text
  }

  /// A string as YAML and JSON write it.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./".contains($0)) }
    if isPlain, text.first?.isLetter ?? false { return text }
    let body = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(String(body.map { $0.isNewline ? " " : $0 }))\""
  }

  /// What `check` is asked to hold strategies against. Messages cite what the user typed, and no budget file.
  func file(_ catalog: Catalog) throws(InputError) -> BudgetFile {
    let name = "command line"
    do {
      var file = try BudgetFileReader.read(text(), file: name, catalog: catalog)
      for item in file.cases.indices {
        for (number, limit) in limits.enumerated() {
          file.cases[item].limits[number].place = BudgetPlace(file: "limit '\(limit.text)'", line: 0, column: 0)
        }
      }
      return file
    } catch {
      guard error.file == name else { throw error }
      let isKey = error.message.hasPrefix("budgets[") || error.message.hasPrefix("defaults.")
      let message = isKey ? error.message.split(separator: ": ", maxSplits: 1).last.map(String.init) : nil
      throw InputError(file: nil, message: message ?? error.message, remedy: error.remedy)
    }
  }

  /// The figures that a first budget limits, and on which side.
  private static func limited(_ use: StrategyUse) -> [(metric: Metric, isUpper: Bool)] {
    [(.drainPercentPerHour, true), (use.error95, true), (use.coverage, false)]
  }

  /// A budget file with limits a tenth beyond the figures of today.
  func measured(_ catalog: Catalog, jobs: Int, progress: @escaping @Sendable (Int) -> Void) async throws -> String {
    let names = strategies.isEmpty ? ["continuous"] : NameList.split(strategies)
    let (device, network) = try PhoneOptions.phone(
      device ?? PhoneOptions.standard.device, network: network, catalog)
    var specifications: [StrategySpecification] = []
    for name in names { specifications.append(try catalog.strategy(name)) }
    let request = try ComparisonRequest(
      device: device, network: network, scenario: try catalog.scenario(scenario ?? "commute"),
      strategies: specifications, seedCount: Self.seeds, parameters: .fixed, jobs: jobs
    ).with(watch: PhoneOptions.standard.watch, catalog)
    let rows = try await Comparison.run(request, progress: progress).rows
    var limits: [(strategy: String?, metric: String, key: String, value: Double)] = []
    for (name, row) in zip(names, rows) {
      for (metric, isUpper) in Self.limited(row.use) {
        guard let mean = row[metric]?.mean, mean > 0 else { continue }
        limits.append((name, metric.column, isUpper ? "max" : "min", Self.rounded(mean, up: isUpper)))
      }
    }
    return text(limits)
  }

  /// A tenth beyond a figure, with two digits, rounded away from it.
  static func rounded(_ mean: Double, up: Bool) -> Double {
    let value = up ? mean * 1.1 : mean * 0.9
    var step = 1.0
    while value / step >= 100 { step *= 10 }
    while value / step < 10 { step /= 10 }
    let digits = (value / step).rounded(up ? .up : .down) * step
    return Double(DecimalText.significant(digits, digits: 2)) ?? digits
  }
}
