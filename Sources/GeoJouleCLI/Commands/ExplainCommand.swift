import ArgumentParser
import GeoJoule
import Reports

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says what a word of a table, a column of a file, a key of a profile or a service of a system means.",
    discussion: """
      Without a term, lists all terms but values of profiles. For a name of the catalogue, says what it is.

      Examples:
        geojoule explain battery
        geojoule explain 'error track'
        geojoule explain moving_error_p95_m
        geojoule explain doze
        geojoule explain battery.gauge_plateau
      """)

  @Argument(
    help: .value("term", "A heading, a column, a value or a service."), completion: .list(Glossary.entries.map(\.term)))
  var words: [String] = []

  mutating func run() throws {
    let term = words.joined(separator: " ")
    let entries = term.isEmpty ? Glossary.entries : Glossary.entries(for: term)
    let (catalog, name) = (Catalog(), term.lowercased().replacing(" ", with: "-"))
    let kind = CatalogKind.allCases.first { catalog.names($0).contains(name) }
    let key = term.lowercased().replacing(" ", with: "_")
    let failure = Failure(rawValue: key)
    let schemas = DeviceSchema.all + NetworkSchema.all
    let values = schemas.filter { value in
      value.key == key || entries.isEmpty && kind == nil && (value.key.hasSuffix(".\(key)") || value.section == key)
    }
    guard !entries.isEmpty || kind != nil || failure != nil || !values.isEmpty else {
      let known = Glossary.entries.map(\.term) + schemas.map(\.key) + CatalogKind.allCases.flatMap { catalog.names($0) }
      let near = Suggestion.likely(term, among: known).map { "did you mean '\($0)'? " } ?? ""
      throw ValidationError("'\(term)' is no known word; \(near)'geojoule explain' lists all words")
    }
    func indented(_ meaning: String) -> String {
      TextWrap.lines(meaning, width: min(Terminal().width, 100) - 2).map { "  \($0)\n" }.joined()
    }
    var text = entries.map { entry in
      let others = entry.aliases.filter { $0.contains("_") }
      let files = others.isEmpty ? "" : " [\(others.joined(separator: ", "))]"
      return "\(entry.term)\(files)\n" + indented(entry.text)
    }
    text += values.map { "\($0.key)\($0.unit.isEmpty ? "" : ", in \($0.unit)")\n" + indented("\($0.documentation).") }
    if let failure {
      text.append("\(failure.rawValue)\n" + indented("With --failure \(failure.rawValue): \(failure.words)."))
    }
    if let kind { text.append("'\(name)' is a \(kind.singular); 'geojoule show \(name)' prints it\n") }
    try AtomicFile.write(PlainText.printed(text.joined(separator: "\n")), to: "-")
  }
}
