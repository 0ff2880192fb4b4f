import ArgumentParser
import Documents
import FileFormats
import Foundation
import Reports

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the devices, networks, scenarios, strategies or populations of the catalogue.",
    discussion: """
      Examples:
        geojoule list devices
        geojoule list strategies --names
      """)

  @Argument(help: ArgumentHelp("devices, networks, scenarios, strategies or populations.", valueName: "kind"))
  var kind: CatalogKind

  @Flag(help: "Prints the names only.")
  var names = false

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    let entries = try catalogue.catalog().entries(kind)
    let width = entries.map(\.name.count).max() ?? 0
    var text = ""
    var firstError: InputError?
    for entry in entries {
      guard !names else {
        text += PlainText.line(entry.name) + "\n"
        continue
      }
      var summary = ""
      do {
        summary = try Self.summary(entry)
      } catch {
        if firstError == nil { firstError = error }
        summary = "(cannot be read)"
      }
      let place = entry.isBuiltIn ? "" : " (\(entry.file))"
      let gap = String(repeating: " ", count: width - entry.name.count + 2)
      text += PlainText.line(entry.name + gap + summary + place) + "\n"
    }
    try AtomicFile.write(PlainText.printed(text), to: "-")
    if let firstError { throw firstError }
  }

  private static func summary(_ entry: CatalogEntry) throws(InputError) -> String {
    var mapping = try YAMLDocument(text: entry.text, file: entry.file).root.mapping()
    return try mapping.required("summary").string()
  }
}
