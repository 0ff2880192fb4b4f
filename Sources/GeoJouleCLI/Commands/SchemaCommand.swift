import ArgumentParser
import FileFormats

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON schema of an input file, for completion and checks in editors.",
    discussion: """
      Files that 'show' and 'init' write name their schema in the first line; editors with a YAML language server then know keys, \
      words and units. 'validate-file' checks more.

      Examples:
        geojoule schema device > geojoule-device.schema.json
        geojoule show device modern-phone > my-phone.yml
      """)

  @Argument(
    help: ArgumentHelp("One of: \(InputSchema.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"))
  var kind: InputSchema

  mutating func run() throws { try AtomicFile.write(kind.text, to: "-") }
}

extension InputSchema: ExpressibleByArgument {}
