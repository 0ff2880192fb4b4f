import ArgumentParser
import Foundation
import GeoJoule
import Measured
import Reports

struct DiagnoseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose",
    abstract: "Says whether a battery drain is to be expected, and what would explain it.",
    discussion: """
      Takes what a complaint has: a fall of the battery, the app's share in the phone's settings, or a log that 'geojoule \
      import' reads. Compares it with the strategy on the same day on drawn phones, and with causes such as best accuracy \
      that is never released or time with the screen on. Probabilities need a log, or two of fall, share and --fixes. Two \
      logs are the same phone before and after a change.

      Examples:
        geojoule diagnose continuous --drop 38..9% --over 6h30 --still 6h30
        geojoule diagnose regions --drop 90..60% --driving 2h --screen-on 0h
        geojoule diagnose before.csv after.csv auto-pause --still 8h

      docs/diagnose.md has three worked complaints.
      """)

  @OptionGroup var inputs: InputWords
  @Option(entryOf: .strategies, help: "The app's strategy. (default: continuous)")
  var strategy: String?
  @OptionGroup(title: "Complaint") var complaint: ComplaintOptions
  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions
  @OptionGroup(title: "Simulation") var seeds: SeedOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() async throws {
    var catalog = try phone.catalog(catalogue)
    // A log of positions is the day, too.
    let logs = inputs.words.compactMap { word in
      FileManager.default.fileExists(atPath: word)
        ? (try? RecordingImport.read(path: word)).flatMap { $0.readings.isEmpty ? nil : $0 } : nil
    }
    // Where nothing else says what was seen, a file is meant as a log: its own fault is the error.
    for word in inputs.words where logs.isEmpty && !complaint.saysUse {
      if try InputWords.isTrack(word) { _ = try RecordingImport.read(path: word) }
    }
    guard logs.count <= 2 else { throw ValidationError("give one log of a battery, or two of one phone") }
    inputs.words = inputs.words.filter { word in !logs.contains { $0.file == word && $0.fixes.isEmpty } }
    let strategy: String
    (day, phone, strategy) = try inputs.filling(&catalog, day, phone, self.strategy)
    let scenario = try complaint.day(day, catalog)
    let length = day.scenario == nil && day.track == nil && !complaint.isDay ? nil : (scenario.horizon - .start).hours
    let seen = try complaint.complaint(log: logs.last, day: length)
    let specification = try catalog.strategy(strategy)
    if let year = complaint.phoneYear, phone.device == PhoneOptions.standard.device {
      phone.device = Self.device(ofYear: year, isAndroid: specification.platform.isAndroid)
    }
    var (device, network) = try phone.phone(catalog)
    // What measured days say of one phone does not hold for its class.
    if complaint.phoneYear != nil { device = device.withoutDiscrepancy }
    let request = ComparisonRequest(
      device: complaint.batteryHealth.map { device.withBattery(health: $0 / 100) } ?? device, network: network,
      scenario: scenario, strategies: [specification], firstSeed: seeds.firstSeed,
      seedCount: seeds.givenSeeds ?? 64, parameters: seeds.parameters, jobs: seeds.work.count)
    var run = DiagnosisRun(request)
    run.before = try logs.count == 2 ? complaint.complaint(log: logs[0], day: length) : nil
    if let before = run.before, (before.fall ?? 0) < 2 * before.step {
      throw InputError(
        file: logs[0].file,
        message: "the first log falls by less than two steps of its gauge, which says nothing to compare with",
        remedy: "give a longer log, or the second one alone")
    }
    try output.prepare()
    let model = try await ProgressLine.following(request.seedCount, "seeds", quiet: output.quiet) { [run] show in
      try await run.model(for: seen, progress: show)
    }
    try complaint.check(model.causes.map(\.name))
    var context = ReportContext(request, title: "Is this drain of \(specification.name) normal?")
    context.notes += request.systemNotes
    var report = DiagnosisReport(
      context: context, diagnosis: model.diagnosis(of: seen), strategy: specification.name)
    let variance = device.discrepancy.betweenDays.variance(share: model.meanShare) / 2
    report.change = run.before.flatMap { seen.change(since: $0, day: variance.squareRoot()) }
    try output.write(ReportRenderers(report))
  }

  /// The catalogue's phone of about a year.
  private static func device(ofYear year: Int, isAndroid: Bool) -> String {
    switch year {
    case 2019...: PhoneOptions.standard.device
    case 2012...: isAndroid ? "nexus-6" : "iphone-6"
    default: isAndroid ? "nexus-one" : "iphone-6"
    }
  }
}

extension DeviceProfile {
  fileprivate func withBattery(health: Double) -> DeviceProfile {
    guard let value = values["battery.health"] else { return self }
    var device = self
    device.values["battery.health"] = ProfileValue(
      mean: health, deviation: 0, range: 0.1...1.2, distribution: .fixed, trust: value.trust,
      source: "--battery-health")
    return device
  }
}
