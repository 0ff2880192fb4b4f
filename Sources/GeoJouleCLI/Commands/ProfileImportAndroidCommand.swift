import ArgumentParser
import Foundation
import GeoJoule

struct ProfileImportAndroidCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-android",
    abstract: "Makes a device profile of an Android power_profile.xml.",
    usage: "geojoule profile import-android [<options>] <file>",
    discussion: """
      Reads the old layout (gps.on, wifi.active, radio.on) and the new one (gps.signalqualitybased, controllers, clusters, modem). \
      What the file lacks, and placeholders, stay as in another device; each such value is named on standard error. The last lines \
      rank what the file does not give by how much a strategy's drain depends on it: what to measure first.

      Example:
        geojoule profile import-android power_profile.xml --name my-phone \\
          --output my-phone.yml
        geojoule compare --device my-phone.yml
      """)

  @Argument(help: .value("file", "A power_profile.xml."), completion: .file(extensions: ["xml"]))
  var file: String

  @Option(entryOf: .devices, help: "The device that gives what the file does not.")
  var like = "modern-phone"

  @Option(help: .value("name", "The profile's name. (default: that of the output file, else android)"))
  var name: String?

  @Option(help: .value("mAh", "The battery's capacity in mAh, where the file has none or a placeholder."))
  var capacity: Double?

  @Option(name: .shortAndLong, help: .value("file", "Where to write the profile."))
  var output = "-"

  @Option(entryOf: .strategies, help: "The strategy on the everyday commute whose drain ranks what the file lacks.")
  var strategy = "fused-high-accuracy"

  @Flag(help: "Does not name what the file lacks; placeholders are still named.")
  var quiet = false

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    if let capacity, !(500...30_000).contains(capacity) { throw ValidationError("--capacity takes 500 to 30000 mAh") }
  }

  mutating func run() async throws {
    let catalog = try catalogue.catalog()
    let base = try catalog.device(like)
    let source = try AndroidPowerProfileReader.profile(path: file)
    let imported = AndroidProfileImport(source, base: base, name: name ?? Self.name(of: output), capacity: capacity)
    for remark in imported.remarks where !quiet || remark.kind == .warning {
      StandardError.line(remark.description)
    }
    try imported.check(file: file)
    if !quiet { for line in try await ranking(imported, catalog) { StandardError.line(line) } }
    let text = ShowCommand.trust(imported.profile.values) + ProfileWriter.text(of: imported.profile)
    try AtomicFile.write(text, to: output)
    if output != "-", !quiet { StandardError.line("wrote \(output)") }
  }

  /// Smaller effects are not listed, as a share of the largest.
  private static let leastEffect = 0.01

  /// The values that the file does not give, by the change of the drain between their 5 % and 95 % quantiles, a line each.
  private func ranking(_ imported: AndroidProfileImport, _ catalog: Catalog) async throws -> [String] {
    let profile = imported.profile
    let request = ComparisonRequest(
      device: profile, network: try catalog.network(profile.defaultNetwork),
      scenario: try catalog.scenario("commute"), strategies: [try catalog.strategy(strategy)], firstSeed: 1,
      seedCount: 1,
      parameters: .fixed)
    let parameters = SensitivityModel.parameters(request, prefixes: []).filter {
      !$0.isNetwork && !imported.given.contains($0.key)
    }
    let model = SensitivityModel(
      request: request, metric: .drainPercentPerHour, isDifference: false, parameters: parameters)
    // The answer with each group of parameters moved to a quantile, where that changes it.
    func moved(_ groups: [[Int]], to share: Double) async throws -> (middle: Double, changed: [[Int]: Double]) {
      let middle = [Double](repeating: 0.5, count: parameters.count)
      let points = groups.map { group in middle.indices.map { group.contains($0) ? share : 0.5 } }
      let answers = try await model.answers(
        [middle] + points, jobs: ProcessInfo.processInfo.activeProcessorCount
      ) { _ in }
      let changed = zip(groups, answers.dropFirst()).filter { abs($1 - answers[0]) > 1e-9 * abs(answers[0]) }
      return (answers[0], Dictionary(changed) { $1 })
    }
    // Powers need no run of their own. Of the others, those of one part move together first: most parts change nothing.
    let shaping = parameters.indices.filter { !parameters[$0].isPrice }
    let parts = Dictionary(grouping: shaping) { parameters[$0].key.split(separator: ".").dropLast() }.values
    let groups = parts.sorted { $0[0] < $1[0] }
    let live = try await Set(moved(groups, to: 0.95).changed.keys).union(moved(groups, to: 0.05).changed.keys).flatMap(
      \.self)
    let singles = (parameters.indices.filter { parameters[$0].isPrice } + live.sorted()).map { [$0] }
    let (high, low) = (try await moved(singles, to: 0.95), try await moved(singles, to: 0.05))
    let effects = singles.map { single in
      (
        key: parameters[single[0]].key,
        size: abs((high.changed[single] ?? high.middle) - (low.changed[single] ?? low.middle))
      )
    }.filter { $0.size > 0 }.sorted { ($1.size, $0.key) < ($0.size, $1.key) }
    guard let most = effects.first?.size else {
      return ["\(file): note: the drain of '\(strategy)' depends on no value that the file does not give"]
    }
    return [
      "\(file): note: what to measure first of the values that the file does not give. Change of the drain of '\(strategy)' on the "
        + "commute between the 5 % and 95 % quantiles of each:"
    ]
      + effects.filter { $0.size >= Self.leastEffect * most }.map {
        "  \($0.key): \(DecimalText.significant($0.size, digits: 2)) %/h"
      }
  }

  /// `my-phone` of `out/my-phone.yml`.
  static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".").first.map(String.init) ?? ""
    return stem.isEmpty || stem == "-" ? "android" : stem
  }
}

extension AndroidProfileImport {
  func check(file: String) throws(InputError) {
    guard let (fault, line) = fault else { return }
    throw InputError(file: file, line: line, message: fault.message, remedy: fault.remedy)
  }
}
