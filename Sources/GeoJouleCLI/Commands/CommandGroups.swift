import ArgumentParser

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline", abstract: "Keeps the figures that later checks are compared with.",
    subcommands: [BaselineUpdateCommand.self, BaselinePathCommand.self])
}

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Turns measurements into profile values with standard errors and intervals.",
    discussion: """
      Prints what was estimated with standard errors, 95 % intervals, correlations and tests of the fit, and a piece of \
      YAML in a profile's form. A number reaches a simulation only when a person has reviewed that piece and pasted it. \
      A fit that does not come about ends with exit code 65 and the reason. 'fit drive' writes whole files from logs of a drive test.

      docs/fitting.md has an example of each.
      """,
    subcommands: [
      FitErrorCommand.self, FitCalibrationCommand.self, FitFirstFixCommand.self, FitTailCommand.self,
      FitPowerCommand.self, FitCurveCommand.self, FitDriveCommand.self,
    ])
}

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

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Makes device profiles from measured days and from what phones declare, and puts fits into them.",
    subcommands: [
      ProfileMakeCommand.self, ProfileImportAndroidCommand.self, ProfileMergeCommand.self,
      ProfileCrossCheckCommand.self,
    ])
}
