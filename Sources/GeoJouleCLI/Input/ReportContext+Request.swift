import GeoJoule
import Reports

extension ComparisonRequest {
  /// The energy in joules that no watch's battery holds and every phone's does: the largest watch has some 2.1 Wh, the
  /// smallest phone of the catalogue 4.2 Wh.
  private static let smallestPhone = 3 * 3600.0

  /// A watch in the place of the phone, or a phone on the wrist, is simulated, but probably not meant.
  var deviceNotes: [String] {
    phoneNotes + (device.saysDiscrepancy ? [] : [Self.unmeasured(device.name)])
  }

  /// Where a prediction range rests on no value of the profile.
  private static func unmeasured(_ device: String) -> String {
    "\(device): the profile has no discrepancy; prediction ranges are those of an unmeasured phone"
  }

  private var phoneNotes: [String] {
    func energy(_ device: DeviceProfile) -> Double { device.values["battery.energy"]?.mean ?? 0 }
    func hours(_ device: DeviceProfile) -> String { "\(DecimalText.significant(energy(device) / 3600, digits: 3)) Wh" }
    var notes: [String] = []
    if energy(device) < Self.smallestPhone, energy(device) > 0 {
      notes.append(
        "\(device.name): with a battery of \(hours(device)) it is no phone; apps run on it as on a phone. A watch beside a "
          + "phone is named with --watch")
    }
    if let watch = watch?.device, energy(watch) > Self.smallestPhone {
      notes.append("\(watch.name): with a battery of \(hours(watch)) it is no watch, but is worn as one here")
    }
    return notes
  }
}

extension ReportContext {
  /// What a report of this request says about how it came about.
  init(_ request: ComparisonRequest, title: String) {
    let provenance = Provenance(of: request.device)
    let length = request.people.map { _ in TimeSpan.hours(24 * Double(request.days)) }
    self.init(
      title: title, device: request.device.name, network: request.device.networkName(request.network),
      scenario: request.scenario.name, firstSeed: request.firstSeed, seeds: request.seedCount,
      parameters: request.parameters, duration: length ?? request.scenario.horizon - .start,
      provenance: provenance.sentence, version: ProgramVersion.text, command: CommandEcho.text,
      notes: request.deviceNotes, profiles: [ProfileTable(request.device), ProfileTable(request.network)])
    (system, validated) = (request.device.system, provenance.validated)
    if let population = request.people {
      let estimates = population.values.values.count { $0.trust == .estimate }
      notes.append(
        "\(population.name): \(estimates) of \(population.values.count) figures are estimates; 'geojoule show population "
          + "\(population.name)' has all with their sources, and with --person N the week of one of its people")
      profiles.append(ProfileTable(population))
      return
    }
    notes += request.scenario.recordingNotes.map { "\(request.scenario.name): \($0)" }
    notes += request.scenario.failures.map { "failure \($0.rawValue): \($0.words)" }
    background = request.scenario.notes.filter { !request.scenario.recordingNotes.contains($0) }
  }
}

extension Provenance {
  /// What the predictions of a device rest on: its values as `show` counts them.
  init(of device: DeviceProfile) {
    // Figures are of the published values, not of a file that has the name.
    let figures = ValidatedDevices.figures(of: device)
    let published = figures.flatMap { try? Catalog().device($0.device) }
    self.init(
      profile: device.name, trusts: device.values.values.map(\.trust),
      validation: published?.values == device.values ? figures : nil)
  }
}
