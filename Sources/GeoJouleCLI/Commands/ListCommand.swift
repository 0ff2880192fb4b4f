import ArgumentParser
import GeoJoule
import Reports

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the devices, networks, scenarios, strategies or populations of the catalogue.",
    discussion: """
      Examples:
        geojoule list devices
        geojoule list strategies --names
        geojoule list strategies --format json
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case table, json }

  @Argument(help: .value("kind", "devices, networks, scenarios, strategies or populations."))
  var kind: CatalogKind

  @Flag(help: "Prints the names only.")
  var names = false

  @Option(help: .value("format", "What standard output shows."))
  var format = Format.table

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    if names, format == .json {
      throw ValidationError("--names and --format json exclude each other; give one of them")
    }
  }

  mutating func run() throws {
    let entries = try catalogue.catalog().entries(kind)
    var firstError: InputError?
    let rows = entries.map { entry in
      do throws(InputError) {
        return (name: entry.name, summary: names ? "" : try Self.summary(entry), file: entry.file)
      } catch {
        if firstError == nil { firstError = error }
        return (name: entry.name, summary: "(cannot be read)", file: entry.file)
      }
    }
    switch format {
    case .json:
      let items = rows.map { row in
        JSONValue.object([("name", .string(row.name)), ("summary", .string(row.summary)), ("file", .string(row.file))])
      }
      try AtomicFile.write(JSONValue.array(items).text, to: "-")
    case .table:
      let width = names ? 0 : (rows.map(\.name.count).max() ?? 0) + 2
      let lines = zip(entries, rows).map { entry, row in
        let gap = String(repeating: " ", count: max(0, width - row.name.count))
        let place = names || entry.isBuiltIn ? "" : " (\(row.file))"
        return PlainText.line(row.name + gap + row.summary + place) + "\n"
      }
      try AtomicFile.write(PlainText.printed(lines.joined()), to: "-")
    }
    if let firstError { throw firstError }
  }

  /// A profile without a summary is named for what it inherits.
  private static func summary(_ entry: CatalogEntry) throws(InputError) -> String {
    var mapping = try YAMLDocument(text: entry.text, file: entry.file).root.mapping()
    if mapping.peek("summary") == nil, let parent = mapping.peek("inherits") { return "Like \(try parent.string())" }
    return try mapping.required("summary").string()
  }
}
