import ArgumentParser

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Prices what real apps report about their use of location.",
    subcommands: [ImportMetricKitCommand.self])
}
