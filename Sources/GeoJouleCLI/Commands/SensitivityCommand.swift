import ArgumentParser
import Estimation
import GeoJoule
import Measured
import Reports

struct SensitivityCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Ranks the parameters that an answer depends on most: what to measure next.",
    discussion: """
      First Morris's screening over every parameter of the device and the network that varies, then Sobol's indices of the \
      most important ones: which share of the answer's variance each causes. Days stay the same throughout; only the \
      phone and the network change. Parameters are varied independently, whatever correlations the profiles name.

      Examples:
        geojoule sensitivity continuous
        geojoule sensitivity continuous --minus hundred-meters \\
          --metric drain_percent_per_hour
      """)

  @OptionGroup var inputs: InputWords

  @Option(entryOf: .strategies, help: "The strategy in question. (default: continuous)")
  var strategy: String?

  @Option(entryOf: .strategies, help: "Ranks what the difference to this strategy depends on.")
  var minus: String?

  @Option(help: .value("column", "A column of the comparison."), completion: .list(Metric.allCases.map(\.column)))
  var metric = "drain_percent_per_hour"

  @Option(
    name: .customLong("parameter"),
    help: .value(
      "prefix",
      "Only parameters whose key begins so, such as gnss. or 'network: tail'; may be repeated. (default: all that vary)"
    ))
  var prefixes: [String] = []

  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions

  @Option(help: .value("n", "Days that each answer is averaged over."))
  var seeds = 1

  @Option(help: .value("n", "The first day's seed, and that of the designs."))
  var firstSeed: UInt64 = 1

  @Option(help: .value("n", "Random walks of the screening."))
  var trajectories = 8

  @Option(help: .value("n", "How many parameters of the screening get Sobol indices; 0 for none."))
  var top = 8

  @Option(help: .value("n", "Rows of the Sobol design; each takes a run for every parameter and two more."))
  var rows = 256

  @OptionGroup var work: JobsOptions

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func validate() throws {
    try day.checkTrack()
    guard (1...1000).contains(seeds), (2...10_000).contains(trajectories), (0...100).contains(top),
      (8...1_000_000).contains(rows)
    else {
      throw ValidationError("--seeds takes 1 to 1000, --trajectories 2 to 10,000, --top 0 to 100, --rows 8 or more")
    }
    guard Metric.allCases.contains(where: { $0.column == metric }) else {
      throw ValidationError(
        "there is no metric '\(metric)'; "
          + Suggestion.remedy(for: metric, among: Metric.allCases.map(\.column), what: "metrics"))
    }
  }

  mutating func run() async throws {
    guard let metric = Metric.allCases.first(where: { $0.column == metric }) else { return }
    try output.prepare()
    var catalog = try phone.catalog(catalogue)
    let strategy: String
    (day, phone, strategy) = try inputs.filling(&catalog, day, phone, self.strategy)
    let (device, network) = try phone.phone(catalog)
    let names = [strategy] + (minus.map { [$0] } ?? [])
    var request = ComparisonRequest(
      device: device, network: network, scenario: try day.day(catalog), strategies: [], firstSeed: firstSeed,
      seedCount: seeds, parameters: .fixed)
    for name in names {
      let strategy = try catalog.strategy(name)
      guard !strategy.usesWatch else {
        throw InputError(
          file: catalog.ownFile(.strategies, name), message: "the strategy '\(strategy.name)' uses a watch",
          remedy: "choose one of the phone alone")
      }
      request.strategies.append(strategy)
    }
    request = try request.with(watch: phone.watch, catalog)
    let all = SensitivityModel.parameters(request, prefixes: prefixes)
    guard !all.isEmpty else {
      throw InputError(
        file: catalog.ownFile(.devices, phone.device), message: "no parameter that varies has such a name",
        remedy: "see 'geojoule show device \(device.name)' for the names, or leave out --parameter")
    }
    let model = SensitivityModel(request: request, metric: metric, isDifference: minus != nil, parameters: all)
    do {
      let screening = try await screen(model)
      let sobol = top == 0 ? nil : try await indices(model, screening)
      try output.write(ReportRenderers(report(model, screening, sobol)))
    } catch let error as EstimationError {
      throw FitFailure.input(error, file: catalog.ownFile(.strategies, strategy))
    } catch is SensitivityFault {
      throw InputError(
        file: catalog.ownFile(.strategies, strategy), message: "a run has no \(metric.column)",
        remedy: "choose another metric, or a strategy that delivers positions")
    }
  }

  private func evaluate(_ model: SensitivityModel, _ points: [[Double]], what: String) async throws -> [Double] {
    try await ProgressLine.following(points.count, what, quiet: output.quiet) { show in
      try await model.answers(points, jobs: work.count, progress: show)
    }
  }

  private func screen(_ model: SensitivityModel) async throws -> MorrisScreening {
    let design = MorrisDesign(dimensions: model.parameters.count, trajectories: trajectories, seed: firstSeed)
    // The ends of the grid are the 5 % and 95 % quantiles: the ends of a range are no phone anybody has.
    let points = design.points.map { $0.map { 0.05 + 0.9 * $0 } }
    let answers = try await evaluate(model, points, what: "runs of the screening")
    return try MorrisScreening(design, values: answers, seed: firstSeed)
  }

  private func indices(
    _ model: SensitivityModel, _ screening: MorrisScreening
  ) async throws -> (model: SensitivityModel, indices: SobolIndices)? {
    let chosen = screening.effects.filter { $0.importance > 0 }.prefix(top).map { model.parameters[$0.parameter] }
    guard !chosen.isEmpty else { return nil }
    let reduced = SensitivityModel(
      request: model.request, metric: model.metric, isDifference: model.isDifference, parameters: chosen)
    let design = try SaltelliDesign(dimensions: chosen.count, rows: rows, seed: firstSeed)
    let answers = try await evaluate(reduced, design.points, what: "runs for Sobol's indices")
    return (reduced, try SobolIndices(design, values: answers, seed: firstSeed))
  }

  private func report(
    _ model: SensitivityModel, _ screening: MorrisScreening, _ sobol: (model: SensitivityModel, indices: SobolIndices)?
  ) -> SensitivityReport {
    let answer = model.metric.column
    let subject = model.request.strategies.map(\.name).joined(separator: " minus ")
    let first = screening.effects.filter { $0.importance > 0 }
    var (findings, method): ([String], [String]) = ([], [])
    if let sobol, let best = sobol.indices.indices.first {
      let leaders = sobol.indices.indices.prefix(3).filter { $0.total.value > 0.05 }.map {
        "\(sobol.model.parameters[$0.parameter].name) (\(FigureRounding.share.text($0.total.value)) % of its variance)"
      }
      findings.append(
        "\(answer) of \(subject) depends most on \(leaders.joined(separator: ", then ")). Measure "
          + "\(sobol.model.parameters[best.parameter].name) first.")
      // Not to be ranked: the second's interval reaches above the first's value.
      let rivals = sobol.indices.indices.dropFirst().filter { $0.total.interval.upperBound > best.total.value }
      if !rivals.isEmpty {
        findings.append(
          "\(rivals.count == 1 ? "One other" : "\(rivals.count) others") may be as important; more --rows tell them apart."
        )
      }
      findings.append(
        "Mean \(FitNumber.text(sobol.indices.mean)), deviation \(FitNumber.text(sobol.indices.deviation)) over phones and "
          + "networks, the \(sobol.model.parameters.count) parameters with a share below varied.")
      let sum = sobol.indices.indices.reduce(0) { $0 + $1.first.value }
      method = [
        "Shares: Sobol indices, \(rows) rows of a Saltelli design on the reverse Halton sequence; 95 % intervals by bootstrap "
          + "over rows.",
        "Sum of the shares alone: \(FigureRounding.share.text(sum)) %; what is missing to 100 % is interaction, or noise of the "
          + "estimate.",
      ]
    } else if let best = first.first {
      findings.append("\(answer) of \(subject) depends most on \(model.parameters[best.parameter].name).")
    } else {
      findings.append("\(answer) of \(subject) depends on none of the \(model.parameters.count) parameters.")
    }
    method += [
      "Effects: Morris, \(trajectories) walks over \(model.parameters.count) parameters between their 5 % and 95 % quantiles; "
        + "the change of \(answer) across that range.",
      "Without any effect: \(model.parameters.count - first.count) parameters.",
    ]
    return SensitivityReport(
      rows: tableRows(model, screening, sobol), title: "Sensitivity of \(subject)", metric: BudgetMetric(model.metric),
      findings: findings, method: method,
      version: ProgramVersion.text, command: CommandEcho.text)
  }

  /// Of the largest effect; smaller ones are not listed.
  private static let leastEffect = 1e-4

  /// Every parameter with an effect, those with shares of the variance first.
  private func tableRows(
    _ model: SensitivityModel, _ screening: MorrisScreening, _ sobol: (model: SensitivityModel, indices: SobolIndices)?
  ) -> [SensitivityReport.Row] {
    // Differences of two runs leave dust where a parameter has no effect.
    let least = Self.leastEffect * (screening.effects.map(\.importance).max() ?? 0)
    let effects = screening.effects.filter { $0.importance > least }.map { (model.parameters[$0.parameter].name, $0) }
    let shares = sobol.map { sobol in
      sobol.indices.indices.map { (sobol.model.parameters[$0.parameter].name, $0) }
    }
    let byName = Dictionary(shares ?? [], uniquingKeysWith: { first, _ in first })
    let order = (shares ?? []).map(\.0) + effects.map(\.0).filter { byName[$0] == nil }
    let effectByName = Dictionary(effects, uniquingKeysWith: { first, _ in first })
    return order.compactMap { name in
      effectByName[name].map { effect in
        (
          name, total: byName[name].map { SensitivityReport.share($0.total.value, $0.total.interval) },
          alone: byName[name].map { SensitivityReport.share($0.first.value, $0.first.interval) },
          size: (effect.importance, effect.interval), effect: effect.mean, spread: effect.spread
        )
      }
    }
  }
}
