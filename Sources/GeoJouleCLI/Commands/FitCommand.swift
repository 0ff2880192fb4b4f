import ArgumentParser

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Turns measurements into profile values with honest uncertainty.",
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
