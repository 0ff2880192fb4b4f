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
      'geojoule compare' answers a first question; 'geojoule list devices' shows what there is to choose from.

      Results go to standard output, everything else to standard error. Where a file is wanted, '-' is standard output.
      Exit codes: 0 done, 1 internal fault, 2 a budget is broken or no point meets the constraints, 64 wrong usage, 65 bad input.
      """,
    version: ProgramVersion.text,
    subcommands: [
      CompareCommand.self, RunCommand.self, SweepCommand.self, MergeCommand.self, OptimizeCommand.self,
      AdviseCommand.self,
      ShareCommand.self, CheckCommand.self, BaselineCommand.self, ValidateCommand.self,
      ListCommand.self, ShowCommand.self, ExplainCommand.self, InitCommand.self, ValidateFileCommand.self,
      ProfileCommand.self, FitCommand.self,
      SensitivityCommand.self,
      ImportCommand.self, PlanMeasurementCommand.self, SchemaCommand.self, ManualCommand.self,
    ])
}
