import ArgumentParser

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads what phones and apps report about their use of location and of the battery.",
    discussion: """
      'geojoule import FILE...' recognises a phone's log by its content and makes a folder of measured days of it; 'geojoule \
      import metrickit' prices the times of a MetricKit payload.
      """,
    subcommands: [ImportFilesCommand.self, ImportMetricKitCommand.self], defaultSubcommand: ImportFilesCommand.self)
}
