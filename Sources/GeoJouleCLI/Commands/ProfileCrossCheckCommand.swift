import ArgumentParser
import GeoJoule
import Reports

struct ProfileCrossCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cross-check",
    abstract: "Compares the energy of a simple history by Android's own rule with this model's.",
    usage: "geojoule profile cross-check [<options>] <file> ...",
    discussion: """
      The history: ten minutes of GNSS, of which 5 s until the first fix; in the same time 20 Wi-Fi scans and a download \
      of 1 MB. Android's rule is current x time x voltage. Prints Markdown.

      Example:
        geojoule profile cross-check power_profile.xml
      """)

  @Argument(help: .value("file", "Files of the form power_profile.xml."), completion: .file(extensions: ["xml"]))
  var files: [String]

  @Option(entryOf: .devices, help: "The device that gives what a file does not.")
  var like = "modern-phone"

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    let base = try catalogue.catalog().device(like)
    let history = RadioHistory()
    var text = """
      | File | Part | Android's rule, J | This model, J | Difference, J | Android's figures | What differs |
      |---|---|---:|---:|---:|---|---|

      """
    for file in files {
      let source = try AndroidPowerProfileReader.profile(path: file)
      let imported = AndroidProfileImport(source, base: base, name: "android")
      try imported.check(file: file)
      let device = try imported.profile.parameters(mode: .fixed)
      let rule = AndroidEnergyRule(source, history: history, device: device)
      let model = ModelledEnergy(device, history: history)
      let replaced = imported.remarks.filter { $0.kind == .warning }.map(\.message)
      if device.gnss == nil { text += Self.absence(source.title, "GNSS", rule.gnssText, "\(like) has no receiver") }
      if device.wifi == nil { text += Self.absence(source.title, "Wi-Fi", rule.wifiText, "\(like) has no Wi-Fi") }
      if device.gnss != nil {
        text += Self.row(
          source.title, "GNSS", rule.gnss, model.gnss, rule.gnssText,
          Self.reason(
            extra: model.gnssSleep, of: "the receiver's sleep after the stop",
            warnings: replaced.filter { $0.hasPrefix("gps") }, isMissing: rule.gnss == .zero, like))
      }
      if device.wifi != nil {
        text += Self.row(
          source.title, "Wi-Fi", rule.wifi, model.wifi, rule.wifiText,
          Self.reason(
            extra: model.wifiTail, of: "the tail after the download",
            warnings: Self.listening(source) + replaced.filter { $0.hasPrefix("wifi") }, isMissing: rule.wifi == .zero,
            like))
      }
    }
    try AtomicFile.write(PlainText.printed(text), to: "-")
  }

  /// A row for a part that the model's device has not.
  private static func absence(_ file: String, _ part: String, _ figures: String, _ reason: String) -> String {
    "| \(file) | \(part) | | | | \(figures) | \(reason): the model has nothing to compare |\n"
  }

  private static func row(
    _ file: String, _ part: String, _ rule: Energy, _ model: Energy, _ figures: String, _ reason: String
  ) -> String {
    func joules(_ energy: Energy) -> String { DecimalText.significant(energy.joules, digits: 4) }
    let android = rule == .zero ? "" : joules(rule)
    let difference = rule == .zero ? "" : joules(model - rule)
    return "| \(file) | \(part) | \(android) | \(joules(model)) | \(difference) | \(figures) | \(reason) |\n"
  }

  /// From 20 mA on the idle figure is that of a controller that listens, which this model's sleeps through.
  private static func listening(_ source: AndroidPowerProfile) -> [String] {
    guard let idle = source.items["wifi.controller.idle"]?.values.first, idle >= AndroidProfileImport.listeningFrom,
      (source.items["wifi.controller.rx"]?.values.first ?? 0) > 0
    else { return [] }
    return ["Android's rule has the controller listen all the time, the model lets it sleep between uses"]
  }

  private static func reason(
    extra: Energy, of what: String, warnings: [String], isMissing: Bool, _ like: String
  ) -> String {
    var parts = ["\(DecimalText.significant(extra.joules, digits: 3)) J are \(what)"]
    if isMissing { parts.append("the file has no usable figure, the model has that of \(like)") }
    parts += warnings
    return parts.joined(separator: "; ")
  }
}
