import ArgumentParser

/// `geojoule`: prints its help when no subcommand is named.
struct GeoJouleCommand: ParsableCommand {
  /// As in all other messages.
  static let _errorLabel = "error"

  static let configuration = CommandConfiguration(
    commandName: "geojoule",
    abstract: "What a location strategy costs: battery, accuracy and freshness, before the app ships.",
    discussion: """
      Simulates a phone and runs location strategies on the same day, with the same errors and the same seeds. \
      'geojoule compare' answers a first question, for Android 'geojoule compare pixel-9'; 'geojoule list devices' shows all \
      phones.

      Results go to standard output, everything else to standard error. Where a file is wanted, '-' is standard output.
      Exit codes: 0 done, 1 internal fault, 2 a budget is broken or no point meets the constraints, 64 wrong usage, 65 bad input.
      """,
    version: ProgramVersion.text,
    subcommands: [ManualCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Strategy",
        subcommands: [
          CompareCommand.self, RunCommand.self, AdviseCommand.self, OptimizeCommand.self, ShareCommand.self,
          DiagnoseCommand.self,
        ]),
      CommandGroup(
        name: "Catalogue and file",
        subcommands: [
          InitCommand.self, ListCommand.self, ShowCommand.self, ExplainCommand.self, ValidateFileCommand.self,
          SchemaCommand.self,
        ]),
      CommandGroup(name: "Power budget", subcommands: [CheckCommand.self, BaselineCommand.self]),
      CommandGroup(
        name: "Own phone",
        subcommands: [
          SensitivityCommand.self, PlanMeasurementCommand.self, ImportCommand.self, FitCommand.self,
          ProfileCommand.self,
          ValidateCommand.self,
        ]),
      CommandGroup(name: "Sweep", subcommands: [SweepCommand.self, MergeCommand.self]),
    ])
}
