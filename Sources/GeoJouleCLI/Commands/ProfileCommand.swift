import ArgumentParser

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Makes device profiles from measured days and from what phones declare, and puts fits into them.",
    subcommands: [
      ProfileMakeCommand.self, ProfileImportAndroidCommand.self, ProfileMergeCommand.self,
      ProfileCrossCheckCommand.self,
    ])
}
