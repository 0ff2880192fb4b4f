import ArgumentParser
import DeviceModel
import FileFormats

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a device, network, scenario or strategy with every value, its unit, trust and source.",
    discussion: """
      What it prints is a file that can be changed and used: inherited values and standard parameters are written out.

        geojoule show device modern-phone > my-phone.yml
      """)

  @Argument(help: ArgumentHelp("devices, networks, scenarios or strategies.", valueName: "kind"))
  var kind: CatalogKind

  @Argument(
    help: ArgumentHelp("A name of the catalogue, or a file.", valueName: "name|file"),
    completion: .custom { _, _, _ in CatalogKind.allCases.flatMap { Catalog().names($0) } })
  var name: String

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    let catalog = try catalogue.catalog()
    let entry = try catalog.resolve(kind, name)
    let text: String
    switch kind {
    case .devices:
      let device = try catalog.device(entry)
      text = Self.trust(device.values) + ProfileWriter.text(of: device)
    case .networks:
      let network = try catalog.network(entry)
      text = Self.trust(network.values) + ProfileWriter.text(of: network)
    case .strategies:
      text = StrategyWriter.text(of: try catalog.strategy(entry))
    case .scenarios:
      _ = try catalog.scenario(entry)
      text = entry.text
    }
    try AtomicFile.write(text, to: "-")
  }

  /// `# 145 values: 12 published, 133 estimate`.
  static func trust(_ values: [String: ProfileValue]) -> String {
    let parts = Trust.allCases.compactMap { trust -> String? in
      let count = values.values.count { $0.trust == trust }
      return count == 0 ? nil : "\(count) \(trust.rawValue)"
    }
    return "# \(values.count) values: \(parts.joined(separator: ", "))\n"
  }
}
