import ArgumentParser

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline", abstract: "Keeps the figures that later checks are compared with.",
    subcommands: [BaselineUpdateCommand.self, BaselinePathCommand.self])
}
