package import DeviceModel
import Documents
import Estimation
package import FileFormats
import GeoJoule
import Core
import RealModule
package import Reports
import World

/// Everything that the logs of a drive tell, and the files made of it.
package struct DriveResult {
  let data: DriveData
  let stem: String
  let folder: String
  let device: DeviceProfile
  let throughput: DriveThroughput
  let radio: DriveRadio
  let scenarios: [(name: String, scenario: Scenario)]
  private var outcome = DriveFindings()
  private var inputs: [FitReport.Input]
  private var network: DriveNetwork?
  /// Those of other accesses.
  private var others: [DriveNetwork] = []
  private var networks: [DriveNetwork] { [network].compactMap(\.self) + others }
  private var phone: DeviceProfile?
  private var phoneChanges: [(key: String, value: String, base: String)] = []
  private var phoneNotes: [String] = []
  private var radius: DriveCellRadius?
  private var knee: FittedParameter?

  package init(data: DriveData, folder: String, device: DeviceProfile) {
    (self.data, self.folder, self.device) = (data, folder, device)
    stem = Catalogued.stem(of: folder)
    inputs = data.inputs
    throughput = DriveThroughput(data)
    radio = DriveRadio(data)
    var scenarios: [(name: String, scenario: Scenario)] = []
    for drive in data.drives {
      let name = "\(stem)-drive" + (scenarios.isEmpty ? "" : "-\(scenarios.count + 1)")
      let source =
        "Made by geojoule fit drive from \(drive.files.joined(separator: ", ")); "
        + (drive.samples.contains { $0.carrierToNoise != nil }
          ? "the sky follows from the satellites' strength" : "the sky is guessed from the speed")
        + ", access points and the layout of cells are guesses."
      guard let scenario = DriveScenario.scenario(of: drive.samples, name: name, source: source) else {
        outcome.miss("a scenario of \(drive.name)", "less than a minute of positions is known", "no scenario of it")
        continue
      }
      // Positions that no drive has make a file that its reader would refuse.
      do throws(InputError) {
        _ = try ScenarioReader.scenario(text: DrawnScenarioWriter.text(of: scenario), file: "\(name).yml")
        scenarios.append((name, scenario))
      } catch {
        outcome.miss(
          "a scenario of \(drive.name)", "its positions are not those of a drive: \(error.message)", "no scenario of it"
        )
      }
    }
    self.scenarios = scenarios
    outcome.add(throughput.outcome)
    outcome.add(radio.outcome)
    addSearches()
  }

  // MARK: - Satellites, errors, power

  private mutating func addSearches() {
    guard !data.searches.isEmpty else {
      outcome.miss("time to first fix", "no log begins before its first fix", "the base's times to first fix")
      return
    }
    outcome.miss(
      "time to first fix by start type", "no log says how old the receiver's data were: hot, warm and cold look alike",
      "the base's times to first fix")
    let seconds = data.searches.map(\.seconds).sorted()
    var section = FitSection(
      title: "Time to first fix",
      figures: [
        .init(
          name: "Searches",
          text:
            "\(seconds.count), median \(FitNumber.text(seconds[seconds.count / 2])) s; the kind of start is unknown"
        )
      ],
      tables: [
        FitTable("", data.searches) { columns in
          columns.words(["log"]) { Catalogued.name(of: $0.file) }
          columns.fitted("time", unit: "s") { $0.seconds }
        }
      ])
    let attempts = data.searches.map { FirstFixAttempt(seconds: $0.seconds, succeeded: true, site: $0.file) }
    do {
      let fit = try FirstFixFit().fit(attempts)
      section.parameters = fit.winner.summary.parameters.map(FitSection.Parameter.init)
      section.formula = fit.winner.summary.formula
      section.warnings = fit.winner.summary.warnings.map(\.description)
    } catch {
      outcome.miss("a law of times to first fix", error.description, "the base's times to first fix")
    }
    outcome.sections.append(section)
  }

  package mutating func add(truth: FixRecording?) {
    guard let truth else {
      outcome.miss("position error", "no --truth was given", "the base's errors")
      return
    }
    inputs.append(
      FitReport.Input(
        role: "truth", file: truth.file, digest: truth.digest,
        count: "\(DecimalText.grouped(truth.fixes.count)) points",
        skipped: truth.skipped, notes: truth.notes))
    let errors = DriveErrors(data, truth: truth)
    outcome.add(errors.outcome)
    makePhone(errors, source: source(of: truth.file))
  }

  package mutating func add(power trace: PowerRecording?) {
    guard let trace else {
      outcome.miss("radio power against received power", "no --power was given", "the base's powers")
      return
    }
    inputs.append(
      FitReport.Input(
        role: "power", file: trace.file, digest: trace.digest,
        count: "\(DecimalText.grouped(trace.times.count)) samples, \(trace.note)", skipped: trace.skipped))
    let samples = Self.samples(data.drives.map(\.samples), times: trace.times, watts: trace.watts)
    do {
      let fit = try RadioPowerFit(samples)
      var section = FitSection(fit.summary, title: "Power against received power")
      let values = fit.summary.parameters.map(\.value)
      let levels = samples.map(\.level)
      let (low, high) = (levels.min() ?? -120, levels.max() ?? -60)
      outcome.rows.append(Self.rows(samples, values, data))
      section.plots.insert(
        FitPlot(
          title: "Power against received power", caption: "The whole phone, second by second, and the hinge.",
          x: .init("RSRP, dBm"), y: .init("W"),
          series: [
            .init(
              "seconds", .points,
              samples.map { (x: $0.level, y: $0.value) }),
            .init(
              "hinge", .line,
              (0...60).map { k in
                let level = low + (high - low) * Double(k) / 60
                return (x: level, y: Self.hinge(values, level))
              }),
          ]), at: 0)
      outcome.sections.append(section)
      if let slope = fit.summary["slope"], let interval = slope.interval95, interval.lowerBound > 0 {
        knee = fit.summary["knee"]
      }
      outcome.miss(
        "powers of the phone's modem", "the trace measures the whole phone, at one load", "the base's powers")
    } catch {
      let overlaps =
        samples.isEmpty ? "no second of the trace lies in a log: its times must be Unix times" : error.description
      outcome.miss("radio power against received power", overlaps, "the base's powers")
    }
  }

  /// Seconds of the drives with the mean power of each; a row stands for the second that begins with it.
  static func samples(_ drives: [[DriveSample]], times: [Double], watts: [Double]) -> [SignalSample] {
    var sums: [Double: (sum: Double, count: Double)] = [:]
    for (time, watts) in zip(times, watts) {
      let second = time.rounded(.down)
      let found = sums[second] ?? (0, 0)
      sums[second] = (found.sum + watts, found.count + 1)
    }
    return drives.enumerated().flatMap { number, rows in
      rows.compactMap { sample in
        guard let level = sample.rsrp, let found = sums[sample.time.rounded(.down)] else { return nil }
        return SignalSample(time: sample.time, drive: number, level: level, value: found.sum / found.count)
      }
    }
  }

  /// Watts at a received power, by floor, slope and knee.
  static func hinge(_ values: [Double], _ level: Double) -> Double {
    values[0] + values[1] * max(values[2] - level, 0) / 10
  }

  private static func rows(_ samples: [SignalSample], _ values: [Double], _ data: DriveData) -> ReportTable {
    .of(samples) { columns in
      columns.words(name: "fit") { _ in "Power against received power" }
      columns.words(name: "drive") { data.drives[$0.drive].name }
      columns.numbers(name: "time_s") { $0.time }
      columns.numbers(name: "rsrp_dBm") { $0.level }
      columns.numbers(name: "power_W") { $0.value }
      columns.numbers(name: "fitted_W") { hinge(values, $0.level) }
      columns.numbers(name: "residual_W") { $0.value - hinge(values, $0.level) }
    }
  }

  // MARK: - Files

  /// Of the access that the drives were mostly on.
  package var technology: RadioTechnology? { DriveNetwork.technology(radio) }

  /// - Parameter networks: of the catalogue for the other accesses that the drives met.
  package mutating func make(network base: NetworkProfile, others networks: [RadioTechnology: NetworkProfile]) {
    var made = DriveNetwork(name: "\(stem)-network", base: base, source: source(of: nil))
    made.take(throughput)
    if let knee {
      made.takeWeakLevel(knee)
    } else {
      outcome.miss(
        "the received power below which coverage is weak", "only power against received power tells it",
        "-110 dBm, an estimate")
    }
    let moving = scenarios.map(\.scenario).filter { !$0.legs.allSatisfy { $0.kind == .dwell } }
    if radio.handovers != nil {
      let found = DriveCellRadius(data, scenarios: moving)
      if let found, found.isIdentified {
        radius = found
        made.takeRadius(found)
      } else {
        let reason =
          found.map {
            "radii from \(FitNumber.text($0.range.lowerBound)) to \(FitNumber.text($0.range.upperBound)) m fit the changes of "
              + "cell; a longer way tells more"
          } ?? "no radius gives as many cell changes as were seen"
        outcome.miss("cell radius", reason, "the base's cell radii")
      }
    }
    var accesses = networks
    for technology in RadioTechnology.allCases {
      guard let other = networks[technology],
        throughput.fitted.contains(where: { $0.access == DriveNetwork.access(of: technology) })
      else { continue }
      var network = DriveNetwork(name: "\(stem)-network-\(other.name)", base: other, source: source(of: nil))
      network.take(throughput, followsLevel: false)
      if let radius { network.takeRadius(radius) }
      network.settle()
      others.append(network)
      accesses[technology] = network.profile
    }
    if let ways = radio.ways, ways.accesses.count > 1 {
      made.take(ways, networks: accesses, &outcome)
      if !made.profile.accesses.isEmpty {
        outcome.miss(
          "changes of access at rest, and places where it changes", "a drive passes each place once",
          "an access holds at rest; where it changes is drawn anew for each seed")
      }
    }
    if let technology, technology != base.technology {
      outcome.miss("values of \(technology.title)", "the base network is \(base.technology.title)", "the base's values")
    }
    outcome.miss("timers and tails", "a drive log has no power and no idle gaps; see fit tail", "the base's timers")
    made.settle()
    network = made
  }

  private mutating func makePhone(_ errors: DriveErrors, source: String) {
    var values: [String: ProfileValue] = [:]
    for value in errors.values {
      guard let schema = DeviceSchema.schema(of: value.key), schema.validRange.contains(value.mean) else { continue }
      let made = DriveValue(value.key, schema, mean: value.mean, deviation: value.deviation ?? 0, source: source)
      values[value.key] = made.value
      phoneNotes += made.notes
      phoneChanges.append(
        (
          value.key, made.text,
          device.values[value.key].map { schema.dimension.describe($0.mean) } ?? "-"
        ))
    }
    guard !values.isEmpty else { return }
    var made = device
    made.name = "\(stem)-phone"
    made.summary = "\(device.summary), with position errors of a drive"
    made.values.merge(values) { $1 }
    var correlations = DriveCorrelations()
    for pair in errors.correlations { correlations.add(pair.first, pair.second, pair.value) }
    let kept = device.correlations.filter { values[$0.first] == nil && values[$0.second] == nil }
    var draft = made
    let fitted = made.values
    phoneNotes += correlations.put(into: &made.correlations, kept: kept, values: fitted, source: source) { all in
      draft.correlations = all
      return !draft.validate().contains { $0.key == "correlations" }
    }
    guard let fault = made.validate().first else {
      phone = made
      return
    }
    outcome.miss("the phone's position errors", fault.message, "the base's errors")
  }

  private func source(of file: String?) -> String {
    let first = file ?? data.logs[0].file
    let more = file == nil && data.logs.count > 1 ? " and \(data.logs.count - 1) more" : ""
    let digest = data.logs[0].digest.prefix(12)
    return "geojoule fit drive of \(first)\(more) (log's SHA-256 \(digest))"
  }

  /// Whether a file differs from the base.
  package var informsAnything: Bool {
    !scenarios.isEmpty || phone != nil || networks.contains { !$0.changes.isEmpty }
  }

  /// What goes into the folder, by path.
  package var files: [(path: String, text: String)] {
    var files: [(path: String, text: String)] = []
    for network in networks {
      var profile = network.profile
      let drives = data.drives.count == 1 ? "a drive" : "\(data.drives.count) drives"
      let length = DecimalText.significant(data.kilometres, digits: 3)
      profile.summary = "\(profile.technology.title) as on \(drives) of \(length) km"
      files.append(("networks/\(profile.name).yml", ProfileWriter.text(of: profile)))
    }
    if let phone { files.append(("devices/\(stem)-phone.yml", ProfileWriter.text(of: phone))) }
    for entry in scenarios {
      files.append(("scenarios/\(entry.name).yml", DrawnScenarioWriter.text(of: entry.scenario)))
    }
    return files
  }

  /// An app that uploads often: what a network costs shows where bytes flow.
  private var uploading: String { device.system == .android ? "delivery-driver-android" : "delivery-driver" }

  /// Why the next command names strategies.
  package var nextNote: String {
    "\(uploading) uploads a position each 10 s. The main strategies upload little, so that networks hardly differ for them."
  }

  package func nextCommand(base: String) -> String {
    var words = ["geojoule", "compare", "--catalog", folder]
    if phone != nil {
      words += ["--device", "\(stem)-phone"]
    } else if base != "modern-phone" {
      words += ["--device", base]
    }
    words += ["--network", "\(stem)-network"]
    if let first = scenarios.first { words += ["--scenario", first.name] }
    words += ["continuous", "hundred-meters", uploading]
    return words.map(ShellText.quoted).joined(separator: " ")
  }

  // MARK: - Page

  package func page(command: [String]) -> FitReport {
    FitReport(
      title: "Drive test", findings: findings, inputs: inputs,
      sections: [written] + networks.compactMap(\.joint) + outcome.sections + [missing],
      rows: outcome.rows + [seconds], fragment: "", command: command)
  }

  /// What the fits of cells, accesses, coverage and path loss use: their numbers are counts and ways, without a fitted value by row.
  private var seconds: ReportTable {
    let rows = data.drives.flatMap { drive in drive.points.map { (drive: drive.name, point: $0) } }
    return .of(rows) { columns in
      columns.words(name: "fit") { _ in "Seconds of the drives" }
      columns.words(name: "drive") { $0.drive }
      columns.numbers(name: "time_s") { $0.point.time }
      columns.numbers(name: "distance_m") { $0.point.distance }
      columns.numbers(name: "east_m") { $0.point.place?.x }
      columns.numbers(name: "north_m") { $0.point.place?.y }
      columns.numbers(name: "rsrp_dBm") { $0.point.level }
      columns.numbers(name: "snr_dB") { $0.point.snr }
      columns.words(name: "cell") { $0.point.cell.map { data.cells[$0] } ?? "" }
      columns.words(name: "access") { $0.point.access.map { DriveAccess.allCases[$0].rawValue } ?? "" }
    }
  }

  private var findings: [String] {
    let seconds = data.drives.reduce(0.0) { sum, drive in
      sum + max(0, (drive.samples.last?.time ?? 0) - (drive.samples.first?.time ?? 0))
    }
    var findings = [
      "\(data.drives.count == 1 ? "1 drive" : "\(data.drives.count) drives"), \(DecimalText.fixed(data.kilometres, digits: 1)) km, "
        + "\(DecimalText.fixed(seconds / 60, digits: 0)) min."
    ]
    for entry in throughput.fitted where entry.access == network.map({ DriveNetwork.access(of: $0.profile.technology) })
    {
      let rate = entry.fit.median(at: ThroughputModel.reference)
      var text =
        "The \(entry.direction.rawValue) on \(entry.access.title) has a median of \(DriveThroughput.text(rate)) at -100 dBm"
      if let slope = entry.fit.levelSummary["slope"], let error = slope.standardError {
        text +=
          ", times \(FitNumber.text(Double.pow(10, slope.value))) per 10 dB (slope \(FitNumber.text(slope.value, error: error)) lg per "
          + "10 dB, standard error \(FitNumber.part(error, error: error)))"
      } else {
        text += "; the received power does not predict it"
      }
      findings.append(text + ".")
    }
    if let handovers = radio.handovers, let rate = handovers.summary["handovers_per_km"] {
      findings.append(
        "The cell changes \(FitNumber.text(rate.value, error: rate.standardError)) times a kilometre "
          + "(95 %: \(FitNumber.interval(rate.interval95, error: rate.standardError))).")
    }
    if let shares = radio.accesses?.accesses, !shares.isEmpty {
      findings.append(
        "Time by access: "
          + shares.map {
            "\(DriveAccess.allCases[$0.access].title) \(DecimalText.fixed(100 * $0.share.value, digits: 0)) %"
          }.joined(separator: ", ") + ".")
    }
    return findings + data.warnings.map { "Note: \($0)." }
  }

  private var written: FitSection {
    var tables: [FitTable] = []
    func table(_ title: String, _ rows: [(key: String, value: String, base: String)]) {
      guard !rows.isEmpty else { return }
      tables.append(
        FitTable(title, rows) { columns in
          columns.words(["key"]) { $0.key }
          columns.figures(["value"]) { $0.value }
          columns.figures(["base"]) { $0.base }
        })
    }
    for network in networks { table("networks/\(network.profile.name).yml", network.changes) }
    if phone != nil { table("devices/\(stem)-phone.yml", phoneChanges) }
    var section = FitSection(title: "What was written", warnings: phoneNotes, tables: tables)
    section.figures = files.map { .init(name: "File", text: $0.path) }
    if network?.changes.isEmpty ?? true {
      section.warnings.append("no value of the network was informed: it is the base's")
    }
    if let radius {
      section.note(
        "Cell radius",
        "\(FitNumber.text(radius.observed.value)) changes a kilometre, seen every 5 s, are met on the same ways with "
          + "suburban cells of \(FitNumber.text(radius.metres)) m")
      section.plots.append(
        FitPlot(
          title: "Cell changes against the radius of cells",
          caption: "Simulated on the same ways; the dashed line is the logs' rate.",
          x: .init("Radius, m", isLogarithmic: true), y: .init("Changes per km", isLogarithmic: true),
          series: [
            .init("simulated", .line, radius.curve.map { (x: $0.metres, y: $0.rate) }),
            .init(
              "logs", .reference,
              [
                (x: radius.curve.first?.metres ?? 1, y: radius.observed.value),
                (x: radius.curve.last?.metres ?? 1, y: radius.observed.value),
              ]),
          ]))
    }
    return section
  }

  private var missing: FitSection {
    FitSection(
      title: "What was not informed",
      figures: outcome.notInformed.map {
        .init(name: PlainText.capitalized($0.what), text: "\($0.why); taken: \($0.kept)")
      })
  }
}
