import FileFormats
import GeoJoule
import Reports

extension ReportContext {
  /// What a report of this request says about how it came about.
  init(_ request: ComparisonRequest, title: String, seeds: Int, command: [String]) {
    let provenance = Provenance(
      profile: request.device.name, trusts: request.device.values.values.map(\.trust), hasMeasuredTotal: false)
    self.init(
      title: title, device: request.device.name, network: request.device.networkName(request.network),
      scenario: request.scenario.name,
      firstSeed: request.firstSeed, seeds: seeds, parameters: request.parameters == .fixed ? .fixed : .drawn,
      duration: request.scenario.horizon - .start, provenance: provenance.sentence, version: GeoJouleVersion.text,
      command: command.map(ShellText.quoted).joined(separator: " "), notes: request.scenario.notes,
      profiles: [ProfileTable(request.device), ProfileTable(request.network)])
  }
}
