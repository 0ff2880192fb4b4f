import Analysis
import ArgumentParser
import DeviceModel
import Documents
import FileFormats
import GeoJoule
import Quantities

struct ProfileImportAndroidCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-android",
    abstract: "Makes a device profile of an Android power_profile.xml.",
    usage: "geojoule profile import-android [<options>] <file>",
    discussion: """
      Reads the old layout (gps.on, wifi.active, radio.on) and the new one (gps.signalqualitybased, controllers, clusters). \
      What the file lacks, and placeholders, stay as in another device; each such value is named on standard error. The last note ranks the powers among \
      them by how much a strategy's drain depends on them: what to measure first.

      Example:
        geojoule profile import-android power_profile.xml --name my-phone \\
          --output my-phone.yml
        geojoule compare --device my-phone.yml
      """)

  @Argument(help: ArgumentHelp("A power_profile.xml.", valueName: "file"), completion: .file(extensions: ["xml"]))
  var file: String

  @Option(entryOf: .devices, help: "The device that gives what the file does not.")
  var like = "modern-phone"

  @Option(help: ArgumentHelp("The profile's name. (default: that of the output file, else android)", valueName: "name"))
  var name: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Where to write the profile.", valueName: "file"))
  var output = "-"

  @Option(entryOf: .strategies, help: "The strategy on the everyday commute whose drain ranks what the file lacks.")
  var strategy = "fused-high-accuracy"

  @Flag(help: "Does not name what the file lacks; placeholders are still named.")
  var quiet = false

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() async throws {
    let catalog = try catalogue.catalog()
    let base = try catalog.device(like)
    let source = try AndroidPowerProfileReader.profile(path: file)
    let imported = AndroidProfileImport(source, base: base, name: name ?? Self.name(of: output))
    for remark in imported.remarks where !quiet || remark.kind == .warning {
      StandardError.line(remark.description)
    }
    try imported.check(file: file)
    if !quiet, let ranking = try await ranking(imported.profile, base, catalog) {
      StandardError.line(ImportRemark(.note, file: file, ranking).description)
    }
    let text = ShowCommand.trust(imported.profile.values) + ProfileWriter.text(of: imported.profile)
    try AtomicFile.write(text, to: output)
    if output != "-", !quiet { StandardError.line("wrote \(output)") }
  }

  /// So many values are ranked.
  private static let mostRanked = 8

  /// The powers that the file does not give, by the change of the drain between their 5 % and 95 % quantiles; `nil` where it
  /// gives all.
  private func ranking(_ profile: DeviceProfile, _ base: DeviceProfile, _ catalog: Catalog) async throws -> String? {
    let request = ComparisonRequest(
      device: profile, network: try catalog.network(profile.defaultNetwork),
      scenario: try catalog.scenario("commute"), strategies: [try catalog.strategy(strategy)], firstSeed: 1,
      seedCount: 1,
      parameters: .fixed)
    let parameters = SensitivityModel.parameters(request, prefixes: []).filter {
      let dimension = DeviceSchema.schema(of: $0.key)?.dimension
      return !$0.isNetwork && (dimension == .power || dimension == .energy)
        && profile.values[$0.key] == base.values[$0.key]
    }
    guard !parameters.isEmpty else { return nil }
    let model = SensitivityModel(
      request: request, metric: .drainPercentPerHour, isDifference: false, parameters: parameters)
    let points = parameters.indices.flatMap { place in
      [0.05, 0.95].map { share in parameters.indices.map { $0 == place ? share : 0.5 } }
    }
    let answers = try await model.answers(points, jobs: 1) { _ in }
    let effects = parameters.indices.map { (parameters[$0].key, abs(answers[2 * $0 + 1] - answers[2 * $0])) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    let first = effects.prefix(Self.mostRanked).filter { $0.1 > 0 }.map {
      "\($0.0) (\(DecimalText.significant($0.1, digits: 2)) %/h)"
    }
    guard !first.isEmpty else { return "the drain of '\(strategy)' depends on none of them" }
    let rest = effects.count { $0.1 > 0 } - first.count
    return "of these the drain of '\(strategy)' on the commute depends most on: \(first.joined(separator: ", "))"
      + (rest > 0 ? ", less on \(rest) \(rest == 1 ? "other" : "others")" : "")
      + "; in brackets its change between their 5 % and 95 % quantiles"
  }

  /// `my-phone` of `out/my-phone.yml`.
  static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".").first.map(String.init) ?? ""
    return stem.isEmpty || stem == "-" ? "android" : stem
  }
}

extension AndroidProfileImport {
  /// - Throws: `InputError` with the place of a value that makes the profile impossible.
  func check(file: String) throws(InputError) {
    guard let (fault, line) = fault else { return }
    throw InputError(file: file, line: line, message: fault.message, remedy: fault.remedy)
  }
}
