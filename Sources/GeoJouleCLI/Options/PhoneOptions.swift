import ArgumentParser
import GeoJoule

struct PhoneOptions: ParsableArguments {
  /// What is meant where nothing is named.
  static let standard = (device: "modern-phone", watch: "watch")

  @Option(
    entryOf: .devices, name: [.long, .customLong("phone")], help: "A device of the catalogue, or a device file.")
  var device = standard.device

  @Option(
    entryOf: .networks,
    help: "A network of the catalogue, or a network file. (default: the device's own, lte for modern-phone)")
  var network: String?

  @Option(
    entryOf: .devices,
    help: "The watch on the user's wrist, for strategies that use one; a device of the catalogue, or a device file.")
  var watch = standard.watch

  @Option(
    help: .value(
      "version",
      "The system version of the strategies, such as android-15 or ios-18. (default: what their files say, else today's)"
    ), completion: .list(Platform.all.map(\.name)), transform: Platform.init(argument:))
  var system: Platform?

  /// Whether nothing is named.
  var isStandard: Bool { (device, watch) == Self.standard && network == nil && system == nil }

  /// The catalogue, whose strategies run on the system that was asked for.
  func catalog(_ options: CatalogOptions) throws(InputError) -> Catalog {
    var catalog = try options.catalog()
    catalog.system = system
    try settle(&catalog)
    return catalog
  }

  /// The phone that was named decides what an SDK's configuration means where no system was asked for.
  func settle(_ catalog: inout Catalog) throws(InputError) {
    if device != Self.standard.device { catalog.phone = try catalog.device(device).system }
  }

  func phone(_ catalog: Catalog) throws(InputError) -> (DeviceProfile, NetworkProfile) {
    try Self.phone(device, network: network, catalog)
  }

  /// The device and the network, its own unless one is named.
  static func phone(
    _ device: String, network: String?, _ catalog: Catalog
  ) throws(InputError) -> (DeviceProfile, NetworkProfile) {
    let file = catalog.ownFile(.devices, device)
    let device = try catalog.device(device)
    if !device.hasCellular, let network {
      throw InputError(
        file: file, message: "the device '\(device.name)' has no cellular radio for the network '\(network)'",
        remedy: "leave out --network, or choose another device")
    }
    let networkFile = network.flatMap { catalog.ownFile(.networks, $0) }
    let network =
      if let network { try catalog.network(network) } else { try catalog.network(of: device, file: file) }
    guard device.hasModem(for: network) else {
      throw InputError(
        file: file ?? networkFile,
        message:
          "the device '\(device.name)' has no \(network.technology.title) modem for the network '\(network.name)'",
        remedy:
          "choose another network, such as '\(device.defaultNetwork)', or add a section '\(network.technology.rawValue)' to the device"
      )
    }
    return (device, network)
  }

  /// The options for what differs from the standard phone.
  var given: [String] {
    (device == Self.standard.device ? [] : ["--device", device]) + (network.map { ["--network", $0] } ?? [])
      + systemArguments
  }

  var systemArguments: [String] { system.map { ["--system", $0.name] } ?? [] }
}

/// Several decisions of the user, written with commas: `when_in_use,denied`, or `all`.
struct AuthorizationList {
  let choices: [AuthorizationChoice]

  /// Hyphens and spaces in place of underscores, as tables print them, are understood.
  ///
  /// - Throws: `ValidationError` that names the word that is no decision.
  init(parsing argument: String) throws {
    var choices: [AuthorizationChoice] = []
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").joined(separator: "_").replacing("-", with: "_").lowercased() }
    if words == ["all"] {
      self.choices = AuthorizationChoice.allCases
      return
    }
    for word in words {
      if word == "all" { throw ValidationError("'all' stands alone: it is every decision") }
      guard let choice = AuthorizationChoice(rawValue: word) else {
        let valid = AuthorizationChoice.allCases.map(\.rawValue) + ["all"]
        throw ValidationError(
          "'\(word)' is no decision of the user; \(Suggestion.remedy(for: word, among: valid, what: "values"))")
      }
      choices.append(choice)
    }
    self.choices = choices.uniqued()
  }
}
