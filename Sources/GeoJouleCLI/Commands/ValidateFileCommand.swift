import ArgumentParser
import FileFormats
import GeoJoule

struct ValidateFileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate-file",
    abstract: "Checks device, network, scenario, strategy, population and GPX files.",
    discussion: """
      Says what each file holds, or names the file, line and column of its first mistake and the remedy. \
      The exit code is 65 when a file is not usable.
      """)

  @Argument(help: ArgumentHelp("Files to check.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("What the files are. (default: told from each file)", valueName: "kind"))
  var kind: CatalogKind?

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    let catalog = try catalogue.catalog()
    var failed = false
    for file in files {
      do throws(InputError) {
        try AtomicFile.write("\(file): ok, \(try Self.check(file, kind: kind, catalog))\n", to: "-")
      } catch {
        failed = true
        StandardError.line(error.description)
      }
    }
    if failed { throw ExitCode(ExitStatus.badInput) }
  }

  /// What the file holds.
  private static func check(_ file: String, kind: CatalogKind?, _ catalog: Catalog) throws(InputError) -> String {
    if file.lowercased().hasSuffix(".gpx") {
      let track = try GPXReader.track(path: file)
      return "a track of \(track.points.count) points"
    }
    let text = try TextFile.read(file)
    let kind = if let kind { kind } else { try guess(YAMLDocument(text: text, file: file).root) }
    let entry = CatalogEntry(kind: kind, path: file, text: text)
    switch kind {
    case .devices:
      let device = try catalog.device(entry)
      do throws(InputError) {
        _ = try catalog.network(device.defaultNetwork)
      } catch {
        throw InputError(file: file, message: "key 'default_network': \(error.message)", remedy: error.remedy)
      }
      return "a device of \(device.values.count) values"
    case .networks: return "a network of \(try catalog.network(entry).values.count) values"
    case .scenarios: return "a scenario of \((try catalog.scenario(entry).horizon - .start).clockText)"
    case .populations: return "a population of \(try catalog.population(entry).values.count) values"
    case .strategies: return "a strategy of the kind \(try catalog.strategy(entry).kind)"
    }
  }

  /// What other commands read, by a key of theirs.
  private static let others = [
    ("budgets", "a file of budgets", "check FILE"), ("axes", "the plan of a sweep", "sweep FILE --list-items"),
    ("design", "the plan of a sweep", "sweep FILE --list-items"),
    ("strategies", "the plan of a sweep", "sweep FILE --list-items"),
    ("ios", "a mapping of measured configurations", "validate DATASET --mapping FILE"),
    ("android", "a mapping of measured configurations", "validate DATASET --mapping FILE"),
  ]

  /// The kind by a key that no other kind has. A file that only changes what it inherits is taken for a device.
  private static func guess(_ root: YAMLValue) throws(InputError) -> CatalogKind {
    let keys = try root.mapping().keys
    if let kind = CatalogKind(keys: keys) { return kind }
    if keys.contains("inherits") { return .devices }
    for (word, title, command) in others where keys.contains(word) {
      throw root.error("this looks like \(title)", remedy: "check it with 'geojoule \(command)'")
    }
    throw root.error(
      "the file is neither a device nor a network, a scenario, a strategy or a population",
      remedy: "say which with --kind; 'geojoule show KIND NAME' prints an example")
  }
}
