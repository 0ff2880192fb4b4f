import ArgumentParser

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Makes device profiles from what phones declare about themselves, and puts fits into them.",
    subcommands: [ProfileImportAndroidCommand.self, ProfileMergeCommand.self, ProfileCrossCheckCommand.self])
}
