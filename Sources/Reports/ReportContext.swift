import Analysis
package import Core
package import DeviceModel
package import World

/// What every report says about how it came about. It holds no date and no path of the machine, so that equal inputs
/// give equal bytes.
package struct ReportContext: Sendable {
  package var title: String
  package var device: String
  /// What the phone runs by itself, where that is known; strategies of another system are simulated on the same hardware.
  package var system: PhoneSystem?
  package var network: String
  package var scenario: String
  package var firstSeed: UInt64
  package var seeds: Int
  package var parameters: ParameterChoice
  package var duration: TimeSpan
  /// What the numbers rest on, such as `Provenance.sentence`.
  package var provenance: String
  /// How far predictions of this device were off on measured days, `Provenance.validated`; `nil` where it has none.
  package var validated: String?
  package var version: String
  /// The command line that makes the report again.
  package var command: String
  /// What a reader has to know about all rows.
  package var notes: [String]
  /// About the day and its sources: for those who ask.
  package var background: [String] = []
  /// All of both, as JSON, pages and wide tables show them.
  var allNotes: [String] { notes + background }
  /// What to do next, in a sentence.
  package var next: String?
  /// What the model leaves out, a phrase each.
  package var notModelled: [String]
  /// The values of the device and the network, for reports that list them.
  package var profiles: [ProfileTable]

  package init(
    title: String, device: String, network: String, scenario: String, firstSeed: UInt64 = 0, seeds: Int,
    parameters: ParameterChoice, duration: TimeSpan, provenance: String, version: String, command: String,
    notes: [String] = [], notModelled: [String] = ReportContext.standardOmissions,
    profiles: [ProfileTable] = []
  ) {
    (self.title, self.device, self.network, self.scenario) = (title, device, network, scenario)
    (self.firstSeed, self.seeds, self.parameters, self.duration) = (firstSeed, seeds, parameters, duration)
    (self.provenance, self.version, self.command, self.notes) = (provenance, version, command, notes)
    (self.notModelled, self.profiles) = (notModelled, profiles)
  }

  /// What holds for every comparison so far.
  package static let standardOmissions = [
    "The screen, and what other apps draw: energy is that of the phone with the screen off.",
    "Temperature, ageing during the run, and the battery's losses: energy is compared with nominal energy times health.",
    "The split between components is not validated by measurements of the whole phone: several splits fit one total.",
  ]

  /// References of the methods behind a comparison's figures, for pages.
  static let methods = [
    "intervals of means: Student, Biometrika 6, 1908, 1-25",
    "ranges of seeds: S. S. Wilks, Annals of Mathematical Statistics 12, 1941, 91-96",
    "strategies on the same seeds: P. Glasserman and D. D. Yao, Management Science 38, 1992, 884-908",
  ]

  /// Off the charger: a waking day, or the run where that is shorter.
  var hours: Double { min(Metric.standardHours, duration.hours) }

  /// How sure the figures are, in the line that stands under every table.
  func certainty(hasPrediction: Bool) -> String {
    let range =
      hasPrediction && validated == nil
      ? "the predicted range is meant to hold 90 % of real runs; untested for \(device). " : ""
    return "How sure: \(range)\(provenance)."
  }

  /// Which seeds and which parameters: `40 seeds, 1 to 40, each with drawn parameters; GeoJoule 0.1.0.`
  var seedSentence: String {
    let last = firstSeed + UInt64(max(seeds, 1) - 1)
    let which = seeds == 1 ? "Seed \(firstSeed), with" : "\(seeds) seeds, \(firstSeed) to \(last), each with"
    return "\(which) \(parameters.rawValue) parameters; GeoJoule \(version)."
  }

  /// Whether the battery of a day's use is more than was simulated.
  func isExtrapolated(to hours: Double) -> Bool { duration.seconds < hours * 3600 }

  /// `extrapolated from 0.7 % in 19 min 05 s`: what the run itself takes of the battery, where a day's use is more.
  func extrapolated(_ battery: Double?, to hours: Double) -> String? {
    guard isExtrapolated(to: hours), let battery else { return nil }
    return "extrapolated from \(Figure.plain(battery * duration.seconds / (hours * 3600))) % in \(duration.clockText)"
  }

  /// That the battery of a day's use is more than was simulated, where it is.
  func extrapolation(to hours: Double) -> [String] {
    !isExtrapolated(to: hours)
      ? []
      : [
        "Extrapolated: \(duration.clockText) are simulated; the battery in \(ComparisonReport.text(hours: hours)) is their "
          + "drain times the hours."
      ]
  }

  /// The line under a title: `commute, 24 h 00 min; modern-phone on lte; 40 seeds from 0, drawn parameters`.
  package var subtitle: String { subtitle(hours: duration.hours) }

  /// The same where the battery is that of a part of the day: `commute, 24 h 00 min (16 h off the charger); ...`.
  func subtitle(hours: Double) -> String {
    let seedText = seeds == 1 ? "seed \(firstSeed)" : "\(seeds) seeds from \(firstSeed)"
    let off = hours < duration.hours ? " (\(ComparisonReport.text(hours: hours)) off the charger)" : ""
    return
      "\(scenario), \(duration.clockText)\(off); \(device) on \(network); \(seedText), \(parameters.rawValue) parameters"
  }
}

/// The values of a device, a network or a population as a page lists them.
package struct ProfileTable: Sendable {
  private struct Row: Sendable {
    let key: String
    let mean: String
    let deviation: String
    let trust: String
    let source: Int
  }

  private let name: String
  private let rows: [Row]
  /// Each source once; rows name it by number.
  private let sources: [String]

  package init(_ device: DeviceProfile) {
    self.init(name: device.name, values: device.values, schemas: DeviceSchema.all)
  }

  package init(_ network: NetworkProfile) {
    self.init(name: network.name, values: network.values, schemas: NetworkSchema.all)
  }

  package init(_ population: PopulationProfile) {
    self.init(name: population.name, values: population.values, schemas: PopulationSchema.all)
  }

  private init(name: String, values: [String: ProfileValue], schemas: [ParameterSchema]) {
    var sources: [String] = []
    var numbers: [String: Int] = [:]
    rows = schemas.compactMap { schema in
      guard let value = values[schema.key] else { return nil }
      let number = numbers[value.source] ?? sources.count + 1
      if number > sources.count {
        sources.append(value.source)
        numbers[value.source] = number
      }
      return Row(
        key: schema.key, mean: schema.dimension.describe(value.mean),
        deviation: value.distribution == .fixed ? "" : schema.dimension.describe(value.deviation),
        trust: value.trust.rawValue, source: number)
    }
    (self.name, self.sources) = (name, sources)
  }

  /// The values as a page has them.
  var lines: [String] {
    let headings = ["Mean", "Deviation", "Trust", "Source"].map {
      PageFrame.element("th scope=\"col\"", $0)
    }
    return ["<details>", PageFrame.element("summary", "All \(rows.count) values of \(name), with their sources")]
      + PageFrame.scrolled("Values of \(name)", "narrow")
      + ["<thead><tr><th scope=\"col\">Value</th>\(headings.joined())</tr></thead>", "<tbody>"]
      + rows.map { row in
        let cells = [row.mean, row.deviation, row.trust, "\(row.source)"].map {
          PageFrame.element("td", $0)
        }
        return "<tr>\(PageFrame.element("th scope=\"row\"", row.key))\(cells.joined())</tr>"
      } + ["</tbody>", "</table>", "</div>"] + PageFrame.list("ol", sources) + ["</details>"]
  }
}
